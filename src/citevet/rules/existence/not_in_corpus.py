"""EXI001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Safety, Severity
from citevet.rules.existence.judged import named
from citevet.rules.existence.removal import removal


class NotInCorpus:
    """A corpus id is cited that the corpus does not have.

    ## What it means
    The project keeps a corpus, and no entry in it has this id.

    ## Why it matters
    The id is the promise that somebody has the source. An id without an entry is the usual mark of an invented
    citation.

    ## Example
    ```markdown
    Voice is everything [REF-099].
    ```

    ## How to mend it
    Correct the id, or add the source (`citevet corpus add`). `citevet fix --unsafe-fixes` takes the citation out and
    leaves a comment; of several in one bracket only the missing ones. A sentence that needs the marker ("see
    [REF-099]", "REF-099 shows") is left as it is, and so is plain text, which has no comments.

    ## What we cannot see
    Whether another id of the corpus was meant.
    """

    name: ClassVar[str] = "not-in-corpus"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        markers: dict[str, list[Citation]] = {}
        missing: dict[str, list[Citation]] = {}
        for citation, judgement in named(evidence, "corpus"):
            marker = citation.group or citation.id
            markers.setdefault(marker, []).append(citation)
            if judgement.existence == "missing":
                missing.setdefault(marker, []).append(citation)
        for marker, citations in missing.items():
            fix = removal(citations, markers[marker], document)
            for citation in citations:  # the marker is mended once, for all that is missing in it
                own = fix if citation is citations[0] else None
                yield Fault(citation.span, f"{citation.normal} is not in the corpus", fix=own, citation=citation)
