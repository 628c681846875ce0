"""How sure a sentence is without a verb of evidence: `limited evidence`, `may`, `appears to`, `beyond doubt`."""

from collections.abc import Iterator, Sequence

from citevet.extract.framings import Framing, is_infinitive
from citevet.extract.subjects import NEGATIVE
from citevet.extract.tokens import Token
from citevet.model.evidence_words import EVIDENCE, MASS, PEOPLE, PERSON, PLURAL
from citevet.model.strength_words import ALONE, BY_TEXT, QUALIFIERS

_LEVELS = {word.text: word.grade for word in QUALIFIERS}
_APPEAR = frozenset("appear appears appeared seem seems seemed".split())
_REMAIN = frozenset("is are was were be been remain remains remained still".split())
_OPEN = frozenset({"unclear", "uncertain"})
# Said of evidence: "the evidence is limited".
_PREDICATES = frozenset("limited preliminary weak anecdotal exploratory insufficient inconclusive".split())
# Whoever may do something is allowed to: no word on certainty.
_ALLOWED = (
    PEOPLE
    | PERSON
    | frozenset(
        """you we i he she they one who anyone everyone nobody users user readers reader developers agents agent court
    courts state states party parties person persons members member students applicants""".split()
    )
)
_REACH = 4


def evidence_nouns(words: Sequence[Token]) -> Iterator[Framing]:
    """Yield evidence with its adjective: `there is limited evidence that`, `the evidence is weak`."""
    for index, word in enumerate(words):
        if word.text not in _LEVELS or _denied(words, index):
            continue
        last = _noun_after(words, index)
        if last is not None:
            yield Framing(index, last, _LEVELS[word.text], index, index)
        elif word.text in _PREDICATES and _is_said_of_evidence(words, index):
            yield Framing(index, index, _LEVELS[word.text], index, index)


def hedges(words: Sequence[Token], text: str) -> Iterator[Framing]:
    """Yield the hedges of a sentence that names no evidence."""
    for index, word in enumerate(words):
        found = _hedge(words, index, text[word.start])
        if found is not None:
            yield found


def too_strong(words: Sequence[Token]) -> Iterator[Framing]:
    """Yield what is too strong in any sentence: `undeniably`, `beyond any doubt`, `leaves no doubt`."""
    for index, word in enumerate(words):
        if word.text in ALONE and not _denied(words, index):
            yield Framing(index, index, None, index, index)
        elif word.text == "doubt":
            first = _turn(words, index)
            if first is not None:
                yield Framing(first, index, None, first, first)


def _turn(words: Sequence[Token], doubt: int) -> int | None:
    """Return where `beyond a shadow of a doubt`, `without any doubt`, `leaves no doubt` starts."""
    for index in range(doubt - 1, max(doubt - 7, -1), -1):
        text = words[index].text
        if text in {"beyond", "without"}:
            return None if _denied(words, index) else index
        if text == "no":
            return index - 1 if index and words[index - 1].text in {"leave", "leaves", "left", "leaving"} else None
        if text not in {"a", "any", "all", "of", "shadow", "the", "slightest"}:
            return None
    return None


def _denied(words: Sequence[Token], index: int) -> bool:
    before = (word.text for word in words[max(index - _REACH, 0) : index])
    return any(text in NEGATIVE or text.endswith("n't") or text == "cannot" for text in before)


def _noun_after(words: Sequence[Token], index: int) -> int | None:
    """Return the word for evidence that the adjective belongs to: "preliminary clinical data"."""
    own = words[index].text
    nouns = {"evidence", "proof"} if _LEVELS[own] is None else MASS | PLURAL if own == "some" else EVIDENCE
    for after in range(index + 1, min(index + 3, len(words))):
        if words[after].text in nouns:
            return after
        if not words[after].text.isalpha():
            return None
    return None


def _is_said_of_evidence(words: Sequence[Token], index: int) -> bool:
    before = [word.text for word in words[max(index - 6, 0) : index]]
    return bool(before) and any(text in _REMAIN for text in before[-2:]) and any(text in EVIDENCE for text in before)


def _hedge(words: Sequence[Token], index: int, initial: str) -> Framing | None:
    text = words[index].text
    following = words[index + 1].text if index + 1 < len(words) else ""
    before = words[index - 1].text if index else ""
    if text in _APPEAR and not _denied(words, index):
        return _appears(words, index)
    if text == "probably":
        return Framing(index, index, BY_TEXT[text].grade, index, index)
    if text in {"may", "might"} and initial == "m" and before not in _ALLOWED and following.isalpha():
        return None if following == "of" or not before else Framing(index, index, BY_TEXT[text].grade, index, index)
    if text in _OPEN and (before in _REMAIN or before.endswith("ly")):
        return Framing(index, index, BY_TEXT[text].grade, index, index)
    return None


def _appears(words: Sequence[Token], index: int) -> Framing | None:
    following = [word.text for word in words[index + 1 : index + 3]]
    if len(following) > 1 and following[0] == "to" and is_infinitive(following[1]):
        return Framing(index, index + 1, BY_TEXT["appears to"].grade, index, index)
    if index and words[index - 1].text == "it" and following[:1] == ["that"]:
        return Framing(index - 1, index, BY_TEXT["it appears"].grade, index - 1, index - 1)
    return None
