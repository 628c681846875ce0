"""The result of `citevet links` as findings: for the formats of `check`, and to apply fixes."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from citevet.model import Audit, Census, Edit, Extraction, Finding, Fix, Report, Safety, Severity, Span
from citevet.model.links import FINDINGS, LinkedDocument, LinkReport, LinkRow


def list_findings(checked: LinkedDocument) -> Iterator[Finding]:
    """Yield a finding for each link that is not fine."""
    for row in checked.rows:
        if not row.level:
            continue
        code, name, _ = FINDINGS[row.state]
        digest = sha256(f"{code}\0{row.link.target}".encode("utf-8", "replace")).hexdigest()[:16]
        message = f"{row.link.target}: {row.why}"
        yield Finding(code, name, Severity[row.level.upper()], message, row.link.span, digest, make_fix(checked, row))


def make_fix(checked: LinkedDocument, row: LinkRow) -> Fix | None:
    """Return a fix that writes the suggested target, where the document has the old one word for word."""
    text, old = checked.document.text, row.link.target
    at = text.rfind(old, row.link.span.start, row.link.span.end)
    if not row.suggestion or at < 0:
        return None
    safety = Safety.SAFE if row.is_safe else Safety.ASK
    return Fix(safety, f"write {row.suggestion}", (Edit(Span(at, at + len(old)), row.suggestion),))


def make_report(found: LinkReport, fail_level: Severity) -> Report:
    """Return the report that the formats of `check` are made from."""
    from citevet.rules import RULES, find_rule  # 40 ms, and the text needs none

    audits = tuple(
        Audit(Extraction(checked.document), findings=tuple(list_findings(checked)), rules=frozenset())
        for checked in found.documents
    )
    open_ = [finding for audit in audits for finding in audit.findings]
    failed = any(finding.severity >= fail_level for finding in open_)
    codes = sorted({finding.code for finding in open_} & RULES.keys())
    problems = sum(finding.severity >= Severity.WARNING for finding in open_)
    return Report(
        verdict="fail" if failed else "pass",
        census=Census(documents=len(audits), problems=problems),
        audits=audits,
        unread=found.unread,
        rules={code: replace(find_rule(code)) for code in codes},
        run={"links": sum(len(checked.rows) for checked in found.documents), "notes": found.notes},
        fail_level=fail_level,
    )
