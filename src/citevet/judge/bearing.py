"""Whether some words of a source bear on a claim at all, whoever says that they decide."""

from re import compile as pattern

from citevet.judge.quoting.normal_form import CJK
from citevet.judge.relevance import coverage

# Of 2,203 claims that public development sets call supported, 2,084 have a fifth of their telling words in a sentence.
_LEAST = 0.2
_RUN = pattern(rf"[{CJK}]+")
_PAIRS = 4  # of syllables; a claim with fewer is no Korean sentence


def bears(claim: str, words: str) -> bool:
    """Say whether the words carry enough of the claim to decide anything about it."""
    return max(coverage(claim, words), _syllables(claim, words)) >= _LEAST


def _syllables(claim: str, words: str) -> float:
    """Return the share of neighbouring syllables in common: Korean particles hide that two words are the same."""
    wanted = _pairs(claim)
    return len(wanted & _pairs(words)) / len(wanted) if len(wanted) >= _PAIRS else 0.0


def _pairs(text: str) -> set[str]:
    runs = (found[0] for found in _RUN.finditer(text))
    return {run[at : at + 2] for run in runs for at in range(len(run) - 1)}
