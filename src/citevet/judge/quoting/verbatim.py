"""The fragments of a quotation word for word and in order: where in the source."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from re import compile as pattern

from citevet.judge.quoting.folded import Folded
from citevet.judge.quoting.fragments import Fragment
from citevet.judge.quoting.normal_form import CJK
from citevet.model import Span

# An omission leaves out words of one passage. Two pages of a book have 5,000 characters; beyond that the pieces are
# two passages, and the reader should be told so by two quotations.
OMITTED = 5_000
_INSERTED = 120  # what an insertion may stand for: "[the model]" for "it", or for a long noun phrase
_ADJACENT = 2  # between "and" and "[T]he" stands a space, and a quotation mark at most
_SEEN = 2_000  # places that are looked at for whole words: "a" stands in every other word
_TRIES = 200  # occurrences of the longest fragment that are looked at; a phrase that comes more often says little

_HANGUL = pattern(r"[가-힣]")
_DENSE = pattern(rf"[{CJK}]")
# What would make a word of the source out of a piece of it: unlikely, non-significant, 3.5 for 5, −5 for 5.
_GLUED_BEFORE = pattern(r"(?:[^\W_](?:[-‐‑\u00ad]\s*)?|\d[.,·])\Z")
_SIGNED = pattern(r"(?:\A|[\s(])[-−–]\Z")
_GLUED_AFTER = pattern(r"(?:[-‐‑\u00ad]\s*)?[^\W_]")
_GLUED_NUMBER = pattern(r"[.,·]?\d|\s?(?:%|‰|per ?cent|[bmtr]{1,2}illion|thousand|hundred|[만억조천백])")
_UNITS = "만억조천백"
_NEAR = 12  # characters beside a find that tell whether it ends there


@dataclass(frozen=True, slots=True)
class Found:
    """Where the fragments stand in the normal text of a source, in order."""

    spans: tuple[Span, ...]

    @property
    def whole(self) -> Span:
        """From the first fragment to the last."""
        return Span(self.spans[0].start, self.spans[-1].end)


def verbatim(fragments: Sequence[Fragment], source: Folded, window: tuple[int, int]) -> Iterator[Found]:
    """Yield the places inside a window of the normal text at which all fragments stand in order."""
    anchor = max(range(len(fragments)), key=lambda index: len(fragments[index].text))
    for tried, span in enumerate(occurrences(fragments[anchor].text, source, window)):
        if tried == _TRIES:
            return
        before = _before(fragments[: anchor + 1], source, span)
        after = _after(fragments[anchor:], source, span) if before is not None else None
        if before is not None and after is not None:
            yield Found((*before, span, *after))


def occurrences(needle: str, source: Folded, window: tuple[int, int]) -> Iterator[Span]:
    """Yield where the words stand as whole words; the first letter may be small or large."""
    start, end = window
    text, rest = source.text, needle[1:]
    at = text.find(rest, start + 1, end) if rest else text.find(needle, start, end) + 1
    tried = 0
    while at > 0 and tried < _SEEN:
        tried += 1
        span = Span(at - 1, at + len(rest))
        if text[at - 1].casefold() == needle[0].casefold() and is_whole(source, span):
            yield span
        at = text.find(rest, at + 1, end) if rest else text.find(needle, at, end) + 1


def _backwards(needle: str, source: Folded, window: tuple[int, int]) -> Iterator[Span]:
    """Yield the same, the last first."""
    start, end = window
    text, rest = source.text, needle[1:]
    at = text.rfind(rest, start + 1, end) if rest else text.rfind(needle, start, end) + 1
    while at > 0:
        span = Span(at - 1, at + len(rest))
        if text[at - 1].casefold() == needle[0].casefold() and is_whole(source, span):
            yield span
        at = text.rfind(rest, start + 1, at + len(rest) - 1) if rest else text.rfind(needle, start, at - 1) + 1


def is_whole(source: Folded, span: Span) -> bool:
    """Say whether a stretch begins and ends where words do."""
    text = source.text
    before, after = text[max(span.start - 1, 0) : span.start], text[span.end : span.end + 1]
    number = text[span.start].isdigit() or text[span.end - 1].isdigit()
    if not number and not before.isalnum() and not after.isalnum():
        return True
    raw = source.raw_span(span.start, span.end)
    return begins(source.raw, raw.start) and ends(source.raw, raw.end)


def begins(raw: str, at: int) -> bool:
    """Say whether a word of the source begins at an offset, and not in the middle of another."""
    if _DENSE.match(raw, at) and not _HANGUL.match(raw, at):
        return True
    before = raw[max(at - _NEAR, 0) : at]
    if raw[at].isdigit() and _SIGNED.search(before):
        return False
    if before and bool(_HANGUL.match(raw, at)) != bool(_HANGUL.match(before[-1])):
        # A Korean word may follow a Latin one or a number without a space: 940만 is one number, GPT모델 are two words.
        return not (before[-1].isdigit() and raw[at] in _UNITS)
    return _GLUED_BEFORE.search(before) is None


def ends(raw: str, at: int) -> bool:
    """Say whether no word of the source goes on at an offset."""
    if _DENSE.match(raw, at - 1):
        return True  # particles and endings follow: 필요하다 in 필요하다고
    after = raw[at : at + _NEAR]
    if raw[at - 1].isdigit() and _GLUED_NUMBER.match(after):
        return False
    return not raw[at - 1].isalnum() or _DENSE.match(after) is not None or _GLUED_AFTER.match(after) is None


def _after(fragments: Sequence[Fragment], source: Folded, span: Span) -> list[Span] | None:
    """Return where the fragments behind the first stand, each as near to the one before as may be."""
    spans: list[Span] = []
    end = span.end
    for fragment in fragments[1:]:
        window = end, end + _reach(fragment) + len(fragment.text)
        found = next(occurrences(fragment.text, source, window), None)
        if found is None:
            return None
        spans.append(found)
        end = found.end
    return spans


def _before(fragments: Sequence[Fragment], source: Folded, span: Span) -> list[Span] | None:
    """Return where the fragments before the last stand, each as near to the one behind as may be."""
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


def _reach(fragment: Fragment) -> int:
    """Return how many characters of the source may lie before a fragment."""
    if fragment.gap == "omission":
        return OMITTED
    return _INSERTED + 2 * len(fragment.inserted) if fragment.gap == "insertion" else _ADJACENT
