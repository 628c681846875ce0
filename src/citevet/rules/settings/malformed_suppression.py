"""CFG004."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.suppression import suppressions


class MalformedSuppression:
    """A comment is addressed to citevet and has no form that citevet knows.

    ## What it means
    After `citevet:` there must stand `ignore[…]`, `disable[…]`, `enable[…]` or `file-ignore[…]` with at least one
    code, prefix or name. A blanket without codes is not allowed, and neither is a comment without the colon.

    ## Why it matters
    The comment has no effect, though it looks as if it had.

    ## Example
    ```markdown
    <!-- citevet: ignore -->
    <!-- citevet: skip[KEY001] draft -->
    <!-- citevet ignore[KEY001] draft -->
    ```

    ## How to mend it
    Name the codes: `<!-- citevet: ignore[KEY001] draft -->`.

    ## What we cannot see
    Comments in which the word `citevet` itself is misspelt, and comments that never end.
    """

    name: ClassVar[str] = "malformed-suppression"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        for suppression in suppressions(document):
            if suppression.action is None:
                yield Fault(
                    suppression.span,
                    "this comment has no effect: write citevet: and ignore, disable, enable or file-ignore with codes "
                    "in brackets",
                    document.slice(suppression.span),
                )
