"""Who holds a view: "critics believe that Y" is true where critics believe it, whether or not Y is."""

import re
from collections.abc import Iterator

from citevet.judge.evidence import content_stems, coverage
from citevet.model import Difference, Span
from citevet.text.sentences import split_sentences
from citevet.text.views import View, find_view

_UNNAMED = frozenset("the a an many some most other peopl criti they he she".split())  # first letters of holders
_WORD = re.compile(r"\w+")
_STEM = 5  # letters by which two forms of a name are one
_ALIKE = 0.5  # share of a view's words that another view on the same matter has
_SAME = 0.7  # … that a plain claim has


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
