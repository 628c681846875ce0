"""Documents with one planted fault or one trap, for the tests of what a careful reader finds."""

from collections.abc import Mapping
from pathlib import Path

from citevet.jobs.check import check
from citevet.model import Severity


def find_problems(
    folder: Path,
    text: str,
    name: str = "paper.md",
    files: Mapping[str, str] | None = None,
    *,
    least: Severity = Severity.WARNING,
) -> list[str]:
    """Return the code and the words of each finding, a warning at least, in a document of a project of its own."""
    (folder / ".git").mkdir(exist_ok=True)
    for path, content in {**(files or {}), name: text}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content)
    return [
        f"{each.code} {audit.document.slice(each.span)}"
        for audit in check([folder / name]).audits
        for each in audit.findings
        if each.severity >= least
    ]
