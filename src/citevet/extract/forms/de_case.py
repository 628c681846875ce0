"""German cases by the official reports of the high courts: BVerfGE 65, 1 (43); BGHZ 89, 383."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.extract.forms.law.german_courts import REPORTS, no_volume
from citevet.extract.forms.law.paragraph import APART, paragraphs
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator

_TRIGGER = pattern(r"B(?:Verf|Verw|A|S|FH)G?[EK][\s\0]+\d|BGH(?:Z|St)[\s\0]+\d|RG(?:Z|St)[\s\0]+\d")
_PLACE = r"\d{1,4}(?: ?[-–] ?\d{1,4})?(?: ?ff?\.)?"
_CASE = pattern(
    rf"{APART}(?P<report>{'|'.join(REPORTS)}) (?P<volume>\d{{1,6}}), ?(?:S\. ?)?(?P<page>\d{{1,4}})(?!\w|[.,]\d)"
    rf"(?: ?\((?P<pin>{_PLACE})\)|, ?(?P<also>{_PLACE})(?!\w| [A-Z]))?"
)


def find(scene: Scene) -> Iterator[Found]:
    """Yield every case that is cited by volume and page."""
    for paragraph in paragraphs(scene, _TRIGGER):
        for found in _CASE.finditer(paragraph.text):
            parts = {name: found[name] for name in ("report", "volume", "page")}
            pin = (found["pin"] or found["also"] or "").partition("f")[0].replace("–", "-").replace(" ", "")
            normal = f"{found['report']} {found['volume']}, {found['page']}"
            locator = Locator(page=pin) if pin else None
            court = {"court": REPORTS[found["report"]].court}
            fault = no_volume(found["report"], found["volume"])
            yield Found("de-case", paragraph.span(*found.span()), normal, locator, parts=parts | court, fault=fault)
