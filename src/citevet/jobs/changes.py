"""Keep only the findings that a change brought: since a revision, or in the next commit."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os.path import relpath
from pathlib import Path

from citevet.errors import CitevetError
from citevet.jobs.discovery import discover_documents, join_main_file
from citevet.model import Audit, Document, Finding, Span, Unread
from citevet.read import BIBLIOGRAPHY_FILES, DOCUMENTS, parse
from citevet.read.companions import add_companions
from citevet.session import Session
from citevet.world import git
from citevet.world.paths import resolve_path

AuditDocument = Callable[[Document], Audit]
LinesByFile = Mapping[Path, Sequence[range]]


def keep_new(
    audits: Sequence[Audit], lines: LinesByFile, revision: str, *, session: Session, audit_again: AuditDocument
) -> tuple[list[Audit], int]:
    """Keep the findings on changed lines, and those that the change of a document or its bibliography brought.

    Return with them how many others there are.
    """
    kept = [_keep_new(each, lines, revision, session=session, audit_again=audit_again) for each in audits]
    hidden = sum(len(before.findings) - len(after.findings) for before, after in zip(audits, kept, strict=True))
    return kept, hidden


def _keep_new(
    audit: Audit, lines: LinesByFile, revision: str, *, session: Session, audit_again: AuditDocument
) -> Audit:
    path = session.locate(audit.document.path)
    if path not in lines and not any(file in lines for file in _list_bibliography(audit.document, session)):
        return replace(audit, findings=())
    before = _count_earlier(audit.document, lines, revision, session=session, audit_again=audit_again)
    touched = set(_find_on_lines(audit, lines.get(path, ())))
    kept = [each for each in audit.findings if (before is not None and _is_new(each, before)) or each in touched]
    return replace(audit, findings=tuple(kept))


def _list_bibliography(document: Document, session: Session) -> dict[Path, str]:
    """Return the files of a document's bibliography and the path that is shown; also files that do not exist."""
    files = {session.locate(each.path): each.path for each in document.bibliography}
    missing = document.metadata.get("missing_bibliography", ())
    places = [place for name in missing for place in _list_places(document, name)]
    return {**{session.locate(place): place.as_posix() for place in places}, **files}


def _list_places(document: Document, name: str) -> tuple[Path, Path]:
    """Return where a bibliography of this name may be."""
    folder = Path(document.path).parent
    return folder / name, folder / f"{name}.bib"


def _find_on_lines(audit: Audit, ranges: Sequence[range]) -> Iterator[Finding]:
    """Yield the findings on some lines; a claim that was edited on its second line is a changed claim."""
    claims = {claim.id: claim.span for claim in audit.extraction.claims}
    for finding in audit.findings:
        claim = claims.get(finding.claim or "", finding.span)
        span = Span(min(claim.start, finding.span.start), max(claim.end, finding.span.end))
        if _touches(audit.document, span, ranges):
            yield finding


def _count_earlier(
    document: Document, lines: LinesByFile, revision: str, *, session: Session, audit_again: AuditDocument
) -> Counter[str] | None:
    """Count the findings of the document as it was: a deleted entry breaks citations on lines that did not change.

    For a file that is new or was moved, there is nothing to count.
    """
    path = session.locate(document.path)

    def load(file: Path) -> bytes | None:
        return git.read_at_revision(file.parent, revision, file)

    data = load(path) if path in lines else None
    if data is None and path in lines:
        return None
    try:
        old = document if data is None else replace(parse(data, document.path), is_part=document.is_part)
        found = audit_again(_replace_bibliography(old, document, lines, session=session, load=load)).findings
    except CitevetError:
        return None
    return Counter(finding.fingerprint for finding in found)


def _replace_bibliography(
    old: Document, document: Document, lines: LinesByFile, *, session: Session, load: Callable[[Path], bytes | None]
) -> Document:
    """Return one version of a document with the bibliography of another; changed files are those that `load` gives."""
    present = {session.locate(each.path): each for each in document.bibliography}
    files = {file: each for file, each in present.items() if file not in lines}
    for file, shown in _list_bibliography(document, session).items():
        data = load(file) if file in lines else None
        if data is not None:
            parsed = parse(data, shown)
            above = {"above": True} if file in present and "above" in present[file].metadata else {}
            files[file] = replace(parsed, metadata={**parsed.metadata, **above})
    missing = tuple(
        name
        for name in document.metadata.get("missing_bibliography", ())
        if not any(session.locate(place) in files for place in _list_places(document, name))
    )
    folder = Path(document.path).parent
    gone = tuple(Path(relpath(each.path, folder)).as_posix() for file, each in present.items() if file not in files)
    named = {key: value for key, value in document.metadata.items() if key == "project_bibliography"}
    metadata = {**old.metadata, **named, "missing_bibliography": (*missing, *gone)}
    return replace(old, bibliography=tuple(files.values()), metadata=metadata)


