"""The pages of one source with its sections, key quotes and citations: `corpus pages`."""

from collections.abc import Iterator, Sequence
from typing import Any

from citevet.model import Entry, KeyQuote
from citevet.records import dataclass
from citevet.report.findings import format_count
from citevet.report.json import pick
from citevet.report.safe_text import format_table, join_lines, shorten, show_controls, to_line

_QUOTE = 90  # columns
_RUNS = 6  # ranges of page numbers that are shown
_MARKS = {True: "✓", False: "✗", None: "·"}


@dataclass(frozen=True, slots=True)
class ComparedQuote:
    """A key quote, and whether it is on its page in the source."""

    quote: KeyQuote
    is_there: bool | None  # none: not checked
    said: str  # "on p. 4", "on p. 7, not on p. 4", "not checked: no text"


@dataclass(frozen=True, slots=True)
class PageCitation:
    """A citation of the source in a document, and whether its page and section are right."""

    path: str
    line: int
    column: int
    text: str
    page: str | None
    section: str | None
    holds: bool | None  # none: it names no place, or could not be checked
    said: str


@dataclass(frozen=True, slots=True)
class SourcePages:
    """The pages of one source."""

    entry: Entry
    text_pages: int  # pages with words on them
    why_no_text: str  # "" when there is text
    quotes: tuple[ComparedQuote, ...]
    citations: tuple[PageCitation, ...]
    documents: int  # that were searched for citations

    @property
    def holds(self) -> bool:
        """Whether no checked quote or citation is wrong."""
        return all(found.is_there is not False for found in self.quotes) and all(
            cited.holds is not False for cited in self.citations
        )


@join_lines
def render_pages(pages: SourcePages) -> Iterator[str]:
    """Return the pages, sections, quotes and citations."""
    entry = pages.entry
    yield f"{show_controls(entry.id)}  {to_line(entry.title or 'no title')}"
    yield f"  {_format_total(pages)}"
    if entry.sections:
        yield from ("", "Sections")
        ranges = [
            f"p. {each.first}" if each.first == each.last else f"pp. {each.first}–{each.last}"
            for each in entry.sections
        ]
        rows = [(to_line(each.name), range_) for each, range_ in zip(entry.sections, ranges, strict=True)]
        yield from (f"  {line}" for line in format_table(rows))
    if pages.quotes:
        yield from ("", *_quote_lines(pages.quotes))
    yield from ("", f"Citations in {format_count(pages.documents, 'document')}")
    yield from (f"  {line}" for line in _citation_lines(pages.citations))


def _format_total(pages: SourcePages) -> str:
    entry = pages.entry
    total = format_count(entry.pages, "page") if entry.pages else "page count unknown"
    printed = f", printed {format_labels(entry.labels)}" if entry.labels else ""
    where = show_controls(entry.file) if entry.file else "no file"
    without = f"; {pages.why_no_text}" if pages.why_no_text else ""
    return f"{total}{printed} ({where}){without}"


def format_labels(labels: Sequence[str]) -> str:
    """Abbreviate printed page numbers: i–xii, 1–230."""
    found: list[list[str]] = []
    for label in labels:
        if found and _follows(found[-1][-1], label):
            found[-1].append(label)
        else:
            found.append([label])
    parts = [
        show_controls(run[0]) if len(run) == 1 else f"{show_controls(run[0])}–{show_controls(run[-1])}" for run in found
    ]
    return ", ".join([*parts[:_RUNS], *(["…"] if len(parts) > _RUNS else [])])


def _follows(one: str, other: str) -> bool:
    if one.isdecimal() and other.isdecimal():
        return int(other) == int(one) + 1
    return one.isalpha() and other.isalpha() and set(one.lower()) | set(other.lower()) <= set("ivxlcdm")


def _quote_lines(quotes: Sequence[ComparedQuote]) -> Iterator[str]:
    """Yield each quote with its result; a result shared by all is in the heading."""
    reasons = {found.said for found in quotes}
    unchecked = len(reasons) == 1 and all(found.is_there is None for found in quotes)
    yield f"Key quotes, {to_line(quotes[0].said)}" if unchecked else "Key quotes"
    for found in quotes:
        yield f"  {_MARKS[found.is_there]} “{shorten(to_line(found.quote.text), _QUOTE)}”"
        state = _format_state(found.quote)
        yield f"    {to_line(state if unchecked else f'{found.said}; {state}')}"


def _format_state(quote: KeyQuote) -> str:
    by = " ".join(part for part in (f"by {quote.validator}" if quote.validator else "", quote.date or "") if part)
    page = f"p. {quote.page}, " if quote.page else ""
    return f"{page}{f'validated {by}'.rstrip() if quote.validated else 'not validated'}"


def _citation_lines(citations: Sequence[PageCitation]) -> Iterator[str]:
    if not citations:
        yield "none"
        return
    rows = [
        (
            _MARKS[cited.holds],
            f"{show_controls(cited.path)}:{cited.line}:{cited.column}",
            to_line(cited.text),
            to_line(cited.said),
        )
        for cited in citations
    ]
    yield from format_table(rows)


def pages_to_dict(pages: SourcePages) -> dict[str, Any]:
    """Return the pages for JSON."""
    entry = pages.entry
    return {
        "version": 1,
        **pick(entry, "id", "title", "path", "file", "pages", "labels"),
        "text_pages": pages.text_pages,
        "why_no_text": pages.why_no_text or None,
        "sections": [pick(section, "name", "first", "last") for section in entry.sections],
        "quotes": [_quote_to_dict(found) for found in pages.quotes],
        "documents": pages.documents,
        "citations": [
            pick(cited, "path", "line", "column", "text", "page", "section", "holds", "said")
            for cited in pages.citations
        ],
    }


def _quote_to_dict(found: ComparedQuote) -> dict[str, Any]:
    fields = pick(found.quote, "text", "page", "section", "validated", "date", "validator")
    return {**fields, "found": found.is_there, "said": found.said}
