"""Everything that a page of HTML links to or loads, wherever it stands: text, menus, head, scripts and styles."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import urljoin

from citevet.model import DocumentLink, LinkKind
from citevet.patterns import lazy_pattern
from citevet.read.html_page import HtmlToken, tokenize_html
from citevet.tables import read_words

# Element → its attributes with an address: https://html.spec.whatwg.org/multipage/indices.html#attributes-3
# The action of a form is not among them, because nobody reads it.
_ADDRESSES: Mapping[str, Mapping[str, LinkKind]] = {
    **{name: {"href": "link"} for name in ("a", "area")},
    **{name: {"src": "image"} for name in ("img", "source", "audio", "input")},
    **{name: {"src": "link"} for name in ("embed", "iframe", "frame", "track")},
    "video": {"src": "image", "poster": "image"},
    "object": {"data": "link"},
    "link": {"href": "resource"},
    "script": {"src": "resource"},
    "body": {"background": "image"},
    "image": {"href": "image", "xlink:href": "image"},  # of SVG
    **{name: {"cite": "link"} for name in ("blockquote", "q", "ins", "del")},
}
_SETS = frozenset({"img", "source"})
_ANNOUNCED = read_words("preconnect dns-prefetch")  # hosts, and no pages
_NEXT_IMAGE = lazy_pattern(r",\s+")  # a comma without a blank is part of an address
_RAW_START = lazy_pattern(r"<[a-z]+((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>", re.IGNORECASE)
_STYLE = lazy_pattern(
    r"url\(\s{0,5}(?:\"([^\"\n]{1,2000})\"|'([^'\n]{1,2000})'|([^\s\"'()]{1,2000}))\s{0,5}\)", re.IGNORECASE
)
_IMPORT = lazy_pattern(r"@import\s{1,5}(?:\"([^\"\n]{1,2000})\"|'([^'\n]{1,2000})')", re.IGNORECASE)
_COMMENT = lazy_pattern(r"/\*.*?\*/", re.DOTALL)
_WEB = ("http://", "https://", "//")


def list_page_links(text: str) -> Iterator[DocumentLink]:
    """Yield the links of a page in their order; those below a <base> have its address."""
    base = ""
    for token in tokenize_html(text):
        if token.kind not in {"start", "raw"}:
            continue
        attributes = _read_attributes(text, token)
        if token.name == "base":
            base = base or attributes.get("href", "").strip()
        for kind, target in _list_targets(token.name, attributes):
            yield DocumentLink(kind, token.span, _join(base, target.strip()))
        style = token.span.of(text) if token.kind == "raw" and token.name == "style" else attributes.get("style", "")
        for kind, target in _list_styled(style):
            yield DocumentLink(kind, token.span, _join(base, target.strip()))


def list_image_set(value: str) -> Iterator[str]:
    """Yield the addresses of a `srcset`."""
    for each in _NEXT_IMAGE.split(value):
        if words := each.split():
            yield words[0]


def _read_attributes(text: str, token: HtmlToken) -> Mapping[str, str]:
    """Return the attributes of a tag; an element whose content is no HTML is one token with its tags."""
    if token.kind == "start":
        return token.parsed() if token.attributes else {}
    start = _RAW_START.match(text, token.span.start, token.span.end)
    return HtmlToken("start", token.span, token.name, start[1]).parsed() if start and start[1] else {}


def _list_targets(name: str, attributes: Mapping[str, str]) -> Iterator[tuple[LinkKind, str]]:
    if name == "link" and _ANNOUNCED.intersection(attributes.get("rel", "").lower().split()):
        return
    for attribute, kind in _ADDRESSES.get(name, {}).items():
        if attribute in attributes:
            yield kind, attributes[attribute]
    if name in _SETS:
        yield from (("image", each) for each in list_image_set(attributes.get("srcset", "")))


def _list_styled(style: str) -> Iterator[tuple[LinkKind, str]]:
    """Yield the files that a style loads."""
    if "url(" not in style.lower() and "@import" not in style.lower():
        return
    shown = _COMMENT.sub("", style)
    for pattern in (_STYLE, _IMPORT):
        for found in pattern.finditer(shown):
            target = unescape(next(filter(None, found.groups()), ""))
            if not target.startswith(("#", "data:")):
                yield "resource", target


def _join(base: str, target: str) -> str:
    """Return a target as a page with a <base> means it."""
    if not base or target.startswith("#"):
        return target
    try:
        return urljoin(base, target)
    except ValueError:
        return target
