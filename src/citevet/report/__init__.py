"""Report → terminal, JSON, SARIF …: every output format by name."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citevet.model import Report

# Module and function of each format; a module is imported when its format is used.
FORMATS: Mapping[str, tuple[str, str]] = {
    "full": ("terminal", "render_full"),
    "concise": ("terminal", "render_concise"),
    "json": ("json", "render"),
    "jsonl": ("json", "render_lines"),
    "sarif": ("sarif", "render"),
    "github": ("ci_formats", "render_github"),
    "gitlab": ("ci_formats", "render_gitlab"),
    "junit": ("ci_formats", "render_junit"),
    "rdjson": ("ci_formats", "render_rdjson"),
    "markdown": ("markdown", "render"),
    "audit": ("audit", "render"),
    "audit-json": ("audit_json", "render"),
    "verification": ("audit", "render_verification"),
    "html": ("html", "render"),
    "badge": ("summary", "render_badge"),
}
# Formats that are no text; `citevet.jobs.report_files` makes them.
COMMENTED = "docx-comments"  # a copy of the checked document
FILE_FORMATS = (COMMENTED, "pdf")
TERMINAL = frozenset({"full", "concise"})
TRANSLATED = TERMINAL | {"html"}


def render(report: "Report", name: str, *, color: bool = False, language: str = "en") -> str:
    """Return the report in a format; only the terminal formats have color, and only those for people a language."""
    module, function = FORMATS[name]
    write = getattr(import_module(f"citevet.report.{module}"), function)
    options: dict[str, object] = {"color": color} if color and name in TERMINAL else {}
    options |= {"language": language} if name in TRANSLATED else {}
    text: str = write(report, **options)
    return text
