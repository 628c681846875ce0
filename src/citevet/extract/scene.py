"""What a finder looks at: the document, and its prose at the same offsets."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from citevet.model import Document, Reference, Span

# Stands for every character that is no prose. It is neither a word character nor white space, so no pattern
# runs across it by accident; line breaks are kept, so `^` and `$` still work.
BLANK = "\0"


@dataclass(frozen=True, slots=True)
class Scene:
    """One document as the finders see it."""

    document: Document
    prose: str  # as long as document.text: code, math, comments, metadata, markup and references are blank
    references: tuple[Reference, ...] = ()
    lists: bool = False  # looks at the document's own lists, not at its running text

    @classmethod
    def of(cls, document: Document, references: tuple[Reference, ...] = ()) -> "Scene":
        """Look at the running text: what is no prose is blank, and so are the document's own lists."""
        own = [reference.span for reference in references if reference.path is None]
        spans = sorted([*(region.span for region in document.regions), *own])
        return cls(document, blank(document.text, spans), references)

    @classmethod
    def inside(cls, document: Document, references: tuple[Reference, ...] = ()) -> "Scene":
        """Look at nothing but the document's own lists."""
        own = sorted(reference.span for reference in references if reference.path is None)
        gaps = _gaps(own, len(document.text))
        spans = sorted([*(region.span for region in document.regions), *gaps])
        return cls(document, blank(document.text, spans), references, lists=True)

    def sees(self, span: Span) -> bool:
        """Say whether a find belongs here: inside an entry, or outside all of them; a marker may be an entry itself."""
        own = self.references
        index = bisect_right(own, span.start, key=lambda entry: entry.span.start, hi=self._own()) - 1
        held = index >= 0 and own[index].span.holds(span) and own[index].span != span
        return held == self.lists

    def _own(self) -> int:
        """Return how many entries stand in the document itself; they come first, in order."""
        return bisect_left(self.references, True, key=lambda entry: entry.path is not None)


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


def _gaps(spans: list[Span], end: int) -> list[Span]:
    starts = [0, *(span.end for span in spans)]
    ends = [*(span.start for span in spans), end]
    return [Span(start, stop) for start, stop in zip(starts, ends, strict=True) if start < stop]


def _blanks(text: str) -> str:
    if "\n" not in text and "\r" not in text:
        return BLANK * len(text)
    return "".join(char if char in "\r\n" else BLANK for char in text)
