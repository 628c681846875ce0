"""What a finder looks at: the document, and its prose at the same offsets."""

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import pairwise
from re import compile as pattern
from typing import Literal

from citevet.contracts import Filed
from citevet.model import Document, Reference, Span

# Stands for every character that is no prose. It is neither a word character nor white space, so no pattern
# runs across it by accident; line breaks are kept, so `^` and `$` still work.
BLANK = "\0"
_DARK = pattern(r"[^\r\n]+")


def nothing_filed(names: tuple[str, ...], year: str) -> bool:
    """Answer for a project that keeps no corpus."""
    del names, year
    return False


@dataclass(frozen=True, slots=True)
class Scene:
    """One document as the finders see it."""

    document: Document
    prose: str  # as long as document.text: code, math, comments, metadata and markup are blank
    references: tuple[Reference, ...] = ()
    entries: tuple[Span, ...] = field(default=(), repr=False)  # where the document's own lists stand, in order
    filed: Filed = field(default=nothing_filed, repr=False)

    @classmethod
    def of(cls, document: Document, references: tuple[Reference, ...] = (), *, filed: Filed = nothing_filed) -> "Scene":
        """Blank out what is no prose, once for all finders."""
        prose = blank(document.text, [region.span for region in document.regions])
        own = sorted(reference.span for reference in references if reference.path is None)
        outer = (span for before, span in pairwise([Span(-1, -1), *own]) if not before.holds(span))
        return cls(document, prose, references, tuple(outer), filed)

    def side(self, span: Span) -> Literal["text", "list"] | None:
        """Say where a find stands: in running text, inside an entry, or, across the border, nowhere.

        A note in brackets and a wiki reference are markers and hold their entry: they stand in the text.
        """
        if not self.entries:
            return "text"
        index = bisect_right(self.entries, span.start, key=_end)
        entry = self.entries[index] if index < len(self.entries) else None
        if entry is None or not entry.overlaps(span) or span.holds(entry):
            return "text"
        return "list" if entry.holds(span) else None


def _end(span: Span) -> int:
    return span.end


def blank(text: str, spans: list[Span]) -> str:
    """Replace the spans, which are in order of their start, by blanks of the same length."""
    pieces: list[str] = []
    done = 0
    for span in spans:
        if span.end <= done:
            continue
        start = max(span.start, done)
        pieces += text[done:start], _blanks(text[start : span.end])
        done = span.end
    return "".join((*pieces, text[done:]))


def _blanks(text: str) -> str:
    if "\n" not in text and "\r" not in text:
        return BLANK * len(text)
    return _DARK.sub(lambda found: BLANK * len(found[0]), text)
