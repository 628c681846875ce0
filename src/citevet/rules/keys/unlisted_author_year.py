"""KEY009."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Reference, Safety, Severity
from citevet.rules.keys.authored import Authored
from citevet.rules.keys.entries import by_id, near

_SHOWN = 4


class UnlistedAuthorYear:
    """A work is cited by author and year, and the reference list does not have it.

    ## What it means
    The document has a list of works with authors and years, and no entry has these authors and this year, nor these
    authors and another year. All of them count: an entry by Kim alone is neither Kim and Park nor Kim et al., and the
    message names it as the nearest.

    ## Why it matters
    The reader cannot find the work. Invented citations often look like this: a plausible name, a plausible year, no
    entry.

    ## Example
    ```markdown
    Foam cools slowly (Zhao, 2018).

    # References
    Kim, H. (2019). On effects. Journal of Effects, 1, 1–9.
    ```

    ## How to mend it
    Add the entry, or correct the names.

    ## What we cannot see
    Entries that we could not take apart into authors and year: when that is so for more than half of the list, we
    abstain. A citation that names fewer authors than the entry has is taken for it, and one that carries its own link
    or DOI is left alone.
    """

    name: ClassVar[str] = "unlisted-author-year"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        authored = Authored.of(evidence.extraction)
        entries = by_id(evidence.extraction)
        for citation in authored.unmatched(evidence.extraction):
            if not authored.years(citation):
                like = [_shown(entries[each]) for each in near(citation)[:_SHOWN]]
                hint = f"; it has {', '.join(like)}" if like else ""
                yield Fault(citation.span, f"{citation.text} is not in the reference list{hint}", citation=citation)


def _shown(reference: Reference) -> str:
    """Return who wrote an entry and when: "Smith, Brown & Jones 2019"."""
    *others, last = reference.authors
    return f"{', '.join(others[:_SHOWN])}{' & ' if others else ''}{last} {reference.year}"
