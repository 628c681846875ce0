"""How a source holds a statement whose words it has without asserting it: denied, reported, planned …

This names in words what the judge has decided; it decides nothing.
"""

from pathlib import Path
from typing import get_args

from citevet.judge.evidence import coverage
from citevet.model import Stance
from citevet.patterns import lazy_pattern
from citevet.tables import read_rows

_ABOUT = 0.5  # share of the claim's words in a sentence, from which the sentence is about the claim
_TABLE = [(stance, words) for stance, words in read_rows(Path(__file__).with_suffix(".tsv"))]
_ORDER: tuple[Stance, ...] = ("denied", "superseded", "planned", "hypothetical", "reported")
_WORDS = {
    stance: frozenset(
        word
        for each, words in _TABLE
        if each == stance
        for word in (words.split("|") if "|" in words else words.split())
    )
    for stance in get_args(Stance)
}
_WORD = lazy_pattern(r"[^\W\d_]+")


def find_stance(claim: str, sentence: str) -> Stance | None:
    """Return how a sentence holds a claim, where it is about the claim and has a word for it that the claim lacks."""
    if coverage(claim, sentence) < _ABOUT:
        return None
    own, theirs = _list_phrases(claim), _list_phrases(sentence)
    return next((stance for stance in _ORDER if _WORDS[stance] & theirs and not _WORDS[stance] & own), None)


def _list_phrases(text: str) -> frozenset[str]:
    """Return all runs of one to five words."""
    words = [word.casefold() for word in _WORD.findall(text)]
    return frozenset(" ".join(words[at : at + size]) for size in range(1, 6) for at in range(len(words) - size + 1))
