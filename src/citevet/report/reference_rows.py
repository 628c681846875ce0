"""Make the rows of an editor's table, from an audit or from what became of each entry, and the totals of each paper."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from citevet.model import (
    LAW,
    REFERENCE_FIELDS,
    Audit,
    Citation,
    Document,
    Judgement,
    Record,
    Reference,
    Resolution,
    Source,
)
from citevet.model.references import REFERENCE_WORDS, FieldDifference, PaperRow, ReferenceRow, ReferenceTable
from citevet.patterns import lazy_pattern
from citevet.records import collect_values, replace

_EMPHASIS = lazy_pattern(r"(?<![\w*_])(?:\*{1,3}|_{1,3})(\w[^*_]{0,300})(?:\*{1,3}|_{1,3})(?![\w*_])")
_SHOWN = 2_000  # characters of an entry


def make_row(reference: Reference, resolution: Resolution, record: Record | None) -> ReferenceRow:
    """Return the row of an entry; what differs is certain where the entry names the record by its identifier."""
    word = resolution.word
    source = f"{record.service} {record.id}" if record else ""
    is_named = any(each.kind not in {"url", "issn", "orcid"} for each in reference.identifiers)
    fields = (each for each in resolution.differences if each.type in REFERENCE_FIELDS)
    return ReferenceRow(
        "",
        reference.id,
        reference.key,
        None,
        _show_text(reference),
        word,
        resolution.existence,
        (resolution.reason or "") if word == "unchecked" else "",
        tuple(
            FieldDifference(
                each.type,
                each.claim,
                each.source,
                source,
                "slip" if each.is_minor else "certain" if is_named else "likely",
                each.kind,
            )
            for each in fields
        ),
        record,
        tuple(each.source for each in resolution.differences if each.type == "candidate"),
        resolution.note,
        "retracted" in resolution.flags and resolution.existence == "found",
    )


def _show_text(reference: Reference) -> str:
    """Return an entry on one line; one of a list without its number, which stands before it, and without emphasis."""
    text = " ".join(reference.text[:_SHOWN].split())
    if reference.origin == "file":
        return text
    return _EMPHASIS.sub(r"\1", text.removeprefix(f"[{reference.key}]").lstrip())


def make_law_row(reference: Reference, law: Citation, resolution: Resolution, record: Record | None) -> ReferenceRow:
    """Return the row of one authority in an entry or note."""
    row = make_row(reference, resolution, record)
    differences = tuple(replace(each, certainty="certain") for each in row.differences)
    return replace(row, text=" ".join(law.text.split()), differences=differences, is_law=True)


def list_rows(audit: Audit) -> Iterator[ReferenceRow]:
    """Yield the rows of a document: its own entries, and those of its bibliographies that it cites."""
    extraction, document = audit.extraction, audit.document
    sources = {source.id: source for source in audit.sources}
    first: dict[str, Judgement] = {}
    for judgement in audit.judgements:
        first.setdefault(judgement.citation, judgement)
    of_entry = collect_values(
        (each.reference, first[each.id]) for each in extraction.citations if each.reference and each.id in first
    )
    law = sorted(
        (each for each in extraction.citations if each.kind in LAW and each.id in first),
        key=lambda each: each.span.start,
    )
    starts = [each.span.start for each in law]
    files = list_reference_files(document)
    for reference in extraction.references:
        judged = of_entry.get(reference.id, ())
        if not (judged or (reference.path is None and names_work(reference))):
            continue
        line = find_line(files, reference)
        inside = law[bisect_left(starts, reference.span.start) : bisect_left(starts, reference.span.end)]
        found = [(each, first[each.id]) for each in inside if reference.path is None]
        made = [make_law_row(reference, each, _resolve(one), _record(one, sources)) for each, one in found]
        if not (made and is_law(reference)):
            one = judged[0] if judged else Judgement(None, "", existence_reason="not-asked")
            made.append(make_row(reference, _resolve(one), _record(one, sources)))
        yield from (replace(row, path=document.path, line=line) for row in made)


def is_law(reference: Reference) -> bool:
    """Check for an entry that cites nothing but law."""
    return not reference.authors and all(each.kind in LAW for each in reference.identifiers)


def names_work(reference: Reference) -> bool:
    """Check for an entry that names a work of its own: no "Ibid.", and no remark in a footnote."""
    if reference.back:
        return False
    return not reference.is_note or bool(reference.identifiers or (reference.authors and reference.likely_title))


def _resolve(judgement: Judgement) -> Resolution:
    return Resolution(
        judgement.existence,
        judgement.existence_reason,
        flags=judgement.flags,
        differences=judgement.differences,
        note=judgement.note,
    )


def _record(judgement: Judgement, sources: Mapping[str, Source]) -> Record | None:
    source = sources.get(judgement.source or "")
    return source.record if source else None


def find_line(files: Mapping[str | None, Document], reference: Reference) -> int | None:
    """Return the line of an entry in its own file."""
    file = files[None] if reference.path == files[None].path else files.get(reference.path)
    return file.lines.position(reference.span.start)[0] if file else None


def list_reference_files(document: Document) -> dict[str | None, Document]:
    """Return the files that may contain references, by path; the key of the document itself is none."""
    files: dict[str | None, Document] = {None: document}
    waiting = [document]
    while waiting:
        for other in (*(current := waiting.pop()).bibliography, *current.includes):
            if other.path not in files:
                files[other.path] = other
                waiting.append(other)
    return files


def make_table(rows: Iterable[ReferenceRow], unread: Mapping[str, str], paths: Sequence[str]) -> ReferenceTable:
    """Return the table: papers by what they ask of a human, and their rows in the same order, the worst first."""
    by_path = collect_values((row.path, row) for row in rows)
    papers = [_count(path, by_path.get(path, ()), unread.get(path, "")) for path in dict.fromkeys((*paths, *unread))]
    papers.sort(key=lambda each: (not each.unread, -each.worst, -each.need, each.path))
    return ReferenceTable(tuple(papers), tuple(row for each in papers for row in by_path.get(each.path, ())))


def _count(path: str, rows: Sequence[ReferenceRow], unread: str) -> PaperRow:
    words = Counter(row.word for row in rows)
    return PaperRow(
        path,
        {word: words[word] for word in REFERENCE_WORDS},
        sum(row.is_slip for row in rows),
        sum(row.is_retracted for row in rows),
        sum(row.need for row in rows),
        max((row.need for row in rows), default=0),
        unread,
    )


def row_to_dict(row: ReferenceRow) -> dict[str, Any]:
    """Return a row for JSON, without the text of its entry."""
    record = row.record
    return {
        "reference": row.reference,
        "key": row.key,
        "line": row.line,
        "word": row.word,
        "existence": row.existence,
        "reason": row.reason or None,
        "differences": [
            {name: getattr(each, name) for name in ("field", "cited", "recorded", "record", "certainty", "kind")}
            for each in row.differences
        ],
        "record": _describe(record) if record else None,
        "link": row.link or None,
        "candidates": list(row.candidates),
        "note": row.note,
        "is_retracted": row.is_retracted,
        "is_law": row.is_law,
        "need": row.need,
    }


def _describe(record: Record) -> dict[str, Any]:
    named = {
        name: getattr(record, name) for name in ("service", "id", "title", "venue", "volume", "issue", "pages", "url")
    }
    return {**named, "authors": list(record.authors), "years": list(record.years)}


def table_to_dict(table: ReferenceTable) -> dict[str, Any]:
    """Return the whole table for JSON."""
    return {
        "papers": [
            {
                "path": paper.path,
                "references": paper.references,
                "words": dict(paper.words),
                "slips": paper.slips,
                "retracted": paper.retracted,
                "need": paper.need,
                "worst": paper.worst,
                "unread": paper.unread or None,
            }
            for paper in table.papers
        ],
        "rows": [{"path": row.path, **row_to_dict(row), "text": row.text} for row in table.rows],
    }
