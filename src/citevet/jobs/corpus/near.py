"""The paragraphs of a text that share the most words with a claim: only they are read sentence by sentence."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from heapq import nlargest
from re import IGNORECASE, escape
from re import compile as pattern

_SHORT = 20_000  # characters; to read all of it takes 20 ms
_MOST = 30  # paragraphs of a longer text
_START = {True: 5, False: 2}  # letters, or syllables, by which a word is known in whatever form it stands

_ITEM = r"(?:[-*+•–]|\d{1,3}[.)]|#{1,6}|>)[ \t]{1,4}"
_BLANK = pattern(r"\n[ \t]{0,40}\r?\n")
_WRAPPED = pattern(rf"(?:\n[ \t]{{0,40}}\r?){{1,9}}\n[ \t]{{0,40}}(?:{_ITEM})?|(?:^|\n)[ \t]{{0,40}}{_ITEM}")
_LINED = pattern(rf"\n[ \t]{{0,40}}(?:{_ITEM})?|^[ \t]{{0,40}}{_ITEM}")


def near(text: str, stems: Iterable[str]) -> list[tuple[int, int]]:
    """Return where paragraphs begin and end: all of a short text, the best of a long one."""
    found = list(paragraphs(text))
    if len(text) <= _SHORT:
        return found
    shared = _shared(text, stems, [start for start, _ in found])
    best = nlargest(_MOST, shared, key=lambda index: (len(shared[index]), -index))
    return [found[index] for index in sorted(best)]


def _shared(text: str, stems: Iterable[str], starts: list[int]) -> dict[int, set[str]]:
    """Return which words of the claim begin in which paragraph."""
    heads = sorted({escape(stem[: _START[stem.isascii()]]) for stem in stems}, key=len, reverse=True)
    shared: dict[int, set[str]] = {}
    for match in pattern("|".join(heads) or r"(?!)", IGNORECASE).finditer(text):
        index = bisect_right(starts, match.start()) - 1
        if index >= 0:
            shared.setdefault(index, set()).add(match[0].lower())
    return shared


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs, without the marks of items: between blank lines where there are any, else line by line."""
    start = 0
    for gap in (_WRAPPED if _BLANK.search(text) else _LINED).finditer(text):
        if start < gap.start():
            yield start, gap.start()
        start = gap.end()
    if start < len(text):
        yield start, len(text)
