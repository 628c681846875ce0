"""Files that a document names besides bibliographies and LaTeX parts: those it includes, and its citation style."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from citevet.limits import COMPANIONS, PROJECT_FOLDERS
from citevet.model import Document, Span
from citevet.model.document import is_inside
from citevet.patterns import lazy_pattern
from citevet.records import replace
from citevet.world.paths import resolve_path

# How formats include a file, by the pages "Includes" of quarto.org and mystmd.org, "include" of docutils, and
# "Includes" of Asciidoctor, whose optional ones may be missing.
_QUARTO = lazy_pattern(r"(?<!\{)\{\{<\s{1,5}include\s{1,5}([^\s>]{1,300})\s{1,5}>\}\}(?!\})")
_MYST = lazy_pattern(r"^(?:`{3,}|:{3,})\{(?:include|literalinclude)\}[ \t]{1,5}(\S{1,300})[ \t]*$", re.MULTILINE)
_REST = lazy_pattern(r"^\.\. (?:include|literalinclude):: {1,5}(\S{1,300})[ \t]*$", re.MULTILINE)
_ASCIIDOC = lazy_pattern(r"^include::([^\s\[]{1,300})\[(?![^\]]*opt)[^\]]{0,200}\]", re.MULTILINE)
_INCLUDES: Mapping[str, tuple[re.Pattern[str], ...]] = {
    ".qmd": (_QUARTO, _MYST),
    ".md": (_QUARTO, _MYST),
    ".rst": (_REST,),
    ".adoc": (_ASCIIDOC,),
    ".asciidoc": (_ASCIIDOC,),
}
_COMPUTED = lazy_pattern(r"[{}$*?\0<>]|://|^~|^/|^[A-Za-z]:\\")  # an address, a variable, or a path from elsewhere
_BOOK = lazy_pattern(r"^\s{0,8}(?:type:\s{0,5}[\"']?(?:book|manuscript)|(?:book|chapters):)", re.MULTILINE)
_SETTINGS = ("_quarto.yml", "_quarto.yaml", "_bookdown.yml")
_SETTINGS_BYTES = 100_000
NamedFile = tuple[Span, str, str]  # where a document names a file, its name, and what for


def note_missing_files(document: Document, path: Path, root: Path) -> Document:
    """Note in its metadata which files that a document names are not there, and whether it is in a book."""
    if document.format not in {"markdown", "text"}:
        return document
    folder, found = resolve_path(path.parent), resolve_path(root)
    places = [each for each in (folder, *folder.parents) if each.is_relative_to(found)][:PROJECT_FOLDERS] or [folder]
    missing = [each for each in _list_named(document) if not any(_is_there(place / each[1], found) for place in places)]
    noted: dict[str, Any] = {"missing_files": tuple(missing)} if missing else {}
    if path.suffix.lower() == ".qmd" and any(_is_book(place) for place in places):
        noted["shares_labels"] = True
    return replace(document, metadata={**document.metadata, **noted}) if noted else document


def _list_named(document: Document) -> Iterator[NamedFile]:
    """Yield the files that a document includes, and the style that its front matter names."""
    hidden = sorted(each.span for each in document.regions if each.kind in {"code", "comment", "metadata"})
    count = 0
    for form in _INCLUDES.get(Path(document.path).suffix.lower(), ()):
        for found in form.finditer(document.text):
            is_shown = form is _QUARTO and is_inside(found.start(), hidden)  # others are directives from column 1
            if not is_shown and not _COMPUTED.search(found[1]) and count < COMPANIONS:
                count += 1
                yield Span(*found.span(1)), found[1], "include"
    style = document.metadata.get("csl")
    if isinstance(style, str) and style.lower().endswith(".csl") and not _COMPUTED.search(style):
        at = document.text.find(style)
        yield Span(at, at + len(style)) if at >= 0 else Span(0, 0), style, "style"


def _is_there(path: Path, root: Path) -> bool:
    """Return whether a file is there; what lies outside of the project is not looked for."""
    is_outside = not resolve_path(path).is_relative_to(root)
    return is_outside or os.path.exists(path)  # noqa: PTH110 - never raises for a name that is too long


def _is_book(folder: Path) -> bool:
    """Return whether the settings of a folder make its documents chapters, which share their labels."""
    for name in _SETTINGS:
        try:
            with (folder / name).open("rb") as file:
                text = file.read(_SETTINGS_BYTES).decode(errors="replace")
        except OSError:
            continue
        if name == "_bookdown.yml" or _BOOK.search(text):
            return True
    return False
