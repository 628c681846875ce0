"""Numbers restated: rounded as people do (still right), and rounded to something else (wrong)."""

from collections.abc import Iterator
from random import Random

from training.corruptions import NUMBER, other_number
from training.rows import CONTRADICTED, SUPPORTED, Row

_ABOUT = ("about", "roughly", "around", "nearly", "approximately", "some")
_MILLION = 1_000_000


def rounding(sentence: str, evidence: str, rng: Random) -> Iterator[Row]:
    """Restate one number of a sentence of the evidence, once rightly and once wrongly."""
    options = [match for match in NUMBER.finditer(sentence) if _coarse(match.group())]
    if not options:
        return
    match = rng.choice(options)
    about = rng.choice(_ABOUT)
    for number, label in ((match.group(), SUPPORTED), (_far(match.group(), rng), CONTRADICTED)):
        said = f"{about} {_coarse(number) or number}"
        claim = sentence[: match.start()] + said + sentence[match.end() :]
        yield Row(claim[0].upper() + claim[1:], evidence, label, 0.5, "rounding")


def _far(said: str, rng: Random) -> str:
    """Return a number that no rounding makes equal."""
    value = float(said.replace(",", ""))
    for _ in range(8):
        new = other_number(said, rng)
        if abs(float(new.replace(",", "")) - value) > 0.18 * value:
            return new
    return f"{value * 2:,.0f}"


def _coarse(said: str) -> str:
    """Return the number to two digits, or nothing where it is a year or has no more than that."""
    digits = said.replace(",", "")
    value = float(digits)
    if len(digits.replace(".", "").strip("0")) < 3 or 1500 <= value < 2100:  # noqa: PLR2004 - already round, or a year
        return ""
    rounded = float(f"{value:.2g}")
    if rounded >= _MILLION:
        return f"{rounded / _MILLION:g} million"
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"  # noqa: PLR2004
