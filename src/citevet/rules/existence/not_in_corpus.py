"""EXI001: corpus ids without an entry, and the fix that takes them out."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.citation_judgements import find_named_citations
from citevet.rules.citation_removal import report_missing


class NotInCorpus:
    """A cited corpus id is not in the corpus.

    ## Meaning
    The project has a corpus, and no entry has this id.

    ## Why it matters
    A corpus id promises that the project has the source. An id without an entry often means an invented citation.

    ## Example
    ```markdown
    Voice is everything [REF-099].
    ```

    ## How to fix it
    Correct the id or add the source (`citevet corpus add`). `citevet fix --unsafe-fixes` removes the citation and
    leaves a comment, also in a table cell; from a bracket with several ids it removes only the missing ones. A sentence
    that needs the marker ("See [REF-099].", "REF-099 shows") is not changed, and neither is plain text, which has no
    comments.

    ## Limitations
    The rule does not know whether another id was meant.
    """

    name: ClassVar[str] = "not-in-corpus"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        named = find_named_citations(evidence, "corpus")
        found = (
            (citation, f"{citation.normal} is not in the corpus" if judgement.existence == "missing" else None)
            for citation, judgement in named
        )
        yield from report_missing(evidence, found)
