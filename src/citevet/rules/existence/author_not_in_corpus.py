"""EXI005."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.existence.judged import difference, named


class AuthorNotInCorpus:
    """A work is cited by author and year, and neither the corpus nor the document's list has it.

    ## What it means
    The project keeps a corpus. No entry in it has these authors and this year, and the document has no entry of its own
    for the work, nor a link or DOI beside the citation.

    ## Why it matters
    A name and a year can be written from memory, and invented ones look like real ones.

    ## Example
    ```markdown
    Voice matters (Smith et al., 2023).
    ```

    ## How to mend it
    Add the source (`citevet corpus add`) and cite its id, or correct name and year. When the corpus has a work of the
    same people one year off, or filed without its year, the message says so: correct the year, or add it to the entry.
    An entry by Kim alone is neither Kim and Park nor Kim et al., and the message names it.

    ## What we cannot see
    Whether there is such a work: not in the corpus is not invented. Entries without authors. Where only corpus ids may
    be cited, FMT001 speaks instead.
    """

    name: ClassVar[str] = "author-not-in-corpus"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        if evidence.policy.corpus_only:
            return
        for citation, judgement in named(evidence, "author-year"):
            if judgement.existence_reason == "not-in-corpus":
                year, authors = difference(judgement, "year"), difference(judgement, "authors")
                hint = f"; it has one of {year.source}" if year else f"; it has {authors.source}" if authors else ""
                yield Fault(citation.span, f"{citation.text} is not in the corpus{hint}", citation=citation)
