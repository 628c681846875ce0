"""Search the authors of a record in a reference: initials, particles, umlauts, transliterations and groups aside."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from citevet.model import Record
from citevet.resolve.cited_fields import CitedFields
from citevet.resolve.compare_titles import is_same_script
from citevet.text.names import acronym, family_names, fold_name, is_organization

_MAX_NAME = 300  # characters
_MAX_AUTHORS = 30  # that are searched
_MAX_WORDS = 400  # of a reference
_CLOSE = 0.85  # likeness of two spellings of a name: Chebyshev and Chebychev, Tolstoy and Tolstoi
_FEWEST_LETTERS = 5  # of a name that may be spelled in two ways
_SPELLED_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "Ø": "Oe", "å": "aa", "Å": "Aa"}
)


def has_first_author(cited: CitedFields, record: Record) -> bool | None:
    """Check whether a reference names the first author of a record; none if that is not certain."""
    return _names_one(cited, record.authors[:1])


def has_any_author(cited: CitedFields, record: Record) -> bool | None:
    """Check whether a reference names any author of a record; none if that is not certain."""
    return _names_one(cited, record.authors[:_MAX_AUTHORS])


def _names_one(cited: CitedFields, authors: tuple[str, ...]) -> bool | None:
    first = (*cited.authors, "")[0]
    if not authors or (first and not any(is_same_script(first, author) for author in authors)):
        return None
    text = f" {fold_name(cited.text)} {fold_name(cited.text.translate(_SPELLED_OUT))} "
    if any(f" {name} " in text for author in authors for name in _forms(author[:_MAX_NAME])):
        return True
    if not first or _is_group(authors[0]) or _is_group(first):
        return None  # not parsed, or the people who wrote a report, or the office that published it
    words = text.split()[:_MAX_WORDS]
    return any(_is_spelled_otherwise(author[:_MAX_NAME], words) for author in authors)


def _forms(author: str) -> Iterator[str]:
    """Yield the folded forms of a name; some records have the given name as the family name."""
    family, _, given = author.partition(",")
    for written in (author, author.translate(_SPELLED_OUT)):
        yield from family_names(written)
    yield from filter(None, (fold_name(author), fold_name(acronym(author)), fold_name(family)))
    yield from (word for word in fold_name(given).split() if len(word) > 2)  # noqa: PLR2004 - longer than initials


def _is_spelled_otherwise(author: str, words: Iterable[str]) -> bool:
    names = (name for name in family_names(author) if len(name) >= _FEWEST_LETTERS and " " not in name)
    return any(get_close_matches(name, list(words), n=1, cutoff=_CLOSE) for name in names)


def _is_group(author: str) -> bool:
    return "," not in author and is_organization(author[:_MAX_NAME])
