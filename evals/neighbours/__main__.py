"""Forms that the documents of the published systems do not show, tried one by one: `python -m evals.neighbours`.

Each row of `forms.jsonl` has a system (as in docs/coverage.md), a behaviour, the arguments of one command and the files
that it finds beside those of `project.json`, and what its output must show and hide. The forms were written from the
documents alone, before they were tried.
"""

import json
import re
import sys
from collections import Counter
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner

from citevet.cli import group as citevet
from citevet.errors import CitevetError

FOLDER = Path(__file__).parent
LEAST = 0.95  # of the forms, that must pass
_USAGE = 2


def read_forms() -> list[dict[str, Any]]:
    """Return the rows of the table."""
    return [json.loads(line) for line in (FOLDER / "forms.jsonl").read_text("utf-8").splitlines()]


def try_form(form: dict[str, Any]) -> str:
    """Return what is wrong with the output of a form; empty where it passes."""
    with TemporaryDirectory() as place:
        here = Path(place)
        project = json.loads((FOLDER / "project.json").read_text("utf-8"))
        for name, text in (project | form["files"]).items():
            (here / name).parent.mkdir(parents=True, exist_ok=True)
            (here / name).write_text(text, encoding="utf-8")
        with chdir(here):
            result = CliRunner().invoke(citevet, form["args"])
    refused = isinstance(result.exception, CitevetError)
    output = f"{result.output}\n{result.exception if refused else ''}"
    lost = [shown for shown in form["shows"] if not re.search(shown, output)]
    wrong = [hidden for hidden in form["hides"] if re.search(hidden, output)]
    code = _USAGE if refused else result.exit_code
    if form["exit"] is not None and code != form["exit"]:
        wrong.append(f"exit code {code}")
    return "; ".join([*(f"no {each}" for each in lost), *wrong])


def main() -> int:
    """Print the table of behaviours, and fail below the floor."""
    tried: Counter[tuple[str, str]] = Counter()
    passed: Counter[tuple[str, str]] = Counter()
    for form in read_forms():
        row = form["system"], form["behaviour"]
        tried[row] += 1
        if fault := try_form(form):
            text = next(iter(form["files"].values()), "")
            sys.stdout.write(f"{' '.join(row)}: {text[:80]!r}: {fault}\n")
        else:
            passed[row] += 1
    lines = [
        f"{system} {behaviour:50} {passed[system, behaviour]:3} of {tried[system, behaviour]}"
        for system, behaviour in tried
    ]
    sys.stdout.write("\n".join([*lines, f"all {passed.total()} of {tried.total()}"]) + "\n")
    return 0 if passed.total() >= LEAST * tried.total() else 1


if __name__ == "__main__":
    sys.exit(main())
