"""Whether a passage says something itself or takes it from another work, which it names."""

from re import compile as pattern

_NAME = r"[A-Z][\w’'-]{1,30}"
NAMES = rf"{_NAME}(?: et al\.?| (?:and|&) {_NAME})?"
YEAR = r"(?:1[89]|20)\d\d[a-z]?"
_MARK = r"\[\d{1,4}(?:[,;–-] ?\d{1,4}){0,8}\]"
_DATED = rf"{NAMES},? ?\({YEAR}\)|{NAMES} ?{_MARK}"
SAID = (
    "found|showed|shown|show|shows|reported|reports|report|observed|demonstrated|demonstrates|estimated|concluded|"
    "argued|argues|noted|measured|stated|suggested|suggests|proposed|calculated|documented|established"
)
# Behind its verb: according to Kim et al. (2019), as shown by [12]; before it: Lee (2020) found.
_BEHIND = pattern(
    rf"(?i:\b(?:according to|(?:{SAID}|described|cited|quoted) (?:by|in|from))) "
    rf"(?P<work>{_DATED}|{NAMES}, {YEAR}|{_MARK})"
)
_BEFORE = pattern(rf"(?P<work>{_DATED}|{_MARK}),? (?:(?:have|has|had|also|first|later|already) ){{0,2}}(?:{SAID})\b")
# A marker at the very end stands behind the whole sentence.
_AT_END = pattern(rf"(?P<work>\({NAMES},? {YEAR}(?:; ?{NAMES},? {YEAR}){{0,8}}\)|{_MARK})\s*[.!?]?\s*$")
_OWN = pattern(r"\b(?:[Ww]e|[Oo]ur|[Uu]s)\b")
_MOST = 3_000  # characters of a sentence; a longer one is a table


def named_work(claim: str, sentence: str) -> str | None:
    """Return the other work to which a sentence ascribes what it says, unless the claim names that work too."""
    words = " ".join(sentence[:_MOST].split())
    found = _BEHIND.search(words) or _BEFORE.search(words)
    if found is None and not _OWN.search(words):
        found = _AT_END.search(words)
    if found is None:
        return None
    work = found["work"].strip("() ") if found["work"].startswith("(") else found["work"]
    first = work.split()[0].strip(",")
    return None if first[:1].isalpha() and first in claim else work
