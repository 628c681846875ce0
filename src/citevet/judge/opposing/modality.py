"""What the source says with reserve and the claim without."""

from collections.abc import Iterator

from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.reading import Reading
from citevet.judge.tokens import Tokens
from citevet.model import Difference

_RESERVES = frozenset(
    """may might could possibly probably perhaps potentially presumably conceivably apparently suggest suggests
    suggested suggesting seem seems seemed appear appears appeared likely likeliest unclear tentative
    tentatively hypothesise hypothesize hypothesised hypothesized speculate speculated preliminary plausible
    plausibly maybe whether""".split()
)
# Words that take back a little as well; in a claim they are enough.
_MILD = frozenset(
    """can cannot would should possible probable possibility chance risk thought think thinks believed believe believes
    expected expect expects estimated estimate indicate indicates indicated propose proposed argue argues said
    says reported unknown unlikely doubt doubts doubtful certain hypothesis if potential reportedly alleged
    allegedly evidence linked associated known caution cautions capable ability able must hint hints""".split()
)
_TAKEN_BACK = _RESERVES | _MILD
_SHARED = 0.6  # of what claim and sentence share must stand within reach of the reserve
_REACH = 25
_BEFORE = 3
_ASIDE = frozenset({"who", "which", "whose", "where"})


def compare_reserves(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return the reserve of the nearest sentence that the claim has dropped."""
    if not claim.words or any(token.low in _TAKEN_BACK for token in claim.tokens.items):
        return
    names = {word.concept for word in claim.words}
    shared = [word for word in near[0].words if word.concept in names]
    tokens = evidence.reading.tokens
    first, last = near[0].words[0].at - _BEFORE, near[0].words[-1].at
    for at in range(max(first, 0), last):
        if _is_reserve(tokens, at) and tokens[at].sentence == near[0].words[0].sentence:
            end = _end(tokens, at)
            reached = [word for word in shared if at < word.at < end]
            reached = reached if shared[-1].at < end or end > at + _REACH else []
            if reached and len(reached) >= _SHARED * len(shared) and reached[0].segment == reached[-1].segment:
                yield _difference(claim, tokens[at].text)
                return


def _end(tokens: Tokens, at: int) -> int:
    """Return how far a reserve reaches: not into what is said beside, as in "people over 75, who were not asked"."""
    places = range(at + 1, at + _REACH + 1)
    return next((each for each in places if tokens.low(each) == "," and tokens.low(each + 1) in _ASIDE), places.stop)


def _is_reserve(tokens: Tokens, at: int) -> bool:
    """Tell whether this is a word of reserve, and not the month."""
    token = tokens[at]
    month = token.text == "May" and tokens[at - 1].sentence == token.sentence
    return token.low in _RESERVES and not month


def _difference(claim: Reading, source: str) -> Difference:
    first, then = claim.words[0].at, claim.words[-1].at + 1
    return Difference("hedge", claim.phrase(first, then), source, claim.tokens.span(range(first, then)))
