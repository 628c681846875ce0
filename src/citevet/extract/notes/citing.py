"""Notes that cite: their sources back the sentence with the note's marker, and the remarks of the note itself."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from operator import attrgetter

from citevet.extract.citation_markers import TiedSentence, find_dropped_spans, place_citations, tie_citations
from citevet.extract.claim_filters import explain_unchecked
from citevet.extract.entry_parser import parse_entry
from citevet.extract.masked_text import MARKER_KINDS, mask_spans
from citevet.extract.plain_text import to_plain_text
from citevet.model import LAW, Block, Citation, Claim, Document, Extraction, Plain, Reference, Span, Tie
from citevet.model.document import find_last
from citevet.patterns import lazy_pattern
from citevet.records import collect_values, dataclass, replace
from citevet.text.sentences import split_sentences
from citevet.text.verbs import find_verbs

_LONG_WORD = lazy_pattern(r"[^\W\d_]{4,}")
_FEWEST_LONG_WORDS = 4  # of a remark: "as cited in REF-001" and "data provided by REF-001" have fewer
# The note contrasts its source with the sentence: the source need not say the same.
_CONTRAST = lazy_pattern(r"\b(?:but|contra|contrary|cf|compare|unlike|however|although)\b", re.IGNORECASE)
_MOST_TIES = 10_000  # through one note; a real note with 100 works has no 100 markers
_NESTED = 5  # most marks that start where a note starts


@dataclass(frozen=True, slots=True)
class CitingNote:
    """A note that cites."""

    reference: Reference
    citations: tuple[Citation, ...]
    qualified: bool  # by a remark, a source of its own or a contrast: its works need not support the sentence
    forwards: bool  # its marker cites only what the note cites

    @property
    def span(self) -> Span:
        """Where the note is."""
        return self.reference.span


def find_citing_notes(
    document: Document, citations: Sequence[Citation], references: Sequence[Reference]
) -> Mapping[str, CitingNote]:
    """Return the notes that cite, by the id of their reference."""
    notes = sorted((each for each in references if each.is_note), key=attrgetter("span.start"))
    cited = (each for each in citations if each.kind != "footnote" or not _is_note_marker(each))
    held = ((find_last(notes, each.span.start), each) for each in cited)
    inside = collect_values((note.id, each) for note, each in held if note and note.span.holds(each.span))
    return {note.id: _make_note(document, note, inside[note.id]) for note in notes if note.id in inside}


def _make_note(document: Document, reference: Reference, citations: list[Citation]) -> CitingNote:
    words, remarks = read_note(document, reference.span, citations)
    speaks = any(is_remark(words, one) for one in remarks)
    start = reference.span.start
    spans = [each.span.shift(-start) for each in citations]
    rest = mask_spans(reference.text, spans)
    cited = {each.span for each in citations} | {form.span for each in citations for form in each.also}
    # Malformed law is reported by itself, and is not a work to look for.
    named = (each for each in reference.identifiers if each.kind != "orcid" and not (each.kind in LAW and each.fault))
    works = any(each.span not in cited for each in named) or (not speaks and parse_entry(rest).year is not None)
    contrasts = _CONTRAST.search(rest[: spans[0].start]) is not None
    return CitingNote(reference, tuple(citations), qualified=speaks or works or contrasts, forwards=not works)


def get_note_content(document: Document, note: Reference) -> Span:
    r"""Return the span inside ^[…] and \footnote{…} without the delimiters; for any other note its whole span."""
    if not note.key.startswith("inline-"):
        return note.span
    if note.text.startswith("^["):
        return Span(note.span.start + 2, note.span.end - 1)
    first = bisect_left(document.marks, note.span.start, key=lambda mark: mark.span.start)
    marks = document.marks[first : first + _NESTED]
    return next((mark.label for mark in marks if mark.span == note.span and mark.label), note.span)


def read_note(document: Document, span: Span, citations: Sequence[Citation]) -> tuple[Plain, list[TiedSentence]]:
    """Return the plain text of a note, or of one of its blocks, and its sentences with their ties."""
    places = place_citations(document, Block("footnote", span), citations)
    words = to_plain_text(document, span, find_dropped_spans(document.text, places))
    spans = split_sentences(words.text)
    return words, tie_citations(words, spans, places) if spans else []


def is_remark(words: Plain, sentence: TiedSentence) -> bool:
    """Return whether a sentence with a citation makes a checkable statement besides naming its source."""
    text = words.text[sentence.span.start : sentence.span.end]
    for citation in sentence.named:
        text = text.replace(citation.text, "")
    if not sentence.ties or len(_LONG_WORD.findall(text)) < _FEWEST_LONG_WORDS:
        return False
    return bool(find_verbs(f"it {text}")) and explain_unchecked(text) is None


def _is_note_marker(citation: Citation) -> bool:
    """Return whether a citation is the marker of a note; "Ibid." cites a note but is not its marker."""
    return citation.kind in MARKER_KINDS and not citation.is_short_form


def add_note_ties(
    claims: Sequence[Claim], citations: Sequence[Citation], found: Mapping[str, CitingNote]
) -> tuple[Claim, ...]:
    """Tie each claim also to what the notes at its markers cite."""
    markers = ((each.reference, each.id) for each in citations if each.reference and _is_note_marker(each))
    marked = collect_values((name, marker) for name, marker in markers if name in found)
    few = ((found[name], ids) for name, ids in marked.items() if len(ids) * len(found[name].citations) <= _MOST_TIES)
    by_marker = {marker: note for note, ids in few for marker in ids}
    return tuple(_extend_ties(claim, by_marker) for claim in claims) if by_marker else tuple(claims)


def _extend_ties(claim: Claim, by_marker: Mapping[str, CitingNote]) -> Claim:
    if not any(tie.citation in by_marker for tie in claim.ties):
        return claim
    ties = {tie.citation: tie for tie in claim.ties}
    for tie, note in ((tie, by_marker[tie.citation]) for tie in claim.ties if tie.citation in by_marker):
        for each in note.citations:
            ties.setdefault(each.id, Tie(each.id, "note" if note.qualified else tie.how, tie.span))
    return replace(claim, ties=tuple(ties.values()))


def find_forwarding_markers(extraction: Extraction) -> Mapping[str, tuple[str, ...]]:
    """Return, for each marker that cites only what its note cites, the citations of the note."""
    found = find_citing_notes(extraction.document, extraction.citations, extraction.references)
    marked = ((each.id, found.get(each.reference or "")) for each in extraction.citations if _is_note_marker(each))
    return {marker: tuple(each.id for each in note.citations) for marker, note in marked if note and note.forwards}
