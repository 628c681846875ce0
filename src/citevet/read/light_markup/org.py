"""Org: settings, blocks, mathematics, notes, and sections that are not exported."""

import re
from collections import defaultdict
from collections.abc import Iterator
from operator import attrgetter

from citevet.model import Mark, Region, RegionKind, Span
from citevet.model.document import is_inside
from citevet.read.light_markup.lines import name_bibliography
from citevet.read.regions import MarkupParts

_TITLE = re.compile(
    r"^(?P<stars>\*{1,20}) (?P<hidden>COMMENT\b|[^\n]{0,500}:noexport:[\w@#%:]{0,100}[ \t]*$)?", re.MULTILINE
)
_LINE = re.compile(
    r"""^[ \t]*(?:\#\+begin_(?P<begin>[a-z]{1,20})\b | \#\+end_(?P<end>[a-z]{1,20})\b
                | \#\+(?:bibliography:(?P<names>[^\n]*) | \w) | (?P<comment>\#(?=\s|$)))[^\n]*""",
    re.MULTILINE | re.VERBOSE | re.IGNORECASE,
)
# Blocks without prose; older files name the language of an export block: #+begin_latex.
_BLOCKS: dict[str, RegionKind] = {
    "comment": "comment",
    **dict.fromkeys(("src", "example", "export", "latex", "html", "ascii", "beamer"), "code"),
}
_QUOTES = frozenset({"quote", "verse"})
# Mathematics ends before the paragraph does and is not nested; an environment may have empty lines.
_INLINE = r"[^\\\n$]|\n(?![ \t]*+[\r\n])"
_MATH = re.compile(
    rf"""(?<!\\)\\\[(?:{_INLINE}|\$|\\(?:\\|(?![\[\]])))*+\\\]
    | (?<!\\)\\\((?:{_INLINE}|\$|\\(?:\\|(?![()])))*+\\\)
    | (?<![\w\\$])\$\$(?:{_INLINE}|\\.)++\$\$
    | (?<![\w\\$])\$(?![\s$])(?:{_INLINE}|\\.)++(?<!\s)\$(?![\w$])
    | \\begin\{{(?P<env>(?:equation|align(?:at)?|flalign|gather|multline|eqnarray|d?math|displaymath)\*?)\}}
      (?:[^\\]|\\(?!(?:begin|end)\{{(?P=env)\}}))*+\\end\{{(?P=env)\}}""",
    re.VERBOSE,
)
_CODE = re.compile(r"(?<![\w~=])([~=])(?![\s~=])[^\n~=]{1,200}(?<!\s)\1(?![\w~=])")
_NOTE = re.compile(r"\[fn:(?P<label>[\w-]{0,60})(?P<content>:(?:[^\[\]\n]|\[[^\[\]\n]{0,200}\]){0,2000})?\]")
_LINK = re.compile(r"\[\[(https?://[^\s\[\]]{1,2000})\](?:\[([^\[\]\n]{1,300})\])?\]")
_FILE = re.compile(r"\"[^\"]{1,200}\"|\S[^\"]{0,200}\.(?:bib|json)\b|\S{1,200}")  # its name may have spaces
# A link of org-ref, or LaTeX.
_FILES = re.compile(
    r"(?:(?<![\w#+])bibliography:|\\(?:bibliography|addbibresource)(?:\[[^\[\]]{0,100}\])?\{)([\w./~, -]{1,200})"
)


def find_org_parts(text: str) -> MarkupParts:
    """Find settings and blocks first: what they hide is no title, link or note."""
    parts = MarkupParts()
    names: list[str] = []
    ends: dict[str, list[re.Match[str]]] = defaultdict(list)  # of the blocks by name, the last one first
    lines = list(_LINE.finditer(text))
    for line in reversed(lines):
        if line["end"]:
            ends[line["end"].lower()].append(line)
    at = 0
    for line in lines:
        if line.start() < at:
            continue
        stop = line.end()
        kind: RegionKind = "comment" if line["comment"] else "metadata"
        names += _FILE.findall(line["names"] or "")[:1]  # a style may follow
        if name := (line["begin"] or "").lower():
            while ends[name] and ends[name][-1].start() < line.start():
                ends[name].pop()
            if name in _BLOCKS and ends[name]:
                stop, kind = ends[name][-1].end(), _BLOCKS[name]
            elif name in _QUOTES and ends[name]:
                parts.quotes.append(Span(stop, ends[name][-1].start()))
        parts.hide(kind, line.start(), stop)
        at = stop
    comments = [region.span for region in parts.hidden if region.kind == "comment"]
    files = (found for found in _FILES.finditer(text) if not is_inside(found.start(), comments))
    names += (name.strip() for found in files for name in found[1].split(","))
    unprinted = list(_find_unprinted(text, [region.span for region in parts.hidden]))  # settings there still count
    printed = [region for region in parts.hidden if not is_inside(region.span.start, unprinted)]
    parts.hidden = sorted([*printed, *(Region("comment", span) for span in unprinted)], key=attrgetter("span"))
    parts.inline += [Region("math", Span(*found.span())) for found in _MATH.finditer(text)]
    parts.inline += [Region("code", Span(*found.span())) for found in _CODE.finditer(text)]
    for link in _LINK.finditer(text):
        _add_link(parts, link)
    parts.marks += (note for note in _find_org_notes(text) if not is_inside(note.span.start, comments))
    name_bibliography(parts, names)
    return parts


def _find_unprinted(text: str, hidden: list[Span]) -> Iterator[Span]:
    """Yield the sections that are not exported, up to the next title of their level."""
    start, level = 0, 0
    for title in _TITLE.finditer(text):
        depth = len(title["stars"])
        if is_inside(title.start(), hidden):
            continue
        if level and depth <= level:
            yield Span(start, title.start())
            level = 0
        if not level and title["hidden"]:
            start, level = title.start(), depth
    if level:
        yield Span(start, len(text))


def _find_org_notes(text: str) -> Iterator[Mark]:
    for found in _NOTE.finditer(text):
        whole, content = Span(*found.span()), found["content"]
        if content:
            yield Mark("inline-note", whole, found["label"], Span(found.start("content") + 1, found.end() - 1))
        elif found["label"] and text[found.start() - 1 : found.start()] in {"", "\n"}:
            end = text.find("\n\n", found.end())
            yield Mark("definition", Span(found.start(), end if end >= 0 else len(text)), found["label"])
        elif found["label"]:
            yield Mark("note", whole, found["label"])


def _add_link(parts: MarkupParts, found: re.Match[str]) -> None:
    """Add a link; without a label its address is the text."""
    shown = 2 if found[2] else 1
    parts.inline.append(Region("url" if found[2] else "markup", Span(found.start(), found.start(shown))))
    parts.inline.append(Region("markup", Span(found.end(shown), found.end())))
    if found[2]:
        parts.marks.append(Mark("link", Span(*found.span()), found[1], Span(*found.span(2))))
