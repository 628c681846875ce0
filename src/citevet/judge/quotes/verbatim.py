"""Split a quotation into fragments; find them verbatim and in order, or the few pieces it was joined from."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from citevet.judge.quotes.normal_form import CJK, DENSE, FoldedSource, fold_text, fold_with_offsets
from citevet.model import Span
from citevet.records import dataclass, field

# An omission leaves out words of one passage. Two pages of a book have 5,000 characters; beyond that the pieces are
# two passages, which need two quotations.
OMITTED = 5_000
_INSERTED = 120  # characters that an insertion may replace: "[the model]" for "it", or for a long noun phrase
_ADJACENT = 2  # between "and" and "[T]he" there is a space, and a quotation mark at most
_SEEN = 2_000  # places that are checked for whole words: "a" is in every other word
_TRIES = 200  # occurrences of the longest fragment that are checked

_HANGUL = re.compile(r"[가-힣]")
# What would make a word of the source out of a piece of it: unlikely, non-significant, 3.5 for 5, −5 for 5.
_GLUED_BEFORE = re.compile(r"(?:[^\W_](?:[-‐‑\u00ad]\s*)?|\d[.,·])\Z")
_SIGNED = re.compile(r"(?:\A|[\s(])[-−–]\Z")
_GLUED_AFTER = re.compile(r"(?:[-‐‑\u00ad]\s*)?[^\W_]")
_GLUED_NUMBER = re.compile(r"[.,·]?\d|\s?(?:%|‰|per ?cent|[bmtr]{1,2}illion|thousand|hundred|[만억조천백])")
_UNITS = "만억조천백"
_NEAR = 12  # characters around a match that show whether it ends there
_MOST = 4  # pieces; more are words that any text has
_WORDS = 4  # of one piece: three words in a row occur in most long texts by chance
_TAKEN_ALONG = 2  # words of the next piece that may by chance follow in the source as well
_SYLLABLES = 10  # the same for text without spaces
_WORD = re.compile(rf"[{CJK}]|[^\s{CJK}]+")
GapKind = Literal["omission", "insertion", "case"]
# A note about the words themselves, which replaces none: "teh [sic] end", "never [emphasis added]".
_REMARK = re.compile(
    r"\s?[\[(](?:sic!?|emphasis (?:added|mine|in (?:the )?original)|원문 그대로|강조[^\])]{0,12})[\])]", re.IGNORECASE
)
_CASED = re.compile(r"\[([^\W\d_])\](?=[^\W_])")  # [T]he: the case of one letter was changed
_GAP = re.compile(
    r"(?P<omission>[\[(<]\s?(?:…|\.\s?\.\s?\.\s?\.?|·\s?·\s?·|중략|前略|中略|後略|이하 생략|생략)\s?[\])>]"
    r"|…[….]*|\.\s?\.\s?\.(?:\s?\.)*|·\s?·\s?·(?:\s?·)*)"
    r"|(?P<reference>\[\d{1,3}(?:\s?[-–,]\s?\d{1,3}){0,9}\])"
    r"|\[(?P<insertion>[^\[\]]{0,200})\]"
)
_EDGE = " \t\n.,;:!?'\"“”‘’„«»「」『』…-–—。、，！？；："  # what may differ at the ends of a piece
_HIDDEN = "\u200b"
_NEGATION = re.compile(
    r"\b(?:not|no|never|nor|none|nothing|neither|without|cannot|hardly|unlikely)\b|n't\b|않|없|아니|못|말라|말아|不|沒|没|無|非",
    re.IGNORECASE,
)
_FEW_SYLLABLES = 8
_FEW = 3  # words: "is … effective" for "is not effective"; a longer omission is a clause with a sense of its own


@dataclass(frozen=True, slots=True)
class QuoteFragment:
    """A piece of a quotation that must be verbatim in the source."""

    text: str  # in normal form, without the punctuation at its ends
    plain: str  # as quoted, with brackets and remarks replaced by characters that the normal form drops
    start: int  # in the quotation's plain words
    gap: GapKind | None = None  # what separates it from the piece before
    inserted: str = ""  # the author's own words there

    def places(self) -> list[int]:
        """Return, for each character of the normal form, its place in the quotation's plain words."""
        text, places = fold_with_offsets(self.plain)
        skipped = len(text) - len(text.lstrip())
        return [self.start + place for place in places[skipped : skipped + len(self.text)]]


def split_quotation(plain: str) -> tuple[QuoteFragment, ...]:
    """Return the pieces of a quotation between its omissions and insertions."""
    found: list[QuoteFragment] = []
    gap: GapKind | None = None
    inserted = ""
    at = 0
    for start, end, kind, words in (*_gaps(plain), (len(plain), len(plain), "", "")):
        if kind == "reference":
            continue
        if piece := _piece(plain, at, start):
            found.append(QuoteFragment(*piece, gap if found else None, inserted))
            gap, inserted = None, ""
        gap = _wider(gap, kind)
        inserted = f"{inserted} {words}".strip()
        at = end
    return tuple(found)


