"""reStructuredText: directives, labels, block quotations, inline code and mathematics, and links."""

import re
from collections.abc import Iterator

from citevet.model import DocumentLink, Mark, Region, RegionKind, Span
from citevet.patterns import lazy_pattern
from citevet.read.light_markup.lines import LINE, name_bibliography
from citevet.read.regions import MarkupParts
from citevet.records import dataclass, field
from citevet.tables import read_words

_NAME = re.compile(r"[^\s,;\"']{1,200}")
_EXPLICIT = re.compile(
    r"""[ \t]*\.\.(?!\S)(?:[ \t]+(?:\[(?P<label>\#?[\w.:+-]{0,60})\][ \t]* | (?P<target>_[^\n]*?:(?=\s))
    | (?P<directive>[\w:.+-]{1,60})::(?P<given>[^\n]*)))?""",
    re.VERBOSE,
)
_OPTION = re.compile(r"[ \t]+:[\w -]{1,40}:")
# Directives whose content is prose, with a title or the first words on their line.
_PROSE = read_words("""note warning tip hint important caution danger error attention admonition seealso topic
    sidebar epigraph highlights pull-quote rubric versionadded versionchanged deprecated centered list-table table""")
_QUOTES = frozenset({"epigraph", "pull-quote"})
_ITEM = re.compile(r"(?:[-*+•|]|\(?(?:\d{1,3}|[A-Za-z]|\#)[.)]|:[^:\s][^:\n]{0,40}:)(?=\s|\Z)")
_CAPTIONED = frozenset({"figure", "container", "compound", "glossary"})  # likewise, with a setting on their line
_INLINE = re.compile(
    r"(?P<markup>(?:(?<=\[\d\])|(?<=\[\d\d\])|(?<=\[\d\d\d\]))_(?!\w))|(?P<math>:math:`[^`]{1,1000}`)|``[^`\n]{1,300}(?:`[^`\n]{1,300}){0,9}``"
)


@dataclass(slots=True)
class _Walker:
    """Walks through the lines; the lines below a directive or label that are indented more belong to it."""

    found: MarkupParts = field(default_factory=MarkupParts)
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
            elif self.kind or _OPTION.match(line[0]):
                self.found.hide(self.kind or "metadata", *line.span())
            elif self.may_quote:
                self.found.quotes.append(Span(*line.span()))
            return
        self.end_entry()
        explicit = _EXPLICIT.match(line[0])
        self.indent, self.kind = (indent, "code") if explicit or words.endswith("::") else (None, None)
        if explicit:
            self._read_explicit(explicit, line, end)
        else:
            self._read_prose(line, words, indent)

    def _read_prose(self, line: re.Match[str], words: str, indent: int) -> None:
        """Take an indented line below an empty one as a block quotation."""
        is_quote = bool(words and indent and self.may_quote and self.before != "text")
        if is_quote:
            self.found.quotes.append(Span(*line.span()))
        elif words:
            self.may_quote = not indent and not _ITEM.match(words)
        self.before = "quote" if is_quote else "text" if words else ""

    def _read_explicit(self, found: re.Match[str], line: re.Match[str], end: int) -> None:
        """Read the line of a label, a target, a directive or a comment."""
        name, at = found["directive"], line.start()
        self.kind, self.may_quote = None, name in _QUOTES
        if found["label"]:
            self.entry = found["label"], Span(at, end)
            self.found.hide("markup", at, at + found.start("label") - 1)
        elif found["target"]:
            self.found.hide("markup", at, at + found.end())
        elif name in _PROSE:
            self.found.hide("markup", at, at + found.start("given"))
        elif name in _CAPTIONED:
            self.found.hide("metadata", *line.span())
        else:
            self.kind = "math" if name == "math" else "code" if name else "comment"
            self.found.hide(self.kind, *line.span())
            self.names += _NAME.findall(found["given"]) if name == "bibliography" else []

    def end_entry(self) -> None:
        """Add the entry of a label; numbers that docutils gives itself are no labels."""
        if self.entry and not self.entry[0].startswith("#"):
            self.found.marks.append(Mark("entry", self.entry[1], self.entry[0]))
        self.entry = None


