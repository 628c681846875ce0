"""Light markup: Org, reStructuredText, AsciiDoc and Typst, read as plain text without code, comments and settings.

Each has a module that finds what is hidden, quoted and marked; what they have in common is here.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter

from citevet.model import Document, Region, Span
from citevet.model.document import replace_spans
from citevet.read.light_markup.asciidoc import find_adoc_parts
from citevet.read.light_markup.lines import LINE
from citevet.read.light_markup.org import find_org_parts
from citevet.read.light_markup.rst import find_rst_parts
from citevet.read.light_markup.typst import find_typst_parts
from citevet.read.regions import MarkupParts, merge_regions
from citevet.read.text import find_blocks, find_starts, hide_regions

_STARS = re.compile(r"^\*{1,6}(?= )", re.MULTILINE)
_EQUALS = re.compile(r"^={1,6}(?= )", re.MULTILINE)
_RST_RULE = re.compile(r"^([!-/:-@\[-`{-~])\1{2,}[ \t]*$", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*(?:\*{2,5}|\.{1,5}|#\.)(?= \S)", re.MULTILINE)  # in AsciiDoc and reStructuredText
_RULE = "="  # below a title


def read(text: str, path: str) -> Document:
    """Read a file by the markup of its ending."""
    find_parts, heading = _MARKUPS[path.lower().rpartition(".")[2]]
    parts = find_parts(text)
    shown = _mask(text, parts.hidden, heading)
    return Document(
        path,
        "text",
        text,
        blocks=tuple(parts.mark_quoted(find_blocks(shown))),
        regions=tuple(merge_regions(parts.hidden, (*find_starts(shown), *parts.inline), len(text))),
        marks=tuple(sorted(parts.marks, key=attrgetter("span"))),
        metadata=parts.metadata,
    )


def _mask(text: str, hidden: Iterable[Region], heading: re.Pattern[str] | None) -> str:
    """Return the text with spaces in place of what is hidden, and # in place of the signs before titles."""
    shown = hide_regions(text, hidden)
    shown = heading.sub(lambda found: "#" * len(found[0]), shown) if heading else _unify_rules(shown)
    return _BULLET.sub(lambda found: "*".rjust(len(found[0])), shown)  # after the stars of Org, which are titles


def _unify_rules(text: str) -> str:
    """Return the text with = below titles, whatever the sign, and without the lines above them."""
    changes, last = list[tuple[Span, str]](), ""
    for line in LINE.finditer(text):
        rule = _RST_RULE.match(line[0])
        if rule:
            span = Span(line.start(), line.start() + len(line[0].rstrip("\r\n")))
            changes.append((span, (_RULE if last.strip() else " ") * len(span)))
        last = "" if rule else line[0]
    return replace_spans(text, changes)


# File ending → what finds the parts, and the signs before a title; reStructuredText has lines below titles.
_MARKUPS: Mapping[str, tuple[Callable[[str], MarkupParts], re.Pattern[str] | None]] = {
    "org": (find_org_parts, _STARS),
    "rst": (find_rst_parts, None),
    **dict.fromkeys(("adoc", "asciidoc"), (find_adoc_parts, _EQUALS)),
    "typ": (find_typst_parts, _EQUALS),
}
