"""IDN006."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import malformed


class MalformedUrl:
    """An address is not well formed.

    ## What it means
    A link or address has no host, an impossible host or port, or a scheme that is misspelt (`htp://`, `https:/`).

    ## Why it matters
    Browsers guess or give up; the reader does not reach the source.

    ## Example
    ```markdown
    See [the survey](https:/example.org/survey).
    ```

    ## How to mend it
    Correct the address. Where only the scheme is misspelt, `citevet fix` writes the right one.

    ## What we cannot see
    An address of good form that leads nowhere: that takes a look at the web.
    """

    name: ClassVar[str] = "malformed-url"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.SAFE

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return malformed(evidence, kinds=("url", "link"))
