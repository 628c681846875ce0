"""The numbers and dates of a claim that its source has otherwise."""

from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Difference
from citevet.rules.support.judged_support import JudgedSupport, judged_support


def counted(evidence: Evidence, *kinds: str) -> Iterator[Fault]:
    """Yield a fault for each difference of some kinds; one inside a quotation that was altered is told there."""
    for found in judged_support(evidence, "contradicted"):
        quoted = [each.span for each in found.differences("quote") if each.span]
        for each in found.differences(*kinds):
            span = each.span or found.span
            if not any(span.overlaps(other) for other in quoted):
                about = f"{found.citation.normal} {each.claim}"
                yield Fault(span, _message(found, each), about, citation=found.citation, claim=found.claim)


def _message(found: JudgedSupport, difference: Difference) -> str:
    sides = f"you {difference.claim} / source {difference.source}"
    return f"{difference.type}: {sides} ({found.place}; {found.odds})"
