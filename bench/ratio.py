"""A measured ratio and the bound that it must keep."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ratio:
    """One line of the table."""

    what: str
    value: float
    least: float | None = None
    most: float | None = None
    detail: str = ""

    @property
    def kept(self) -> bool:
        """Whether the value keeps its bound; without a bound it is only told."""
        above = self.least is None or self.value >= self.least
        return above and (self.most is None or self.value <= self.most)

    @property
    def bound(self) -> str:
        """The bound in words."""
        if self.least is not None:
            return f"at least {self.least:g}"
        return f"at most {self.most:g}" if self.most is not None else "none"
