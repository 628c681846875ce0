"""Only what a change brought: findings on its lines, and those that it caused elsewhere in its files."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from citevet.config import config
from citevet.errors import CitevetError
from citevet.jobs.audit_file import audit_document
from citevet.model import Audit, Document, Finding, Span
from citevet.read import parse
from citevet.world import git


def only_changed(audits: Sequence[Audit], revision: str, flags: Mapping[str, Any]) -> tuple[list[Audit], int]:
    """Keep the findings that a change brought, and say how many others there are."""
    lines = git.changed(Path.cwd(), revision)
    kept = [
        _kept(audit, lines.get(Path(audit.document.path).resolve()), revision=revision, flags=flags) for audit in audits
    ]
    hidden = sum(len(before.findings) - len(after.findings) for before, after in zip(audits, kept, strict=True))
    return kept, hidden


def _kept(audit: Audit, lines: Sequence[range] | None, *, revision: str, flags: Mapping[str, Any]) -> Audit:
    if lines is None:
        return replace(audit, findings=())
    before = _before(audit.document, revision, flags)
    touched = set(on_lines(audit, lines))
    kept = [finding for finding in audit.findings if _is_new(finding, before) or finding in touched]
    return replace(audit, findings=tuple(kept))


def on_lines(audit: Audit, ranges: Sequence[range]) -> Iterator[Finding]:
    """Yield the findings on some lines, by the whole sentence: a claim edited on its second line is a changed claim."""
    claims = {claim.id: claim.span for claim in audit.extraction.claims}
    for finding in audit.findings:
        claim = claims.get(finding.claim or "", finding.span)
        span = Span(min(claim.start, finding.span.start), max(claim.end, finding.span.end))
        if _touches(audit.document, span, ranges):
            yield finding


def _before(document: Document, revision: str, flags: Mapping[str, Any]) -> Counter[str]:
    """Count the findings of the document as it was: a deleted entry breaks citations on lines that did not change."""
    path = Path(document.path).resolve()
    data = git.shown(path.parent, revision, path)
    if data is None:
        return Counter()
    try:
        old = replace(parse(data, document.path), bibliography=document.bibliography, is_part=document.is_part)
        found = audit_document(old, config(path.parent, flags)).findings
    except CitevetError:
        return Counter()
    return Counter(finding.fingerprint for finding in found)


def _is_new(finding: Finding, before: Counter[str]) -> bool:
    before[finding.fingerprint] -= 1
    return before[finding.fingerprint] < 0


def _touches(document: Document, span: Span, ranges: Sequence[range]) -> bool:
    first, _ = document.lines.position(span.start)
    last, _ = document.lines.position(max(span.end - 1, 0))
    return any(changed.start <= last and first < changed.stop for changed in ranges)
