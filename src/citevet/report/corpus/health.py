"""The state of the corpus: `corpus health`, and the citations missing from it: `corpus check`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, starmap
from typing import Any

from citevet.model import Document, Entry, Finding, Severity, Unread
from citevet.records import dataclass
from citevet.report.findings import SEVERITY_SIGNS, format_count
from citevet.report.json import pick, unread_to_dict
from citevet.report.safe_text import format_table, join_lines, shorten, show_controls, to_line

_SHOWN = 20  # of a kind; the rest is counted, and JSON has them all
_IDS = 8  # on a line
_CITATION = 100  # columns of a citation outside the corpus


@dataclass(frozen=True, slots=True)
class EntryRemark:
    """A finding on an entry."""

    id: str  # of the entry; "" if unreadable
    document: Document
    finding: Finding

    @property
    def line(self) -> int:
        """The line of the entry."""
        return self.document.line_range(self.finding.span).line

    @property
    def is_fault(self) -> bool:
        """Whether it is more than a hint."""
        return self.finding.severity >= Severity.WARNING


@dataclass(frozen=True, slots=True)
class OpenItem:
    """A line of a to-do list or open question in the corpus."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class CorpusHealth:
    """The state of the whole corpus."""

    entries: int
    with_file: int
    assessed: int
    sidecars: int
    remarks: tuple[EntryRemark, ...] = ()
    orphans: tuple[str, ...] = ()  # files that belong to no entry
    uncited: tuple[str, ...] = ()  # ids that no document cites
    documents: int = 0  # that were searched for citations
    gaps: tuple[OpenItem, ...] = ()
    notes: tuple[str, ...] = ()  # on the index, a sentence each
    unread: tuple[str, ...] = ()  # entries that could not be read, and why
    mute: tuple[str, ...] = ()  # files without readable text, and why
    duplicates: tuple[tuple[Entry, ...], ...] = ()  # entries that are one work, the one to keep first
    wanted: tuple[Entry, ...] = ()  # that a document cites, and whose text the corpus does not have

    @property
    def is_healthy(self) -> bool:
        """Whether there are no faults; remarks and open items do not count."""
        return not self.unread and not self.orphans and not any(remark.is_fault for remark in self.remarks)


@join_lines
def render_health(health: CorpusHealth, *, brief: bool = False) -> Iterator[str]:
    """Return counts, faults and the verdict; with `brief` only the counts and the verdict."""
    yield from _count_lines(health)
    if not brief:
        for title, lines in _list_sections(health):
            if lines:
                yield from ("", title, *(f"  {line}" for line in _limit_lines(lines)))
    yield ""
    yield _format_health(health)


def render_health_page(health: CorpusHealth, day: str) -> str:
    """Return the report as a Markdown page."""
    fence = "`" * 12  # longer than any fence in a path or an open item
    return f"# Corpus health, {day}\n\n{fence}text\n{render_health(health)}{fence}\n"


def _count_lines(health: CorpusHealth) -> Iterator[str]:
    without = health.entries - health.with_file
    yield f"{format_count(health.entries, 'source')}: {health.with_file} with a file, {without} without"
    sidecars = format_count(health.sidecars, "sidecar")
    yield f"{health.assessed} assessed, {health.entries - health.assessed} not; {sidecars}"


def _list_sections(health: CorpusHealth) -> Iterator[tuple[str, list[str]]]:
    # Errors come first, because long lists are cut; otherwise in the order of the files.
    faults = sorted((each for each in health.remarks if each.is_fault), key=lambda each: -each.finding.severity)
    yield "Faults", _format_remarks(faults)
    yield "Not read", [to_line(message) for message in health.unread]
    yield "Files without an entry", [show_controls(path) for path in health.orphans]
    yield "Files without readable text (quotations cannot be checked)", [to_line(said) for said in health.mute]
    yield "One work in several entries (the first has most; the command merges them)", _duplicate_lines(health)
    yield "Cited, but their text is missing (citevet corpus add FILE --to KEY)", list(map(_name_entry, health.wanted))
    yield "Remarks", _format_remarks([each for each in health.remarks if not each.is_fault])
    ids = [show_controls(each) for each in health.uncited]
    uncited = [", ".join(ids[start : start + _IDS]) for start in range(0, len(ids), _IDS)]
    yield f"Not cited in {format_count(health.documents, 'document')}", uncited
    yield "Open items", [f"{show_controls(gap.path)}:{gap.line}  {to_line(gap.text)}" for gap in health.gaps]
    yield "Index", [to_line(note) for note in health.notes]


def _name_entry(entry: Entry) -> str:
    key = entry.keys[0] if entry.keys else entry.id
    return f"{to_line(key)}  {shorten(to_line(entry.title or 'no title'), _CITATION)}"


def _duplicate_lines(health: CorpusHealth) -> list[str]:
    lines: list[str] = []
    for group in health.duplicates:
        lines.append(shorten(to_line(group[0].title or "no title"), _CITATION))
        lines.append(f"  citevet corpus merge {' '.join(show_controls(entry.id) for entry in group)}")
    return lines


def _format_remarks(remarks: Sequence[EntryRemark]) -> list[str]:
    rows = [
        (
            SEVERITY_SIGNS[each.finding.severity],
            f"{show_controls(each.document.path)}:{each.line}",
            f"{each.finding.code} {each.finding.name}",
            to_line(each.finding.message),
        )
        for each in remarks
    ]
    return list(format_table(rows)) if rows else []


