"""Print docs/limits.md from the limits in the source: `python docs/limits.py`."""  # noqa: INP001 - not a package

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from citevet import limits

_LINE = re.compile(r"(?P<name>[A-Z_]+) = .*?  # (?P<what>.*)")
_HEAD = """# Limits

Input may be hostile. What exceeds one of these limits is reported as unread, "too large or too complex", with exit
code 2; the other files are audited. `make torture` runs the command on hostile projects and mutated files.

This page is generated from `src/citevet/limits.py`.
"""


def lines(source: str) -> Iterator[str]:
    """Yield the page line by line: a heading for each comment, and a table of the limits below it."""
    yield from _HEAD.splitlines()
    for line in source.splitlines():
        found = _LINE.fullmatch(line)
        if found:
            value = getattr(limits, found["name"])
            yield f"| `{found['name']}` | {value:,.0f} | {found['what']} |"
        elif line.startswith("# "):
            yield from ("", f"## {line[2:]}", "", "| limit | value | what |", "|---|---|---|")


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines(Path(limits.__file__).read_text("utf-8"))) + "\n")
