"""KEY007."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.keys.entries import number


class MissingReferenceList:
    """The text cites by number, and there is no numbered list.

    ## What it means
    Markers such as [1] stand in the text, and the document has no numbered entry at all. It is reported once, at the
    first marker.

    ## Why it matters
    None of the numbers leads anywhere. Generated answers that lost their sources look like this.

    ## Example
    ```markdown
    Coffee is the second most traded commodity [1].
    ```

    ## How to mend it
    Add the list under a heading such as "References", or turn the markers into links.

    ## What we cannot see
    A list in another file, or one whose entries carry no numbers and no heading.
    """

    name: ClassVar[str] = "missing-reference-list"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        numeric = [each for each in evidence.extraction.citations if each.kind == "numeric" and not each.fault]
        listed = any(
            number(each.key) is not None for each in evidence.extraction.references if each.origin != "footnote"
        )
        if numeric and not listed and all(each.reference is None for each in numeric):
            many = f" and {len(numeric) - 1} more" if len(numeric) > 1 else ""
            yield Fault(
                numeric[0].span,
                f"{numeric[0].text}{many}: the document has no numbered reference list",
                "numeric",
                citation=numeric[0],
            )
