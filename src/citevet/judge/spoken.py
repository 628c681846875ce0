"""A claim as one would say it to its source: without markers, and "it" where the claim says whose words they are.

A judge takes the marker for a part of what is said: "Street trees cool the pavement [1]." is contradicted with 0.99 by
a text that says so; and of "Smith et al. found that street trees cool the pavement." it misses Smith in Smith's paper.
Each replacement is as long as what it stands for, so that places in the claim stay where they are.
"""

from collections.abc import Collection
from re import Match
from re import compile as pattern

from citevet.judge.secondary import NAMES, SAID, YEAR
from citevet.model import plain_letters

_NUMBER = r"\^?[1-9]\d{0,3}"
_MARKER = pattern(
    rf"\[(?:{_NUMBER}(?:\s?[,;–-]\s?{_NUMBER}){{0,30}}|[A-Z]{{2,10}}-\d{{1,6}}[a-z]?)(?:[,;:@][^\[\]\n]{{0,80}})?\]"
)
_NAMED = pattern(
    rf"(?P<lead>\b(?:[Aa]ccording to|[Bb]y|[Ii]n) )?(?P<name>\b{NAMES}(?:,? \({YEAR}\))?)"
    rf"(?(lead)(?![\w’'-])|(?=,?\s+(?:(?:have|has|had|also|first|later|already) ){{0,2}}(?:{SAID})\b))"
)


def unmarked(claim: str) -> str:
    """Return a claim with blanks for its markers: [3], [1, 4–6], [REF-001, p. 4]."""
    return _MARKER.sub(lambda found: " " * len(found[0]), claim)


def spoken(claim: str, families: Collection[str]) -> str:
    """Return a claim without markers and without the names of the source's authors; `families` are folded."""
    return _NAMED.sub(lambda found: _it(found, families), unmarked(claim)) if families else unmarked(claim)


def _it(found: Match[str], families: Collection[str]) -> str:
    first = plain_letters(found["name"].split()[0])
    if first.rstrip(",") not in families:
        return found[0]
    return f"{found['lead'] or ''}it".ljust(len(found[0]))
