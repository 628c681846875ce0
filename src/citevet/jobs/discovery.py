"""Find the documents that a run is about, the parts of each, and the main file of a chapter, with its bibliography."""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from os.path import normpath
from pathlib import Path

from citevet.config import Config
from citevet.corpus.corpus_folders import DEFAULT_FOLDERS, SHARED_FOLDER, find_corpus_folders, walk_files
from citevet.errors import ConfigError, ReadError, UnreadableInput
from citevet.model import Document
from citevet.patterns import lazy_pattern
from citevet.read import DOCUMENTS, read
from citevet.report.findings import format_count
from citevet.session import Session
from citevet.text.patterns import matches_glob
from citevet.world import git
from citevet.world.paths import is_broken_link, resolve_path

_GATED_DOT_FOLDERS = frozenset({".aiwg"})  # of agents, which keep requirements and designs there
# Sources and what belongs to them, and reports that citevet wrote: documents are checked against the first, and the
# second repeat the citations that they report.
_SKIPPED = (
    *DEFAULT_FOLDERS,
    *(f"{SHARED_FOLDER}/{name}" for name in ("pdfs", "quality-assessments", "citations", "provenance")),
    *(f".aiwg/reports/{name}" for name in ("citation-*", "corpus-health.*", "grade-report.*")),
)
# In the first bytes of a page or an audit, and the last ones of a report in text, Markdown or PDF.
_OWN_REPORT = lazy_pattern(
    rb'<meta name="generator" content="citevet |^%?Made by citevet [\w.+-]{1,40}\s*\Z'
    rb"|\A={80}\n[^\n]{1,80}\n={80}\n\n(?:(?:Document|Date): [^\n]{0,800}\n){0,2}Auditor: citevet \d",
    re.MULTILINE,
)
_UNREAD = frozenset({".doc", ".djvu", ".gdoc", ".hwp", ".hwpx", ".lyx", ".pages", ".wpd", ".wps"})  # texts, like ours
_NAMED_UNREAD = 3
_OWN_ENDINGS = frozenset({".html", ".htm", ".md", ".markdown", ".txt", ".pdf"})
_SOURCES = frozenset({".pdf", ".html", ".htm", ".docx", ".epub"})  # that a corpus keeps copies of
_HEAD, _TAIL = 2_000, 100  # characters that are searched: for our own reports, and for the name of a main file
_PERMISSIONS = "Check its permissions."
_NAMED = lazy_pattern(r"^%[ \t]*![ \t]*TEX[ \t]+root[ \t]*=[ \t]*(\S[^\r\n]{0,300})", re.IGNORECASE | re.MULTILINE)
_CITES = lazy_pattern(r"@\w|[Cc]ite")
_CLASS = "\\documentclass"
_NOCITE_ALL = lazy_pattern(r"\\nocite\s{0,9}\{\s{0,9}\*\s{0,9}\}")
_CONDITION = lazy_pattern(r"\\(?:if[A-Za-z@]{0,40}|fi)(?![A-Za-z@])")
_NOCITES = 20  # places of one text that are looked at
_KEY_WORD = lazy_pattern(r"[^\s,;{}()\[\]@]{1,200}")
_FOLDERS, _FILES = 4, 50  # folders above a chapter that are searched, and files of each
_BYTES = 2**20  # bytes of a main file


def discover_documents(paths: Iterable[Path], session: Session) -> list[Path]:
    """Return the files that were named, and the documents below the folders that were named, each once, in order."""
    found: dict[Path, None] = {}
    unread: list[Path] = []
    for path in paths:
        if _is_folder(session.here / path):
            if not os.access(session.here / path, os.R_OK | os.X_OK):
                raise UnreadableInput("the folder cannot be opened", to=session.show(path), advice=_PERMISSIONS)
            listed = (file for file in _list_below(path, session, _UNREAD) if not _is_excluded(file, session))
            for file in listed:
                if file.suffix.lower() in _UNREAD:
                    unread.append(file)
                else:
                    found[file] = None
        else:
            found[path] = None
    if unread:
        session.once(("not read", *unread), lambda: session.look_up_notes.append(_describe_unread(unread, session)))
    return _drop_duplicates(found, session)


def explain_nothing_found(paths: Iterable[Path], session: Session) -> str:
    """Say which endings are looked for below folders, and which files are left out."""
    folders = ", ".join(dict.fromkeys(session.show(path) for path in paths))
    endings = ", ".join(sorted(DOCUMENTS))
    below = (file for path in paths if _is_folder(session.here / path) for file in _list_below(path, session))
    excluded = sum(_matches_exclude(_locate(file, session), session) for file in below)
    by_setting = f"`exclude` leaves out {format_count(excluded, 'document')}; " if excluded else ""
    left_out = "hidden and ignored files, the corpus and saved reports are left out"
    return f"no document found in {folders}: {by_setting}files that end in {endings} are read; {left_out}"


