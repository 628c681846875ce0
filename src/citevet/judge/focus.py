"""The one sentence of some passages that is nearest to a claim."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from re import compile as pattern

from citevet.judge.relevance import coverage
from citevet.model import Passage, Span

# Rough on purpose: a sentence cut at "et al." costs a little support, and the whole passage is judged as well.
_END = pattern(r"(?<=[.!?。])[\"”’)\]]*\s+(?=[^\sa-z])|\n+")


def focus(claim: str, passages: Sequence[Passage]) -> tuple[Passage, float]:
    """Return the sentence with most of the claim's words, the first of equals, and their share."""
    found = [(coverage(claim, each.text), each) for passage in passages for each in _sentences(passage)]
    share, best = max(found, key=lambda each: each[0], default=(0.0, passages[0]))
    return best, share


def _sentences(passage: Passage) -> Iterator[Passage]:
    start = 0
    for end in (*(found.start() for found in _END.finditer(passage.text)), len(passage.text)):
        text = passage.text[start:end]
        words = text.strip()
        if words:
            at = passage.span.start + start + text.index(words)
            yield replace(passage, text=words, span=Span(at, at + len(words)))
        start = end
