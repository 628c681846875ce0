"""PAG002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Difference, Safety, Severity
from citevet.rules.existence.judged import judged


class BackwardPageRange:
    """A page range runs backwards in the numbering of the source.

    ## What it means
    One of several ranges, a range in roman numerals, or a range from the text into the preface ends before it begins. A
    single range in digits (pp. 44-41) is wrong in any source: KEY013 reports it.

    ## Why it matters
    It is not clear which pages are meant.

    ## Example
    ```markdown
    Voice matters [REF-043, pp. 3, 9-7].
    ```

    ## How to mend it
    Turn the range round, or correct the number.

    ## What we cannot see
    Ranges that run forwards and are wrong all the same.
    """

    name: ClassVar[str] = "backward-page-range"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in judged(evidence, "corpus", "author-year"):
            backward = [each for each in judgement.differences if each.type == "page-order"]
            if backward and not _is_told(citation, backward[0]):
                ranges = ", ".join(each.claim for each in backward)
                yield Fault(citation.span, f"{citation.text}: pages {ranges} run backwards", citation=citation)


def _is_told(citation: Citation, backward: Difference) -> bool:
    """Say whether KEY013, which knows no sources, has seen it: one range, all in digits, that descends."""
    first, _, last = backward.claim.partition("-")
    pages = (citation.locator.page or "") if citation.locator else ""
    return "," not in pages and first.isdigit() and last.isdigit() and int(last) < int(first)
