"""The names in a sentence, by how they are written, and when two of them may mean the same."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

from citevet.judge.tokens import EDGE, Token, Tokens
from citevet.judge.wording import STOP
from citevet.model import Span, plain_letters

# Days and months are compared as dates.
_TIMES = frozenset(
    """january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec""".split()
)
# What no cutting of endings brings together: places, and what comes from there.
_ALIASES = (
    "america american americans us usa states",
    "britain british uk kingdom england english",
    "netherlands dutch holland",
    "ireland irish",
    "beijing peking",
    "france french",
    "wales welsh",
    "philippines filipino filipinos",
    "denmark danish danes",
    "spain spanish spaniards",
    "myanmar burma burmese",
)
_ALIAS = {word: words.split()[0] for words in _ALIASES for word in words.split()}
# What many share: it makes nobody the same, and names nobody alone.
_TITLES = frozenset(
    """professor prof doctor dr mr mrs ms sir lord lady judge justice president minister senator king queen prince
    princess general captain ltd inc corp gmbh co llc plc""".split()
)
_LINKING = frozenset("of and for the on in".split())
_FEWEST, _MANY = 2, 10  # words of a name that has initials
_OF_A_PLACE = ("ish", "ese", "an", "ans", "ch", "i", "is", "ic", "ks", "k", "s")
_OWNED = ("'s", "’s")
_SHORTEST, _STEM, _ROOT, _LONGEST = 3, 4, 3, 30  # letters; what is longer is no name
_ONE_SPELLING = 0.65  # Gaddafi and Gadhafi; Bergen and Berlin come to 0.67 and are taken for one, which costs a find
_SHOUTED, _LONG = 0.67, 6  # share of words in capitals in a sentence of so many words, where a capital tells nothing


class Name(NamedTuple):
    """A run of words with capitals, or a code: Oslo, Ada Berg, IL-6."""

    first: int  # its tokens
    next: int
    parts: frozenset[str]
    initials: str  # of a name of several words
    is_code: bool

    def text(self, tokens: Tokens) -> str:
        """Return the name as it is written, without the "'s" of an owner."""
        return self.span(tokens).of(tokens.text)

    def span(self, tokens: Tokens) -> Span:
        """Return where the name stands."""
        last = tokens[self.next - 1]
        return Span(tokens[self.first].start, last.end - (2 if last.text.endswith(_OWNED) else 0))


def names(tokens: Tokens) -> dict[int, list[Name]]:
    """Return the names of a text by sentence."""
    every = groupby(range(len(tokens)), key=lambda at: tokens[at].sentence)
    return {sentence: list(_names(tokens, list(places))) for sentence, places in every}


def _names(tokens: Tokens, places: list[int]) -> Iterator[Name]:
    """Yield the names in a sentence; a capital at its front tells nothing."""
    words = [tokens[at] for at in places if tokens[at].is_word]
    if len(words) >= _LONG and sum(token.text[0].isupper() for token in words) > _SHOUTED * len(words):
        return
    end = places[0]
    for at in places:
        if at < end:
            continue
        end = at
        while end <= places[-1] and _is_part(tokens, end, at):
            end += 1
        found = tokens.items[at:end]
        sure = at > places[0] or len(found) > 1 or tokens.phrase(end, "et al")
        if found and (sure or found[0].text[1:].isupper()):
            name = _name(at, found)
            yield from (name,) if name.parts else ()


def _is_part(tokens: Tokens, at: int, first: int) -> bool:
    """Tell whether a name that began at the first token goes on here."""
    token = tokens[at]
    if token.is_word:
        speaker = token.low.startswith(("i'", "i’"))
        known = token.low in STOP or speaker or _is_time(token.low)
        return token.text[0].isupper() and len(token.low) > 1 and not known
    if at == first or not tokens.touches(at - 1):
        return False
    after = tokens[at + 1]
    return token.is_number or (
        token.text == "-" and tokens.touches(at) and (after.is_number or after.text[0].isupper())
    )


def _is_time(low: str) -> bool:
    return low in _TIMES or low.removesuffix("s") in _TIMES


def _name(first: int, found: list[Token]) -> Name:
    words = [token.low for token in found if token.is_word or token.is_number]
    is_code = all(token.text.isupper() for token in found if token.is_word)
    initials = "".join(word[0] for word in words) if len(words) > 1 else ""
    parts = frozenset(filter(None, map(form, words))) - _TITLES
    return Name(first, first + len(found), parts, initials, is_code)


def initialisms(tokens: Tokens) -> set[str]:
    """Return the initials of each run of words with capitals, with the small words between and without: dod, dd."""
    found: set[str] = set()
    run: list[Token] = []
    for token in (*tokens.items, EDGE):
        if token.is_word and (token.text[0].isupper() or (run and token.low in _LINKING)):
            run.append(token)
            continue
        words = [each for each in run if each.low not in _LINKING]
        if _FEWEST <= len(words) <= len(run) <= _MANY:
            found |= {"".join(each.low[0] for each in row) for row in (run, words)}
        run = []
    return found


def form(low: str) -> str:
    """Return a word as it is compared: without accents and owner, a country for all that comes from it."""
    plain = plain_letters(low.removesuffix("'s").removesuffix("’s"))
    return _ALIAS.get(plain, plain)


class Known:
    """The words of some texts, to ask whether a name stands among them in any form."""

    __slots__ = ("_by_letter",)

    def __init__(self, words: Iterable[str]) -> None:
        self._by_letter: dict[str, set[str]] = {}
        for word in filter(None, map(form, words)):
            self._by_letter.setdefault(word[0], set()).add(word)

    def has(self, name: Name) -> bool:
        """Tell whether a part of the name or its initials stand here, or a word that may be a form of it."""
        return any(self._has(part) for part in (*name.parts, name.initials) if part)

    def _has(self, part: str) -> bool:
        others = self._by_letter.get(part[0], set())
        return part in others or any(_may_be_one(part, other) for other in others)


def are_one(name: Name, other: Name) -> bool:
    """Tell whether two names may be one: a part in common, initials for words, Ga. for Georgia."""
    if name.initials in other.parts or other.initials in name.parts:
        return True
    pairs = [(one, two) for one in name.parts for two in other.parts if one[0] == two[0]]
    return any(_shortens(one, two) or _shortens(two, one) or _may_be_one(one, two) for one, two in pairs)


def _shortens(short: str, word: str) -> bool:
    """Tell whether a few letters are some of a word, in their order: Ga, Pa, Dem."""
    letters = iter(word)
    return len(short) <= _SHORTEST and all(letter in letters for letter in short)


def _may_be_one(one: str, other: str) -> bool:
    """Tell whether two words with the same first letter are forms or spellings of one: Norway, Norwegian."""
    if min(len(one), len(other)) < _SHORTEST:
        return one.removesuffix("s") == other.removesuffix("s")
    if one[:_STEM] == other[:_STEM] or one.startswith(other) or other.startswith(one):
        return True
    if one[:_ROOT] == other[:_ROOT] and (one.endswith(_OF_A_PLACE) or other.endswith(_OF_A_PLACE)):
        return True
    if max(len(one), len(other)) > _LONGEST:  # the matcher's time grows with the cube of their length
        return False
    spelt = SequenceMatcher(None, one, other, autojunk=False)
    return spelt.quick_ratio() >= _ONE_SPELLING <= spelt.ratio()
