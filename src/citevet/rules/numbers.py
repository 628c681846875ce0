"""NUM001 and NUM002: numbers and dates that differ from the cited source."""

from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Difference
from citevet.rules.support import JudgedClaim, find_judged_claims


def _report_wrong_values(evidence: Evidence, *types: str) -> Iterator[Fault]:
    """Report each difference of some types, except inside a quotation that was altered: QUO002 has those."""
    for found in find_judged_claims(evidence, "contradicted"):
        quoted = [each.span for each in found.differences("quote") if each.span]
        for each in found.differences(*types):
            span = each.span or found.span
            if not any(span.overlaps(other) for other in quoted):
                about = f"{found.citation.normal} {each.claim}"
                yield found.report(_describe(found, each), span, about)


def _describe(found: JudgedClaim, difference: Difference) -> str:
    sides = f'you wrote "{difference.claim}", {found.place} has "{difference.source}"'
    return f"wrong {difference.type}: {sides} ({found.odds})"


def find_wrong_number(evidence: Evidence) -> Iterator[Fault]:
    """The cited source gives another number.

    ## Meaning
    A number of the claim and its counterpart in the passage differ in value or unit; the message shows both. Rounding,
    "about", spelled-out numbers and other units of the same measure are accepted. The model cannot overrule the
    comparison. The rule needs a judge (`--judge small`).

    ## Why it matters
    Readers remember numbers, and numbers are mistyped and invented most often.

    ## Example
    ```markdown
    Consistent voice improves perceived quality by 45 % [REF-043, p. 15].
    ```
    The source has 23 %.

    ## How to fix it
    Use the number of the source. If yours comes from elsewhere, cite that source.

    ## Limitations
    Numbers in tables and figures, and numbers that follow by arithmetic, are not found. The passage is chosen by the
    search and the small judge, which are right about 7 times in 10 on public test sets, in English only.
    """
    return _report_wrong_values(evidence, "number", "unit")


def find_wrong_date(evidence: Evidence) -> Iterator[Fault]:
    """The cited source gives another date.

    ## Meaning
    A date or year of the claim and its counterpart in the passage differ; the message shows both. The less exact of the
    two sets the precision: "in 1998" matches "on 4 May 1998". The model cannot overrule the comparison. The rule needs
    a judge (`--judge small`).

    ## Why it matters
    A wrong year can put the effect before the cause, or send readers to the wrong volume.

    ## Example
    ```markdown
    The bridge was opened in 1989 [REF-043, p. 2].
    ```
    The source has 1998.

    ## How to fix it
    Use the date of the source. If yours comes from elsewhere, cite that source.

    ## Limitations
    Other calendars and relative dates ("two years later") are not compared. The passage is chosen by the search and the
    small judge, which are right about 7 times in 10 on public test sets, in English only.
    """
    return _report_wrong_values(evidence, "date")
