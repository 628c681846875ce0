"""Wrong versions of a right sentence, each with its kind, its label and the span of the changed words."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

from citevet.judge.polarity import list_pairs
from training.rows import CONTRADICTED, UNSUPPORTED

# A bare number: no part of a name (COVID-19, HIV-1, H1N1), of a version, of a date with slashes or of a reference.
NUMBER = re.compile(r"(?<![\w.,/\[(-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w/\])-]|[.,]\d)")
_SPELLED = "two three four five six seven eight nine ten eleven twelve".split()
_MONTHS = "January February March April May June July August September October November December".split()
_UNITS = (
    ("mg", "g"), ("kilometres", "miles"), ("kilometers", "miles"), ("km", "m"), ("million", "billion"),
    ("thousand", "million"), ("hours", "minutes"), ("days", "weeks"), ("months", "years"), ("weeks", "months"),
    ("kg", "g"), ("dollars", "euros"), ("feet", "metres"), ("tonnes", "kilograms"), ("degrees", "per cent"),
    ("seconds", "hours"), ("decades", "years"), ("centuries", "decades"),
)  # fmt: skip
_OPPOSITES = (
    ("increase", "decrease"), ("increases", "decreases"), ("increased", "decreased"), ("increasing", "decreasing"),
    ("higher", "lower"), ("more", "less"), ("rose", "fell"), ("rises", "falls"), ("raised", "lowered"),
    ("before", "after"), ("first", "last"), ("above", "below"), ("larger", "smaller"), ("greater", "smaller"),
    ("longer", "shorter"), ("better", "worse"), ("best", "worst"), ("most", "least"), ("won", "lost"),
    ("gained", "lost"), ("accepted", "rejected"), ("allowed", "forbade"), ("includes", "excludes"), ("early", "late"),
    ("earlier", "later"), ("older", "younger"), ("faster", "slower"), ("stronger", "weaker"), ("improved", "worsened"),
    ("improves", "worsens"), ("reduces", "raises"), ("reduced", "raised"), ("promotes", "inhibits"),
    ("activates", "inhibits"), ("positive", "negative"), ("success", "failure"), ("opened", "closed"),
    ("north", "south"), ("east", "west"), ("northern", "southern"), ("eastern", "western"), ("maximum", "minimum"),
    ("always", "never"), ("often", "rarely"), ("present", "absent"), ("supported", "opposed"), ("safe", "dangerous"),
    ("upregulated", "downregulated"), ("gain", "loss"), ("majority", "minority"), ("major", "minor"),
)  # fmt: skip
# Left of the arrow follows from the source, right of it does not; the last field is the label.
_QUANTIFIERS = (
    ("some", "all", UNSUPPORTED), ("many", "all", UNSUPPORTED), ("most", "all", UNSUPPORTED),
    ("several", "all", UNSUPPORTED), ("all", "no", CONTRADICTED), ("every", "no", CONTRADICTED),
    ("most", "few", CONTRADICTED), ("many", "few", CONTRADICTED), ("both", "neither", CONTRADICTED),
    ("few", "many", CONTRADICTED), ("no", "some", CONTRADICTED), ("at least", "at most", UNSUPPORTED),
    ("more than", "fewer than", CONTRADICTED), ("up to", "at least", UNSUPPORTED), ("half", "all", CONTRADICTED),
)  # fmt: skip
_STRONGER = (
    ("associated with", "the cause of"), ("linked to", "caused by"), ("correlated with", "caused by"),
    ("correlates with", "causes"), ("related to", "caused by"), ("contributes to", "is the only cause of"),
)  # fmt: skip
_GROUPS = (
    ("men", "women"), ("boys", "girls"), ("adults", "children"), ("mice", "humans"), ("rats", "humans"),
    ("male", "female"), ("patients", "healthy volunteers"), ("children", "adults"), ("humans", "mice"),
    ("students", "teachers"), ("women", "men"), ("older adults", "infants"), ("infants", "older adults"),
)  # fmt: skip
_AUXILIARY = re.compile(
    r"\b(is|are|was|were|has|have|had|can|could|will|would|should|may|might|must|does|do|did)\b(?! not\b|n't)"
)
_NEGATED = re.compile(
    r"\b(is|are|was|were|has|have|had|can|could|will|would|should|may|might|must|does|do|did)( not)\b"
)
_PLAIN_WORD = re.compile(r"\b[A-Za-z]+\b")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+){0,2}\b")


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence with one fault: what was replaced, and where the replacement is in the new text."""

    text: str
    start: int
    end: int
    was: str
    kind: str
    label: int


def changes(text: str, rng: Random, names: Sequence[str] = ()) -> list[Change]:
    """Return at most one wrong version for each kind of fault."""
    makers: tuple[tuple[str, Callable[[str, Random], Iterator[tuple[re.Match[str], str, int]]]], ...] = (
        ("number", _numbers), ("spelled", _spelled), ("month", _months), ("unit", _units), ("negation", _negations),
        ("opposite", _opposites), ("quantifier", _quantifiers), ("causal", _causal), ("group", _groups),
    )  # fmt: skip
    found = [_chosen(text, kind, list(maker(text, rng)), rng) for kind, maker in makers]
    found.append(_chosen(text, "name", list(_named(text, rng, names)), rng))
    return [each for each in found if each]


