"""Audit many documents: one line of JSON for each, a roll-up, and a journal from which a killed run continues."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from citevet.contracts import Progress
from citevet.errors import CitevetError
from citevet.jobs.discovery import discover_documents
from citevet.jobs.document_audit import audit_file
from citevet.jobs.file_audits import shares_a_budget
from citevet.jobs.report_files import explain_write_error, save
from citevet.jobs.result_cache import are_unchanged, list_needs, make_result_key
from citevet.jobs.run_summary import make_report
from citevet.model import Audit, Report, Unread
from citevet.report.json import dump, dump_pretty, report_sections
from citevet.rules import RULES, find_rule
from citevet.scale.roll_up import RollUp, summarize
from citevet.scale.worker_pool import work_on_files
from citevet.session import Session
from citevet.world.batch_journal import BatchJournal, FinishedDocument

_OMITTED = frozenset({"run", "rules"})  # what may differ between equal runs, and what is the same for every document


@dataclass(frozen=True, slots=True)
class BatchFiles:
    """Where a batch writes."""

    reports: Path
    summary: Path
    journal: Path

    @classmethod
    def find(cls, output: Path) -> "BatchFiles":
        """Return the files below a folder, or beside a file whose name ends with .jsonl."""
        if output.suffix.lower() == ".jsonl":
            name = output.with_suffix("")
            return cls(output, Path(f"{name}.summary.json"), Path(f"{name}.journal.sqlite"))
        return cls(output / "reports.jsonl", output / "summary.json", output / "journal.sqlite")


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The roll-up of a finished batch, and how many documents an earlier run had finished."""

    roll_up: RollUp
    summary: dict[str, Any]
    resumed: int
    is_single: bool  # one process did the work, because the network or a language model was used


def run_batch(
    paths: Sequence[Path], session: Session, output: BatchFiles, *, progress: Progress | None = None
) -> BatchResult:
    """Audit what no earlier run finished, keep each result at once, and write the output in the order of the files."""
    files = discover_documents(list(paths) or [Path()], session)
    keys = {file: _make_key(file, session) for file in files}
    workers = max(1, min(session.config.jobs or os.cpu_count() or 1, len(files)))
    is_single = shares_a_budget(files, session)
    journal = BatchJournal(output.journal)
    try:
        rest = [file for file in files if not _is_finished(journal, keys[file])]
        done = resumed = len(files) - len(rest)
        found = work_on_files(rest, session, report_file, workers=1 if is_single else workers, fail=_Crash(session))
        for file, finished in found:
            journal.put(keys[file], finished)
            done += 1
            if progress:
                progress(done, len(files), f"documents: {file.as_posix()}")
        parts = {part for key in keys.values() for part in journal.list_parts(key)}
        wanted = [key for file, key in keys.items() if session.show(file) not in parts]
        roll_up = RollUp()
        _write_lines(_take_lines(journal, wanted, roll_up), output.reports)
        summary = roll_up.to_dict(
            {code: session.config.severities.get(code, find_rule(code).severity) for code in RULES}
        )
        save(dump_pretty(summary), output.summary)
        journal.keep_only(keys.values())
    finally:
        journal.close()
    return BatchResult(roll_up, summary, resumed, is_single)


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


@dataclass(frozen=True, slots=True)
class _Crash:
    """Makes the result of a file that crashes its process."""

    session: Session

    def __call__(self, file: Path) -> FinishedDocument:
        shown = self.session.show(file)
        message = f"{shown}: reading it brought the process down. Leave it out, and please report it."
        return _finish(file, [Unread(shown, message)], self.session)


def _make_key(file: Path, session: Session) -> str:
    """Return the key of a file in the journal; a file whose settings are wrong has only its name."""
    return make_result_key(file, session) or sha256(f"unread\0{file}".encode("utf-8", "surrogatepass")).hexdigest()


def _is_finished(journal: BatchJournal, key: str) -> bool:
    needs = journal.find_needs(key)
    return needs is not None and are_unchanged(needs)


def _take_lines(journal: BatchJournal, keys: Sequence[str], roll_up: RollUp) -> Iterator[bytes]:
    """Yield the lines of the output, and count them."""
    for key in keys:
        roll_up.add(json.loads(journal.read_summary(key)))
        yield journal.read_report(key)


def _write_lines(lines: Iterator[bytes], file: Path) -> None:
    """Write a file line by line under another name, then rename it: it is whole or as it was."""
    part = file.with_name(f"{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as stream:
            stream.writelines(lines)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(file)
    except OSError as error:
        raise explain_write_error(error, str(file)) from error
