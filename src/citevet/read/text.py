"""Plain text: paragraphs at blank lines, titles, list items, and quoted lines. Of Org files, what is not prose."""

import re
from collections import defaultdict
from collections.abc import Iterator

from citevet.model import Block, Document, Region, RegionKind, Span
from citevet.read.regions import merge_regions

# A paragraph is a run of lines that are not blank.
_LINE = r"(?<![^\r\n])"  # a carriage return alone ends a line too, which `^` does not match
_PARAGRAPH = re.compile(_LINE + r"[^\S\r\n]*\S[^\r\n]*(?:\r?\n|\r)?(?:[^\S\r\n]*\S[^\r\n]*(?:\r?\n|\r)?)*")
_START = re.compile(_LINE + r"[^\S\r\n]*(?:[-*•‣◦]|\(?\d{1,3}[.)]|(?P<heading>#{1,6}))[^\S\r\n]+(?=\S)")
_END, _WITHIN_LINE = re.compile(r"[\r\n]"), re.compile(r"[^\r\n]")
_UNDERLINED = re.compile(r"[^\r\n]+(?:\r\n|\r|\n)[^\S\r\n]*(?:=+|-+|~+)[^\S\r\n]*(?=[\r\n]|\Z)")
# Org
_ORG_LINE = re.compile(
    r"""^(?:(?P<stars>\*{1,6})(?=[ ])
    | [ \t]*(?:\#\+begin_(?P<begin>[a-z]{1,20})\b | \#\+end_(?P<end>[a-z]{1,20})\b | \#\+\w
              | (?P<comment>\#(?=\s|$))))
    [^\n]*""",
    re.MULTILINE | re.VERBOSE | re.IGNORECASE,
)
# Blocks without prose; older files name the language of an export block: #+begin_latex.
_ORG_BLOCKS: dict[str, RegionKind] = {
    "comment": "comment",
    **dict.fromkeys(("src", "example", "export", "latex", "html", "ascii", "beamer"), "code"),
}
# Mathematics ends before the paragraph does and is not nested; an environment may have empty lines.
_INLINE = r"[^\\\n$]|\n(?![ \t]*+[\r\n])"
_ORG_MATH = re.compile(
    rf"""(?<!\\)\\\[(?:{_INLINE}|\$|\\(?:\\|(?![\[\]])))*+\\\]
    | (?<!\\)\\\((?:{_INLINE}|\$|\\(?:\\|(?![()])))*+\\\)
    | (?<![\w\\$])\$\$(?:{_INLINE}|\\.)++\$\$
    | (?<![\w\\$])\$(?![\s$])(?:{_INLINE}|\\.)++(?<!\s)\$(?![\w$])
    | \\begin\{{(?P<env>(?:equation|align(?:at)?|flalign|gather|multline|eqnarray|d?math|displaymath)\*?)\}}
      (?:[^\\]|\\(?!(?:begin|end)\{{(?P=env)\}}))*+\\end\{{(?P=env)\}}""",
    re.VERBOSE,
)

# Citations by key in Org (cite:kim) and reStructuredText (:cite:t:`kim`).
_KEYED = re.compile(r"(?<![\w:\[])(?:cite[a-z]{0,12}:(?=\w)|:cite(?::\w{1,12})?:`)[\w,:;&+-]{1,40}`?")
_MARKUP = (".org", ".rst")


def read(text: str, path: str) -> Document:
    """Read plain text; a blank line, or a bullet, number or # at a line's start, begins a paragraph."""
    is_org = path.lower().endswith(".org")
    shown, hidden = _mask_org(text) if is_org else (text, [])
    blocks: list[Block] = []
    for found in _PARAGRAPH.finditer(shown):
        blocks += _split_blocks(shown, found.start(), found.end())
    starts = [Region("markup", Span(*found.span()).trim(shown)) for found in _START.finditer(shown)]
    math = [Region("math", Span(*found.span())) for found in _ORG_MATH.finditer(shown)] if is_org else []
    regions = tuple(merge_regions(hidden, starts + math, len(text)))
    return Document(path, "text", text, blocks=tuple(blocks), regions=regions, notes=tuple(_note_keys(shown, path)))


def _note_keys(text: str, path: str) -> Iterator[str]:
    """Say that citations by key are left out, in formats that are read as plain text."""
    keyed = [found[0] for found in _KEYED.finditer(text)] if path.lower().endswith(_MARKUP) else []
    if keyed:
        ending, first = path.rpartition(".")[2].lower(), keyed[0].rstrip(",:;")
        yield f".{ending} files are read as plain text: citations by key, such as {first}, were not read ({len(keyed)})"


def _split_blocks(text: str, start: int, end: int) -> Iterator[Block]:
    starts = list(_START.finditer(text, start, end))
    yield from _split_title(text, start, starts[0].start() if starts else end)
    for found, stop in zip(starts, [*(each.start() for each in starts), end][1:], strict=True):
        if found["heading"]:
            line = _END.search(text, found.end(), stop)
            title = line.start() if line else stop
            yield Block("heading", Span(found.end(), title).trim(text), level=len(found["heading"]))
            yield from _split_title(text, title, stop)
        elif span := Span(found.end(), stop).trim(text):
            yield Block("item", span, level=1)


def _split_title(text: str, start: int, end: int) -> Iterator[Block]:
    """Yield a paragraph, and before it its underlined title."""
    span = Span(start, end).trim(text)
    title = _UNDERLINED.match(text, span.start, span.end)
    if title:
        yield Block("heading", Span(*title.span()).trim(text), level=1)
        span = Span(title.end(), span.end).trim(text)
    if span:
        quoted = all(line.lstrip().startswith(">") for line in span.of(text).splitlines())
        yield Block("paragraph", span, quoted=quoted)


def _mask_org(text: str) -> tuple[str, list[Region]]:
    """Return the text with spaces in place of all that is not prose, # in place of stars, and the hidden parts."""
    hidden = list(_find_hidden(text))
    pieces, at = [], 0
    for region in hidden:
        pieces += [_mark_headings(text[at : region.span.start]), _WITHIN_LINE.sub(" ", region.span.of(text))]
        at = region.span.end
    return "".join([*pieces, _mark_headings(text[at:])]), hidden


def _find_hidden(text: str) -> Iterator[Region]:
    ends: dict[str, list[re.Match[str]]] = defaultdict(list)  # of the blocks by name, the last one first
    lines = list(_ORG_LINE.finditer(text))
    for line in reversed(lines):
        if line["end"]:
            ends[line["end"].lower()].append(line)
    at = 0
    for line in lines:
        if line.start() < at or line["stars"]:
            continue
        stop = line.end()
        kind: RegionKind = "comment" if line["comment"] else "metadata"
        if name := (line["begin"] or "").lower():
            while ends[name] and ends[name][-1].start() < line.start():
                ends[name].pop()
            if name in _ORG_BLOCKS and ends[name]:
                stop, kind = ends[name][-1].end(), _ORG_BLOCKS[name]
        yield Region(kind, Span(line.start(), stop))
        at = stop


def _mark_headings(text: str) -> str:
    return _ORG_LINE.sub(lambda line: "#" * len(line["stars"] or "") + line[0][len(line["stars"] or "") :], text)
