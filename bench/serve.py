"""The HTTP service: time to its first report against the command, and 200 verifications at once."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import httpx2

from bench.ratio import Ratio
from bench.sample import PAGE

_RUNS = 5
_REQUESTS = 200


def measure() -> Iterator[Ratio]:
    """Compare the fastest run of each with an empty cache, and give the time that 19 of 20 requests keep."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "page.md").write_text(PAGE)
        runs = [(_time_command(folder, number), _time_server(folder, number)) for number in range(_RUNS)]
        command, server = (min(times) for times in zip(*runs, strict=True))
        detail = f"{server:.2f} s and {command:.2f} s, start included"
        yield Ratio("first report of `serve` by `check`", server / command, most=3, detail=detail)
        alone, all_95, memory = _time_requests(folder)
        detail = f"{all_95:.2f} s and {alone * 1000:.0f} ms; server {memory / 2**20:.0f} MB"
        # Two processes answer, so the last of 200 waits for the time of 100.
        yield Ratio("p95 of 200 verifications by one alone", all_95 / alone, most=_REQUESTS, detail=detail)


def _environment(folder: Path, name: str) -> dict[str, str]:
    """Bytecode files are as after an installation, and the cache is empty."""
    bytecode, cache = str(folder / "bytecode"), str(folder / f"cache-{name}")
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": bytecode, "CITEVET_CACHE_DIR": cache}


def _time_command(folder: Path, number: int) -> float:
    command = [sys.executable, "-m", "citevet", "check", "page.md", "--format", "json"]
    start = perf_counter()
    subprocess.run(command, cwd=folder, env=_environment(folder, f"c{number}"), capture_output=True, check=False)
    return perf_counter() - start


def _time_server(folder: Path, number: int) -> float:
    start = perf_counter()
    with _serve(folder, f"s{number}") as url, httpx2.Client(base_url=url, timeout=60) as client:
        job = client.post("/api/check", json={"text": PAGE, "name": "page.md"}).json()["job"]
        client.get(f"/api/jobs/{job}/events")  # ends with the job
        client.get(f"/api/jobs/{job}/report").raise_for_status()
        return perf_counter() - start


@contextmanager
def _serve(folder: Path, name: str) -> Iterator[str]:
    files = ["--store", str(folder / f"{name}.sqlite"), "--token-file", str(folder / "tokens.json")]
    command = [sys.executable, "-m", "citevet", "serve", "--port", "0", "--quiet", "--rate", "100000", *files]
    environment = _environment(folder, name)
    with subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True) as server:
        line = server.stderr.readline() if server.stderr else ""
        try:
            yield line.partition(" at ")[2].partition(" ")[0]
        finally:
            server.terminate()


def _time_requests(folder: Path) -> tuple[float, float, int]:
    with _serve(folder, "load") as url:
        sleep(1)
        return asyncio.run(_send_requests(url))


async def _send_requests(url: str) -> tuple[float, float, int]:
    """Return the time of one request alone, the 95th percentile of all at once, and the memory of the server."""
    limits = httpx2.Limits(max_connections=_REQUESTS)
    async with httpx2.AsyncClient(base_url=url, timeout=300, limits=limits) as client:

        async def send(number: int) -> float:
            start = perf_counter()
            source = {"text": f"Tower {number} of the port is {number + 10} metres high."}
            asked = {"claims": [f"Tower {number} is {number + 10} metres high."], "sources": [source]}
            answer = (await client.post("/api/verify", json=asked)).raise_for_status()
            assert f"Tower {number} " in answer.json()["claims"][0]["sourceSnippet"]
            return perf_counter() - start

        await asyncio.gather(*(send(number) for number in range(4)))  # both processes load their model
        alone = min([await send(number) for number in range(10)])
        times = await asyncio.gather(*(send(number) for number in range(_REQUESTS)))
        metrics = (await client.get("/metrics")).text
        memory = next(line.split()[1] for line in metrics.splitlines() if line.startswith("process_resident"))
        return alone, quantiles(times, n=20)[-1], int(float(memory))
