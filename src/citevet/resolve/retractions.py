"""Retractions, corrections and expressions of concern about a work, from every source that has been asked.

Each notice keeps who says so. The installed data of Retraction Watch is queried as well, also offline.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from citevet.identifiers import keep_known, link
from citevet.model import Citation, Notice, NoticeKind, Record, Reference, Resolution, Source
from citevet.resolve.answers import years_in
from citevet.world.retraction_watch import RetractionRow, find_retractions

_LABEL = "Retraction Watch"
# Services whose records say whether a work was retracted.
_WITNESSES = {"crossref": "Crossref", "pubmed": "PubMed", "europepmc": "Europe PMC", "openalex": "OpenAlex"}
_KINDS: dict[str, NoticeKind] = {
    "retraction": "retraction",
    "expression of concern": "concern",
    "correction": "correction",
}
_REINSTATED = "reinstatement"
_REASONS = 300  # characters that are shown
Identifiers = tuple[str, str]  # DOI and PMID, either may be empty


def gather_notices(records: Sequence[Record]) -> tuple[Notice, ...]:
    """Return what records of one work say of it; a retraction names who does not say so."""
    notices = dict.fromkeys(notice for record in records for notice in record.notices)
    silent = (each.service for each in records if not each.is_retracted)
    others = dict.fromkeys(_WITNESSES[service] for service in silent if service in _WITNESSES)
    return tuple(_name_dissent(notice, [*others]) for notice in notices)


def _name_dissent(notice: Notice, others: Sequence[str]) -> Notice:
    if notice.kind != "retraction" or not others:
        return notice
    said = f"{' and '.join(others)} {'does' if len(others) == 1 else 'do'} not say so"
    return replace(notice, why="; ".join(filter(None, (notice.why, said))))


def find_known_work(ids: Identifiers) -> Record | None:
    """Return a work with its notices from the installed data of Retraction Watch; none without data."""
    doi, pmid = ids
    rows = find_retractions(doi=doi, pmid=pmid)
    notices = tuple(_make_notices(rows))
    return _make_record(rows[-1], notices) if notices else None


def list_identifiers(citation: Citation, reference: Reference | None) -> Identifiers:
    """Return the DOI and the PMID of a citation or its reference."""
    forms: list[tuple[str, str]] = [
        (citation.kind, citation.normal),
        *((form.kind, form.normal) for form in citation.also),
    ]
    link = citation.link
    forms += [paper for paper in (*link.papers, ("doi", link.page_doi)) if paper[0] == "doi" and paper[1]]
    forms += [(each.kind, each.normal) for each in (reference.identifiers if reference else ())]
    first = {kind: value for kind, value in reversed(forms) if kind in {"doi", "pmid"}}
    return first.get("doi", "").lower(), first.get("pmid", "")


def add_known_work(resolution: Resolution, known: Record | None) -> Resolution:
    """Add what the installed data says; a work that nothing else was asked about is found by it."""
    if known is None or resolution.existence not in {"found", "unchecked"}:
        return resolution
    flags = tuple(dict.fromkeys((*resolution.flags, *(("retracted",) if known.is_retracted else ()))))
    source = resolution.source
    if source is None:
        source = Source(known.id, "record", known.title, url=known.url, scope="title", record=known)
        return replace(resolution, existence="found", reason=None, source=source, flags=flags)
    record = source.record or known
    notices = tuple(dict.fromkeys((*record.notices, *known.notices)))
    return replace(resolution, source=replace(source, record=replace(record, notices=notices)), flags=flags)


def _make_notices(rows: Iterable[RetractionRow]) -> Iterator[Notice]:
    """Yield the notices about a paper; a reinstatement takes back the retractions before it."""
    dated = list(rows)
    back = max((at for at, row in enumerate(dated) if row.nature == _REINSTATED), default=-1)
    for at, row in enumerate(dated):
        kind = _KINDS.get(row.nature)
        if at == back:
            yield Notice("correction", _LABEL, row.notice_doi, row.date, "reinstated after a retraction")
        elif kind and not (kind == "retraction" and at < back):
            name = row.notice_doi or (f"PMID {row.notice_pmid}" if row.notice_pmid else "")
            yield Notice(kind, _LABEL, name, row.date, _join_reasons(row.reasons))


def _join_reasons(reasons: str) -> str:
    """Return "Error in Data; Unreliable Results" for "+Error in Data;+Unreliable Results;"."""
    parts = (part.strip().lstrip("+").strip() for part in reasons.split(";"))
    return "; ".join(filter(None, parts))[:_REASONS]


def _make_record(row: RetractionRow, notices: tuple[Notice, ...]) -> Record:
    return Record(
        "retractionwatch",
        row.doi or f"PMID {row.pmid}",
        title=row.title,
        authors=tuple(filter(None, (name.strip() for name in row.authors.split(";")))),
        years=years_in(row.year),
        venue=row.journal,
        identifiers=keep_known(doi=row.doi, pmid=row.pmid),
        url=link("doi", row.doi) if row.doi else link("pmid", row.pmid),
        notices=notices,
    )
