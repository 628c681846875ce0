"""The references of papers: list them, look up each work once across all papers, and make the editor's table."""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from citevet.contracts import Progress
from citevet.errors import CitevetError, MissingInput
from citevet.extract import extract
from citevet.jobs.cited_work import list_cited_law
from citevet.jobs.document_audit import examine_file, open_bibliographies
from citevet.jobs.entry_tagger import open_tagger
from citevet.jobs.result_cache import list_needs
from citevet.jobs.worker_processes import describe_crash
from citevet.model import LAW, Audit, Citation, Document, Extraction, Meant, Reference, Resolution, Unread
from citevet.model.document import BIBLIOGRAPHIES
from citevet.model.references import ReferenceRow, ReferenceTable
from citevet.records import dataclass, replace
from citevet.report.reference_rows import (
    find_line,
    is_law,
    list_reference_files,
    make_law_row,
    make_row,
    make_table,
    names_work,
)
from citevet.resolve.retractions import add_known_work, find_known_work, list_identifiers
from citevet.session import Session
from citevet.world.batch_journal import FinishedDocument
from citevet.world.record_json import dump_json

_LONGEST_KEY = 100  # characters that are shown


@dataclass(frozen=True, slots=True)
class AskedEntry:
    """An entry of a paper, and the citation by which its work is looked up: of the entry, or of law in it."""

    reference: Reference
    citation: Citation
    line: int | None = None


@dataclass(frozen=True, slots=True)
class PaperEntries:
    """The entries of one paper with its parts, or why it could not be read."""

    path: str
    entries: tuple[AskedEntry, ...] = ()
    unread: tuple[str, ...] = ()


def read_entries(file: Path, session: Session) -> tuple[PaperEntries, list[Audit | Unread]]:
    """Return the entries of a file and its parts, each once, with the audits that say what they depend on."""
    results = examine_file(file, session, lambda document, _: _extract(document, session=session))
    audits = [each for each in results if isinstance(each, Audit)]
    unread = tuple(each.message for each in results if isinstance(each, Unread))
    unread += tuple(note for each in audits for note in _list_broken(each.document))
    return PaperEntries(session.show(file), tuple(_list_entries(audits)), unread), results


def list_entries(file: Path, session: Session) -> FinishedDocument:
    """Return the references of a file and its parts, as a batch keeps them."""
    paper, results = read_entries(file, session)
    return _finish(file, paper, results, session)


def list_crash(file: Path, session: Session) -> FinishedDocument:
    """Return the result of a file that crashes its process."""
    unread = describe_crash(file, session)
    return _finish(file, PaperEntries(session.show(file), unread=(unread.message,)), [unread], session)


def _finish(file: Path, paper: PaperEntries, results: Sequence[Audit | Unread], session: Session) -> FinishedDocument:
    try:
        needs = tuple(list_needs(file, results, session))
    except CitevetError:  # it is in `unread`
        needs = ()
    parts = tuple(each.document.path for each in results if isinstance(each, Audit) and each.document.is_part)
    summary = json.dumps({"path": paper.path})
    return FinishedDocument(
        FinishedDocument.pack(dump_json(paper)),
        summary,
        parts,
        needs,
        is_unread=any(isinstance(each, Unread) for each in results),
    )


def _list_broken(document: Document) -> Iterator[str]:
    """Yield the entries of a bibliography that could not be read to their ends, and are therefore in no row."""
    for mark in document.marks:
        if mark.kind == "broken-entry" and "unended" not in mark.parts:
            line = document.lines.position(mark.span.start)[0]
            yield f"line {line}: the entry {mark.target[:_LONGEST_KEY]} is broken and was left out"


def _extract(document: Document, *, session: Session) -> Audit:
    bibliographies = open_bibliographies(session)
    if document.is_part and document.format in BIBLIOGRAPHIES:
        return Audit(Extraction(document, references=bibliographies.list_entries(document)))
    tagger = partial(open_tagger, session)
    return Audit(extract(document, list_entries=bibliographies.list_entries, tagger=tagger))


