"""CFG001."""

from collections.abc import Iterator
from itertools import groupby
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Edit, Fix, Safety, Severity
from citevet.rules.settings.afterwards import Afterwards, Doubt


class UnusedSuppression:
    """A comment accepts a finding that is not there.

    ## What it means
    `ignore`, `disable` or `file-ignore` names a rule that finds nothing in the reach of the comment, or `enable` ends
    what was never disabled. Only rules that ran are counted.

    ## Why it matters
    A comment that accepts nothing today accepts the next real fault at that place in silence.

    ## Example
    ```markdown
    <!-- citevet: ignore[uncited-statistic] the number is ours -->
    The sky is blue.
    ```

    ## How to mend it
    Remove the comment, or the codes that are no longer needed. `citevet fix --unsafe-fixes` removes a comment none of
    whose codes is used.

    ## What we cannot see
    A finding that shows only when another stage runs (online, with a corpus): while its rule is not selected, the
    comment is not called unused.
    """

    name: ClassVar[str] = "unused-suppression"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        if isinstance(evidence, Afterwards):
            for _, doubts in groupby(evidence.unused, key=lambda doubt: doubt.suppression.span):
                yield from _faults(list(doubts))


def _faults(doubts: list[Doubt]) -> Iterator[Fault]:
    suppression = doubts[0].suppression
    idle = len(doubts) == len(suppression.selectors)
    fix = Fix(Safety.ASK, "remove the comment", (Edit(suppression.span, ""),)) if idle else None
    for doubt in doubts:
        what = "enables what was not disabled" if suppression.action == "enable" else "accepts no finding"
        yield Fault(suppression.span, f"`{suppression.action}[{doubt.selector}]` {what}", doubt.selector, fix)
        fix = None
