"""Cases of the European courts as Germans cite them: EuGH, Urt. v. 5.2.1963 – C-26/62, Slg. 1963, 1.

The court's old numbers had no letter; today everybody, the court too, writes C-26/62 as well as 26/62.
"""

from collections.abc import Iterator
from re import Match
from re import compile as pattern

from citevet.extract.forms.law.german_dates import DATE, KIND, date, fault
from citevet.extract.forms.law.paragraph import APART, paragraphs
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator

_TRIGGER = pattern(r"EuGH?[\s\0,]")
_NUMBER = (
    r"(?:(?P<court>[CT])[-\u2010-\u2013])?(?P<number>\d{1,4}/(?P<filed>\d\d))(?![\d/])"
    r"(?P<suffix> (?:PPU|RENV|REV|P(?:-R)?|R)(?![\w-]))?"
)
_CASE = pattern(
    rf"{APART}(?P<named>EuGH?)(?:,? (?:{KIND},? )?(?:v\. ?|vom ){DATE})?"
    rf"(?:,? ?[-\u2013\u2014] ?|, ?| ?(?P<open>\()| )(?P<case>(?:verb\. )?(?:Rs\.?|Rechtssachen?) )?"
    rf"{_NUMBER}(?(open)\))"
)
# A name may stand between number and report: Rs. 26/62, van Gend & Loos, Slg. 1963, 1.
_PRINTED = pattern(
    r"(?:,? ?(?:[-\u2013\u2014] ?|\()?[^\d,;.()]{2,60}\)?)?"
    r",? Slg\. (?P<print>\d{4}, ?(?:S\. ?)?(?:I{1,2}-)?\d{1,5})(?!\w)"
)
_PAGE = pattern(r", ?(?P<page>\d{1,5}(?: ?[-\u2013] ?\d{1,5})?)(?: ?ff?\.)?(?!\w|\.\d|/)")
_PARAGRAPH = pattern(r"(?:,? | ?\()(?:Rn|Rz|Rdnr|Randnr|Tz)\.? ?(?P<at>\d{1,4}(?: ?[-\u2013] ?\d{1,4})?)\)?(?!\w)")
_COURTS = {"EuGH": ("C", "Court of Justice"), "EuG": ("T", "General Court")}
_FIRST, _LETTERED = 53, 89  # the first year of the court's cases, and of the letters before them


def find(scene: Scene) -> Iterator[Found]:
    """Yield every case behind the short name of its court."""
    for paragraph in paragraphs(scene, _TRIGGER):
        for found in _CASE.finditer(paragraph.text):
            parts = _parts(found)
            if parts is None:
                continue
            printed, place, end = _place(paragraph.text, found.end())
            told = {**parts, **({"parallel": f"Slg. {printed}"} if printed else {})}
            day = parts.get("date")
            wrong = fault(day, found["filed"]) if day else None
            yield Found("eu-case", paragraph.span(found.start(), end), parts["number"], place, parts=told, fault=wrong)


def _parts(found: Match[str]) -> dict[str, str] | None:
    """Return court, number and years; none for a number without a letter that no case of that court has."""
    letter, court = _COURTS[found["named"]]
    filed = int(found["filed"])
    old = _FIRST <= filed < _LETTERED
    day = date(found.groupdict())
    if (found["court"] or letter) != letter or (not found["court"] and not (old and (day or found["case"]))):
        return None
    number = found["number"] if old else f"{letter}-{found['number']}{found['suffix'] or ''}"
    parts = {"court": court, "number": number, "year": str(1900 + filed if filed >= _FIRST else 2000 + filed)}
    return {**parts, "date": day} if day else parts


def _place(text: str, at: int) -> tuple[str | None, Locator | None, int]:
    """Read the report behind a number, the page and the paragraph, and where they end."""
    printed = _PRINTED.match(text, at)
    at = printed.end() if printed else at
    page = _PAGE.match(text, at) if printed else None
    at = page.end() if page else at
    paragraph = _PARAGRAPH.match(text, at)
    at = paragraph.end() if paragraph else at
    if not (page or paragraph):
        return printed["print"] if printed else None, None, at
    where = Locator(
        page=_folded(page["page"]) if page else None, article=f"[{_folded(paragraph['at'])}]" if paragraph else None
    )
    return printed["print"] if printed else None, where, at


def _folded(place: str) -> str:
    return place.replace("\u2013", "-").replace(" ", "")
