"""Light markup: Org, reStructuredText, AsciiDoc and Typst, read as plain text without code, comments and settings."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter

from citevet.model import Document, Mark, Region, RegionKind, Span
from citevet.model.document import is_inside, replace_spans
from citevet.read.regions import MarkupParts, merge_regions
from citevet.read.text import find_blocks, find_starts, hide_regions
from citevet.read.typst import find_typst_parts
from citevet.records import dataclass, field
from citevet.text.tables import read_words

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_NAME = re.compile(r"[^\s,;\"']{1,200}")
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


# Org

_STARS = re.compile(r"^\*{1,6}(?= )", re.MULTILINE)
_ORG_TITLE = re.compile(
    r"^(?P<stars>\*{1,20}) (?P<hidden>COMMENT\b|[^\n]{0,500}:noexport:[\w@#%:]{0,100}[ \t]*$)?", re.MULTILINE
)
_ORG_LINE = re.compile(
    r"""^[ \t]*(?:\#\+begin_(?P<begin>[a-z]{1,20})\b | \#\+end_(?P<end>[a-z]{1,20})\b
                | \#\+(?:bibliography:(?P<names>[^\n]*) | \w) | (?P<comment>\#(?=\s|$)))[^\n]*""",
    re.MULTILINE | re.VERBOSE | re.IGNORECASE,
)
# Blocks without prose; older files name the language of an export block: #+begin_latex.
_ORG_BLOCKS: dict[str, RegionKind] = {
    "comment": "comment",
    **dict.fromkeys(("src", "example", "export", "latex", "html", "ascii", "beamer"), "code"),
}
_ORG_QUOTES = frozenset({"quote", "verse"})
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
_ORG_CODE = re.compile(r"(?<![\w~=])([~=])(?![\s~=])[^\n~=]{1,200}(?<!\s)\1(?![\w~=])")
_ORG_NOTE = re.compile(r"\[fn:(?P<label>[\w-]{0,60})(?P<content>:(?:[^\[\]\n]|\[[^\[\]\n]{0,200}\]){0,2000})?\]")
_ORG_LINK = re.compile(r"\[\[(https?://[^\s\[\]]{1,2000})\](?:\[([^\[\]\n]{1,300})\])?\]")
_ORG_FILE = re.compile(r"\"[^\"]{1,200}\"|\S[^\"]{0,200}\.(?:bib|json)\b|\S{1,200}")  # its name may have spaces
# A link of org-ref, or LaTeX.
_ORG_FILES = re.compile(
    r"(?:(?<![\w#+])bibliography:|\\(?:bibliography|addbibresource)(?:\[[^\[\]]{0,100}\])?\{)([\w./~, -]{1,200})"
)


def _find_org_parts(text: str) -> MarkupParts:
    parts = MarkupParts()
    names: list[str] = []
    ends: dict[str, list[re.Match[str]]] = defaultdict(list)  # of the blocks by name, the last one first
    lines = list(_ORG_LINE.finditer(text))
    for line in reversed(lines):
        if line["end"]:
            ends[line["end"].lower()].append(line)
    at = 0
    for line in lines:
        if line.start() < at:
            continue
        stop = line.end()
        kind: RegionKind = "comment" if line["comment"] else "metadata"
        names += _ORG_FILE.findall(line["names"] or "")[:1]  # a style may follow
        if name := (line["begin"] or "").lower():
            while ends[name] and ends[name][-1].start() < line.start():
                ends[name].pop()
            if name in _ORG_BLOCKS and ends[name]:
                stop, kind = ends[name][-1].end(), _ORG_BLOCKS[name]
            elif name in _ORG_QUOTES and ends[name]:
                parts.quotes.append(Span(stop, ends[name][-1].start()))
        parts.hide(kind, line.start(), stop)
        at = stop
    comments = [region.span for region in parts.hidden if region.kind == "comment"]
    files = (found for found in _ORG_FILES.finditer(text) if not is_inside(found.start(), comments))
    names += (name.strip() for found in files for name in found[1].split(","))
    unprinted = list(_find_unprinted(text, [region.span for region in parts.hidden]))  # settings there still count
    printed = [region for region in parts.hidden if not is_inside(region.span.start, unprinted)]
    parts.hidden = sorted([*printed, *(Region("comment", span) for span in unprinted)], key=attrgetter("span"))
    parts.inline += [Region("math", Span(*found.span())) for found in _ORG_MATH.finditer(text)]
    parts.inline += [Region("code", Span(*found.span())) for found in _ORG_CODE.finditer(text)]
    for link in _ORG_LINK.finditer(text):
        _add_link(parts, link)
    parts.marks += (note for note in _find_org_notes(text) if not is_inside(note.span.start, comments))
    _name_bibliography(parts, names)
    return parts


