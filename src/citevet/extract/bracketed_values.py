"""Numbers in brackets that are values: an interval, a range, a vector; told by what stands beside them."""

from re import IGNORECASE
from re import compile as pattern

from citevet.extract.ranges import numbers
from citevet.model import Span

_SEVERAL = 2  # one number is no interval, and a vector of one is rare
_REACH = 60  # characters before a bracket in which a sign stands
# After these, and before the joining ones, a list of works does not stand: x ∈ [1, 9], v = [1, 2], [1, 2] ∪ [4, 5].
_RELATES = pattern(r"[∈∉∋⊂⊆⊃⊇∪∩∖×=≠≈≡≤≥±]\0*\s?$")
_JOINS = pattern(r"\s?\0*[∈∉⊂⊆∪∩∖×]")
_CONFIDENCE = pattern(
    r"\d\s?%[\s-]?(?:(?:CI|CrI|KI|IC)|(?:confidence|credible|prediction) interval|konfidenzintervall|신뢰\s?구간)"
    r"\s?(?:[:=,]|of|was|is)?\s?$",
    IGNORECASE,
)
# These also stand before works: "word vectors [3, 4]". So they tell only where the list lacks a number.
_CALCULATES = pattern(r"[+−→↦←⟶↔]\0*\s?$")
_IS_CALCULATED = pattern(r"\s?\0*(?:[+−→↦⟶]|=(?!=)|[ᵀ⊤])")
_KIND = pattern(
    r"\b(?:sub)?(?:intervals?|intervalles?|intervall[es]?|intervalos?|ranges?|bereich|wertebereich|plage|rango|vectors?|vektor|"
    r"vecteur|tuples?|tupel|arrays?|sequence|CI|CrI|IQR|KI|IC|bounds|limits|scale|coordinates|domain)"
    r"\0*\s?(?:[:,]|of|from|is|was|von|de)?\s?$|(?:구간|범위|벡터|배열)(?:은|는|이|가|:)?\s?$",
    IGNORECASE,
)
_SCALED = pattern(
    r"\b(?:(?:re)?scaled?|normali[sz]ed?|mapped|clipped|restricted|limited|constrained|skaliert|normiert) "
    r"(?:to|auf|into|within)(?: the)?\s$|\bvalues? (?:in|between|from)\s$",
    IGNORECASE,
)
_VARIABLE = pattern(r"(?<![\w'’.])\0*[B-HJ-Zb-zα-ω]\0*\s(?:in|from|within|between|∼|~)\s$")
_NUMBER_BEFORE = pattern(r"(?<![\w.,])(\d{1,6}(?:[.,]\d{1,6})?)\s?%?\s$")
_SIGNS = (_CALCULATES, _KIND, _SCALED, _VARIABLE)
_BETWEEN = pattern(r",?\s?(?:and|or|to|und|oder|bis|et|ou|y|o)?\s?|와\s|과\s")


def is_value(prose: str, bracket: Span, *, listed: bool) -> bool:
    """Say whether the numbers in this bracket are values; of those that a list has only a plain sign says so."""
    written = _written(prose, bracket)
    if len(written) < _SEVERAL:
        return False
    before = prose[max(bracket.start - _REACH, 0) : bracket.start]
    if _RELATES.search(before) or _CONFIDENCE.search(before) or _JOINS.match(prose, bracket.end):
        return True
    if listed:
        return False
    signs = any(sign.search(before) for sign in _SIGNS)
    return signs or bool(_IS_CALCULATED.match(prose, bracket.end)) or _encloses(before, written)


def _written(prose: str, bracket: Span) -> list[int]:
    return numbers(prose[bracket.start : bracket.end])


def _encloses(before: str, written: list[int]) -> bool:
    """Say whether the two numbers are the limits of a number before them: a median of 4.2 [3, 8]."""
    found = _NUMBER_BEFORE.search(before)
    if found is None or len(written) != _SEVERAL:
        return False
    return written[0] <= float(found[1].replace(",", ".")) <= written[1]


def are_joined(prose: str, first: Span, second: Span) -> bool:
    """Say whether two brackets of several numbers each are named in one breath: [1, 3] and [4, 9]."""
    if _BETWEEN.fullmatch(prose, first.end, second.start) is None:
        return False
    return all(len(_written(prose, bracket)) >= _SEVERAL for bracket in (first, second))
