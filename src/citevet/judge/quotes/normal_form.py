"""The normal form in which a quotation and its source are compared; docs/quotes.md publishes it.

`normal` is for megabytes: every step is one call into C where the text has something to fold. `traced` takes the same
steps on a few kilobytes and keeps, for every character, the place that it came from.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from unicodedata import combining, is_normalized, normalize

from citevet.model import Page, Passage, Span

CJK = "぀-ヿ㐀-䶿一-鿿가-힣"  # scripts where white space does not separate words
DENSE = re.compile(rf"[{CJK}]")

_SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹"
# A raised number after a word or a stop is the marker of a note; after a digit it is an exponent, and 10² is not 102.
_NOTE = re.compile(
    rf"(?:(?<=[^\W\d_][^\W\d_][^\W\d_])|(?<=[{CJK}])|(?<=[.,;:!?)\]”’\"'%]))[{_SUPERSCRIPT}][{_SUPERSCRIPT}⁻,]*"
)
_POWER = re.compile(rf"(?<=\d)(?=[⁻{_SUPERSCRIPT}])")
_SOFT = re.compile(r"[\u00ad\ufffe]\s*")
_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufe0f\ufe0e"

_QUOTES = "‘’‚‛“”„‟′″‴‵‶´ʼˈ‹›«»「」『』〝〞〟"
_DASHES = "‐‑‒–—―−⸺⸻"
_SPACES = "\u0085\u1680\u2028\u2029"
_LETTERS = {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "\uf001": "fi", "\uf002": "fl"}
# Before NFKC, which turns an acute accent used as an apostrophe into a space and a combining accent.
_EARLY = {"´": "'", **dict.fromkeys(_UNSEEN, "")}
_LATE = {**dict.fromkeys(_QUOTES, "'"), **dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_SPACES, " "), **_LETTERS}
_PLAIN = {**dict.fromkeys("\t\n\v\f\r\x1a", " "), '"': "'", "`": "'"}
_PLAIN_TABLE = str.maketrans(_PLAIN)  # quick on ASCII only: elsewhere it looks up every character

# Literal first, context after: the engine jumps from one space or dash to the next (0.8 and 27 ns a character).
_MARK = re.compile(r"'(?:(?<![^\W_]')|(?![^\W_]))")  # but for the apostrophe inside a word
_OPEN_DASH = re.compile(r" -(?!\d)")  # before a digit it may be a sign: "at −5 degrees"
_JOINT = re.compile(r"-(?<=[^\W\d_]-)(?=[^\W\d_])")
_CJK_SPACE = re.compile(rf" (?:(?<=[{CJK}] )|(?=[{CJK}]))")
_KEPT_SPACE = re.compile(rf" (?<![{CJK}] )(?![{CJK}])")
_DOT = "·∙⋅・"
_MIDDLE_DOT = re.compile(rf"[{_DOT}](?<=\d[{_DOT}])(?=\d)")
_REFERENCE = re.compile(r"\[\d{1,3}(?:[-,] ?\d{1,3}){0,9}\]")
_GONE = "\x1a"  # marks what is removed, or spaces that stay

_Runs = tuple[tuple[str, str], ...]
_GAPS: _Runs = (("  ", " "),)
_RULES: _Runs = (("- ", "-"), ("--", "-"))
_DOTS: _Runs = ((". .", ".."), ("....", "..."))
# Nothing composes across these characters, so each stretch is normalised by itself.
_CLUSTER = re.compile(r"[^\x20-\x7e가-힣一-鿿][^\x00-\x7f가-힣一-鿿]*|[\x20-\x7e가-힣一-鿿][^\x00-\x7f가-힣一-鿿]+")
# The text is folded in pieces, and offsets are mapped back piece by piece on demand: a map of 20 MB takes seconds to
# make, and a quotation needs the map of one piece.
_PIECE = 4096
# No rule of the normal form looks across this place: the longest look back is three letters.
_CUT = re.compile(r"[A-Za-z가-힣一-鿿](?=[A-Za-z가-힣一-鿿]{4})")
_BETWEEN = "\n"  # a page ends where a line ends: a hyphen there is a hyphen at a line's end


def fold_text(text: str) -> str:
    """Return the normal form of a text."""
    text = text.translate(_PLAIN_TABLE) if text.isascii() else _mapped(_from_unicode(text), _PLAIN)
    if "'" in text:
        text = _MARK.sub("", text)
    text = _shrunk(text, _GAPS)
    if "-" in text:
        text = _JOINT.sub("", _shrunk(_OPEN_DASH.sub("-", text), _RULES))
    if "." in text:
        text = _shrunk(text, _DOTS)
    if "[" in text:
        text = _REFERENCE.sub(_GONE, text)
        text = text.replace(f" {_GONE}", "").replace(_GONE, "")
    if text.isascii():
        return text
    return _closed(_MIDDLE_DOT.sub(".", text) if any(char in text for char in _DOT) else text)


def _closed(text: str) -> str:
    """Drop the spaces next to CJK characters; finding the few that stay takes a quarter of the time."""
    if DENSE.search(text) is None:
        return text
    return _KEPT_SPACE.sub(_GONE, text).replace(" ", "").replace(_GONE, " ")


def _from_unicode(text: str) -> str:
    if any(char in text for char in _SUPERSCRIPT):
        text = _POWER.sub("^", _NOTE.sub("", text))
    if "\u00ad" in text or "\ufffe" in text:
        text = _SOFT.sub("", text)
    text = _mapped(text, _EARLY)
    if not is_normalized("NFKC", text):
        text = normalize("NFKC", text)
    return _mapped(text, _LATE)


def _mapped(text: str, table: dict[str, str]) -> str:
    for char, instead in table.items():
        if char in text:
            text = text.replace(char, instead)
    return text


def _shrunk(text: str, runs: _Runs) -> str:
    """Replace until nothing is left; every round halves a run."""
    for twice, once in runs:
        while twice in text:
            text = text.replace(twice, once)
    return text


def fold_with_offsets(text: str) -> tuple[str, "array[int]"]:
    """Return the normal form, and for each of its characters where in the text it came from."""
    trace = _TracedText(text)
    if not text.isascii():
        _trace_unicode(trace)
    trace.text = trace.text.translate(_PLAIN_TABLE)
    trace.sub(_MARK, "")
    trace.shrink(_GAPS)
    trace.sub(_OPEN_DASH, "-")
    trace.shrink(_RULES)
    trace.sub(_JOINT, "")
    trace.shrink(_DOTS)
    trace.sub(_REFERENCE, _GONE)
    trace.sub(re.compile(f" ?{_GONE}"), "")
    if not trace.text.isascii():
        trace.sub(_MIDDLE_DOT, ".")
        trace.sub(_CJK_SPACE, "")
    return trace.text, trace.places


def _trace_unicode(trace: "_TracedText") -> None:
    trace.sub(_NOTE, "")
    trace.sub(_POWER, "^")
    trace.sub(_SOFT, "")
    trace.sub(_any_of(_EARLY), lambda found: _EARLY[found[0]])
    for found, changed in _changed(trace.text):
        trace.replace(found, changed)
    trace.flush()
    trace.sub(_any_of(_LATE), lambda found: _LATE[found[0]])


def _any_of(table: dict[str, str]) -> re.Pattern[str]:
    return re.compile(f"[{''.join(table)}]")


def _changed(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the spans that NFKC changes, single characters where possible."""
    for found in _CLUSTER.finditer(text):
        whole = normalize("NFKC", found[0])
        if whole == found[0]:
            continue
        single = [normalize("NFKC", char) for char in found[0]]
        if "".join(single) != whole:
            yield found.span(), whole
            continue
        for at, (char, after) in enumerate(zip(found[0], single, strict=True), found.start()):
            if char != after:
                yield (at, at + 1), after


