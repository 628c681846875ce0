"""EPUB books: the chapters in reading order, as one text; notes may be in another chapter."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from html import escape, unescape
from itertools import accumulate
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from citevet.errors import Damaged, Encrypted
from citevet.model import Document
from citevet.read.archive import Archive, open_archive
from citevet.read.files import decode
from citevet.read.html import check_elements, flatten
from citevet.read.html_page import tokenize_html

_PAGES = frozenset({"application/xhtml+xml", "text/html"})
_PROTECTION = "META-INF/encryption.xml"
_FONT = b"http://www.idpf.org/2008/embedding"  # scrambled fonts are no protection of the text
_POINTER = re.compile(r"""(\s(?:id|href)\s?=\s?)(?:"([^"<>]*)"|'([^'<>]*)')""")
_HEAD = re.compile(r"<head[\s>].*?</head\s*>", re.DOTALL | re.IGNORECASE)
_NAME = re.compile(r"[^\w.-]")


def read(data: bytes, path: str) -> Document:
    """Read an .epub file."""
    archive = open_archive(data, path)
    protection = archive.part(_PROTECTION) or b""
    if protection.count(b"EncryptedData>") // 2 > protection.count(_FONT):
        raise Encrypted("the book is protected (DRM)", to=path, advice="Use a copy without protection.")
    pages = {name: decode(archive.part(name) or b"", path).text for name in _list_chapters(archive)}
    check_elements(pages.values(), path)
    numbers = {name: number for number, name in enumerate(pages)}
    texts = [_rename_pointers(html, name, numbers) for name, html in pages.items()]
    if not any(texts):
        what = "the archive holds no chapter of a book"
        raise Damaged(what, to=path, advice="Open it in a reader, or convert it with Calibre.")
    starts = list(accumulate(map(len, texts), initial=0))

    def name_place(offset: int, number: int) -> str:
        return f"chapter {bisect_right(starts, offset)}, paragraph {number}"

    return flatten("".join(texts), path, "epub", name_place)


def _list_chapters(archive: Archive) -> Iterator[str]:
    """Yield the parts of the archive that the package file lists, in reading order."""
    roots = [at["full-path"] for name, at in _list_elements(archive, "META-INF/container.xml") if "full-path" in at]
    package = roots[0] if roots else ""
    elements = list(_list_elements(archive, package))
    files = {
        at["id"]: normpath(join(dirname(package), unquote(at["href"])))
        for name, at in elements
        if name.endswith("item") and at.get("media-type") in _PAGES and {"id", "href"} <= at.keys()
    }
    order = (at.get("idref", "") for name, at in elements if name.endswith("itemref") and at.get("linear") != "no")
    yield from dict.fromkeys(files[key] for key in order if key in files)


def _list_elements(archive: Archive, name: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    text = decode(archive.part(name) or b"", archive.path).text
    yield from ((token.name, token.parsed()) for token in tokenize_html(text) if token.kind == "start")


def _rename_pointers(html: str, name: str, numbers: Mapping[str, int]) -> str:
    """Return the HTML of a chapter with ids that no other chapter has."""

    def rename(found: re.Match[str]) -> str:
        value = unescape(found[2] or found[3] or "")
        if "href" not in found[1]:
            return f'{found[1]}"{_make_id(numbers[name], value)}"'
        file, hash_sign, anchor = value.partition("#")
        target = normpath(join(dirname(name), unquote(file))) if file else name
        if not hash_sign or target not in numbers:
            return f'{found[1]}"{escape(value)}"'
        return f'{found[1]}"#{_make_id(numbers[target], unquote(anchor))}"'

    return _POINTER.sub(rename, _HEAD.sub("", html, count=1))


def _make_id(chapter: int, name: str) -> str:
    return f"c{chapter}-{_NAME.sub('-', name)}"
