"""ISBN: ten digits with a check by 11, or thirteen with a check by 10."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Span

_DASH = "[- ‐-–−]"
_LETTER = pattern(r"(?<!\w)[Ee]-?$")  # eISBN
_LABELLED = pattern(
    rf"[Ii][Ss][Bb][Nn](?:-1[03])?[:\s]{{0,3}}(?P<digits>\d(?:{_DASH}?\d){{7,14}}(?:{_DASH}?[Xx])?)(?![\d-])"
)
_BARE = pattern(r"(?P<digits>97[89](?<![\w.-]97.)(?:[-‐-–]\d{1,7}){3}[-‐-–]\d)(?![\w-])")
_NO_DIGIT = pattern(r"[^\dX]")
_SHORT, _LONG = 10, 13


def find(scene: Scene) -> Iterator[Found]:
    """Find ISBNs behind their label, and hyphenated ones of thirteen digits anywhere."""
    for form in (_LABELLED, _BARE):
        for match in form.finditer(scene.prose):
            digits = _NO_DIGIT.sub("", match["digits"].upper())
            letter = _LETTER.search(scene.prose, max(match.start() - 2, 0), match.start())
            start = letter.start() if letter else match.start()
            yield Found("isbn", Span(start, match.end()), _normal(digits), fault=_fault(digits))


def _normal(digits: str) -> str:
    """Return the thirteen digits by which both forms of one book are equal."""
    if len(digits) != _SHORT or _check_10(digits) != digits[-1]:
        return digits
    return f"978{digits[:9]}{_check_13('978' + digits[:9])}"


def _fault(digits: str) -> str | None:
    if len(digits) not in {_SHORT, _LONG}:
        return f"{len(digits)} digits, where an ISBN has 10 or 13"
    if len(digits) == _LONG and not digits.startswith(("978", "979")):
        return "an ISBN of 13 digits starts with 978 or 979"
    if len(digits) == _SHORT and not digits.strip("0"):
        return "no book has an ISBN of zeros alone: copy the number from the book"
    right = _check_10(digits) if len(digits) == _SHORT else _check_13(digits)
    return None if right == digits[-1] else f"the check digit should be {right}, not {digits[-1]}"


def _check_10(digits: str) -> str:
    rest = -sum(weight * int(digit) for weight, digit in zip(range(10, 1, -1), digits, strict=False)) % 11
    return "X" if rest == 10 else str(rest)  # noqa: PLR2004


def _check_13(digits: str) -> str:
    return str(-sum((1, 3)[index % 2] * int(digit) for index, digit in enumerate(digits[:12])) % 10)
