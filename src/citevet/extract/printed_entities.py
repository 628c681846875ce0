r"""HTML entities and TeX accents as they print: finders read M&uuml;ller and M\"uller as Müller; places are kept."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import unescape
from itertools import accumulate, pairwise
from typing import TypeVar

from citevet.model import (
    Block,
    Citation,
    Claim,
    Document,
    Extraction,
    Form,
    Identifier,
    Mark,
    Place,
    Plain,
    Quotation,
    Reference,
    Region,
    Span,
    Wording,
)
from citevet.model.document import is_inside
from citevet.patterns import lazy_pattern
from citevet.text.tex_letters import PrintedLetter, find_printed_letters

_WITH_ENTITIES = frozenset({"html", "markdown"})
_ENTITY = lazy_pattern(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_Moved = TypeVar("_Moved", Block, Region, Mark, Place)
_Sliced = TypeVar("_Sliced", Citation, Form, Reference, Identifier, Claim, Quotation, Wording)


class PrintedEntities:
    """A document with entities and accents replaced by the characters that they print, and the way back to its text."""

    def __init__(self, document: Document) -> None:
        self._own = self.document = document
        found = list(_find_printed(document))
        self._ends = [each.end for each in found]
        self._saved = list(
            accumulate((each.end - each.start - 1 for each in found), initial=0)
        )  # characters before each
        self._printed = [each.start - saved for each, saved in zip(found, self._saved, strict=False)]
        if found:
            edges = [0, *(edge for each in found for edge in each[:2]), len(document.text)]
            pieces = (document.text[start:end] for start, end in pairwise(edges))
            self.document = replace(
                document,
                text="".join(found[at // 2].letter if at % 2 else piece for at, piece in enumerate(pieces)),
                blocks=tuple(self._move(block) for block in document.blocks),
                regions=tuple(self._move(region) for region in _cut_regions(document.regions, found)),
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

    def restore(self, found: Extraction) -> Extraction:
        """Return what was found in the printed document, with the spans and slices of its own text."""
        if not self._printed:
            return found
        return Extraction(
            self._own,
            tuple(replace(self._restore(each), also=self._restore_all(each.also)) for each in found.citations),
            tuple(each if each.path is not None else self._restore_reference(each) for each in found.references),
            tuple(map(self._restore_claim, found.claims)),
            self._restore_all(found.people),
        )

    def _restore_reference(self, reference: Reference) -> Reference:
        return replace(self._restore(reference), identifiers=self._restore_all(reference.identifiers))

    def _restore_claim(self, claim: Claim) -> Claim:
        return replace(
            self._restore(claim),
            plain=self._restore_plain(claim.plain),
            ties=tuple(replace(tie, span=tie.span and self._restore_span(tie.span)) for tie in claim.ties),
            quotations=self._restore_all(claim.quotations),
            wordings=self._restore_all(claim.wordings),
        )

    def _restore_all(self, records: Iterable[_Sliced]) -> tuple[_Sliced, ...]:
        return tuple(map(self._restore, records))

    def _restore(self, record: _Sliced) -> _Sliced:
        span = self._restore_span(record.span)
        is_slice = record.text == self.document.slice(record.span)
        return replace(record, span=span, text=self._own.slice(span) if is_slice else record.text)

    def _restore_span(self, span: Span) -> Span:
        return Span(self._back(span.start), self._back(span.end))

    def _restore_plain(self, plain: Plain) -> Plain:
        """Start a new stretch after each entity."""
        cuts: list[tuple[int, int]] = []
        for (at, offset), (end, _) in pairwise((*plain.cuts, (len(plain.text), 0))):
            cuts.append((at, self._back(offset)))
            last = bisect_left(self._printed, offset + end - at - 1)
            inside = (place + 1 for place in self._printed[bisect_left(self._printed, offset) : last])
            cuts += ((at + place - offset, self._back(place)) for place in inside)
        return Plain(plain.text, tuple(cuts))


def _find_printed(document: Document) -> Iterator[PrintedLetter]:
    """Yield what prints one character of prose; a sign that would begin a tag stays as it is."""
    if document.format in _WITH_ENTITIES:
        hidden = [region.span for region in document.regions]
        for found in _ENTITY.finditer(document.text):
            letter = unescape(found[0])
            is_tag = letter == "<" and document.text[found.end() : found.end() + 1].strip(" 0123456789.=") != ""
            if len(letter) == 1 and letter not in "\r\n" and not is_tag and not is_inside(found.start(), hidden):
                yield PrintedLetter(*found.span(), letter)
    if document.format == "latex":
        hidden = [region.span for region in document.regions if region.kind != "markup"]
        yield from (each for each in find_printed_letters(document.text) if not is_inside(each.start, hidden))


def _cut_regions(regions: Sequence[Region], printed: Sequence[PrintedLetter]) -> Iterator[Region]:
    """Yield the regions without the macros in them that print a letter: their braces are markup for the reader."""
    starts, ends = [each.start for each in printed], [each.end for each in printed]
    for region in regions:
        start, end = region.span.start, region.span.end
        inside = printed[bisect_right(ends, start) : bisect_left(starts, end)]
        edges = [start, *(edge for each in inside for edge in each[:2]), end]
        pieces = (Span(first, last) for first, last in zip(edges[::2], edges[1::2], strict=True) if first < last)
        yield from (replace(region, span=piece) for piece in pieces) if inside else (region,)
