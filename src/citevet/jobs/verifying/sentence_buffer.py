"""Cuts a stream into finished sentences; joined, the pieces are the stream, and they do not depend on its chunks."""

from collections.abc import Iterator
from re import MULTILINE
from re import compile as pattern

from citevet.extract.sentences import sentences

# A word and the blank that ends it; where no blanks part the words, a stretch and the full stop that ends it.
_WORD = pattern(r"\s*+[^\s。！？｡]*+[\s。！？｡]")
_STOP = pattern(r"[.!?…。！？｡\n]")
_FENCE = pattern(r"^[ ]{0,3}(?:```|~~~)", MULTILINE)
# A new paragraph, list item, heading, quotation or row: what stands before it is finished.
_BREAK = pattern(r"\n(?=[^\S\n]*+(?:\n|[-*+•>|#]|\d{1,3}[.)]\s))")
_LONGEST = 2_000  # characters without an end: no sentence is so long, and the stream must go on
_LONGEST_CODE = 20_000
_MOST_STOPS = 50  # likewise of stops that end nothing, and each is looked at
_REACH = 600  # characters back that decide whether a sentence ends: longer than the longest pair of brackets


class SentenceBuffer:
    """Holds back what may still change; a sentence is finished when the next has its first word."""

    def __init__(self) -> None:
        self._tail = ""  # a word that has not ended
        self._held = ""  # whole words that no piece has
        self._last = ""  # the last of them
        self._stops = 0  # how many of them could have ended a sentence

    def feed(self, chunk: str) -> list[str]:
        """Take the next stretch of the stream, and return the pieces that it finished."""
        text, self._tail = self._tail + chunk, ""
        pieces: list[str] = []
        at = 0
        while at < len(text):
            word = _WORD.match(text, at, min(at + _LONGEST, len(text)))
            end = word.end() if word else at + _LONGEST
            if word is None and end > len(text):
                break
            pieces += self._take(text[at:end])
            at = end
        self._tail = text[at:]
        return pieces

    def finish(self) -> list[str]:
        """Return what is left: the stream has ended."""
        rest, self._held, self._tail, self._last = self._held + self._tail, "", "", ""
        return list(_pieces(rest))

    def _take(self, word: str) -> list[str]:
        before, self._last = self._last, word
        self._held += word
        if not _STOP.search(before) and "\n" not in word and len(self._held) <= _LONGEST:
            return []
        self._stops += 1
        cut = _finished(self._held)
        if not cut and (len(self._held) > _LONGEST or self._stops > _MOST_STOPS) and not _FENCE.match(self._held):
            cut = len(self._held)
        if cut:
            self._stops = 0
        done, self._held = self._held[:cut], self._held[cut:]
        return list(_pieces(done))


def _finished(held: str) -> int:
    """Return how much is finished: a block of code when it is closed, else all before what has begun last."""
    fence = _FENCE.search(held)
    if fence and fence.start() == 0:
        closing = _FENCE.search(held, fence.end())
        closed = held.find("\n", closing.start()) + 1 if closing else 0
        return closed or (len(held) if len(held) > _LONGEST_CODE else 0)
    if fence:
        return fence.start()
    broken = max((found.end() for found in _BREAK.finditer(held, 0, len(held) - 1)), default=0)
    low = max(broken, len(held) - _REACH)
    starts = [span.start for span in sentences(held[low:])]
    return low + starts[-1] if len(starts) > 1 else broken


def _pieces(text: str) -> Iterator[str]:
    """Yield the sentences of a finished stretch, each with the white space behind it; code is one piece."""
    starts = [] if _FENCE.match(text) else [span.start for span in sentences(text)][1:]
    for start, end in zip([0, *starts], [*starts, len(text)], strict=True):
        if text[start:end]:
            yield text[start:end]
