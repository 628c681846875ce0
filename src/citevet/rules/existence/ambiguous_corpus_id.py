"""EXI006: several corpus entries have the cited id."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.citation_judgements import find_difference, find_named_citations


class AmbiguousCorpusId:
    """Several corpus entries have the cited id.

    ## Meaning
    Two or more files of the corpus have this id, so the citation is ambiguous.

    ## Why it matters
    Pages, quotations and grades cannot be checked against two sources, and readers may open the wrong one.

    ## Example
    ```markdown
    Voice matters [REF-003].
    ```

    ## How to fix it
    Give one of the entries a new id and correct its citations. MET004 reports the entries themselves.

    ## Limitations
    The rule does not know which source the author read.
    """

    name: ClassVar[str] = "ambiguous-corpus-id"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_named_citations(evidence, "corpus"):
            if judgement.existence == "ambiguous":
                entries = find_difference(judgement, "entry")
                hint = f" (entries: {entries.source})" if entries else ""
                yield Fault(citation.span, f"ambiguous corpus id {citation.normal}{hint}", citation=citation)
