"""DOI: `10.`, a registrant of four digits or more, a slash, and nearly anything."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.extract.trim import trimmed
from citevet.model import Span

_PREFIX = r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|\bdoi:\s?)"
# A tag of HTML ends the suffix; an angle bracket of an old Wiley DOI, <1::AID-…>, does not.
_CHAR = r"(?:[!#-;=?-\[\]^_a-z~]|<(?![a-z/!])|>)"
_WELL = pattern(
    rf"(?P<prefix>{_PREFIX}{{0,4}})(?P<doi>(?<![\w.])10\.\d{{4,9}}(?:\.\d{{1,9}})*(?:/|%2f){_CHAR}*|(?:(?<=doi\.org/)|(?<=doi:)|(?<=doi:\s))10/[a-z0-9]{{3,12}}(?![a-z0-9]))"
    rf"(?P<rest>(?<=[/_-])\r?\n[ \t]*(?=[a-z0-9]){_CHAR}+)?",
    IGNORECASE,
)
# After an explicit prefix anything else is a DOI gone wrong.
_ILL = pattern(rf"{_PREFIX}{{1,4}}(?P<doi>[!-~]{{3,200}})", IGNORECASE)
_ONE_PREFIX = pattern(_PREFIX, IGNORECASE)
_SHORT = pattern(r"10/[a-z0-9]{3,12}$", IGNORECASE)
_LETTERS = str.maketrans("OoIl", "0011")
_REGISTRANT = pattern(r"10\.\d{4,9}(?:\.\d{1,9})*/")
_AGAIN = pattern(r"10\.\d{4,9}/")
_TAIL = pattern(r"(?:[?&#][\w-]+=?|/(?:full|abstract|epdf|pdf|meta|html)$|;jsessionid).*$", IGNORECASE)
_SPACE = pattern(r"\s+")


def find(scene: Scene) -> Iterator[Found]:
    """Find DOIs, bare, with `doi:` or behind a resolver; and what was meant to be one."""
    yield from within(scene.prose)
    for match in _ILL.finditer(scene.prose):
        doi = trimmed(match["doi"])
        if doi and not _WELL.match(doi) and not _SHORT.match(doi):
            yield from _ill(match.start(), match.start("doi"), doi, scene.prose)


def within(text: str) -> Iterator[Found]:
    """Find what can be read as a DOI in any text, an address for one."""
    for match in _WELL.finditer(text):
        if not trimmed(match[0]).endswith("/"):
            yield _well(text, match.start(), match.end(), match.start("doi"))


def _well(text: str, start: int, end: int, doi_start: int) -> Found:
    written = trimmed(text[doi_start:end])
    doi = _SPACE.sub("", written).replace("%2F", "/", 1).replace("%2f", "/", 1)
    prefix = text[start:doi_start]
    fault, mended = _fault(doi, written, prefix)
    return Found(
        "doi",
        Span(start, doi_start + len(written)),
        (mended or doi).lower(),
        fault=fault,
        mend=_first_prefix(prefix) + mended if mended else None,
    )


def _fault(doi: str, written: str, prefix: str) -> tuple[str | None, str | None]:
    """Name what is wrong with a DOI that can be read all the same, and its right form."""
    again = _AGAIN.search(doi, 8)
    if again and doi[again.start() :].lower() == doi[: again.start()].lower():
        return "pasted twice", doi[: again.start()]
    if prefix.lower().count("doi.org/") + prefix.lower().count("doi:") > 1:
        return "pasted twice: the prefix", doi
    if "%2f" in written.lower():
        return "the slash is percent-encoded", doi
    tail = _TAIL.search(doi, doi.index("/") + 2)
    if tail:
        return f"tail: {tail[0]} belongs to the address of a page, not to the DOI", doi[: tail.start()]
    return None, None


def _first_prefix(prefix: str) -> str:
    found = _ONE_PREFIX.match(prefix)
    return found[0] if found else ""


def _ill(start: int, doi_start: int, doi: str, text: str) -> Iterator[Found]:
    span = Span(start, doi_start + len(doi))
    repaired = doi[:8].translate(_LETTERS) + doi[8:]
    if repaired != doi and _REGISTRANT.match(repaired):
        fault, mend = "a letter where a digit belongs", _first_prefix(text[start:doi_start]) + repaired
        yield Found("doi", span, repaired.lower(), fault=fault, mend=mend)
    elif any(char.isdigit() for char in doi):
        yield Found("doi", span, doi.lower(), fault="a DOI is 10. + four digits or more + / + a suffix")