def _find_unprinted(text: str, hidden: list[Span]) -> Iterator[Span]:
    """Yield the sections that are not exported, up to the next title of their level."""
    start, level = 0, 0
    for title in _ORG_TITLE.finditer(text):
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
    for found in _ORG_NOTE.finditer(text):
        whole, content = Span(*found.span()), found["content"]
        if content:
            yield Mark("inline-note", whole, found["label"], Span(found.start("content") + 1, found.end() - 1))
        elif found["label"] and text[found.start() - 1 : found.start()] in {"", "\n"}:
            end = text.find("\n\n", found.end())
            yield Mark("definition", Span(found.start(), end if end >= 0 else len(text)), found["label"])
        elif found["label"]:
            yield Mark("note", whole, found["label"])


# reStructuredText

_RST_EXPLICIT = re.compile(
    r"""[ \t]*\.\.(?!\S)(?:[ \t]+(?:\[(?P<label>\#?[\w.:+-]{0,60})\][ \t]* | (?P<target>_[^\n]*?:(?=\s))
    | (?P<directive>[\w:.+-]{1,60})::(?P<given>[^\n]*)))?""",
    re.VERBOSE,
)
_RST_OPTION = re.compile(r"[ \t]+:[\w -]{1,40}:")
# Directives whose content is prose, with a title or the first words on their line.
_RST_PROSE = read_words("""note warning tip hint important caution danger error attention admonition seealso topic
    sidebar epigraph highlights pull-quote rubric versionadded versionchanged deprecated centered list-table table""")
_RST_QUOTES = frozenset({"epigraph", "pull-quote"})
_RST_ITEM = re.compile(r"(?:[-*+•|]|\(?(?:\d{1,3}|[A-Za-z]|\#)[.)]|:[^:\s][^:\n]{0,40}:)(?=\s|\Z)")
_RST_CAPTIONED = frozenset({"figure", "container", "compound", "glossary"})  # likewise, with a setting on their line
_RST_INLINE = re.compile(
    r"(?P<markup>(?:(?<=\[\d\])|(?<=\[\d\d\])|(?<=\[\d\d\d\]))_(?!\w))|(?P<math>:math:`[^`]{1,1000}`)|``[^`\n]{1,300}(?:`[^`\n]{1,300}){0,9}``"
)
_RST_RULE = re.compile(r"^([!-/:-@\[-`{-~])\1{2,}[ \t]*$", re.MULTILINE)


