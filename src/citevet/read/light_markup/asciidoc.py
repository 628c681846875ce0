"""AsciiDoc: fences, settings, quotations, footnotes, links, and entries."""

import re
from collections.abc import Iterator

from citevet.model import Mark, Region, Span
from citevet.read.light_markup.lines import LINE, name_bibliography
from citevet.read.regions import MarkupParts

_FENCE = re.compile(r"-{4,}|\.{4,}|\+{4,}|/{4,}|`{3}")
_SETTING = re.compile(
    r""":!?[\w-]{1,60}!?:(?=\s|$) | //(?!/) | \[[^\[\]]*\]$ | \[\[[^\[\]]*\]\]$
    | (?:include|image|video|ifdef|ifndef|endif|toc|ifeval)::""",
    re.VERBOSE,
)
_QUOTE = re.compile(r"^(?:(?P<fence>_{4,})|\[(?:quote|verse)\b[^\n]{0,300}\])[ \t]*$", re.MULTILINE)
_FILES = re.compile(r"^:bibtex-file:[ \t]*(\S{1,200})", re.MULTILINE)
_INLINE = re.compile(r"(?P<math>(?:stem|latexmath|asciimath):\[(?:[^\]\\\n]|\\.){1,1000}\])|`[^`\n]{1,300}`")
_NOTE = re.compile(r"footnote(?:ref)?:[\w-]{0,60}\[((?:[^\[\]\n]|\[[^\[\]\n]{0,300}\]){1,2000})\]")
_LINK = re.compile(r"(?:link:)?(https?://[^\s\[\]<>\"]{1,2000})\[([^\[\]\n]{0,300})\]")
_ENTRY = re.compile(r"^(?:[*-][ \t]+)?\[\[\[([\w:.+-]{1,60})(?:,[^\[\]\n]{0,60})?\]\]\][ \t]*", re.MULTILINE)
_END = re.compile(r"\n(?=[ \t]*\n|[ \t]*[*-] |\[\[\[)|\Z")


def find_adoc_parts(text: str) -> MarkupParts:
    """Find fences, settings, quotations, inline code, notes, links and entries."""
    parts, fence = MarkupParts(), ""
    for line in LINE.finditer(text):
        words = line[0].strip()
        if fence:
            parts.hide("comment" if fence[0] == "/" else "code", line.start(), line.end())
            fence = "" if words == fence else fence
        elif opened := _FENCE.fullmatch(words) or (_FENCE.match(words) if words[:3] == "```" else None):
            fence = opened[0]
            parts.hide("code", line.start(), line.end())
        elif _SETTING.match(words) or _QUOTE.match(words):
            parts.hide("comment" if words.startswith("//") else "metadata", line.start(), line.end())
    parts.quotes += _find_adoc_quotes(text)
    for found in _INLINE.finditer(text):
        parts.inline.append(Region("math" if found["math"] else "code", Span(*found.span())))
    for note in _NOTE.finditer(text):
        parts.marks.append(Mark("inline-note", Span(*note.span()), label=Span(*note.span(1))))
    for link in _LINK.finditer(text):
        parts.marks.append(Mark("link" if link[2] else "autolink", Span(*link.span()), link[1], Span(*link.span(2))))
        shown = Span(*link.span(2))
        parts.inline += Region("url", Span(link.start(), shown.start)), Region("markup", Span(shown.end, link.end()))
    for entry in _ENTRY.finditer(text):
        end = _END.search(text, entry.end())
        parts.marks.append(Mark("entry", Span(entry.start(), end.start() if end else len(text)), entry[1]))
    name_bibliography(parts, [found[1] for found in _FILES.finditer(text)])
    return parts


def _find_adoc_quotes(text: str) -> Iterator[Span]:
    """Yield what is between two lines of ____, and the paragraph below [quote]."""
    start: int | None = None
    for found in _QUOTE.finditer(text):
        if found["fence"] and start is not None:
            yield Span(start, found.start())
            start = None
        elif found["fence"]:
            start = found.end()
        elif start is None:
            end = text.find("\n\n", found.end())
            yield Span(found.end(), end if end >= 0 else len(text))
