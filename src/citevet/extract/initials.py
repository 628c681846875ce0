"""A capital letter with its stop before a name: an initial of it, or the end of the sentence before it."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern

_S = r"[\s\0]"
# The letters of one thing, "C." and "B.C.", or of several, "A and C."; then the gap.
_SEVERAL = rf"(?:[A-Z](?:,{_S}|,?{_S}(?:and|or|&){_S})){{0,5}}(?:[A-Z]\.){{1,8}}{_S}{{1,20}}"
_LETTERS = pattern(_SEVERAL)
_REACH = 16  # characters of a number or a word before the letters

# A unit stands behind its number, 5 V, 2.5 °C, 3 mg/L; behind a year stands a name, "In 2019 A. Smith".
_UNIT = pattern(rf"(?:[°/·⁰¹²³⁴-⁹]|\d{_S}?)$")
_YEAR = pattern(rf"(?<![\d.,])(?:1[4-9]|20)\d\d{_S}?$")
# Things that a letter tells apart: Plan B, vitamin C, an A. Left out is what people are as well: "team J. Smith".
_LABELLED = pattern(
    rf"(?<!\w)(?:an?|plan|grade|type|class|group|category|option|variant|version|vitamin|hepatitis|influenza|factor|"
    rf"protein|appendix|annex|schedule|exhibit|figure|fig\.|table|panel|part|section|phase|level|tier|zone|stage|step|"
    rf"scenario|method|condition|variable|product|point|compound|sample|site|series|letter|war)s?{_S}$",
    IGNORECASE,
)
# In the U.S. Smith et al. (2020) found; not the U.S. Fish and Wildlife Service (2020), nor the U.S. Treasury (2020).
_COUNTRY = pattern(rf"\bthe{_S}$")
_PEOPLE = pattern(
    rf"[A-Z][\w'’‐-]{{1,40}}(?:,?{_S}{{1,3}}et{_S}al\b|,?{_S}(?:and|&){_S}[A-Z][\w'’‐-]{{1,40}}{_S}?[(\[]\d)"
)

# Names with a year behind them, by which a sentence opens; reports of cases have a number: "347 F. Supp. 123 (1972)".
_WORD = r"(?:[^\W\d_][^\W\d_'’‐-]{0,40}(?:['’‐-][^\W\d_]{1,40})?\.?|&)"
_OPENS = pattern(rf"(?<![\w.'’-]){_SEVERAL}(?=[A-ZÀ-ÖØ-ÞĀ-Ž])(?=(?:{_WORD},?\s){{1,12}}[(\[](?:1[4-9]|20)\d\d[a-z]?\b)")


def behind(text: str, start: int) -> int:
    """Return where a name starts: behind letters that end the sentence before it, else where it is given."""
    found = _LETTERS.match(text, start)
    return found.end() if found and _closes(text, start, found.end()) else start


def closed(text: str) -> Iterator[int]:
    """Yield where sentences start that open with a citation behind such letters: "by 5 V. Jones (2019) found"."""
    for found in _OPENS.finditer(text):
        if _closes(text, found.start(), found.end()):
            yield found.end()


def _closes(text: str, start: int, end: int) -> bool:
    before = text[max(start - _REACH, 0) : start]
    if _UNIT.search(before):
        return _YEAR.search(before) is None
    country = text.count(".", start, end) > 1 and _COUNTRY.search(before) and _PEOPLE.match(text, end)
    return bool(country or _LABELLED.search(before))
