"""Run the commands of docs/coverage.toml and write their results to docs/coverage.md: `python docs/coverage.py`."""  # noqa: INP001 - not a package

import io
import os
import re
import runpy
import shlex
import shutil
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from citevet.cli import group as citevet

HERE = Path(__file__).parent
PROJECT = HERE / "coverage_project"
_PROBABILITY = re.compile(r"((?:probability|support|cosine) +)\d+ ?%")  # differs between CPUs by a per cent
_WIDTH = 170  # characters of a line of output
_HEAD = """\
# What works today

Five published systems check citations. Together they have {total} capabilities. This page has a row for each, with a
command that shows it. **{works} of {total} work.**{waiting}

| | System |
|---|---|
| a | `verify-citations` of aiwg: corpus ids, file hashes, GRADE wording |
| b | the citation-integrity schema of aiwg: whitelist, pages, sections, quotations |
| c | `cite-check`: claims against the pages they link to |
| d | the CitationVerifier of AgentOS: claims against retrieved texts |
| e | `citation-auditor`: legal and scholarly authorities |

The commands run in a copy of [coverage_project](coverage_project/notes.md). To repeat one:

```sh
cp -r docs/coverage_project try && cd try
citevet check notes.md --select PAG
```

The output column has the lines that show the capability, not the whole output. `make docs` runs the commands of
[coverage.toml](coverage.toml) and writes this page. “The outside world” means online lookups, and “the interfaces”
means the protocols for agents.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A capability of other systems, and the commands that show it or what it waits for."""

    capability: str
    systems: str
    run: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    exit: int | None = None  # of the last command, where it matters; otherwise 0 or 1
    waits: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a row's commands printed, line by line, and the last exit code."""

    lines: tuple[str, ...]
    code: int


class NotShownError(Exception):
    """A command does not show what its row says."""


def read_rows() -> dict[str, list[Row]]:
    """Return the rows by the title of their group."""
    groups = tomllib.loads((HERE / "coverage.toml").read_text("utf-8"))["group"]
    return {each["title"]: [_make_row(**row) for row in each["row"]] for each in groups}


def _make_row(*, run: str = "", shows: Sequence[str] = (), **fields: str) -> Row:
    return Row(run=tuple(run.strip().splitlines()), shows=tuple(shows), **fields)  # type: ignore[arg-type]  # checked by use


def page() -> str:
    """Run all commands, and return the page."""
    groups = read_rows()
    counts = Counter(row.waits for rows in groups.values() for row in rows)
    waiting = ", ".join(f"{what} ({count})" for what, count in counts.most_common() if what)
    text = _HEAD.format(total=counts.total(), works=counts[""], waiting=waiting and f" The others wait for: {waiting}.")
    results = run_rows([row for rows in groups.values() for row in rows])
    wrong = [problem for row in results for problem in find_problems(row, results[row])]
    if wrong:
        raise NotShownError("\n\n".join(wrong))
    return text + "".join(_format_group(title, rows, results) for title, rows in groups.items())


def run_rows(rows: Sequence[Row]) -> dict[Row, Ran]:
    """Run the commands of all rows, equal ones once, each in a copy of the project."""
    known: dict[tuple[str, ...], Ran] = {(): Ran((), 0)}
    with TemporaryDirectory() as folder:
        for commands in (row.run for row in rows):
            if commands not in known:
                known[commands] = run_commands(commands, Path(folder) / str(len(known)))
    return {row: known[row.run] for row in rows}


def find_problems(row: Row, ran: Ran) -> Iterator[str]:
    """Yield what a row promises and its commands do not show."""
    if not row.run and not row.waits:
        yield f"{row.capability}: has neither a command nor a reason to wait"
    if ran.code != row.exit if row.exit is not None else ran.code not in {0, 1}:
        yield f"{row.capability}: exit code {ran.code}"
    for wanted in row.shows:
        if not any(wanted in line for line in ran.lines):
            yield "\n".join((f"{row.capability}: {wanted!r} is not in the output:", *ran.lines[:12]))


def _format_group(title: str, rows: Sequence[Row], results: Mapping[Row, Ran]) -> str:
    lines = [f"\n## {title}\n", "| Capability | In | Command | Output | Result |", "|---|---|---|---|---|"]
    for row in rows:
        command = "<br>".join(map(_format_code, row.run)) or "–"
        output = "<br>".join((*map(_format_code, _list_evidence(row, results[row])), *filter(None, [row.note])))
        result = f"waits for {row.waits}" if row.waits else "works"
        lines.append(f"| {row.capability} | {row.systems} | {command} | {output} | {result} |")
    return "\n".join(lines) + "\n"


def _list_evidence(row: Row, ran: Ran) -> Iterator[str]:
    """Yield the lines of the output that show the capability."""
    for wanted in row.shows:
        line = next(line for line in ran.lines if wanted in line)
        yield _PROBABILITY.sub(r"\1…", _shorten(line.strip(), wanted.strip()))
    if row.exit is not None:
        yield f"exit code {ran.code}"


def _shorten(line: str, wanted: str) -> str:
    """Return a long line, such as one of JSON, as the wanted piece with some words around it."""
    if len(line) <= _WIDTH:
        return line
    start = max(0, line.index(wanted) - 20)
    end = min(len(line), max(start + _WIDTH // 2, line.index(wanted) + len(wanted) + 40))
    return f"{'…' if start else ''}{line[start:end]}{'…' if end < len(line) else ''}"


def _format_code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    inner = text.replace("|", "\\|")
    return f"{fence} {inner} {fence}" if "`" in text else f"{fence}{inner}{fence}"


def run_commands(commands: Sequence[str], folder: Path) -> Ran:
    """Run commands one after the other in a copy of the project."""
    shutil.copytree(PROJECT, folder)
    lines: list[str] = []
    code = 0
    with chdir(folder):
        for command in commands:
            text, code = _run(command)
            lines += text.splitlines()
    return Ran(tuple(lines), code)


def _run(command: str) -> tuple[str, int]:
    words, _, given = command.partition(" < ")
    name, *arguments = shlex.split(words)
    if name == "citevet":
        return _run_citevet(arguments, given)
    if name == "python":
        printed = io.StringIO()
        with redirect_stdout(printed):
            runpy.run_path(arguments[0], run_name="__main__")
        return printed.getvalue(), 0
    done = subprocess.run([name, *arguments], capture_output=True, check=False, env=_environment())
    return (done.stdout + done.stderr).decode(), done.returncode


def _run_citevet(arguments: Sequence[str], given: str) -> tuple[str, int]:
    """Run the command in this process: a hundred new ones would take a minute."""
    stdin = Path(given).read_bytes() if given else None
    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"})
    done = runner.invoke(citevet, list(arguments), input=stdin, prog_name="citevet", catch_exceptions=False)
    return done.output, int(done.exit_code)  # a command may exit with a truth value


def _environment() -> Mapping[str, str]:
    return {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


if __name__ == "__main__":
    (HERE / "coverage.md").write_text(page(), encoding="utf-8")
