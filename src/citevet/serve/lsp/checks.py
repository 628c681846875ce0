"""Check the text of an open document as if it were saved; a LaTeX chapter is checked as a part of its main file."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from logging import getLogger
from pathlib import Path

from citevet.errors import CitevetError, ReadError
from citevet.jobs.check import run_check
from citevet.jobs.document_audit import load_companions
from citevet.limits import EDITOR_CHARACTERS
from citevet.model import Document
from citevet.read import parse_text, read
from citevet.serve.lsp.buffers import Buffer, CheckedBuffer
from citevet.session import Session
from citevet.world.paths import resolve_path

logger = getLogger(__name__)
_NAMED = re.compile(r"^%[ \t]*![ \t]*TEX[ \t]+root[ \t]*=[ \t]*(\S[^\r\n]{0,300})", re.IGNORECASE | re.MULTILINE)
_CLASS = "\\documentclass"
_HEAD = 2_000  # characters in which an editor looks for the name of the main file
_FOLDERS, _FILES = 4, 50  # folders above a chapter that are searched, and files of each
_BYTES = 2**20  # bytes of a main file


def check_buffer(buffer: Buffer, file: Path, session: Session) -> CheckedBuffer:
    """Check the text of a buffer as the document of that name; every trouble is part of the result."""
    if len(buffer.text) > EDITOR_CHARACTERS:
        why = f"longer than {EDITOR_CHARACTERS:,} characters. Split it, or run `citevet check` on the saved file."
        return CheckedBuffer(buffer, troubles=(why,))
    try:
        document = load_companions(parse_text(buffer.text, session.show(file)), session)[0]
        report = run_check([_join_main_file(document, file, session)], session)
        unread = tuple(each.message for each in report.unread)
        return CheckedBuffer(buffer, report.audits[0], session.config_for(document.path).root, unread)
    except CitevetError as error:
        return CheckedBuffer(buffer, troubles=(str(error),))
    except Exception as error:  # a defect in one document must not end the server
        logger.exception("the check failed")
        return CheckedBuffer(buffer, troubles=(f"internal error ({type(error).__name__}: {error}). Please report it.",))


def _join_main_file(document: Document, file: Path, session: Session) -> Document:
    """Return a chapter as a part of its main file, with the bibliography of that; another document as it is."""
    if document.format != "latex" or _CLASS in document.text:
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
    root = resolve_path(session.config_for(file).root)
    for main in [file.parent / name] if name else _list_candidates(file, root):
        try:
            if not resolve_path(main).is_relative_to(root):
                continue
            document = read(main, shown=session.show(main), root=root, max_bytes=_BYTES)
        except ReadError:
            continue
        found = (part for part in document.includes if part.path == shown)
        if (part := next(found, None)) and _CLASS in document.text:
            return part
    return None


def _list_candidates(file: Path, root: Path) -> Iterator[Path]:
    """Yield the other LaTeX files of the chapter's folder and of those above it, inside the project."""
    for folder in [each for each in file.parents if resolve_path(each).is_relative_to(root)][:_FOLDERS]:
        yield from (each for each in islice(sorted(folder.glob("*.tex")), _FILES) if each != file)
