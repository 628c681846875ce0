"""Faults of references, one each, made from real works and from other real works."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from evals.references.works import Work

Fault = Callable[[Work, Work, Random], Work | None]  # of a work and another one; none where it cannot be made
_LONG_WORD = 5
_KEPT = 0.6  # share of the words of a title that is cut
_FAR = 5  # years


def _swap_word(work: Work, other: Work, random: Random) -> Work | None:
    """Put a content word of another title in the place of one in the middle."""
    words = work.title.split()
    places = [at for at, word in enumerate(words) if 0 < at < len(words) - 1 and _is_content(word)]
    new = [word for word in other.title.split() if _is_content(word) and word.lower() not in work.title.lower()]
    if not places or not new:
        return None
    words[random.choice(places)] = random.choice(new).lower()
    return replace(work, title=" ".join(words))


def _is_content(word: str) -> bool:
    return len(word) >= _LONG_WORD and word.isalpha()


def _cut_title(work: Work, _other: Work, _random: Random) -> Work | None:
    """Leave out the last words, not at a sign."""
    words = work.title.split()
    end = round(len(words) * _KEPT)
    if len(words) < _LONG_WORD or not words[end - 1][-1].isalpha() or any(sign in work.title for sign in ":?–—."):
        return None
    return replace(work, title=" ".join(words[:end]))


def _take_title(work: Work, other: Work, _random: Random) -> Work | None:
    return replace(work, title=other.title) if other.title != work.title else None


def _drop_author(work: Work, _other: Work, random: Random) -> Work | None:
    if len(work.authors) < 3:
        return None
    at = random.randrange(1, len(work.authors))
    return replace(work, authors=work.authors[:at] + work.authors[at + 1 :])


def _add_author(work: Work, other: Work, random: Random) -> Work | None:
    new = _stranger(work, other)
    at = random.randrange(1, len(work.authors) + 1)
    return replace(work, authors=(*work.authors[:at], new, *work.authors[at:])) if new else None


def _invent_author(work: Work, other: Work, random: Random) -> Work | None:
    new = _stranger(work, other)
    if len(work.authors) < 2 or not new:
        return None
    at = random.randrange(1, len(work.authors))
    return replace(work, authors=(*work.authors[:at], new, *work.authors[at + 1 :]))


def _change_first(work: Work, other: Work, _random: Random) -> Work | None:
    new = _stranger(work, other)
    return replace(work, authors=(new, *work.authors[1:])) if new else None


def _stranger(work: Work, other: Work) -> tuple[str, str] | None:
    known = {word.lower() for person in work.authors for name in person for word in name.split()}
    fresh = (each for each in other.authors if known.isdisjoint(each[0].lower().split()) and len(each[0]) > 2)
    return next(fresh, None)


def _move_author(work: Work, _other: Work, random: Random) -> Work | None:
    if len(work.authors) < 3:
        return None
    at = random.randrange(0, len(work.authors) - 1)
    turned = (work.authors[at + 1], work.authors[at])
    return replace(work, authors=(*work.authors[:at], *turned, *work.authors[at + 2 :]))


def _change_initials(work: Work, _other: Work, random: Random) -> Work | None:
    at = random.randrange(0, len(work.authors))
    family, given = work.authors[at]
    new = "".join(chr((ord(letter) - 65 + 7) % 26 + 65) if "A" <= letter <= "Z" else letter for letter in given)
    return replace(work, authors=(*work.authors[:at], (family, new), *work.authors[at + 1 :]))


def _take_venue(work: Work, other: Work, _random: Random) -> Work | None:
    shared = {*work.venue.lower().split()} & {*other.venue.lower().split()} - {"of", "the", "and", "in"}
    preprints = {work.venue, other.venue} & {"bioRxiv", "medRxiv", "arXiv"}  # where an article may have been before
    if shared or preprints or not other.venue or not work.venue:
        return None
    return replace(work, venue=other.venue, short_venue=other.short_venue)


def _move_year(years: int) -> Fault:
    def move(work: Work, _other: Work, random: Random) -> Work:
        return replace(work, year=str(int(work.year) + random.choice((-years, years))))

    return move


def _change_number(name: str) -> Fault:
    def change(work: Work, _other: Work, random: Random) -> Work | None:
        value: str = getattr(work, name)
        if not value.isdecimal() or value == work.year:
            return None
        changed: dict[str, Any] = {name: str(int(value) + random.randrange(3, 30))}
        return replace(work, **changed)

    return change


def _change_first_page(work: Work, _other: Work, random: Random) -> Work | None:
    if not work.first.isdecimal() or not (work.last.isdecimal() or not work.last):
        return None
    add = random.randrange(20, 400)
    return replace(work, first=str(int(work.first) + add), last=str(int(work.last) + add) if work.last else "")


FAULTS: Mapping[str, Fault] = {
    "title word": _swap_word,
    "title cut": _cut_title,
    "other title": _take_title,
    "author dropped": _drop_author,
    "author added": _add_author,
    "author invented": _invent_author,
    "first author": _change_first,
    "author moved": _move_author,
    "initials": _change_initials,
    "container": _take_venue,
    "year by five": _move_year(_FAR),
    "year by one": _move_year(1),
    "volume": _change_number("volume"),
    "issue": _change_number("issue"),
    "first page": _change_first_page,
    "last page": _change_number("last"),
}
# Where an information is enough.
MINOR = frozenset({"author moved", "initials", "year by one", "issue", "last page"})
