"""The words and dates by which Germans name a decision of any court: Urt. v. 12.3.2019, Beschluss vom 12. März 2019."""

from collections.abc import Mapping

KIND = (
    r"(?:(?:Versäumnis|Teil|Grund|Zwischen|Schluss|End)?[Uu]rt(?:eils?|\.)?"
    r"|(?:Vorlage|Kammer|Hinweis)?[Bb]eschl(?:uss(?:es)?|uß|\.)?"
    r"|Entsch(?:eidung|\.)|Gerichtsbescheid|[UB]\.)"
)
_MONTHS = tuple("Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split())
DATE = (
    rf"(?P<day>\d{{1,2}})\. ?(?:(?P<month>\d{{1,2}})\. ?|(?P<name>{'|'.join(_MONTHS)}) )"
    r"(?P<year>(?:1[89]|20)\d\d)(?!\d)"
)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_CENTURY = 100


def date(told: Mapping[str, str | None]) -> str | None:
    """Return the day of a decision, as 2019-03-12, from the groups of a match."""
    if not told.get("year"):
        return None
    month = told["month"] or str(_MONTHS.index(told["name"] or "") + 1)
    return f"{told['year']}-{int(month):02d}-{int(told['day'] or 0):02d}"


def fault(date: str, filed: str | None) -> str | None:
    """Say what cannot be: such a day, or a docket of a later year than the decision."""
    year, month, day = map(int, date.split("-"))
    if not (1 <= month <= len(_MONTHS) and 1 <= day <= _DAYS[month - 1]):
        return f"{day}.{month}.{year} is no date"
    late = (int(filed) - year) % _CENTURY if filed else 0
    return f"filed in {year + late}, but decided in {year}" if 0 < late < _CENTURY // 2 else None
