"""The same framing in the words of another level: `Research demonstrates` at LOW is `Limited evidence suggests`."""

from collections.abc import Sequence
from dataclasses import replace
from re import compile as pattern

from citevet.model.evidence_words import EVIDENCE, PEOPLE, SINGULAR
from citevet.model.grade import Grade
from citevet.model.strength_words import ADVERBS, BY_TEXT, FORCE, FORMS, QUALIFIERS, Forms, forms, written

_TOO_STRONG = frozenset(word.text for word in ADVERBS if word.grade is None)
_FIRM = frozenset(word.text for word in QUALIFIERS if word.grade in {None, Grade.HIGH})
_ADVERBS = FORCE | frozenset(word.text for word in ADVERBS)
_AUXILIARY = frozenset("is are was were be been being has have had".split())
_PLAIN = pattern(r"[A-Za-z][A-Za-z-]*(?:\s[A-Za-z][A-Za-z-]*)*")
_MARKER = r"\s*(?:[\[(][^\[\]()]{0,80}[\])]\s*)?"  # a citation may stand between the verb and what it says
_THAT = pattern(rf"{_MARKER}that\b")
# "confirms the effect" is not "suggests the effect", and "confirmed by" is not "suggested by".
_OBJECT = pattern(
    rf"{_MARKER}(?:the|this|these|those|our|their|its|his|her|an?|by|it|them|such|earlier|previous|prior)\b"
)
_PROVEN = frozenset(written("prove"))
_UPHELD = frozenset({"confirm", "establish", "prove", "support"})

# What evidence as such is called at each level, and whether that is plural.
_CALLED = {
    Grade.MODERATE: ("evidence", False),
    Grade.LOW: ("limited evidence", False),
    Grade.VERY_LOW: ("anecdotal reports", True),
}
_ADJECTIVE = {Grade.HIGH: "strong", Grade.MODERATE: "moderate", Grade.LOW: "limited", Grade.VERY_LOW: "anecdotal"}
_APPEARS = {"is": "appears", "has": "appears", "are": "appear", "have": "appear", "was": "appeared", "were": "appeared"}


def restate(said: str, level: Grade, then: str = "") -> str | None:
    """Return the words for a level in place of those that were said before `then`; none where we have no good ones."""
    if not _PLAIN.fullmatch(said):
        return None
    words = said.lower().split()
    new = _restated(words, level, then)
    if new is None or new == " ".join(words):
        return None
    return new[:1].upper() + new[1:] if said[0].isupper() else new


def _restated(words: list[str], level: Grade, then: str) -> str | None:
    at = next((index for index in reversed(range(len(words))) if words[index] in FORMS), None)
    if at is None:
        return _without_verb(words, level)
    if level is Grade.HIGH:
        return _lighter(words)
    if words[0] == "it":
        return _called(level, past="was" in words)
    if words[-1] == "to" and words[at] not in {"point", "points", "pointed", "pointing"}:
        return _infinitive(words[: at + 1], level)
    if level is Grade.MODERATE:
        return _weaker(words, at, then)
    if any(word in EVIDENCE or word in PEOPLE for word in words[:at]):
        return _called(level, past=FORMS[words[at]][1] == "past" and not {"has", "have", "had"} & set(words))
    return _offered(words[at], level, then)


def _lighter(words: list[str]) -> str:
    """Return the words without what is too strong: `conclusively proves` is `shows`."""
    kept = [word for word in words if word not in _TOO_STRONG]
    show = forms("show")
    if not _AUXILIARY.isdisjoint(kept):
        show = replace(show, past=show.participle)  # "was proved" is "was shown"
    return " ".join(_in_form(show, word) if word in _PROVEN else word for word in kept)


def _weaker(words: list[str], at: int, then: str) -> str:
    """Return the words with `suggest`, or `support` where an upheld thing follows, in the form of their verb."""
    new = "support" if _upholds(words[at], then) else "suggest"
    changed = [*words[:at], _in_form(forms(new), words[at]), *(word for word in words[at + 1 :] if word != "to")]
    return " ".join(word for word in changed if word not in _ADVERBS and word not in _FIRM)


def _upholds(verb: str, then: str) -> bool:
    return FORMS[verb][0].text in _UPHELD and _OBJECT.match(then) is not None


def _called(level: Grade, *, past: bool) -> str | None:
    called, plural = _CALLED[level]
    return f"{called} {'suggested' if past else 'suggest' if plural else 'suggests'}"


def _offered(verb: str, level: Grade, then: str) -> str:
    """Return words for one study or work, which stays the subject: `offers limited evidence`."""
    if _THAT.match(then):
        return f"{_in_form(forms('offer'), verb)} {_ADJECTIVE[level]} evidence"
    adverb, new = ("tentatively", "suggest") if level is Grade.LOW else ("anecdotally", "report")
    return f"{adverb} {_in_form(forms('support' if _upholds(verb, then) else new), verb)}"


def _infinitive(words: list[str], level: Grade) -> str | None:
    """Return words for `has been shown to`."""
    if words[0] not in _APPEARS:
        return None
    if level is Grade.LOW:
        return "may"
    if level is Grade.MODERATE:
        return f"{_APPEARS[words[0]]} to"
    auxiliaries = [word for word in words[:-1] if word not in _ADVERBS]
    return f"{' '.join(auxiliaries)} anecdotally reported to"


def _without_verb(words: Sequence[str], level: Grade) -> str | None:
    """Return words for a turn like `strong evidence`, `appears to` or `undeniably`."""
    turn = " ".join(words)
    if len(words) == 1 and turn in _TOO_STRONG:
        return ""
    if turn.endswith(" doubt") and words[0] in {"beyond", "without"}:
        return ""
    if words[-1] == "to":
        return "may" if level is Grade.LOW else None
    if turn in {"it appears", "it seems"}:
        return _called(level, past=False) if level in {Grade.LOW, Grade.VERY_LOW} else None
    if len(words) > 1 and words[0] in BY_TEXT and words[-1] not in SINGULAR:
        return " ".join((_ADJECTIVE[level], *words[1:-1], words[-1].replace("proof", "evidence")))
    return None


def _in_form(new: Forms, old: str) -> str:
    """Return another verb in the form that the old one has."""
    form: str = getattr(new, FORMS[old][1])
    return form
