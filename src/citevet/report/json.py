"""The JSON formats, and the JSON form of every record: fields may be added, none renamed."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from json import JSONEncoder
from math import isfinite
from typing import Any

from citevet.model import (
    JUDGED_COUNTS,
    AggregatedVerdict,
    Audit,
    CandidateVerdict,
    Census,
    Citation,
    Claim,
    ClauseRuling,
    Difference,
    Document,
    Extraction,
    Finding,
    Fix,
    Judgement,
    Meant,
    Passage,
    Record,
    Reference,
    Report,
    Rule,
    Source,
    Support,
    Unread,
    roll_up_claims,
)
from citevet.patterns import lazy_pattern
from citevet.report.reference_rows import list_reference_files, list_rows, row_to_dict
from citevet.text.views import find_view
from citevet.version import __version__

TOOL = f"citevet {__version__}"
VERSION = 1

_LINE_RECORDS: Mapping[str, str] = {
    "citations": "citation",
    "references": "reference",
    "claims": "claim",
    "judgements": "judgement",
    "findings": "finding",
    "reference_rows": "reference-row",
}
# Legal in JSON strings, yet they break terminals, line readers or UTF-8 encoders; the escape means the same.
_UNSAFE = lazy_pattern("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
# What JSON calls the entries of a citation that means several, or is near some.
_UNCLEAR: Mapping[str, str] = {"several": "candidates", "near": "near"}
_COMPACT = JSONEncoder(ensure_ascii=False, default=str)
_INDENTED = JSONEncoder(ensure_ascii=False, indent=2, default=str)


def render(report: Report) -> str:
    """Return the whole report as one JSON object, one record per line."""
    return render_object(report_sections(report))


def report_sections(report: Report) -> dict[str, Any]:
    """Return the parts of a report's object, the long ones as iterators."""
    return {
        **_run_to_dict(report),
        "sources": map(_source_to_dict, report.sources),
        "rules": {
            code: {"name": rule.name, "severity": str(rule.severity), "summary": rule.summary}
            for code, rule in sorted(report.rules.items())
        },
        "unread": list(map(unread_to_dict, report.unread)),
        "documents": map(document_sections, report.audits),
    }


def _run_to_dict(report: Report) -> dict[str, Any]:
    counts = {"census": census_to_dict(report.census), "run": dict(report.run)}
    return {"version": VERSION, "tool": TOOL, "verdict": report.verdict, **counts}


def render_lines(report: Report) -> str:
    """Return one record per line: rules and sources, each document with its records, and the census last."""
    return "".join(f"{dump(record)}\n" for record in _line_records(report))


def _line_records(report: Report) -> Iterator[dict[str, Any]]:
    yield from ({"record": "rule", **rule_to_dict(rule)} for _, rule in sorted(report.rules.items()))
    yield from ({"record": "source", **_source_to_dict(source)} for source in report.sources)
    for audit in report.audits:
        sections = document_sections(audit)
        yield {"record": "document", **{key: part for key, part in sections.items() if key not in _LINE_RECORDS}}
        for section, record in _LINE_RECORDS.items():
            yield from ({"record": record, "document": audit.document.path, **item} for item in sections[section])
    for unread in report.unread:
        yield {"record": "unread", "document": unread.path, "message": unread.message}
    yield {"record": "census", **_run_to_dict(report)}


def dump(value: object) -> str:
    """Return a value as JSON on one line: non-ASCII kept, nothing in it that controls a terminal or splits a line."""
    return _UNSAFE.sub(_escape, _COMPACT.encode(value))


def dump_pretty(value: object) -> str:
    """Return a value as indented JSON with a line break at the end."""
    return _UNSAFE.sub(_escape, _INDENTED.encode(value)) + "\n"


def render_object(value: Mapping[str, object]) -> str:
    """Return an object with one key per line; iterators in it become arrays with one row per line."""
    return "".join((*_object_pieces(value, ""), "\n"))


def _object_pieces(value: Mapping[str, object], margin: str) -> Iterator[str]:
    opening = "{"
    for key, inner in value.items():
        yield f"{opening}\n{margin} {dump(key)}: "
        if isinstance(inner, Iterator):
            yield from _array_pieces(inner, margin + " ")
        else:
            yield dump(inner)
        opening = ","
    yield f"\n{margin}}}" if value else "{}"


def _array_pieces(items: Iterable[object], margin: str) -> Iterator[str]:
    opening = "["
    nested = False
    for item in items:
        if opening == "[":  # all rows have the same keys, and testing each one took a third of the time of a report
            nested = isinstance(item, Mapping) and any(isinstance(inner, Iterator) for inner in item.values())
        yield f"{opening}\n{margin} "
        if nested and isinstance(item, Mapping):
            yield from _object_pieces(item, margin + " ")
        else:
            yield dump(item)
        opening = ","
    yield "[]" if opening == "[" else f"\n{margin}]"


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def extraction_to_dict(extraction: Extraction) -> dict[str, Any]:
    """Return one document as extracted, without judgements and findings."""
    return expand_sections(_extraction_sections(extraction))


