"""ISSN: eight digits of a journal, with a check by 11."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Span

_LETTER = pattern(r"(?<!\w)[EePp]-?$")  # eISSN, p-ISSN
_FORM = pattern(r"[Ii][Ss][Ss][Nn](?:-L)?[:\s]{0,3}(?P<id>\d{4}[-‐-–]?\d{3}[\dXx])(?![\w-])")


def find(scene: Scene) -> Iterator[Found]:
    """Find ISSNs behind their label."""
    for match in _FORM.finditer(scene.prose):
        digits = f"{match['id'][:4]}{match['id'][-4:]}".upper()
        letter = _LETTER.search(scene.prose, max(match.start() - 2, 0), match.start())
        start = letter.start() if letter else match.start()
        yield Found("issn", Span(start, match.end()), f"{digits[:4]}-{digits[4:]}", fault=_fault(digits))


def _fault(digits: str) -> str | None:
    if not digits.strip("0"):
        return "no journal has the ISSN 0000-0000: copy the number from the journal's page"
    right = check(digits)
    return None if right == digits[-1] else f"the check digit should be {right}, not {digits[-1]}"


def check(digits: str) -> str:
    """Return the eighth digit that the first seven ask for."""
    rest = -sum(weight * int(digit) for weight, digit in zip(range(8, 1, -1), digits, strict=False)) % 11
    return "X" if rest == 10 else str(rest)  # noqa: PLR2004
