"""Speed of online checks: whole commands, from start to end, against servers on this machine.

Links are compared with two link checkers from npm. Both only ask for the status of a page (HEAD); citevet fetches and
reads it. The limits of citevet stay on. A host on loopback may get 32 requests at once and has no rate; any other host
gets 6 at once and 10 a second, so the same links on public names take longer, and that is measured as well. The same
check offline shows how fast it would be if the network took no time at all.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.loopback import LINKS, REFERENCES, serve, write_links, write_references
from bench.ratio import Ratio
from citevet.world.net.services import PAGES, SERVICES

_FOLDER = Path(__file__).parent.parent / ".bench" / "links"
_PEERS = {"linkinator": "7.6.1", "markdown-link-check": "3.15.0"}  # linkinator 8 needs Node.js 22
_COMMANDS: Mapping[str, Sequence[str]] = {
    "linkinator": ("--markdown", "--silent"),
    "markdown-link-check": ("--quiet",),
}
_LEAST = {"linkinator": 3, "markdown-link-check": 5}  # missed: see decision 048
_STATED = {"api.crossref.org": 50.0}  # requests a second, by the headers of the answers
_ROUNDS = 3  # the best counts, because other jobs slow the rest down
_HOSTS = 50
_CHECK = (sys.executable, "-m", "citevet", "check")


def measure() -> Iterator[Ratio]:
    """Measure links and references, first and again from the cache."""
    with TemporaryDirectory() as name:
        yield from _measure_links(Path(name))
        yield from _measure_references(Path(name))


def _measure_links(folder: Path) -> Iterator[Ratio]:
    file = folder / "links.md"
    with serve("links") as environment:
        port = environment["BENCH_PORT"]
        write_links(file, f"http://127.0.0.1:{port}")
        ours, again = _time_twice(file, environment, rounds=_ROUNDS)
        offline = min(_time([*_CHECK, str(file), "--offline", "--no-cache"], environment) for _ in range(_ROUNDS))
        for peer in _PEERS:
            yield from _compare(peer, file, ours, offline)
        yield Ratio(f"{LINKS} links again, by the first time", again / ours, detail=_seconds(again, ours))
        write_links(file, f"http://w{{}}.bench.test:{port}", _HOSTS)
        routes = {"CITEVET_RESOLVE_HOSTS": json.dumps({"*": f"127.0.0.1:{port}"})}
        polite, _ = _time_twice(file, {**environment, **routes})
        least = LINKS / _HOSTS / PAGES.per_second
        detail = f"{polite:.2f} s on {_HOSTS} public names; their limit of {PAGES.per_second:g} a second: {least:.2f} s"
        yield Ratio(f"{LINKS} links by the limit of a host", polite / least, detail=detail)


def _measure_references(folder: Path) -> Iterator[Ratio]:
    file = folder / "report.md"
    write_references(file)
    with serve("references") as environment:
        first, again, report = *_time_twice(file, environment), folder / "report.json"
        limit, host = max(_list_limits(json.loads(report.read_text())["run"]["services"]))
    detail = f"{first:.1f} s; {host} alone takes {limit:.1f} s by its rate limit"
    yield Ratio(f"{REFERENCES} references by the slowest host", first / limit, most=2, detail=detail)
    yield Ratio(f"{REFERENCES} references again, by the first", again / first, most=0.1, detail=_seconds(again, first))


def _list_limits(asked: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[float, str]]:
    """Yield how long the requests of each service take at its rate."""
    for service in SERVICES.values():
        host = service.url.partition("://")[2].partition("/")[0]
        if host in asked and service.per_second:
            yield asked[host]["requests"] / _STATED.get(host, service.per_second), host


def _time_twice(file: Path, environment: Mapping[str, str], rounds: int = 1) -> tuple[float, float]:
    """Return the least seconds of a check without a cache, and of one with the answers of the check before."""
    first, again = [], []
    command = [*_CHECK, str(file), "--online"]
    for _ in range(rounds):
        with TemporaryDirectory() as cache:
            there = {**environment, "CITEVET_CACHE_DIR": cache}
            report = ["--format=json", f"--output={file.with_suffix('.json')}", "--force"]
            first.append(_time([*command, *report], there))
            again.append(_time(command, there))
    found = json.loads(file.with_suffix(".json").read_text())["documents"][0]["judgements"]
    if not found or any(each["existence"] != "found" for each in found):
        sys.exit(f"{file.name}: not every citation was found, so nothing was measured.")
    return min(first), min(again)


def _time(command: Sequence[str], environment: Mapping[str, str] | None = None) -> float:
    start = perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout[-500:]}{done.stderr[-500:]}")
    return perf_counter() - start


def _compare(peer: str, file: Path, ours: float, offline: float) -> Iterator[Ratio]:
    """Compare a peer with the whole check, and with the same check without its requests."""
    what = f"times as fast as {peer}"
    program = _find_peer(peer)
    if program is None:
        detail = f"{peer}@{_PEERS[peer]} cannot be installed: it needs Node.js, npm and its registry"
        yield Ratio(what, None, least=_LEAST[peer], detail=detail)
        return
    theirs = min(_time([str(program), str(file), *_COMMANDS[peer]]) for _ in range(_ROUNDS))
    yield Ratio(what, theirs / ours, least=_LEAST[peer], detail=f"{LINKS} links: {_seconds(ours, theirs)}")
    yield Ratio(f"times as fast as {peer}, offline", theirs / offline, detail=_seconds(offline, theirs))


def _find_peer(name: str) -> Path | None:
    """Return the program of a peer, which is installed once without running its scripts."""
    program = _FOLDER / "node_modules" / ".bin" / name
    if not program.exists() and which("npm"):
        _FOLDER.mkdir(parents=True, exist_ok=True)
        npm = ["npm", "install", "--silent", "--ignore-scripts", "--prefix", str(_FOLDER), f"{name}@{_PEERS[name]}"]
        subprocess.run(npm, capture_output=True, check=False)
    return program if program.exists() else None


def _seconds(ours: float, theirs: float) -> str:
    return f"{ours:.2f} s, {theirs:.2f} s"
