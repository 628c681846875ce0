"""Where the words of a claim are in a text: models quote well and count badly."""

import re
from typing import Literal

from citevet.model import Span

# exact: the claim is there. moved: it is elsewhere, and the span was corrected. invalid: the text does not have its
# words. unchecked: there is no text to compare with.
SpanCheck = Literal["exact", "moved", "invalid", "unchecked"]

_LONGEST = 4_000  # characters of a claim that are searched with tolerance
_MARKUP = r"[*_`~]{0,3}"  # emphasis and code, which a model leaves out
_GAP = rf"{_MARKUP}[\s>]+{_MARKUP}"  # with the marks of a quotation that goes on in the next line
# Written alike by a model that tidies up, by character: the marks of the keyboard and those of the printer.
_VARIANTS = {each: f"[{re.escape(group)}]" for group in ("'’‘ʼ", '"“”„', "-‐‑–—−") for each in group}
_STOPS = ".。!?"


def check_span(claim: str, span: Span, text: str) -> tuple[Span, SpanCheck]:
    """Return where the claim is in the text: there, at the nearest place with its words, or nowhere.

    White space, emphasis, the shapes of quotation marks and dashes, and a last stop do not matter; every word does.
    """
    said = span.of(text)
    if claim.split() == said.split() and span.end <= len(text):
        return Span(span.start + len(said) - len(said.lstrip()), span.start + len(said.rstrip())), "exact"
    for wanted in dict.fromkeys((claim.strip(), claim.strip().rstrip(_STOPS))):
        pattern = _make_pattern(wanted) if wanted and len(wanted) <= _LONGEST else re.escape(wanted)
        places = [Span(*found.span()) for found in re.finditer(pattern, text)] if wanted else []
        if places:
            place = min(places, key=lambda each: abs(each.start - span.start))
            return place, "exact" if place == span else "moved"
    return span, "invalid"


def _make_pattern(claim: str) -> str:
    """Return a pattern for whole words and numbers: 5 % is not in 4.5 %."""
    words = ("".join(_VARIANTS.get(each) or re.escape(each) for each in word) for word in claim.split())
    before = r"(?<![A-Za-z0-9])(?<!\d[.,])" if claim[0].isascii() and claim[0].isalnum() else ""
    after = r"(?![A-Za-z0-9])(?![.,]\d)" if claim[-1].isascii() and claim[-1].isalnum() else ""
    return before + _GAP.join(words) + after