def _chosen(text: str, kind: str, options: list[tuple[re.Match[str], str, int]], rng: Random) -> Change | None:
    if not options:
        return None
    match, new, label = rng.choice(options)
    start, was = match.start(), match.group()
    if was[0].isupper() and new[0].islower():
        new = new[0].upper() + new[1:]
    return Change(text[:start] + new + text[match.end() :], start, start + len(new), was, kind, label)


def _numbers(text: str, rng: Random) -> Iterator[tuple[re.Match[str], str, int]]:
    for match in NUMBER.finditer(text):
        new = other_number(match.group(), rng)
        if new not in text:
            yield match, new, CONTRADICTED


def other_number(said: str, rng: Random) -> str:
    """Return a different number in the same notation: a near year, two digits swapped, or another size."""
    value = float(said.replace(",", ""))
    if re.fullmatch(r"(?:1[5-9]|20)\d\d", said):
        return str(int(said) + rng.choice([-30, -10, -7, -4, -3, -2, -1, 1, 2, 3, 4, 7, 10]))
    decimals = len(said.partition(".")[2])
    if rng.random() < 0.3 and len(said) > 1 and said[0] != said[1] and said[:2].isdigit() and said[1] != "0":  # noqa: PLR2004
        return said[1] + said[0] + said[2:]
    new = value * rng.choice([0.1, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 1.1, 1.2, 1.3, 1.5, 2, 3, 10])
    shown = f"{new:,.{decimals}f}" if "," in said or new >= 10_000 else f"{new:.{decimals}f}"  # noqa: PLR2004
    return shown if shown != said else f"{value + 1:.{decimals}f}"


def _spelled(text: str, rng: Random) -> Iterator[tuple[re.Match[str], str, int]]:
    for match in re.finditer(rf"\b(?:{'|'.join(_SPELLED)})\b", text):
        yield match, rng.choice([each for each in _SPELLED if each != match.group()]), CONTRADICTED


def _months(text: str, rng: Random) -> Iterator[tuple[re.Match[str], str, int]]:
    for match in re.finditer(rf"\b(?:{'|'.join(_MONTHS)})\b(?= \d)|(?<=\d )(?:{'|'.join(_MONTHS)})\b", text):
        yield match, rng.choice([each for each in _MONTHS if each != match.group()]), CONTRADICTED


def _units(text: str, _rng: Random) -> Iterator[tuple[re.Match[str], str, int]]:
    for one, other in _both_ways(_UNITS):
        for match in re.finditer(rf"(?<=\d ){one}\b", text):
            yield match, other, CONTRADICTED


def _negations(text: str, _rng: Random) -> Iterator[tuple[re.Match[str], str, int]]:
    for match in _NEGATED.finditer(text):
        yield match, match[1], CONTRADICTED
    for match in list(_AUXILIARY.finditer(text))[:1]:  # the main verb comes first more often than not
        yield match, f"{match[1]} not", CONTRADICTED


def _opposites(text: str, _rng: Random) -> Iterator[tuple[re.Match[str], str, int]]:
    table = _opposing()
    for match in _PLAIN_WORD.finditer(text):
        for other in table.get(match.group().lower(), ()):
            yield match, other, CONTRADICTED


@cache
def _opposing() -> dict[str, list[str]]:
    """Return the opposites of each word: those above, in all their forms, and the judge's, in their first form."""
    found: dict[str, list[str]] = {}
    plain = (pair for ends in list_pairs() for pair in product(*(words.split() for words in ends)))
    alike = ((one, other) for one, other in plain if one.endswith("ly") == other.endswith("ly"))
    for one, other in _both_ways([*_OPPOSITES, *alike]):
        found.setdefault(one, []).append(other)
    return found


def _quantifiers(text: str, _rng: Random) -> Iterator[tuple[re.Match[str], str, int]]:
    for one, other, label in _QUANTIFIERS:
        for match in re.finditer(rf"\b{one}\b", text, re.IGNORECASE):
            yield match, other, label


def _causal(text: str, _rng: Random) -> Iterator[tuple[re.Match[str], str, int]]:
    for one, other in _STRONGER:
        for match in re.finditer(rf"\b{one}\b", text):
            yield match, other, UNSUPPORTED


def _groups(text: str, _rng: Random) -> Iterator[tuple[re.Match[str], str, int]]:
    for one, other in _GROUPS:
        for match in re.finditer(rf"\b{one}\b", text):
            yield match, other, UNSUPPORTED


def _named(text: str, rng: Random, names: Sequence[str]) -> Iterator[tuple[re.Match[str], str, int]]:
    others = [name for name in names if name not in text]
    for match in _NAME.finditer(text) if others else ():
        yield match, rng.choice(others), UNSUPPORTED


def names_in(text: str) -> list[str]:
    """Return the capitalised names inside a text."""
    return _NAME.findall(text)


def _both_ways(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for one, other in pairs:
        yield one, other
        yield other, one
