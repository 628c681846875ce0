"""Write a copy of a Word file with edits as tracked changes, which its author accepts or rejects one by one."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from copy import deepcopy
from difflib import SequenceMatcher
from itertools import count, pairwise

from lxml import etree

from citevet.errors import NotADocument, ReadError
from citevet.model import Edit, Span
from citevet.read.archive import Element, repack
from citevet.read.docx import read_traced
from citevet.read.docx.comments import NOT_XML, STRICT_NAMESPACE, Runs, serialize_part, split_runs
from citevet.read.docx.ooxml import W

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_WORD = re.compile(r"\s+|\w+|[^\w\s]")
_MOST_WORDS = 2_000  # of an edit that is compared word by word; a longer one is one change
_TEXT_ONLY = frozenset({W + "rPr", W + "t"})
_ID, _AUTHOR = W + "id", W + "author"
_NUMBER = re.compile(r"[0-9]{1,9}")


def track_changes(
    data: bytes, path: str, edits: Sequence[Edit], *, author: str = "citevet", partial: bool = False
) -> bytes:
    """Return the file with each edit as a deletion and an insertion; all of them are made, or it is an error.

    With `partial` those that cannot be made are left out.
    """
    traced = read_traced(data, path)
    if STRICT_NAMESPACE in (traced.archive.part(traced.name) or b""):
        what = "changes cannot be tracked in a Strict Open XML document"
        raise NotADocument(what, to=path, advice='Save it as "Word document (.docx)" first.')
    text = traced.document.text
    ordered = sorted(edits, key=lambda each: each.span)
    if any(one.span.end > other.span.start for one, other in pairwise(ordered)):
        raise ReadError("two edits overlap", to=path, advice="Withdraw one of them, and try again.")
    changes = [each for edit in ordered for each in _split_edit(edit, text)]
    runs = split_runs(traced.runs, [each.span for each in changes])
    numbers = count(1 + max((int(each) for each in _list_ids(traced.root)), default=0))
    for each in changes:
        if not _track(each, runs, text, author, numbers) and not partial:
            shown = text[max(each.span.start - 30, 0) : each.span.end + 10].strip()
            what = f'the text near "{shown}" is a field, a note or more than one paragraph, and cannot be changed here'
            raise ReadError(what, to=path, advice="Make this change in Word.")
    return repack(traced.archive, data, {traced.name: serialize_part(traced.root)})


def _split_edit(edit: Edit, text: str) -> Iterator[Edit]:
    """Yield the smallest edits by words, so that a citation in an edited sentence stays as it is."""
    old = text[edit.span.start : edit.span.end]
    before, after = (_WORD.findall(each) for each in (old, edit.text))
    if max(len(before), len(after)) > _MOST_WORDS:
        yield edit
        return
    starts = [edit.span.start]
    for each in before:
        starts.append(starts[-1] + len(each))
    for kind, first, last, new_first, new_last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield Edit(Span(starts[first], starts[last]), "".join(after[new_first:new_last]))


def _list_ids(root: Element) -> Iterator[str]:
    for kind in ("ins", "del", "moveFrom", "moveTo", "rPrChange", "pPrChange"):
        yield from (number for each in root.iter(W + kind) if _NUMBER.fullmatch(number := each.get(_ID, "")))


def _track(edit: Edit, runs: Runs, text: str, author: str, numbers: Iterator[int]) -> bool:
    """Mark the runs of an edit as deleted, and insert its text after them; return whether that was possible."""
    span = edit.span
    first = bisect_right(runs, span.start, key=_get_end)
    covered = runs[first : bisect_left(runs, span.end, key=_get_start)] if len(span) else []
    if covered:
        whole = "".join(text[own.start : own.end] for own, _ in covered) == text[span.start : span.end]
        if not whole or not all(_is_text(run) for _, run in covered) or not _share_parent(covered):
            return False
        anchor = like = covered[0][1]
        for _, run in covered:
            anchor = _delete(run, author, next(numbers))
    else:
        near = runs[bisect_left(runs, span.start, key=_get_end) :][:1]
        if len(span) or not near or not near[0][0].start <= span.start <= near[0][0].end or not _is_text(near[0][1]):
            return False
        anchor = like = near[0][1]
    if edit.text:
        inserted = _insert(edit.text, like, author, next(numbers))
        if not covered and span.start == near[0][0].start:
            anchor.addprevious(inserted)
        else:
            anchor.addnext(inserted)
    return True


def _get_start(piece: tuple[Span, Element]) -> int:
    return piece[0].start


def _get_end(piece: tuple[Span, Element]) -> int:
    return piece[0].end


def _is_text(run: Element) -> bool:
    return run.tag == W + "r" and all(child.tag in _TEXT_ONLY for child in run)


def _share_parent(covered: Runs) -> bool:
    return len({id(run.getparent()) for _, run in covered}) == 1


def _delete(run: Element, author: str, number: int) -> Element:
    deleted = etree.Element(W + "del", {_ID: str(number), _AUTHOR: author})
    run.addprevious(deleted)
    deleted.append(run)
    for each in run.iter(W + "t"):
        each.tag = W + "delText"
        each.set(_SPACE, "preserve")
    return deleted


def _insert(text: str, like: Element, author: str, number: int) -> Element:
    inserted = etree.Element(W + "ins", {_ID: str(number), _AUTHOR: author})
    run = etree.SubElement(inserted, W + "r")
    properties = like.find(W + "rPr")
    if properties is not None:
        run.append(deepcopy(properties))
    shown = etree.SubElement(run, W + "t", {_SPACE: "preserve"})
    shown.text = NOT_XML.sub("\ufffd", text.replace("\n", " "))
    return inserted
