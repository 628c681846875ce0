"""A file as it is now: its hash and its lines, or why it was not opened."""

import os
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

Refusal = Literal["unreadable", "too-large"]

LARGEST = 64 * 1024 * 1024  # bytes; the bound that documents have too
# A pipe that took the place of a file must not hold us up, nor a link lead us on. Windows knows neither flag.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a citation of a file is compared with."""

    sha256: str
    lines: int  # how many; LF, CRLF and CR end one


def snapshot(file: Path) -> Snapshot | Refusal:
    """Read a file once and keep its hash and the count of its lines."""
    data = content(file)
    return data if isinstance(data, str) else Snapshot(sha256(data).hexdigest(), _lines(data))


def content(file: Path, largest: int = LARGEST) -> bytes | Refusal:
    """Return the bytes of a regular file within the bound."""
    try:
        with open(os.open(file, _FLAGS), "rb") as stream:  # noqa: PTH123 - pathlib opens no descriptor
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode):
                return "unreadable"
            data = stream.read(largest + 1) if status.st_size <= largest else b""
    except (OSError, ValueError):
        return "unreadable"
    return "too-large" if status.st_size > largest or len(data) > largest else data


def _lines(data: bytes) -> int:
    ends = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    return ends + (not data.endswith((b"\n", b"\r")) and bool(data))
