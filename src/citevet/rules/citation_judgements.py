"""The citations of a document with their judgements, each once however many claims cite it."""

from collections.abc import Iterator

from citevet.contracts import Evidence
from citevet.model import Citation, CitationKind, Difference, Flag, Judgement


def find_judged_citations(evidence: Evidence, *kinds: CitationKind) -> Iterator[tuple[Citation, Judgement]]:
    """Yield the citations of some kinds, or of all, with the first judgement on each."""
    first: dict[str, Judgement] = {}
    for judgement in evidence.judgements:
        first.setdefault(judgement.citation, judgement)
    for citation in evidence.extraction.citations:
        if citation.id in first and (not kinds or citation.kind in kinds):
            yield citation, first[citation.id]


def find_named_citations(evidence: Evidence, *kinds: CitationKind) -> Iterator[tuple[Citation, Judgement]]:
    """Yield those that name their source; "(ibid.)" is reported at the citation that it repeats."""
    for citation, judgement in find_judged_citations(evidence, *kinds):
        if "again" not in citation.parts:
            yield citation, judgement


def find_flagged_citations(evidence: Evidence, flag: Flag) -> Iterator[tuple[Citation, Judgement]]:
    """Yield the citations whose judgement has a flag."""
    for citation, judgement in find_judged_citations(evidence):
        if flag in judgement.flags:
            yield citation, judgement


def find_difference(judgement: Judgement, kind: str) -> Difference | None:
    """Return the first difference of a kind."""
    return next((each for each in judgement.differences if each.type == kind), None)
