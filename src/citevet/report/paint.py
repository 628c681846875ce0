"""Colour for terminals; without it the same words."""

from collections.abc import Mapping
from typing import Literal

from citevet.model import Severity, Verdict

Style = Literal["error", "warning", "info", "good", "strong", "frame", "dim"]

_CODES: Mapping[Style, str] = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "good": "32",
    "strong": "1",
    "frame": "34",
    "dim": "2",
}
_SEVERITIES: Mapping[Severity, Style] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}
_VERDICTS: Mapping[Verdict, Style] = {"pass": "good", "fail": "error", "incomplete": "warning", "empty": "warning"}


def paint(text: str, style: Style, *, color: bool) -> str:
    """Wrap a text in the escape codes of a style; the text itself must be visible already."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if color and text else text


def of_severity(severity: Severity) -> Style:
    """Return the style of a severity."""
    return _SEVERITIES[severity]


def of_verdict(verdict: Verdict) -> Style:
    """Return the style of a verdict."""
    return _VERDICTS[verdict]
