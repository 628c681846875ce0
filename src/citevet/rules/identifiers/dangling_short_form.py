"""LAW001: a short form of a case has no full citation before it."""

from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.identifiers.malformed import MalformedIdentifier
from citevet.text.court_opinions import reproduces_opinion


class DanglingShortForm(MalformedIdentifier):
    """A short form of a case has no full citation before it.

    ## Meaning
    `Id.`, `supra` or a form such as *Hudson*, 468 U.S. at 533 refers to a case that the document has not cited in full.

    ## Why it matters
    Readers cannot tell which case is meant. Often the full citation was removed when the text was edited.

    ## Example
    ```markdown
    *Id.* at 73.
    ```

    ## How to fix it
    Cite the case in full where it is first mentioned.

    ## Limitations
    A document that reproduces court opinions is not checked: the full citation may be in a part that was left out.
    Books and articles have the same short forms, and their full citations are often not recognized.
    """

    name = "dangling-short-form"
    label = "dangling short form"
    severity = Severity.INFO
    kinds = frozenset({"us-case", "us-statute"})
    fault_kind = "dangling"

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        if not reproduces_opinion(evidence.extraction.document.text):
            yield from super().__call__(evidence)
