"""What a note cites stands behind the sentence that carries the note's mark, and behind what the note itself says."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from re import IGNORECASE
from re import compile as pattern

from citevet.extract import entries
from citevet.extract.filters import unchecked
from citevet.extract.inside_notes import MARKERS
from citevet.extract.markers import drops, placed
from citevet.extract.plain import plain
from citevet.extract.scene import blank
from citevet.extract.sentences import sentences
from citevet.extract.ties import Said, tied
from citevet.extract.verbs import verbs
from citevet.model import Block, Citation, Claim, Document, Extraction, Plain, Reference, Span, Tie

_LONG_WORD = pattern(r"[^\W\d_]{4,}")
_FEWEST = 4  # long words of a remark: "as cited in REF-001" and "data provided by REF-001" have fewer
# The note holds its source against the sentence, or beside it: that the source does not say the same is no fault.
_CONTRAST = pattern(r"\b(?:but|contra|contrary|cf|compare|unlike|however|although)\b", IGNORECASE)
_MOST = 10_000  # ties by way of one note; nobody marks a note with 100 works in 100 places
_NESTED = 5  # marks that start where a note starts


@dataclass(frozen=True, slots=True)
class Note:
    """A note that cites: what it cites, and what it says of its own."""

    reference: Reference
    citations: tuple[Citation, ...]
    qualified: bool  # it says something, names a source of its own, or contrasts: its works need not say the sentence
    hands_on: bool  # its marker cites nothing but what the note cites

    def behind(self, tie: Tie) -> Iterator[Tie]:
        """Yield the ties of what the note cites to the words that its marker is tied to."""
        for citation in self.citations:
            yield Tie(citation.id, "note" if self.qualified else tie.how, tie.span)


def notes(document: Document, citations: Sequence[Citation], references: Sequence[Reference]) -> Mapping[str, Note]:
    """Return the notes that cite, by the id of their reference; one sweep over both, which come in order."""
    found: dict[str, Note] = {}
    own = sorted((each for each in references if each.is_note), key=_start)
    inside: dict[str, list[Citation]] = {}
    for citation in citations:
        index = bisect_right(own, citation.span.start, key=_start) - 1
        note = own[index] if index >= 0 else None
        nested = citation.kind == "footnote" and is_marker(citation)
        if note and not nested and note.span.holds(citation.span):
            inside.setdefault(note.id, []).append(citation)
    for note in own:
        if note.id in inside:
            found[note.id] = _note(document, note, inside[note.id])
    return found


def _start(reference: Reference) -> int:
    return reference.span.start


def _note(document: Document, reference: Reference, citations: list[Citation]) -> Note:
    words, said = heard(document, reference.span, citations)
    speaks = any(is_remark(words, one) for one in said)
    rest = blank(reference.text, [_within(reference.span, citation.span) for citation in citations])
    works = any(each.kind != "orcid" for each in reference.identifiers) or (
        not speaks and entries.parse(rest).year is not None
    )
    contrasts = _CONTRAST.search(rest[: citations[0].span.start - reference.span.start]) is not None
    return Note(reference, tuple(citations), qualified=speaks or works or contrasts, hands_on=not works)


def _within(whole: Span, part: Span) -> Span:
    return Span(part.start - whole.start, part.end - whole.start)


def content(document: Document, note: Reference) -> Span:
    r"""Return the words of ^[…] and \footnote{…} without what opens and closes them; any other note as it is."""
    if not note.key.startswith("inline-"):
        return note.span
    if note.text.startswith("^["):
        return Span(note.span.start + 2, note.span.end - 1)
    first = bisect_left(document.marks, note.span.start, key=lambda mark: mark.span.start)
    marks = document.marks[first : first + _NESTED]
    return next((mark.label for mark in marks if mark.span == note.span and mark.label), note.span)


def heard(document: Document, span: Span, citations: Sequence[Citation]) -> tuple[Plain, list[Said]]:
    """Return the plain words of a note, or of a block of it, and its sentences with their ties."""
    places = placed(document, Block("footnote", span), citations)
    words = plain(document, span, drops(document.text, places))
    spans = sentences(words.text)
    return words, tied(words, spans, places) if spans else []


def is_remark(words: Plain, said: Said) -> bool:
    """Say whether a sentence with a citation says something that could be checked, beside naming its source."""
    text = words.text[said.span.start : said.span.end]
    for citation in said.named:
        text = text.replace(citation.text, "")
    if not said.ties or len(_LONG_WORD.findall(text)) < _FEWEST:
        return False
    return bool(verbs(f"it {text}")) and unchecked(text) is None


def is_marker(citation: Citation) -> bool:
    """Say whether a citation is the mark of a note; "Ibid." cites a note and is none."""
    return citation.kind in MARKERS and not citation.parts.keys() & {"again", "lost"}


def backed(claims: Sequence[Claim], citations: Sequence[Citation], found: Mapping[str, Note]) -> tuple[Claim, ...]:
    """Return the claims, each also tied to what the notes at its markers cite."""
    marked: dict[str, list[str]] = {}
    for citation in citations:
        if citation.reference and citation.reference in found and is_marker(citation):
            marked.setdefault(citation.reference, []).append(citation.id)
    few = ((found[name], ids) for name, ids in marked.items() if len(ids) * len(found[name].citations) <= _MOST)
    by_marker = {marker: note for note, ids in few for marker in ids}
    return tuple(_backed(claim, by_marker) for claim in claims) if by_marker else tuple(claims)


def _backed(claim: Claim, by_marker: Mapping[str, Note]) -> Claim:
    if not any(tie.citation in by_marker for tie in claim.ties):
        return claim
    ties = {tie.citation: tie for tie in claim.ties}
    for tie in claim.ties:
        for each in by_marker[tie.citation].behind(tie) if tie.citation in by_marker else ():
            ties.setdefault(each.citation, each)
    return replace(claim, ties=tuple(ties.values()))


def handed_on(extraction: Extraction) -> Mapping[str, tuple[str, ...]]:
    """Return, for each marker that cites nothing but what its note cites, the citations of the note."""
    found = notes(extraction.document, extraction.citations, extraction.references)
    marked = ((each.id, found.get(each.reference or "")) for each in extraction.citations if is_marker(each))
    return {marker: tuple(each.id for each in note.citations) for marker, note in marked if note and note.hands_on}
