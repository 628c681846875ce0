"""The JSON shapes of the nouns: stable, fields may be added, none renamed."""

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from citevet.model import (
    Audit,
    Census,
    Citation,
    Claim,
    Document,
    Extraction,
    Finding,
    Fix,
    Form,
    Judgement,
    Locator,
    Passage,
    Reference,
    Report,
    Rule,
    Source,
    Support,
    Tie,
    roll_up,
)
from citevet.report.where import where
from citevet.version import __version__

TOOL = f"citevet {__version__}"
VERSION = 1


def document_object(audit: Audit) -> dict[str, Any]:
    """Return one document with its citations, references, claims, judgements and findings."""
    return _gathered(document_sections(audit))


def extraction_object(extraction: Extraction) -> dict[str, Any]:
    """Return one document as extracted: no judgements, no findings."""
    return _gathered(extraction_sections(extraction))


def document_sections(audit: Audit) -> dict[str, Any]:
    """Return the parts of a document's object, the long ones as iterators."""
    document = audit.document
    return {
        **extraction_sections(audit.extraction, judgements=audit.judgements),
        "judgements": (judgement_object(judgement) for judgement in audit.judgements),
        "findings": (finding_object(document, finding) for finding in audit.findings),
    }


def extraction_sections(extraction: Extraction, *, judgements: Sequence[Judgement] = ()) -> dict[str, Any]:
    """Return the parts of an extraction's object, the long ones as iterators."""
    document = extraction.document
    homes = _homes(document)
    by_claim: dict[str | None, list[Support]] = {}
    for judgement in judgements:
        by_claim.setdefault(judgement.claim, []).append(judgement.support)
    return {
        "path": document.path,
        "format": document.format,
        "encoding": document.encoding,
        "sha256": document.sha256,
        "notes": list(document.notes),
        "citations": (citation_object(document, citation) for citation in extraction.citations),
        "references": (reference_object(homes, reference) for reference in extraction.references),
        "claims": (claim_object(document, claim, by_claim.get(claim.id, ())) for claim in extraction.claims),
    }


def citation_object(document: Document, citation: Citation) -> dict[str, Any]:
    """Return a citation with its place."""
    line, column, end_line, end_column = where(document, citation.span)
    return {
        "id": citation.id,
        "kind": citation.kind,
        "text": citation.text,
        "normal": citation.normal,
        "start": citation.span.start,
        "end": citation.span.end,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "place": document.place(citation.span.start),
        "locator": _locator(citation.locator),
        "reference": citation.reference,
        "group": citation.group,
        "also": [_form(form) for form in citation.also],
        "parts": dict(citation.parts),
    }


def reference_object(homes: Mapping[str | None, Document], reference: Reference) -> dict[str, Any]:
    """Return an entry of the list; its lines are those of the file that it stands in."""
    home = homes.get(reference.path)
    identifiers: dict[str, str] = {}
    for identifier in reference.identifiers:
        identifiers.setdefault(identifier.kind, identifier.normal)
    line, column = home.lines.position(reference.span.start) if home else (None, None)
    return {
        "id": reference.id,
        "key": reference.key,
        "text": reference.text,
        "start": reference.span.start,
        "end": reference.span.end,
        "line": line,
        "column": column,
        "place": home.place(reference.span.start) if home else None,
        "path": reference.path,
        "origin": reference.origin,
        "identifiers": identifiers,
        "title": reference.title,
        "authors": list(reference.authors),
        "year": reference.year,
    }


def claim_object(document: Document, claim: Claim, supports: Sequence[Support]) -> dict[str, Any]:
    """Return a claim with its ties and the roll-up of its judgements."""
    line, column = document.lines.position(claim.span.start)
    return {
        "id": claim.id,
        "text": claim.text,
        "plain": claim.plain.text,
        "start": claim.span.start,
        "end": claim.span.end,
        "line": line,
        "column": column,
        "place": document.place(claim.span.start),
        "type": claim.type,
        "audit_reason": claim.audit_reason,
        "citations": list(dict.fromkeys(tie.citation for tie in claim.ties)),
        "ties": [_tie(tie) for tie in claim.ties],
        "status": claim.status,
        "why": claim.why,
        "support": roll_up(supports) if claim.status == "cited" else None,
    }