def _limit_lines(lines: Sequence[str]) -> Iterable[str]:
    rest = len(lines) - _SHOWN
    return [*lines[:_SHOWN], f"… and {rest} more"] if rest > 0 else lines


def _format_health(health: CorpusHealth) -> str:
    levels = Counter(remark.finding.severity for remark in health.remarks)
    named = [
        format_count(levels[Severity.ERROR], "error") if levels[Severity.ERROR] else "",
        format_count(levels[Severity.WARNING], "warning") if levels[Severity.WARNING] else "",
        f"{format_count(len(health.orphans), 'file')} without an entry" if health.orphans else "",
        f"{len(health.unread)} not read" if health.unread else "",
        f"{len(health.mute)} without text" if health.mute else "",
        f"{format_count(len(health.duplicates), 'work')} in several entries" if health.duplicates else "",
        f"{format_count(len(health.wanted), 'cited work')} without text" if health.wanted else "",
        format_count(levels[Severity.INFO], "remark") if levels[Severity.INFO] else "",
        format_count(len(health.gaps), "open item") if health.gaps else "",
    ]
    said = ", ".join(filter(None, named))
    word = "healthy" if health.is_healthy else "NOT HEALTHY"
    return f"{word}  {said}" if said else word


def health_to_dict(health: CorpusHealth) -> dict[str, Any]:
    """Return the state for JSON."""
    return {
        "version": 1,
        "healthy": health.is_healthy,
        **pick(health, "entries", "with_file"),
        "notes_only": health.entries - health.with_file,
        **pick(health, "assessed", "sidecars", "documents"),
        "faults": [_remark_to_dict(remark) for remark in health.remarks],
        **pick(health, "orphans", "uncited"),
        "gaps": [pick(gap, "path", "line", "text") for gap in health.gaps],
        **pick(health, "notes", "unread"),
        "without_text": health.mute,
        "duplicates": [[entry.id for entry in group] for group in health.duplicates],
        "cited_without_text": [entry.id for entry in health.wanted],
    }


def _remark_to_dict(remark: EntryRemark) -> dict[str, Any]:
    finding = remark.finding
    place = {"id": remark.id, "path": remark.document.path, "line": remark.line}
    return {**place, **pick(finding, "code", "name"), "severity": str(finding.severity), "message": finding.message}


@dataclass(frozen=True, slots=True)
class OutsideCitation:
    """A link, DOI, number, author-year, law … that names a work outside the corpus."""

    path: str
    line: int
    column: int
    kind: str
    text: str  # from the document
    reference: str  # its entry in the document's own list; "" without one


@dataclass(frozen=True, slots=True)
class MissingCitations:
    """The result of `corpus check`."""

    found: tuple[tuple[Document, Finding], ...]  # citations without exactly one source in the corpus
    outside: tuple[OutsideCitation, ...]
    suppressed: int
    citations: int  # that were looked up in the corpus
    documents: int
    unread: tuple[Unread, ...] = ()


@join_lines
def render_missing(missing: MissingCitations) -> Iterator[str]:
    """Return the citations by document, and a line with the totals."""
    rows = sorted([*starmap(_missing_row, missing.found), *map(_outside_row, missing.outside)])
    for path, group in groupby(rows, key=lambda row: row[0]):
        yield show_controls(path)
        cells = [(f"{line}:{column}", what, said) for _, line, column, what, said in group]
        yield from (f"  {line}" for line in format_table(cells))
        yield ""
    yield _format_missing(missing)


def _missing_row(document: Document, finding: Finding) -> tuple[str, int, int, str, str]:
    place = document.lines.position(finding.span.start)
    return document.path, *place, f"{finding.code} {finding.name}", to_line(finding.message)


def _outside_row(citation: OutsideCitation) -> tuple[str, int, int, str, str]:
    shown = shorten(to_line(citation.reference or citation.text), _CITATION)
    return citation.path, citation.line, citation.column, citation.kind, shown


def _format_missing(missing: MissingCitations) -> str:
    checked = f"{format_count(missing.citations, 'corpus citation')} in {format_count(missing.documents, 'document')}"
    result = f"{len(missing.found)} not in the corpus" if missing.found else "all in the corpus"
    outside = f"; {format_count(len(missing.outside), 'citation')} of other works" if missing.outside else ""
    suppressed = f"; {missing.suppressed} suppressed" if missing.suppressed else ""
    return (f"{checked}: {result}" if missing.citations else checked) + outside + suppressed


def missing_to_dict(missing: MissingCitations) -> dict[str, Any]:
    """Return the citations for JSON."""
    return {
        "version": 1,
        **pick(missing, "documents", "citations", "suppressed"),
        "unread": list(map(unread_to_dict, missing.unread)),
        "missing": [
            {
                "path": document.path,
                **pick(document.line_range(finding.span), "line", "column"),
                **pick(finding, "code", "name"),
                "text": document.slice(finding.span),
                "message": finding.message,
            }
            for document, finding in missing.found
        ],
        "outside": [
            {**pick(citation, "path", "line", "column", "kind", "text"), "reference": citation.reference or None}
            for citation in missing.outside
        ],
    }
