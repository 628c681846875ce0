"""The text of an HTML page of law, line by line."""

from html import unescape

from citevet.read.html_page import tokenize_html

_INLINE = frozenset("a abbr b em font i small span strong sub sup u".split())


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