def judgement_object(judgement: Judgement) -> dict[str, Any]:
    """Return both axes with their reasons, and the evidence."""
    return {
        "claim": judgement.claim,
        "citation": judgement.citation,
        "source": judgement.source,
        "existence": judgement.existence,
        "existence_reason": judgement.existence_reason,
        "support": judgement.support,
        "support_reason": judgement.support_reason,
        "flags": list(judgement.flags),
        "confidence": _number(judgement.confidence),
        "evidence": [passage_object(passage) for passage in judgement.evidence],
        "differences": [
            {"type": difference.type, "claim": difference.claim, "source": difference.source}
            for difference in judgement.differences
        ],
        "by": judgement.by,
    }


def finding_object(document: Document, finding: Finding) -> dict[str, Any]:
    """Return a finding with its place, its fix and its suppression."""
    line, column, end_line, end_column = where(document, finding.span)
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": str(finding.severity),
        "message": finding.message,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "start": finding.span.start,
        "end": finding.span.end,
        "place": document.place(finding.span.start),
        "fix": _fix(finding.fix),
        "suppressed": finding.suppressed,
        "justification": finding.justification,
        "fingerprint": finding.fingerprint,
        "citation": finding.citation,
        "reference": finding.reference,
        "claim": finding.claim,
    }


def census_object(census: Census) -> dict[str, Any]:
    """Return the counts of a run."""
    return {
        "documents": census.documents,
        "citations": census.citations,
        "claims": census.claims,
        "cited": census.cited,
        "unsourced": census.unsourced,
        "skipped": census.skipped,
        "checked": census.checked,
        "supported": census.supported,
        "problems": census.problems,
        "unchecked": {str(reason): number for reason, number in sorted(census.unchecked.items())},
    }


def source_object(source: Source) -> dict[str, Any]:
    """Return a source without its text."""
    return {
        "id": source.id,
        "kind": source.kind,
        "title": source.title,
        "path": source.path,
        "url": source.url,
        "sha256": source.sha256,
        "scope": source.scope,
        "pages": source.pages,
    }


def rule_object(rule: Rule) -> dict[str, Any]:
    """Return the words of a rule without its documentation."""
    return {"name": rule.name, "severity": str(rule.severity), "summary": rule.summary}


def rules_object(report: Report) -> dict[str, Any]:
    """Return the rules that ran, by code."""
    return {code: rule_object(rule) for code, rule in sorted(report.rules.items())}


def _gathered(sections: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(part) if isinstance(part, Iterator) else part for key, part in sections.items()}


def _homes(document: Document) -> dict[str | None, Document]:
    """Return the files that references may stand in; none is the document itself."""
    homes: dict[str | None, Document] = {None: document}
    waiting = [document]
    while waiting:
        for other in (*(current := waiting.pop()).bibliography, *current.includes):
            if other.path not in homes:
                homes[other.path] = other
                waiting.append(other)
    return homes


def _locator(locator: Locator | None) -> dict[str, Any] | None:
    if locator is None:
        return None
    return {"page": locator.page, "section": locator.section, "lines": locator.lines, "article": locator.article}


def _form(form: Form) -> dict[str, Any]:
    return {
        "kind": form.kind,
        "text": form.text,
        "normal": form.normal,
        "start": form.span.start,
        "end": form.span.end,
    }


def _tie(tie: Tie) -> dict[str, Any]:
    clause = {"start": tie.span.start, "end": tie.span.end} if tie.span else {}
    return {"citation": tie.citation, "how": tie.how, **clause}


def passage_object(passage: Passage) -> dict[str, Any]:
    """Return a piece of a source with its place."""
    return {
        "text": passage.text,
        "source": passage.source,
        "page": passage.page,
        "page_label": passage.page_label,
        "start": passage.span.start,
        "end": passage.span.end,
        "score": _number(passage.score),
    }


def _fix(fix: Fix | None) -> dict[str, Any] | None:
    if fix is None:
        return None
    edits = [{"start": edit.span.start, "end": edit.span.end, "text": edit.text} for edit in fix.edits]
    return {"safety": str(fix.safety), "message": fix.message, "edits": edits}


def _number(value: float | None) -> float | None:
    """Return the number to six digits, or none where JSON has no word for it."""
    return round(value, 6) if value is not None and isfinite(value) else None