@dataclass(slots=True)
class _RstWalker:
    """Walks through the lines; the lines below a directive or label that are indented more belong to it."""

    parts: MarkupParts = field(default_factory=MarkupParts)
    names: list[str] = field(default_factory=list)  # of bibliographies
    indent: int | None = None  # of the directive or label above
    kind: RegionKind | None = None  # what the lines below it are, if they are not prose
    entry: tuple[str, Span] | None = None  # the label above, and its text so far
    before: str = ""  # what the line above is: nothing, "text", "quote"
    may_quote: bool = False  # whether indented lines are a quotation: below a paragraph, not below an item or a term

    def read_line(self, line: re.Match[str]) -> None:
        words, end = line[0].strip(), line.start() + len(line[0].rstrip())
        indent = len(line[0]) - len(line[0].lstrip())
        if self.indent is not None and (not words or indent > self.indent):
            if self.entry and words:
                self.entry = self.entry[0], Span(self.entry[1].start, end)
            elif self.kind or _RST_OPTION.match(line[0]):
                self.parts.hide(self.kind or "metadata", *line.span())
            elif self.may_quote:
                self.parts.quotes.append(Span(*line.span()))
            return
        self.end_entry()
        explicit = _RST_EXPLICIT.match(line[0])
        self.indent, self.kind = (indent, "code") if explicit or words.endswith("::") else (None, None)
        if explicit:
            self._read_explicit(explicit, line, end)
        else:
            self._read_prose(line, words, indent)

    def _read_prose(self, line: re.Match[str], words: str, indent: int) -> None:
        """Take an indented line below an empty one as a block quotation."""
        is_quote = bool(words and indent and self.may_quote and self.before != "text")
        if is_quote:
            self.parts.quotes.append(Span(*line.span()))
        elif words:
            self.may_quote = not indent and not _RST_ITEM.match(words)
        self.before = "quote" if is_quote else "text" if words else ""

    def _read_explicit(self, found: re.Match[str], line: re.Match[str], end: int) -> None:
        """Read the line of a label, a target, a directive or a comment."""
        name, at = found["directive"], line.start()
        self.kind, self.may_quote = None, name in _RST_QUOTES
        if found["label"]:
            self.entry = found["label"], Span(at, end)
            self.parts.hide("markup", at, at + found.start("label") - 1)
        elif found["target"]:
            self.parts.hide("markup", at, at + found.end())
        elif name in _RST_PROSE:
            self.parts.hide("markup", at, at + found.start("given"))
        elif name in _RST_CAPTIONED:
            self.parts.hide("metadata", *line.span())
        else:
            self.kind = "math" if name == "math" else "code" if name else "comment"
            self.parts.hide(self.kind, *line.span())
            self.names += _NAME.findall(found["given"]) if name == "bibliography" else []

    def end_entry(self) -> None:
        """Add the entry of a label; numbers that docutils gives itself are no labels."""
        if self.entry and not self.entry[0].startswith("#"):
            self.parts.marks.append(Mark("entry", self.entry[1], self.entry[0]))
        self.entry = None


def _find_rst_parts(text: str) -> MarkupParts:
    walker = _RstWalker()
    for line in _LINE.finditer(text):
        walker.read_line(line)
    walker.end_entry()
    for found in _RST_INLINE.finditer(text):
        kind: RegionKind = "markup" if found["markup"] else "math" if found["math"] else "code"
        walker.parts.inline.append(Region(kind, Span(*found.span())))
    _name_bibliography(walker.parts, walker.names)
    return walker.parts


def _unify_rules(text: str) -> str:
    """Return the text with = below titles, whatever the sign, and without the lines above them."""
    changes, last = list[tuple[Span, str]](), ""
    for line in _LINE.finditer(text):
        rule = _RST_RULE.match(line[0])
        if rule:
            span = Span(line.start(), line.start() + len(line[0].rstrip("\r\n")))
            changes.append((span, (_RULE if last.strip() else " ") * len(span)))
        last = "" if rule else line[0]
    return replace_spans(text, changes)


# AsciiDoc

_EQUALS = re.compile(r"^={1,6}(?= )", re.MULTILINE)
_ADOC_FENCE = re.compile(r"-{4,}|\.{4,}|\+{4,}|/{4,}|`{3}")
_ADOC_SETTING = re.compile(
    r""":!?[\w-]{1,60}!?:(?=\s|$) | //(?!/) | \[[^\[\]]*\]$ | \[\[[^\[\]]*\]\]$
    | (?:include|image|video|ifdef|ifndef|endif|toc|ifeval)::""",
    re.VERBOSE,
)
_ADOC_QUOTE = re.compile(r"^(?:(?P<fence>_{4,})|\[(?:quote|verse)\b[^\n]{0,300}\])[ \t]*$", re.MULTILINE)
_ADOC_FILES = re.compile(r"^:bibtex-file:[ \t]*(\S{1,200})", re.MULTILINE)
_ADOC_INLINE = re.compile(r"(?P<math>(?:stem|latexmath|asciimath):\[(?:[^\]\\\n]|\\.){1,1000}\])|`[^`\n]{1,300}`")
_ADOC_NOTE = re.compile(r"footnote(?:ref)?:[\w-]{0,60}\[((?:[^\[\]\n]|\[[^\[\]\n]{0,300}\]){1,2000})\]")
_ADOC_LINK = re.compile(r"(?:link:)?(https?://[^\s\[\]<>\"]{1,2000})\[([^\[\]\n]{0,300})\]")
_ADOC_ENTRY = re.compile(r"^(?:[*-][ \t]+)?\[\[\[([\w:.+-]{1,60})(?:,[^\[\]\n]{0,60})?\]\]\][ \t]*", re.MULTILINE)
_ADOC_END = re.compile(r"\n(?=[ \t]*\n|[ \t]*[*-] |\[\[\[)|\Z")


