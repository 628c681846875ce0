"""What a message shows of a text: the part of a sentence that matches some words, a quotation with its marks."""

import re
from collections import Counter

from citevet.model.document import Span
from citevet.patterns import lazy_pattern
from citevet.text.stems import prefix_stem

_WORD = lazy_pattern(r"[^\W_]+")
_OPENING, _CLOSING = frozenset('"“„«»「『`‘'), frozenset("\"”“»«」』'’")
_WIDEST = 3  # characters before and after that may belong to the marks: ``, « with its space
_PAIR = 2  # `` and '' are two characters
_SHOWN = 60  # characters of a quotation in a message
_TAIL = 2  # characters after the last word: a full stop and a quotation mark


def find_excerpt(text: str, words: str, room: int) -> Span:
    """Return the first stretch of at most `room` characters that has most of the words; it starts and ends with a word.

    A text that fits is returned whole.
    """
    if len(text) <= room:
        return Span(0, len(text))
    places = list(_WORD.finditer(text))
    wanted = {prefix_stem(found[0]) for found in _WORD.finditer(words)} - {""}
    hits = [found for found in places if prefix_stem(found[0]) in wanted and len(found[0]) <= room]
    first, last = _densest(hits, room)
    if last <= room:
        return Span(0, _last_fitting_end(places, 0, room))
    start = next((each.start() for each in places if each.start() >= max(last - room, first - room // 3)), first)
    return Span(start, _last_fitting_end(places, start, room))


def show_excerpt(text: str, words: str, room: int) -> str:
    """Return the excerpt with an ellipsis on each side that was cut; a full stop after it is kept."""
    part = find_excerpt(text, words, room)
    before = "… " if _WORD.search(text, 0, part.start) else ""
    after = " …" if _WORD.search(text, part.end) else text[part.end : part.end + _TAIL]
    return f"{before}{part.of(text)}{after}"


def _densest(hits: list[re.Match[str]], room: int) -> tuple[int, int]:
    """Return the start and end of the shortest stretch that fits and has the most different words."""
    best, most = (0, 0), (0, 0)
    counts: Counter[str] = Counter()
    low = 0
    for hit in hits:
        counts[prefix_stem(hit[0])] += 1
        # Drop hits on the left that occur again on the right, or are too far away.
        while counts[first := prefix_stem(hits[low][0])] > 1 or hit.end() - hits[low].start() > room:
            counts[first] -= 1
            if not counts[first]:
                del counts[first]
            low += 1
        worth = len(counts), hits[low].start() - hit.end()
        if worth > most:
            best, most = (hits[low].start(), hit.end()), worth
    return best


def _last_fitting_end(places: list[re.Match[str]], start: int, room: int) -> int:
    """Return the end of the last word that fits; a word longer than the room is cut."""
    ends = [each.end() for each in places if start < each.end() <= start + room]
    return ends[-1] if ends else start + room


def strip_emphasis(text: str) -> str:
    """Return a citation without the asterisks of Markdown, of which its span may hold only one: *Roe v. Wade*, 410."""
    return text.replace("*", "")


def include_marks(text: str, span: Span) -> Span:
    """Return the span of a quotation with the quotation marks around it."""
    before = text[max(span.start - _WIDEST, 0) : span.start]
    after = text[span.end : span.end + _WIDEST]
    return Span(span.start - _measure_marks(before[::-1], _OPENING), span.end + _measure_marks(after, _CLOSING))


def _measure_marks(text: str, marks: frozenset[str]) -> int:
    """Return the length of the marks at the start of a text, with the space before them."""
    spaces = len(text) - len(text.lstrip(" \u00a0\u202f"))
    length = spaces
    while length < len(text) and text[length] in marks and length - spaces < _PAIR:
        length += 1
    return length if length > spaces else 0


def shorten_quotation(quotation: str) -> str:
    """Return a quotation in plain quotation marks, cut between words when it is long."""
    if len(quotation) <= _SHOWN:
        return f'"{quotation}"'
    head = quotation[:_SHOWN].rpartition(" ")[0] or quotation[:_SHOWN]
    return f'"{head} …"'


def shorten_words(text: str, most: int) -> str:
    """Return words on one line, cut between two of them when it is longer than `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most].rpartition(' ')[0] or line[:most]} …"
