"""A document from stdin, under the name that was given for it."""

import sys
from collections.abc import Iterable
from pathlib import Path

from citevet.errors import TooLarge
from citevet.jobs.check import Target
from citevet.model import Document
from citevet.read import parse
from citevet.read.open_file import MAX_BYTES


def from_stdin(paths: Iterable[Path], name: str | None = None) -> list[Target]:
    """Replace `-` by the document on stdin; the ending of its name tells its kind."""
    return [stdin_document(name) if path == Path("-") else path for path in paths]


def stdin_document(name: str | None = None) -> Document:
    """Read stdin to its end, within bounds."""
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise TooLarge(f"more than {MAX_BYTES // 1_048_576} MB", to="stdin", advice="Save it to a file and split it.")
    return parse(data, name or "stdin.md")
