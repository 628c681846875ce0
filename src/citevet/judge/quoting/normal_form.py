"""The normal form in which a quotation and its source are compared; docs/quotes.md publishes it.

`normal` is for megabytes: every step is one call into C where the text has something to fold. `traced` takes the same
steps on a few kilobytes and keeps, for every character, the place that it came from.
"""

from array import array
from collections.abc import Callable, Iterator
from re import Match, Pattern
from re import compile as pattern
from unicodedata import is_normalized, normalize

CJK = "぀-ヿ㐀-䶿一-鿿가-힣"  # scripts in which white space says nothing about words, or is set at will

_SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹"
# A raised number after a word or a stop is the marker of a note; after a digit it is an exponent, and 10² is not 102.
_NOTE = pattern(
    rf"(?:(?<=[^\W\d_][^\W\d_][^\W\d_])|(?<=[{CJK}])|(?<=[.,;:!?)\]”’\"'%]))[{_SUPERSCRIPT}][{_SUPERSCRIPT}⁻,]*"
)
_POWER = pattern(rf"(?<=\d)(?=[⁻{_SUPERSCRIPT}])")
_SOFT = pattern(r"[\u00ad\ufffe]\s*")
_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufe0f\ufe0e"

_QUOTES = "‘’‚‛“”„‟′″‴‵‶´ʼˈ‹›«»「」『』〝〞〟"
_DASHES = "‐‑‒–—―−⸺⸻"
_SPACES = "\u0085\u1680\u2028\u2029"
_LETTERS = {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "\uf001": "fi", "\uf002": "fl"}
# Before NFKC, which makes a space and a combining accent of an acute accent that stands for an apostrophe.
_EARLY = {"´": "'", **dict.fromkeys(_UNSEEN, "")}
_LATE = {
    **dict.fromkeys(_QUOTES, "'"),
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys(_SPACES, " "),
    **_LETTERS,
}
_PLAIN = {**dict.fromkeys("\t\n\v\f\r\x1a", " "), '"': "'", "`": "'"}
_PLAIN_TABLE = str.maketrans(_PLAIN)  # quick on ASCII only: elsewhere it looks up every character

# Literal first, context after: the engine jumps from one space or dash to the next (0.8 and 27 ns a character).
_MARK = pattern(r"'(?:(?<![^\W_]')|(?![^\W_]))")  # but for the apostrophe inside a word
_OPEN_DASH = pattern(r" -(?!\d)")  # before a digit it may be a sign: "at −5 degrees"
_JOINT = pattern(r"-(?<=[^\W\d_]-)(?=[^\W\d_])")
_CJK_SPACE = pattern(rf" (?:(?<=[{CJK}] )|(?=[{CJK}]))")
_KEPT_SPACE = pattern(rf" (?<![{CJK}] )(?![{CJK}])")
_HAS_CJK = pattern(rf"[{CJK}]")
_DOT = "·∙⋅・"
_MIDDLE_DOT = pattern(rf"[{_DOT}](?<=\d[{_DOT}])(?=\d)")
_REFERENCE = pattern(r"\[\d{1,3}(?:[-,] ?\d{1,3}){0,9}\]")
_GONE = "\x1a"  # stands for what goes, or for what stays, while the spaces go

_Runs = tuple[tuple[str, str], ...]
_GAPS: _Runs = (("  ", " "),)
_RULES: _Runs = (("- ", "-"), ("--", "-"))
_DOTS: _Runs = ((". .", ".."), ("....", "..."))


def normal(text: str) -> str:
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
    """Drop the spaces next to CJK characters: few stay there, so those are looked for (a quarter of the time)."""
    if _HAS_CJK.search(text) is None:
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
    """Replace until nothing is left to replace; every round halves a run."""
    for twice, once in runs:
        while twice in text:
            text = text.replace(twice, once)
    return text


def traced(text: str) -> tuple[str, "array[int]"]:
    """Return the normal form, and for each of its characters where in the text it came from."""
    trace = _Trace(text)
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
    trace.sub(pattern(f" ?{_GONE}"), "")
    if not trace.text.isascii():
        trace.sub(_MIDDLE_DOT, ".")
        trace.sub(_CJK_SPACE, "")
    return trace.text, trace.places


def _trace_unicode(trace: "_Trace") -> None:
    trace.sub(_NOTE, "")
    trace.sub(_POWER, "^")
    trace.sub(_SOFT, "")
    trace.sub(_any_of(_EARLY), lambda found: _EARLY[found[0]])
    for found, changed in _changed(trace.text):
        trace.replace(found, changed)
    trace.flush()
    trace.sub(_any_of(_LATE), lambda found: _LATE[found[0]])


def _any_of(table: dict[str, str]) -> Pattern[str]:
    return pattern(f"[{''.join(table)}]")


# Between two of these nothing composes: what stands between is normalised for itself.
_CLUSTER = pattern(r"[^\x20-\x7e가-힣一-鿿][^\x00-\x7f가-힣一-鿿]*|[\x20-\x7e가-힣一-鿿][^\x00-\x7f가-힣一-鿿]+")


def _changed(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the stretches that NFKC changes, character by character where each changes for itself."""
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


class _Trace:
    """A text under change, and where each of its characters came from."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places = array("L", range(len(text)))
        self._waiting: list[tuple[tuple[int, int], str]] = []

    def sub(self, wanted: Pattern[str], instead: str | Callable[[Match[str]], str]) -> None:
        """Replace what is found."""
        for found in wanted.finditer(self.text):
            self.replace(found.span(), instead if isinstance(instead, str) else instead(found))
        self.flush()

    def shrink(self, runs: _Runs) -> None:
        """Replace the first by the second until nothing is left to replace."""
        for twice, once in runs:
            wanted = pattern("".join(f"[{char}]" for char in twice))
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
