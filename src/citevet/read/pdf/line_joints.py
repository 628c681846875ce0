"""Joints between two lines of a paragraph: hyphenated words, broken addresses, and scripts without spaces."""

import re
from collections.abc import Iterator

from citevet.read.pdf.glyphs import HYPHENS

_COMPOUND = re.compile(r"(?<![^\W\d_])[^\W\d_]+-[^\W\d_]+")
_HEAD = re.compile(r"[^\W\d_]+$")
_TAIL = re.compile(r"[^\W\d_]+")
_OPEN_ADDRESS = re.compile(r"(?:https?://|www\.|doi:|10\.\d{4,9}/)\S*[/_=&?#%-]$")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff01-\uff60]")


def find_compounds(text: str) -> Iterator[str]:
    """Yield the words that are written with a hyphen inside a line, in small letters."""
    return (found.lower() for found in _COMPOUND.findall(text))


def join_words(text: str, after: str, compounds: frozenset[str]) -> tuple[str, str]:
    """Return the text without its hyphenation, and the separator before the next line."""
    marked = text[-1:] in HYPHENS
    if not marked and text[-1:] not in "-‐":
        address = _OPEN_ADDRESS.search(text[-300:])
        tight = address or (_HAN.match(text[-1:]) and _HAN.match(after))
        return text, "" if tight else " "
    stem = text[:-1]
    head, tail = _HEAD.search(stem[-60:]), _TAIL.match(after)
    whole = head and tail and f"{head[0]}-{tail[0]}".lower() in compounds
    in_address = "/" in stem[-60:].rpartition(" ")[2]
    if head and tail and after[0].islower() and not whole and not in_address:
        return stem, ""
    if not marked and stem[-1:].isspace():
        return text, " "
    return stem + "-", ""
