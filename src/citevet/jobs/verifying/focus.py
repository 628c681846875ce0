"""The sentence of a passage that has most of a claim's words: what people want to see of it."""

from dataclasses import replace

from citevet.extract.sentences import sentences
from citevet.model import Passage, Span
from citevet.retrieve.bm25 import terms

_SHORT = 120  # characters that need no choice


def focus(claim: str, passage: Passage) -> Passage:
    """Return that sentence as a passage of its own, the first of equals; a short passage is returned as it is."""
    spans = sentences(passage.text) if len(passage.text) > _SHORT else []
    if len(spans) < 2:  # noqa: PLR2004 - nothing to choose from
        return passage
    wanted = set(terms(claim))
    best = max(spans, key=lambda span: len(wanted.intersection(terms(span.of(passage.text)))))
    start = passage.span.start
    return replace(passage, span=Span(start + best.start, start + best.end), text=best.of(passage.text))
