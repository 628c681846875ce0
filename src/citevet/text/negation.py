"""Find the words that negate, and how far to their right they reach."""

from typing import NamedTuple

from citevet.tables import read_words
from citevet.text.numerals import NUMBER_WORDS
from citevet.text.stems import STOP_WORDS
from citevet.text.tokens import PhraseTable, Tokens, split_phrases

_REACH = 25  # tokens to the right
_NEAR = 3  # content words that a preposition such as "without" reaches

_OF_STATEMENTS = (
    "not|never|cannot|no|none|nobody|nothing|neither|nor|hardly|scarcely|no one|not one|failed to|fails to|fail to|"
    "failing to|failure to|refused to|refuses to|declined to|unable to|did nothing to|does nothing to|do nothing to|"
    "ceased to|hardly any|scarcely any|almost no|no longer|far from"
)
_OF_THINGS = (
    "without|lacking|lacked|lacks|lack|absence|lack of|absence of|rather than|instead of|free of|free from|devoid of"
)
CONTRASTS = frozenset({"rather", "instead"})  # first words of phrases that contrast two things and negate neither
_NEGATIONS = PhraseTable(
    dict([*split_phrases(_OF_STATEMENTS, meaning=False), *split_phrases(_OF_THINGS, meaning=True)])
)
# After these words "not" and "no" are bounds, additions, figures of speech, answers (No, it is) or quantifiers.
_AFTER_NOT = read_words("""only just merely simply solely necessarily always all every everyone everybody everything
    everywhere entirely fully completely exclusively surprisingly unexpectedly least alone invariably totally wholly
    quite""")
_AFTER_NO = read_words(", doubt question matter wonder later sooner other further additional new")
_BOUNDS = read_words("more less fewer later earlier greater lower higher longer")
_BEFORE = read_words("or if whether why")
_BORDER = read_words("""; : ( ) – — . ! ? but although though while whereas because unless until which since if when
    where however so yet except nor""")
_SUBJECTS = read_words("""it they he she we i there this that these those the is are was were has have had do does did
    can could will would may might must should""")
# Function words that are not stop words, and stop words that carry meaning.
_EMPTY = read_words("neither nor none nobody nothing never cannot without any ever yet")
_MEANINGFUL = read_words("least less more same")


class Negation(NamedTuple):
    """A negating word or phrase: its tokens, and where its reach ends."""

    first: int
    next: int
    end: int
    noun: bool  # negates the thing after it, not the statement: without, lack of


def find_negations(tokens: Tokens) -> list[Negation]:
    """Return the negations of a text in order."""
    found: list[Negation] = []
    at = 0
    while at < len(tokens):
        then, noun = _match_negation(tokens, at)
        if then and not _is_void(tokens, at, then):
            found.append(Negation(at, then, _find_scope_end(tokens, then, noun=noun), noun))
        at = max(then, at + 1)
    return found


def has_content(low: str) -> bool:
    """Check whether a token in lower case is a number or a word with a meaning of its own."""
    is_word = low[0].isalpha() and len(low) > 1 and low not in STOP_WORDS and low not in _EMPTY
    return is_word or low[0].isdecimal() or low in NUMBER_WORDS or low in _MEANINGFUL


def _match_negation(tokens: Tokens, at: int) -> tuple[int, bool]:
    """Return the token after the negation that starts here, 0 if none does; and whether it negates a thing."""
    if tokens.low(at).endswith(("n't", "n’t")):
        return at + 1, False
    return _NEGATIONS.at(tokens, at) or (0, False)


def _is_void(tokens: Tokens, at: int, then: int) -> bool:
    """Check whether this word negates nothing here: "not only", "no doubt", "NO2"."""
    low, after = tokens.low(at), tokens.low(then)
    if low in {"not", "no"} and (tokens.low(at - 1) in _BEFORE or tokens.low(at - 2) == "or"):
        return True
    if low in {"nothing", "none"} and after in {"but", "other", "less", "more"}:
        return True
    if low == "no":
        amount = tokens.low(then + 2)
        is_amount = amount[0].isdecimal() or amount in {"a", "an", "half", "€", "$", "£"} or amount in NUMBER_WORDS
        bound = after in _BOUNDS and tokens.low(then + 1) == "than" and is_amount
        return after in _AFTER_NO or bound or _is_label(tokens, at)
    return (after in _AFTER_NOT and low != "neither") or _precedes_until(tokens, then)


def _is_label(tokens: Tokens, at: int) -> bool:
    """Check whether "no" is a formula or short for number: NO2, No. 5."""
    after = tokens[at + 1]
    return (after.is_number and tokens.touches(at)) or (after.low == "." and tokens[at + 2].is_number)


def _precedes_until(tokens: Tokens, then: int) -> bool:
    """Check whether "until" follows: what was not so until then is so since."""
    for at in range(then, then + _REACH):
        if tokens.low(at) == "until":
            return True
        if tokens.low(at) in _BORDER or tokens.low(at) == ",":
            return False
    return False


def _find_scope_end(tokens: Tokens, then: int, *, noun: bool) -> int:
    """Return the token where the reach of the negation ends."""
    words = 0
    sentence = tokens[then].sentence
    for at in range(then, min(then + _REACH, len(tokens))):
        token = tokens[at]
        if token.sentence != sentence or token.low in _BORDER:
            return at
        if token.low == "and" and at == then:
            return at  # some were not and the rest had no view
        starts_statement = noun or token.low == "," or tokens.low(at + 1) in _SUBJECTS
        if token.low in {",", "and"} and at > then and starts_statement:
            return at
        words += has_content(token.low)
        if noun and words == _NEAR:
            return at + 1
    return min(then + _REACH, len(tokens))
