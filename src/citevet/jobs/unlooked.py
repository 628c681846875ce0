"""A judgement for every claim and citation that says honestly why nobody looked."""

from collections.abc import Iterator

from citevet.model import CitationKind, Extraction, Judgement, Reason

# What the project itself holds; everything else lives in the outside world.
_LOCAL: frozenset[CitationKind] = frozenset({"corpus", "mention", "artifact"})


def unlooked(extraction: Extraction) -> tuple[Judgement, ...]:
    """Return one judgement per claim and citation, and one for each citation that stands behind no claim."""
    kinds = {citation.id: citation.kind for citation in extraction.citations}
    return tuple(
        Judgement(claim, citation, existence_reason=reason, support_reason=reason)
        for claim, citation in _pairs(extraction)
        for reason in (_reason(kinds[citation]),)
    )


def _pairs(extraction: Extraction) -> Iterator[tuple[str | None, str]]:
    tied: set[str] = set()
    for claim in extraction.claims:
        for tie in claim.ties:
            tied.add(tie.citation)
            yield claim.id, tie.citation
    yield from ((None, citation.id) for citation in extraction.citations if citation.id not in tied)


def _reason(kind: CitationKind) -> Reason:
    """Say why: nobody asked the outside world, and of the project's own sources no text is at hand."""
    return "no-text" if kind in _LOCAL else "offline"
