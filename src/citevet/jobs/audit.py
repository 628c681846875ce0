"""The integrity of a whole project: every document against the corpus, and the entries of the corpus themselves."""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from citevet.config import Config, config
from citevet.contracts import Progress
from citevet.jobs.audit_corpus import audit_entries
from citevet.jobs.census import verdict
from citevet.jobs.check import check
from citevet.jobs.ground import shelf
from citevet.jobs.save_report import report_path
from citevet.model import Audit, Rule, Unread
from citevet.report.integrity import Integrity
from citevet.rules import rule


def audit(flags: Mapping[str, Any] | None = None, *, progress: Progress | None = None) -> Integrity:
    """Check every document below this folder and every entry of its corpus."""
    report = check([Path()], flags=flags, progress=progress, parallel=True)
    settings = config(Path.cwd(), flags)
    results = audit_entries(shelf(settings), settings)
    faulty = tuple(result for result in results if isinstance(result, Audit) and result.findings)
    unread = (*report.unread, *(result for result in results if isinstance(result, Unread)))
    whole = replace(report, unread=unread, rules={**report.rules, **_rules(faulty)})
    said = verdict([*report.audits, *faulty], report.census, settings.fail_level, unread=bool(unread))
    return Integrity(whole, tuple(shelf(settings).entries()), faulty, said)


def _rules(faulty: tuple[Audit, ...]) -> dict[str, Rule]:
    return {code: rule(code) for code in sorted({finding.code for each in faulty for finding in each.findings})}


def audit_path(settings: Config, text: str, ending: str) -> Path:
    """Return where an audit is kept: under the day that was given, else under the hash of its content."""
    name = settings.today.isoformat() if settings.today else sha256(text.encode()).hexdigest()[:16]
    return report_path(settings.root, "citation-audit", f"audit-{name}.{ending}")
