"""Three votes to one word. No single vote makes anything supported or contradicted, and doubt is never a pass."""

from collections import Counter
from collections.abc import Sequence

from citevet.judge.questions import VOTES
from citevet.judge.votes import Vote, Word
from citevet.model import Flag, Support

# From the worst to the best: two words that are neighbours here hardly disagree.
_SCALE: tuple[Word, ...] = ("contradicted", "unsupported", "partial", "supported")
_FOR = {"supported": 1.0, "partial": 0.5, "unsupported": 0.0, "contradicted": 0.0}
_QUORUM = 2


def decided(votes: Sequence[Vote]) -> tuple[Support, tuple[Flag, ...]]:
    """Return what the votes come to, in whatever order they came; `unchecked` where they come to nothing."""
    words = [vote.word for vote in votes if vote.word]
    if len(words) < _QUORUM:
        return "unchecked", ()
    if {"supported", "contradicted"} <= set(words):
        return "unchecked", ("conflicting",)
    word, count = Counter(words).most_common(1)[0]
    return (word if count >= _QUORUM else _between(words)), ()


def settled(votes: Sequence[Vote]) -> bool:
    """Say whether no further vote is needed: two agree, two conflict, or too few are left that could count."""
    words = [vote.word for vote in votes if vote.word]
    agree = len(words) >= _QUORUM and len(set(words)) < len(words)
    conflict = {"supported", "contradicted"} <= set(words)
    return agree or conflict or len(votes) == VOTES or len(words) + VOTES - len(votes) < _QUORUM


def share(votes: Sequence[Vote]) -> float:
    """Return the share of the votes that speak for support, drawn towards a half: two votes are no certainty."""
    given = [_FOR[vote.word] for vote in votes if vote.word]
    return round((sum(given) + 0.5) / (len(given) + 1), 6)


def _between(words: Sequence[Word]) -> Support:
    """Return the word between three, the lower of two neighbours; a contradiction needs two votes."""
    places = sorted(_SCALE.index(word) for word in words)
    if len(places) == VOTES:
        return _SCALE[places[1]]
    low, high = places
    return _SCALE[max(low, 1)] if high - low == 1 else "unchecked"
