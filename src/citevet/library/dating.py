"""When a source appeared, and when somebody last looked at it."""

from datetime import date
from re import compile as pattern

from citevet.library.fields import Sheet, kind_of, one_line

FIRST_YEAR, LAST_YEAR = 1500, 2100
KEEPS = 90  # days that a verification holds, the span that corpus checks elsewhere use
_YEAR = pattern(r"(?<![0-9])[0-9]{4}(?![0-9])")


def year(sheet: Sheet) -> str | None:
    """Return the year of publication in four digits."""
    for key, value in sheet.all("year"):
        if isinstance(value, bool):
            continue  # `published: true` is a status
        line = one_line(value)
        if line is None:
            sheet.blame("invalid-field", f"{key} is {kind_of(value)}, not a year", key)
            return None
        return _checked(sheet, key, line)
    return None


def _checked(sheet: Sheet, key: str, line: str) -> str | None:
    found = _YEAR.search(line)
    if not found:
        sheet.blame("invalid-field", f"{key} says {line[:60]}, which is no year", key)
        return None
    if not FIRST_YEAR <= int(found[0]) <= LAST_YEAR:
        sheet.blame("invalid-field", f"the year {found[0]} is not between {FIRST_YEAR} and {LAST_YEAR}", key)
        return None
    return found[0]


def last_verified(sheet: Sheet, today: date | None) -> date | None:
    """Return the day of the last verification; one long past is a fault when we know what day it is."""
    key, value = sheet.find("last verified")
    if key is None:
        return None
    day = day_of(value)
    if day is None:
        sheet.blame("invalid-field", f"{key} is no date such as 2026-01-31", key)
    elif today and (today - day).days > KEEPS:
        message = f"last verified on {day.isoformat()}, {(today - day).days} days ago; {KEEPS} are allowed"
        sheet.blame("outdated", message, key)
    return day


def day_of(value: object) -> date | None:
    """Return the date that a text starts with: 2026-01-31, or 2026-01-31T10:00."""
    try:
        return date.fromisoformat(str(value).strip()[:10])
    except ValueError:
        return None