class _TracedText:
    """A text being changed, with the origin of each character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places = array("L", range(len(text)))
        self._waiting: list[tuple[tuple[int, int], str]] = []

    def sub(self, wanted: re.Pattern[str], instead: str | Callable[[re.Match[str]], str]) -> None:
        """Replace what is found."""
        for found in wanted.finditer(self.text):
            self.replace(found.span(), instead if isinstance(instead, str) else instead(found))
        self.flush()

    def shrink(self, runs: _Runs) -> None:
        """Replace the first by the second until nothing is left to replace."""
        for twice, once in runs:
            wanted = re.compile("".join(f"[{char}]" for char in twice))
            while twice in self.text:
                self.sub(wanted, once)

    def replace(self, span: tuple[int, int], instead: str) -> None:
        """Note a replacement; they come in order."""
        self._waiting.append((span, instead))

    def flush(self) -> None:
        """Make the replacements."""
        if not self._waiting:
            return
        words: list[str] = []
        places = array("L")
        done = 0
        for (start, end), instead in self._waiting:
            words += self.text[done:start], instead
            places.extend(self.places[done:start])
            places.extend(self._spread(start, end, len(instead)))
            done = end
        places.extend(self.places[done:])
        self.text = "".join((*words, self.text[done:]))
        self.places = places
        self._waiting.clear()

    def _spread(self, start: int, end: int, length: int) -> list[int]:
        """Return where the characters of a replacement come from: each from its own, the rest from the last one."""
        if start == end:
            here = self.places[start] if start < len(self.places) else self.places[-1]
            return [here] * length
        return [self.places[min(start + at, end - 1)] for at in range(length)]


class FoldedSource:
    """The pages of a source as one normal text."""

    def __init__(self, pages: tuple[Page, ...]) -> None:
        self.pages = pages
        self.raw = _BETWEEN.join(page.text for page in pages)
        self.starts = array("L", _starts(pages))  # of each page in the raw text
        self._raw_at = array("L", (0, *_cuts(self.raw)))
        pieces = [fold_text(self.raw[start:end]) for start, end in self._pieces()]
        self._normal_at = array("L", _sums(pieces))
        self.text = "".join(pieces)
        self._traces: dict[int, array[int]] = {}

    def _pieces(self) -> Iterator[tuple[int, int]]:
        yield from zip(self._raw_at, (*self._raw_at[1:], len(self.raw)), strict=True)

    def back(self, offset: int) -> int:
        """Return where in the raw text a character of the normal text came from."""
        piece = bisect_right(self._normal_at, offset) - 1
        if piece not in self._traces:
            end = self._raw_at[piece + 1] if piece + 1 < len(self._raw_at) else len(self.raw)
            self._traces[piece] = fold_with_offsets(self.raw[self._raw_at[piece] : end])[1]
        return self._raw_at[piece] + self._traces[piece][offset - self._normal_at[piece]]

    def raw_span(self, start: int, end: int) -> Span:
        """Return the span of the raw text for a span of the normal text."""
        last = self.back(end - 1) + 1
        while last < len(self.raw) and combining(self.raw[last]):
            last += 1
        return Span(self.back(start), last)

    def around(self, span: Span) -> tuple[int, int]:
        """Return a part of the normal text that includes a span of the raw text."""
        first = bisect_right(self._raw_at, span.start) - 1
        last = bisect_right(self._raw_at, span.end)
        return self._normal_at[first], self._normal_at[last] if last < len(self._normal_at) else len(self.text)

    def page_at(self, offset: int) -> int:
        """Return the index of the page that holds an offset of the raw text."""
        return bisect_right(self.starts, offset) - 1

    def page_span(self, index: int) -> Span:
        """Return the span of a page in the raw text."""
        return Span(self.starts[index], self.starts[index] + len(self.pages[index].text))

    def passages(self, source: str, span: Span, score: float) -> Iterator[Passage]:
        """Yield the raw text of a span as passages, page by page."""
        for index in range(self.page_at(span.start), self.page_at(max(span.start, span.end - 1)) + 1):
            page, at = self.pages[index], self.starts[index]
            here = _trimmed(page.text, Span(max(span.start - at, 0), min(span.end - at, len(page.text))))
            if here.end > here.start:
                yield Passage(source, here, here.of(page.text), page.number, page.label, score)


def _trimmed(text: str, span: Span) -> Span:
    """Drop the white space at both ends, which page breaks leave."""
    words = span.of(text)
    return Span(span.end - len(words.lstrip()), span.start + len(words.rstrip())) if words.strip() else Span(0, 0)


def _starts(pages: tuple[Page, ...]) -> Iterator[int]:
    at = 0
    for page in pages:
        yield at
        at += len(page.text) + len(_BETWEEN)


def _cuts(text: str) -> Iterator[int]:
    at = _PIECE
    while at < len(text) and (found := _CUT.search(text, at)):
        yield found.end()
        at = found.end() + _PIECE


def _sums(pieces: list[str]) -> Iterator[int]:
    at = 0
    for piece in pieces:
        yield at
        at += len(piece)
