"""Only what a change touched: findings on sentences and citations with an added or altered line."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from citevet.model import Audit, Document, Finding, Span
from citevet.world import git


def only_changed(audits: Sequence[Audit], revision: str) -> tuple[list[Audit], int]:
    """Keep the findings that stand on changed lines, and say how many others there are."""
    lines = git.changed(Path.cwd(), revision)
    kept = [_kept(audit, lines) for audit in audits]
    hidden = sum(len(before.findings) - len(after.findings) for before, after in zip(audits, kept, strict=True))
    return kept, hidden


def _kept(audit: Audit, lines: Mapping[Path, tuple[range, ...]]) -> Audit:
    ranges = lines.get(Path(audit.document.path).resolve(), ())
    claims = {claim.id: claim.span for claim in audit.extraction.claims}
    kept = (finding for finding in audit.findings if _touched(audit.document, finding, claims, ranges))
    return replace(audit, findings=tuple(kept))


def _touched(document: Document, finding: Finding, claims: Mapping[str, Span], ranges: Sequence[range]) -> bool:
    """Compare by the whole sentence: a claim whose number was edited on its second line is a changed claim."""
    span = claims.get(finding.claim or "", finding.span)
    first, _ = document.lines.position(min(span.start, finding.span.start))
    last, _ = document.lines.position(max(span.end - 1, finding.span.end - 1, 0))
    return any(changed.start <= last and first < changed.stop for changed in ranges)
