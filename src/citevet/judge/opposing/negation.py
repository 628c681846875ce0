"""The words that deny, and how far to their right they do so."""

from typing import NamedTuple

from citevet.judge.opposing.concepts import concept
from citevet.judge.opposing.phrases import Phrases, alike
from citevet.judge.tokens import Tokens

_REACH = 25  # tokens to the right
_NEAR = 3  # words with content that a preposition such as "without" reaches


class Negator(NamedTuple):
    """A denial with the tokens it is made of and those it reaches."""

    first: int
    next: int
    end: int
    noun: bool  # denies the thing that follows, not the statement: without, lack of


_OF_STATEMENTS = (
    "not|never|cannot|no|none|nobody|nothing|neither|nor|hardly|scarcely|no one|not one|failed to|fails to|fail to|"
    "failing to|failure to|refused to|refuses to|declined to|unable to|did nothing to|does nothing to|do nothing to|"
    "ceased to|hardly any|scarcely any|almost no|no longer|far from"
)
_OF_THINGS = (
    "without|lacking|lacked|lacks|lack|absence|lack of|absence of|rather than|instead of|free of|free from|devoid of"
)
INSTEAD = frozenset({"rather", "instead"})  # they set two things against one another, and deny neither statement
_DENIALS = Phrases({**dict(alike(_OF_STATEMENTS, meaning=False)), **dict(alike(_OF_THINGS, meaning=True))})
# What looks like a denial and is none: bounds, additions, figures of speech, answers (No, it is); or one of all, which
# is a quantifier.
_AFTER_NOT = frozenset(
    """only just merely simply solely necessarily always all every everyone everybody everything everywhere entirely
    fully completely exclusively surprisingly unexpectedly least alone invariably totally wholly quite""".split()
)
_AFTER_NO = frozenset(", doubt question matter wonder later sooner other further additional new".split())
_BOUNDS = frozenset("more less fewer later earlier greater lower higher longer".split())
_BEFORE = frozenset("or if whether why".split())
_BORDER = frozenset(
    """; : ( ) – — . ! ? but although though while whereas because unless until which since if when where however so
    yet except nor""".split()
)
_SUBJECTS = frozenset(
    """it they he she we i there this that these those the is are was were has have had do does did can could will
    would may might must should""".split()
)


def negators(tokens: Tokens) -> list[Negator]:
    """Return the denials of a text in their order."""
    found: list[Negator] = []
    at = 0
    while at < len(tokens):
        then, noun = _denial(tokens, at)
        if then and not _void(tokens, at, then):
            found.append(Negator(at, then, _scope(tokens, then, noun=noun), noun))
        at = max(then, at + 1)
    return found


def _denial(tokens: Tokens, at: int) -> tuple[int, bool]:
    """Return the token after the denial that begins here, 0 if none does."""
    if tokens.low(at).endswith(("n't", "n’t")):
        return at + 1, False
    return _DENIALS.at(tokens, at) or (0, False)


def _void(tokens: Tokens, at: int, then: int) -> bool:
    """Tell whether this is no denial of what follows."""
    low, after = tokens.low(at), tokens.low(then)
    if low in {"not", "no"} and (tokens.low(at - 1) in _BEFORE or tokens.low(at - 2) == "or"):
        return True
    if low in {"nothing", "none"} and after in {"but", "other", "less", "more"}:
        return True
    if low == "no":
        number = tokens[then + 2]
        bound = after in _BOUNDS and tokens.low(then + 1) == "than" and _counts(number.low)
        return after in _AFTER_NO or bound or _is_name(tokens, at)
    return (after in _AFTER_NOT and low != "neither") or _waits(tokens, then)


def _is_name(tokens: Tokens, at: int) -> bool:
    """Tell whether this is a formula or a number's name: NO2, No. 5."""
    after = tokens[at + 1]
    return (after.is_number and tokens.touches(at)) or (after.low == "." and tokens[at + 2].is_number)


def _counts(low: str) -> bool:
    return low[0].isdecimal() or low in {"a", "an", "half", "€", "$", "£"} or concept(low).isdecimal()


def _waits(tokens: Tokens, then: int) -> bool:
    """Tell whether an "until" follows: what was not so until then is so since."""
    for at in range(then, then + _REACH):
        if tokens.low(at) == "until":
            return True
        if tokens.low(at) in _BORDER or tokens.low(at) == ",":
            return False
    return False


def _scope(tokens: Tokens, then: int, *, noun: bool) -> int:
    """Return the token where the denial ends."""
    words = 0
    sentence = tokens[then].sentence
    for at in range(then, min(then + _REACH, len(tokens))):
        token = tokens[at]
        if token.sentence != sentence or token.low in _BORDER:
            return at
        if token.low == "and" and at == then:
            return at  # some were not and the rest had no view
        if (token.low in {",", "and"} and at > then) and _breaks(tokens, at, noun=noun):
            return at
        words += bool(concept(token.low))
        if noun and words == _NEAR:
            return at + 1
    return min(then + _REACH, len(tokens))


def _breaks(tokens: Tokens, at: int, *, noun: bool) -> bool:
    """Tell whether a new statement begins after this comma or this "and"."""
    return noun or tokens.low(at) == "," or tokens.low(at + 1) in _SUBJECTS
