"""The date of a document: law is looked up as it was then, and pages that changed since are reported."""

from datetime import date

from citevet.judge.numbers.dates import read_date
from citevet.model import Document
from citevet.text.tokens import Tokens

_ISO = len("2024-05-03")
_LONGEST = 60  # characters of a date


def find_stated_date(document: Document) -> date | None:
    r"""Return the day that the author states in the front matter or in \date; none for a month or a year alone."""
    return _read_day(str(document.metadata.get("date", ""))[:_LONGEST])


def find_law_date(document: Document, today: date) -> tuple[date, str]:
    """Return the day for which law is looked up, and where it is from; today if the document has no earlier one."""
    stated, saved = find_stated_date(document), _read_day(str(document.metadata.get("saved", ""))[:_ISO])
    where = r"its \date" if document.format == "latex" else "its front matter"
    for day, origin in ((stated, where), (saved, "the properties of the file")):
        if day:
            return (day, origin) if day < today else (today, "")
    return today, ""


def _read_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:_ISO])
    except ValueError:
        pass
    found = read_date(Tokens(text), 0) if text else None
    if found is None or found[0].either or not (found[0].year and found[0].month and found[0].day):
        return None
    try:
        return date(found[0].year, found[0].month, found[0].day)
    except ValueError:  # 31 February
        return None
