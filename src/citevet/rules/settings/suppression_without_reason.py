"""CFG002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.suppression import suppressions


class SuppressionWithoutReason:
    """A comment accepts a finding and does not say why.

    ## What it means
    The project asks for a reason in every suppression (`require-reasons`), and this one has only codes.

    ## Why it matters
    The next reader cannot tell an accepted exception from a fault that somebody wanted out of sight.

    ## Example
    ```markdown
    <!-- citevet: ignore[KEY002] -->
    ```

    ## How to mend it
    Write the reason after the bracket: `<!-- citevet: ignore[KEY002] kept for the second edition -->`.

    ## What we cannot see
    Whether the reason is a good one.
    """

    name: ClassVar[str] = "suppression-without-reason"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        if not evidence.policy.require_reasons:
            return
        for suppression in suppressions(evidence.extraction.document):
            if suppression.action not in {None, "enable"} and not suppression.reason:
                listed = ", ".join(suppression.selectors)
                yield Fault(suppression.span, f"`{suppression.action}[{listed}]` gives no reason", listed)
