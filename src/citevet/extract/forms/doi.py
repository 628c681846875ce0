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
# The search starts at the digits, which the engine finds twelve times as fast as an optional prefix before them.
_WELL = pattern(
    rf"10\.\d{{4,9}}(?:\.\d{{1,9}}){{0,4}}(?:/|%2f){_CHAR}*(?:(?<=[/_-])\r?\n[ \t]*(?=[a-z0-9]){_CHAR}+)?", IGNORECASE
)
_SHORT = pattern(r"10/[a-z0-9]{3,12}(?![a-z0-9])", IGNORECASE)
_AFTER = pattern(rf"{_PREFIX}{{1,4}}", IGNORECASE)
_BEFORE = pattern(rf"{_PREFIX}{{1,4}}$", IGNORECASE)
_FURTHEST = 100  # characters of prefixes before a DOI, four of them at the most
# After an explicit prefix anything else is a DOI gone wrong.
_ILL = pattern(r"[Dd][Oo][Ii](?:\.[Oo][Rr][Gg]/|:\s?)(?P<doi>[!-~]{3,200})")
_ONE_PREFIX = pattern(_PREFIX, IGNORECASE)
_INSIDE = pattern(r"[\w.](?=10)")  # a longer number or word that happens to hold the digits
_LETTERS = str.maketrans("OoIl", "0011")
_REGISTRANT = pattern(r"10\.\d{4,9}(?:\.\d{1,9}){0,4}/")
_AGAIN = pattern(r"10\.\d{4,9}/")
# Certain tails only: a parameter, a session, a view of the page; &lt; in an old Wiley DOI is none.
_TAIL = pattern(r"(?:[?&][\w-]{1,30}=|/(?:full|abstract|epdf|pdf|meta|html)$|;jsessionid).*$", IGNORECASE)
_SPACE = pattern(r"\s+")


def find(scene: Scene) -> Iterator[Found]:
    """Find DOIs, bare, with `doi:` or behind a resolver; and what was meant to be one."""
    yield from within(scene.prose)
    for match in _ILL.finditer(scene.prose):
        again = _AFTER.match(scene.prose, match.start("doi"))
        at = again.end() if again else match.start("doi")
        doi = trimmed(scene.prose[at : match.end()])
        if doi and not _WELL.match(doi) and not _SHORT.fullmatch(doi):
            yield from _ill(_start(scene.prose, at), at, doi, scene.prose)


def within(text: str) -> Iterator[Found]:
    """Find what can be read as a DOI in any text, an address for one."""
    for match in _WELL.finditer(text):
        start = _start(text, match.start())
        apart = start < match.start() or not _INSIDE.match(text, max(match.start() - 1, 0))
        if apart and not trimmed(match[0]).endswith("/"):
            yield _well(text, start, match.end(), match.start())
    for match in _SHORT.finditer(text):
        start = _start(text, match.start())
        if start < match.start():
            yield _well(text, start, match.end(), match.start())


def _start(text: str, start: int) -> int:
    """Return where the prefixes before a DOI begin."""
    if text[max(start - 2, 0) : start].rstrip()[-1:] not in {"/", ":"}:
        return start
    before = _BEFORE.search(text, max(start - _FURTHEST, 0), start)
    return before.start() if before else start


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
        return f"the tail {tail[0]} belongs to the address of a page, not to the DOI", doi[: tail.start()]
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
