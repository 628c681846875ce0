"""Where a walk over LaTeX stands, and what it has found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from re import compile as pattern

from citevet.model import Mark, Region, RegionKind, Span
from citevet.read.latex_blocks import Blocks
from citevet.read.latex_cites import GAP

# What prints nothing is short; what is longer is an unclosed brace, and its inside is walked like any text.
_SHORT = 5000
_PARAMETER = pattern(r"(?:#\d)+|\([lr]{1,2}\)|\\[A-Za-z@]+")


@dataclass(slots=True)
class State:
    """The walk so far."""

    text: str
    pairs: Mapping[int, int]  # offset of an opening brace or bracket to its closing one
    aliases: Mapping[str, str]  # macros of this document that stand for a citation macro
    at: int = 0
    blocks: Blocks = field(default_factory=Blocks)
    regions: list[Region] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    closers: set[int] = field(default_factory=set)  # where the argument of a heading or caption ends
    entry: tuple[Span, str] | None = None  # the \bibitem that is open, and its key

    def hide(self, start: int, end: int, kind: RegionKind = "markup") -> None:
        """Take a stretch out of the prose, and go on behind it."""
        if end > start:
            self.regions.append(Region(kind, Span(start, end)))
        self.at = end

    def silence(self, macro: Span, braces: int, *, defines: bool = False) -> None:
        """Take a macro with its arguments out of the prose, unless something is cited in them."""
        end = self.arguments(macro.end, braces)
        keep = end - macro.end > _SHORT or (not defines and "cite" in self.text[macro.end : end])
        self.untie(macro.start)
        self.hide(macro.start, macro.end if keep else end)

    def untie(self, at: int) -> None:
        """Hide the tie that holds a citation or cross-reference to its word: it goes when they go."""
        if self.text[at - 1 : at] == "~":
            self.hide(at - 1, at)

    def option(self, at: int) -> int:
        """Return the end of a short [option] at an offset, or the offset."""
        if self.text[at : at + 1] != "[" or not at < self.pairs.get(at, at) < at + _SHORT:
            return at
        return at if "cite" in self.text[at : self.pairs[at]] else self.pairs[at] + 1

    def arguments(self, at: int, braces: int) -> int:
        """Return the end of all [options] and of so many {arguments}."""
        end = at
        while True:
            at = after_gap(self.text, end) if braces else end
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
        """Return the inside of the next argument in braces, past options."""
        at = after_gap(self.text, self.arguments(at, 0))
        return Span(at + 1, self.pairs[at]) if at in self.pairs and self.text[at] == "{" else None


def after_gap(text: str, at: int) -> int:
    """Return the offset behind the white space that may stand between a macro and its arguments."""
    found = GAP.match(text, at)
    return found.end() if found else at
