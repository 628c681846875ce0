"""Two labelled claims made into one, with the evidence of both in one window."""

from random import Random

from training.rows import CONTRADICTED, NEUTRAL, SUPPORTED, UNSUPPORTED, Row
from training.spread import joined


def compound(one: Row, other: Row, between: str, rng: Random) -> Row:
    """Join two rows; the joint claim is only as good as its worse half."""
    pair = [one, other] if rng.random() < 0.5 else [other, one]  # noqa: PLR2004
    claim = joined([each.claim for each in pair], rng)
    if one.evidence == other.evidence:
        evidence = one.evidence
    else:
        order = pair if rng.random() < 0.5 else pair[::-1]  # noqa: PLR2004 - the page need not follow the claim
        evidence = " ".join(part for part in (order[0].evidence, between, order[1].evidence) if part)
    return Row(claim, evidence, worse(one.label, other.label), 0.7 * min(one.weight, other.weight, 1.0), "compound")


def worse(one: int, other: int) -> int:
    """Return the label of a conjunction."""
    labels = {one, other}
    for label in (CONTRADICTED, UNSUPPORTED, NEUTRAL):
        if label in labels:
            return label
    return SUPPORTED
