"""The citations of a document with their judgements, each once however many claims cite it."""

from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import LAW, AggregatedVerdict, Citation, CitationKind, Difference, Fix, Flag, Judgement


def find_judged_citations(evidence: Evidence, *kinds: CitationKind) -> Iterator[tuple[Citation, Judgement]]:
    """Yield the citations of some kinds, or of all, with the first judgement on each."""
    found = evidence.once(_pair_with_judgements)
    return iter([each for each in found if each[0].kind in kinds] if kinds else found)


def _pair_with_judgements(evidence: Evidence) -> Iterator[tuple[Citation, Judgement]]:
    first: dict[str, Judgement] = {}
    for judgement in evidence.judgements:
        first.setdefault(judgement.citation, judgement)
    for citation in evidence.extraction.citations:
        if citation.id in first:
            yield citation, first[citation.id]


def find_named_citations(evidence: Evidence, *kinds: CitationKind) -> Iterator[tuple[Citation, Judgement]]:
    """Yield those that name their source; "(ibid.)" is reported at the citation that it repeats."""
    for citation, judgement in find_judged_citations(evidence, *kinds):
        if not citation.is_short_form:
            yield citation, judgement


def find_flagged_citations(evidence: Evidence, flag: Flag) -> Iterator[tuple[Citation, Judgement]]:
    """Yield the citations whose judgement has a flag."""
    for citation, judgement in find_judged_citations(evidence):
        if flag in judgement.flags:
            yield citation, judgement


def find_difference(judgement: Judgement, kind: str) -> Difference | None:
    """Return the first difference of a kind."""
    return next((each for each in judgement.differences if each.type == kind), None)


def suggest_work(judgement: Judgement) -> str:
    """Name the work that has the cited title, where the identifier leads to another one or to none."""
    meant = find_difference(judgement, "candidate")
    return f"; the work with your title may be {meant.source}" if meant else ""


def find_cited_works(evidence: Evidence) -> Iterator[tuple[Citation, Judgement]]:
    """Yield the first citation of each work: of each entry of the document's list, else of each normal form.

    Of an act, that is the first citation with each outcome, and all places that it does not have.
    """
    return iter(evidence.once(_select_works))


def _select_works(evidence: Evidence) -> Iterator[tuple[Citation, Judgement]]:
    seen: set[tuple[str | None, ...]] = set()
    for citation, judgement in find_named_citations(evidence):
        work: tuple[str | None, ...] = (citation.kind, citation.normal)
        work = ("reference", citation.reference) if citation.reference else work
        if citation.kind in LAW:
            is_gap = judgement.existence == "missing" and judgement.source is not None
            work = (*work, judgement.existence, judgement.note, citation.place.article if is_gap else None)
        if work not in seen:
            seen.add(work)
            yield citation, judgement


def report_work(evidence: Evidence, citation: Citation, message: str, fix: Fix | None = None) -> Fault:
    """Report a fault of a work at its entry in the document's list, else at the citation."""
    references = evidence.extraction.references_by_id
    reference = references.get(citation.reference or "")
    if reference is None or reference.path is not None:  # an entry of another file is reported where it is cited
        return Fault(citation.span, message, about=citation.normal, fix=fix, citation=citation, reference=reference)
    return Fault(reference.span, message, about=citation.normal, fix=fix, reference=reference)


def find_verdicts(evidence: Evidence) -> Iterator[tuple[Citation, Judgement, AggregatedVerdict]]:
    """Yield the citations about which verifiers of the user were asked."""
    citations = evidence.extraction.citations_by_id
    for judgement in evidence.judgements:
        if judgement.verdict:
            yield citations[judgement.citation], judgement, judgement.verdict
