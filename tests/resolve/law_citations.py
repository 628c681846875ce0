"""Legal citations as the finders make them, for tests of the look-ups."""

from datetime import date

from tests.shipped_tagger import extract

from citevet.model import Citation
from citevet.read import parse_text

TODAY = date(2026, 11, 17)


def cite(text: str) -> Citation:
    """Return the first legal citation in a text."""
    found = extract(parse_text(text, "paper.md"))
    return next(each for each in found.citations if "-" in each.kind or each.kind in {"celex", "ecli"})
