"""ISSN: eight digits of a journal, with a check by 11."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Span

_FORM = pattern(r"\b[ep]?-?ISSN(?:-L)?[:\s]{0,3}(?P<id>\d{4}[-‐-–]?\d{3}[\dX])(?![\w-])", IGNORECASE)


def find(scene: Scene) -> Iterator[Found]:
    """Find ISSNs behind their label."""
    for match in _FORM.finditer(scene.prose):
        digits = f"{match['id'][:4]}{match['id'][-4:]}".upper()
        right = check(digits)
        fault = None if right == digits[-1] else f"the check digit should be {right}, not {digits[-1]}"
        yield Found("issn", Span(*match.span()), f"{digits[:4]}-{digits[4:]}", fault=fault)


def check(digits: str) -> str:
    """Return the eighth digit that the first seven ask for."""
    rest = -sum(weight * int(digit) for weight, digit in zip(range(8, 1, -1), digits, strict=False)) % 11
    return "X" if rest == 10 else str(rest)  # noqa: PLR2004
