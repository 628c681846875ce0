"""Servers for the speed of online checks, each in a process of its own: `python -m bench.loopback links|references`.

It prints what a client has to set as JSON, and ends when its input ends.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

LINKS, PAGE_DELAY = 500, 0.005  # seconds
REFERENCES, SERVICE_DELAY = 200, 0.02
_WORDS = "The survey counted the roots of street trees under pipes and pavements in the old town. " * 40
_PAGE = (
    "<!doctype html><html lang=en><head><title>Note {0}</title></head><body><h1>Note {0}</h1><p>{1}</p></body></html>"
)
_SECRETS = ("_TOKEN", "_API_KEY", "_OC")  # a key would raise the limits of its service


@contextmanager
def serve(kind: str) -> Iterator[dict[str, str]]:
    """Run a server in a child process, and yield the environment in which citevet finds it."""
    command = [sys.executable, "-m", "bench.loopback", kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        kept = {name: value for name, value in os.environ.items() if not name.endswith(_SECRETS)}
        kept |= {"PYTHONDONTWRITEBYTECODE": "", "CITEVET_ALLOW_PRIVATE": "1"}  # bytecode as after an installation
        yield {**kept, **json.loads(child.stdout.readline())}
        child.communicate()


def write_links(file: Path, address: str, hosts: int = 1) -> None:
    """Write a document with a link in each paragraph; an address with {} is spread over several hosts."""
    lines = (
        f"The survey counted the trees of ward {number} ([note]({address.format(number % hosts)}/notes/{number}))."
        for number in range(LINKS)
    )
    file.write_text("# Notes\n\n" + "\n\n".join(lines) + "\n")


def write_references(file: Path, numbers: Sequence[int] = range(1, REFERENCES + 1)) -> None:
    """Write a document that cites works, by default all that the services hold, each by its DOI."""
    works = _list_works()
    cited = "\n\n".join(f"The trees of ward {number} were counted [{number}]." for number in numbers)
    entries = (
        f"[{number}] Ash, R. (2020). {work['title'][0]}. Journal of Trees, 12, 233-241. https://doi.org/{work['DOI']}"
        for number in numbers
        if (work := works[number - 1])
    )
    file.write_text(f"# Report\n\n{cited}\n\n## References\n\n" + "\n\n".join(entries) + "\n")


def _list_works() -> list[dict[str, Any]]:
    """Return the works as Crossref describes them."""
    return [
        {
            "DOI": f"10.5555/ward.{number}",
            "type": "journal-article",
            "title": [f"The street trees of ward {number} and their roots"],
            "author": [{"family": "Ash", "given": "R.", "sequence": "first"}],
            "issued": {"date-parts": [[2020, 5]]},
            "container-title": ["Journal of Trees"],
            "volume": "12",
            "page": "233-241",
        }
        for number in range(1, REFERENCES + 1)
    ]


def _serve_references() -> None:
    tests = ModuleType("tests")
    tests.__path__ = [str(Path(__file__).parent.with_name("tests"))]
    sys.modules["tests"] = tests  # some packages install a folder of this name
    from tests.emulator.public_hosts import list_hosts
    from tests.emulator.registered_works import AGENCIES, CROSSREF
    from tests.emulator.server import Emulator

    for work in _list_works():
        AGENCIES[work["DOI"]], CROSSREF[work["DOI"]] = "Crossref", work
    with Emulator(sites=list_hosts(), delay=SERVICE_DELAY) as emulator:
        print(json.dumps({"CITEVET_RESOLVE_HOSTS": json.dumps(emulator.routes)}), flush=True)
        sys.stdin.read()


async def _serve_links() -> None:
    server = await asyncio.start_server(_answer_links, "127.0.0.1", 0, backlog=512)
    print(json.dumps({"BENCH_PORT": str(server.sockets[0].getsockname()[1])}), flush=True)
    await asyncio.to_thread(sys.stdin.read)


async def _answer_links(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer every path with a page of its own; there is no robots.txt."""
    with suppress(OSError, asyncio.IncompleteReadError):
        while True:
            method, path, _ = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split(" ", 2)
            await asyncio.sleep(PAGE_DELAY)
            found = path != "/robots.txt"
            body = _PAGE.format(path, _WORDS).encode() if found else b""
            head = f"HTTP/1.1 {'200 OK' if found else '404 Not Found'}\r\nContent-Type: text/html; charset=utf-8\r\n"
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + (b"" if method == "HEAD" else body))
    writer.close()


if __name__ == "__main__":
    if sys.argv[1] == "links":
        asyncio.run(_serve_links())
    else:
        _serve_references()
