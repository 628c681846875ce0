"""Read tables: rows of packaged files, with tabs between their fields, and lists of words in the code."""

from collections.abc import Iterable, Iterator
from pathlib import Path


def read_rows(table: Path) -> Iterator[list[str]]:
    """Yield the fields of each row; empty lines and those that start with # are left out."""
    for line in table.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def read_words(words: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(words.split())


def read_pairs(pairs: str) -> dict[str, str]:
    """Return what the left words stand for: `kilo=k mega=M`."""
    return dict(pair.split("=") for pair in pairs.split())


def longest_first(words: Iterable[str]) -> list[str]:
    """Return words for a pattern, which takes the first that fits, in the same order in every process."""
    return sorted(words, key=lambda word: (-len(word), word))
