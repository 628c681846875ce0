"""Decisions of a day that has not come yet, which no court can have made."""

from collections.abc import Iterator
from datetime import date
from re import compile as pattern

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Identifier
from citevet.rules.keys.entries import own

_KINDS = frozenset({"de-case", "eu-case", "kr-case"})
_MONTHS = tuple("Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split())
_WESTERN = pattern(rf"\b(\d{{1,2}})\.\s?(?:(\d{{1,2}})\.\s?|({'|'.join(_MONTHS)})\s)(\d{{4}})(?!\d)")
_KOREAN = pattern(r"(?<!\d)(\d{4})\.\s?(\d{1,2})\.\s?(\d{1,2})\.\s?(?:자|선고)")


def decided_in_future(evidence: Evidence) -> Iterator[Fault]:
    """Yield the decisions of a later day than that of the run, in the text and in the entries; none without a day."""
    today = evidence.policy.today
    if today is None:
        return
    for citation in evidence.extraction.citations:
        if message := _message(citation, today):
            yield Fault(citation.span, message, citation.normal or citation.text, citation=citation)
    for reference in own(evidence.extraction):
        for each in reference.identifiers:
            if message := _message(each, today):
                yield Fault(each.span, message, each.normal or each.text, reference=reference)


def _message(found: Citation | Identifier, today: date) -> str | None:
    """Say that the day has not come; one fault is told of each, and that of its form comes first."""
    day = _day(found.text) if found.kind in _KINDS and not found.fault else None
    return f"{found.text}: {day.isoformat()} has not come yet" if day and day > today else None


def _day(text: str) -> date | None:
    western, korean = _WESTERN.search(text), _KOREAN.search(text)
    if western:
        day, month, name, year = western.groups()
        return _date(int(year), int(month) if month else _MONTHS.index(name) + 1, int(day))
    return _date(int(korean[1]), int(korean[2]), int(korean[3])) if korean else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