def _describe_unread(files: list[Path], session: Session) -> str:
    """Say which texts below a folder are in formats that are not read: what was not checked is no pass."""
    names = ", ".join(map(session.show, files[:_NAMED_UNREAD])) + (" …" if len(files) > _NAMED_UNREAD else "")
    endings = ", ".join(sorted({file.suffix.lower() for file in files}))
    count = format_count(len(files), "file")
    return f"not checked: {count} ({names}), because {endings} is not read: save as .docx or .pdf"


def _is_folder(path: Path) -> bool:
    """Return whether documents are looked for below a path; a link with the name of a document is not followed."""
    is_trap = path.suffix.lower() in DOCUMENTS and path.is_symlink()
    return os.path.isdir(path) and not is_trap  # noqa: PTH112 - Path.is_dir() raises for a name that is too long


def _drop_duplicates(found: Iterable[Path], session: Session) -> list[Path]:
    """Leave out a link to a file that is listed as well: it would be reported twice, and fixed twice."""
    paths = list(found)
    chosen: dict[Path, Path] = {}
    for path in paths:
        place = _locate(path, session)
        if place not in chosen or (_is_link(chosen[place], session) and not _is_link(path, session)):
            chosen[place] = path
    kept = frozenset(chosen.values())
    return [path for path in paths if path in kept]


def _is_link(path: Path, session: Session) -> bool:
    return (session.here / path).is_symlink()


def _list_below(folder: Path, session: Session, more: frozenset[str] = frozenset()) -> Iterator[Path]:
    """Yield the documents below a folder, and the files with more endings."""
    top = session.here / folder
    files = git.list_files(top)
    for path in sorted(_walk(top) if files is None else files):
        inside = path.relative_to(top)
        ending = path.suffix.lower()
        is_document = (ending in DOCUMENTS or ending in more) and _is_readable(path, top)
        if (is_document or (files is None and path.is_dir())) and not any(map(_is_hidden, inside.parts)):
            yield folder / inside


def _is_hidden(name: str) -> bool:
    """Return whether a name is one of a dot-file, or of the file that Word keeps beside an open document."""
    return name.startswith((".", "~$")) and name not in _GATED_DOT_FOLDERS


def _is_excluded(file: Path, session: Session) -> bool:
    """Return whether the settings nearest to a document exclude it, or it is a source of the corpus."""
    place = _locate(file, session)
    config = _find_config(place.parent, session)
    if config is None:
        return _is_own_report(place)
    if config.output and place == session.locate(config.output):
        return True
    if config.corpus and place.is_relative_to(config.corpus):
        return True
    if _matches(place, _SKIPPED, config) or _matches_exclude(place, session) or _is_own_report(place):
        return True
    return _is_filed_source(place, config, session)


def _is_filed_source(file: Path, config: Config, session: Session) -> bool:
    """Return whether the corpus has a copy of a file, as of the PDFs that were imported from a folder."""
    if file.suffix.lower() not in _SOURCES:
        return False
    folders = find_corpus_folders(config.root, config.corpus)
    sizes = session.once(("sizes of sources", folders), lambda: _list_sizes(folders))
    try:
        same = sizes.get((file.suffix.lower(), file.stat().st_size), ())
        own = file.read_bytes() if same else b""
        return any(each.read_bytes() == own for each in same)
    except OSError:
        return False  # the reader says why


def _list_sizes(folders: Iterable[Path]) -> dict[tuple[str, int], list[Path]]:
    found: dict[tuple[str, int], list[Path]] = {}
    for folder in folders:
        for item in walk_files(str(folder)):
            ending = os.path.splitext(item.name)[1].lower()  # noqa: PTH122 - 20,000 names
            if ending in _SOURCES:
                found.setdefault((ending, item.stat().st_size), []).append(Path(item.path))
    return found


def _matches_exclude(place: Path, session: Session) -> bool:
    config = _find_config(place.parent, session)
    return config is not None and _matches(place, config.exclude, config)


def _matches(place: Path, globs: Iterable[str], config: Config) -> bool:
    name = (place.relative_to(config.root) if place.is_relative_to(config.root) else place).as_posix()
    return any(matches_glob(name, glob) for glob in globs)


def _is_own_report(file: Path) -> bool:
    if file.suffix.lower() not in _OWN_ENDINGS or not file.is_file():
        return False
    try:
        with file.open("rb") as report:
            head = report.read(_HEAD)
            report.seek(max(report.seek(0, os.SEEK_END) - _TAIL, 0))
            return _OWN_REPORT.search(head + b"\n" + report.read()) is not None
    except OSError:
        return False  # the reader says why


def _find_config(folder: Path, session: Session) -> Config | None:
    try:
        return session.config_in(folder)
    except ConfigError:
        return None  # reported for each document that it holds for


