"""The numbers of a sentence, in digits and in words, by their value: in English and Korean."""

from decimal import Decimal
from re import IGNORECASE, Match
from re import compile as pattern
from unicodedata import normalize

_UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
_TEENS = "sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS = {word: number for number, word in enumerate((*_UNITS, *_TEENS))} | {
    word: 20 + 10 * number for number, word in enumerate(_TENS)
}
_SIZES = {
    "hundred": 100,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "백": 100,
    "천": 10**3,
    "만": 10**4,
    "억": 10**8,
    "조": 10**12,
}
# What says how much without a number; each stands for one of them.
_PARTS = {
    **dict.fromkeys(("half", "halves", "halved", "절반"), "half"),
    **dict.fromkeys(("third", "thirds"), "third"),
    **dict.fromkeys(("quarter", "quarters"), "quarter"),
    **dict.fromkeys(("twice", "double", "doubled", "doubles", "doubling", "두 배"), "double"),
    **dict.fromkeys(("triple", "tripled", "triples", "tripling", "threefold", "세 배"), "triple"),
}
NUMERALS = frozenset({*_WORDS, *_SIZES, *(f"{size}s" for size in _SIZES if size.isascii())})

_SIZE = rf"(?:{'|'.join(size for size in _SIZES if size.isascii())})s?(?![a-z])"
_AMOUNT = pattern(
    r"(?<![\w.,])(?:(?P<digits>\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,15})?)"
    rf"|(?P<tens>{'|'.join(_TENS)})(?:[-\s](?P<unit>{'|'.join(_UNITS[1:10])}))?(?![a-z])"
    rf"|(?P<word>{'|'.join(reversed((*_UNITS[2:], *_TEENS)))})(?![a-z])"
    rf"|(?P<single>one|an?)(?=[-\s]{_SIZE}))"
    rf"(?P<sizes>(?:[-\s]?{_SIZE}|\s?[백천만억조]){{0,3}})"
    r"(?P<share>\s?(?:%|percent\b|per cent\b|퍼센트))?"
    rf"|(?<!\w)(?P<part>{'|'.join(sorted(_PARTS, key=len, reverse=True))})(?![a-z])",
    IGNORECASE,
)
_EACH_SIZE = pattern(rf"{'|'.join(_SIZES)}", IGNORECASE)


def amounts(text: str) -> dict[str, str]:
    """Return the numbers of a text: value, with a percent sign where one belongs, to what is written."""
    return {_value(found): " ".join(found[0].split()) for found in _AMOUNT.finditer(normalize("NFKC", text))}


def _value(found: Match[str]) -> str:
    if found["part"]:
        return _PARTS[found["part"].lower()]
    number = Decimal(found["digits"].replace(",", "")) if found["digits"] else Decimal(_spelt(found))
    for size in _EACH_SIZE.findall(found["sizes"]):
        number *= _SIZES[size.lower()]
    return f"{number.normalize():f}" + ("%" if found["share"] else "")


def _spelt(found: Match[str]) -> int:
    return sum(_WORDS[found[name].lower()] for name in ("tens", "unit", "word") if found[name]) or 1
