"""EXI006."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.existence.judged import difference, named


class AmbiguousCorpusId:
    """A corpus id is cited that several entries have.

    ## What it means
    Two or more files of the corpus carry this id, and nothing tells which of them is meant.

    ## Why it matters
    A page, a quotation or a grade cannot be checked against two sources, and readers may open the wrong one.

    ## Example
    ```markdown
    Voice matters [REF-003].
    ```

    ## How to mend it
    Give one of the entries a new id and correct its citations. MET004 stands at the entries themselves.

    ## What we cannot see
    Which of the sources the author had read.
    """

    name: ClassVar[str] = "ambiguous-corpus-id"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in named(evidence, "corpus"):
            if judgement.existence == "ambiguous":
                entries = difference(judgement, "entry")
                which = f": {entries.source}" if entries else ""
                yield Fault(citation.span, f"several entries are called {citation.normal}{which}", citation=citation)
