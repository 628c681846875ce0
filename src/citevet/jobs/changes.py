"""Keep only the findings that a change brought: since a revision, or in the next commit."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from citevet.errors import CitevetError
from citevet.jobs.discovery import discover_documents
from citevet.model import Audit, Document, Finding, Span, Unread
from citevet.read import DOCUMENTS, add_companions, parse
from citevet.session import Session
from citevet.world import git
from citevet.world.paths import resolve_path

AuditDocument = Callable[[Document], Audit]
LinesByFile = Mapping[Path, Sequence[range]]


def keep_changed(
    audits: Sequence[Audit], revision: str, session: Session, audit: AuditDocument
) -> tuple[list[Audit], int]:
    """Keep the findings that came since a revision, and return how many others there are."""
    lines = git.find_changed_lines(session.start, revision)
    kept = [_keep_new(each, lines, revision, session=session, audit_again=audit) for each in audits]
    hidden = sum(len(before.findings) - len(after.findings) for before, after in zip(audits, kept, strict=True))
    return kept, hidden


def _keep_new(
    audit: Audit, lines: LinesByFile, revision: str, *, session: Session, audit_again: AuditDocument
) -> Audit:
    path = session.locate(audit.document.path)
    if path not in lines:
        return replace(audit, findings=())
    before = _count_earlier(audit.document, path, revision, audit_again)
    touched = set(find_on_lines(audit, lines[path]))
    kept = [finding for finding in audit.findings if _is_new(finding, before) or finding in touched]
    return replace(audit, findings=tuple(kept))


def find_on_lines(audit: Audit, ranges: Sequence[range]) -> Iterator[Finding]:
    """Yield the findings on some lines; a claim that was edited on its second line is a changed claim."""
    claims = {claim.id: claim.span for claim in audit.extraction.claims}
    for finding in audit.findings:
        claim = claims.get(finding.claim or "", finding.span)
        span = Span(min(claim.start, finding.span.start), max(claim.end, finding.span.end))
        if _touches(audit.document, span, ranges):
            yield finding


def _count_earlier(document: Document, path: Path, revision: str, audit_again: AuditDocument) -> Counter[str]:
    """Count the findings of the document as it was: a deleted entry breaks citations on lines that did not change."""
    data = git.read_at_revision(path.parent, revision, path)
    if data is None:
        return Counter()
    try:
        old = replace(parse(data, document.path), bibliography=document.bibliography, is_part=document.is_part)
        found = audit_again(old).findings
    except CitevetError:
        return Counter()
    return Counter(finding.fingerprint for finding in found)


def _is_new(finding: Finding, before: Counter[str]) -> bool:
    before[finding.fingerprint] -= 1
    return before[finding.fingerprint] < 0


def _touches(document: Document, span: Span, ranges: Sequence[range]) -> bool:
    first, _ = document.lines.position(span.start)
    last, _ = document.lines.position(max(span.end - 1, 0))
    return any(changed.start <= last and first < changed.stop for changed in ranges)


def read_staged(
    paths: Sequence[Path], session: Session
) -> tuple[dict[str, Sequence[range]], list[Document], list[Unread]]:
    """Return the lines that the next commit adds, by document, the documents themselves, and what is unreadable."""
    lines = git.find_staged_lines(session.here)
    read = {file: _read_index(file, session) for file in _select_staged(paths, lines, session)}
    documents = {file: each for file, each in read.items() if isinstance(each, Document)}
    added: dict[str, Sequence[range]] = {document.path: lines[file] for file, document in documents.items()}
    return added, list(documents.values()), [each for each in read.values() if isinstance(each, Unread)]


def _select_staged(paths: Sequence[Path], lines: LinesByFile, session: Session) -> list[Path]:
    """Return the staged files that a run is about; a hook also names what the project excludes."""
    here = resolve_path(session.here)
    below = {session.locate(path) for path in discover_documents([Path()], session)}
    named = {session.locate(path) for path in discover_documents(paths or [Path()], session)}
    folders = [session.locate(path) for path in paths or [Path()] if (session.here / path).is_dir()]
    chosen = {file for file in named if file in below or not file.is_relative_to(here)}
    return [file for file in sorted(lines) if file in chosen or _is_deleted(file, folders)]


def _is_deleted(file: Path, folders: Sequence[Path]) -> bool:
    """Return whether a document is staged and then deleted: the commit still adds it."""
    below = any(file.is_relative_to(folder) for folder in folders)
    return below and not file.exists() and file.suffix.lower() in DOCUMENTS


def _read_index(file: Path, session: Session) -> Document | Unread:
    """Read a document as the commit will have it, with the bibliography from the folder."""
    shown = session.show(file)
    try:
        config = session.config_in(file.parent)
        data = git.read_staged(git.find_repository_root(session.here) or session.here, file)
        if data is None or len(data) > config.max_bytes:
            return Unread(shown, f"{shown}: what is staged of it cannot be read. Look at `git show :{shown}`.")
        return add_companions(parse(data, shown), file, root=config.root, parse=parse, max_bytes=config.max_bytes)
    except CitevetError as error:
        return Unread(shown, str(error))
