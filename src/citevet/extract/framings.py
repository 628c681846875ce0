"""The verbs by which evidence speaks: `studies show`, `has been shown to`, `as demonstrated by REF-043`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citevet.extract.subjects import NEGATIVE, Subject, is_evidence, subject
from citevet.extract.tokens import Token
from citevet.model import Grade
from citevet.model.strength_words import ADVERBS, FORCE, FORMS, PROOF, Word

_BE = frozenset("is are was were be been being".split())
_AUXILIARY = _BE | frozenset("has have had do does did".split())
_LOWERS = frozenset({"may", "might", "could"})
_UNSAID = frozenset("will would shall should must can to cannot".split())  # planned, wished, possible: not claimed
_REACH = 6  # words between subject and verb

_LEVELS = {word.text: word.grade for word in ADVERBS}
_THINGS = frozenset("figure fig figures table tables screenshot listing diagram screen button dialog".split())
_SPEAKS_OF_ITSELF = frozenset({"support", "point"})  # "we support Windows"
_MATHS = frozenset("theorem theorems lemma lemmas corollary conjecture proposition".split())
_INFINITIVE = frozenset({"show", "demonstrate", "prove", "confirm", "suggest"})
_NO_VERB = frozenset(
    """the a an this these those that all each every its their our his her any some my your users people you us me them
    him it both everyone anyone which whom""".split()
)


@dataclass(frozen=True, slots=True)
class Framing:
    """A stretch of tokens that says how sure a sentence is, and the evidence that it needs."""

    first: int  # of the words that a mend may replace
    last: int
    grade: Grade | None
    narrow: int  # where the verb with its adverbs starts
    whole: int  # where its subject starts


@dataclass(frozen=True, slots=True)
class _Group:
    """What stands between a subject and a verb."""

    before: int  # the token before the group
    texts: tuple[str, ...]
    adverb: int  # where adverbs and verb start

    def has(self, words: frozenset[str]) -> bool:
        return not words.isdisjoint(self.texts)


def framings(words: Sequence[Token]) -> Iterator[Framing]:
    """Yield the framings of a sentence in order."""
    maths = any(word.text in _MATHS for word in words)
    for index, word in enumerate(words):
        if word.text in FORMS:
            found = _framing(words, index)
            if found is not None:
                proof = maths and found.grade is None
                yield Framing(found.first, found.last, PROOF.grade, found.narrow, found.whole) if proof else found


def _framing(words: Sequence[Token], at: int) -> Framing | None:
    verb, form = FORMS[words[at].text]
    group = _group(words, at)
    if group is None or group.has(_UNSAID):
        return None
    if verb.text == "point" and _text(words, at + 1) != "to":
        return None
    passive = group.has(_BE) and form in {"past", "participle"}
    if passive or (_text(words, group.before) == "as" and form in {"past", "participle"}):
        return _passive(words, at, group)
    if form == "participle" and not group.has(_AUXILIARY):
        return None
    return _active(words, at, group)


def _group(words: Sequence[Token], at: int) -> _Group | None:
    """Return the adverbs and auxiliaries before a verb; none where they deny it."""
    index = at - 1
    adverb = at
    while index >= 0 and at - index <= _REACH:
        text = words[index].text
        if text in NEGATIVE or text.endswith("n't"):
            if words[index + 1].text != "only":
                return None
        elif _is_adverb(text):
            adverb = index if adverb == index + 1 else adverb
        elif text not in _AUXILIARY and text not in _LOWERS and text not in _UNSAID:
            break
        index -= 1
    return _Group(index, tuple(word.text for word in words[index + 1 : at]), _strong(words, adverb, at))


def _is_adverb(text: str) -> bool:
    return (text.endswith("ly") and text != "only") or text in {"also", "now", "only", "thus", "both", "even", "still"}


def _strong(words: Sequence[Token], adverb: int, at: int) -> int:
    """Return where the adverbs that matter start: of "also clearly shows" it is "clearly"."""
    return next((index for index in range(adverb, at) if _matters(words[index].text)), at)


def _matters(text: str) -> bool:
    return text in _LEVELS or text in FORCE


def _active(words: Sequence[Token], at: int, group: _Group) -> Framing | None:
    verb, form = FORMS[words[at].text]
    found = subject(words, group.before) if group.before >= 0 else None
    if found is None and verb.grade in {None, Grade.HIGH} and None in _levels(words, group, at):
        return Framing(group.adverb, at, None, group.adverb, group.adverb)  # whoever "conclusively demonstrates"
    if form == "ing" and not group.has(_BE) and _text(words, group.before) == ",":
        return None  # ", showing that": the whole sentence before it shows
    if found is None or not _agrees(found, form, group) or not _speaks(words, at, found):
        return None
    last = at + 1 if verb.text == "point" else at
    if _LEVELS.get(_text(words, last + 1), PROOF.grade) is None:
        last += 1
    grade = _grade(_own(verb, found), [*_levels(words, group, last), *found.levels, *_object(words, last)])
    wide = found.generic and form != "ing"
    return Framing(found.first if wide else group.adverb, last, grade, group.adverb, found.first)


def _agrees(found: Subject, form: str, group: _Group) -> bool:
    """Say whether the form fits: in "research support is", `support` is no verb."""
    return form != "base" or not found.singular or group.has(_AUXILIARY | _LOWERS)


def _speaks(words: Sequence[Token], at: int, found: Subject) -> bool:
    """Say whether the verb tells what evidence says, rather than what somebody does."""
    verb = FORMS[words[at].text][0].text
    following = _text(words, at + 1)
    if verb == "show" and any(word.text in _THINGS for word in words[at + 1 : at + 7]):
        return False
    if found.kind == "we":
        return following == "that"
    if found.kind == "people" and verb in _SPEAKS_OF_ITSELF:
        return False
    if verb in {"show", "demonstrate"} and following == "how" and _text(words, at + 2) == "to":
        return False  # a lesson
    return verb != "establish" or following == "that"  # papers establish fields, and people committees


def _passive(words: Sequence[Token], at: int, group: _Group) -> Framing | None:
    verb = FORMS[words[at].text][0]
    following = _text(words, at + 1)
    levels = _levels(words, group, at)
    if following == "to" and verb.text in _INFINITIVE and is_infinitive(_text(words, at + 2)):
        first = group.before + 1
        return Framing(first, at + 1, _grade(verb.grade, levels), first, first)
    if following == "that" and _text(words, group.before) == "it":
        return Framing(group.before, at, _grade(verb.grade, levels), group.before, group.before)
    giver = is_evidence(words, at + 2) if following in {"by", "in"} else None
    if giver is None or giver.kind == "we" or (giver.kind == "people" and verb.text in _SPEAKS_OF_ITSELF):
        return None
    grade = _grade(_own(verb, giver), [*levels, *giver.levels])
    return Framing(group.adverb, at, grade, group.adverb, group.adverb)


def is_infinitive(text: str) -> bool:
    """Say whether a word behind `shown to` is a verb: "improve", and neither "the" nor "users"."""
    if text in _NO_VERB or not text.isalpha():
        return False
    return not text.endswith("s") or text.endswith(("ss", "us", "as"))


def _own(verb: Word, found: Subject) -> Grade | None:
    """Return the level of a verb; a person or a work may prove a theorem."""
    return PROOF.grade if verb.grade is None and found.kind != "evidence" else verb.grade


def _levels(words: Sequence[Token], group: _Group, last: int) -> list[Grade | None]:
    texts = (*group.texts, words[last].text)
    return [_LEVELS[text] for text in texts if text in _LEVELS] + [Grade.LOW for text in texts if text in _LOWERS]


def _object(words: Sequence[Token], last: int) -> list[Grade | None]:
    """Return how weak the evidence is that somebody shows: "shows limited evidence of"."""
    for index in range(last + 1, min(last + 4, len(words))):
        if words[index].text in {"limited", "preliminary", "anecdotal", "weak"}:
            return [Grade.VERY_LOW if words[index].text == "anecdotal" else Grade.LOW]
    return []


def _grade(own: Grade | None, others: Sequence[Grade | None]) -> Grade | None:
    """Return the weakest; but a word that is too strong for any evidence stays so."""
    if own is None or None in others:
        return None
    return min([own, *(level for level in others if level is not None)])


def _text(words: Sequence[Token], index: int) -> str:
    return words[index].text if 0 <= index < len(words) else ""
