"""What became of the sentence that a verdict rests on, after its source changed."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from citevet.jobs.judge_claims import find_decisive_sentence
from citevet.jobs.source_windows import SourceWindows
from citevet.model import Body, Passage, Span
from citevet.model.lock import LockedPassage
from citevet.report.lock_file import fold

Fate = Literal["survived", "moved", "changed", "gone"]
_ALIKE = 0.6  # share of equal words from which a sentence counts as the same one in other words
_WORDS = 400  # of a sentence that are compared; the time grows with their square


@dataclass(frozen=True, slots=True)
class SentenceFate:
    """What became of a sentence, and where it is now."""

    fate: Fate
    now: LockedPassage | None = None


def find_fate(passage: LockedPassage, body: Body, windows: SourceWindows) -> SentenceFate:
    """Look for a sentence at its place, then anywhere, then for one that is like it."""
    for page in body.pages:
        at = fold(page.text[passage.start : passage.end])
        if page.number == passage.page and at == passage.text:
            return SentenceFate("survived", passage)
    for page in body.pages:
        if span := _find_folded(passage.text, page.text):
            return SentenceFate("moved", LockedPassage(passage.text, span.start, span.end, page.number, passage.by))
    near = find_nearest(passage.text, windows)
    if near is None or measure_likeness(passage.text, near.text) < _ALIKE:
        return SentenceFate("gone")
    return SentenceFate(
        "changed", LockedPassage(fold(near.text), near.span.start, near.span.end, near.page, passage.by)
    )


def find_nearest(text: str, windows: SourceWindows) -> Passage | None:
    """Return the sentence of a source that has most of the words of a text."""
    best = windows.pile.best(text, most=1)
    return find_decisive_sentence(text, best[0]) if best and best[0].score else None


def measure_likeness(one: str, other: str) -> float:
    """Return the share of equal words in two sentences, in their order."""
    return SequenceMatcher(None, one.split()[:_WORDS], other.split()[:_WORDS], autojunk=False).ratio()


def _find_folded(text: str, page: str) -> Span | None:
    """Return where a page has a text, whatever the white space between its words."""
    at = page.find(text)
    if at >= 0:
        return Span(at, at + len(text))
    starts: list[int] = []
    words: list[str] = []
    place = 0
    for word in page.split():
        place = page.index(word, place)
        starts.append(place)
        words.append(word)
        place += len(word)
    joined = " ".join(words)
    found = joined.find(text)
    if found < 0:
        return None
    first = joined.count(" ", 0, found)
    inside = found - (joined.rfind(" ", 0, found) + 1)
    last = joined.count(" ", 0, found + len(text))
    tail = found + len(text) - (joined.rfind(" ", 0, found + len(text)) + 1)
    return Span(starts[first] + inside, starts[last] + tail)
