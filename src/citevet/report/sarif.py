"""SARIF 2.1.0, for code scanning and editors."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote_from_bytes

from citevet.model import Document, Finding, Fix, Report, Rule, Severity, Span, Unread
from citevet.report.findings import FindingGroup, iter_groups, rule_uri
from citevet.report.json import census_to_dict, render_object
from citevet.report.safe_text import show_controls, to_line
from citevet.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

_LEVELS: Mapping[Severity, str] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_KINDS = {"inline": "inSource", "baseline": "external"}


def render(report: Report) -> str:
    """Return one SARIF run with rules, results, fixes and suppressions."""
    codes = sorted({*report.rules, *(group.first.code for group in iter_groups(report))})
    documents = {audit.document.path: audit.document for audit in report.audits}
    rule_indexes = {code: index for index, code in enumerate(codes)}
    document_indexes = {path: index for index, path in enumerate(documents)}
    run = {
        "tool": {"driver": _driver_to_dict(report, codes)},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not report.unread,
                "toolExecutionNotifications": list(map(_notification_to_dict, report.unread)),
            }
        ],
        "artifacts": [_artifact_to_dict(document) for document in documents.values()],
        "results": (
            _result_to_dict(
                group, rule_index=rule_indexes[group.first.code], document_index=document_indexes[group.document.path]
            )
            for group in iter_groups(report)
        ),
        "properties": {"verdict": report.verdict, "census": census_to_dict(report.census)},
    }
    return render_object({"$schema": SCHEMA, "version": "2.1.0", "runs": iter([run])})


def _driver_to_dict(report: Report, codes: list[str]) -> dict[str, Any]:
    rules = [_rule_to_dict(report.rules[code]) if code in report.rules else {"id": code} for code in codes]
    return {"name": "citevet", "version": __version__, "semanticVersion": __version__, "rules": rules}


def _rule_to_dict(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.summary},
        "help": {"text": rule.doc, "markdown": rule.doc},
        "helpUri": rule_uri(rule.code),
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _notification_to_dict(unread: Unread) -> dict[str, Any]:
    location = {"physicalLocation": {"artifactLocation": {"uri": _path_uri(unread.path)}}}
    return {"level": "error", "message": {"text": _escape_links(unread.message)}, "locations": [location]}


def _artifact_to_dict(document: Document) -> dict[str, Any]:
    hashes = {"hashes": {"sha-256": document.sha256}} if document.sha256 else {}
    return {"location": {"uri": _path_uri(document.path)}, **hashes}


def _result_to_dict(group: FindingGroup, *, rule_index: int, document_index: int) -> dict[str, Any]:
    document, (finding, *others) = group.document, group.findings
    artifact = {"uri": _path_uri(document.path), "index": document_index}
    result = {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.severity],
        "message": {"text": _escape_links(group.message)},
        "locations": [_location_to_dict(document, finding, artifact)],
        "partialFingerprints": {"citevet/v1": finding.fingerprint},
        # An empty list means "not suppressed"; without the key a viewer cannot tell.
        "suppressions": _suppressions_to_list(finding),
    }
    if others:
        result["relatedLocations"] = [_location_to_dict(document, each, artifact) for each in others]
    edits = tuple(edit for each in group.findings if each.fix for edit in each.fix.edits)
    if finding.fix and edits and document.file_lines(finding.span) is None:
        result["fixes"] = [_fix_to_dict(document, replace(finding.fix, edits=edits))]
    return result


def _location_to_dict(document: Document, finding: Finding, artifact: Mapping[str, Any]) -> dict[str, Any]:
    region = _region_to_dict(document, finding.span)
    physical = {"artifactLocation": artifact, **({"region": region} if region else {})}
    place = document.place(finding.span.start)
    logical = {"logicalLocations": [{"name": show_controls(place)}]} if place else {}
    return {"physicalLocation": physical, **logical}


def _region_to_dict(document: Document, span: Span) -> dict[str, int]:
    if (lines := document.file_lines(span)) is not None:
        return {"startLine": lines[0], "endLine": lines[1]} if lines[0] else {}
    line, column, end_line, end_column = document.line_range(span)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
        "charOffset": span.start,
        "charLength": len(span),
    }


def _suppressions_to_list(finding: Finding) -> list[dict[str, str]]:
    if finding.suppressed is None:
        return []
    reason = {"justification": show_controls(finding.justification)} if finding.justification else {}
    return [{"kind": _KINDS[finding.suppressed], "status": "accepted", **reason}]


def _fix_to_dict(document: Document, fix: Fix) -> dict[str, Any]:
    change = {
        "artifactLocation": {"uri": _path_uri(document.path)},
        "replacements": [
            {"deletedRegion": _region_to_dict(document, edit.span), "insertedContent": {"text": edit.text}}
            for edit in fix.edits
        ],
    }
    return {
        "description": {"text": _escape_links(fix.message)},
        "artifactChanges": [change],
        "properties": {"safety": str(fix.safety)},
    }


def _escape_links(message: str) -> str:
    """Return a message without links: viewers follow [text](target), which could come from the document."""
    return to_line(message).replace("](", "\\](")


def _path_uri(path: str) -> str:
    """Return a path as a percent-encoded URI reference; a name that is not UTF-8 keeps its bytes."""
    try:
        data = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = path.encode("utf-8", "replace")
    return ("file://" if path.startswith("/") else "") + quote_from_bytes(data)
