"""A document from stdin, under the name that was given for it."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from citevet.config import config
from citevet.errors import TooLarge
from citevet.jobs.audit_file import shown_path
from citevet.jobs.beside import beside
from citevet.jobs.check import Target
from citevet.model import Document
from citevet.read import parse
from citevet.read.open_file import MAX_BYTES
from citevet.world.real_path import real

_NAMELESS = "stdin.md"  # in the folder that people stand in


def from_stdin(paths: Iterable[Path], name: str | None, flags: Mapping[str, Any]) -> list[Target]:
    """Replace `-` by the document on stdin and what it names; its own name tells its kind and its folder."""
    return [target for path in paths for target in ([path] if path != Path("-") else stdin_documents(name, flags))]


def stdin_documents(name: str | None, flags: Mapping[str, Any]) -> Sequence[Document]:
    """Read stdin as if it were the file of that name, with the bibliography and the parts that it names."""
    shown = shown_path(Path(name or _NAMELESS))
    settings = config(real(Path(shown)).parent, flags)
    return beside(stdin_document(shown, max_bytes=settings.max_bytes), flags)


def stdin_document(name: str = _NAMELESS, *, max_bytes: int = MAX_BYTES) -> Document:
    """Read stdin to its end, within bounds."""
    data = sys.stdin.buffer.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise TooLarge(f"more than {max_bytes:,} bytes", to="stdin", advice="Raise --max-bytes, or split it.")
    return parse(data, name)
