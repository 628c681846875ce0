"""Two numbers that a claim puts in an order which they do not have: "60 % is below the threshold of 60 %"."""

from collections.abc import Iterator, Sequence
from re import IGNORECASE, Match
from re import compile as pattern

from citevet.model import Difference, Span

_UNIT = (
    r"(?:\s?(?:%|‰|°[CF]\b)|\s(?:per ?cent|percent|points|degrees|(?:m|b|tr)illion|thousand|years|days|hours|minutes|"
    r"seconds|dollars|euros|crowns|km|cm|mm|kg|mg|m|g)\b)?"
)
_NUMBER = r"[$€£]?\d{1,9}(?:,\d{3})*(?:\.\d{1,6})?"
_BELOW = r"below|under|less than|lower than|smaller than|fewer than|shorter than"
_ABOVE = r"above|over|more than|higher than|greater than|larger than|longer than|beyond"
# The first number is the thing compared: "a share of 60 % is below". Of "60 % were below" it counts those that are.
_ORDER = pattern(
    rf"(?:(?<![^\s(])(?:of|at|is|was)\s|\A)(?P<one>{_NUMBER})(?P<unit>{_UNIT})"
    r"(?:\s(?:in|during|for)(?:\s[\w-]{1,20}){1,4})?(?:,?\s(?:is|was|lies|lay|stays|stayed|remains|remained)|,)\s(?:(?:still|well|far|just|clearly|slightly)\s)?"
    rf"(?P<order>(?P<below>{_BELOW})|{_ABOVE})\s(?:(?:the|a|an|its|their|this|that)\s)?(?:[a-z-]{{2,20}}\s){{0,4}}"
    rf"(?P<two>{_NUMBER})(?P<other>{_UNIT})(?![\w%])",
    IGNORECASE,
)


def disordered(claim: str, known: Sequence[Span]) -> Iterator[Difference]:
    """Yield the comparisons that do not hold between two numbers of the claim which the source has as well."""
    for found in _ORDER.finditer(claim):
        one, two = Span(*found.span("one")), Span(*found.span("two"))
        if all(any(each.overlaps(number) for each in known) for number in (one, two)) and _is_wrong(found):
            sides = f"{found['one']}{found['unit']}", f"{found['two']}{found['other']}"
            span = Span(one.start, found.end())
            yield Difference("order", f"{sides[0]} {found['order']} {sides[1]}", " and ".join(sides), span)


def _is_wrong(found: Match[str]) -> bool:
    one, two = (float(found[name].lstrip("$€£").replace(",", "")) for name in ("one", "two"))
    signs = {found[name][0] if found[name][0] in "$€£" else "" for name in ("one", "two")}
    if found["unit"].strip() != found["other"].strip() or len(signs) > 1:
        return False
    return one >= two if found["below"] else one <= two
