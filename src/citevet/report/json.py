"""The stable machine form: everything that a run found."""

from citevet.model import Report
from citevet.report.dump import pieces
from citevet.report.objects import (
    TOOL,
    VERSION,
    census_object,
    document_sections,
    rules_object,
    source_object,
)


def render(report: Report) -> str:
    """Return the whole report as one JSON object, one record per line."""
    sections = {
        "version": VERSION,
        "tool": TOOL,
        "verdict": report.verdict,
        "census": census_object(report.census),
        "run": dict(report.run),
        "sources": (source_object(source) for source in report.sources),
        "rules": rules_object(report),
        "unread": [{"path": unread.path, "message": unread.message} for unread in report.unread],
        "documents": (document_sections(audit) for audit in report.audits),
    }
    return "".join((*pieces(sections), "\n"))
