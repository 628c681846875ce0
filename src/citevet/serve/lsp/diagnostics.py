"""Findings as diagnostics of the protocol."""

from collections.abc import Mapping

from lsprotocol import types

from citevet.limits import EDITOR_FINDINGS
from citevet.model import Finding, Severity
from citevet.report.safe_text import to_line
from citevet.serve.lsp.buffers import CheckedBuffer, Positions

_SEVERITIES: Mapping[Severity, types.DiagnosticSeverity] = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


def list_diagnostics(checked: CheckedBuffer) -> list[types.Diagnostic]:
    """Return the findings that count, the worst first where there are too many, and what could not be checked."""
    found = checked.findings
    notices = [f"not checked: {trouble}" for trouble in checked.troubles]
    if len(found) > EDITOR_FINDINGS:
        notices.append(f"{len(found) - EDITOR_FINDINGS} more findings are not shown; run `citevet check`.")
        found = tuple(sorted(found, key=lambda each: (-each.severity, each.span))[:EDITOR_FINDINGS])
    return [*map(_make_notice, notices), *(make_diagnostic(each, checked.positions) for each in found)]


def make_diagnostic(finding: Finding, positions: Positions) -> types.Diagnostic:
    """Return a finding as a diagnostic."""
    also = (f"also {each.code}: {to_line(each.message)}" for each in finding.also)
    return types.Diagnostic(
        positions.to_range(finding.span),
        "\n".join((to_line(finding.message), *also)),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source="citevet",
    )


def _make_notice(message: str) -> types.Diagnostic:
    return types.Diagnostic(_TOP, to_line(message), severity=types.DiagnosticSeverity.Warning, source="citevet")