def find_rst_parts(text: str) -> MarkupParts:
    """Find what directives, labels and indents make of each line, and inline code and mathematics."""
    walker = _Walker()
    for line in LINE.finditer(text):
        walker.read_line(line)
    walker.end_entry()
    for found in _INLINE.finditer(text):
        kind: RegionKind = "markup" if found["markup"] else "math" if found["math"] else "code"
        walker.found.inline.append(Region(kind, Span(*found.span())))
    name_bibliography(walker.found, walker.names)
    return walker.found


# Links


# Directives whose content is not markup: of docutils, of Sphinx, and of its extensions that draw or run code.
_CODE = read_words("""code code-block sourcecode highlight parsed-literal raw math doctest testcode testoutput testsetup
    prompt graphviz digraph graph uml plantuml mermaid ipython plot jupyter-execute csv-table productionlist""")
_ANY_LINE = lazy_pattern(r"^([ \t]*)(\S[^\n]*)?(?:\n|\Z)", re.MULTILINE)
_BEGUN = lazy_pattern(r"\.\.(?:[ \t]+(?:\|[^|\n]{1,100}\|[ \t]+)?(?P<directive>[\w:.+-]{1,60})::)?(?=\s|\Z)")
_MARKED = lazy_pattern(r"\.\.[ \t]+(?:_|\[|__)")  # a target, a footnote or a citation, and no comment
_LITERAL = lazy_pattern(r"``[^\n]{1,1000}?``")
# `text <target>`_ and `__`; a target may be broken over lines.
_EMBEDDED = lazy_pattern(r"(?<![\w`:])`(?:[^`<>\\]|\\.){0,400}?<([^<>`]{1,2000})>`__?(?!\w)")
_TARGET = lazy_pattern(
    r"^[ \t]*(?:\.\.[ \t]+_(?:`[^`\n]{1,200}`|_|(?:[^:`\n\\]|\\.|:(?!\s)){1,200}):|__)[ \t]+(\S[^\n]*)$", re.MULTILINE
)
_ROLE = lazy_pattern(r":(?:doc|download):`(?:[^`<>]{0,400}<([^<>`]{1,500})>|([^`<>]{1,500}))`")
_DIRECTIVE = lazy_pattern(
    r"^[ \t]*\.\.[ \t]+(?:\|[^|\n]{1,100}\|[ \t]+)?(image|figure|include|literalinclude)::[ \t]+(\S[^\n]*)$",
    re.MULTILINE,
)
_LEADS_TO = lazy_pattern(r"^[ \t]+:target:[ \t]+(\S[^\n]*)$", re.MULTILINE)
_BLANKS = lazy_pattern(r"\s+")


def list_rst_links(text: str) -> Iterator[DocumentLink]:
    """Yield the links to pages and files; names of other places of the text are no addresses."""
    shown = _LITERAL.sub(lambda found: " " * len(found[0]), _mask_code(text))
    for pattern in (_EMBEDDED, _TARGET, _LEADS_TO, _ROLE):
        for found in pattern.finditer(shown):
            target = _BLANKS.sub("", found[1] or found[found.lastindex or 1])
            is_name = target.endswith("_") and not target.endswith("\\_")  # of another target
            if not is_name:
                yield DocumentLink("link", Span(*found.span()), target.replace("\\_", "_"))
    for found in _DIRECTIVE.finditer(shown):
        is_image = found[1] in {"image", "figure"}
        yield DocumentLink("image" if is_image else "resource", Span(*found.span()), found[2].strip())


def _mask_code(text: str) -> str:
    """Return the text with blanks in place of code and comments: the lines that are indented more than their first."""
    parts, indent = list[str](), -1  # of what begins the code
    for line in _ANY_LINE.finditer(text):
        if not line[0]:
            break
        words, depth = line[2], len(line[1].expandtabs())
        if words and depth <= indent:
            indent = -1
        if indent >= 0:
            parts.append(" " * (len(line[0]) - line[0].endswith("\n")) + "\n" * line[0].endswith("\n"))
            continue
        parts.append(line[0])
        if words:
            explicit = None if _MARKED.match(words) else _BEGUN.match(words)
            is_comment = explicit is not None and not explicit["directive"]
            is_code = explicit is not None and explicit["directive"] in _CODE
            if is_comment or is_code or (explicit is None and words.rstrip().endswith("::")):
                indent = depth
                parts[-1] = " " * len(line[0].rstrip("\n")) + "\n" * line[0].endswith("\n") if is_comment else line[0]
    return "".join(parts)
