"""The same records as JSON, one per line, for streams."""

from collections.abc import Iterator, Mapping
from typing import Any

from citevet.model import Audit, Report
from citevet.report.dump import dump
from citevet.report.objects import TOOL, VERSION, census_object, document_sections, rules_object, source_object

_RECORDS: Mapping[str, str] = {
    "citations": "citation",
    "references": "reference",
    "claims": "claim",
    "judgements": "judgement",
    "findings": "finding",
}


def render(report: Report) -> str:
    """Return rules and sources, each document with its records, and the census as the last line."""
    return "".join(f"{dump(record)}\n" for record in _records(report))


def _records(report: Report) -> Iterator[dict[str, Any]]:
    yield from ({"record": "rule", "code": code, **rule} for code, rule in rules_object(report).items())
    yield from ({"record": "source", **source_object(source)} for source in report.sources)
    for audit in report.audits:
        yield from _document(audit)
    for unread in report.unread:
        yield {"record": "unread", "document": unread.path, "message": unread.message}
    yield {
        "record": "census",
        "version": VERSION,
        "tool": TOOL,
        "verdict": report.verdict,
        "census": census_object(report.census),
        "run": dict(report.run),
    }


def _document(audit: Audit) -> Iterator[dict[str, Any]]:
    sections = document_sections(audit)
    path = audit.document.path
    yield {"record": "document", **{key: part for key, part in sections.items() if key not in _RECORDS}}
    for section, record in _RECORDS.items():
        yield from ({"record": record, "document": path, **item} for item in sections[section])
