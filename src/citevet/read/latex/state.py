"""State of a walk over LaTeX: the blocks, regions and marks found so far, and the arguments of macros."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from citevet.model import Block, BlockKind, Mark, Region, RegionKind, Span
from citevet.read.latex.macros import KNOWN_CITES, OwnMacro, call_parts, clean_keys, skip_gap
from citevet.records import dataclass, field
from citevet.tables import read_words

_LISTS = read_words("""itemize enumerate description compactitem compactenum inparaenum inparaitem asparaenum asparaitem
    itemize* enumerate* description* list labeling trivlist tasks questions""")
_QUOTES = read_words("quote quotation verse displayquote displaycquote blockquote epigraphs")
_TABLES = read_words("""tabular tabular* tabularx tabulary tabularray tblr longtblr longtable xltabular supertabular
    NiceTabular array""")
# How far down \end{…} looks for its \begin{…}: LaTeX itself refuses lists more than six deep.
_MAX_NESTING = 50
# Arguments that print nothing are short; a longer one is an unclosed brace, and its inside is read like any text.
_MAX_ARGUMENT = 5000
_PARAMETER = re.compile(r"(?:#\d)+|\([lr]{1,2}\)|\\[A-Za-z@]+")
# Citation macros
_OVERLAY = re.compile(r"<[^<>\r\n]{0,40}>")
_ROUND = re.compile(r"\([^()\r\n]{0,200}\)")
_MAX_KEYS = 20_000  # characters of keys in one call: 500 works; what is longer is an unclosed brace
_MAX_NOTES = 2  # before and after the citation
# A volume in braces comes before the key.
_VOLUME_CITES = read_words("volcite pvolcite fvolcite ftvolcite svolcite tvolcite avolcite Pvolcite Tvolcite Avolcite")


@dataclass(slots=True)
class LatexBlocks:
    """The blocks so far, the environments that are open, and the block that is being filled."""

    done: list[Block] = field(default_factory=list)
    lists: int = 0
    quotes: int = 0
    tables: int = 0
    environments: list[str] = field(default_factory=list)
    start: int | None = None
    last: int = 0  # end of the last thing that the open block prints
    pending: int | None = None  # first macro around words since the last block: the block will start with it
    title: tuple[BlockKind, int] | None = None  # heading or caption, with its level
    words: bool = False
    math: bool = False

    def add_printed(self, span: Span, *, words: bool = False, math: bool = False) -> None:
        """Add printed text to the open block, or open one with it."""
        if self.start is None:
            self.start = span.start if self.pending is None else self.pending
        self.last = span.end
        self.words |= words
        self.math |= math

    def set_pending(self, at: int) -> None:
        """Let the next block start here, if only words follow."""
        if self.pending is None:
            self.pending = at

    def open_title(self, kind: BlockKind, level: int, start: int) -> None:
        """Open the block of a heading or caption."""
        self.flush()
        self.title = kind, level
        self.start = start

    def flush(self, end: int | None = None) -> None:
        """End the block; without a word or a formula, it is dropped."""
        if self.start is not None and (self.words or self.math):
            kind, level = self.title or self._plain_kind()
            self.done.append(Block(kind, Span(self.start, end or self.last), level, self.quotes > 0))
        self.start = self.pending = self.title = None
        self.words = self.math = False

    def add_code(self, span: Span) -> None:
        """Add a block of code."""
        self.flush()
        self.done.append(Block("code", span, quoted=self.quotes > 0))

    def _plain_kind(self) -> tuple[BlockKind, int]:
        if not self.words:
            return "math", 0
        if self.tables:
            return "row", 0
        return ("item", self.lists) if self.lists else ("paragraph", 0)

    def begin(self, name: str) -> None:
        """Enter an environment."""
        self.flush()
        self.environments.append(name)
        self._count(name, 1)

    def end(self, name: str) -> None:
        """Leave an environment and those inside that were never closed; an end without a begin is ignored."""
        self.flush()
        for back in range(1, min(len(self.environments), _MAX_NESTING) + 1):
            if self.environments[-back] == name:
                for closed in self.environments[-back:]:
                    self._count(closed, -1)
                del self.environments[-back:]
                return

    def _count(self, name: str, step: int) -> None:
        self.lists += step * (name in _LISTS)
        self.quotes += step * (name in _QUOTES)
        self.tables += step * (name in _TABLES)


@dataclass(slots=True)
class LatexState:
    """The walk so far."""

    text: str
    pairs: Mapping[int, int]  # offset of an opening brace or bracket to its closing one
    own_macros: Mapping[str, OwnMacro | None]  # that cite; none for those that are only named so
    at: int = 0
    blocks: LatexBlocks = field(default_factory=LatexBlocks)
    regions: list[Region] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    closers: set[int] = field(default_factory=set)  # where the argument of a heading or caption ends
    quoted: int = 0  # the end of the outermost quotation so far
    entry: tuple[Span, str] | None = None  # the \bibitem that is open, and its key

    def hide(self, start: int, end: int, kind: RegionKind = "markup") -> None:
        """Take a stretch out of the prose, and continue after it."""
        if end > start:
            self.regions.append(Region(kind, Span(start, end)))
        self.at = end

    def hide_with_arguments(self, macro: Span, braces: int, *, defines: bool = False) -> None:
        """Take a macro with its arguments out of the prose, unless they cite something."""
        end = self.skip_arguments(macro.end, braces)
        keep = end - macro.end > _MAX_ARGUMENT or (not defines and "cite" in self.text[macro.end : end])
        self.hide_tie(macro.start)
        self.hide(macro.start, macro.end if keep else end)

    def hide_tie(self, at: int) -> None:
        """Hide the ~ that binds a citation or cross-reference to the word before it."""
        if self.text[at - 1 : at] == "~":
            self.hide(at - 1, at)

    def print_quotes(self, words: Span) -> None:
        """Print quotation marks in place of the braces around the words."""
        marks = "“”" if words.start > self.quoted else "‘’"
        self.quoted = max(self.quoted, words.end)
        for at, mark in zip((words.start - 1, words.end), marks, strict=True):
            self.marks.append(Mark("print", Span(at, at + 1), mark))

    def skip_option(self, at: int) -> int:
        """Return the end of a short [option] at an offset, or the offset."""
        if self.text[at : at + 1] != "[" or not at < self.pairs.get(at, at) < at + _MAX_ARGUMENT:
            return at
        return at if "cite" in self.text[at : self.pairs[at]] else self.pairs[at] + 1

    def skip_arguments(self, at: int, braces: int) -> int:
        """Return the end of all [options] and of so many {arguments}."""
        end = at
        while True:
            at = skip_gap(self.text, end) if braces else end
            opener = self.text[at : at + 1]
            if at in self.pairs and (braces or opener == "["):
                end = self.pairs[at] + 1
                braces -= opener == "{"
            elif braces and (word := _PARAMETER.match(self.text, at)):
                end = word.end()
                braces -= word[0][0] == "\\"
            else:
                return end

    def argument(self, at: int) -> Span | None:
        """Return the inside of the next argument in braces, after any options."""
        at = skip_gap(self.text, self.skip_arguments(at, 0))
        return Span(at + 1, self.pairs[at]) if at in self.pairs and self.text[at] == "{" else None

    def citation_calls(self, macro: Span, name: str) -> list[Mark]:
        """Return a mark per group of keys of a citation macro; none where no keys follow."""
        at = skip_gap(self.text, macro.end)
        for optional in (_OVERLAY, _ROUND, _ROUND):
            if found := optional.match(self.text, at):
                at = found.end()
        plain = name.removesuffix("*")
        if plain in _VOLUME_CITES:
            for opener in "[{":  # [pre]{volume}
                if self.text[at : at + 1] == opener and at in self.pairs:
                    at = self.pairs[at] + 1
        groups = self._key_groups(macro.start, at, name)
        return list(groups if plain.endswith("cites") else islice(groups, 1))

    def _key_groups(self, start: int, at: int, name: str) -> Iterator[Mark]:
        """Yield a mark per [pre][post]{keys} for as long as they follow one another; the first begins at `start`."""
        text, pairs = self.text, self.pairs
        while True:
            notes: list[str] = []
            while len(notes) < _MAX_NOTES and text[at : at + 1] == "[" and at in pairs:
                notes.append(text[at + 1 : pairs[at]].strip())
                at = skip_gap(text, pairs[at] + 1)
            if text[at : at + 1] != "{" or not at < pairs.get(at, at) <= at + _MAX_KEYS:
                return
            keys = Span(at + 1, pairs[at])
            target = clean_keys(keys.of(text), known=name.removesuffix("*") in KNOWN_CITES)
            if not target:
                return
            yield Mark("cite", Span(start, pairs[at] + 1), target, keys, call_parts(name, notes))
            start = at = skip_gap(text, pairs[at] + 1)
