"""The claims of a document by chunk, in the shape of `citation-auditor`: offsets count from the start of the chunk."""

from collections.abc import Mapping
from typing import Any

from citevet.extract import extract as extract_document
from citevet.extract.claim_filters import part_audited
from citevet.jobs.stages.documents import cut_chunks
from citevet.model import LAW, Citation, CitationKind, Claim, Document, Extraction, Reference, Span
from citevet.resolve.verifiers import find_own_verifier, route_claim

_NEAR = 3  # chunks in which a claim may be: two share a paragraph
_WORKS: frozenset[CitationKind] = frozenset(
    {"doi", "arxiv", "pmid", "pmcid", "isbn", "issn", "journal", "author-year", "corpus"}
)


def extract_by_chunk(document: Document, max_tokens: int) -> dict[str, Any]:
    """Return each chunk with its claims and what was left out, with the reason.

    A claim that two chunks share is listed once, in the first. It is the least that must be audited.
    """
    extraction = extract_document(document)
    chunks = cut_chunks(document, max_tokens, extraction)
    for chunk in chunks:
        chunk.update(claims=[], left_out=[])
    first = 0
    claims = (part for claim in extraction.claims for part in part_audited(claim, document))
    for claim in sorted(claims, key=lambda each: each.span):
        while first < len(chunks) - 1 and _get_end(chunks[first]) <= claim.span.start:
            first += 1
        found = ((chunk, _find_in_chunk(chunk, claim.span)) for chunk in chunks[first : first + _NEAR])
        places = [(chunk, span) for chunk, span in found if span]
        if places:
            chunk, span = next((each for each in places if len(each[1]) >= len(claim.span)), places[0])
            _add(chunk, claim, span, extraction)
    return {"chunks": chunks}


def _add(chunk: dict[str, Any], claim: Claim, span: Span, extraction: Extraction) -> None:
    place = {"text": span.of(chunk["text"]), "sentence_span": {"start": span.start, "end": span.end}}
    if claim.status == "skipped":
        chunk["left_out"].append({**place, "why": claim.why})
        return
    suggested = suggest_verifier(claim, extraction.citations_by_id, extraction.references_by_id)
    reason = None if claim.type == "other" else claim.type
    chunk["claims"].append({**place, "claim_type": claim.type, "suggested_verifier": suggested, "audit_reason": reason})


def suggest_verifier(
    claim: Claim, citations: Mapping[str, Citation], references: Mapping[str, Reference]
) -> str | None:
    """Return the verifier for what a claim cites, else the first whose patterns match; None for the open web."""
    for tie in claim.ties:
        citation = citations[tie.citation]
        reference = references.get(citation.reference or "")
        kinds = {citation.kind, *(each.kind for each in (reference.identifiers if reference else ()))}
        if citation.kind in LAW:
            return find_own_verifier(citation).name
        if kinds & _WORKS:
            return "scholarly"
    (route, *_) = route_claim(claim.plain.text)
    return route.verifier.name if route.reason == "pattern" else None


def _get_end(chunk: Mapping[str, Any]) -> int:
    return int(chunk["segments"][-1]["document_end"])


def _find_in_chunk(chunk: Mapping[str, Any], span: Span) -> Span | None:
    """Return a span of the document as one of a chunk, up to a page break inside it; None if it starts elsewhere."""
    for each in chunk["segments"]:
        if each["document_start"] <= span.start < each["document_end"]:
            shift = each["chunk_start"] - each["document_start"]
            return Span(span.start, min(span.end, each["document_end"])).shift(shift)
    return None
