"""How sure a statement is, and who holds it.

A claim may drop a hedge: the source says it may help, the claim says it helps. "Critics believe that Y" is true where
critics believe it, whether or not Y is.
"""

import re
from collections.abc import Iterator

from citevet.judge.evidence import content_stems, coverage
from citevet.judge.polarity.statements import Statement
from citevet.model import Difference, Span
from citevet.text.sentences import split_sentences
from citevet.text.views import View, find_view

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
_UNNAMED = frozenset("the a an many some most other peopl criti they he she".split())  # first letters of holders
_WORD = re.compile(r"\w+")
_STEM = 5  # letters by which two forms of a name are one
_ALIKE = 0.5  # share of a view's words that another view on the same matter has
_SAME = 0.7  # … that a plain claim has


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


def names_holder(view: View, text: str) -> bool:
    """Return whether a text names the holder; a holder without a name, such as "many", is in every text."""
    named = {word for word in _WORD.findall(view.holder) if word[0].isupper() or content_stems(word)}
    stems = {word.casefold()[:_STEM] for word in named} - _UNNAMED
    return not stems or not stems.isdisjoint(word.casefold()[:_STEM] for word in _WORD.findall(text))


def select_views(view: View, passage: str) -> str:
    """Return the sentences of a passage in which the same holder speaks of the same matter."""
    return "\n".join(text for text, theirs in _read_views(passage) if _is_same(view, theirs))


def compare_views(claim: str, passage: str) -> Iterator[Difference]:
    """Yield where one side denies what the other side holds, or says, without a word on who holds it."""
    mine = find_view(claim)
    for _, theirs in _read_views(passage):
        if mine and _is_same(mine, theirs) and mine.is_denied != theirs.is_denied:
            yield Difference("negation", f"{mine.holder} {mine.verb}", f"{theirs.holder} {theirs.verb}", mine.span)


def find_dropped_view(claim: str, passage: str) -> Iterator[Difference]:
    """Yield the view of somebody that a claim states as a fact."""
    if find_view(claim):
        return
    for _, theirs in _read_views(passage):
        if theirs.is_belief and coverage(claim, theirs.content) >= _SAME:
            yield Difference("hedge", claim.strip(), f"{theirs.holder} {theirs.verb}", Span(0, len(claim)))
            return


def _read_views(passage: str) -> Iterator[tuple[str, View]]:
    for span in split_sentences(passage):
        text = span.of(passage)
        if view := find_view(text):
            yield text, view


def _is_same(mine: View, theirs: View) -> bool:
    return names_holder(mine, theirs.holder) and coverage(mine.content, theirs.content) >= _ALIKE