def _list_entries(audits: Sequence[Audit]) -> Iterator[AskedEntry]:
    """Yield the entries of a paper: its own, and those of its bibliographies that it cites."""
    seen: set[tuple[str, int]] = set()
    for audit in audits:
        extraction, document = audit.extraction, audit.document
        files = list_reference_files(document)
        for reference in _list_used(extraction):
            place = reference.path or document.path, reference.span.start
            if place not in seen:
                seen.add(place)
                line = find_line(files, reference)
                yield from (AskedEntry(reference, each, line) for each in _cite(document, reference))


def _list_used(extraction: Extraction) -> Iterator[Reference]:
    document = extraction.document
    cited = {each.reference for each in extraction.citations}
    named = set(document.metadata.get("cited", ())) if document.is_part else None
    for each in extraction.references:
        if named is not None and document.format in BIBLIOGRAPHIES:
            if each.key in named:
                yield each
        elif each.id in cited or (each.path is None and names_work(each)):
            yield each


def _cite(document: Document, reference: Reference) -> Iterator[Citation]:
    """Yield the law in an entry, else a citation of the entry as a whole."""
    law = list_cited_law(document, reference, malformed=True)
    yield from law
    if not (law and is_law(reference)):
        yield Citation("", "key", reference.span, reference.text, reference.key, meant=Meant("entry", reference.id))


def resolve_entries(
    papers: Sequence[PaperEntries], session: Session, progress: Progress | None = None
) -> ReferenceTable:
    """Look up all entries together, so that services are asked for each work once, and return the table."""
    asked = [(paper.path, entry) for paper in papers for entry in paper.entries]
    found = _look_up([entry for _, entry in asked], session, progress)
    rows = (_make_row(path, entry, each) for (path, entry), each in zip(asked, found, strict=True))
    unread = {paper.path: "; ".join(paper.unread) for paper in papers if paper.unread}
    return make_table(rows, unread, [paper.path for paper in papers])


def look_up_again(audit: Audit, citation: str | None, reference: str | None, session: Session) -> ReferenceRow:
    """Look up the work of one citation or one entry of a report, and return what became of it."""
    from citevet.jobs.outside import OutsideWorld  # as below

    extraction = audit.extraction
    cited = extraction.citations_by_id.get(citation or "")
    entry = extraction.references_by_id.get((cited.reference if cited else reference) or "")
    if entry and (cited is None or cited.kind not in LAW):
        cited = Citation("", "key", entry.span, entry.text, entry.key, meant=Meant("entry", entry.id))
    elif cited is None:
        raise MissingInput("the report has no such citation", to=citation or reference or "")
    cited = replace(cited, id="w0")
    found = OutsideWorld(session, session.config.day).resolve([(cited, entry)])["w0"]
    record = found.source.record if found.source else None
    return make_row(entry or Reference("", "", cited.span, cited.text, "list"), found, record)


def _look_up(asked: Sequence[AskedEntry], session: Session, progress: Progress | None) -> Iterator[Resolution]:
    answers: dict[str, Resolution] = {}
    if asked and not session.config.is_offline:
        from citevet.jobs.outside import OutsideWorld  # 100 ms of clients

        # Entries of several papers may have the same id.
        numbered = [
            (
                replace(each.citation, id=f"w{place}", meant=replace(each.citation.meant, entry=_name(place, each))),
                _find_reference(each),
            )
            for place, each in enumerate(asked)
        ]
        answers = OutsideWorld(session, session.config.day, progress).resolve(numbered)
    for place, each in enumerate(asked):
        known = find_known_work(list_identifiers(each.citation, _find_reference(each)))
        yield add_known_work(answers.get(f"w{place}", Resolution(reason="offline")), known)


def _name(place: int, entry: AskedEntry) -> str | None:
    return entry.citation.reference and f"{place} {entry.citation.reference}"


def _find_reference(entry: AskedEntry) -> Reference | None:
    """Return the entry as it is compared with a record; law is compared by its own citation."""
    return entry.reference if entry.citation.reference else None


def _make_row(path: str, entry: AskedEntry, found: Resolution) -> ReferenceRow:
    record = found.source.record if found.source else None
    if _find_reference(entry):
        row = make_row(entry.reference, found, record)
    else:
        row = make_law_row(entry.reference, entry.citation, found, record)
    return replace(row, path=path, line=entry.line)
