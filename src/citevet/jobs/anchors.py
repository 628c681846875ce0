"""The anchors of a document, in the shape of `cite-check`: where it cites, and where it should."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from citevet.extract.plain import plain
from citevet.model import Block, Citation, Document, Extraction, Reference, Span

_INLINE = frozenset({"link", "url"})
_MARKERS = frozenset({"footnote", "numeric", "wiki", "key"})
_PROSE = frozenset({"paragraph", "item", "row"})


def anchors(extraction: Extraction) -> Iterator[dict[str, Any]]:
    """Yield per block its links, then its other citations; a block of prose with none is unsourced."""
    document = extraction.document
    entries = {reference.id: reference for reference in extraction.references}
    own = [reference.span for reference in extraction.references if reference.path is None]
    index = 0
    for block in document.blocks:
        cited: list[Citation] = []
        while index < len(extraction.citations) and extraction.citations[index].span.start < block.span.end:
            cited.append(extraction.citations[index])
            index += 1
        cited.sort(key=lambda citation: citation.kind not in _INLINE)
        yield from (_anchor(document, citation, entries.get(citation.reference or "")) for citation in cited)
        if not cited and _is_prose(document, block) and not _holds_entry(block, own):
            anchor = {"type": "unsourced", "anchorText": document.slice(block.span)}
            yield {**anchor, **_place(document, block.span)}


def _is_prose(document: Document, block: Block) -> bool:
    return block.kind in _PROSE and bool(plain(document, block.span).text)


def _anchor(document: Document, citation: Citation, reference: Reference | None) -> dict[str, Any]:
    place = _place(document, citation.span)
    if citation.kind in _INLINE:
        target = citation.parts.get("target", citation.normal)
        return {"type": "inline", "citedUrl": target, "anchorText": _label(document, citation), **place}
    kind = "footnote" if citation.kind in _MARKERS else citation.kind
    return {"type": kind, "citedRef": citation.normal, "citedUrl": _url(citation, reference), **place}


def _label(document: Document, citation: Citation) -> str:
    index = bisect_left(document.marks, citation.span.start, key=lambda mark: mark.span.start)
    mark = document.marks[index] if index < len(document.marks) else None
    return document.slice(mark.label) if mark and mark.span == citation.span and mark.label else citation.text


def _url(citation: Citation, reference: Reference | None) -> str | None:
    found = {identifier.kind: identifier.normal for identifier in reference.identifiers} if reference else {}
    found[citation.kind] = citation.normal
    if "url" in found:
        return found["url"]
    if "doi" in found:
        return f"https://doi.org/{found['doi']}"
    return f"https://arxiv.org/abs/{found['arxiv']}" if "arxiv" in found else None


def _place(document: Document, span: Span) -> dict[str, int]:
    return {"locator": document.lines.position(span.start)[0], "start": span.start, "end": span.end}


def _holds_entry(block: Block, own: list[Span]) -> bool:
    index = bisect_left(own, block.span.start, key=lambda span: span.end)
    return index < len(own) and own[index].overlaps(block.span)
