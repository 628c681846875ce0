"""Phrases that claim certainty: `there is no doubt that`, `is an established fact`, `beyond question`.

The kind of a phrase says where it stands in its sentence, and so what can replace it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, cast

from citevet.model.entry import Grade
from citevet.records import collect_values, dataclass
from citevet.tables import read_rows, read_words

PhraseKind = Literal["clause", "predicate", "impersonal", "state", "sentence", "infinitive", "object"]

COPULAS = read_words("is are was were be been being remains remain")
# The forms of verbs in phrases of the kind `object`.
_INFLECTED = {
    "leave": {"leave": "base", "leaves": "third", "left": "past", "leaving": "ing"},
    "put": {"put": "base", "puts": "third", "putting": "ing"},
}


@dataclass(frozen=True, slots=True)
class CertaintyPhrase:
    """A phrase, the evidence that it needs, and the form of its verb if that is inflected."""

    words: tuple[str, ...]
    kind: PhraseKind
    grade: Grade | None  # None: no evidence is strong enough
    form: str = ""


def _read_phrases() -> list[CertaintyPhrase]:
    phrases: list[CertaintyPhrase] = []
    for kind, text, grade, _ in read_rows(Path(__file__).with_suffix(".tsv")):
        first, *rest = text.split()
        forms = _INFLECTED[first] if kind == "object" else {first: ""}
        phrases += (
            CertaintyPhrase((word, *rest), cast("PhraseKind", kind), Grade.of(grade), form)
            for word, form in forms.items()
        )
    return sorted(phrases, key=lambda phrase: -len(phrase.words))


PHRASES = _read_phrases()
BY_FIRST_WORD: Mapping[str, Sequence[CertaintyPhrase]] = collect_values((each.words[0], each) for each in PHRASES)
# One of these is in every phrase: its longest word, or the parts of that around a hyphen.
RAREST_WORDS = frozenset(part for each in PHRASES for part in max(each.words, key=len).split("-"))


def match_phrases(words: Sequence[str], at: int, *kinds: PhraseKind) -> list[CertaintyPhrase]:
    """Return the phrases of some kinds that start at a word, the longest first."""
    found = BY_FIRST_WORD.get(words[at], ()) if at < len(words) else ()
    return [each for each in found if each.kind in kinds and tuple(words[at : at + len(each.words)]) == each.words]
