"""What the rules on suppressions and baseline look at: the evidence, and what the other rules made of it."""

from dataclasses import dataclass

from citevet.contracts import Evidence
from citevet.rules.baseline import Entry
from citevet.rules.suppression import Suppression


@dataclass(frozen=True, slots=True)
class Doubt:
    """One selector of a suppression that does not do what it says."""

    suppression: Suppression
    selector: str
    nearest: str | None = None  # the code or name that it may have meant


@dataclass(frozen=True, slots=True)
class Afterwards(Evidence):
    """Evidence after the other rules ran."""

    suppressions: tuple[Suppression, ...] = ()
    unused: tuple[Doubt, ...] = ()
    unknown: tuple[Doubt, ...] = ()
    stale: tuple[Entry, ...] = ()  # of the baseline
