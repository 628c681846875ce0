"""Run the command on hostile projects, each in a process with limits of time and memory: `python -m fuzz.hostile.run`."""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import NamedTuple

from fuzz.forked_command import Ending, ForkedCommand
from fuzz.hostile import SOUND, SOUND_TEXT, HostileCase
from fuzz.hostile.packed import list_packed_cases
from fuzz.hostile.projects import list_project_cases
from fuzz.hostile.texts import list_text_cases

SECONDS = 20.0  # of processor time for one run of the command; on the clock too, unless the machine is busy
MEMORY = 4 << 30  # bytes of address space
_EXIT_CODES = frozenset({0, 1, 2})


def list_cases() -> list[HostileCase]:
    """Return every hostile project."""
    return [*list_text_cases(), *list_packed_cases(), *list_project_cases()]


class Outcome(NamedTuple):
    """How a run of the command ended, and what it printed."""

    ending: Ending
    report: str
    errors: str


def run_case(case: HostileCase, runner: ForkedCommand) -> tuple[str, float]:
    """Build a project, run its command there, and return what went wrong, if anything, and the seconds it took."""
    with TemporaryDirectory(prefix="hostile-") as name:
        folder = Path(name, "project")
        folder.mkdir()
        (folder / SOUND).write_text(SOUND_TEXT)
        case.build(folder)
        busy = max(1.0, 2 * os.getloadavg()[0] / (os.cpu_count() or 1))
        outcome = Outcome(*runner.run(case.command, folder, seconds=SECONDS * busy, memory=MEMORY))
        for path in folder.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)  # so that the folder can be removed
        return _judge(case, outcome), outcome.ending.seconds


def _judge(case: HostileCase, outcome: Outcome) -> str:
    """Return what went wrong: a hang, an exit code that is not ours, an internal error, a sound document left out."""
    ending, shown = outcome.ending, outcome.report + outcome.errors
    if ending.is_late or ending.seconds > SECONDS:
        return f"hangs: {ending.seconds:.1f} s of processor time{', ended on the clock' if ending.is_late else ''}"
    if ending.code not in _EXIT_CODES:
        return f"exit code {ending.code}: {shown[-200:]}"
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
    with ExitStack() as stack:
        runners = SimpleQueue[ForkedCommand]()
        for _ in range(workers):
            runners.put(stack.enter_context(ForkedCommand()))

        def run(case: HostileCase) -> tuple[str, float]:
            runner = runners.get()
            try:
                return run_case(case, runner)
            finally:
                runners.put(runner)

        pool = stack.enter_context(ThreadPoolExecutor(workers))
        for case, (trouble, seconds) in zip(cases, pool.map(run, cases), strict=True):
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
