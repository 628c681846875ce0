"""QUO002: the quotation differs from the words of the source."""

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Difference, Edit, Fix, Safety, Severity, Span
from citevet.rules.quotes.judged_quotations import JudgedQuotation, find_judged_quotations

_SHOWN = 3  # differences in one message
_LONGEST = 60  # characters of each side


class AlteredQuotation:
    """The quotation differs from the words of the source.

    ## Meaning
    A passage of the source is similar to the quotation, but a number, a negation or another word differs, or words were
    left out without an ellipsis. The message shows both.

    ## Why it matters
    Quotation marks promise the exact words. One changed word can reverse the meaning.

    ## Example
    ```markdown
    The report says that "voice improves perceived quality by 45%" [REF-043, p. 15].
    ```
    The source has 23%.

    ## How to fix it
    Use the words of the source, put your own words in [brackets], and mark omissions with an ellipsis.

    ## Limitations
    Some differences are ignored on purpose: see docs/quotes.md. An error in the PDF's text layer looks like a changed
    word.
    """

    name: ClassVar[str] = "altered-quotation"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.SHOW

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in find_judged_quotations(evidence, "quote"):
            spans = [each.span for each in found.differences if each.span]
            span = Span(min(each.start for each in spans), max(each.end for each in spans))
            about = found.quotation.plain
            yield Fault(span, _describe(found), about, _make_fix(found), citation=found.citation, claim=found.claim)


def _describe(found: JudgedQuotation) -> str:
    page = next((each.page_label or each.page for each in found.judgement.evidence if each.page), None)
    where = f"{found.source}, p. {page}" if page else found.source
    shown = "; ".join(_show_both_sides(each) for each in found.differences[:_SHOWN])
    more = len(found.differences) - _SHOWN
    return f"altered quotation: {shown}{f'; and {more} more' if more > 0 else ''} ({where})"


def _show_both_sides(difference: Difference) -> str:
    said = f'"{_cut_words(difference.claim)}"'
    return (
        f'{said} should be "{_cut_words(difference.source)}"' if difference.source else f"{said} is not in the source"
    )


def _cut_words(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"


def _make_fix(found: JudgedQuotation) -> Fix | None:
    """Offer the words of the source, all or none."""
    edits = [
        Edit(each.span, each.correction) for each in found.differences if each.span and each.correction is not None
    ]
    overlap = any(before.overlaps(after) for before, after in pairwise(sorted(edit.span for edit in edits)))
    if len(edits) < len(found.differences) or overlap:
        return None
    return Fix(Safety.SHOW, "use the words of the source", tuple(edits))
