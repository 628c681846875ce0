"""Mark in an answer what its sources do not support."""

from collections.abc import Mapping

from citevet.errors import UsageError
from citevet.jobs.stages.text_marks import find_place, insert_marks
from citevet.jobs.verify_inputs import SplitText
from citevet.model.verification import VerifiedClaim, VerifiedWord
from citevet.report.projections.agentos import Verified

# The mark behind a claim.
_MARKS: Mapping[VerifiedWord, str] = {
    "weak": "unverified",
    "unverifiable": "unverified",
    "contradicted": "contradicted",
}
_TEXT_FORMATS = frozenset({"markdown", "text"})


def mark_answer(split: SplitText, found: Verified) -> tuple[str, list[VerifiedClaim]]:
    """Return the text with a mark behind each claim that is not supported, and the claims that got none.

    Code, quotations, tables and links get no marks, so that they stay whole.
    """
    document = split.document
    if document is None or document.format not in _TEXT_FORMATS or document.places:
        raise UsageError("only Markdown and plain text can be marked", to="marked", advice="Use another format.")
    places: dict[int, str] = {}
    unmarked = []
    for claim, span in zip(found.claims, split.spans, strict=True):
        if claim.verdict not in _MARKS:
            continue
        place = find_place(document, span)
        if place is None:
            unmarked.append(claim)
        else:
            places[place] = min(places.get(place, "unverified"), _MARKS[claim.verdict])  # "contradicted" is worse
    return insert_marks(document, places), unmarked
