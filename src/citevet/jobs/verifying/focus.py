"""The sentence of a passage that has most of a claim's words: what people want to see of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from re import compile as pattern

from citevet.extract.sentences import sentences
from citevet.model import Passage, Span
from citevet.retrieve.bm25 import terms

_FEW = 1  # sentences that leave no choice
_SHORT = 120  # characters that need no choice
# The end of a paragraph, or of a line that has no stop and before a capital letter: a title, if it is short.
_BREAK = pattern(r"\n[^\S\n]*\n\s*|(?<![.!?:;,。\s])[^\S\n]*\n(?=[^\W\d_a-z])")
_SMALL = 3  # letters of the, of, and
_TITLE = 8  # words of the longest title; lines that are merely wrapped have more


def focus(claim: str, passage: Passage) -> Passage:
    """Return that sentence as a passage of its own, the first of equals; a short passage is returned as it is."""
    spans = list(_sentences(passage.text)) if len(passage.text) > _SHORT or "\n" in passage.text else []
    if len(spans) <= _FEW:
        return passage
    if passage.span.start == 0 and _is_title(passage.text, spans):
        spans = spans[1:]  # the name of the whole work: it asserts nothing
    wanted = _telling(claim)
    best = max(spans, key=lambda span: len(wanted.intersection(terms(span.of(passage.text)))))
    start = passage.span.start
    return replace(passage, span=Span(start + best.start, start + best.end), text=best.of(passage.text))


def _telling(claim: str) -> set[str]:
    """Return the terms of a claim without its small words: every sentence has those."""
    found = set(terms(claim))
    return {term for term in found if len(term) > _SMALL or not (term.isascii() and term.isalpha())} or found


def _is_title(text: str, spans: Sequence[Span]) -> bool:
    """Say whether the first of some sentences is a line of its own without a stop."""
    return "\n" in text[spans[0].end : spans[1].start] and text[spans[0].end - 1] not in ".!?。"


def _sentences(text: str) -> Iterator[Span]:
    """Yield the sentences; a title stands apart from the one below it."""
    start = 0
    for end in (*_ends(text), len(text)):
        yield from (Span(start + each.start, start + each.end) for each in sentences(text[start:end]))
        start = end


def _ends(text: str) -> Iterator[int]:
    for found in _BREAK.finditer(text):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if found[0].count("\n") > 1 or len(line.split()) <= _TITLE:
            yield found.end()
