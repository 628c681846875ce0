"""IDN009: legal citations that contradict themselves."""

from collections.abc import Iterator
from datetime import date

from citevet.contracts import Evidence, Fault
from citevet.model import LAW
from citevet.patterns import lazy_pattern
from citevet.rules.decision_years import find_early_decisions
from citevet.rules.malformed import list_forms, report_malformed

_DATED = frozenset({"de-case", "eu-case", "kr-case"})
_MONTHS = tuple("Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split())
_WESTERN = lazy_pattern(rf"\b(\d{{1,2}})\.\s?(?:(\d{{1,2}})\.\s?|({'|'.join(_MONTHS)})\s)(\d{{4}})(?!\d)")
_KOREAN = lazy_pattern(r"(?<!\d)(\d{4})\.\s?(\d{1,2})\.\s?(\d{1,2})\.\s?(?:자|선고)")


def find_malformed_law(evidence: Evidence) -> Iterator[Fault]:
    """A legal citation contradicts itself.

    ## Meaning
    The parts of the citation do not fit together. Examples: a Korean case code that the court does not use, a filing
    year after the decision, an EU act with number and year swapped, an impossible CELEX or ECLI number, a volume,
    series or year that a US federal reporter does not have, a 14th Circuit, title 99 of the US Code, a section beyond
    the end of the German BGB, a code with a doubled letter (BGBB), volume 9999 of the BGHZ, a German docket from after
    the decision or in the register of another court, a year in which the court did not sit, a number that it does not
    reach in a year ([2024] UKSC 9876), a decision dated in the future, or an ECLI whose year is before that of its
    case, C-311/18.

    ## Why it matters
    No register can find the citation, and a court will notice.

    ## Example
    ```markdown
    서울고등법원 2019. 5. 16. 선고 2017다226629 판결
    ```

    ## How to fix it
    Copy the citation from the court's or legislator's register. Where number and year of an EU act are swapped,
    `citevet fix` corrects the order.

    ## Limitations
    A well-formed citation may name a law or case that does not exist or says something else. Dates in the future are
    reported only if the run has a date. The pin of a short form is a note: the form may belong to another case. In a
    PDF a citation without the name and year of a case is a note: a line or column may cut it.
    """
    yield from report_malformed(evidence, "malformed legal citation", LAW)
    yield from _find_future_decisions(evidence)
    yield from find_early_decisions(evidence)


def _find_future_decisions(evidence: Evidence) -> Iterator[Fault]:
    """Yield the court decisions dated after the day of the run, in the text and in the entries."""
    today = evidence.policy.today
    if today is None:
        return
    for found, citation, reference in list_forms(evidence.extraction):
        # An identifier whose form is wrong has its fault already.
        day = _parse_day(found.text) if found.kind in _DATED and not found.fault else None
        if day and day > today:
            message = f'malformed legal citation "{found.text}": {day.isoformat()} is in the future'
            yield Fault(found.span, message, found.normal or found.text, citation=citation, reference=reference)


def _parse_day(text: str) -> date | None:
    western, korean = _WESTERN.search(text), _KOREAN.search(text)
    if western:
        day, month, name, year = western.groups()
        return _make_date(int(year), int(month) if month else _MONTHS.index(name) + 1, int(day))
    return _make_date(int(korean[1]), int(korean[2]), int(korean[3])) if korean else None


def _make_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