def _wider(gap: GapKind | None, kind: str) -> GapKind:
    """Return the more generous of two adjacent gaps: "… [the model]"."""
    if "omission" in {kind, gap}:
        return "omission"
    return "insertion" if "insertion" in {kind, gap} else "case"


def _gaps(plain: str) -> Iterator[tuple[int, int, str, str]]:
    if "[" not in plain and "." not in plain and "…" not in plain and "·" not in plain and "략" not in plain:
        return
    for found in _GAP.finditer(plain):
        if found["insertion"] is None:
            yield found.start(), found.end(), found.lastgroup or "", ""
        elif _CASED.match(plain, found.start()):
            yield found.start(), found.start(), "case", ""
        elif not _REMARK.match(plain, found.start()):
            yield found.start(), found.end(), "insertion", found["insertion"]


def _piece(plain: str, start: int, end: int) -> tuple[str, str, int] | None:
    while start < end and plain[start] in _EDGE and not _is_sign(plain, start):
        start += 1
    while end > start and plain[end - 1] in _EDGE:
        end -= 1
    hidden = _REMARK.sub(lambda found: _HIDDEN * len(found[0]), plain[start:end])
    hidden = _CASED.sub(rf"{_HIDDEN}\1{_HIDDEN}", hidden)
    words = fold_text(hidden).strip()
    return (words, hidden, start) if words else None


def _is_sign(plain: str, at: int) -> bool:
    """Check whether a dash or a point belongs to the number after it."""
    return plain[at] in "-–." and plain[at + 1 : at + 2].isdigit()


def changes_negation(fragment: QuoteFragment, left_out: str) -> bool:
    """Check whether an insertion, or an omission of a few words, adds or removes a negation."""
    if fragment.gap == "omission" and not _is_short(left_out):
        return False
    return bool(_NEGATION.search(fragment.inserted)) != bool(_NEGATION.search(left_out))


def _is_short(text: str) -> bool:
    return len(text.split()) <= _FEW and (len(text) <= _FEW_SYLLABLES or DENSE.search(text) is None)


@dataclass(frozen=True, slots=True)
class VerbatimMatch:
    """The places of the fragments in the normal text of a source, in order."""

    spans: tuple[Span, ...]

    @property
    def whole(self) -> Span:
        """From the first fragment to the last."""
        return Span(self.spans[0].start, self.spans[-1].end)


def find_verbatim(
    fragments: Sequence[QuoteFragment], source: FoldedSource, window: tuple[int, int]
) -> Iterator[VerbatimMatch]:
    """Yield the places in a window of the normal text with all fragments in order."""
    anchor = max(range(len(fragments)), key=lambda index: len(fragments[index].text))
    for tried, span in enumerate(find_occurrences(fragments[anchor].text, source, window)):
        if tried == _TRIES:
            return
        before = _before(fragments[: anchor + 1], source, span)
        after = _after(fragments[anchor:], source, span) if before is not None else None
        if before is not None and after is not None:
            yield VerbatimMatch((*before, span, *after))


def find_occurrences(needle: str, source: FoldedSource, window: tuple[int, int]) -> Iterator[Span]:
    """Yield the places of the needle as whole words; the case of its first letter does not matter."""
    start, end = window
    text, rest = source.text, needle[1:]
    at = text.find(rest, start + 1, end) if rest else text.find(needle, start, end) + 1
    tried = 0
    while at > 0 and tried < _SEEN:
        tried += 1
        span = Span(at - 1, at + len(rest))
        if text[at - 1].casefold() == needle[0].casefold() and _is_whole_words(source, span):
            yield span
        at = text.find(rest, at + 1, end) if rest else text.find(needle, at, end) + 1


def _backwards(needle: str, source: FoldedSource, window: tuple[int, int]) -> Iterator[Span]:
    """Yield the same, the last first: to take the last of all in a window is slow where a word repeats."""
    start, end = window
    text, rest = source.text, needle[1:]
    at = text.rfind(rest, start + 1, end) if rest else text.rfind(needle, start, end) + 1
    while at > 0:
        span = Span(at - 1, at + len(rest))
        if text[at - 1].casefold() == needle[0].casefold() and _is_whole_words(source, span):
            yield span
        at = text.rfind(rest, start + 1, at + len(rest) - 1) if rest else text.rfind(needle, start, at - 1) + 1


def _is_whole_words(source: FoldedSource, span: Span) -> bool:
    """Check whether a span starts and ends at word boundaries."""
    text = source.text
    before, after = text[max(span.start - 1, 0) : span.start], text[span.end : span.end + 1]
    number = text[span.start].isdigit() or text[span.end - 1].isdigit()
    if not number and not before.isalnum() and not after.isalnum():
        return True
    raw = source.raw_span(span.start, span.end)
    return starts_word(source.raw, raw.start) and ends_word(source.raw, raw.end)


