"""Identifiers of arXiv: of four and five digits since April 2007, by archive and class before.

The forms are defined in https://info.arxiv.org/help/arxiv_identifier.html.
"""

import re
from collections.abc import Iterator

from citevet.model.document import Span
from citevet.model.extraction import Identifier
from citevet.patterns import lazy_pattern

# Archives with identifiers from before 2007; a bare old identifier counts only after one of them.
_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga|"
    "funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|"
    "plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con"
)
# Start at the dot or slash and look back: twenty times as fast as trying every prefix everywhere.
_AFTER = r"(?P<version>[vV]\d{1,3})?(?!\w)(?:\.pdf\b)?(?:\s?\[[a-z-]{2,12}(?:\.[A-Z]{2})?\])?"
_NEW_ID = lazy_pattern(rf"\.(?<=\d{{4}}\.)(?P<number>\d{{3,6}}){_AFTER}")
_OLD_ID = lazy_pattern(rf"/(?<=[A-Za-z]/)(?P<number>\d{{7}}){_AFTER}")
_LABEL = (
    r"(?:(?:https?://|(?<![\w/.-]))(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html|format|ps)/"
    r"|\barXiv(?:\s(?:e-?print|preprint))?[.:,]?\s{0,2}(?:arXiv:\s?)?)"
)
_BEFORE_NEW_ID = lazy_pattern(rf"{_LABEL}(?P<head>\d{{4}})$", re.IGNORECASE)
_BEFORE_OLD_ID = lazy_pattern(rf"(?:{_LABEL}|(?<![\w/.-]))(?P<head>(?:{_ARCHIVES})(?:\.[A-Z]{{2}})?)$", re.IGNORECASE)
_MONTHS = 12
_FIRST_MONTH = "9107"  # year and month of the first identifier; later ones with two digits are of the 20th century
_FIRST_NEW, _FIRST_LONG = "0704", "1501"
_LONGEST_LABEL = 60  # characters before the digits: address or label, and archive


def find_arxiv_ids(text: str) -> Iterator[Identifier]:
    """Find identifiers after `arXiv:` or an address; old ones also bare, by the name of their archive."""
    for form, head in ((_NEW_ID, _BEFORE_NEW_ID), (_OLD_ID, _BEFORE_OLD_ID)):
        for match in form.finditer(text):
            before = head.search(text, max(match.start() - _LONGEST_LABEL, 0), match.start())
            if before:
                span, written = Span(before.start(), match.end()), f"{before['head']}{match[0][0]}{match['number']}"
                normal, fault = _check_old_id(written) if "/" in written else _check_new_id(written)
                parts = {"version": match["version"][1:]} if match["version"] else {}
                yield Identifier("arxiv", span, span.of(text), normal, fault, parts=parts)


def _check_old_id(written: str) -> tuple[str, str | None]:
    archive, number = written.split("/")
    normal = f"{archive.split('.')[0].lower()}/{number}"
    if not 1 <= int(number[2:4]) <= _MONTHS:
        return normal, f"no month {number[2:4]}"
    return normal, "identifiers of this form end in March 2007" if _FIRST_NEW <= number[:4] < _FIRST_MONTH else None


def _check_new_id(written: str) -> tuple[str, str | None]:
    date, number = written.split(".")
    if not 1 <= int(date[2:]) <= _MONTHS:
        return written, f"no month {date[2:]}"
    if date < _FIRST_NEW or date >= _FIRST_MONTH:
        return written, "identifiers of this form start in April 2007"
    wanted = 4 if date < _FIRST_LONG else 5
    words = "up to December 2014" if date < _FIRST_LONG else "from January 2015"
    return written, None if len(number) == wanted else f"{wanted} digits after the dot {words}"
