"""reStructuredText: directives, labels, block quotations, and inline code and mathematics."""

import re

from citevet.model import Mark, Region, RegionKind, Span
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
