"""Put marks into a Markdown text without breaking it: never in code, quotations, tables, links or words."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import TypeVar
from unicodedata import category

from citevet.model import Block, Document, Mark, Region, Span

_Spanned = TypeVar("_Spanned", Mark, Region)

_WHOLE_MARKS = frozenset({"link", "autolink", "image", "note", "inline-note", "cite"})
_WHOLE_REGIONS = frozenset({"code", "math", "url", "comment"})
_EMPHASIS = re.compile(r"[*_~]+")
_JOINING = frozenset({"Mn", "Me", "Mc", "Cf", "Sk"})  # belong to the character before them
_SYLLABLES = "\u1100"  # from here on: Korean, Chinese and Japanese
_BEFORE_BRACKETS = "([:"  # would make a link or a definition of the mark


def find_place(document: Document, span: Span) -> int | None:
    """Return the offset after a claim where a mark may stand; None where it would break the text."""
    text = document.text
    at = span.start + len(span.of(text).rstrip())
    block = _find_block(document, at - 1)
    if at <= span.start or block is None or _is_untouchable(document, span, block):
        return None
    moved = _leave_marks(document, block, at)
    return moved if "\n" not in text[at:moved] and "\r" not in text[at:moved] else None


def insert_marks(document: Document, marks: Mapping[int, str], *, bold: bool = False) -> str:
    """Return the text with a mark at each offset, a blank before it; nothing else changes."""
    text, parts, last = document.text, [], 0
    for at in sorted(marks):
        shown = f"[{marks[at]}]"
        is_strong = bold and not _is_emphasised(document, at)
        after = " " if not is_strong and text[at : at + 1] in _BEFORE_BRACKETS and at < len(text) else ""
        parts += [text[last:at], f" **{shown}**" if is_strong else f" {shown}", after]
        last = at
    return "".join((*parts, text[last:]))


def _find_block(document: Document, offset: int) -> Block | None:
    index = bisect_right(document.blocks, offset, key=lambda block: block.span.start) - 1
    block = document.blocks[index] if index >= 0 else None
    return block if block and offset < block.span.end else None


def _is_untouchable(document: Document, span: Span, block: Block) -> bool:
    """Check whether the claim touches code or a quotation, or ends in a table or in the definition of a link."""
    first = max(0, bisect_right(document.blocks, span.start, key=lambda each: each.span.start) - 1)
    for each in document.blocks[first:]:
        if each.span.start >= span.end:
            break
        if each.span.overlaps(span) and (each.quoted or each.kind in {"code", "math", "row"}):
            return True
    definitions = (mark.span for mark in _list_from(document.marks, block) if mark.kind == "link-definition")
    return _is_table_head(document, block) or any(each.overlaps(span) for each in definitions)


def _is_table_head(document: Document, block: Block) -> bool:
    return block.kind == "heading" and "|" in document.slice(block.span) and _ends_with_rule(document, block)


def _ends_with_rule(document: Document, block: Block) -> bool:
    below = document.text[block.span.end : block.span.end + 400].split("\n", 2)[1:2]
    return bool(below) and not below[0].strip(" \t\r|:-")


def _leave_marks(document: Document, block: Block, at: int) -> int:
    """Move an offset behind the link, note, code, tag, emphasis or word that it stands in or touches."""
    text = document.text
    regions = _list_from(document.regions, block)
    wholes = [mark.span for mark in _list_from(document.marks, block) if mark.kind in _WHOLE_MARKS]
    inside = [region.span for region in regions if region.kind in _WHOLE_REGIONS]
    markup = [region.span for region in regions if region.kind == "markup"]
    while True:
        before = at
        at = max((span.end for span in wholes if span.start <= at < span.end), default=at)
        at = max((span.end for span in inside if span.start < at < span.end), default=at)
        for span in markup:
            if span.start < at < span.end or (span.start == at and _EMPHASIS.fullmatch(span.of(text))):
                at = span.end
        while at < len(text) and (category(text[at]) in _JOINING or _is_in_word(text, at)):
            at += 1
        if at == before:
            return at


def _list_from(items: Sequence[_Spanned], block: Block) -> Sequence[_Spanned]:
    """Return the regions or marks that begin in a block or right behind it."""
    first = bisect_left(items, block.span.start, key=lambda item: item.span.start)
    return items[first : bisect_right(items, block.span.end, key=lambda item: item.span.start)]


def _is_in_word(text: str, at: int) -> bool:
    """Check whether an offset parts two letters or digits of a script that writes words apart."""
    return all(char.isalnum() and char < _SYLLABLES for char in text[at - 1 : at + 1]) and 0 < at < len(text)


def _is_emphasised(document: Document, at: int) -> bool:
    """Check whether emphasis that began before an offset ends after it: more asterisks there would end it early."""
    block = _find_block(document, at - 1)
    open_marks: list[str] = []
    for region in _list_from(document.regions, block) if block else ():
        words = document.slice(region.span)
        if region.span.start < at and region.kind == "markup" and _EMPHASIS.fullmatch(words):
            if open_marks and open_marks[-1] == words:
                open_marks.pop()
            else:
                open_marks.append(words)
    return bool(open_marks)