def starts_word(raw: str, at: int) -> bool:
    """Check whether a word of the source starts at an offset."""
    if DENSE.match(raw, at) and not _HANGUL.match(raw, at):
        return True
    before = raw[max(at - _NEAR, 0) : at]
    if raw[at].isdigit() and _SIGNED.search(before):
        return False
    if before and bool(_HANGUL.match(raw, at)) != bool(_HANGUL.match(before[-1])):
        # A Korean word may follow a Latin one or a number without a space: 940만 is one number, GPT모델 are two words.
        return not (before[-1].isdigit() and raw[at] in _UNITS)
    return _GLUED_BEFORE.search(before) is None


def ends_word(raw: str, at: int) -> bool:
    """Check whether no word of the source continues at an offset."""
    if DENSE.match(raw, at - 1):
        return True  # particles and endings follow: 필요하다 in 필요하다고
    after = raw[at : at + _NEAR]
    if raw[at - 1].isdigit() and _GLUED_NUMBER.match(after):
        return False
    return not raw[at - 1].isalnum() or DENSE.match(after) is not None or _GLUED_AFTER.match(after) is None


def _after(fragments: Sequence[QuoteFragment], source: FoldedSource, span: Span) -> list[Span] | None:
    """Return the places of the fragments after the first, each as near to the one before as possible."""
    spans: list[Span] = []
    end = span.end
    for fragment in fragments[1:]:
        window = end, end + _reach(fragment) + len(fragment.text)
        found = next(find_occurrences(fragment.text, source, window), None)
        if found is None:
            return None
        spans.append(found)
        end = found.end
    return spans


def _before(fragments: Sequence[QuoteFragment], source: FoldedSource, span: Span) -> list[Span] | None:
    """Return the places of the fragments before the last, each as near to the one after as possible."""
    spans: list[Span] = []
    start = span.start
    for fragment, following in zip(fragments[-2::-1], fragments[:0:-1], strict=True):
        low = max(start - _reach(following) - len(fragment.text), 0)
        found = next(_backwards(fragment.text, source, (low, start)), None)
        if found is None:
            return None
        spans.insert(0, found)
        start = found.start
    return spans


def _reach(fragment: QuoteFragment) -> int:
    """Return how many characters of the source may lie before a fragment."""
    if fragment.gap == "omission":
        return OMITTED
    return _INSERTED + 2 * len(fragment.inserted) if fragment.gap == "insertion" else _ADJACENT


def find_pieces(needle: str, source: FoldedSource, *, between: int = 0) -> list[Span] | None:
    """Return the places of the pieces in the normal text of the source, if the needle consists of such pieces.

    So many words may stand between two pieces that belong to neither: the "and" by which they were joined.
    """
    words = [Span(*word.span()) for word in _WORD.finditer(needle)]
    found = _PieceCover(needle, words, source, between).of(0, _MOST)
    return found if found and len(found) > 1 else None


@dataclass(frozen=True, slots=True)
class _PieceCover:
    """One needle, to be covered by pieces of the source."""

    needle: str
    words: list[Span]
    source: FoldedSource
    between: int
    known: dict[int, tuple[int, Span] | None] = field(default_factory=dict)  # the longest piece from each word on

    def of(self, start: int, most: int) -> list[Span] | None:
        """Return the pieces that cover the words from one on.

        The longest beginning may have taken a word or two of the next piece along, so shorter ones are tried.
        """
        if start == len(self.words):
            return []
        longest = self._longest(start) if most else None
        if longest is None:
            return None
        count, place = longest
        for back in range(min(_TAKEN_ALONG, count - self._least(start)) + 1):
            end = start + count - back
            for following in (end, *range(end + 1, min(end + 1 + self.between, len(self.words)))):
                rest = self.of(following, most - 1)
                if rest is not None:
                    return [Span(place.start, place.start + len(self._beginning(start, end))), *rest]
        return None

    def _least(self, start: int) -> int:
        return _SYLLABLES if DENSE.match(self.needle, self.words[start].start) else _WORDS

    def _beginning(self, start: int, end: int) -> str:
        return self.needle[self.words[start].start : self.words[end - 1].end].rstrip(".,;:")

    def _longest(self, start: int) -> tuple[int, Span] | None:
        if start not in self.known:
            self.known[start] = self._searched(start)
        return self.known[start]

    def _searched(self, start: int) -> tuple[int, Span] | None:
        """Return the number of words of the longest piece from a word on, and its place; None if it is too short."""
        least = self._least(start)
        low, high = least, len(self.words) - start
        best: tuple[int, Span] | None = None
        count = least  # most needles fail here, and a probe costs 0.3 ms a megabyte
        while low <= high:
            beginning = self._beginning(start, start + count)
            place = next(find_occurrences(beginning, self.source, (0, len(self.source.text))), None)
            if place is None and best is None and count == least:
                return None
            if place is None:
                high = count - 1
            else:
                best, low = (count, place), count + 1
            count = (low + high) // 2
        return best
