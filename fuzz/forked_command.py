"""Run commands of citevet in forks of one process that has imported it: `python -m fuzz.forked_command`.

Most of the time of a short run goes into imports. A fork ends as the command does, within its own limits.
"""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Timer
from typing import NamedTuple, Self

ROOT = Path(__file__).parents[1]
_PRELOADED = "cli cli.check jobs.check jobs.document_audit read.markdown corpus.indexed_corpus report.json".split()
_DROP_RIGHTS = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")  # root without its rights: file modes apply


class Ending(NamedTuple):
    """How a run of the command ended."""

    code: int  # as the shell counts it; below zero for a signal
    seconds: float  # of processor time, with those of its child processes
    is_late: bool  # it was ended on the clock


class ForkedCommand:
    """The process that forks; one command runs at a time."""

    def __init__(self, *, as_ordinary_user: bool = False) -> None:
        command = [*(_DROP_RIGHTS if as_ordinary_user else ()), sys.executable, "-m", __name__]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="ascii"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def run(
        self, words: Sequence[str], folder: Path, *, seconds: float = 300.0, memory: int = resource.RLIM_INFINITY
    ) -> tuple[Ending, str, str]:
        """Run citevet in a folder within the limits; return also stdout and stderr. All else it writes is beside it."""
        home = str(folder.parent)
        variables = {**os.environ, "HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "GIT_CEILING_DIRECTORIES": home}
        streams = [f"{home}/{name}" for name in ("stdout", "stderr")]
        request = [list(words), str(folder), variables, streams, seconds, memory]
        print(json.dumps(request), file=self._process.stdin, flush=True)
        ending = Ending(*json.loads(next(iter(self._process.stdout or ()))))
        shown, errors = (Path(stream).read_bytes().decode("utf-8", "replace") for stream in streams)
        return ending, shown, errors


def main() -> None:
    """Answer each line of stdin: a command, its folder, variables, streams and limits."""
    for name in _PRELOADED:
        import_module(f"citevet.{name}")
    from citevet.text.sentences import split_sentences

    split_sentences("One. Two.")  # loads its model
    for line in sys.stdin:
        *command, seconds, memory = json.loads(line)
        process = os.fork()
        if process == 0:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            _perform(*command)
            return
        print(json.dumps(_wait(process, seconds)), flush=True)


def _wait(process: int, seconds: float) -> Ending:
    late: list[bool] = []

    def end() -> None:
        late.append(True)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)

    timer = Timer(seconds, end)
    timer.start()
    _, status, usage = os.wait4(process, 0)
    timer.cancel()
    timer.join()
    return Ending(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, bool(late))


def _perform(words: list[str], folder: str, variables: dict[str, str], streams: list[str]) -> None:
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    for number, (name, flags) in enumerate(
        [(os.devnull, os.O_RDONLY), *((stream, os.O_CREAT | os.O_WRONLY | os.O_TRUNC) for stream in streams)]
    ):
        os.dup2(os.open(name, flags, 0o600), number)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115 - for the rest of the process
    sys.argv = ["citevet", *words]
    from citevet import cli

    cli.main()


if __name__ == "__main__":
    main()
