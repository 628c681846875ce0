"""Who wrote it, compared as people compare it: families, folded, without accents."""

from re import compile as pattern
from unicodedata import combining, normalize

from citevet.model import Citation, Reference

_YEAR = pattern(r"[0-9]{4}[a-z]?")
_LONGEST = 2000  # characters of a title or name that are compared


def folded(text: str) -> str:
    """Return a text in lower case without accents and punctuation."""
    letters = normalize("NFKD", text[:_LONGEST].casefold())
    return normalize("NFC", "".join(each for each in letters if each.isalnum() and not combining(each)))


def family(name: str) -> str:
    """Return the word of a name that lists are sorted by: van der Berg stands under Berg."""
    return folded((name.split() or [""])[-1])


def cited_names(citation: Citation) -> tuple[str, ...]:
    """Return the families that an author-year citation names."""
    return tuple(filter(None, map(family, citation.parts.get("authors", "").split("; "))))


def same_people(citation: Citation, reference: Reference) -> bool:
    """Say whether the citation names the authors of the entry: all of them, or the first and "et al."."""
    names = cited_names(citation)
    families = tuple(map(family, reference.authors))
    if not names or families[: len(names)] != names:
        return False
    return "et_al" in citation.parts or len(names) == len(families)


def year(citation: Citation) -> str:
    """Return the year that a citation states, with its letter; empty when it states none."""
    found = _YEAR.search(citation.parts.get("year", ""))
    return found[0] if found else ""
