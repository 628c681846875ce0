"""IDN014: a cited year is in the future or before 1400."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Reference, Severity
from citevet.rules.keys.reference_list import index_references, list_own_references

_YEAR = re.compile(r"[0-9]{4}(?![0-9])")
_OLDEST = 1400  # before printing; dates of older works are those of their editions


class ImpossibleYear:
    """A cited year is in the future or before 1400.

    ## Meaning
    The year of a citation or entry is later than next year or earlier than 1400. Works in press may have next year's
    date; "in press" and "n.d." are fine.

    ## Why it matters
    No such work can be read today: the year is a typo, or the work is invented.

    ## Example
    ```markdown
    The moon is made of basalt foam (Zhao, 2041).
    ```

    ## How to fix it
    Check the year in the work itself.

    ## Limitations
    A possible year may still be wrong. Future years are reported only if the run has a date. An ancient work cited by
    its own date instead of its edition is reported.
    """

    name: ClassVar[str] = "impossible-year"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        today = evidence.policy.today
        newest = today.year + 1 if today else None
        entries = index_references(evidence.extraction)
        for citation in evidence.extraction.citations:
            entry = entries.get(citation.reference or "")
            repeated = (entry is not None and entry.year == citation.parts.get("year")) or "again" in citation.parts
            if not repeated and (fault := _describe(citation.parts.get("year"), newest)):
                yield Fault(citation.span, f"{fault}: {citation.text}", citation=citation)
        for reference in list_own_references(evidence.extraction):
            if fault := _describe(reference.year, newest):
                yield Fault(reference.span, f"{fault}: {_make_label(reference)}", reference=reference)


def _make_label(reference: Reference) -> str:
    return f"[{reference.key}]" if reference.key else reference.text[:60]


def _describe(year: str | None, newest: int | None) -> str | None:
    found = _YEAR.match(year or "")
    if found and newest is not None and int(found[0]) > newest:
        return f"year {found[0]} is in the future"
    if found and int(found[0]) < _OLDEST:
        return f"year {found[0]} is before {_OLDEST}"
    return None
