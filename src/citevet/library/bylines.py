"""Which people a first page names, as names are written there: with a capital, beside the given name."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from re import compile as pattern
from unicodedata import normalize

from citevet.library.names import OTHERS, PARTICLES, SUFFIXES, family_names, folded

_APART = pattern(r"['’]")
_WORD = pattern(r"[^\W\d_]+")  # without the number of a footnote
_NEAR = 3  # words between a family name and its given name at most
_INITIALS = 2  # letters: J, JA


@dataclass(frozen=True, slots=True)
class Byline:
    """The words of a page, as written and folded, and where each stands."""

    written: Sequence[str]
    folded: Sequence[str]
    places: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, page: str) -> "Byline":
        """Take a page apart once, for all names that are looked for on it."""
        written = _words(page)
        small = [folded(word) for word in written]
        places = defaultdict(list)
        for place, word in enumerate(small):
            places[word].append(place)
        return cls(written, small, dict(places))

    def names(self, author: str) -> bool:
        """Say whether the family name stands there with its capital: a Brown, and no brown rats."""
        return any(True for family in family_names(author) for _ in self._stretches(family))

    def signs(self, author: str) -> bool:
        """Say whether the given name or its initial stands beside the family name as well."""
        return any(
            self._has_beside(stretch, given)
            for family in family_names(author)
            for given in [_Given.of(_given(author, family))]
            for stretch in self._stretches(family)
        )

    def _stretches(self, family: str) -> Iterator[range]:
        words = family.split()
        for start in self.places.get(words[0], ()):
            end = start + len(words)
            if self.folded[start:end] == words and not self.written[end - 1].islower():
                yield range(start, end)

    def _has_beside(self, stretch: range, given: "_Given") -> bool:
        """Take a stretch that is the whole name, too; a single word, such as that of an account, only in Korean."""
        if not given.names:
            first = self.written[stretch.start]
            return len(stretch) > 1 or (len(first) > 1 and first.lower() == first.upper())
        before = range(max(stretch.start - _NEAR, 0), stretch.start)
        after = range(stretch.stop, min(stretch.stop + _NEAR, len(self.written)))
        return any(given.agrees(self.written[place], self.folded[place]) for place in (*before, *after))


@dataclass(frozen=True, slots=True)
class _Given:
    """The given names of a person, in sets: a page may show the family name a thousand times."""

    names: frozenset[str]
    firsts: frozenset[str]  # the first letter of each
    initials: frozenset[str]  # that of those which are no more than initials

    @classmethod
    def of(cls, words: Sequence[str]) -> "_Given":
        small = [folded(word) for word in words]
        initials = frozenset(folded(word)[:1] for word in words if _is_initials(word))
        return cls(frozenset(small), frozenset(name[:1] for name in small), initials)

    def agrees(self, word: str, small: str) -> bool:
        """Compare with a word of the page; an initial agrees with every name that it can stand for."""
        if word.islower():
            return False
        return small[:1] in self.firsts if _is_initials(word) else small in self.names or small[:1] in self.initials


def _words(text: str) -> list[str]:
    """Return the words with their capitals; accents that stand apart from their letter would part a name."""
    return _WORD.findall(normalize("NFC", _APART.sub("", text)))


def _given(author: str, family: str) -> list[str]:
    """Return what a name has beside a family name; of 김철수 it is 철수."""
    words = _words(OTHERS.sub("", author))
    if len(words) == 1:
        rest = words[0][len(family) :] if folded(words[0]).startswith(family) else ""
        return [rest] if rest else []
    others = {*family.split(), *PARTICLES, *SUFFIXES}
    return [word for word in words if folded(word) not in others]


def _is_initials(word: str) -> bool:
    return len(word) <= _INITIALS and word.isupper()
