"""The few verbatim pieces that a quotation is made of, where it does not stand in one place."""

from re import compile as pattern

from citevet.judge.quoting.folded import Folded
from citevet.judge.quoting.normal_form import CJK
from citevet.judge.quoting.verbatim import occurrences
from citevet.model import Span

_MOST = 4  # pieces; more are words that any text has
_WORDS = 4  # of one piece: three words in a row occur in most long texts by chance
_SYLLABLES = 10  # the same for text without spaces
_WORD = pattern(rf"[{CJK}]|[^\s{CJK}]+")
_DENSE = pattern(rf"[{CJK}]")


def pieces(needle: str, source: Folded) -> list[Span] | None:
    """Return where the pieces stand in the normal text of the source, if all of the needle is made of such pieces."""
    words = [Span(*word.span()) for word in _WORD.finditer(needle)]
    found: list[Span] = []
    done = 0
    while done < len(words):
        longest = _longest(needle, words[done:], source) if len(found) < _MOST else None
        if longest is None:
            return None
        found.append(longest[1])
        done += longest[0]
    return found if len(found) > 1 else None


def _longest(needle: str, words: list[Span], source: Folded) -> tuple[int, Span] | None:
    """Return how many words the longest beginning has that stands in the source, and where; none if it is too short."""
    least = _SYLLABLES if _DENSE.match(needle, words[0].start) else _WORDS
    low, high = least, len(words)
    best: tuple[int, Span] | None = None
    count = least  # most needles fail here, and a probe costs 0.3 ms a megabyte
    while low <= high:
        beginning = needle[words[0].start : words[count - 1].end].rstrip(".,;:")
        place = next(occurrences(beginning, source, (0, len(source.text))), None)
        if place is None and best is None and count == least:
            return None
        if place is None:
            high = count - 1
        else:
            best, low = (count, place), count + 1
        count = (low + high) // 2
    return best
