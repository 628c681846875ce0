"""Applications to the European Court of Human Rights: Demir v. Turkey, App. No. 34503/97."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.extract.forms.law.paragraph import APART, paragraphs
from citevet.extract.forms.law.parties import name_start
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator

_TRIGGER = pattern(r"\d/\d\d(?!\d)")
_NUMBER = r"\d{1,5}/\d{2}(?![\w/]|,\d)"
_WORD = (
    r"(?:[Aa]pp(?:l(?:ication|\.)?|\.)?s? [Nn]os?\.?|[Rr]equêtes? n(?:[o°]|os)\.?|[Bb]eschwerden? Nr\.|"
    r"[Ii]ndividualbeschwerden? Nr\.)"
)
_CASE = pattern(
    rf"{APART}\(?{_WORD} ?(?P<numbers>{_NUMBER}(?:(?:, and |, | and | et | und |; ){_NUMBER}){{0,20}})"
    r"(?: \([^()\0]{0,80}\d{4}[^()\0]{0,20}\))?(?:,? (?:paras?\.?|§§?|\[)(?: ?)(?P<pin>\d{1,4}(?:[-–]\d{1,4})?)\]?)?"
)
_APART = pattern(r", and |, | and | et | und |; ")


def find(scene: Scene) -> Iterator[Found]:
    """Yield every application by its number; joined ones are one judgment and so one citation."""
    for paragraph in paragraphs(scene, _TRIGGER):
        floor = 0
        for found in _CASE.finditer(paragraph.text):
            first, *joined = _APART.split(found["numbers"])
            name = name_start(paragraph.text, found.start(), floor)
            start, floor = found.start() if name is None else name, found.end()
            parts = {"court": "European Court of Human Rights", "number": first}
            parts |= {"joined": "; ".join(joined)} if joined else {}
            parts |= {} if name is None else {"case_name": paragraph.text[name : found.start()].strip(" ,(")}
            locator = Locator(article=f"[{found['pin'].replace('–', '-')}]") if found["pin"] else None
            yield Found("echr-case", paragraph.span(start, floor), first, locator, parts=parts)
