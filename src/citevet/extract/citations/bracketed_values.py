"""Tell the values in a bracket, intervals, vectors and coordinates, from the numbers of works."""

import re

from citevet.patterns import lazy_pattern

DASH = "[-‐-―−]"
NUMBER_PART = lazy_pattern(rf"(\d{{1,4}})(?:\]?\s?{DASH}\s?\[?(\d{{1,9}}))?")
SEVERAL = 2  # an interval has two numbers, and a vector of one is rare

_INTERVAL = 10  # how far apart the ends of an interval are
_ROUND_TO = 10  # of which the end of a scale is a multiple: [4, 50]
_SIGN_REACH = 60  # characters before a bracket to search for a sign
# No list of works follows these, or precedes the joining ones: x ∈ [1, 9], v = [1, 2], [1, 2] ∪ [4, 5].
_RELATES = lazy_pattern(r"[∈∉∋⊂⊆⊃⊇∪∩∖×=≠≈≡≤≥±]\0*\s?$")
_JOINS = lazy_pattern(r"\s?\0*[∈∉⊂⊆∪∩∖×]")
_CONFIDENCE = lazy_pattern(
    r"\d\s?%[\s-]?(?:(?:CI|CrI|KI|IC)|(?:confidence|credible|prediction) interval|konfidenzintervall|신뢰\s?구간)"
    r"\s?(?:[:=,]|of|was|is)?\s?$",
    re.IGNORECASE,
)
# These also precede works, as in "word vectors [3, 4]", so they count only where the list lacks a number.
_CALCULATES = lazy_pattern(r"[+−→↦←⟶↔]\0*\s?$")
_IS_CALCULATED = lazy_pattern(r"\s?\0*(?:[+−→↦⟶]|=(?!=)|[ᵀ⊤])")
_KIND = lazy_pattern(
    r"\b(?:sub)?(?:intervals?|intervalles?|intervall[es]?|intervalos?|ranges?|bereich|wertebereich|plage|rango|vectors?|vektor|"
    r"vecteur|tuples?|tupel|arrays?|sequence|CI|CrI|IQR|KI|IC|bounds|limits|scale|coordinates|domain)"
    r"\0*\s?(?:[:,]|of|from|is|was|von|de)?\s?$|(?:구간|범위|벡터|배열|区[间間]|范围|範囲|向量|数[组組])(?:은|는|이|가|:)?\s?$",
    re.IGNORECASE,
)
_SCALED = lazy_pattern(
    r"\b(?:(?:re)?scaled?|normali[sz]ed?|mapped|clipped|restricted|limited|constrained|skaliert|normiert) "
    r"(?:to|auf|into|within)(?: the)?\s$|\bvalues? (?:in|between|from)\s$",
    re.IGNORECASE,
)
_VARIABLE = lazy_pattern(r"(?<![\w'’.])\0*[B-HJ-Zb-zα-ω]\0*\s(?:in|from|within|between|∼|~)\s$")
_NUMBER_BEFORE = lazy_pattern(r"(?<![\w.,])(\d{1,6}(?:[.,]\d{1,6})?)\s?%?\s$")
# The setting of a program in code: `depth`: [1, 10]. Marks of emphasis are shorter.
_SETTING = lazy_pattern(r"\0{3}\s?:\s?$")
_SIGNS = (_SETTING, _CALCULATES, _KIND, _SCALED, _VARIABLE)
# With a number that the list lacks: between [4, 91], from [4, 91], [4, 91] °C.
_MEASURES = lazy_pattern(
    r"(?:[=<>≤≥~∼≈±]|\b(?:in|from|within|between|over|on|inside|outside|values?|ages?|aged|scores?|weights?|numbers?|integers?))\0*\s?$",
    re.IGNORECASE,
)
# What others did or found is in their works: as shown in [4, 91].
_REPORTED = lazy_pattern(
    r"\b(?:shown|seen|found|given|proven|described|discussed|reported|presented|proposed|used|introduced|studied|surveyed"
    r"|reviewed|proved|demonstrated|derived|detailed|explained|summari[sz]ed|published|suggested|argued|considered"
    r"|observed|investigated|analy[sz]ed|developed|as|more|also|details|results?|methods?|approach(?:es)?|works?|those)"
    r"\s(?:in|from)\0*\s?$",
    re.IGNORECASE,
)
_UNITS = lazy_pattern(r"\s?(?:[%°$€£×^]|(?:[kcdmµn]?m|[km]?g|s|ms|min|h|[kMG]?Hz|[kMG]B|K|years?|days?|hours?)\b)")
# What a program prints: array([3, 4]), {'k': [3, 4]}, [[1, 2], [3, 4]].
_PRINTED = lazy_pattern(r"\w\($|\[$|['\"’]\s?:\s?$")
_SERIES, _LEAST = 3, 8  # numbers of a series of sizes, and the least of them
# A number in brackets after these is that of the figure: "in Figure [44]"; the list lacks it.
_LABELLED = lazy_pattern(
    r"\b(?:Figures?|Figs?\.|Tables?|Tabs?\.|Equations?|Eqs?\.|Algorithms?|Sections?|Secs?\.|Chapters?|Appendix|Abb\.|Abbildung"
    r"|Tabelle|Tableau|그림|표|图|表)\0*\s?$"
)
# The ends of an interval in thousands: [2,152-2,552]. As works, 152-2 runs backwards.
_THOUSANDS = lazy_pattern(rf"\[\d{{1,3}},(\d{{3}})\s?{DASH}\s?(\d{{1,3}}),\d{{3}}\]")
_BETWEEN = lazy_pattern(r",?\s?(?:and|or|to|und|oder|bis|et|ou|y|o)?\s?|와\s|과\s")


