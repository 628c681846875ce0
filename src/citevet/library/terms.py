"""Text → the terms that the index knows it by; a query goes the same way."""

from collections.abc import Iterator
from re import compile as pattern
from unicodedata import normalize

# Hangul, kana and Han are written without spaces, or with particles tied on: they go in as pairs of characters, so
# that 도쿄 finds 도쿄는. The last character stands alone as well: a query of one character finds it by its start.
_PAIRED = "\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003fffd"
_RUN = pattern(rf"([{_PAIRED}]+)|[^\W_{_PAIRED}]+")
_LONGEST = 64  # characters; what is longer is no word, and an index of it is of no use


def terms(text: str) -> Iterator[str]:
    """Yield the words of a text, and its runs of Hangul, kana and Han as pairs of characters."""
    for word, pairs in _cut(text):
        yield from (*pairs, pairs[-1][-1]) if pairs else (word,)


def asked(query: str) -> Iterator[tuple[str, bool]]:
    """Yield what to look for, and whether a term need only begin with it: a single character of such a run."""
    for word, pairs in _cut(query):
        if pairs:
            yield from ((pair, len(pair) == 1) for pair in pairs)
        else:
            yield word, False


def _cut(text: str) -> Iterator[tuple[str, list[str]]]:
    for run in _RUN.finditer(normalize("NFKC", text).casefold()):
        together = run[1]
        if together:
            yield together, [together[at : at + 2] for at in range(max(len(together) - 1, 1))]
        else:
            yield run[0][:_LONGEST], []
