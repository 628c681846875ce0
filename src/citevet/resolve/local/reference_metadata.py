"""Compare title, authors, year and journal of a reference with the corpus entry that has its identifier.

The words of the entry are searched in the whole reference, so a field that was parsed wrongly is not a difference.
"""

import re
from collections.abc import Mapping, Sequence

from citevet.model import Difference, Entry, Reference
from citevet.text.names import acronym, family_names, fold_name
from citevet.text.stems import STOP_WORDS

_MAX_TEXT = 2_000  # characters
_FEWEST_WORDS = 3  # of a title; "Introduction" and "Annual report" name many works
_SAME_TITLE = 0.5  # share of words that a shortened title still has
_MAX_AUTHORS = 6  # that are shown
_GENERIC = frozenset({"journal", "review", "annals", "international", "proceedings", "transactions"})
_YEAR = re.compile(r"[12]\d{3}")
_JOURNAL = re.compile(r'\bjournal(?:title)?\s{0,9}=\s{0,9}[{"]([^{}"]{3,200})[}"]', re.IGNORECASE)


def compare_metadata(reference: Reference | None, entry: Entry) -> tuple[Difference, ...]:
    """Return the fields in which a reference clearly differs from an entry."""
    if reference is None or reference.back:
        return ()
    text = reference.text[:_MAX_TEXT]
    if reference.origin == "file":  # the key often has the name of an author
        text = text.replace(reference.key, " ", 1)
    for identifier in reference.identifiers:
        text = text.replace(identifier.text, " ")  # a DOI may contain words of the title
    # The parsed fields are without the commands of LaTeX: M{\"u}ller is Müller.
    fields = (reference.title or "", *reference.authors)
    everything = " ".join((text, *fields))[: 2 * _MAX_TEXT]
    found = (
        _compare_titles(reference.title or "", entry.title, everything),
        _compare_authors(reference.authors, entry.authors, everything),
        _compare_years(reference.year or "", entry.year or "", everything),
        _compare_journals(text, entry.metadata.get("venue")),
    )
    return tuple(each for each in found if each)


def _compare_titles(cited: str, filed: str, text: str) -> Difference | None:
    """Compare titles; one of the two may have a subtitle."""
    here, there = _fold_words(cited), _fold_words(filed)
    shared = max(_share(there, _fold_words(text)), _share(here, there))
    return Difference("title", cited, filed) if shared < _SAME_TITLE and _same_script(cited, filed) else None


def _compare_authors(cited: Sequence[str], filed: Sequence[str], text: str) -> Difference | None:
    """Search the first author of the entry, or its initials if it is an organization."""
    if not cited or not filed or not _same_script(cited[0], filed[0]):
        return None
    first = filed[0][:_MAX_TEXT]
    names = {*family_names(first), fold_name(first), fold_name(acronym(first))} - {""}
    folded = f" {fold_name(text)} "
    known = any(f" {name} " in folded for name in names)
    return None if known else Difference("authors", "; ".join(cited), "; ".join(filed[:_MAX_AUTHORS]))


def _compare_years(cited: str, filed: str, text: str) -> Difference | None:
    """Compare years; works appear online a year before they are printed, and a reference may name two."""
    here, there = _YEAR.match(cited), _YEAR.match(filed)
    if not here or not there or any(abs(int(each) - int(there[0])) <= 1 for each in _YEAR.findall(text)):
        return None
    return Difference("year", here[0], there[0])


def _compare_journals(text: str, venue: object) -> Difference | None:
    """Compare the journal of a BibTeX entry; abbreviated names are not compared."""
    cited = _JOURNAL.search(text)
    filed = venue.get("name") if isinstance(venue, Mapping) else venue
    if cited is None or not isinstance(filed, str) or "." in cited[1] + filed:
        return None
    here, there = _fold_words(cited[1]) - _GENERIC, _fold_words(filed) - _GENERIC
    differs = len(here) > 1 and len(there) > 1 and not here & there
    return Difference("venue", cited[1], filed) if differs else None


def _fold_words(text: str) -> frozenset[str]:
    words = fold_name(text[: 2 * _MAX_TEXT]).split()
    return frozenset(word for word in words if len(word) > 1 and word not in STOP_WORDS)


def _share(wanted: frozenset[str], words: frozenset[str]) -> float:
    """Return which share of the words is there; all of them if there are too few to tell."""
    return len(wanted & words) / len(wanted) if len(wanted) >= _FEWEST_WORDS else 1.0


def _same_script(left: str, right: str) -> bool:
    """Check that both or neither are in Latin letters: a transliterated name is no difference."""
    return fold_name(left).isascii() == fold_name(right).isascii()
