"""Who wrote it, compared as people compare it: families, folded, without accents."""

from re import compile as pattern
from unicodedata import combining, normalize

from citevet.model import Citation, Reference

_AND = pattern(r"\s*(?:;|&|,|·|\band\b|\bund\b|\bet\b(?! al)|및)\s*")
_OTHERS = pattern(r"\s*(?:\bet al\b\.?|\band others\b|\band colleagues\b|외(?:\s*[0-9]{1,2}\s*인)?$|등$)\s*")
_YEAR = pattern(r"[0-9]{4}[a-z]?")


def folded(text: str) -> str:
    """Return a text in lower case without accents and punctuation."""
    letters = normalize("NFKD", text[:2000].casefold())
    return normalize("NFC", "".join(each for each in letters if each.isalnum() and not combining(each)))


def cited_names(citation: Citation) -> tuple[tuple[str, ...], bool]:
    """Return the folded families that an author-year citation names, and whether it says "and others"."""
    written = citation.parts.get("authors", "")[:500]
    others = bool(_OTHERS.search(written))
    names = (folded(name) for name in _AND.split(_OTHERS.sub(" ; ", written)))
    return tuple(name for name in names if name), others


def same_people(citation: Citation, reference: Reference) -> bool:
    """Say whether the citation names the authors of the entry: all of them, or the first and "and others"."""
    names, others = cited_names(citation)
    families = tuple(folded(author) for author in reference.authors)
    if not names or families[: len(names)] != names:
        return False
    return others or len(names) == len(families)


def year(citation: Citation) -> str:
    """Return the year that a citation states, with its letter; empty when it states none."""
    found = _YEAR.search(citation.parts.get("year", ""))
    return found[0] if found else ""
