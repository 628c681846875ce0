"""Many requests at once: each gets its own answer, and the server stays small."""

import asyncio
import os
from pathlib import Path

import httpx2
from tests.serve.conftest import Start

REQUESTS = 200


def test_two_hundred_verifications_at_once(start_server: Start) -> None:
    """No answer is lost or mixed up with another one, and memory does not grow with the number of requests."""
    server = start_server()
    assert server.process is not None
    with server.client() as client:
        assert 200 == client.post("/api/verify", json=make_request(0)).status_code
    before = measure(server.process.pid)
    answers = asyncio.run(send_all(server.url))
    after = measure(server.process.pid)
    assert [200] * REQUESTS == [answer.status_code for answer in answers]
    for number, answer in enumerate(answers):
        (claim,) = answer.json()["claims"]
        assert f"Tower {number} " in claim["text"]
        assert f"Tower {number} " in claim["sourceSnippet"]
        assert ("supported" if number % 2 else "contradicted") == claim["verdict"]
    assert after - before < 100 * 2**20


def make_request(number: int) -> dict[str, object]:
    """Return a claim about a tower of its own; every other claim is wrong about the height."""
    height = number + 10
    claimed = height if number % 2 else height + 500
    source = f"Tower {number} of the port is {height} metres high. It was painted in 1910."
    return {
        "claims": [f"Tower {number} of the port is {claimed} metres high."],
        "sources": [source if number % 3 else {"text": source}],
    }


async def send_all(url: str) -> list[httpx2.Response]:
    """Send all requests at once."""
    limits = httpx2.Limits(max_connections=REQUESTS)
    async with httpx2.AsyncClient(base_url=url, timeout=300, limits=limits) as client:
        return await asyncio.gather(
            *(client.post("/api/verify", json=make_request(number)) for number in range(REQUESTS))
        )


def measure(process: int) -> int:
    """Return the bytes of memory that the server process uses."""
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
