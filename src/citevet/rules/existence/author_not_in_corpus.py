"""EXI005: an author-year citation is neither in the corpus nor in the document's list."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Judgement, Safety, Severity
from citevet.rules.citation_judgements import find_difference, find_named_citations
from citevet.rules.citation_removal import report_missing


class AuthorNotInCorpus:
    """An author-year citation is neither in the corpus nor in the document's list.

    ## Meaning
    The project has a corpus, but no entry has these authors and this year. The document has no entry for the work
    either, and no link or DOI next to the citation.

    ## Why it matters
    A name and a year can be written from memory, and invented ones look real.

    ## Example
    ```markdown
    Voice matters (Smith et al., 2023).
    ```

    ## How to fix it
    Add the source (`citevet corpus add`) and cite its id, or correct the name and year. If the corpus has a work by the
    same authors one year off, or without a year, the message says so. An entry by Kim alone matches neither Kim and
    Park nor Kim et al.; the message names it. `citevet fix --unsafe-fixes` removes a citation in brackets and leaves a
    comment; a sentence about the authors ("Smith (2023) shows") is not changed.

    ## Limitations
    A work that is not in the corpus may still exist. Entries without authors are not compared. Where only corpus ids
    are allowed, FMT001 is reported instead.
    """

    name: ClassVar[str] = "author-not-in-corpus"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        if evidence.policy.corpus_only:
            return
        found = (
            (citation, _describe(citation, judgement) if judgement.existence_reason == "not-in-corpus" else None)
            for citation, judgement in find_named_citations(evidence, "author-year")
        )
        yield from report_missing(evidence, found)


def _describe(citation: Citation, judgement: Judgement) -> str:
    nearest = find_difference(judgement, "year") or find_difference(judgement, "authors")
    return f"{citation.text} is not in the corpus" + (f" (nearest: {nearest.source})" if nearest else "")
