"""PAG002: a page range runs backwards in the numbering of the source."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Difference, Severity
from citevet.rules.citation_judgements import find_judged_citations


class BackwardPageRange:
    """A page range runs backwards in the numbering of the source.

    ## Meaning
    One of several ranges, a range in roman numerals, or a range from the main text into the preface ends before it
    begins. A single range in digits (pp. 44-41) is reported by KEY013.

    ## Why it matters
    It is unclear which pages are meant.

    ## Example
    ```markdown
    Voice matters [REF-043, pp. 3, 9-7].
    ```

    ## How to fix it
    Reverse the range or correct the number.

    ## Limitations
    A range in the right order may still be wrong.
    """

    name: ClassVar[str] = "backward-page-range"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_judged_citations(evidence, "corpus", "author-year"):
            backward = [each for each in judgement.differences if each.type == "page-order"]
            if backward and not _is_reported(citation, backward[0]):
                ranges = ", ".join(each.claim for each in backward)
                yield Fault(citation.span, f"backward page range {ranges} in {citation.text}", citation=citation)


def _is_reported(citation: Citation, backward: Difference) -> bool:
    """Check whether KEY013 reports it already: one range, all in digits, that descends."""
    first, _, last = backward.claim.partition("-")
    pages = (citation.locator.page or "") if citation.locator else ""
    return "," not in pages and first.isdigit() and last.isdigit() and int(last) < int(first)
