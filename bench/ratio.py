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
    def row(self) -> str:
        """The row as text."""
        if self.value is None:
            return f"{self.what:42} {'-':>8}  {self.bound:14} missing {self.detail}"
        word = ("kept" if self.kept else "FAILED") if self.bound != "none" else ""
        return f"{self.what:42} {self.value:8.2f}  {self.bound:14} {word:7} {self.detail}"
