"""The pages of one source: sections, key quotes, and every citation of it with its place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from citevet.model import Entry, KeyQuote
from citevet.report.corpus.table import cut, table
from citevet.report.phrase import count
from citevet.report.visible import one_line, visible

_QUOTE = 90  # columns
_MARKS = {True: "✓", False: "✗", None: "·"}


@dataclass(frozen=True, slots=True)
class Compared:
    """A key quote, and whether it stands where the entry says."""

    quote: KeyQuote
    is_there: bool | None  # none: nobody could look
    said: str  # "on p. 4", "on p. 7, not on p. 4", "not checked: no text"


@dataclass(frozen=True, slots=True)
class Pinned:
    """A citation of the source in a document, and whether its page and section hold."""

    path: str
    line: int
    column: int
    text: str
    page: str | None
    section: str | None
    holds: bool | None  # none: it names no place, or nobody could look
    said: str


@dataclass(frozen=True, slots=True)
class PagesOf:
    """What is known of the pages of one source."""

    entry: Entry
    text_pages: int  # pages with words on them
    why_no_text: str  # "" when there is text
    quotes: tuple[Compared, ...]
    citations: tuple[Pinned, ...]
    documents: int  # that were looked at for citations

    @property
    def holds(self) -> bool:
        """Whether nothing that could be looked at is wrong."""
        return all(found.is_there is not False for found in self.quotes) and all(
            cited.holds is not False for cited in self.citations
        )


def render(pages: PagesOf) -> str:
    """Return the pages, sections, quotes and citations."""
    return "".join(f"{line}\n" for line in _lines(pages))


def _lines(pages: PagesOf) -> Iterator[str]:
    entry = pages.entry
    yield f"{visible(entry.id)}  {one_line(entry.title or 'no title')}"
    yield f"  {_count(pages)}"
    if entry.sections:
        yield from ("", "Sections")
        rows = [(one_line(part.name), _range(part.first, part.last)) for part in entry.sections]
        yield from (f"  {line}" for line in table(rows))
    if pages.quotes:
        yield from ("", *_quotes(pages.quotes))
    yield from ("", f"Citations in {count(pages.documents, 'document')}")
    yield from (f"  {line}" for line in _citations(pages.citations))


def _count(pages: PagesOf) -> str:
    entry = pages.entry
    total = count(entry.pages, "page") if entry.pages else "the number of pages is not known"
    printed = f", printed {runs(entry.labels)}" if entry.labels else ""
    where = visible(entry.file) if entry.file else "no file"
    without = f"; {pages.why_no_text}" if pages.why_no_text else ""
    return f"{total}{printed} ({where}){without}"


def runs(labels: Sequence[str]) -> str:
    """Return printed numbers in short: i–xii, 1–230."""
    found: list[list[str]] = []
    for label in labels:
        if found and _follows(found[-1][-1], label):
            found[-1].append(label)
        else:
            found.append([label])
    parts = [visible(run[0]) if len(run) == 1 else f"{visible(run[0])}–{visible(run[-1])}" for run in found]
    return ", ".join([*parts[:_RUNS], *(["…"] if len(parts) > _RUNS else [])])


_RUNS = 6


def _follows(one: str, other: str) -> bool:
    if one.isdecimal() and other.isdecimal():
        return int(other) == int(one) + 1
    return one.isalpha() and other.isalpha() and set(one.lower()) | set(other.lower()) <= set("ivxlcdm")


def _range(first: int, last: int) -> str:
    return f"p. {first}" if first == last else f"pp. {first}–{last}"


def _quotes(quotes: Sequence[Compared]) -> Iterator[str]:
    """Tell each quote; what holds for all of them, once."""
    reasons = {found.said for found in quotes}
    unchecked = len(reasons) == 1 and all(found.is_there is None for found in quotes)
    yield f"Key quotes, {one_line(quotes[0].said)}" if unchecked else "Key quotes"
    for found in quotes:
        yield f"  {_MARKS[found.is_there]} “{cut(one_line(found.quote.text), _QUOTE)}”"
        state = _state(found.quote)
        yield f"    {one_line(state if unchecked else f'{found.said}; {state}')}"


def _state(quote: KeyQuote) -> str:
    by = " ".join(part for part in (f"by {quote.validator}" if quote.validator else "", quote.date or "") if part)
    page = f"p. {quote.page}, " if quote.page else ""
    return f"{page}{f'validated {by}'.rstrip() if quote.validated else 'not validated'}"


def _citations(citations: Sequence[Pinned]) -> Iterator[str]:
    if not citations:
        yield "none"
        return
    rows = [
        (_MARKS[cited.holds], f"{visible(cited.path)}:{cited.line}:{cited.column}", one_line(cited.text), cited.said)
        for cited in citations
    ]
    yield from table([(*row[:3], one_line(row[3])) for row in rows])


def shape(pages: PagesOf) -> dict[str, Any]:
    """Return the same for programs."""
    entry = pages.entry
    return {
        "version": 1,
        "id": entry.id,
        "title": entry.title,
        "path": entry.path,
        "file": entry.file,
        "pages": entry.pages,
        "labels": list(entry.labels),
        "text_pages": pages.text_pages,
        "why_no_text": pages.why_no_text or None,
        "sections": [{"name": part.name, "first": part.first, "last": part.last} for part in entry.sections],
        "quotes": [_quote_shape(found) for found in pages.quotes],
        "documents": pages.documents,
        "citations": [_citation_shape(cited) for cited in pages.citations],
    }


def _quote_shape(found: Compared) -> dict[str, Any]:
    quote = found.quote
    return {
        "text": quote.text,
        "page": quote.page,
        "section": quote.section,
        "validated": quote.validated,
        "date": quote.date,
        "validator": quote.validator,
        "found": found.is_there,
        "said": found.said,
    }


def _citation_shape(cited: Pinned) -> dict[str, Any]:
    return {
        "path": cited.path,
        "line": cited.line,
        "column": cited.column,
        "text": cited.text,
        "page": cited.page,
        "section": cited.section,
        "holds": cited.holds,
        "said": cited.said,
    }
