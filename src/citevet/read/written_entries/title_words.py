"""Put the words of another title into one as it is written: where they agree, its own words, braces and macros stay."""

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from citevet.patterns import lazy_pattern
from citevet.read.bibtex import clean_field
from citevet.text.names import squash

_WORD = lazy_pattern(r"\S+")
_MOST_WORDS = 400  # of a title
_ENDS = frozenset(":.?!;,–—")
_UNWRITTEN = frozenset("\\{}$^~<>")  # mathematics and markup, of which the plain text is not known
_FEWEST_CAPITALS = 12  # letters of a title all in capitals


def merge_title(written: str, recorded: str, write: Callable[[str], str]) -> str | None:
    """Return the recorded title in the words of the written one; none if that cannot be said.

    `write` gives the words that are new in the notation of the file.
    """
    pieces = _WORD.findall(written)
    words = recorded.split()
    if not words or len(pieces) > _MOST_WORDS or len(words) > _MOST_WORDS or not _UNWRITTEN.isdisjoint(recorded):
        return None
    if recorded.isupper() and len(recorded) >= _FEWEST_CAPITALS:
        return None  # its capitals are those of a catalogue
    old, new = [squash(clean_field(piece)) for piece in pieces], list(map(squash, words))
    merged: list[str] = []
    for tag, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        kept = pieces[start:end]
        if tag == "equal" or "".join(old[start:end]) == "".join(new[new_start:new_end]):
            merged += kept
            if new_end < len(words) and kept and _is_followed_by_new(old, new, end, new_end):
                merged[-1] = _end_like(merged[-1], words[new_end - 1])
        else:
            merged.append(_keep_braces(" ".join(kept), write(" ".join(words[new_start:new_end]))))
    title = " ".join(_join_braces(filter(None, merged)))
    return _begin_like(title, written, words[0])


def _begin_like(title: str, written: str, first: str) -> str:
    """Return a title with the capital that the record begins with, where another word begins it now."""
    is_moved = title[:1].islower() and first[:1].isupper() and title.split()[:1] != written.split()[:1]
    return f"{title[0].upper()}{title[1:]}" if is_moved else title


def _is_followed_by_new(old: Sequence[str], new: Sequence[str], end: int, new_end: int) -> bool:
    return end >= len(old) or old[end] != new[new_end]


def _end_like(piece: str, word: str) -> str:
    """Return a word with the sign after it that the record has, where other words follow."""
    is_ended = piece.rstrip("}")[-1:] in _ENDS
    return f"{piece}{word[-1]}" if word[-1] in _ENDS and not is_ended else piece


def _keep_braces(old: str, new: str) -> str:
    """Return new words with the braces of the old ones that close or open others."""
    depth = lowest = 0
    for sign, following in pairwise(f" {old}"):
        if sign != "\\" and following in "{}":
            depth += 1 if following == "{" else -1
            lowest = min(lowest, depth)
    closed, opened = "}" * -lowest, "{" * (depth - lowest)
    if closed and opened:
        return f"{closed} {new} {opened}"
    return f"{opened}{new}{closed}"


def _join_braces(pieces: Iterator[str]) -> Iterator[str]:
    """Yield the pieces; braces alone join the piece before or after them."""
    opened, last = "", ""
    for piece in pieces:
        if set(piece) == {"{"}:
            opened += piece
        elif set(piece) == {"}"} and last:
            last += piece
        else:
            if last:
                yield last
            last, opened = opened + piece, ""
    if last:
        yield last + opened
