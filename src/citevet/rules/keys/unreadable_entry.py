"""KEY014."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity


class UnreadableEntry:
    r"""An entry of a bibliography file cannot be read.

    ## What it means
    The entry starts with its type and key, and then a brace or quotation mark is never closed, or the comma after the
    key is missing, so that nobody can tell where it ends. The entries around it are read.

    ## Why it matters
    BibTeX drops such an entry, often together with the next one. Every citation of its key is shown as `[?]`.

    ## Example
    ```bibtex
    @article{kim2019, title={On effects, author={Kim, H.}, year={2019}}
    ```
    where the brace of the title is not closed.

    ## How to mend it
    Close the brace or quotation mark, or write the comma. An editor that shows matching braces finds the place.

    ## What we cannot see
    A slip that leaves the entry readable, such as a field without its comma, and entries without a key. A file in which
    no entry at all can be read is reported as a whole.
    """

    name: ClassVar[str] = "unreadable-entry"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for mark in evidence.extraction.document.marks:
            if mark.kind == "broken-entry":
                yield Fault(mark.span, f"the entry `{mark.target}` cannot be read to its end", mark.target)
