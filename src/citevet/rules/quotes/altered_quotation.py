"""QUO002."""

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Difference, Edit, Fix, Safety, Severity, Span
from citevet.rules.quotes.judged_quotes import JudgedQuote, judged_quotes

_SHOWN = 3  # differences in one message
_LONGEST = 60  # characters of each side


class AlteredQuotation:
    """The source says it in other words than the quotation.

    ## What it means
    A passage of the source is like the quotation, but not word for word: a number, a negation or another word differs,
    or something was left out without an ellipsis. The message shows both sides.

    ## Why it matters
    Quotation marks promise the words of the source. One changed word can turn the sense.

    ## Example
    ```markdown
    The report says that "voice improves perceived quality by 45%" [REF-043, p. 15].
    ```
    The source has 23%.

    ## How to mend it
    Write the words of the source, put your own in [brackets], and mark what you leave out by an ellipsis.

    ## What we cannot see
    Differences that the published normal form folds: see docs/quotes.md. Whether a slip of the PDF's text layer, and
    not the author, changed the word.
    """

    name: ClassVar[str] = "altered-quotation"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.SHOW

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for found in judged_quotes(evidence, "quote"):
            spans = [each.span for each in found.differences if each.span]
            span = Span(min(each.start for each in spans), max(each.end for each in spans))
            about = found.quotation.plain
            yield Fault(span, _message(found), about, _fix(found), citation=found.citation, claim=found.claim)


def _message(found: JudgedQuote) -> str:
    page = next((each.page_label or each.page for each in found.judgement.evidence if each.page), None)
    where = f"{found.source}, p. {page}" if page else found.source
    shown = "; ".join(_both(each) for each in found.differences[:_SHOWN])
    more = len(found.differences) - _SHOWN
    return f"the quotation is not what {where} says: {shown}{f'; and {more} more' if more > 0 else ''}"


def _both(difference: Difference) -> str:
    there = f"“{_cut(difference.source)}”" if difference.source else "nothing there"
    return f"you “{_cut(difference.claim)}” / source {there}"


def _cut(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"


def _fix(found: JudgedQuote) -> Fix | None:
    """Offer the words of the source, all or none."""
    edits = [Edit(each.span, each.mend) for each in found.differences if each.span and each.mend is not None]
    if len(edits) < len(found.differences) or _overlap([edit.span for edit in edits]):
        return None
    return Fix(Safety.SHOW, "write the words of the source", tuple(edits))


def _overlap(spans: list[Span]) -> bool:
    ordered = sorted(spans)
    return any(before.overlaps(after) for before, after in pairwise(ordered))
