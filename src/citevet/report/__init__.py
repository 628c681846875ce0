"""Report → terminal, JSON, SARIF …: every output format by name."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from citevet.contracts import Renderer
    from citevet.model import Report

# Module and function of each format; a module is imported when its format is used.
_RENDERERS: Mapping[str, tuple[str, str]] = {
    "full": ("terminal", "render_full"),
    "concise": ("terminal", "render_concise"),
    "json": ("json", "render"),
    "jsonl": ("json", "render_lines"),
    "sarif": ("sarif", "render"),
    "github": ("github", "render"),
    "gitlab": ("gitlab", "render"),
    "junit": ("junit", "render"),
    "rdjson": ("rdjson", "render"),
    "markdown": ("markdown", "render"),
    "audit": ("audit", "render"),
    "audit-json": ("audit_json", "render"),
    "verification": ("verification", "render"),
    "html": ("html", "render"),
    "badge": ("badge", "render"),
}
# Formats that are no text; `citevet.jobs.report_files` makes them.
COMMENTED = "docx-comments"  # a copy of the checked document
FILE_FORMATS = (COMMENTED, "pdf")
TERMINAL = frozenset({"full", "concise"})


class _Formats(Mapping[str, "Renderer"]):
    """The renderers by name, imported on demand."""

    def __getitem__(self, name: str) -> "Renderer":
        module, function = _RENDERERS[name]
        return cast("Renderer", getattr(import_module(f"citevet.report.{module}"), function))

    def __iter__(self) -> Iterator[str]:
        return iter(_RENDERERS)

    def __len__(self) -> int:
        return len(_RENDERERS)


FORMATS: Mapping[str, "Renderer"] = _Formats()


def render(report: "Report", name: str, *, color: bool = False) -> str:
    """Return the report in a format; only the terminal formats have color."""
    if color and name in TERMINAL:
        return cast("Callable[..., str]", FORMATS[name])(report, color=True)
    return FORMATS[name](report)
