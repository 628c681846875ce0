"""Findings, the rules that report them, and the edits that fix them."""

from enum import IntEnum, StrEnum
from typing import Literal

from citevet.model.document import Span
from citevet.records import dataclass


class Severity(IntEnum):
    """How serious a finding is: broken, doubtful, or a matter of style."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


class Safety(StrEnum):
    """How a fix may be applied: always, with --unsafe-fixes, or by hand only."""

    SAFE = "safe"
    ASK = "ask"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace a span by a text."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that belong together: all are applied or none."""

    safety: Safety
    message: str  # what the fix does, as an imperative phrase: "close the bracket"
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A fault that citevet can report: code, name, severity and documentation."""

    code: str
    name: str
    severity: Severity
    summary: str  # first line of the documentation
    doc: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault at one place of a document."""

    code: str
    name: str
    severity: Severity
    message: str
    span: Span
    fingerprint: str  # hash of code, normal form and claim text; never of the line
    fix: Fix | None = None
    citation: str | None = None
    reference: str | None = None
    claim: str | None = None
    suppressed: Literal["inline", "baseline"] | None = None
    justification: str | None = None  # the reason that the suppression gives
    also: tuple["Finding", ...] = ()  # findings on the same fault that this one explains

    @property
    def codes(self) -> frozenset[str]:
        """Its code, and the codes of the findings that it explains."""
        return frozenset({self.code, *(each.code for each in self.also)})
