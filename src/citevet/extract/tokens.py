"""The words and points of a plain sentence, with cited works as single words."""

from collections.abc import Iterator, Sequence
from re import compile as pattern
from typing import NamedTuple

from citevet.model import Span

CITED = "\0cited"  # stands for a work that is named in the sentence: "REF-043", "Smith et al. (2020)"

_TOKEN = pattern(r"\bal\.|[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")


class Token(NamedTuple):  # made in half the time of a frozen dataclass, and there is one for each word
    """One word or point in small letters, and where it stands."""

    text: str
    start: int
    end: int


def tokens(text: str, works: Sequence[Span] = ()) -> list[Token]:
    """Return the tokens of a sentence; each of `works`, which come in order, is one token."""
    found: list[Token] = []
    at = 0
    for work in works:
        if work.start < at or work.start >= work.end:
            continue
        found += _words(text, at, work.start)
        found.append(Token(CITED, work.start, work.end))
        at = work.end
    return [*found, *_words(text, at, len(text))]


def _words(text: str, start: int, end: int) -> Iterator[Token]:
    for match in _TOKEN.finditer(text, start, end):
        word = match[0].lower().replace("’", "'")
        named = word.startswith("ref-") and word[4:].isdigit()
        yield Token(CITED if named else word, match.start(), match.end())
