"""The text of an HTML page of law, line by line."""

import re
from html import unescape

from citevet.errors import ReadError
from citevet.model import Reply
from citevet.read.files import decode
from citevet.read.html_page import tokenize_html
from citevet.text.patterns import lazy_pattern

_INLINE = frozenset("a abbr b em font i small span strong sub sup u".split())
_CHARSET = lazy_pattern(r"charset=[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_HEAD = 2_000  # bytes in which a page names its encoding
_TAIL = 500  # characters in which it ends


def decode_page(reply: Reply) -> str:
    """Return the text of a page in the encoding that it or its server names; empty if it is not text."""
    named = _CHARSET.search(reply.headers.get("content-type", "")) or _CHARSET.search(
        reply.data[:_HEAD].decode("latin-1")
    )
    try:
        return reply.data.decode(named[1], "replace") if named else decode(reply.data, reply.url).text
    except (LookupError, ReadError):
        return reply.data.decode("utf-8", "replace")


def split_lines(page: str) -> list[str]:
    """Return the text of each block, cell and line, without tags, scripts and empty lines."""
    lines = [""]
    at = 0
    for token in tokenize_html(page):
        lines[-1] += page[at : token.span.start]
        at = token.span.end
        if token.name not in _INLINE and token.kind != "comment":
            lines.append("")
    lines[-1] += page[at:]
    return [line for raw in lines if (line := " ".join(unescape(raw).split()))]


def is_whole(page: str) -> bool:
    """Check that a page does not break off."""
    return "</html>" in page[-_TAIL:].lower()