def _find_adoc_parts(text: str) -> MarkupParts:
    parts, fence = MarkupParts(), ""
    for line in _LINE.finditer(text):
        words = line[0].strip()
        if fence:
            parts.hide("comment" if fence[0] == "/" else "code", line.start(), line.end())
            fence = "" if words == fence else fence
        elif opened := _ADOC_FENCE.fullmatch(words) or (_ADOC_FENCE.match(words) if words[:3] == "```" else None):
            fence = opened[0]
            parts.hide("code", line.start(), line.end())
        elif _ADOC_SETTING.match(words) or _ADOC_QUOTE.match(words):
            parts.hide("comment" if words.startswith("//") else "metadata", line.start(), line.end())
    parts.quotes += _find_adoc_quotes(text)
    for found in _ADOC_INLINE.finditer(text):
        parts.inline.append(Region("math" if found["math"] else "code", Span(*found.span())))
    for note in _ADOC_NOTE.finditer(text):
        parts.marks.append(Mark("inline-note", Span(*note.span()), label=Span(*note.span(1))))
    for link in _ADOC_LINK.finditer(text):
        parts.marks.append(Mark("link" if link[2] else "autolink", Span(*link.span()), link[1], Span(*link.span(2))))
        shown = Span(*link.span(2))
        parts.inline += Region("url", Span(link.start(), shown.start)), Region("markup", Span(shown.end, link.end()))
    for entry in _ADOC_ENTRY.finditer(text):
        end = _ADOC_END.search(text, entry.end())
        parts.marks.append(Mark("entry", Span(entry.start(), end.start() if end else len(text)), entry[1]))
    _name_bibliography(parts, [found[1] for found in _ADOC_FILES.finditer(text)])
    return parts


def _find_adoc_quotes(text: str) -> Iterator[Span]:
    """Yield what is between two lines of ____, and the paragraph below [quote]."""
    start: int | None = None
    for found in _ADOC_QUOTE.finditer(text):
        if found["fence"] and start is not None:
            yield Span(start, found.start())
            start = None
        elif found["fence"]:
            start = found.end()
        elif start is None:
            end = text.find("\n\n", found.end())
            yield Span(found.end(), end if end >= 0 else len(text))


def _add_link(parts: MarkupParts, found: re.Match[str]) -> None:
    """Add a link; without a label its address is the text."""
    shown = 2 if found[2] else 1
    parts.inline.append(Region("url" if found[2] else "markup", Span(found.start(), found.start(shown))))
    parts.inline.append(Region("markup", Span(found.end(shown), found.end())))
    if found[2]:
        parts.marks.append(Mark("link", Span(*found.span()), found[1], Span(*found.span(2))))


def _name_bibliography(parts: MarkupParts, names: Iterable[str]) -> None:
    """Name the files of the entries; one in the author's home is not part of the project, and has more."""
    written = [name.strip("\"'") for name in names]
    parts.metadata = {
        "bibliography": [name.lstrip("/") for name in written if name and not name.startswith("~")],
        "has_more_entries": any(name.startswith("~") for name in written),
    }


# File ending → what finds the parts, and the signs before a title; reStructuredText has lines below titles.
_MARKUPS: Mapping[str, tuple[Callable[[str], MarkupParts], re.Pattern[str] | None]] = {
    "org": (_find_org_parts, _STARS),
    "rst": (_find_rst_parts, None),
    **dict.fromkeys(("adoc", "asciidoc"), (_find_adoc_parts, _EQUALS)),
    "typ": (find_typst_parts, _EQUALS),
}
