"""Hedges of the source that a claim drops: the source says it may help, the claim says it helps."""

from collections.abc import Iterator

from citevet.judge.polarity.statements import Statement
from citevet.model import Difference

_HEDGES = frozenset(
    """may might could possibly probably perhaps potentially presumably conceivably apparently suggest suggests
    suggested suggesting seem seems seemed appear appears appeared likely likeliest unclear tentative tentatively
    hypothesise hypothesize hypothesised hypothesized speculate speculated preliminary plausible plausibly maybe
    whether""".split()
)
# In a claim these are caution enough.
_CAUTION = _HEDGES | frozenset(
    """can cannot would should possible probable possibility chance risk thought think thinks believed believe believes
    expected expect expects estimated estimate indicate indicates indicated propose proposed argue argues said says
    reported unknown unlikely doubt doubts doubtful certain hypothesis if potential reportedly alleged allegedly
    evidence linked associated known caution cautions capable ability able must hint hints""".split()
)
_SHARED = 0.6  # share of the common words that a hedge must reach
_REACH = 25  # tokens
_ASIDES = frozenset({"who", "which", "whose", "where"})


def compare_hedges(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield the hedge of the source over what the claim says without any."""
    tokens = source.tokens
    mine = claim.tokens[claim.words[0].at].sentence
    if any(token.low in _CAUTION for token in claim.tokens.items if token.sentence == mine):
        return
    shared = [word for word in source.words if word.stem in claim.stems]
    for at in range(max(source.words[0].at - 3, 0), source.words[-1].at):
        if not shared or not _is_hedge(source, at):
            continue
        end = next((place for place in range(at + 1, at + _REACH) if _starts_aside(source, place)), at + _REACH + 1)
        reached = [word for word in shared if at < word.at < end]
        if reached and len(reached) >= _SHARED * len(shared):
            first, then = claim.words[0].at, claim.words[-1].at + 1
            yield Difference("hedge", claim.phrase(first, then), tokens[at].text, claim.tokens.span(range(first, then)))
            return


def _is_hedge(source: Statement, at: int) -> bool:
    """Check for a hedge in this sentence; "May" inside a sentence is the month."""
    token = source.tokens[at]
    same = token.sentence == source.tokens[source.words[0].at].sentence
    month = token.text == "May" and source.tokens[at - 1].sentence == token.sentence
    return same and token.low in _HEDGES and not month


def _starts_aside(source: Statement, at: int) -> bool:
    return source.tokens.low(at) == "," and source.tokens.low(at + 1) in _ASIDES
