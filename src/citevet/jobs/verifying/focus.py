"""The sentence of a passage that bears on a claim: what people want to see of it.

Of 3,000 claims that rest on one sentence of their passage, it is shown for 2,534; where each word counted the same, for
2,454, and the sentence that opens the passage was shown in its place for 265 instead of 104.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from re import compile as pattern
from re import escape

from citevet.extract.sentences import sentences
from citevet.model import Difference, Passage, Span
from citevet.retrieve.bm25 import Bm25

_FEW = 1  # sentences that leave no choice
_SHORT = 120  # characters that need no choice
# The end of a paragraph, or of a line that has no stop and before a capital letter: a title, if it is short.
_BREAK = pattern(r"\n[^\S\n]*\n\s*|(?<![.!?:;,。\s])[^\S\n]*\n(?=[^\W\d_a-z])")
_TITLE = 8  # words of the longest title; lines that are merely wrapped have more


def focus(claim: str, passage: Passage, differences: Sequence[Difference] = ()) -> Passage:
    """Return that sentence as a passage of its own, the first of equals; a short passage is returned as it is.

    Where words of the source differ from the claim, it is one in which they stand, if one does.
    """
    spans = list(_sentences(passage.text)) if len(passage.text) > _SHORT or "\n" in passage.text else []
    if len(spans) <= _FEW:
        return passage
    if passage.span.start == 0 and _is_title(passage.text, spans):
        spans = spans[1:]  # the name of the whole work: it asserts nothing
    texts = [span.of(passage.text) for span in spans]
    scores = Bm25.over(texts).scores(claim)
    words = [pattern(rf"(?<!\w){escape(each.source)}(?!\w)") for each in differences if each.source]
    told = [sum(each.search(text) is not None for each in words) for text in texts]
    best = spans[max(range(len(spans)), key=lambda place: (told[place], scores[place]))]
    start = passage.span.start
    return replace(passage, span=Span(start + best.start, start + best.end), text=best.of(passage.text))


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
