"""Ids of the project's own corpus: `[REF-043, p.15]`, `(REF-018)`, several in one bracket, or bare."""

from collections.abc import Iterator
from re import Match
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.locators import locator
from citevet.extract.scene import Scene
from citevet.model import Span

_ID = r"REF-\d{3,9}(?:-[a-z]+)?(?![\w-])"
# In brackets we also take what was meant to be an id: ref-43, REF043, REF_043; "(ref 12)" is prose.
_LOOSE = r"(?:REF[-_]?|[Rr]ef-)\d{1,9}(?:-[a-z]+)?(?![\w-])"
_LEAD = r"(?:(?:[Ss]ee(?: also)?|[Cc]f\.|e\.g\.,?|also|but see)\s{1,3})?"
_MARKER = pattern(
    rf"\[\s?{_LEAD}{_LOOSE}[^\[\]\0]{{0,400}}\](?!\()|\(\s?{_LEAD}{_LOOSE}(?:[^()\0]|\([^()\0]{{0,60}}\)){{0,400}}\)",
)
_IN_MARKER = pattern(rf"{_LEAD}({_LOOSE})")
_BARE = pattern(rf"(?<![\w/@.-]){_ID}")
_PAGE = pattern(r",?\s{1,3}pp?\.[\s~]{0,3}\d{1,6}(?:\s?[-–]\s?\d{1,6})?(?!\w)")  # REF-043, p. 15
_NUMBER = pattern(r"\d+")


def find(scene: Scene) -> Iterator[Found]:
    """Find markers that open with an id, then ids in running text."""
    if "REF" not in scene.prose and "ef-" not in scene.prose:
        return
    for match in _MARKER.finditer(scene.prose):
        yield from _marker(match)
    for match in _BARE.finditer(scene.prose):
        opened = scene.prose[max(match.start() - 1, 0) : match.start()] in {"[", "("}  # a marker that nobody closed
        page = None if opened else _PAGE.match(scene.prose, match.end())
        place = locator(page[0]) if page else None
        yield Found("corpus", Span(match.start(), (page or match).end()), match[0], place, key=match[0])


def _marker(marker: Match[str]) -> Iterator[Found]:
    ids = list(_IN_MARKER.finditer(marker[0], 1, len(marker[0]) - 1))
    whole = Span(*marker.span())
    ends = [following.start() for following in ids[1:]] + [len(marker[0]) - 1]
    for match, end in zip(ids, ends, strict=True):
        item = marker[0][match.start() : end].rstrip(" ,;\t\r\n").removesuffix(" and").removesuffix(" &").rstrip(" ,;")
        span = Span(whole.start + match.start(), whole.start + match.start() + len(item))
        normal, fault = _checked(match[1])
        yield Found(
            "corpus",
            whole if len(ids) == 1 else span,
            normal,
            locator=locator(marker[0][match.end() : end]),
            key=normal,
            group=whole if len(ids) > 1 else None,
            fault=fault,
            mend=(marker[0] if len(ids) == 1 else item).replace(match[1], normal, 1) if _certain(match[1]) else None,
        )


def _certain(written: str) -> bool:
    """Say whether only letters and hyphen are wrong; REF-4 may be an id that somebody means to file."""
    number = _NUMBER.search(written)
    return not _BARE.fullmatch(written) and number is not None and len(number[0]) > 2  # noqa: PLR2004


def _checked(written: str) -> tuple[str, str | None]:
    """Return the id in its right form, and what is wrong with the way it was written."""
    if _BARE.fullmatch(written):
        return written, None
    number = _NUMBER.search(written)
    right = f"REF-{number[0]:0>3}" if number else written
    return right, f"written {written}; ids of a corpus look like {right}"
