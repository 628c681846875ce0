"""Find the citations of documents that are not in the corpus."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from citevet.contracts import Progress
from citevet.jobs.check import check
from citevet.jobs.corpus.kept import kept, settings_here
from citevet.model import Audit, Finding
from citevet.report.corpus.strangers import Stranger, Strangers

# Not in the corpus, a mention of a missing file, an author whom nobody filed, an id that several entries claim.
_CODES = "EXI001,EXI002,EXI005,EXI006"


def strangers(paths: Sequence[Path], flags: Mapping[str, Any], progress: Progress | None = None) -> Strangers:
    """Audit the documents for this alone."""
    kept(settings_here(flags))
    report = check(list(paths), flags={**flags, "select": _CODES, "ignore": ()}, progress=progress, parallel=True)
    found = [(audit, finding) for audit in report.audits for finding in audit.findings]
    return Strangers(
        found=tuple(_stranger(audit, finding) for audit, finding in found if not finding.suppressed),
        suppressed=sum(1 for _, finding in found if finding.suppressed),
        citations=sum(1 for audit in report.audits for _ in _looked_up(audit)),
        documents=len(report.audits),
        unread=report.unread,
    )


def _looked_up(audit: Audit) -> Iterator[str]:
    kinds = {citation.id: citation.kind for citation in audit.extraction.citations}
    seen = {judgement.citation for judgement in audit.judgements if judgement.existence != "unchecked"}
    return (citation for citation in seen if kinds[citation] != "artifact")


def _stranger(audit: Audit, finding: Finding) -> Stranger:
    document = audit.document
    line, column = document.lines.position(finding.span.start)
    text = document.slice(finding.span)
    return Stranger(document.path, line, column, finding.code, finding.name, text, finding.message)
