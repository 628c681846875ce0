"""Claims and sources for `verify` that are in files."""

import json
import re
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

from citevet.corpus.document_text import BLOCK_SEPARATOR, MARKUP_FORMATS, block_lines, line_starts, split_pages
from citevet.errors import Damaged, ReadError, UsageError
from citevet.jobs.verify_inputs import SplitText
from citevet.model import Document
from citevet.model.document import BIBLIOGRAPHIES
from citevet.model.verification import ClaimPlace, SourceText
from citevet.read import parse, read
from citevet.read.files import load_file
from citevet.text.verbs import find_verbs

_HEADING = re.compile(r"#{1,6}(?:\s++|\Z)")
_ITEM = re.compile(r"(?:(?:[-*+•‣◦]|\(?\d{1,3}[.)])(?:\s++|\Z)(?:\[[ xX]\]\s++)?+)?+")


def read_given_file(path: Path) -> Document:
    """Read a file that was named; a PDF without text is an error that says what to do."""
    return _require_text(read(path), path)


def _require_text(document: Document, path: Path) -> Document:
    if unread := document.metadata.get("unread"):
        raise ReadError(unread, to=path.as_posix())
    return document


def read_source_file(path: Path) -> SourceText:
    """Read a source: its words without markup, pages parted by form feeds, under the path that was named."""
    return _make_source(read_given_file(path), path)


def read_source_data(data: bytes, name: str) -> SourceText:
    """Likewise a file whose bytes were sent."""
    return _make_source(_require_text(parse(data, name), Path(name)), Path(name))


def _make_source(document: Document, path: Path) -> SourceText:
    if document.format in BIBLIOGRAPHIES and document.marks:  # a title in it would support the claim that it repeats
        what, advice = "a bibliography only lists works", "Give the works themselves, as PDF, HTML or text."
        raise UsageError(what, to=path.as_posix(), advice=advice)
    if document.format in MARKUP_FORMATS:
        return _read_marked(document, path)
    text = "\f".join(page.text for page in split_pages(document))
    return SourceText(text, path.as_posix(), _find_title(document), lines=_name_lines(document))


def _read_marked(document: Document, path: Path) -> SourceText:
    """Return a source of which each block is one line, with where the lines of the file begin in it."""
    found = list(block_lines(document))
    ends = list(accumulate((len(words) + len(BLOCK_SEPARATOR) for words, _ in found), initial=0))
    places = [
        (end + offset, line)
        for end, (words, block) in zip(ends, found, strict=False)
        for offset, line in line_starts(document, block, words)
    ]
    text = BLOCK_SEPARATOR.join(words for words, _ in found)
    lines, starts = [line for _, line in places], [start for start, _ in places]
    return SourceText(text, path.as_posix(), _find_title(document), lines=lines, starts=starts)


def _name_lines(document: Document) -> Sequence[int | str]:
    """Return how people call each line of a text that is the file's own; of one in paragraphs or pages, those."""
    if not document.places:
        return range(1, document.text.count("\n") + 2)
    return [document.place(start) or "" for start in document.lines.starts]


def read_claims_file(path: Path) -> SplitText:
    """Read claims: a JSON list of strings, or one on each line without the mark of a list; blank lines are none."""
    data = load_file(path)
    if path.suffix.lower() == ".json":
        claims = _parse_list(data, path)
        return SplitText(tuple(claims), (None,) * len(claims))
    document = _read_plain(data, path)
    lines = (document.lines.span(number, document.text) for number in range(1, len(document.lines) + 1))
    found = [(said, line.start) for line in lines if (said := _clean_line(document.slice(line)))]
    places = (ClaimPlace(path.as_posix(), *document.lines.position(start)) for _, start in found)
    return SplitText(tuple(said for said, _ in found), tuple(places))


def _read_plain(data: bytes, path: Path) -> Document:
    """Read a file as plain text, whatever its ending; what cannot be read goes by its own name."""
    try:
        return parse(data, f"{path.as_posix()}.txt")
    except ReadError as error:
        raise type(error)(error.what, to=path.as_posix(), advice=error.advice) from error


def _clean_line(line: str) -> str:
    """Return what a line claims: a heading is none, unless it says something."""
    words = line.strip()
    heading = _HEADING.match(words)
    words = words[heading.end() :] if heading else words
    words = words[_ITEM.match(words).end() :]  # type: ignore[union-attr]  # it matches the empty string
    return "" if heading and not (find_verbs(words) or words.endswith((".", "!", "?", "。"))) else words


def _parse_list(data: bytes, path: Path) -> list[str]:
    try:
        claims = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Damaged(
            "is not JSON", to=path.as_posix(), advice="Write a list of strings, or one claim a line."
        ) from error
    if not isinstance(claims, list) or not all(isinstance(claim, str) for claim in claims):
        raise Damaged(
            "is not a list of strings", to=path.as_posix(), advice="Write a list of strings, or a claim a line."
        )
    return claims


def _find_title(document: Document) -> str:
    title = document.metadata.get("title")
    return title if isinstance(title, str) else ""
