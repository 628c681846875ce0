"""A claim in the words that are compared with its source.

A judge takes a marker for a part of the statement: "Street trees cool the pavement [1]." scores 0.99 for contradiction
against a text that says so. It also misses Smith in Smith's own paper, and scores "it found that trees cool" lower than
"trees cool". `normalize_claim` removes all three and keeps every offset, because each replacement is as long as what it
replaces. `clean_claim` is for claims without a document, where offsets do not matter.
"""

import re
from collections.abc import Collection

from citevet.judge.evidence import INVISIBLE
from citevet.patterns import lazy_pattern
from citevet.text.letters import fold_letters

_NAME = r"[A-Z][\w’'-]{1,30}"
_NAMES = rf"{_NAME}(?: et al\.?| (?:and|&) {_NAME})?"
_YEAR = r"(?:1[89]|20)\d\d[a-z]?"
_REFERENCE_MARK = r"\[\d{1,4}(?:[,;–-] ?\d{1,4}){0,8}\]"
_DATED = rf"{_NAMES},? ?\({_YEAR}\)|{_NAMES} ?{_REFERENCE_MARK}"
_SAYING = (
    "found|showed|shown|show|shows|reported|reports|report|observed|demonstrated|demonstrates|estimated|concluded|"
    "argued|argues|noted|measured|stated|suggested|suggests|proposed|calculated|documented|established|"
    "believes|believe|believed|thinks|think|contends|contend"
)
# Behind its verb: according to Kim et al. (2019), as shown by [12]; before it: Lee (2020) found.
_BEHIND = lazy_pattern(
    rf"(?i:\b(?:according to|(?:{_SAYING}|described|cited|quoted) (?:by|in|from))) "
    rf"(?P<work>{_DATED}|{_NAMES}, {_YEAR}|{_REFERENCE_MARK})"
)
_BEFORE = lazy_pattern(
    rf"(?P<work>{_DATED}|{_REFERENCE_MARK}),? (?:(?:have|has|had|also|first|later|already) ){{0,2}}(?:{_SAYING})\b"
)
# A marker at the very end is behind the whole sentence.
_AT_END = lazy_pattern(
    rf"(?P<work>\({_NAMES},? {_YEAR}(?:; ?{_NAMES},? {_YEAR}){{0,8}}\)|{_REFERENCE_MARK})\s*[.!?]?\s*$"
)
_OWN = lazy_pattern(r"\b(?:[Ww]e|[Oo]ur|[Uu]s)\b")
_LONGEST = 3_000  # characters of a sentence; a longer one is a table
_NUMBER = r"\^?[1-9]\d{0,3}"
_MARKER = lazy_pattern(
    rf"\[(?:{_NUMBER}(?:\s?[,;–-]\s?{_NUMBER}){{0,30}}|[A-Z]{{2,10}}-\d{{1,6}}[a-z]?)(?:[,;:@][^\[\]\n]{{0,80}})?\]"
)
_AUTHOR = lazy_pattern(
    rf"(?P<lead>\b(?:[Aa]ccording to|[Bb]y|[Ii]n) )?(?P<name>\b{_NAMES}(?:,? \({_YEAR}\))?)"
    rf"(?(lead)(?![\w’'-])|(?=,?\s+(?:(?:have|has|had|also|first|later|already) ){{0,2}}(?:{_SAYING})\b))"
)
# Verbs of doubt or guessing stay: how sure the source is belongs to the claim.
_REPORTING = (
    "found|finds|find|showed|shown|shows|show|reported|reports|report|observed|observes|demonstrated|demonstrates|"
    "concluded|concludes|noted|notes|stated|states|documented|documents|established|writes|wrote|says|said|"
    "believes|believe|believed|thinks|think|contends|contend"
)
_FRAME = lazy_pattern(
    rf"\s{{0,20}}(?:[Ii]t\s{{1,200}}(?:(?:have|has|had|also|first|later|already)\s){{0,2}}(?:{_REPORTING})\sthat\s"
    r"|According to it\s{0,200},\s)(?=\s{0,200}\w)"
)
_GAP = lazy_pattern(r"\s(?=[.,;:!?])")


def normalize_claim(claim: str, authors: Collection[str] = ()) -> str:
    """Blank markers, the source's authors (folded family names) and "it found that"; every offset stays."""
    return strip_report(strip_authors(strip_markers(claim), authors))


def clean_claim(claim: str) -> str:
    """Drop markers and invisible characters and close the gaps; offsets change."""
    unmarked = strip_markers(claim)
    return INVISIBLE.sub("", claim if unmarked == claim else _GAP.sub("", " ".join(unmarked.split())))


def strip_markers(claim: str) -> str:
    """Replace citation markers such as [3], [1, 4–6] and [REF-001, p. 4] with blanks."""
    return _MARKER.sub(lambda found: " " * len(found[0]), claim)


def strip_authors(claim: str, authors: Collection[str]) -> str:
    """Replace the source's authors (folded family names) with "it": "Smith et al. found" becomes "it found"."""
    return _AUTHOR.sub(lambda found: _name_source(found, authors), claim) if authors else claim


def strip_report(claim: str) -> str:
    """Replace the words that only say whose statement it is, "it found that", with blanks."""
    frame = _FRAME.match(claim)
    return " " * frame.end() + claim[frame.end() :] if frame else claim


def find_cited_work(claim: str, sentence: str) -> str | None:
    """Return the other work that a sentence reports from, unless the claim names that work too."""
    words = " ".join(sentence[:_LONGEST].split())
    found = _BEHIND.search(words) or _BEFORE.search(words)
    if found is None and not _OWN.search(words):
        found = _AT_END.search(words)
    if found is None:
        return None
    work = found["work"].strip("() ") if found["work"].startswith("(") else found["work"]
    first = work.split()[0].strip(",")
    return None if first[:1].isalpha() and first in claim else work


def _name_source(found: re.Match[str], authors: Collection[str]) -> str:
    first = fold_letters(found["name"].split()[0])
    if first.rstrip(",") not in authors:
        return found[0]
    return f"{found['lead'] or ''}it".ljust(len(found[0]))