def _is_new(finding: Finding, before: Counter[str]) -> bool:
    before[finding.fingerprint] -= 1
    return before[finding.fingerprint] < 0


def _touches(document: Document, span: Span, ranges: Sequence[range]) -> bool:
    first, _ = document.lines.position(span.start)
    last, _ = document.lines.position(max(span.end - 1, 0))
    return any(changed.start <= last and first < changed.stop for changed in ranges)


def read_staged(paths: Sequence[Path], session: Session) -> tuple[LinesByFile, list[Document], list[Unread]]:
    """Return the lines that the next commit adds, the documents that it changes, and what is unreadable."""
    deleted = [file for file in git.list_staged_deletions(session.here) if file.suffix.lower() in BIBLIOGRAPHY_FILES]
    lines = {**git.find_staged_lines(session.here), **dict.fromkeys(deleted, ())}
    chosen, others = _select_staged(paths, lines, session)
    read = [_read_index(file, lines, session) for file in chosen]
    documents = {each.path: each for each in read if isinstance(each, Document)}
    possible = (*read, *(_read_index(file, lines, session) for file in others))
    for each in possible:
        if isinstance(each, Document) and any(file in lines for file in _list_bibliography(each, session)):
            documents.setdefault(each.path, each)
            documents.update(_list_chapters(each, documents))
    return lines, list(documents.values()), [each for each in read if isinstance(each, Unread)]


def _list_chapters(document: Document, staged: Mapping[str, Document]) -> dict[str, Document]:
    """Return the parts of a document, which share its bibliography, unless another version of them is staged."""
    parts = {part.path: part for part in document.includes if "above" not in part.metadata}
    return {path: part for path, part in parts.items() if staged.get(path, part).sha256 == part.sha256}


def _select_staged(paths: Sequence[Path], lines: LinesByFile, session: Session) -> tuple[list[Path], list[Path]]:
    """Return the staged files that a run is about, and the documents that a staged bibliography may belong to.

    A hook also names what the project excludes.
    """
    here = resolve_path(session.here)
    below = {session.locate(path) for path in discover_documents([Path()], session)}
    named = {session.locate(path) for path in discover_documents(paths or [Path()], session)}
    folders = [session.locate(path) for path in paths or [Path()] if (session.here / path).is_dir()]
    chosen = {file for file in named if file in below or not file.is_relative_to(here)}
    staged = [file for file in sorted(lines) if file in chosen or _is_deleted(file, folders)]
    bibliographies = {file for file in lines if file.suffix.lower() in BIBLIOGRAPHY_FILES}
    if not bibliographies:
        return staged, []
    return staged, sorted((below if bibliographies & named else chosen) - set(staged))


def _is_deleted(file: Path, folders: Sequence[Path]) -> bool:
    """Return whether a document is staged and then deleted: the commit still adds it."""
    below = any(file.is_relative_to(folder) for folder in folders)
    return below and not file.exists() and file.suffix.lower() in DOCUMENTS


def _read_index(file: Path, lines: LinesByFile, session: Session) -> Document | Unread:
    """Read a document and a staged bibliography as the commit will have them; other companions are from the folder."""
    shown = session.show(file)
    try:
        config = session.config_in(file.parent)
        root = git.find_repository_root(session.here) or session.here
        data = git.read_staged(root, file)
        if data is None or len(data) > config.max_bytes:
            return Unread(shown, f"{shown}: what is staged of it cannot be read. Look at `git show :{shown}`.")
        project = session.bibliographies_for(file)
        companions = partial(add_companions, root=config.outer_root, parse=parse, max_bytes=config.max_bytes)
        alone = companions(parse(data, shown), file, project=project)
        found = join_main_file(alone, file, session)
        swap = partial(_replace_bibliography, lines=lines, session=session, load=partial(git.read_staged, root))
        return replace(swap(found, found), includes=tuple(swap(part, part) for part in found.includes))
    except CitevetError as error:
        return Unread(shown, str(error))
