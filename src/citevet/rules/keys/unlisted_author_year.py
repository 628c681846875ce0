"""KEY009: an author-year citation has no entry in the reference list."""

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Reference, Severity
from citevet.rules.keys.author_index import AuthorIndex
from citevet.rules.keys.reference_list import get_near_ids, index_references, show_author_year
from citevet.text.letters import fold_letters

_SHOWN = 4
_INITIALS = re.compile(r", [A-Z]\.,")  # "Albouy, C., Fopp, F. (2025)" writes an entry out and needs no other

_ACRONYM = re.compile(r"[A-Z]{3,8}(?![a-z])")
_CAPITALS = re.compile(r"\b[A-Z](?=[a-z])")
_LONGEST = 2000  # characters of an entry
_WORD = re.compile(r"[^\W\d_]{3,}")
_SHORT = 3  # letters of an acronym


class UnlistedAuthorYear:
    """An author-year citation has no entry in the reference list.

    ## Meaning
    The list has works with authors and years, but none by these authors, in this year or another. All authors count: an
    entry by Kim alone matches neither Kim and Park nor Kim et al. The message names the nearest entries.

    ## Why it matters
    Readers cannot find the work. Invented citations often look like this: a plausible name and year, and no entry.

    ## Example
    ```markdown
    Foam cools slowly (Zhao, 2018).

    # References
    Kim, H. (2019). On effects. Journal of Effects, 1, 1–9.
    ```

    ## How to fix it
    Add the entry or correct the names.

    ## Limitations
    If more than half of the list has no recognizable author and year, the rule does not run. A citation with fewer
    authors than the entry counts as a match. A citation with its own link or DOI is not checked. An acronym
    counts as listed if an entry of the year has words with these initials. Where the list has the first author's name
    anywhere, the finding is a note: the entry may be there in a form that was not recognized.
    """

    name: ClassVar[str] = "unlisted-author-year"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        index = AuthorIndex.from_extraction(evidence.extraction)
        entries = index_references(evidence.extraction)
        unmatched = index.find_unmatched(evidence.extraction)
        heads = [entry.text[:_LONGEST] for entry in entries.values()] if unmatched else []
        words = {word for head in heads for word in _WORD.findall(fold_letters(head))}
        initials = [(head, "".join(_CAPITALS.findall(head))) for head in heads]
        for citation in unmatched:
            is_written_out = _INITIALS.search(citation.text) or _has_long_form(citation, initials)
            if not index.find_years(citation) and not is_written_out:
                nearest = [_show_entry(entries[each]) for each in get_near_ids(citation)[:_SHOWN]]
                hint = f" (nearest: {', '.join(nearest)})" if nearest else ""
                message = f"{show_author_year(citation)} is not in the reference list{hint}"
                yield Fault(citation.span, message, citation=citation, is_doubtful=_is_named(citation, words))


def _has_long_form(citation: Citation, entries: Sequence[tuple[str, str]]) -> bool:
    """Check for an entry that has the year and writes an acronym out, also after its authors: Digital Markets Act."""
    short, year = _ACRONYM.match(citation.parts["authors"]), citation.parts["year"][:4]
    return short is not None and any(short[0] in initials and year in text for text, initials in entries)


def _is_named(citation: Citation, words: set[str]) -> bool:
    """Check whether the list has the first cited author anywhere, such as in a form that was not read."""
    name = citation.parts["authors"].split(";")[0]
    short = "".join(_CAPITALS.findall(name)).casefold()
    if _ACRONYM.match(name.rstrip("s")):  # the list may write it out
        return True
    return not words.isdisjoint(_WORD.findall(fold_letters(name))) or (len(short) >= _SHORT and short in words)


def _show_entry(reference: Reference) -> str:
    """Return who wrote an entry and when: "Smith, Brown & Jones 2019"."""
    *others, last = reference.authors
    return f"{', '.join(others[:_SHOWN])}{' & ' if others else ''}{last} {reference.year}"
