"""The part of a long sentence that speaks of some words: what a message has room for."""

from collections import Counter
from re import Match
from re import compile as pattern

from citevet.model.span import Span

_WORD = pattern(r"[^\W_]+")
_SHORT = 3  # letters up to which a word tells nothing
_STOP = 2  # characters behind the last word: a stop and a mark of quotation
_STEM = 5  # letters by which two forms of a word are one


def nearest_part(text: str, words: str, room: int) -> Span:
    """Return the stretch of a text, at most so long, that has most of the words; the first of equals, from its start.

    What fits is returned whole; a stretch begins and ends with a word.
    """
    if len(text) <= room:
        return Span(0, len(text))
    places = list(_WORD.finditer(text))
    wanted = {_stem(found) for found in _WORD.finditer(words)} - {""}
    hits = [found for found in places if _stem(found) in wanted and len(found[0]) <= room]
    first, last = _densest(hits, room)
    if last <= room:
        return Span(0, _fitting(places, 0, room))
    start = next((each.start() for each in places if each.start() >= max(last - room, first - room // 3)), first)
    return Span(start, _fitting(places, start, room))


def shown_part(text: str, words: str, room: int) -> str:
    """Return that stretch with an ellipsis on each side that was cut; a stop behind the last word is not missed."""
    part = nearest_part(text, words, room)
    before = "… " if _WORD.search(text, 0, part.start) else ""
    after = " …" if _WORD.search(text, part.end) else text[part.end : part.end + _STOP]
    return f"{before}{part.of(text)}{after}"


def _densest(hits: list[Match[str]], room: int) -> tuple[int, int]:
    """Return the start and the end of the shortest stretch that fits and has the most different words."""
    best, most = (0, 0), (0, 0)
    held: Counter[str] = Counter()
    low = 0
    for hit in hits:
        held[_stem(hit)] += 1
        while held[_stem(hits[low])] > 1 or hit.end() - hits[low].start() > room:
            held[_stem(hits[low])] -= 1  # what stands again to the right, or too far to the left
            if not held[_stem(hits[low])]:
                del held[_stem(hits[low])]
            low += 1
        worth = len(held), hits[low].start() - hit.end()
        if worth > most:
            best, most = (hits[low].start(), hit.end()), worth
    return best


def _fitting(places: list[Match[str]], start: int, room: int) -> int:
    """Return the end of the last word that fits; of a word that is longer than all room, its part."""
    ends = [each.end() for each in places if start < each.end() <= start + room]
    return ends[-1] if ends else start + room


def _stem(found: Match[str]) -> str:
    word = found[0].casefold()
    return word[:_STEM] if len(word) > _SHORT or not word.isascii() or word.isdigit() else ""
