"""The passages of a judgement in which the words of a quotation stand."""

from citevet.model import Judgement, Passage


def quoted(judgement: Judgement) -> tuple[Passage, ...]:
    """Return the evidence for quotations; where support was judged, the last passage is what that rests on."""
    return judgement.evidence if judgement.confidence is None else judgement.evidence[:-1]
