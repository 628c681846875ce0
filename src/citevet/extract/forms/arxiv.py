"""arXiv identifiers: `2301.00001v2` since April 2007, `hep-th/9901001` before."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Span

# The archives that gave out identifiers before 2007; a bare old identifier counts only behind one of them.
_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga|"
    "funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|"
    "plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con"
)
# The search starts at the dot or the slash and looks back: twenty times as fast as trying every prefix everywhere.
_AFTER = r"(?P<version>[vV]\d{1,3})?(?!\w)(?:\.pdf\b)?(?:\s?\[[a-z-]{2,12}(?:\.[A-Z]{2})?\])?"
_NEW = pattern(rf"\.(?<=\d{{4}}\.)(?P<number>\d{{3,6}}){_AFTER}")
_OLD = pattern(rf"/(?<=[A-Za-z]/)(?P<number>\d{{7}}){_AFTER}")
_LABEL = (
    r"(?:(?:https?://|(?<![\w/.-]))(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html|format|ps)/"
    r"|\barXiv(?:\s(?:e-?print|preprint))?[:,]?\s{0,2}(?:arXiv:\s?)?)"
)
_BEFORE_NEW = pattern(rf"{_LABEL}(?P<head>\d{{4}})$", IGNORECASE)
_BEFORE_OLD = pattern(rf"(?:{_LABEL}|(?<![\w/.-]))(?P<head>(?:{_ARCHIVES})(?:\.[A-Z]{{2}})?)$", IGNORECASE)
_FIRST = "9107"  # year and month of the first of all; what is later is of that century
_FURTHEST = 60  # characters of address or label, and archive, before the digits


def find(scene: Scene) -> Iterator[Found]:
    """Find identifiers behind `arXiv:` or an address; old ones also bare, by the name of their archive."""
    return within(scene.prose)


def within(text: str) -> Iterator[Found]:
    """Find them in any text, an address for one."""
    for form, head in ((_NEW, _BEFORE_NEW), (_OLD, _BEFORE_OLD)):
        for match in form.finditer(text):
            before = head.search(text, max(match.start() - _FURTHEST, 0), match.start())
            if before:
                written = f"{before['head']}{match[0][0]}{match['number']}"
                yield _found(written, before.start(), match.end(), (match["version"] or "").lower())


def _found(written: str, start: int, end: int, version: str) -> Found:
    parts = {"version": version[1:]} if version else {}
    normal, fault = _old(written) if "/" in written else _new(written)
    return Found("arxiv", Span(start, end), normal, parts=parts, fault=fault)


def _old(written: str) -> tuple[str, str | None]:
    archive, number = written.split("/")
    normal = f"{archive.split('.')[0].lower()}/{number}"
    if not 1 <= int(number[2:4]) <= 12:  # noqa: PLR2004
        return normal, f"there is no month {number[2:4]}"
    return normal, "identifiers of this form end in March 2007" if "0704" <= number[:4] < _FIRST else None


def _new(written: str) -> tuple[str, str | None]:
    date, number = written.split(".")
    if not 1 <= int(date[2:]) <= 12:  # noqa: PLR2004
        return written, f"there is no month {date[2:]}"
    if date < "0704" or date >= _FIRST:
        return written, "identifiers of this form start in April 2007"
    wanted = 4 if date < "1501" else 5
    words = "up to December 2014" if date < "1501" else "from January 2015"
    return written, None if len(number) == wanted else f"{wanted} digits after the dot {words}"
