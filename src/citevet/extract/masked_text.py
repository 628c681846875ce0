"""What a finder reads and returns: a document with everything but prose masked, and the citations found in it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from html import unescape
from itertools import accumulate, pairwise
from operator import attrgetter
from typing import Any, Literal, TypeVar

from citevet.contracts import AuthorLookup, ProjectIds
from citevet.model import (
    Block,
    CitationKind,
    Document,
    FormFaultKind,
    Locator,
    Mark,
    Place,
    Plain,
    Reference,
    Region,
    Span,
)
from citevet.model.citation import NO_PARTS
from citevet.model.document import Item, is_inside
from citevet.text.patterns import lazy_pattern

# Replaces every character outside the prose. It is neither a word character nor white space, so no pattern
# matches across it by accident; line breaks stay, so `^` and `$` still work.
BLANK = "\0"
MARKER_KINDS: frozenset[CitationKind] = frozenset({"footnote", "numeric"})  # of citations that mark a note
_WITH_ENTITIES = frozenset({"html", "markdown"})
_ENTITY = lazy_pattern(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_LATEX_TIE = lazy_pattern(
    r"(?<![/\\])~(?!/)"
)  # a space that does not break: Doe~(2020); not the ~ of an address or path
_LEGAL_SIGNS = frozenset("§¶")
_WITHIN_LINE = lazy_pattern(r"[^\r\n]+")
_Moved = TypeVar("_Moved", Block, Region, Mark, Place)
_Restored = TypeVar("_Restored")
_Value = Any  # a field of a record


@dataclass(frozen=True, slots=True)
class FoundCitation:
    """One citation of one work, before citations are numbered, grouped and tied to the reference list."""

    kind: CitationKind
    span: Span
    normal: str  # the form by which two citations of the same work are equal
    locator: Locator | None = None
    key: str | None = None  # the number, label or key to look up in the document's own list
    group: Span | None = None  # the whole marker, where it cites several works: [3–5, 9]
    parts: Mapping[str, str] = field(default_factory=lambda: NO_PARTS)
    fault: str | None = None  # what is wrong with the form, as a phrase
    correction: str | None = None  # the right text of the whole span, where it is certain
    fault_kind: FormFaultKind = "malformed"


def lookup_nothing(names: tuple[str, ...], year: str) -> bool:
    """Answer corpus lookups for a project without a corpus."""
    del names, year
    return False


@dataclass(frozen=True, slots=True)
class MaskedText:
    """One document as the finders see it."""

    document: Document
    prose: str  # as long as document.text: code, math, comments, metadata and markup are masked
    references: tuple[Reference, ...] = ()
    entries: tuple[Span, ...] = field(default=(), repr=False)  # spans of the document's own lists, in order
    filed: AuthorLookup = field(default=lookup_nothing, repr=False)
    ids: ProjectIds = field(default_factory=ProjectIds, repr=False)

    @classmethod
    def of(
        cls, document: Document, references: tuple[Reference, ...] = (), *, filed: AuthorLookup = lookup_nothing
    ) -> "MaskedText":
        """Mask everything but prose, once for all finders."""
        prose = mask_spans(document.text, [region.span for region in document.regions])
        if document.format == "latex":
            prose = _print_latex(document, prose)
        own = sorted(reference.span for reference in references if reference.path is None)
        outer = (span for before, span in pairwise([Span(-1, -1), *own]) if not before.holds(span))
        return cls(document, prose, references, tuple(outer), filed)

    def side(self, span: Span) -> Literal["text", "list"] | None:
        """Return whether a span is in running text or inside an entry; None where it crosses the border.

        An inline note and a wiki reference are markers that contain their entry: they count as text.
        """
        if not self.entries:
            return "text"
        index = bisect_right(self.entries, span.start, key=attrgetter("end"))
        entry = self.entries[index] if index < len(self.entries) else None
        if entry is None or not entry.overlaps(span) or span.holds(entry):
            return "text"
        return "list" if entry.holds(span) else None


def _print_latex(document: Document, prose: str) -> str:
    r"""Replace ties by spaces, and macros of legal signs by the sign and blanks: \S~823."""
    pieces: list[str] = []
    done = 0
    for mark in document.marks:
        if mark.kind == "print" and mark.target in _LEGAL_SIGNS:
            pieces += prose[done : mark.span.start], mark.target.ljust(len(mark.span), BLANK)
            done = mark.span.end
    return _LATEX_TIE.sub(" ", "".join((*pieces, prose[done:])))


def group_runs(items: Iterable[Item], are_joined: Callable[[Item, Item], bool]) -> Iterator[list[Item]]:
    """Yield the items in runs: each item of a run is joined to the one before it."""
    run: list[Item] = []
    for item in items:
        if run and not are_joined(run[-1], item):
            yield run
            run = []
        run.append(item)
    if run:
        yield run


def mask_spans(text: str, spans: list[Span]) -> str:
    """Replace the spans, which are in order of their start, by blanks of the same length."""
    pieces: list[str] = []
    done = 0
    for span in spans:
        if span.end <= done:
            continue
        start = max(span.start, done)
        masked = _WITHIN_LINE.sub(lambda found: BLANK * len(found[0]), text[start : span.end])
        pieces += text[done:start], masked
        done = span.end
    return "".join((*pieces, text[done:]))


class PrintedEntities:
    """A document with HTML entities replaced by what they print, and the way back to its own text."""

    def __init__(self, document: Document) -> None:
        self._own = self.document = document
        found = list(_find_entities(document)) if document.format in _WITH_ENTITIES else []
        self._ends = [entity.end() for entity in found]
        self._saved = list(accumulate((len(entity[0]) - 1 for entity in found), initial=0))  # characters before each
        self._printed = [entity.start() - saved for entity, saved in zip(found, self._saved, strict=False)]
        if found:
            edges = [0, *(edge for entity in found for edge in entity.span()), len(document.text)]
            pieces = (document.text[start:end] for start, end in pairwise(edges))
            self.document = replace(
                document,
                text="".join(unescape(piece) if index % 2 else piece for index, piece in enumerate(pieces)),
                blocks=tuple(self._move(block) for block in document.blocks),
                regions=tuple(self._move(region) for region in document.regions),
                marks=tuple(
                    replace(self._move(mark), label=mark.label and self._shift(mark.label)) for mark in document.marks
                ),
                places=tuple(self._move(place) for place in document.places),
            )

    def _shift(self, span: Span) -> Span:
        start, end = (offset - self._saved[bisect_right(self._ends, offset)] for offset in (span.start, span.end))
        return Span(start, end)

    def _move(self, record: _Moved) -> _Moved:
        return replace(record, span=self._shift(record.span))

    def _back(self, offset: int) -> int:
        return offset + self._saved[bisect_left(self._printed, offset)]

    def restore(self, value: _Restored) -> _Restored:
        """Return what was found in the printed document, with the spans and slices of its own text."""
        return self._restore(value) if self._printed else value

    def _restore(self, value: _Value) -> _Value:
        if isinstance(value, Span):
            return Span(self._back(value.start), self._back(value.end))
        if isinstance(value, Plain):
            return self._restore_plain(value)
        if isinstance(value, tuple):
            return tuple(map(self._restore, value))
        if not is_dataclass(value) or isinstance(value, type) or getattr(value, "path", None) is not None:
            return value
        held = {each.name: getattr(value, each.name) for each in fields(value)}
        made = {name: self._restore(each) for name, each in held.items() if isinstance(each, Span | Plain | tuple)}
        if "span" in made and held.get("text") == self.document.slice(held["span"]):
            made["text"] = self._own.slice(made["span"])
        return replace(value, **made)

    def _restore_plain(self, plain: Plain) -> Plain:
        """Start a new stretch after each entity."""
        cuts: list[tuple[int, int]] = []
        for (at, offset), (end, _) in pairwise((*plain.cuts, (len(plain.text), 0))):
            cuts.append((at, self._back(offset)))
            last = bisect_left(self._printed, offset + end - at - 1)
            inside = (place + 1 for place in self._printed[bisect_left(self._printed, offset) : last])
            cuts += ((at + place - offset, self._back(place)) for place in inside)
        return Plain(plain.text, tuple(cuts))


def _find_entities(document: Document) -> Iterator[re.Match[str]]:
    """Yield the entities that print one character of prose; a sign that would begin a tag stays as it is."""
    hidden = [region.span for region in document.regions]
    for found in _ENTITY.finditer(document.text):
        printed = unescape(found[0])
        is_tag = printed == "<" and document.text[found.end() : found.end() + 1].strip(" 0123456789.=") != ""
        if len(printed) == 1 and printed not in "\r\n" and not is_tag and not is_inside(found.start(), hidden):
            yield found
