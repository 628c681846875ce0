"""EXI013: a cited use case does not exist."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.citation_judgements import find_judged_citations


class MissingUseCase:
    """A cited use case does not exist.

    ## Meaning
    The document cites a use case by its id, such as `UC-007`. No file below the folder of use cases has this id in its
    name or in a heading. The folder is `use-cases` in `citevet.toml`, else `.aiwg/requirements` if it has any.

    ## Why it matters
    A requirement that does not exist is often invented, and work is planned for it.

    ## Example
    ```markdown
    Closed by #12, as UC-007 asks.
    ```
    in a project whose `.aiwg/requirements` has no `UC-007`.

    ## How to fix it
    Correct the id, or write the use case.

    ## Limitations
    Only ids of the form `UC-` and three digits count. In a project without use cases the form cites nothing.
    """

    name: ClassVar[str] = "missing-use-case"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_judged_citations(evidence, "mention"):
            if judgement.existence == "missing" and "use-case" in citation.parts:
                message = f"{citation.text} is not a use case in {citation.parts['use-case']}"
                yield Fault(citation.span, message, citation=citation)
