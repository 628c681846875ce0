"""Citation keys of other markup, where such a file is read as text: reST, Org, AsciiDoc, Typst and JATS."""

from collections.abc import Iterator
from re import Match
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.locators import locator
from citevet.extract.scene import Scene
from citevet.model import Span

_REST = pattern(r"\[([A-Za-z][\w.:+-]{0,60})\]_(?!\w)")
_ORG = pattern(r"\[cite(?:/[\w/-]{1,20})?:([^\[\]\0]{1,400})\]")
_ORG_KEY = pattern(r"@([\w:.#$%&+?<>~/-]{1,100}\w)([^;@]{0,120})")
_ASCIIDOC = pattern(r"(?:cite|citenp):\[([^\[\]\0]{1,400})\]")
_ASCIIDOC_KEY = pattern(r"([A-Za-z][\w:.-]{0,60})(?:\(([^()]{1,60})\))?")
_TYPST = pattern(r"#cite\(\s?(?:<([\w:.-]{1,80})>|label\(\"([\w:.-]{1,80})\"\))[^()]{0,100}\)")
_JATS = pattern(r"<xref\s[^<>]{0,200}ref-type=[\"']bibr[\"'][^<>]{0,200}>[^<>]{0,80}</xref>")
_RID = pattern(r"rid=[\"']([\w:.-]{1,80})[\"']")


def find(scene: Scene) -> Iterator[Found]:
    """Find keys by the signs of each markup; `<cite>` in HTML names a title and points nowhere."""
    for match in _REST.finditer(scene.prose):
        yield _found(match[1], Span(*match.span()))
    for form, each in ((_ORG, _ORG_KEY), (_ASCIIDOC, _ASCIIDOC_KEY)):
        for match in form.finditer(scene.prose):
            yield from _several(match, list(each.finditer(match[1])))
    for match in _TYPST.finditer(scene.prose):
        yield _found(match[1] or match[2], Span(*match.span()))
    for match in _JATS.finditer(scene.document.text) if "<xref" in scene.document.text else ():
        rid = _RID.search(match[0])
        if rid:
            yield _found(rid[1], Span(*match.span()))


def _several(marker: Match[str], keys: list[Match[str]]) -> Iterator[Found]:
    """Yield one find per key, each with its own place; of several each has its own span."""
    whole = Span(*marker.span())
    for key in keys:
        item = key[0].rstrip(" ;,")
        start = marker.start(1) + key.start()
        span = whole if len(keys) == 1 else Span(start, start + len(item))
        yield _found(key[1], span, key[2] or "", group=whole if len(keys) > 1 else None)


def _found(key: str, span: Span, place: str = "", *, group: Span | None = None) -> Found:
    return Found("key", span, key, locator(place), key, group)