def parse_numbers(body: str) -> list[int]:
    """Return every number of a marker, for a range both ends."""
    return [int(number) for pair in NUMBER_PART.findall(body) for number in pair if number]


def has_values(bracket: re.Match[str], *, listed: bool) -> bool:
    """Return whether the numbers in a bracket are values; for `listed` ones only an unmistakable sign counts."""
    written, prose = parse_numbers(bracket[1]), bracket.string
    if len(written) < SEVERAL:
        return (
            not listed and _LABELLED.search(prose, max(bracket.start() - _SIGN_REACH, 0), bracket.start()) is not None
        )
    thousands = _THOUSANDS.fullmatch(bracket[0])
    if thousands and int(thousands[2]) < int(thousands[1]):
        return True
    before = prose[max(bracket.start() - _SIGN_REACH, 0) : bracket.start()]
    signs = (_RELATES, _CONFIDENCE, _PRINTED) if listed else (_RELATES, _CONFIDENCE, _PRINTED, *_SIGNS)
    if not listed and (_is_series(written) or _LABELLED.search(before)):
        return True
    if any(sign.search(before) for sign in signs) or _JOINS.match(prose, bracket.end()) or len(set(written)) == 1:
        return True
    return not listed and (bool(_IS_CALCULATED.match(prose, bracket.end())) or _encloses(before, written))


def _is_series(written: list[int]) -> bool:
    """Return whether three numbers or more are sizes of layers, batches or images: powers of two from eight on."""
    return len(written) >= _SERIES and all(number >= _LEAST and number & (number - 1) == 0 for number in written)


def _encloses(before: str, written: list[int]) -> bool:
    """Return whether the two numbers enclose a number before them: a median of 4.2 [3, 8]."""
    found = _NUMBER_BEFORE.search(before) if len(written) == SEVERAL else None
    return found is not None and written[0] <= float(found[1].replace(",", ".")) <= written[1]


def are_joined(first: re.Match[str], second: re.Match[str]) -> bool:
    """Return whether two brackets of several numbers each are joined by a conjunction: [1, 3] and [4, 9]."""
    is_conjunction = _BETWEEN.fullmatch(first.string, first.end(), second.start())
    return bool(is_conjunction) and all(len(parse_numbers(each[0])) >= SEVERAL for each in (first, second))


def is_interval(match: re.Match[str], keys: frozenset[str], *, cites: bool) -> bool:
    """Check for two numbers far apart that the list lacks, [1, 100]; [3, 4] are two works.

    If the text cites by such brackets and the list has one of the numbers, [4, 91] are two works too, unless words,
    units or round ends show a scale.
    """
    written = parse_numbers(match[1])
    if len(written) != SEVERAL or "," not in match[1] or written[1] - written[0] < _INTERVAL:
        return False
    listed = [str(number) in keys for number in written]
    if all(listed):
        return False
    if not any(listed) or not cites or written[0] == 1 or written[1] % _ROUND_TO == 0:
        return True
    before = match.string[max(match.start() - _SIGN_REACH, 0) : match.start()]
    is_measured = _MEASURES.search(before) and not _REPORTED.search(before)
    return bool(is_measured or _UNITS.match(match.string, match.end()))