def expand_sections(sections: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object whose iterators are lists."""
    return {key: list(part) if isinstance(part, Iterator) else part for key, part in sections.items()}


def document_sections(audit: Audit) -> dict[str, Any]:
    """Return the parts of a document's object, the long ones as iterators."""
    document = audit.document
    return {
        **_extraction_sections(audit.extraction, audit.judgements, audit.findings),
        "judgements": map(_judgement_to_dict, audit.judgements),
        "findings": (finding_to_dict(document, finding) for finding in audit.findings),
        "reference_rows": map(row_to_dict, list_rows(audit)),
    }


def _extraction_sections(
    extraction: Extraction, judgements: Sequence[Judgement] = (), findings: Sequence[Finding] = ()
) -> dict[str, Any]:
    """Return the parts of an extraction's object, the long ones as iterators."""
    document = extraction.document
    files = list_reference_files(document)
    supports = roll_up_claims(extraction.claims, judgements)
    return {
        **pick(document, "path", "format", "encoding", "sha256"),
        "notes": list(document.notes),
        "citations": (citation_to_dict(document, citation) for citation in extraction.citations),
        "references": (_reference_to_dict(files, each) for each in _list_references(extraction, findings)),
        "claims": (_claim_to_dict(document, claim, supports.get(claim.id, "unchecked")) for claim in extraction.claims),
    }


def _list_references(extraction: Extraction, findings: Sequence[Finding]) -> Iterator[Reference]:
    """Yield the entries of the document, and of its bibliographies those in use: a library may have thousands."""
    used = {citation.reference for citation in extraction.citations} | {finding.reference for finding in findings}
    used.update(name for each in extraction.citations if each.meant.how in _UNCLEAR for name in each.meant.ids)
    return (each for each in extraction.references if each.path is None or each.id in used)


def citation_to_dict(document: Document, citation: Citation) -> dict[str, Any]:
    """Return a citation with its place."""
    return {
        **pick(citation, "id", "kind", "text", "normal"),
        **pick(citation.span, "start", "end"),
        **document.line_range(citation.span)._asdict(),
        "place": document.place(citation.span.start),
        "locator": pick(citation.locator, "page", "section", "lines", "article") if citation.locator else None,
        **pick(citation, "reference", "group"),
        "also": [{**pick(form, "kind", "text", "normal"), **pick(form.span, "start", "end")} for form in citation.also],
        "parts": {**citation.parts, **_tell_meant(citation.meant)},
    }


def _tell_meant(meant: Meant) -> dict[str, str]:
    if meant.how == "earlier":
        return {"again": meant.why}
    return {"lost": meant.why} if meant.is_lost else {_UNCLEAR[meant.how]: ", ".join(meant.ids)} if meant.ids else {}


def _reference_to_dict(files: Mapping[str | None, Document], reference: Reference) -> dict[str, Any]:
    """Return an entry of the reference list; its lines are those of its file."""
    file = files.get(reference.path)
    identifiers: dict[str, str] = {}
    for identifier in reference.identifiers:
        identifiers.setdefault(identifier.kind, identifier.normal)
    line, column = file.lines.position(reference.span.start) if file else (None, None)
    return {
        **pick(reference, "id", "key", "text"),
        **pick(reference.span, "start", "end"),
        "line": line,
        "column": column,
        "place": file.place(reference.span.start) if file else None,
        **pick(reference, "path", "origin"),
        "identifiers": identifiers,
        "title": reference.title,
        "authors": list(reference.authors),
        "year": reference.year,
        "is_entry": reference.is_entry,
        "fields": {
            name: {"text": each.text, **pick(each.span, "start", "end"), **pick(each, "confidence", "is_read")}
            for name, each in reference.fields.items()
        },
    }


def _claim_to_dict(document: Document, claim: Claim, support: Support) -> dict[str, Any]:
    """Return a claim with its ties and the roll-up of its judgements."""
    line, column = document.lines.position(claim.span.start)
    view = find_view(claim.plain.text)
    return {
        **pick(claim, "id", "text"),
        "plain": claim.plain.text,
        **pick(claim.span, "start", "end"),
        "line": line,
        "column": column,
        "place": document.place(claim.span.start),
        **pick(claim, "type", "audit_reason"),
        "citations": list(dict.fromkeys(tie.citation for tie in claim.ties)),
        "ties": [
            {**pick(tie, "citation", "how"), **(pick(tie.span, "start", "end") if tie.span else {})}
            for tie in claim.ties
        ],
        **pick(claim, "status", "why"),
        "support": support if claim.status == "cited" else None,
        "held_by": view.holder if view else None,
    }


def clause_to_dict(clause: ClauseRuling) -> dict[str, Any]:
    """Return how one clause of a claim fares."""
    return {
        **pick(clause, "text"),
        **pick(clause.span, "start", "end"),
        **pick(clause, "support"),
        "confidence": round_number(clause.confidence),
        "evidence": list(map(passage_to_dict, clause.evidence)),
    }


def _judgement_to_dict(judgement: Judgement) -> dict[str, Any]:
    """Return existence and support with their reasons, and the evidence."""
    return {
        **pick(judgement, "claim", "citation", "source"),
        **pick(judgement, "existence", "existence_reason", "support", "support_reason"),
        "flags": list(judgement.flags),
        "confidence": round_number(judgement.confidence),
        "evidence": list(map(passage_to_dict, judgement.evidence)),
        "differences": list(map(difference_to_dict, judgement.differences)),
        "by": judgement.by,
        "note": "; ".join(filter(None, (judgement.note, judgement.verdict_note))),
        "verdict": verdict_to_dict(judgement.verdict) if judgement.verdict else None,
        "clauses": list(map(clause_to_dict, judgement.clauses)),
        "stance": judgement.stance,
    }


def verdict_to_dict(verdict: AggregatedVerdict) -> dict[str, Any]:
    """Return what the verifiers of a claim say together, and those that say otherwise."""
    return {**_candidate_to_dict(verdict), "dissent": list(map(_candidate_to_dict, verdict.dissent))}


def _candidate_to_dict(verdict: AggregatedVerdict | CandidateVerdict) -> dict[str, Any]:
    return {
        "label": verdict.label,
        "verifier_name": verdict.verifier,
        **pick(verdict, "authority", "rationale"),
        "evidence": [{name: value or None for name, value in asdict(link).items()} for link in verdict.evidence],
    }


def passage_to_dict(passage: Passage) -> dict[str, Any]:
    """Return a passage with its position in the source."""
    return {
        **pick(passage, "text", "source", "page", "page_label"),
        **pick(passage.span, "start", "end"),
        "score": round_number(passage.score),
    }


def difference_to_dict(difference: Difference) -> dict[str, Any]:
    """Return both sides of a difference; of a field of a reference also how they differ, and how much that matters."""
    graded = {"kind": difference.kind, "minor": difference.is_minor} if difference.kind else {}
    return {**pick(difference, "type", "claim", "source"), **graded}


def finding_to_dict(document: Document, finding: Finding) -> dict[str, Any]:
    """Return a finding with its place, its fix and its suppression."""
    return {
        **pick(finding, "code", "name"),
        "severity": str(finding.severity),
        "message": finding.message,
        **document.line_range(finding.span)._asdict(),
        **pick(finding.span, "start", "end"),
        "place": document.place(finding.span.start),
        "fix": _fix_to_dict(finding.fix) if finding.fix else None,
        **pick(finding, "suppressed", "justification", "fingerprint", "citation", "reference", "claim"),
        "also": [pick(each, "code", "message") for each in finding.also],
    }


def _fix_to_dict(fix: Fix) -> dict[str, Any]:
    edits = [{**pick(edit.span, "start", "end"), "text": edit.text} for edit in fix.edits]
    return {"safety": str(fix.safety), "message": fix.message, "edits": edits}


def census_to_dict(census: Census) -> dict[str, Any]:
    """Return the counts of a run; those that need a judge are null without one."""
    judged = {name: getattr(census, name) if census.is_judged else None for name in JUDGED_COUNTS}
    return {
        **pick(census, "documents", "citations", "claims", "cited", "unsourced", "skipped"),
        "checked": census.checked,
        "supported": judged["supported"],
        "problems": census.problems,
        "unchecked": dict(sorted(census.unchecked.items())),
        **judged,
        "unresolvable": census.unresolvable,
    }


def _source_to_dict(source: Source) -> dict[str, Any]:
    """Return a source without its text."""
    return {
        **pick(source, "id", "kind", "title", "path", "url", "sha256", "scope", "pages", "quality", "year"),
        "name": source.name or None,
        "keys": list(source.entry.keys) if source.entry else [],
        **pick(source, "text_url", "fetched", "version"),
        "record": record_to_dict(source.record) if source.record else None,
    }


def record_to_dict(record: Record) -> dict[str, Any]:
    """Return what a service says about a work."""
    return {
        **pick(record, "service", "id", "type", "title", "venue", "volume", "issue", "pages", "url", "abstract"),
        **{name: list(getattr(record, name)) for name in ("titles", "authors", "years", "copies")},
        "identifiers": dict(record.identifiers),
        "notices": [pick(notice, "kind", "by", "id", "date", "why") for notice in record.notices],
    }


def rule_to_dict(rule: Rule) -> dict[str, str]:
    """Return a rule without its documentation."""
    return {"code": rule.code, "name": rule.name, "severity": str(rule.severity), "summary": rule.summary}


def unread_to_dict(unread: Unread) -> dict[str, Any]:
    """Return an input that could not be read."""
    return pick(unread, "path", "message")


def pick(record: object, *names: str) -> dict[str, Any]:
    """Return the named attributes of a record."""
    return {name: getattr(record, name) for name in names}


def round_number(value: float | None) -> float | None:
    """Round to six digits; none for infinity and NaN, which JSON cannot express."""
    return round(value, 6) if value is not None and isfinite(value) else None
