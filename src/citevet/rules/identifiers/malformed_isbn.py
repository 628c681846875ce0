"""IDN004."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import malformed


class MalformedIsbn:
    """An ISBN fails its check digit or has the wrong length.

    ## What it means
    The last digit of an ISBN follows from the others (modulo 11 for ten digits, modulo 10 for thirteen), and
    thirteen digits start with 978 or 979. This one does not add up, or is all zeros.

    ## Why it matters
    A digit is wrong or two are swapped: no book has this number.

    ## Example
    ```markdown
    See ISBN 978-0-306-40615-8.
    ```

    ## How to mend it
    Copy the number from the book. The check digit alone does not say which digit is wrong, so nothing is written by
    itself.

    ## What we cannot see
    A number that adds up and belongs to another book. Some publishers printed wrong numbers in real books.
    """

    name: ClassVar[str] = "malformed-isbn"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return malformed(evidence, kinds=("isbn",))
