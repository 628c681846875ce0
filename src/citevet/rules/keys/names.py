"""Who wrote it, compared as people compare it: families, folded, without accents."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.model import Citation, Reference, plain_letters

Who = tuple[tuple[str, ...], bool]  # families, and whether others are meant too

_YEAR = pattern(r"[0-9]{4}[a-z]?")
_MOST = 50  # authors of one work that are compared
_NAMED = 6  # names that people write before "et al."
_BODY = 3  # capitalised words from which a name is no person's: World Health Organization
_LONGEST = 2000  # characters of a title or name that are compared


def folded(text: str) -> str:
    """Return a text in lower case without accents and punctuation."""
    return "".join(each for each in plain_letters(text[:_LONGEST]) if each.isalnum())


def family(name: str) -> str:
    """Return the word of a name that lists are sorted by: van der Berg stands under Berg."""
    return folded((name.split() or [""])[-1])


def called(name: str) -> str:
    """Return a body by all its words, since many an Organization has the same year, and a person by the family name."""
    words = name.split()
    capitals = [word for word in words if word[0].isupper()]
    return folded(name) if len(capitals) >= _BODY else family(name)


def cited(citation: Citation) -> Who:
    """Return whom an author-year citation names."""
    names = tuple(filter(None, map(called, citation.parts.get("authors", "").split("; "))))
    return names, "et_al" in citation.parts


def writers(reference: Reference) -> Iterator[Who]:
    """Yield the ways to name the authors of an entry: all of them, the first few and "et al.", a body's initials."""
    families = tuple(map(family, reference.authors[:_MOST]))
    yield families, False
    yield tuple(map(called, reference.authors[:_MOST])), False
    words = reference.authors[0].split() if len(families) == 1 else []
    if len(words) > 1:  # a body: (WHO, 2021) for the World Health Organization
        yield (folded("".join(word[0] for word in words if word[0].isupper())),), False
    for count in range(1, min(len(families), _NAMED) + 1) if not reference.sole else ():
        yield families[:count], True


def year(citation: Citation) -> str:
    """Return the year that a citation states, with its letter; empty when it states none."""
    found = _YEAR.search(citation.parts.get("year", ""))
    return found[0] if found else ""
