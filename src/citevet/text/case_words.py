"""Compare the names of two cases by the words of their parties."""

from citevet.patterns import lazy_pattern

_VERSUS = lazy_pattern(r"\sv(?:s?\.|\b)\s")
_COMMON = frozenset("united states state city county board department people company corp".split())
_ACRONYM = lazy_pattern(r"\b[A-Z]{2,}\b|[A-Z]\.[A-Z]\.")
_CONTRACTED = lazy_pattern(r"\w['’][a-z]{1,3}\b(?<!['’]s)")  # Int'l, Gov't
_WORD = lazy_pattern(r"[^\W\d_]{4,}")


def are_other_names(one: str, other: str) -> bool:
    """Check whether two case names, or one of two parties in each, have no word in common."""
    parties = [[_find_words(party) for party in _VERSUS.split(name)] for name in (one, other)]
    if len(parties[0]) == len(parties[1]) == 2:  # noqa: PLR2004 - parties
        return any(_are_disjoint(mine, theirs) for mine, theirs in zip(*parties, strict=True))
    words = [set[str]().union(*each) for each in parties]
    return _are_disjoint(*words)


def _are_disjoint(mine: set[str], theirs: set[str]) -> bool:
    """Check whether no word is, or shortens, one of the other side: Educ. is Education."""
    alike = (one.startswith(other) or other.startswith(one) for one in mine for other in theirs)
    return bool(mine and theirs) and not any(alike)


def _find_words(party: str) -> set[str]:
    """Return the words of a party; none if it has an acronym, which may be the other name written out."""
    return (
        set()
        if _ACRONYM.search(party) or _CONTRACTED.search(party)
        else {word.lower() for word in _WORD.findall(party)} - _COMMON
    )
