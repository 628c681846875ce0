"""Look at the whole corpus: its entries, its files, and who cites it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from citevet.config import Config
from citevet.contracts import Progress
from citevet.jobs.audit_corpus import audit_entries
from citevet.jobs.check import check
from citevet.jobs.corpus.gaps import gaps
from citevet.jobs.corpus.kept import kept, settings_here
from citevet.jobs.corpus.orphans import orphans, sidecars
from citevet.library.places import corpora, named_id
from citevet.library.shelf import Shelf
from citevet.model import Audit, Entry, Unread
from citevet.report.corpus.health import Health, Remark


def health(flags: Mapping[str, Any], progress: Progress | None = None) -> Health:
    """Return counts, faults, orphans and open items."""
    settings = settings_here(flags)
    shelf = kept(settings)
    entries = list(shelf.entries())
    folders = corpora(settings.root, settings.corpus)
    audits = audit_entries(shelf, settings)
    documents, cited = _cited(settings, flags, progress)
    return Health(
        entries=len(entries),
        with_file=sum(entry.file is not None for entry in entries),
        assessed=sum(entry.grade is not None for entry in entries),
        sidecars=sidecars(folders),
        remarks=tuple(remark for audit in audits if isinstance(audit, Audit) for remark in _remarks(audit)),
        orphans=tuple(orphans(settings.root, folders, entries)),
        uncited=_uncited(entries, cited) if documents else (),
        documents=documents,
        gaps=tuple(gaps(settings.root, folders)),
        notes=tuple(shelf.notes),
        unread=tuple(audit.message for audit in audits if isinstance(audit, Unread)),
        mute=tuple(_mute(entries, shelf)),
    )


def _mute(entries: Sequence[Entry], shelf: Shelf) -> Iterator[str]:
    """Yield the files whose words the corpus does not hold, and why: a scan, a password, a file that breaks off."""
    for entry in entries:
        body = shelf.body(entry) if entry.file else None
        if body and body.reason:
            yield f"{entry.file}: {body.why or 'it has no text'}"


def _cited(settings: Config, flags: Mapping[str, Any], progress: Progress | None) -> tuple[int, set[str]]:
    """Return how many documents the project has, and the sources that they cite."""
    asked = {**flags, "select": "EXI001", "ignore": ()}
    report = check([settings.root], flags=asked, progress=progress, parallel=True)
    found = {judgement.source for audit in report.audits for judgement in audit.judgements if judgement.source}
    return len(report.audits), found


def _uncited(entries: Sequence[Entry], cited: set[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.id for entry in entries if entry.id not in cited))


def _remarks(audit: Audit) -> Iterator[Remark]:
    document = audit.document
    for finding in audit.findings:
        if not finding.suppressed:
            yield Remark(
                named_id(Path(document.path).name) or "",
                document.path,
                document.lines.position(finding.span.start)[0],
                finding.code,
                finding.name,
                finding.severity,
                finding.message,
            )
