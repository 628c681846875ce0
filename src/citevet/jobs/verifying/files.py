"""Sources and claims from files, of every kind that we read."""

import json
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from re import compile as pattern

from citevet.errors import Damaged, ReadError
from citevet.extract.verbs import verbs
from citevet.library.words import BETWEEN, MARKED, block_lines, line_starts, pages
from citevet.model import Document
from citevet.read import parse, read
from citevet.read.open_file import load
from citevet.report.verified import Given, Place

_HEADING = pattern(r"#{1,6}(?:\s++|\Z)")
_ITEM = pattern(r"(?:(?:[-*+•‣◦]|\(?\d{1,3}[.)])(?:\s++|\Z)(?:\[[ xX]\]\s++)?+)?+")


def source_file(path: Path) -> Given:
    """Read a source: its words without markup, pages parted by form feeds, under the path that was named."""
    document = read(path)
    if document.format in MARKED:
        return _marked(document, path)
    text = "\f".join(page.text for page in pages(document))
    return Given(text, path.as_posix(), _title(document), lines=_lines(document))


def _marked(document: Document, path: Path) -> Given:
    """Return a source of which each block is one line, with where the lines of the file begin in it."""
    found = list(block_lines(document))
    ends = list(accumulate((len(words) + len(BETWEEN) for words, _ in found), initial=0))
    places = [
        (end + offset, line)
        for end, (words, block) in zip(ends, found, strict=False)
        for offset, line in line_starts(document, block, words)
    ]
    text = BETWEEN.join(words for words, _ in found)
    lines, starts = [line for _, line in places], [start for start, _ in places]
    return Given(text, path.as_posix(), _title(document), lines=lines, starts=starts)


def _lines(document: Document) -> Sequence[int | str]:
    """Return how people call each line of a text that is the file's own; of one in paragraphs or pages, those."""
    if not document.places:
        return range(1, document.text.count("\n") + 2)
    return [document.place(start) or "" for start in document.lines.starts]


def claims_file(path: Path) -> list[tuple[str, Place | None]]:
    """Read claims: a JSON list of strings, or one on each line without the mark of a list; blank lines are none."""
    data = load(path)
    if path.suffix.lower() == ".json":
        return [(claim, None) for claim in _listed(data, path)]
    document = _plain(data, path)
    lines = (document.lines.span(number, document.text) for number in range(1, len(document.lines) + 1))
    found = ((_claim(document.slice(line)), line.start) for line in lines)
    return [(said, Place(path.as_posix(), *document.lines.position(start))) for said, start in found if said]


def _plain(data: bytes, path: Path) -> Document:
    """Read a file as plain text, whatever its ending; what cannot be read goes by its own name."""
    try:
        return parse(data, f"{path.as_posix()}.txt")
    except ReadError as error:
        raise type(error)(error.what, to=path.as_posix(), advice=error.advice) from error


def _claim(line: str) -> str:
    """Return what a line claims: a heading is none, unless it says something."""
    words = line.strip()
    heading = _HEADING.match(words)
    words = words[heading.end() :] if heading else words
    words = words[_ITEM.match(words).end() :]  # type: ignore[union-attr]  # it matches the empty string
    return "" if heading and not (verbs(words) or words.endswith((".", "!", "?", "。"))) else words


def _listed(data: bytes, path: Path) -> list[str]:
    try:
        claims = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Damaged(
            "is no JSON", to=path.as_posix(), advice="Write a list of strings, or one claim a line."
        ) from error
    if not isinstance(claims, list) or not all(isinstance(claim, str) for claim in claims):
        raise Damaged("is no list of strings", to=path.as_posix(), advice="Write a list of strings, or a claim a line.")
    return claims


def _title(document: Document) -> str:
    title = document.metadata.get("title")
    return title if isinstance(title, str) else ""
