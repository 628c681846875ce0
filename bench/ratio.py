"""A measured ratio and its bound."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ratio:
    """One row of the table."""

    what: str
    value: float | None  # None: a peer is not installed
    least: float | None = None
    most: float | None = None
    detail: str = ""

    @property
    def kept(self) -> bool:
        """Whether the value keeps its bound; without a bound or a value, it does."""
        if self.value is None:
            return True
        above = self.least is None or self.value >= self.least
        return above and (self.most is None or self.value <= self.most)

    @property
    def bound(self) -> str:
        """The bound in words."""
        if self.least is not None:
            return f"at least {self.least:g}"
        return f"at most {self.most:g}" if self.most is not None else "none"

    @property
    def shown(self) -> str:
        """The value as text."""
        return "-" if self.value is None else f"{self.value:.2f}"

    @property
    def word(self) -> str:
        """Whether the bound was kept or missed, or the peer is missing; empty without a bound."""
        if self.value is None:
            return "missing"
        return ("kept" if self.kept else "MISSED") if self.bound != "none" else ""

    @property
    def row(self) -> str:
        """The row as text."""
        return f"{self.what:42} {self.shown:>8}  {self.bound:14} {self.word:7} {self.detail}"
