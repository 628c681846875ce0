"""Read the tables that are packaged as files: rows of fields with tabs between them, and lines of comment."""

from collections.abc import Iterator
from pathlib import Path


def read_rows(table: Path) -> Iterator[list[str]]:
    """Yield the fields of each row; empty lines and those that start with # are left out."""
    for line in table.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")
