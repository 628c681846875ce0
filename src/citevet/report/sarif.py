"""SARIF 2.1.0, for code scanning and editors."""

from collections.abc import Mapping
from typing import Any

from citevet.model import Document, Edit, Finding, Fix, Report, Rule, Severity, Span, Unread
from citevet.report.dump import pieces
from citevet.report.objects import census_object
from citevet.report.uri import path_uri, rule_uri
from citevet.report.visible import one_line, visible
from citevet.report.where import findings, where
from citevet.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

_LEVELS: Mapping[Severity, str] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_KINDS = {"inline": "inSource", "baseline": "external"}


def render(report: Report) -> str:
    """Return one SARIF run with rules, results, fixes and suppressions."""
    order = {code: index for index, code in enumerate(_codes(report))}
    documents = {audit.document.path: audit.document for audit in report.audits}
    places = {path: index for index, path in enumerate(documents)}
    run = {
        "tool": {"driver": _driver(report, list(order))},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "artifacts": [_artifact(document) for document in documents.values()],
        "results": (_result(document, finding, (order, places)) for document, finding in findings(report)),
        "properties": {"verdict": report.verdict, "census": census_object(report.census)},
    }
    return "".join((*pieces({"$schema": SCHEMA, "version": "2.1.0", "runs": iter([run])}), "\n"))


def _codes(report: Report) -> list[str]:
    return sorted({*report.rules, *(finding.code for _, finding in findings(report))})


def _driver(report: Report, codes: list[str]) -> dict[str, Any]:
    rules = [_rule(report.rules[code]) if code in report.rules else {"id": code} for code in codes]
    return {"name": "citevet", "version": __version__, "semanticVersion": __version__, "rules": rules}


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.summary},
        "help": {"text": rule.doc, "markdown": rule.doc},
        "helpUri": rule_uri(rule.code),
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _invocation(report: Report) -> dict[str, Any]:
    return {
        "executionSuccessful": not report.unread,
        "toolExecutionNotifications": [_notification(unread) for unread in report.unread],
    }


def _notification(unread: Unread) -> dict[str, Any]:
    location = {"physicalLocation": {"artifactLocation": {"uri": path_uri(unread.path)}}}
    return {"level": "error", "message": {"text": _text(unread.message)}, "locations": [location]}


def _artifact(document: Document) -> dict[str, Any]:
    hashes = {"hashes": {"sha-256": document.sha256}} if document.sha256 else {}
    return {"location": {"uri": path_uri(document.path)}, **hashes}


def _result(
    document: Document, finding: Finding, indexes: tuple[Mapping[str, int], Mapping[str, int]]
) -> dict[str, Any]:
    order, places = indexes
    artifact = {"uri": path_uri(document.path), "index": places[document.path]}
    result = {
        "ruleId": finding.code,
        "ruleIndex": order[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": _text(finding.message)},
        "locations": [_location(document, finding, artifact)],
        "partialFingerprints": {"citevet/v1": finding.fingerprint},
        # An empty list says "not suppressed"; without the key a viewer cannot know.
        "suppressions": _suppressions(finding),
    }
    if finding.fix and finding.fix.edits:
        result["fixes"] = [_fix(document, finding.fix)]
    return result


def _location(document: Document, finding: Finding, artifact: Mapping[str, Any]) -> dict[str, Any]:
    physical = {"artifactLocation": artifact, "region": _region(document, finding.span)}
    place = document.place(finding.span.start)
    logical = {"logicalLocations": [{"name": visible(place)}]} if place else {}
    return {"physicalLocation": physical, **logical}


def _region(document: Document, span: Span) -> dict[str, int]:
    line, column, end_line, end_column = where(document, span)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
        "charOffset": span.start,
        "charLength": len(span),
    }


def _suppressions(finding: Finding) -> list[dict[str, str]]:
    if finding.suppressed is None:
        return []
    reason = {"justification": visible(finding.justification)} if finding.justification else {}
    return [{"kind": _KINDS[finding.suppressed], "status": "accepted", **reason}]


def _fix(document: Document, fix: Fix) -> dict[str, Any]:
    change = {
        "artifactLocation": {"uri": path_uri(document.path)},
        "replacements": [_replacement(document, edit) for edit in fix.edits],
    }
    return {
        "description": {"text": _text(fix.message)},
        "artifactChanges": [change],
        "properties": {"safety": str(fix.safety)},
    }


def _replacement(document: Document, edit: Edit) -> dict[str, Any]:
    return {"deletedRegion": _region(document, edit.span), "insertedContent": {"text": edit.text}}


def _text(message: str) -> str:
    """Return a message without links: viewers follow [text](target), and a document must not choose where to."""
    return one_line(message).replace("](", "\\](")
