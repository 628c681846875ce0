"""The result of one file in a batch: its line of the output, and what the roll-up and the next run need of it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from citevet.errors import CitevetError
from citevet.jobs.document_audit import audit_file
from citevet.jobs.file_audits import describe_crash
from citevet.jobs.result_cache import list_needs
from citevet.jobs.run_summary import make_report
from citevet.model import Audit, Report, Unread
from citevet.report.json import dump, report_sections
from citevet.scale.roll_up import summarize
from citevet.session import Session
from citevet.world.batch_journal import FinishedDocument

_OMITTED = frozenset({"run", "rules"})  # what may differ between equal runs, and what is the same for every document


def report_file(file: Path, session: Session) -> FinishedDocument:
    """Audit a file with its parts, and return its line of the output."""
    return _finish(file, audit_file(file, session), session)


def _finish(file: Path, results: Sequence[Audit | Unread], session: Session) -> FinishedDocument:
    shown = session.show(file)
    audits = [each for each in results if isinstance(each, Audit)]
    unread = [each for each in results if isinstance(each, Unread)]
    try:
        config = session.config_for(file)
        needs = tuple(list_needs(file, results, session))
    except CitevetError:  # it is in `unread`
        config, needs = session.config, ()
    report = make_report(audits, unread, config, {})
    return FinishedDocument(
        FinishedDocument.pack(f"{dump(_make_line(shown, report))}\n"),
        dump(summarize(shown, report)),
        tuple(audit.document.path for audit in audits if audit.document.is_part),
        needs,
        is_unread=bool(unread),
    )


def _make_line(path: str, report: Report) -> dict[str, Any]:
    sections = {key: part for key, part in report_sections(report).items() if key not in _OMITTED}
    documents = [{key: _expand(part) for key, part in each.items()} for each in sections["documents"]]
    expanded = {key: _expand(part) for key, part in sections.items() if key != "documents"}
    return {
        "version": expanded.pop("version"),
        "tool": expanded.pop("tool"),
        "path": path,
        **expanded,
        "documents": documents,
    }


def _expand(part: object) -> object:
    return list(part) if isinstance(part, Iterator) else part


def report_crash(file: Path, session: Session) -> FinishedDocument:
    """Return the result of a file that crashes its process."""
    return _finish(file, [describe_crash(file, session)], session)
