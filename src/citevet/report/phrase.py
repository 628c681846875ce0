"""The small phrases that the outputs for people share."""

from collections.abc import Iterable, Mapping

from citevet.model import Document, Finding, Fix, Safety, Severity, Unread
from citevet.model.document import Format

_MARKS: Mapping[Severity, str] = {Severity.ERROR: "✗", Severity.WARNING: "⚠", Severity.INFO: "·"}
_SAFETY: Mapping[Safety, str] = {Safety.SAFE: "safe", Safety.ASK: "needs --unsafe-fixes", Safety.SHOW: "by hand"}

# Kinds of files that no fix is written into: `citevet.fix` knows those that it is.
TAKEN_OUT: frozenset[Format] = frozenset({"docx", "pdf", "ris", "csl-json"})


def count(number: int, noun: str) -> str:
    """Say how many: "1 citation", "2 citations"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def reasons(counts: Iterable[tuple[str, int]]) -> str:
    """Say why: "offline", or "1 not asked, 3 offline" when there is more than one reason."""
    words = {reason.replace("-", " "): number for reason, number in sorted(counts)}
    if len(words) <= 1:
        return "".join(words)
    return ", ".join(f"{number} {word}" for word, number in words.items())


def suppression(finding: Finding) -> str:
    """Say that a finding is suppressed and by what; empty when it is not."""
    return f"suppressed ({finding.suppressed})" if finding.suppressed else ""


def because(finding: Finding) -> str:
    """Return the reason that a suppression gives, with the word before it; empty when it gives none."""
    return f" (reason: {finding.justification})" if finding.suppressed and finding.justification else ""


def marked(finding: Finding) -> str:
    """Return the message, preceded by the suppression where there is one."""
    return f"{suppression(finding)}: {finding.message}{because(finding)}" if finding.suppressed else finding.message


def why_unread(unread: Unread) -> str:
    """Return why an input was not read, without the path that stands beside it anyway."""
    return unread.message.removeprefix(f"{unread.path}: ")


def offer(fix: Fix, document: Document) -> str:
    """Say what a fix would do and who may apply it; into a file that its text was taken out of, only people can."""
    if document.format in TAKEN_OUT:
        who = f"by hand, not written into {document.format}"
    else:
        who = "by hand, not written into notebooks" if document.places else _SAFETY[fix.safety]
    return f"{fix.message} ({who})"


def mark(severity: Severity) -> str:
    """Return the sign that stands for a severity."""
    return _MARKS[severity]
