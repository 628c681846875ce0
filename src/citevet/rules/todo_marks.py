"""Fixes that mark a place where a source is missing, in the format of the document."""

import re
from bisect import bisect_right
from typing import Literal

from citevet.model import Claim, Document, Edit, Fix, Safety, Span

NEEDED = "[citation needed]"
_STOP = re.compile(r"[.!?…。]{1,3}$")
_TAIL = 10  # characters at the end of a claim that may be its stop
_PROSE = frozenset({"paragraph", "item", "footnote"})
_HIDDEN = frozenset({"code", "math", "comment", "metadata", "url"})
_COMMENTED = frozenset({"markdown", "html", "latex"})


def mark_claim(claim: Claim, document: Document, action: Literal["report", "citation-needed", "todo"]) -> Fix | None:
    """Return the fix that marks a claim without a source; never in code, tables, headings or quotations."""
    if action == "report" or not _is_prose(claim.span, document):
        return None
    if action == "todo" and document.format in _COMMENTED:
        return _add_comment(claim.span.end, "citation needed", document)
    text = document.text
    written = text[claim.span.start : claim.span.end].rstrip()
    end = claim.span.start + len(written)
    stop = _STOP.search(written, max(len(written) - _TAIL, 0))
    at = claim.span.start + stop.start() if stop else end
    mark = NEEDED if action == "citation-needed" else "[TODO: cite]"
    is_inside = any(quotation.span.start < at < quotation.span.end for quotation in claim.quotations)
    if is_inside or text[at : at + len(mark) + 1].strip().startswith(mark[:5]):
        return None
    return Fix(Safety.ASK, f"add {mark}", (Edit(Span(at, at), f" {mark}"),))


def mark_citation(at: int, what: str, document: Document) -> Fix | None:
    """Return the fix that adds a TODO comment after a citation; plain text has no comments."""
    return _add_comment(at, what, document) if document.format in _COMMENTED else None


def _add_comment(at: int, what: str, document: Document) -> Fix | None:
    note = f"TODO: {' '.join(what.split()).replace('--', '-')}"
    if document.format == "latex":  # a comment runs to the end of its line
        line = document.lines.span(document.lines.position(at)[0], document.text)
        at, comment = line.end, f" % {note}"
        is_there = note in line.of(document.text)
    else:
        comment = f"<!-- {note} -->"
        is_there = document.text[at : at + len(comment) + 1].lstrip().startswith(comment[:20])
    return None if is_there else Fix(Safety.ASK, "add a TODO comment", (Edit(Span(at, at), comment),))


def _is_prose(span: Span, document: Document) -> bool:
    blocks = document.blocks
    block = blocks[max(bisect_right(blocks, span.start, key=lambda each: each.span.start) - 1, 0)] if blocks else None
    regions = document.regions
    index = bisect_right(regions, span.end - 1, key=lambda each: each.span.start) - 1
    hidden = index >= 0 and regions[index].kind in _HIDDEN and span.end <= regions[index].span.end
    return bool(block and block.kind in _PROSE and not block.quoted and not hidden)
