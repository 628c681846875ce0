"""Run the command on hostile projects, each in a process with limits of time and memory: `python -m fuzz.hostile.run`."""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Event, Timer
from typing import NamedTuple

from fuzz.hostile import SOUND, SOUND_TEXT, HostileCase
from fuzz.hostile.packed import list_packed_cases
from fuzz.hostile.projects import list_project_cases
from fuzz.hostile.texts import list_text_cases

SECONDS = 20.0  # of processor time for one run of the command; on the clock too, unless the machine is busy
MEMORY = 4 << 30  # bytes of address space
_EXIT_CODES = frozenset({0, 1, 2})
_DROP_RIGHTS = (
    "setpriv",
    "--bounding-set=-all",
    "--inh-caps=-all",
)  # root without the rights of root: file modes apply


def list_cases() -> list[HostileCase]:
    """Return every hostile project."""
    return [*list_text_cases(), *list_packed_cases(), *list_project_cases()]


class Outcome(NamedTuple):
    """How a run of the command ended."""

    code: int  # as the shell counts it; below zero for a signal
    shown: str
    report: str
    seconds: float  # of processor time, with those of its child processes
    is_late: bool  # it was ended on the clock


def run_case(case: HostileCase, *, as_ordinary_user: bool = False) -> tuple[str, float]:
    """Build a project, run its command there, and return what went wrong, if anything, and the seconds it took."""
    with TemporaryDirectory(prefix="hostile-") as name:
        folder = Path(name, "project")
        folder.mkdir()
        (folder / SOUND).write_text(SOUND_TEXT)
        case.build(folder)
        outcome = run_command(case.command, folder, _DROP_RIGHTS if as_ordinary_user else ())
        for path in folder.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)  # so that the folder can be removed
        return _judge(case, outcome), outcome.seconds


def run_command(command: Sequence[str], folder: Path, prefix: Sequence[str] = ()) -> Outcome:
    """Run citevet in a folder within the limits; caches and home are beside the folder."""
    home = str(folder.parent)
    environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "GIT_CEILING_DIRECTORIES": home}
    late = Event()
    with TemporaryFile() as out, TemporaryFile() as err:
        process = subprocess.Popen(
            [*prefix, sys.executable, "-m", "citevet", *command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            preexec_fn=_limit_memory,  # noqa: PLW1509 - nothing else runs between fork and exec
        )
        busy = max(1.0, 2 * os.getloadavg()[0] / (os.cpu_count() or 1))
        timer = Timer(SECONDS * busy, _end, (process, late))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = [(stream.seek(0), stream.read().decode("utf-8", "replace"))[1] for stream in (out, err)]
    return Outcome(process.returncode, "".join(texts), texts[0], usage.ru_utime + usage.ru_stime, late.is_set())


def _end(process: "subprocess.Popen[bytes]", late: Event) -> None:
    late.set()
    process.kill()


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _judge(case: HostileCase, outcome: Outcome) -> str:
    """Return what went wrong: a hang, an exit code that is not ours, an internal error, a sound document left out."""
    shown = outcome.shown
    if outcome.is_late or outcome.seconds > SECONDS:
        return f"hangs: {outcome.seconds:.1f} s of processor time{', ended on the clock' if outcome.is_late else ''}"
    if outcome.code not in _EXIT_CODES:
        return f"exit code {outcome.code}: {shown[-200:]}"
    for words in ("internal error", "Traceback", "Please report"):
        if words in shown:
            return shown[max(0, shown.index(words) - 100) :][:300]
    if case.command[:3] == ("check", "--format", "json") and outcome.report:
        try:
            report = json.loads(outcome.report)
        except ValueError:
            return f"no valid JSON: {shown[:200]}"
        if case.audits and SOUND not in json.dumps(report):
            return "the sound document is not in the report"
    elif case.audits and case.command[0] == "check":
        return f"nothing was audited: {shown[:300]}"
    return ""


def run_cases(cases: Sequence[HostileCase], workers: int) -> Iterator[tuple[HostileCase, str, float]]:
    """Run all projects, several at once."""
    with ThreadPoolExecutor(workers) as pool:
        for case, (trouble, seconds) in zip(cases, pool.map(run_case, cases), strict=True):
            yield case, trouble, seconds


def main(words: Iterable[str]) -> int:
    """Run the projects whose name contains one of the words, or all of them, and print what fails."""
    wanted = tuple(words)
    cases = [case for case in list_cases() if not wanted or any(word in case.name for word in wanted)]
    started, failed, slowest = time.monotonic(), 0, (0.0, "")
    for case, trouble, seconds in run_cases(cases, 2):
        slowest = max(slowest, (seconds, case.name))
        if trouble:
            failed += 1
            print(f"{case.name}: {trouble}", flush=True)
    took = time.monotonic() - started
    print(
        f"{len(cases)} hostile projects, {failed} failures, {took:.0f} s; the slowest took {slowest[0]:.1f} s ({slowest[1]})"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
