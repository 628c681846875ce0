"""Findings of a report: iteration, grouping, and the phrases that describe them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from citevet.model import Document, Finding, Fix, Format, Report, Safety, Severity, Unread
from citevet.model.document import TYPESET

SEVERITY_SIGNS: Mapping[Severity, str] = {Severity.ERROR: "✗", Severity.WARNING: "⚠", Severity.INFO: "·"}
MANY_REMARKS = 4  # from so many remarks of one rule on, they share one line
SHOWN_PLACES = 8  # of a group of remarks
# Formats that `citevet.fix` does not write.
READ_ONLY_FORMATS: frozenset[Format] = TYPESET | {"ris", "csl-json"}

_REASON_WORDS: Mapping[str, str] = {
    "not-asked": "not requested",
    "abstained": "undecided",
    "budget": "budget used up",
    "language": "language not supported",
    "model-missing": "model not installed",
    "partial-scope": "partial text",
}
_SAFETY: Mapping[Safety, str] = {Safety.SAFE: "safe", Safety.ASK: "needs --unsafe-fixes", Safety.SHOW: "by hand"}


def iter_findings(report: Report) -> Iterator[tuple[Document, Finding]]:
    """Yield every finding with its document, suppressed ones too."""
    for audit in report.audits:
        for finding in audit.findings:
            yield audit.document, finding


def is_remark(finding: Finding) -> bool:
    """Return whether a finding is an open remark on style."""
    return finding.severity is Severity.INFO and not finding.suppressed


def group_remarks(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Group repeated remarks of one rule at the first of them; other findings stay alone and in order."""
    found = list(findings)
    remarks = Counter(finding.code for finding in found if is_remark(finding))
    groups: list[list[Finding]] = []
    by_code: dict[str, list[Finding]] = {}
    for finding in found:
        if not is_remark(finding) or remarks[finding.code] < MANY_REMARKS:
            groups.append([finding])
        elif finding.code in by_code:
            by_code[finding.code].append(finding)
        else:
            by_code[finding.code] = [finding]
            groups.append(by_code[finding.code])
    return groups


def list_positions(document: Document, group: Iterable[Finding]) -> str:
    """Return line and column of the findings: `5:1, 6:1`."""
    ranges = (document.line_range(finding.span) for finding in group)
    return ", ".join(f"{at.line}:{at.column}" for at in ranges)


def describe_group(document: Document, group: list[Finding]) -> str:
    """Say how often and where: `, 90 times: at 5:1, 6:1 …`."""
    shown = list_positions(document, group[:SHOWN_PLACES])
    return f", {len(group)} times: at {shown}" + (" …" if len(group) > SHOWN_PLACES else "")


def describe_finding(finding: Finding) -> str:
    """Return the message, preceded by the suppression where there is one."""
    if not finding.suppressed:
        return finding.message
    return f"suppressed ({finding.suppressed}): {finding.message}{describe_justification(finding)}"


def describe_justification(finding: Finding) -> str:
    """Return the reason that a suppression gives in brackets; empty when it gives none."""
    return f" (reason: {finding.justification})" if finding.suppressed and finding.justification else ""


def describe_fix(fix: Fix, document: Document) -> str:
    """Say what a fix does and how to apply it."""
    if document.format in READ_ONLY_FORMATS:
        how = f"by hand; citevet does not edit {document.format} files"
    else:
        how = "by hand; citevet does not edit notebooks" if document.places else _SAFETY[fix.safety]
    return f"{fix.message} ({how})"


def describe_unread(unread: Unread) -> str:
    """Return why an input was not read, without its path."""
    return unread.message.removeprefix(f"{unread.path}: ")


def format_count(number: int, noun: str) -> str:
    """Say how many: "1 citation", "2 citations"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def format_reasons(counts: Iterable[tuple[str, int]]) -> str:
    """Say why: "offline", or "1 not requested, 3 offline" when there is more than one reason."""
    words = {format_reason(reason): number for reason, number in sorted(counts)}
    if len(words) <= 1:
        return "".join(words)
    return ", ".join(f"{number} {word}" for word, number in words.items())


def format_reason(reason: str) -> str:
    """Return a reason in words."""
    return _REASON_WORDS.get(reason, reason.replace("-", " "))


def rule_uri(code: str) -> str:
    """Return the URI of a rule; `citevet rule CODE` prints its documentation."""
    return f"urn:citevet:rule:{code}"
