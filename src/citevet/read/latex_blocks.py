"""Where one block of a LaTeX text ends and the next begins."""

from dataclasses import dataclass, field

from citevet.model import Block, BlockKind, Span
from citevet.read.latex_macros import LISTS, QUOTES, TABLES

# How far down \end{…} looks for its \begin{…}: LaTeX itself refuses lists more than six deep.
_NESTING = 50


@dataclass(slots=True)
class Blocks:
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

    def ink(self, span: Span, *, words: bool = False, math: bool = False) -> None:
        """Something that is printed belongs to the open block, or opens one."""
        if self.start is None:
            self.start = span.start if self.pending is None else self.pending
        self.last = span.end
        self.words |= words
        self.math |= math

    def pend(self, at: int) -> None:
        """If nothing but words follows, the block starts here."""
        if self.pending is None:
            self.pending = at

    def entitle(self, kind: BlockKind, level: int, start: int) -> None:
        """Open the block of a heading or caption."""
        self.flush()
        self.title = kind, level
        self.start = start

    def flush(self, end: int | None = None) -> None:
        """End the block; without a word or a formula in it, it is none."""
        if self.start is not None and (self.words or self.math):
            kind, level = self.title or self._plain_kind()
            self.done.append(Block(kind, Span(self.start, end or self.last), level, self.quotes > 0))
        self.start = self.pending = self.title = None
        self.words = self.math = False

    def code(self, span: Span) -> None:
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
        """Leave an environment, and those inside that were never closed; an end without a begin changes nothing."""
        self.flush()
        for back in range(1, min(len(self.environments), _NESTING) + 1):
            if self.environments[-back] == name:
                for closed in self.environments[-back:]:
                    self._count(closed, -1)
                del self.environments[-back:]
                return

    def _count(self, name: str, step: int) -> None:
        self.lists += step * (name in LISTS)
        self.quotes += step * (name in QUOTES)
        self.tables += step * (name in TABLES)
