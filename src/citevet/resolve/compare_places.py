"""Compare where a work was published: venue, volume and first page."""

import re
from collections.abc import Iterator

from citevet.model import Difference, Record
from citevet.resolve.cited_fields import CitedFields
from citevet.resolve.compare_titles import fold_words
from citevet.text.names import acronym, fold_name
from citevet.text.patterns import lazy_pattern
from citevet.text.stems import STOP_WORDS

_GENERIC = fold_words(
    "journal review annals international proceedings transactions advances annual archives bulletin letters"
)
_FEWEST_WORDS = 2  # of a venue that is compared
_PREPRINTS = lazy_pattern(
    r"arxiv|biorxiv|medrxiv|chemrxiv|corr\b|ssrn|preprint|psyarxiv|research square", re.IGNORECASE
)
_PAGE = lazy_pattern(r"[A-Za-z]{0,2}0*(\d{1,9})")
_NUMBER = lazy_pattern(r"0*(\d{1,6})")


def compare_places(cited: CitedFields, record: Record) -> tuple[Difference, ...]:
    """Return the differences in venue, volume and pages; a preprint and its article have different ones."""
    if _PREPRINTS.search(f"{cited.venue} {record.venue}") or record.type not in {"", "journal-article"}:
        return ()
    if cited.venue and record.venue and not is_same_venue(cited.venue, record):
        return (Difference("venue", cited.venue, record.venue),)
    volume, page = _has_volume(cited, record), _has_first_page(cited, record)
    # In running text the two numbers may be anything, unless one of them is right.
    if not cited.is_typed and (volume is not True and page is not True):
        return ()
    found = (
        Difference("volume", cited.volume, record.volume) if volume is False else None,
        Difference("pages", cited.pages, record.pages) if page is False else None,
    )
    return tuple(each for each in found if each)


def has_place(cited: CitedFields, record: Record) -> bool:
    """Check that a reference has both the volume and the first page of a record."""
    return _has_volume(cited, record) is True and _has_first_page(cited, record) is True


def is_same_venue(cited: str, record: Record) -> bool:
    """Check whether a journal is one of the record's, in full or abbreviated; short names are given the benefit."""
    names = [name for name in (record.venue, *record.venues) if name]
    long = _is_long(cited) and any(map(_is_long, names))
    return not long or any(_may_be_same(cited, name) for name in names)


def _is_long(name: str) -> bool:
    return len(fold_words(name) - _GENERIC) >= _FEWEST_WORDS


def _may_be_same(left: str, right: str) -> bool:
    shared = fold_words(left) & fold_words(right) - _GENERIC
    pairs = ((left, right), (right, left))
    return bool(shared) or any(_is_abbreviation(*pair) or _is_acronym(*pair) for pair in pairs)


def _is_abbreviation(short: str, long: str) -> bool:
    """Check that the words of one name shorten those of the other in order: N Engl J Med."""
    words = iter(_words_of(long))
    return all(any(_shortens(piece, word) for word in words) for piece in _words_of(short))


def _shortens(piece: str, word: str) -> bool:
    letters = iter(word)
    return piece[:1] == word[:1] and all(letter in letters for letter in piece)


def _is_acronym(short: str, long: str) -> bool:
    return fold_name(short).replace(" ", "") == fold_name(acronym(long))


def _words_of(name: str) -> Iterator[str]:
    return (word for word in fold_name(name[:300]).split() if word not in STOP_WORDS)


def _has_volume(cited: CitedFields, record: Record) -> bool | None:
    here, there = _NUMBER.fullmatch(cited.volume.strip()), _NUMBER.fullmatch(record.volume.strip())
    return here[1] == there[1] if here and there else None


def _has_first_page(cited: CitedFields, record: Record) -> bool | None:
    """Compare first pages; a copy with pages of its own starts at 1."""
    here, there = _PAGE.match(cited.pages.strip()), _PAGE.match(record.pages.strip())
    if not here or not there:
        return None
    return here[1] == there[1] or (None if here[1] == "1" else False)