def _locate(file: Path, session: Session) -> Path:
    """Return where the settings of a file are looked for: where its link leads, or where a broken link is."""
    place = session.here / file
    return resolve_path(place.parent) / place.name if is_broken_link(place) else resolve_path(place)


def _is_readable(path: Path, folder: Path) -> bool:
    """Return whether something is a file below the folder, or a broken link, which the reader reports.

    A link that leads outside is left out: what was not named must not be read, let alone fixed.
    """
    if is_broken_link(path):
        return True
    return path.is_file() and (not path.is_symlink() or resolve_path(path).is_relative_to(resolve_path(folder)))


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, and the folders that cannot be listed, which the reader reports."""
    closed: list[OSError] = []
    for parent, folders, names in os.walk(folder, onerror=closed.append):
        folders[:] = [name for name in folders if not _is_hidden(name)]
        yield from (Path(parent, name) for name in names)
    yield from (Path(error.filename) for error in closed)


def join_main_file(document: Document, file: Path, session: Session) -> Document:
    """Return a chapter as a part of its main file, with the bibliography of that; another document as it is."""
    is_typst = document.path.endswith(".typ") and not document.metadata.get("bibliography")
    if not (is_typst or document.format == "latex") or _CLASS in document.text or not _CITES.search(document.text):
        return document
    named = _NAMED.search(document.text, 0, _HEAD)
    name = named[1].strip() if named else ""
    part = session.once(("part of a main file", file, name), lambda: _find_part(document.path, file, name, session))
    if part is None:
        return document
    lost = {"missing_bibliography": part.metadata.get("missing_bibliography", ())}
    metadata = {**document.metadata, **lost}
    return replace(document, bibliography=part.bibliography, metadata=metadata, is_part=True)


def _find_part(shown: str, file: Path, name: str, session: Session) -> Document | None:
    """Return the chapter as its main file includes it, as it is on disk."""
    root = resolve_path(session.config_for(file).outer_root)
    for main in [file.parent / name] if name else _list_candidates(file, root):
        try:
            if not resolve_path(main).is_relative_to(root):
                continue
            beside = os.path.join(os.path.dirname(shown), os.path.relpath(main, file.parent))  # noqa: PTH118, PTH120
            document = read(main, shown=os.path.normpath(beside), root=root, max_bytes=_BYTES)
        except ReadError:
            continue
        found = (part for part in document.includes if session.locate(part.path) == resolve_path(file))
        if (part := next(found, None)) and (_CLASS in document.text or document.bibliography):
            return part
    return None


def _list_candidates(file: Path, root: Path) -> Iterator[Path]:
    """Yield the other files of the chapter's folder and of those above it in its format, inside the project."""
    for folder in [each for each in file.parents if resolve_path(each).is_relative_to(root)][:_FOLDERS]:
        yield from (each for each in islice(sorted(folder.glob(f"*{file.suffix}")), _FILES) if each != file)


def list_parts(document: Document) -> Iterator[Document]:
    """Yield a document, the parts that it includes, and its bibliographies as parts.

    A file that was found in a folder above may be another one than the document means, so it is only looked into.
    """
    yield document
    yield from (part for part in document.includes if "above" not in part.metadata)
    files = [each for each in document.bibliography if "above" not in each.metadata]
    named = document.metadata.get("project_bibliography", ())
    of_project = {normpath(Path(document.path).parent / name) for name in named}
    texts = [_drop_comments(part) for part in (document, *document.includes)] if files else []
    everything = "@*" in str(document.metadata.get("nocite", "")) or any(map(_cites_everything, texts))
    words = {word.rstrip(".:").casefold() for text in texts for word in _KEY_WORD.findall(text)}
    for file in files:
        keys = {mark.target for mark in file.marks if mark.kind == "entry"}
        cited = tuple(sorted(key for key in keys if everything or (key and key.casefold() in words)))
        if not cited and file.path in of_project:  # another chapter cites it
            continue
        yield replace(file, is_part=True, metadata={**file.metadata, "cited": cited})


def _drop_comments(document: Document) -> str:
    r"""Return the text without its comments; `\iffalse … \fi` is one."""
    pieces, at = [], 0
    for region in document.regions:
        if region.kind == "comment" and region.span.start >= at:
            pieces.append(document.text[at : region.span.start])
            at = region.span.end
    return " ".join([*pieces, document.text[at:]])


def _cites_everything(text: str) -> bool:
    r"""Return whether `\nocite{*}` is in the text, and neither in braces nor in a condition, where it may not count."""
    for found in islice(_NOCITE_ALL.finditer(text), _NOCITES):
        before = text[max(text.find("\\begin{document}"), 0) : found.start()]
        next_condition = _CONDITION.search(text, found.end())
        is_conditional = next_condition is not None and next_condition[0] == "\\fi"
        if before.count("{") - before.count("\\{") == before.count("}") - before.count("\\}") and not is_conditional:
            return True
    return False
