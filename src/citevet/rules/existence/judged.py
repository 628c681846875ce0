"""What became of each citation, told once however many claims it stands behind."""

from collections.abc import Iterator

from citevet.contracts import Evidence
from citevet.model import Citation, CitationKind, Difference, Flag, Judgement


def judged(evidence: Evidence, *kinds: CitationKind) -> Iterator[tuple[Citation, Judgement]]:
    """Yield the citations of some kinds, or of all, with the first judgement on each."""
    first: dict[str, Judgement] = {}
    for judgement in evidence.judgements:
        first.setdefault(judgement.citation, judgement)
    for citation in evidence.extraction.citations:
        if citation.id in first and (not kinds or citation.kind in kinds):
            yield citation, first[citation.id]


def named(evidence: Evidence, *kinds: CitationKind) -> Iterator[tuple[Citation, Judgement]]:
    """Yield those that name their source; what "(ibid.)" repeats is told at the citation that it means."""
    return ((citation, judgement) for citation, judgement in judged(evidence, *kinds) if "again" not in citation.parts)


def flagged(evidence: Evidence, flag: Flag) -> Iterator[tuple[Citation, Judgement]]:
    """Yield the citations on which a judgement has this remark."""
    return ((citation, judgement) for citation, judgement in judged(evidence) if flag in judgement.flags)


def difference(judgement: Judgement, kind: str) -> Difference | None:
    """Return the first difference of a kind."""
    return next((each for each in judgement.differences if each.type == kind), None)
