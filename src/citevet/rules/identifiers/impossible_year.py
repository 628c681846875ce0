"""IDN014."""

from collections.abc import Iterator
from re import compile as pattern
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Reference, Safety, Severity
from citevet.rules.keys.entries import by_id, own

_YEAR = pattern(r"[0-9]{4}(?![0-9])")
_OLDEST = 1400  # before printing; dates of older works are those of their editions


class ImpossibleYear:
    """A cited year lies in the future, or before printing.

    ## What it means
    The year of a citation or entry is later than next year, or earlier than 1400. A work in press may bear next
    year's number; "in press" and "n.d." are fine.

    ## Why it matters
    No such work can be read today: the year is a slip, or the work is invented.

    ## Example
    ```markdown
    The moon is made of basalt foam (Zhao, 2041).
    ```

    ## How to mend it
    Look the year up in the work itself.

    ## What we cannot see
    A year that is possible and wrong. Years in the future are only seen when the run has a date. An ancient work
    cited by its own date rather than by its edition is reported.
    """

    name: ClassVar[str] = "impossible-year"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        today = evidence.policy.today
        newest = today.year + 1 if today else None
        entries = by_id(evidence.extraction)
        for citation in evidence.extraction.citations:
            entry = entries.get(citation.reference or "")
            repeated = (entry is not None and entry.year == citation.parts.get("year")) or "again" in citation.parts
            if not repeated and (why := _why(citation.parts.get("year"), newest)):
                yield Fault(citation.span, f"{citation.text}: {why}", citation=citation)
        for reference in own(evidence.extraction):
            if why := _why(reference.year, newest):
                yield Fault(reference.span, f"{_label(reference)}: {why}", reference=reference)


def _label(reference: Reference) -> str:
    return f"[{reference.key}]" if reference.key else reference.text[:60]


def _why(year: str | None, newest: int | None) -> str | None:
    found = _YEAR.match(year or "")
    if found and newest is not None and int(found[0]) > newest:
        return f"{found[0]} has not come yet"
    if found and int(found[0]) < _OLDEST:
        return f"no work of the year {found[0]} is in print"
    return None
