"""What a finder reads and returns: a document with everything but prose masked, and the citations found in it."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Literal, cast

from citevet.contracts import AuthorLookup, ProjectIds
from citevet.model import CitationKind, Document, FormFaultKind, Identifier, Locator, Meant, Reference, Span
from citevet.model.cited import CitedWords
from citevet.model.document import BIBLIOGRAPHIES, replace_spans
from citevet.model.extraction import NO_PARTS
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, field

# Replaces every character outside the prose. It is neither a word character nor white space, so no pattern
# matches across it by accident; line breaks stay, so `^` and `$` still work.
BLANK = "\0"
MARKER_KINDS: frozenset[CitationKind] = frozenset({"footnote", "numeric"})  # of citations that mark a note
# A space that does not break: Doe~(2020); not the ~ of an address or path
_LATEX_TIE = lazy_pattern(r"(?<![/\\])~(?!/)")
_LEGAL_SIGNS = frozenset("§¶")
_WITHIN_LINE = lazy_pattern(r"[^\r\n]+")


@dataclass(frozen=True, slots=True)
class FoundCitation(CitedWords):
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
    meant: Meant | None = None  # by a short form; what all others mean is looked up in the lists
    repeats: Span | None = None  # the citation that a short form repeats

    @classmethod
    def of(cls, found: Identifier, span: Span | None = None) -> "FoundCitation":
        """Return the citation that an identifier in prose is, at another span if the prose was rearranged."""
        kind = cast("CitationKind", found.kind)
        place, fault = span or found.span, (found.fault, found.correction, found.fault_kind)
        return cls(kind, place, found.normal, None, None, None, found.parts, *fault)


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
        own = sorted(reference.span for reference in references if reference.path is None)
        hidden = [region.span for region in document.regions]
        if document.format in BIBLIOGRAPHIES:  # the fields of an entry name its identifiers
            hidden = sorted((*hidden, *own))
        prose = mask_spans(document.text, hidden)
        if document.format == "latex":
            prose = _print_latex(document, prose)
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
    signs = (mark for mark in document.marks if mark.kind == "print" and mark.target in _LEGAL_SIGNS)
    printed = ((mark.span, mark.target.ljust(len(mark.span), BLANK)) for mark in signs)
    return _LATEX_TIE.sub(" ", replace_spans(prose, printed))


def share_marker(whole: Span, works: Sequence[Span]) -> list[tuple[Span, Span | None]]:
    """Return the span and the group of each work of a marker; each of several has a span of its own."""
    return [(own, whole) for own in works] if len(works) > 1 else [(whole, None) for _ in works]


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
