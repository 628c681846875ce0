"""Wordings that are too strong or too weak for their sources, and the fix that rewords them."""

from collections.abc import Iterator
from dataclasses import dataclass

from citevet.contracts import Evidence
from citevet.model import Citation, Claim, Difference, Document, Edit, Fix, Flag, Safety, Span


@dataclass(frozen=True, slots=True)
class StrengthMismatch:
    """One wording that does not fit its sources."""

    claim: Claim
    citation: Citation | None  # the first of its sources
    difference: Difference
    span: Span
    sources: tuple[str, ...]  # ids of all its sources


def find_strength_mismatches(evidence: Evidence, flag: Flag) -> Iterator[StrengthMismatch]:
    """Yield the wordings with a flag, each once however many sources it has."""
    citations = {citation.id: citation for citation in evidence.extraction.citations}
    claims = {claim.id: claim for claim in evidence.extraction.claims}
    found: dict[Span, StrengthMismatch] = {}
    for judgement in evidence.judgements:
        if flag not in judgement.flags or judgement.claim not in claims:
            continue
        names = (judgement.source,) if judgement.source else ()
        for difference in judgement.differences:
            if difference.type != "strength" or difference.span is None:
                continue
            known = found.get(difference.span)
            sources = tuple(dict.fromkeys((*(known.sources if known else ()), *names)))
            first = known.citation if known else citations.get(judgement.citation)
            claim = claims[judgement.claim]
            found[difference.span] = StrengthMismatch(claim, first, difference, difference.span, sources)
    yield from found.values()


def make_rewording_fix(document: Document, span: Span, replacement: str | None) -> Fix | None:
    """Return the fix that writes other words, or that leaves a word out where the sentence allows it."""
    said = " ".join(document.slice(span).split())
    if replacement:
        return Fix(Safety.ASK, f'replace with "{replacement}"', (Edit(span, replacement),))
    text = document.text
    if replacement is None or said[:1].isupper() or text[span.start - 1 : span.start] != " " or span.start == 0:
        return None
    if text[span.start - 2 : span.start - 1] in {",", ""} or text[span.end : span.end + 1] == ",":
        return None
    return Fix(Safety.ASK, f'remove "{said}"', (Edit(Span(span.start - 1, span.end), ""),))
