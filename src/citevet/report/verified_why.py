"""Why a claim has its word, in a sentence: where word and figure pull apart, and what could not be decided."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citevet.report.verified import Thresholds, VerifiedClaim

_UNREAD: Mapping[str, str] = {
    "no-text": "there are no words to compare",
    "too-large": "longer than the judge can read; split it",
    "language": "the embedded models read English only",
    "partial-scope": "no more than a part of the work is here, and that does not say so",
}


def why(claim: "VerifiedClaim", thresholds: "Thresholds") -> str | None:
    """Return why a claim has its word; none where the word says all there is to say."""
    if claim.ruling.support == "unchecked":
        return _unchecked(claim)
    if claim.verdict == "contradicted":
        return _contradicted(claim, thresholds)
    return _weak(claim, thresholds) if claim.verdict == "weak" else None


def is_overruled(claim: "VerifiedClaim", thresholds: "Thresholds") -> bool:
    """Say whether a comparison speaks against what the model takes for supported."""
    score = claim.ruling.confidence
    is_against = claim.verdict == "contradicted" and bool(claim.ruling.differences) and not claim.ruling.by
    return is_against and score is not None and thresholds.word(score) == "supported"


def _contradicted(claim: "VerifiedClaim", thresholds: "Thresholds") -> str | None:
    """Return who contradicts: beside that word a probability of support has to be explained."""
    if is_overruled(claim, thresholds):
        kinds = " and ".join(dict.fromkeys(each.type for each in claim.ruling.differences))
        return f"the {kinds} decides; the model alone would have said supported ({claim.confidence:.0%})"
    if not claim.ruling.differences and not claim.ruling.by:
        return f"the model alone says so (probability of support {claim.confidence:.0%})"
    return None


def _weak(claim: "VerifiedClaim", thresholds: "Thresholds") -> str | None:
    """Return what keeps a claim from being supported, or from being unverifiable."""
    score = claim.ruling.confidence
    if score is None:
        return None
    if claim.ruling.support == "supported":
        return f"the judge says supported, and {score:.0%} is below the threshold of {thresholds.support:.0%}"
    if claim.ruling.support == "unsupported":
        return f"nothing says so clearly, and {score:.0%} is not below the threshold of {thresholds.unverifiable:.0%}"
    return "a part of it is supported"


def _unchecked(claim: "VerifiedClaim") -> str:
    reason = claim.ruling.reason or "abstained"
    said = _undecided(claim) if reason == "abstained" else _UNREAD.get(reason, "")
    return f"{reason.replace('-', ' ')} ({said})" if said else reason.replace("-", " ")


def _undecided(claim: "VerifiedClaim") -> str:
    """Return what could not be decided, and what to do about it."""
    ruling = claim.ruling
    if "conflicting" in ruling.flags:
        return "conflicting passages: one says so, another says otherwise; read both"
    if ruling.by:
        return "the votes of the language model do not agree; read the passage"
    if ruling.confidence is not None:
        likely = f"the model would say supported, {ruling.confidence:.0%}"
        if ruling.differences:
            return f"{likely}, but the words of claim and source may be opposed; read the passage"
        return f"{likely}, but only one of the claim and the nearest sentence denies something; read the passage"
    return "it asserts nothing that a source could say; write a whole sentence"
