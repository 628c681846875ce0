"""KEY010: an author-year citation matches several entries."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.keys.reference_list import get_candidate_ids, index_references, show_author_year

_SHOWN = 4


class AmbiguousAuthorYear:
    """An author-year citation matches several entries.

    ## Meaning
    The authors and year of a citation match more than one entry of the reference list. A footnote that repeats an entry
    in full, with the same title, DOI, arXiv id or PMID, does not count as another entry.

    ## Why it matters
    Readers have to guess which work is meant, and citevet cannot check the citation.

    ## Example
    ```markdown
    Both effects are small (Kim, 2019).

    # References
    Kim, H. (2019a). On effects. Journal of Effects, 1, 1–9.
    Kim, H. (2019b). On causes. Journal of Causes, 2, 3–8.
    ```

    ## How to fix it
    Add the letter to the year: (Kim, 2019a).

    ## Limitations
    The rule cannot tell which entry the author meant.
    """

    name: ClassVar[str] = "ambiguous-author-year"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        entries = index_references(evidence.extraction)
        # Where keys cite the works, a name in the text is only a name.
        by_key = any(each.kind == "key" for each in evidence.extraction.citations)
        for citation in evidence.extraction.citations if not by_key else ():
            ids = get_candidate_ids(citation)
            titles = [entries[each].title or entries[each].text[:60] for each in ids if each in entries]
            if len(titles) > 1 and "again" not in citation.parts:
                shown = ", ".join(f'"{title}"' for title in titles[:_SHOWN])
                yield Fault(
                    citation.span,
                    f"ambiguous citation {show_author_year(citation)}: matches {len(titles)} entries, {shown}",
                    citation=citation,
                )
