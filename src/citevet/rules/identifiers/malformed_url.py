"""IDN006."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import malformed


class MalformedUrl:
    """An address is not well formed.

    ## What it means
    A link or address has no host, or a host or port that cannot be.

    ## Why it matters
    Browsers guess or give up; the reader does not reach the source.

    ## Example
    ```markdown
    See [the survey](https://exa_mple..org/survey).
    ```

    ## How to mend it
    Correct the address.

    ## What we cannot see
    An address of good form that leads nowhere: that takes a look at the web. A misspelt scheme (`htp://`) is not taken
    for an address at all.
    """

    name: ClassVar[str] = "malformed-url"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return malformed(evidence, kinds=("url", "link"))
