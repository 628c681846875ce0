"""Lines and columns of a span, as every output counts them."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.model import Document, Finding, Report, Span


class Where(NamedTuple):
    """First and last position of a span, from 1, columns in code points, the last one exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


def where(document: Document, span: Span) -> Where:
    """Return where a span stands."""
    return Where(*document.lines.position(span.start), *document.lines.position(span.end))


def findings(report: Report) -> Iterator[tuple[Document, Finding]]:
    """Yield every finding with its document, suppressed ones too."""
    for audit in report.audits:
        for finding in audit.findings:
            yield audit.document, finding
