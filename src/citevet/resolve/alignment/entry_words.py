"""The words of a reference with their places, folded so that case, accents and hyphens make no difference."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.patterns import lazy_pattern
from citevet.text.letters import SPELLINGS, fold_letters, respell
from citevet.text.stems import STOP_WORDS

_MAX_WORDS = 1_200  # of a reference; one with 3,000 authors has more, and its title is not sought there
_WORD = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\W_]+(?:['’ʼ][^\W_]+)*")
_APOSTROPHES = str.maketrans("", "", "'’ʼ")
_GREEK = dict(  # how titles spell the letters out
    zip(
        "α β γ δ ε ζ η θ ι κ λ μ ν ξ π ρ σ τ υ φ χ ψ ω".split(),
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
        "omega".split(),
        strict=True,
    )
)
_SMALL = STOP_WORDS | {"a", "an", "the", "and", "und", "et", "y", "of", "de", "der", "die", "das", "la", "le", "el"}


class EntryWord(NamedTuple):
    """One word of a reference."""

    text: str  # as written
    folded: str
    spelled: str  # folded, in one of its spellings: modelling is modeling
    start: int
    end: int

    @property
    def is_content(self) -> bool:
        """Whether it tells one title from another: neither a small word nor a single letter."""
        return len(self.folded) > 1 and self.folded not in _SMALL


def split_words(text: str) -> list[EntryWord]:
    """Return the words of a text; letters of East Asia are words of their own."""
    return list(_split(text))[:_MAX_WORDS]


def _split(text: str) -> Iterator[EntryWord]:
    for found in _WORD.finditer(text):
        folded = fold_letters(found[0].translate(_APOSTROPHES))
        yield EntryWord(found[0], folded, _GREEK.get(folded) or respell(folded, SPELLINGS), *found.span())


def join_folded(words: list[EntryWord]) -> str:
    """Return the letters of some words without the blanks between them, in one of their spellings."""
    return respell("".join(word.folded for word in words), SPELLINGS)


def measure_likeness(word: str, other: str, *, swaps: bool = False) -> float:
    """Return the share of letters that two words have in common, by the edits from one to the other.

    With `swaps` two letters that changed places are one edit.
    """
    from rapidfuzz.distance import OSA, Levenshtein  # takes 15 ms to import

    return float((OSA if swaps else Levenshtein).normalized_similarity(word, other))
