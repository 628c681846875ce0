"""What the judges say of the strength of a claim's words, place by place, and the edit that would mend it."""

from collections.abc import Iterator
from dataclasses import dataclass

from citevet.contracts import Evidence
from citevet.model import Citation, Claim, Difference, Document, Edit, Fix, Flag, Safety, Span


@dataclass(frozen=True, slots=True)
class Strength:
    """One wording that does not fit its sources."""

    claim: Claim
    citation: Citation | None  # the first behind it
    difference: Difference
    span: Span
    sources: tuple[str, ...]  # ids of all behind it


def strengths(evidence: Evidence, flag: Flag) -> Iterator[Strength]:
    """Yield the wordings with a flag, each once however many sources stand behind it."""
    citations = {citation.id: citation for citation in evidence.extraction.citations}
    claims = {claim.id: claim for claim in evidence.extraction.claims}
    found: dict[Span, Strength] = {}
    for judgement in evidence.judgements:
        if flag not in judgement.flags or judgement.claim not in claims:
            continue
        names = (judgement.source,) if judgement.source else ()
        for difference in judgement.differences:
            if difference.type != "strength" or difference.span is None:
                continue
            seen = found.get(difference.span)
            sources = tuple(dict.fromkeys((*(seen.sources if seen else ()), *names)))
            first = seen.citation if seen else citations.get(judgement.citation)
            claim = claims[judgement.claim]
            found[difference.span] = Strength(claim, first, difference, difference.span, sources)
    yield from found.values()


def reworded(document: Document, span: Span, mend: str | None) -> Fix | None:
    """Return the fix that writes other words, or leaves a word out where nothing hangs on it."""
    said = " ".join(document.slice(span).split())
    if mend:
        return Fix(Safety.ASK, f"write “{mend}”", (Edit(span, mend),))
    text = document.text
    if mend is None or said[:1].isupper() or text[span.start - 1 : span.start] != " " or span.start == 0:
        return None
    if text[span.start - 2 : span.start - 1] in {",", ""} or text[span.end : span.end + 1] == ",":
        return None
    return Fix(Safety.ASK, f"leave out “{said}”", (Edit(Span(span.start - 1, span.end), ""),))
