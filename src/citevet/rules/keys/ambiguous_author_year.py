"""KEY010."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.keys.entries import by_id, candidates

_SHOWN = 4


class AmbiguousAuthorYear:
    """Several entries of the list answer the same author and year.

    ## What it means
    The names and the year of a citation fit more than one entry of the reference list. A note that gives in full what
    the list has, with the same title, DOI, arXiv id or PMID, is no further entry.

    ## Why it matters
    The reader has to guess which work is meant, and so have we: nothing behind the citation can be checked.

    ## Example
    ```markdown
    Both effects are small (Kim, 2019).

    # References
    Kim, H. (2019a). On effects. Journal of Effects, 1, 1–9.
    Kim, H. (2019b). On causes. Journal of Causes, 2, 3–8.
    ```

    ## How to mend it
    Add the letter to the year: (Kim, 2019a).

    ## What we cannot see
    Which of them the author had in mind.
    """

    name: ClassVar[str] = "ambiguous-author-year"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        entries = by_id(evidence.extraction)
        for citation in evidence.extraction.citations:
            ids = candidates(citation)
            titles = [entries[each].title or entries[each].text[:60] for each in ids if each in entries]
            if len(titles) > 1 and "again" not in citation.parts:
                shown = ", ".join(f'"{title}"' for title in titles[:_SHOWN])
                yield Fault(
                    citation.span, f"{citation.text} fits {len(titles)} entries of the list: {shown}", citation=citation
                )
