"""The words of a text as a comparison needs them: what each is called, where it stands, whether it is denied."""

from itertools import groupby
from typing import NamedTuple

from citevet.judge.opposing.antonyms import Sense, sense
from citevet.judge.opposing.concepts import LIGHT, concept
from citevet.judge.opposing.negation import Negator, negators
from citevet.judge.opposing.phrasal_verbs import phrasal_verb
from citevet.judge.opposing.refusals import Refusal, refusals
from citevet.judge.tokens import Tokens

_BORDER = frozenset("; : – — but while whereas although though because however".split())
# What follows is asked and not said, as in the aims of a study.
_OPEN = frozenset(
    """whether if unless assess assessed assessing evaluate evaluated evaluating investigate investigated examine
    examined determine determined aim aims aimed objective hypothesis hypothesised hypothesized""".split()
)
_HELD = frozenset("claim claims allegation allegations accusation charge notion idea myth argument suggestion".split())
# Verbs after which "to reduce" has happened; after others it is an aim.
_REACHED = frozenset(
    """found shown seen continued continue continues began begun started appear appears appeared seem seems tend
    tends tended proved observed known able used managed helped helps failed fails fail failing unable not
    come came""".split()
)
_STANDING = frozenset("go goes going went gone is are was were be been come came comes move moved , (".split())
# Around "on" and "off" where they say how a switch stands: is off by default, was turned on; not on the table.
_SET = frozenset("is are was were be been being not stay stays remain remains turned switched set".split())
_AFTER_SET = frozenset(". , ; : ) ! ? and or but by unless until when while if \0".split())
_SOON = 3  # not make the illness less frequent: the comparison is what is denied
_MOST = 4_000  # tokens of one text; what stands behind is not read


class Word(NamedTuple):
    """A word with content."""

    at: int
    low: str
    concept: str
    sense: Sense | None
    sentence: int
    segment: int  # of the sentence, between borders such as "but" and ";"
    denied: bool
    open: bool  # behind a "whether" or an "if", or only named as refused: neither said nor denied


class Reading(NamedTuple):
    """A text read for comparing."""

    tokens: Tokens
    words: tuple[Word, ...]
    denials: tuple[Negator, ...]
    by_sentence: dict[int, tuple[Word, ...]]
    refused: dict[int, Refusal]  # by the token of the thing

    def sentences(self) -> "list[Reading]":
        """Return each sentence as a reading of its own."""
        denials: dict[int, list[Negator]] = {}
        for denial in self.denials:
            denials.setdefault(self.tokens[denial.first].sentence, []).append(denial)
        return [
            Reading(self.tokens, words, tuple(denials.get(number, ())), {number: words}, self.refused)
            for number, words in self.by_sentence.items()
        ]

    def phrase(self, first: int, then: int) -> str:
        """Return the text of these tokens in one line."""
        return " ".join(self.tokens.text[self.tokens[first].start : self.tokens[then - 1].end].split())


def read(text: str) -> Reading:
    """Return the words of a text with content."""
    tokens = Tokens(text)
    del tokens.items[_MOST:]
    denials = tuple(negators(tokens))
    denied = _denied(len(tokens), denials)
    refused = {each.thing: each for each in refusals(tokens)}
    words: list[Word] = []
    segment = sentence = 0
    unsure = False
    for at, token in enumerate(tokens.items):
        if token.sentence != sentence or token.low in _BORDER:
            segment, sentence, unsure = segment + 1, token.sentence, False
        unsure = (unsure and token.low != ",") or token.low in _OPEN or _is_only_held(tokens, at)
        aimed = tokens.low(at - 1) == "to" and sense(token.low) is not None and tokens.low(at - 2) not in _REACHED
        left = unsure or aimed or at in refused
        if verb := phrasal_verb(tokens, at):
            low = verb[1]
            words.append(Word(at, low, concept(low), sense(low), sentence, segment, denied[at], left))
        elif name := _name(tokens, at):
            words.append(Word(at, token.low, name, _sense(tokens, at), sentence, segment, denied[at], left))
    held = {number: tuple(group) for number, group in groupby(words, key=lambda word: word.sentence)}
    return Reading(tokens, tuple(words), denials, held, refused)


def _is_only_held(tokens: Tokens, at: int) -> bool:
    """Tell whether a "that" begins what somebody held, and nobody says here: the claim that it was illegal."""
    return tokens.low(at) == "that" and tokens.low(at - 1) in _HELD


def focus(reading: Reading, denial: Negator) -> Word | None:
    """Return the word that the denial bears on: the first within reach that says something."""
    words = reading.by_sentence.get(reading.tokens[denial.first].sentence, ())
    if reading.tokens.low(denial.first) == "nothing":  # pays nothing: the verb before is what is denied
        before = [word for word in words if word.at < denial.first]
        return before[-1] if before else None
    reached = [word for word in words if denial.next <= word.at < denial.end]
    telling = [word for word in reached if word.low not in LIGHT and not word.concept[0].isdecimal()]
    if telling and reached[0].low in LIGHT:
        return next((word for word in telling[:_SOON] if word.sense), telling[0])
    return telling[0] if telling else None


def _denied(count: int, denials: tuple[Negator, ...]) -> list[bool]:
    """Return for each token whether an odd number of denials reaches it."""
    turns = [False] * (count + 1)
    for denial in denials:
        turns[denial.next] ^= True
        turns[max(denial.end, denial.next)] ^= True
    state = False
    found = []
    for turn in turns:
        state ^= turn
        found.append(state)
    return found


def _name(tokens: Tokens, at: int) -> str:
    if particle := _particle(tokens, at):
        return f"~{particle.axis}"
    return concept(tokens.low(at)) if _sense(tokens, at) or sense(tokens.low(at)) is None else ""


def _sense(tokens: Tokens, at: int) -> Sense | None:
    """Return the end of the axis that a word means here, none for the bound of a number: more than 60."""
    low = tokens.low(at)
    if particle := _particle(tokens, at):
        return particle
    found = sense(low)
    if found and low in {"more", "less", "fewer"} and (_bounds(tokens, at) or _weighs(tokens, at)):
        return None
    return found


def _weighs(tokens: Tokens, at: int) -> bool:
    """Tell whether it says how much something moved, and not which way: fell more, more or less."""
    before = sense(tokens.low(at - 1))
    return tokens.low(at + 1) == "or" or (before is not None and before.axis == "amount")


def _particle(tokens: Tokens, at: int) -> Sense | None:
    """Return what a small word means where it says how something moved or how a switch stands."""
    low = tokens.low(at)
    if _moves(tokens, at):
        return Sense("amount", 1 if low == "up" else -1, gap=True)
    if low in {"on", "off"} and tokens.low(at - 1) in _SET and tokens.low(at + 1) in _AFTER_SET:
        return Sense("enable", 1 if low == "on" else -1, gap=False)
    return None


def _moves(tokens: Tokens, at: int) -> bool:
    """Tell whether "up" or "down" is a movement here: went up, up 3 %, not up to and not set up."""
    if tokens.low(at) not in {"up", "down"} or (tokens.low(at) == "up" and tokens.low(at + 1) == "to"):
        return False
    return tokens.low(at - 1) in _STANDING or tokens.low(at + 1) in {"from", "by"}


def _bounds(tokens: Tokens, at: int) -> bool:
    after = tokens.low(at + 2)
    return tokens.low(at + 1) == "than" and (
        after[0].isdecimal() or concept(after).isdecimal() or after in {"a", "half"}
    )
