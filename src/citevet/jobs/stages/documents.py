"""Documents for a host with its own model: citations, claims and chunks as JSON, and the addresses to fetch."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from citevet.extract import extract as extract_document
from citevet.extract.claimless_lines import CLAIMLESS, names_pages_only
from citevet.identifiers import link, read
from citevet.identifiers.page_keys import make_page_key
from citevet.jobs.entry_tagger import explain_no_tagger, open_tagger
from citevet.jobs.run_summary import count_audits, describe_tools
from citevet.jobs.stages.json_input import GivenValue
from citevet.model import Audit, Block, Citation, Claim, Document, Extraction, Reference, Span
from citevet.model.document import TYPESET, SpanIndex
from citevet.report.json import TOOL, census_to_dict, dump_pretty, extraction_to_dict
from citevet.session import Session
from citevet.text.sentences import split_sentences

_INLINE = frozenset({"link", "url"})
_MARKERS = frozenset({"footnote", "numeric", "wiki", "key"})
_PROSE = frozenset({"paragraph", "item", "row"})
_ONLY_CITED = "not checked: nothing but a citation"
# Why a line has nothing to judge; a question, a forecast or an opinion says something.
_NOTHING = (
    _ONLY_CITED,
    "not checked: a fragment (",
    "not checked: talk about the text",
    *(f"not checked: {why}" for why in CLAIMLESS),
)
_BREAKS = "\r\n"
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)
_BLANK = re.compile(r"(?:\r?\n|\r)[^\S\r\n]*(?:\r?\n|\r)\s*|\f")
_SEPARATOR = "\n\n"
_ARXIV = ("arxiv.org/", "export.arxiv.org/")
_RELEVANCE = ("high", "medium", "low")


def parse(document: Document) -> str:
    """Return where the document cites and where it should, as `cite-check` lists it."""
    return dump_pretty(list(_list_anchors(extract_document(document))))


def extract(document: Document) -> str:
    """Return citations, references and claims in the shape of `check --format json`, without verdicts."""
    session = Session()
    extraction = extract_document(document, tagger=partial(open_tagger, session))
    fault = explain_no_tagger(session) if extraction.references else ""
    return dump_pretty(
        {
            "version": 1,
            "tool": TOOL,
            "census": census_to_dict(count_audits([Audit(extraction)])),
            "run": describe_tools(session) | ({"notes": [fault]} if fault else {}),
            "sources": [],
            "rules": {},
            "documents": [extraction_to_dict(extraction)],
        }
    )


def _list_anchors(extraction: Extraction) -> Iterator[dict[str, Any]]:
    """Yield per block its links, then its other citations; a block of prose with none is unsourced."""
    document = extraction.document
    entries = extraction.references_by_id
    own = [reference.span for reference in extraction.references if reference.path is None]
    claims = SpanIndex((claim.span, claim) for claim in extraction.claims)
    index = 0
    for block in document.blocks:
        cited: list[Citation] = []
        while index < len(extraction.citations) and extraction.citations[index].span.start < block.span.end:
            cited.append(extraction.citations[index])
            index += 1
        cited.sort(key=lambda citation: citation.kind not in _INLINE)
        inside = [claim for _, claim in claims.overlapping(block.span)]
        if _claims_nothing(document, block, cited, inside):
            continue
        yield from (_make_anchor(document, citation, entries.get(citation.reference or "")) for citation in cited)
        if not cited and block.kind in _PROSE and inside and not _holds_entry(block, own):
            anchor = {"type": "unsourced", "anchorText": document.slice(block.span)}
            yield {**anchor, **_locate(document, block.span)}


def _claims_nothing(document: Document, block: Block, cited: Sequence[Citation], claims: Sequence[Claim]) -> bool:
    """Return whether a block has nothing to judge: links without a statement, a caption, a fragment, a pointer."""
    if block.kind not in _PROSE or not all(claim.why and claim.why.startswith(_NOTHING) for claim in claims):
        return False
    if any(citation.kind not in _INLINE for citation in cited) or block.quoted:
        return False
    if not cited or not all(claim.why == _ONLY_CITED for claim in claims):
        return bool(claims)
    ordered = sorted((citation.span for citation in cited), key=attrgetter("start"))
    ends = [block.span.start, *(span.end for span in ordered)]
    around = [
        document.text[end:start] for end, start in zip(ends, [*(s.start for s in ordered), block.span.end], strict=True)
    ]
    return names_pages_only(block, list(map(document.find_label, ordered)), around)


def _make_anchor(document: Document, citation: Citation, reference: Reference | None) -> dict[str, Any]:
    place = _locate(document, citation.span)
    if citation.kind in _INLINE:
        target = citation.link.target or citation.normal
        return {"type": "inline", "citedUrl": target, "anchorText": document.find_label(citation.span), **place}
    kind = "footnote" if citation.kind in _MARKERS else citation.kind
    return {"type": kind, "citedRef": citation.normal, "citedUrl": _find_url(citation, reference), **place}


def _find_url(citation: Citation, reference: Reference | None) -> str | None:
    found = {identifier.kind: identifier.normal for identifier in reference.identifiers} if reference else {}
    found[citation.kind] = citation.normal
    if "url" in found:
        return found["url"]
    if "doi" in found:
        return link("doi", found["doi"])
    return link("arxiv", found["arxiv"]) if "arxiv" in found else None


def _locate(document: Document, span: Span) -> dict[str, int]:
    return {"locator": document.lines.position(span.start)[0], "start": span.start, "end": span.end}


def _holds_entry(block: Block, own: list[Span]) -> bool:
    index = bisect_left(own, block.span.start, key=lambda span: span.end)
    return index < len(own) and own[index].overlaps(block.span)


class _ChunkPiece(NamedTuple):
    span: Span
    tokens: int
    is_paragraph: bool


def cut_chunks(document: Document, max_tokens: int, extraction: Extraction | None = None) -> list[dict[str, Any]]:
    """Pack blocks greedily, as `citation-auditor` does; a chunk begins with the last paragraph of the one before."""
    pieces: list[_ChunkPiece] = []
    for span in _list_blocks(document):
        size = estimate_tokens(document.slice(span))
        if size <= max_tokens:
            pieces.append(_ChunkPiece(span, size, document.slice(span).lstrip()[:1] not in "#>`~-*+"))
        else:
            extraction = extraction or extract_document(document)
            pieces += _cut_block(extraction, span, max_tokens)
    found: list[dict[str, Any]] = []
    start = 0
    while start < len(pieces):
        end = _find_end(pieces, start, max_tokens)
        found.append(_make_chunk(document.text, len(found), [piece.span for piece in pieces[start:end]]))
        overlap = end - 1 if end < len(pieces) and pieces[end - 1].is_paragraph else end
        start = max(overlap, start + 1) if end < len(pieces) else end
    return found


def estimate_tokens(text: str) -> int:
    """Estimate tokens: four ASCII characters make one, and a character of another script is one by itself."""
    ascii_only = len(text.encode("ascii", errors="ignore"))
    return max(1, -(-ascii_only // 4) + len(text) - ascii_only)


def _find_end(pieces: list[_ChunkPiece], start: int, max_tokens: int) -> int:
    total = pieces[start].tokens
    end = start + 1
    while end < len(pieces) and total + 1 + pieces[end].tokens <= max_tokens:
        total += 1 + pieces[end].tokens
        end += 1
    return end


def _make_chunk(text: str, index: int, spans: list[Span]) -> dict[str, Any]:
    segments = []
    at = 0
    for span in spans:
        segments.append(
            {"chunk_start": at, "chunk_end": at + len(span), "document_start": span.start, "document_end": span.end}
        )
        at += len(span) + len(_SEPARATOR)
    return {"index": index, "text": _SEPARATOR.join(span.of(text) for span in spans), "segments": segments}


def _list_blocks(document: Document) -> Iterator[Span]:
    """Yield runs of lines between blank ones; a fenced block is one run, whatever it holds."""
    text = document.text
    if document.format in TYPESET:
        yield from (block.span for block in document.blocks)
        return
    at = 0
    while (fence := _FENCE.search(text, at)) is not None:
        yield from _split_runs(text, at, fence.start())
        close = re.compile(rf"^ {{0,3}}{fence[1][0]}{{{len(fence[1])},}}[^\S\r\n]*$", re.MULTILINE).search(
            text, fence.end()
        )
        at = close.end() if close else len(text)
        yield Span(fence.start(), at).trim(text, _BREAKS)
    yield from _split_runs(text, at, len(text))


def _split_runs(text: str, start: int, end: int) -> Iterator[Span]:
    at = start
    for gap in _BLANK.finditer(text, start, end):
        if text[at : gap.start()].strip():
            yield Span(at, gap.start()).trim(text, _BREAKS)
        at = gap.end()
    if text[at:end].strip():
        yield Span(at, end).trim(text, _BREAKS)


def _cut_block(extraction: Extraction, span: Span, max_tokens: int) -> Iterator[_ChunkPiece]:
    """Split a block that is too large for any chunk between its claims, so that none is in two pieces."""
    text = extraction.document.text
    claims = [claim.span for claim in extraction.claims if span.holds(claim.span)]
    sentences = claims or [
        Span(span.start + each.start, span.start + each.end) for each in split_sentences(span.of(text))
    ]
    start = span.start
    for sentence in sentences:
        if estimate_tokens(text[start : sentence.end]) > max_tokens and sentence.start > start:
            yield _ChunkPiece(Span(start, sentence.start).trim(text, _BREAKS), max_tokens, False)
            start = sentence.start
    yield _ChunkPiece(Span(start, span.end), estimate_tokens(text[start : span.end]), False)


def drop_duplicates(given: GivenValue) -> dict[str, Any]:
    """Return the results to fetch, those seen before with what they repeat, and those beyond the budget.

    Two addresses are one page if they differ only in scheme, `www.`, tracking parameters, fragment or last slash. The
    pages and versions of an arXiv paper are one work: the first is fetched, and the others are listed as duplicates. A
    result of high relevance is fetched even beyond the budget.
    """
    given.require_known("results", "seen", "fetch_slots")
    seen = _read_seen(given.field("seen"))
    slots = given.field("fetch_slots").integer(least=-(10**9)) if given.field("fetch_slots").is_given else None
    novel: list[Any] = []
    duplicates: list[Any] = []
    dropped: list[Any] = []
    for result in given.field("results").elements():
        result.refuse_slips("url", "relevance", "title")
        key = _make_work_key(result.field("url").text())
        relevance = result.field("relevance")
        is_high = relevance.is_given and relevance.word(_RELEVANCE) == "high"
        if key in seen:
            duplicates.append({**result.value, "dupOf": key})
        elif slots is not None and slots <= 0 and not is_high:
            dropped.append(result.value)
        else:
            seen[key] = True
            slots = None if slots is None else slots - 1
            novel.append(result.value)
    return {"novel": novel, "seen": seen, "slots": slots, "duplicates": duplicates, "dropped": dropped}


def _make_work_key(url: str) -> str:
    key = make_page_key(url)
    found = read("arxiv", key) if key.startswith(_ARXIV) else None
    return f"arxiv.org/abs/{found.normal}" if found and not found.fault else key


def _read_seen(given: GivenValue) -> dict[str, Any]:
    """Return the pages seen before: the map of the last call, or a list of addresses."""
    if isinstance(given.value, list):
        return {_make_work_key(each.text()): True for each in given.elements()}
    if given.is_given and not isinstance(given.value, dict):
        given.refuse("an object or a list of addresses")
    return dict(given.value or {})
