"""Phrases of a table, found among the words of a text: `@be ?*ly expected to`.

A phrase is a list of items with blanks between them. Each is matched by one word, in upper or lower case:
`word`, `start*`, `*end`, `*ㄹ` a last syllable that ends so, `a/b` either, `@class` a word of that class, `?x` may be
missing, `!x` the next word is not x. `~` stands for up to five words, `^` for the start of the text, after a connective
or none, and `$` for its end.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from citevet.model import Span
from citevet.records import dataclass, field
from citevet.tables import read_words
from citevet.text.stems import STOP_WORDS
from citevet.text.tokens import Token, tokenize_words

_GAP = 5  # words
_CONNECTIVES = read_words("""and but so well also however still now then yet although though while whereas because since
    und aber doch auch denn sondern während obwohl weil jedoch , –""")
_COMMON = STOP_WORDS | read_words(
    "i we it my our has have nach ist ein eine wird werden im in es wir ich der die das den zu"
)
_LEADING = 3  # connectives and commas before the start
_STOPS = frozenset(".;:!?")
_FUTURE_ENDING = "ㄹ"
_FINALS, _FINAL_L = 28, 8  # final consonants of a syllable in Unicode, and the place of ㄹ among them


@dataclass(frozen=True, slots=True)
class _Item:
    """One item of a phrase, and the words that it takes; an empty tuple of starts or ends takes none."""

    exact: frozenset[str] = frozenset()
    starts: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    sign: str = ""  # ~ ^ $, or ? and ! before the words

    def takes(self, word: str) -> bool:
        if word in self.exact or word.startswith(self.starts) or word.endswith(self.ends):
            return True
        return _FUTURE_ENDING in self.ends and _ends_in_l(word)


def _ends_in_l(word: str) -> bool:
    """Return whether a Korean word ends in ㄹ, as verbs do that speak of what is to come: 할, 오를, 둘."""
    return "가" <= word[-1] <= "힣" and (ord(word[-1]) - ord("가")) % _FINALS == _FINAL_L


@dataclass(frozen=True)
class WordPattern:
    """A phrase with what its row says about it."""

    name: str  # what the phrase shows: forecast
    condition: str
    items: tuple[_Item, ...]

    @property
    def leads(self) -> bool:
        """Whether it only counts at the start."""
        return self.items[0].sign == "^"

    @cached_property
    def keys(self) -> frozenset[str]:
        """Words of which every match has one, rare ones if possible; none where each item has wildcards."""
        needed = [item.exact for item in self.items if not item.sign and not item.starts and not item.ends]
        return min(needed, key=lambda words: (not words.isdisjoint(_COMMON), len(words)), default=frozenset())

    def find(self, words: Sequence[Token]) -> Span | None:
        """Return the place of the first match."""
        starts = _find_starts(words) if self.items[0].sign == "^" else range(len(words))
        for start in starts:
            end = _match(self.items, 0, words, start)
            if end is not None and end > start:
                return Span(words[start].start, words[end - 1].end)
        return None


@dataclass(frozen=True)
class WordPatternTable:
    """The phrases of a table, by the words that they need."""

    phrases: tuple[WordPattern, ...]
    _by_key: Mapping[str, list[int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        by_key: dict[str, list[int]] = defaultdict(list)
        for index, phrase in enumerate(self.phrases):
            for key in phrase.keys or ("",):
                by_key[key].append(index)
        object.__setattr__(self, "_by_key", dict(by_key))

    def find(self, text: str) -> Iterator[tuple[WordPattern, Span]]:
        """Yield the phrases that occur in a text, in the order of the table, each with its first place."""
        words = tokenize_words(text.replace("’", "'"), [])
        keys = {word.low for word in words}
        if not text.isascii() and any("가" <= each <= "힣" for each in text):
            keys.add("")  # phrases with wildcards only are Korean, whose words have endings
        near = {index for key in keys & self._by_key.keys() for index in self._by_key[key]}
        for index in sorted(near):
            if (span := self.phrases[index].find(words)) is not None:
                yield self.phrases[index], span


def make_pattern_table(rows: Iterable[Sequence[str]]) -> WordPatternTable:
    """Make a table of rows with a name, a condition and a phrase; a name that begins with @ is a class of words."""
    classes: dict[str, str] = {}
    phrases = []
    for name, condition, phrase in rows:
        if name.startswith("@"):
            classes[name] = "/".join((*filter(None, (classes.get(name),)), *phrase.split()))
        else:
            phrases.append(WordPattern(name, condition, tuple(_read_item(each, classes) for each in phrase.split())))
    return WordPatternTable(tuple(phrases))


def _read_item(item: str, classes: Mapping[str, str]) -> _Item:
    sign = item[0] if item[0] in "~^$?!" else ""
    words = [word for each in item[len(sign) :].split("/") for word in classes.get(each, each).split("/") if word]
    return _Item(
        exact=frozenset(word for word in words if "*" not in word),
        starts=tuple(word[:-1] for word in words if word.endswith("*")),
        ends=tuple(word[1:] for word in words if word.startswith("*")),
        sign=sign,
    )


def _find_starts(words: Sequence[Token]) -> list[int]:
    """Return the first place, and those after connectives before it."""
    starts = [0]
    while len(starts) <= _LEADING and starts[-1] + 1 < len(words) and words[starts[-1]].low in _CONNECTIVES:
        starts.append(starts[-1] + 1)
    return starts


def _match(items: Sequence[_Item], index: int, words: Sequence[Token], at: int) -> int | None:
    """Return the end of a match of the items from here on."""
    if index == len(items):
        return at
    item, word = items[index], words[at].low if at < len(words) else "\0"
    if item.sign == "~":
        for end in range(at, min(at + _GAP, len(words)) + 1):
            if end > at and words[end - 1].low in _STOPS:
                return None
            if (found := _match(items, index + 1, words, end)) is not None:
                return found
        return None
    if item.sign == "$":
        return at if all(not each.low[0].isalnum() for each in words[at:]) else None
    if item.sign in {"^", "!"}:
        return _match(items, index + 1, words, at) if item.sign == "^" or not item.takes(word) else None
    found = _match(items, index + 1, words, at + 1) if item.takes(word) else None
    return _match(items, index + 1, words, at) if found is None and item.sign == "?" else found
