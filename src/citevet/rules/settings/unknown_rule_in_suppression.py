"""CFG003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.settings.afterwards import Afterwards


class UnknownRuleInSuppression:
    """A comment names a rule that does not exist.

    ## What it means
    A code, prefix or name between the brackets stands for no rule. A prefix has at least the three letters of a family;
    `ALL` is a blanket and not allowed.

    ## Why it matters
    The author believes a finding to be accepted; it is not, or a blanket hides more than was meant.

    ## Example
    ```markdown
    <!-- citevet: ignore[KEY999] old list -->
    ```

    ## How to mend it
    Correct the code; `citevet rules` lists them all. The message proposes the nearest one.

    ## What we cannot see
    A code that exists but is not the one that was meant.
    """

    name: ClassVar[str] = "unknown-rule-in-suppression"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        if isinstance(evidence, Afterwards):
            for doubt in evidence.unknown:
                hint = f"; did you mean {doubt.nearest}?" if doubt.nearest else ""
                yield Fault(doubt.suppression.span, f"there is no rule `{doubt.selector}`{hint}", doubt.selector)
