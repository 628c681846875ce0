"""Finite verbs of a sentence, as far as a word and its neighbours show them."""

from citevet.judge.opposing.antonyms import sense
from citevet.judge.tokens import Tokens
from citevet.judge.wording import STOP

_AUXILIARIES = frozenset(
    """is are was were has have had do does did can could may might will would shall should must isn't aren't wasn't
    weren't hasn't haven't hadn't don't doesn't didn't can't cannot couldn't won't wouldn't""".split()
)
# Third persons that are seldom plurals of a noun.
_PRESENT = frozenset(
    """lies contains includes becomes makes takes gives comes goes says keeps requires allows depends applies operates
    provides puts belongs consists explains confirms brings owes writes continues remains lets stays""".split()
)
_PAST = frozenset(
    """rose fell grew shrank sank won lost went came became began broke brought bought caught chose drew drove ate fed
    felt fought fled flew forgot gave got held kept knew led left made met paid ran said saw sold sent slept
    spoke spent stood struck swam took taught told thought threw understood wore wrote built found dipped shook froze
    lay sought rode died shut""".split()
)
# What may follow a verb in -ed, but seldom an adjective in -ed: fell and reached the coast, not fresh and dried fruit.
_AFTER_VERB = frozenset(
    """the a an its their his her this that these those to by from in on at for with about over under into than as more
    less no not all each every most some any it them him up down out off only again . , ;""".split()
)
_BEFORE_VERB = frozenset("it he she they we i this that which who".split())
_ALWAYS_SUBJECT = frozenset("they we i he she".split())  # never an object: a verb or an adverb follows
_BEFORE_ADJECTIVE = frozenset("the a an its their his her our whose no".split())  # whose exposed, salty floor
_BEFORE_PARTICIPLE = frozenset("when as if than once".split())  # when compared with
_SHORT = 4  # letters: red, bed, seed
_SHORTEST = 2
_ADVERBS = frozenset("not also then later now never still only again soon so since".split())
_BEING = frozenset("be been being".split())
_KOREAN_ENDS = (
    "지만",
    "으나",
    "으며",
    "했고",
    "였고",
    "이며",
    "하고",
    "하며",
    "되고",
    "되며",
    "는데",
    "었고",
    "았고",
    "졌고",
)


def is_verb(tokens: Tokens, at: int, *, begins: bool) -> bool:
    """Tell whether a finite verb stands here, as far as the word and its neighbours show it."""
    low, before = tokens.low(at), tokens[at - 1]
    if _completes(tokens, at) or before.low == "ever" or tokens[at].text == "May":
        return False
    if _follows_subject(tokens, at):
        return True
    if low in _AUXILIARIES or low in _PAST or ends_korean(low) or (low.endswith("다") and len(low) > 1):
        return True
    named = before.low in _BEFORE_VERB or (before.is_word and before.low not in STOP) or (begins and before.low == ",")
    if low.endswith("ed") and len(low) > _SHORT:
        return _is_past(tokens, at, named=named)
    return (low in _PRESENT or (low.endswith("s") and sense(low) is not None)) and (named or before.low == "and")


def _follows_subject(tokens: Tokens, at: int) -> bool:
    """Tell whether a pronoun before this word makes it a verb: they need it, it still yields oil."""
    low = tokens.low(at)
    subject = tokens.low(at - 1 - is_adverb(tokens.low(at - 1)))
    if not tokens[at].is_word or low in STOP or is_adverb(low):
        return False
    return subject in _ALWAYS_SUBJECT or (subject == "it" and low.endswith("s") and not low.endswith("ss"))


def _is_past(tokens: Tokens, at: int, *, named: bool) -> bool:
    """Tell whether a word in -ed is a verb here, where its subject may be named before it."""
    before, after = tokens.low(at - 1), tokens[at + 1]
    if before in _BEFORE_PARTICIPLE or before in _BEFORE_ADJECTIVE:
        return False
    return named or after.low in _AFTER_VERB or not after.is_word or after.low.endswith("ly")


def _completes(tokens: Tokens, at: int) -> bool:
    """Tell whether an auxiliary before this word has it for its own: was built, has since been led."""
    before = at - 1 - is_adverb(tokens.low(at - 1))
    return tokens[before].text != "May" and tokens.low(before) in _AUXILIARIES | _BEING


def is_adverb(low: str) -> bool:
    """Tell whether a word may stand between a subject or an auxiliary and its verb."""
    return low in _ADVERBS or low.endswith("ly")


def ends_korean(low: str) -> bool:
    """Tell whether a Korean word ends as a verb does that joins its clause to the next."""
    return low.endswith(_KOREAN_ENDS) and len(low) > _SHORTEST
