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
from tempfile import TemporaryDirectory

from fuzz.hostile import SOUND, SOUND_TEXT, HostileCase
from fuzz.hostile.packed import list_packed_cases
from fuzz.hostile.projects import list_project_cases
from fuzz.hostile.texts import list_text_cases

SECONDS = 20.0  # on the clock, for one run of the command
MEMORY = 4 << 30  # bytes of address space
_EXIT_CODES = frozenset({0, 1, 2})


def list_cases() -> list[HostileCase]:
    """Return every hostile project."""
    return [*list_text_cases(), *list_packed_cases(), *list_project_cases()]


def run_case(case: HostileCase, user: int | None = None) -> tuple[str, float]:
    """Build a project, run its command there, and return what went wrong, if anything, and the seconds it took."""
    with TemporaryDirectory(prefix="hostile-") as name:
        folder = Path(name, "project")
        folder.mkdir()
        (folder / SOUND).write_text(SOUND_TEXT)
        case.build(folder)
        if user is not None:
            _give_to(user, name)
        started = time.monotonic()
        try:
            done = run_command(case.command, folder, user=user)
        except subprocess.TimeoutExpired:
            return f"hangs: more than {SECONDS:g} s", SECONDS
        return _judge(case, done), time.monotonic() - started


def run_command(command: Sequence[str], folder: Path, user: int | None = None) -> "subprocess.CompletedProcess[bytes]":
    """Run citevet in a folder within the limits; caches and home are beside the folder."""
    home = str(folder.parent)
    environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "GIT_CEILING_DIRECTORIES": home}
    return subprocess.run(
        [sys.executable, "-m", "citevet", *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
        timeout=SECONDS,
        stdin=subprocess.DEVNULL,
        user=user,
        preexec_fn=_limit_memory,
    )


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _give_to(user: int, name: str) -> None:
    os.chown(name, user, -1)
    for parent, folders, files in os.walk(name):
        for each in (*folders, *files):
            os.chown(Path(parent, each), user, -1, follow_symlinks=False)


def _judge(case: HostileCase, done: "subprocess.CompletedProcess[bytes]") -> str:
    """Return what went wrong: an exit code that is not ours, an internal error, or a sound document left out."""
    shown = (done.stdout + done.stderr).decode("utf-8", "replace")
    if done.returncode not in _EXIT_CODES:
        return f"exit code {done.returncode}: {shown[-200:]}"
    for words in ("internal error", "Traceback", "Please report"):
        if words in shown:
            return shown[max(0, shown.index(words) - 100) :][:300]
    if case.command[:3] == ("check", "--format", "json") and done.stdout:
        try:
            report = json.loads(done.stdout)
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
