"""OpenDocument texts (LibreOffice, Google Docs): headings, lists, tables, links and notes, through HTML."""

from collections.abc import Callable, Iterator, Mapping
from html import escape

from citevet.errors import Damaged, Encrypted
from citevet.model import Document
from citevet.read.archive import Archive, Element, open_archive, parse_xml
from citevet.read.html import flatten
from citevet.records import dataclass, field, replace

_NAMES = "urn:oasis:names:tc:opendocument:xmlns:{}:1.0"
_TEXT, _TABLE, _STYLE, _OFFICE = (f"{{{_NAMES.format(name)}}}" for name in ("text", "table", "style", "office"))
_STYLE_NAME = _TEXT + "style-name"  # in elements of the text
_HREF = "{http://www.w3.org/1999/xlink}href"
_MAX_SPACES = 100  # in one element
# Elements that print nothing of their own: changes that were undone, remarks, pictures, fields of forms.
_SILENT = frozenset(
    {_TEXT + name for name in ("tracked-changes", "sequence-decls", "note", "alphabetical-index-mark")}
    | {_OFFICE + "annotation", _OFFICE + "forms"}
)
_CONTENTS = frozenset({_TEXT + "table-of-content", _TEXT + "illustration-index", _TEXT + "table-index"})
_TAGS = {
    _TEXT + "p": "p",
    _TEXT + "list-item": "li",
    _TEXT + "list-header": "li",
    _TABLE + "table": "table",
    _TABLE + "table-row": "tr",
    **dict.fromkeys(_CONTENTS, "nav"),
}


@dataclass(slots=True)
class _Odt:
    """The HTML under construction, and what the styles of the text mean."""

    raised: frozenset[str]
    numbered: frozenset[str]
    pieces: list[str] = field(default_factory=list)
    notes: list[tuple[str, Element]] = field(default_factory=list)
    contents: int = 0
    cells: int = 0  # open cells of tables: a paragraph in one does not end its row


def read(data: bytes, path: str) -> Document:
    """Read an .odt file."""
    archive = open_archive(data, path)
    if b"encryption-data" in (archive.part("META-INF/manifest.xml") or b""):
        raise Encrypted("the document needs a password", to=path, advice="Save a copy without the password.")
    root, styles = _parse(archive, "content.xml"), _parse(archive, "styles.xml")
    body = None if root is None else root.find(f"{_OFFICE}body/{_OFFICE}text")
    if root is None or body is None:
        what = "the archive holds no OpenDocument text (content.xml)"
        raise Damaged(what, to=path, advice="Open it with the program that made it and save it as .odt.")
    trees = [tree for tree in (root, styles) if tree is not None]
    odt = _Odt(frozenset(_find_raised(trees)), frozenset(_find_numbered(trees)))
    _walk(body, odt)
    _write_notes(odt)
    document = flatten("".join(odt.pieces), path, "odt", lambda _, number: f"paragraph {number}")
    return replace(document, notes=("the table of contents was not audited",) if odt.contents else ())


def _parse(archive: Archive, name: str) -> Element | None:
    data = archive.part(name)
    return None if data is None else parse_xml(data, archive.path)


def _find_raised(trees: list[Element]) -> Iterator[str]:
    """Yield the names of styles that raise their text."""
    for tree in trees:
        for properties in tree.iter(_STYLE + "text-properties"):
            style = properties.getparent()
            if style is not None and properties.get(_STYLE + "text-position", "").startswith("super"):
                yield style.get(_STYLE + "name", "")


def _find_numbered(trees: list[Element]) -> Iterator[str]:
    """Yield the names of lists that count their first level."""
    for tree in trees:
        for style in tree.iter(_TEXT + "list-style"):
            if len(style) and style[0].tag == _TEXT + "list-level-style-number":
                yield style.get(_STYLE + "name", "")


def _walk(parent: Element, odt: _Odt) -> None:
    odt.pieces.append(escape(parent.text or ""))
    for child in parent:
        _HANDLERS.get(child.tag, _write_other)(child, odt)
        odt.pieces.append(escape(child.tail or ""))


def _write_other(element: Element, odt: _Odt) -> None:
    """Write an element as its tag in HTML, or only what is in it; pictures and formulas are in other namespaces."""
    tag = "span" if odt.cells and element.tag == _TEXT + "p" else _TAGS.get(element.tag)
    odt.contents += element.tag in _CONTENTS
    if tag:
        _wrap(element, odt, tag)
    elif element.tag not in _SILENT and element.tag.startswith((_TEXT, _TABLE)):
        _walk(element, odt)


def _wrap(element: Element, odt: _Odt, tag: str, attributes: str = "") -> None:
    odt.pieces.append(f"<{tag}{attributes}>")
    _walk(element, odt)
    odt.pieces.append(f"</{tag}>")


def _write_cell(element: Element, odt: _Odt) -> None:
    odt.cells += 1
    _wrap(element, odt, "td")
    odt.cells -= 1


def _write_heading(element: Element, odt: _Odt) -> None:
    level = element.get(_TEXT + "outline-level", "1")
    _wrap(element, odt, f"h{level}" if level in set("123456") else "h6")


def _write_spaces(element: Element, odt: _Odt) -> None:
    count = element.get(_TEXT + "c", "1")
    odt.pieces.append(" " * min(int(count), _MAX_SPACES) if count.isascii() and count.isdigit() else " ")


def _write_marker(element: Element, odt: _Odt) -> None:
    label = element.findtext(_TEXT + "note-citation") or str(len(odt.notes) + 1)
    body = element.find(_TEXT + "note-body")
    if body is not None:
        odt.notes.append((label, body))
        name = f"note-{len(odt.notes)}"
        odt.pieces.append(f'<sup class="noteref"><a class="noteref" href="#{name}">{escape(label)}</a></sup>')


def _write_notes(odt: _Odt) -> None:
    """Write the notes behind the text; a note cannot have notes of its own."""
    for number, (_, body) in enumerate(odt.notes, 1):
        odt.pieces.append(f'<p class="footnote" id="note-{number}">')
        for paragraph in body.iter(_TEXT + "p"):
            _walk(paragraph, odt)
            odt.pieces.append(" ")
        odt.pieces.append("</p>")


_HANDLERS: Mapping[str, Callable[[Element, _Odt], None]] = {
    _TEXT + "h": _write_heading,
    _TABLE + "table-cell": _write_cell,
    _TEXT + "list": lambda each, odt: _wrap(each, odt, "ol" if each.get(_STYLE_NAME) in odt.numbered else "ul"),
    _TEXT + "span": lambda each, odt: _wrap(each, odt, "sup" if each.get(_STYLE_NAME) in odt.raised else "span"),
    _TEXT + "a": lambda each, odt: _wrap(each, odt, "a", f' href="{escape(each.get(_HREF, ""))}"'),
    **dict.fromkeys((_TEXT + "s", _TEXT + "tab", _TEXT + "line-break"), _write_spaces),
    _TEXT + "note": _write_marker,
}
