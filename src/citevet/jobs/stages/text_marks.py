"""Put marks into a Markdown text without breaking it: never in code, quotations, tables, links or words."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar
from unicodedata import category

from citevet.errors import UsageError
from citevet.jobs.verify_inputs import SplitText
from citevet.model import Block, Document, Mark, Region, Span
from citevet.model.verification import VerifiedClaim, VerifiedWord
from citevet.report.agentos import Verified

_Spanned = TypeVar("_Spanned", Mark, Region)
_WHOLE_MARKS = frozenset({"link", "autolink", "image", "note", "inline-note", "cite"})
_WHOLE_REGIONS = frozenset({"code", "math", "url", "comment"})
_EMPHASIS = re.compile(r"[*_~]+")
_JOINING = frozenset({"Mn", "Me", "Mc", "Cf", "Sk"})  # belong to the character before them
_START = 200  # characters of a block that are searched for its first word
_NESTED = 8  # links inside each other
_SYLLABLES = "\u1100"  # from here on: Korean, Chinese and Japanese
_BEFORE_BRACKETS = "(["  # would make a link of the mark
# The mark behind a claim.
_MARKS: Mapping[VerifiedWord, str] = {
    "weak": "unverified",
    "unverifiable": "unverified",
    "contradicted": "contradicted",
}
_TEXT_FORMATS = frozenset({"markdown", "text"})


def is_markable(document: Document) -> bool:
    """Check whether the text is the file's own; that of a notebook has places."""
    return document.format in _TEXT_FORMATS and not document.places


def find_place(document: Document, span: Span) -> int | None:
    """Return the offset after a claim where a mark may stand; None where it would break the text."""
    text = document.text
    at = _leave_opening(document, span)
    block = document.block_at(at - 1)
    if at <= span.start or block is None or _is_untouchable(document, span, block):
        return None
    if not any(char.isalnum() for char in text[block.span.start : min(at, block.span.start + _START)]):
        return None  # a mark at its very start could make another block of it
    moved = _leave_marks(document, at)
    return moved if "\n" not in text[at:moved] and "\r" not in text[at:moved] else None


def insert_marks(document: Document, marks: Mapping[int, str], *, bold: bool = False) -> str:
    """Return the text with a mark at each offset, a blank before it; nothing else changes."""
    text, parts, last = document.text, [], 0
    plain = set(_find_emphasised(document, sorted(marks)) if bold else marks)
    for at in sorted(marks):
        shown, is_strong = f"[{marks[at]}]", at not in plain
        after = " " if not is_strong and text[at : at + 1] in _BEFORE_BRACKETS and at < len(text) else ""
        parts += [text[last:at], f" **{shown}**" if is_strong else f" {shown}", after]
        last = at
    return "".join((*parts, text[last:]))


def _leave_opening(document: Document, span: Span) -> int:
    """Return the end of a claim without white space and markup: emphasis that begins there is of the next words."""
    at = min(span.end, len(document.text))
    while True:
        at = span.start + len(document.text[span.start : at].rstrip())
        index = bisect_left(document.regions, at, key=lambda region: region.span.start) - 1
        region = document.regions[index] if index >= 0 else None
        if not region or region.kind != "markup" or at > region.span.end or at <= span.start:
            return at
        at = region.span.start


def _is_untouchable(document: Document, span: Span, block: Block) -> bool:
    """Check whether the claim touches code or a quotation, or ends in a table or in the definition of a link."""
    first = max(0, bisect_right(document.blocks, span.start, key=lambda each: each.span.start) - 1)
    for each in document.blocks[first:]:
        if each.span.start >= span.end:
            break
        if each.span.overlaps(span) and (each.quoted or each.kind in {"code", "math", "row"}):
            return True
    definitions = (mark.span for mark in _list_near(document.marks, span.end) if mark.kind == "link-definition")
    return _is_table_head(document, block) or any(each.overlaps(span) for each in definitions)


def _is_table_head(document: Document, block: Block) -> bool:
    below = document.text[block.span.end : block.span.end + 400].split("\n", 2)[1:2]
    is_ruled = bool(below) and not below[0].strip(" \t\r|:-")
    return block.kind == "heading" and "|" in document.slice(block.span) and is_ruled


def _leave_marks(document: Document, at: int) -> int:
    """Move an offset behind the link, note, code, tag, emphasis or word that it is in or touches."""
    text = document.text
    while True:
        before = at
        wholes = (mark.span for mark in _list_near(document.marks, at) if mark.kind in _WHOLE_MARKS)
        at = max((span.end for span in wholes if span.start <= at < span.end), default=at)
        for region in _list_near(document.regions, at):
            span, is_whole = region.span, region.kind in _WHOLE_REGIONS or region.kind == "markup"
            is_closing = region.kind == "markup" and span.start == at and _EMPHASIS.fullmatch(span.of(text))
            if (is_whole and span.start < at < span.end) or is_closing:
                at = span.end
        while at < len(text) and (category(text[at]) in _JOINING or _is_in_run(text, at) or _is_in_word(text, at)):
            at += 1
        if at == before:
            return at


def _list_near(items: Sequence[_Spanned], at: int) -> Sequence[_Spanned]:
    """Return the regions or marks that may hold an offset: the last ones that begin there or before."""
    end = bisect_right(items, at, key=lambda item: item.span.start)
    return items[max(0, end - _NESTED) : end]


def _is_in_run(text: str, at: int) -> bool:
    return text[at] == text[at - 1] and text[at] in "*_~`$"


def _is_in_word(text: str, at: int) -> bool:
    """Check whether an offset parts two letters or digits of a script that writes words apart."""
    return all(char.isalnum() and char < _SYLLABLES for char in text[at - 1 : at + 1]) and 0 < at < len(text)


def _find_emphasised(document: Document, offsets: Iterable[int]) -> Iterator[int]:
    """Yield the offsets inside emphasis: more asterisks there would end it early. The offsets must be in order."""
    open_marks: list[str] = []
    block: Block | None = None
    marks = [region.span for region in document.regions if region.kind == "markup"]
    index = 0
    for at in offsets:
        while index < len(marks) and marks[index].start < at:
            words, inside = marks[index].of(document.text), document.block_at(marks[index].start)
            open_marks, block = (open_marks if inside is block else []), inside
            if _EMPHASIS.fullmatch(words) and open_marks and open_marks[-1] == words[::-1]:
                open_marks.pop()
            elif _EMPHASIS.fullmatch(words):
                open_marks.append(words)
            index += 1
        if open_marks and block is document.block_at(at - 1):
            yield at


def mark_answer(split: SplitText, found: Verified) -> tuple[str, list[VerifiedClaim]]:
    """Return the text with a mark behind each claim that is not supported, and the claims that got none.

    Code, quotations, tables and links get no marks, so that they stay whole.
    """
    document = split.document
    if document is None or not is_markable(document):
        raise UsageError("only Markdown and plain text can be marked", to="marked", advice="Use another format.")
    places: dict[int, str] = {}
    unmarked = []
    for claim, span in zip(found.claims, split.spans, strict=True):
        if claim.verdict not in _MARKS:
            continue
        place = find_place(document, span)
        if place is None:
            unmarked.append(claim)
        else:
            places[place] = min(places.get(place, "unverified"), _MARKS[claim.verdict])  # "contradicted" is worse
    return insert_marks(document, places), unmarked
