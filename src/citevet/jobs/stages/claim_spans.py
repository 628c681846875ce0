"""Where a claim stands: offsets in a chunk or in the document, checked against the text and corrected."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from citevet.jobs.stages.json_input import GivenValue
from citevet.model import Span

# exact: the claim is there. moved: it is elsewhere, and the span was corrected. close: the place has most words
# of the claim. invalid: it has not, or lies outside the text. unchecked: there is no text to compare with.
SpanCheck = Literal["exact", "moved", "close", "invalid", "unchecked"]

_WORD = re.compile(r"\w+")
_LONGEST = 4_000  # characters of a claim that are searched
_ALIKE = 0.5  # share of the claim's words


@dataclass(frozen=True, slots=True)
class ChunkSegment:
    """A block of a chunk, and where it is in the document."""

    chunk: Span
    document: Span


def read_span(given: GivenValue) -> Span:
    """Return {start, end}."""
    start = given.field("start").integer()
    return Span(start, given.field("end").integer(least=start))


def read_segments(given: GivenValue) -> list[ChunkSegment]:
    """Return the segments of a chunk in their order."""
    found = [
        ChunkSegment(_read_pair(each, "chunk"), _read_pair(each, "document")) for each in given.optional_elements()
    ]
    return sorted(found, key=lambda segment: segment.chunk)


def _read_pair(given: GivenValue, name: str) -> Span:
    start = given.field(f"{name}_start").integer()
    return Span(start, given.field(f"{name}_end").integer(least=start))


def map_span(span: Span, segments: Sequence[ChunkSegment]) -> Span:
    """Return a span of a chunk as one of the document; a start between two blocks is that of the second."""
    if not segments:
        return span
    first = next((each for each in segments if each.chunk.end > span.start), segments[-1])
    last = next((each for each in reversed(segments) if each.chunk.start < span.end), segments[0])
    start = _map_offset(span.start, first)
    return Span(start, max(start, _map_offset(span.end, last)))


def _map_offset(offset: int, segment: ChunkSegment) -> int:
    at = segment.document.start + max(0, offset - segment.chunk.start)
    return min(at, segment.document.end)


def check_span(claim: str, span: Span, text: str) -> tuple[Span, SpanCheck]:
    """Return where the claim is in the text: there, at the nearest place with its words, or nowhere."""
    said = span.of(text)
    if squeeze(said) == squeeze(claim) and span.end <= len(text):
        return Span(span.start + len(said) - len(said.lstrip()), span.start + len(said.rstrip())), "exact"
    pattern = re.compile(r"\s+".join(map(re.escape, claim[:_LONGEST].split())))
    places = [Span(*found.span()) for found in pattern.finditer(text)] if len(claim) <= _LONGEST else []
    if places:
        return min(places, key=lambda place: abs(place.start - span.start)), "moved"
    if span.end <= len(text) and _is_alike(claim, said):
        return span, "close"
    return span, "invalid"


def squeeze(text: str) -> str:
    """Return a text with single blanks."""
    return " ".join(text.split())


def _is_alike(claim: str, said: str) -> bool:
    wanted = set(_WORD.findall(claim.casefold()))
    return bool(wanted) and len(wanted & set(_WORD.findall(said.casefold()))) >= _ALIKE * len(wanted)
