"""Of which sort an uncited claim is: one claim gives at most one finding, by the sort that says most."""

from bisect import bisect_left
from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern
from typing import Literal

from citevet.contracts import Evidence
from citevet.model import Claim, Document, Span, without_formulas
from citevet.rules.quotes.marked import marked
from citevet.rules.uncited.needed import needed
from citevet.rules.uncited.vague import vague

Sort = Literal["quotation", "vague", "comparison", "statistic", "claim"]

_TIMES = r"(?:twice|thrice|half|two|three|four|five|six|seven|eight|nine|ten|[0-9][0-9.,]{0,11})"
_MORE = (
    r"(?:faster|slower|more|less|fewer|larger|bigger|smaller|higher|lower|better|worse|cheaper|longer|shorter|greater"
    r"|stronger|likelier|heavier|lighter|older|younger|richer|deeper)\b"
)
_COMPARISON = pattern(
    rf"\b[0-9][0-9.,]{{0,11}} ?[x×] (?:{_MORE}|as\b|the\b)"
    rf"|\b{_TIMES} times (?:{_MORE}|as\b|the\b)"
    r"|\b(?:twice|thrice|half) (?:as|the (?:size|number|amount|rate|cost|speed|price|length|weight))\b"
    rf"|\b{_TIMES}[- ]?fold\b"
    rf"|\b[0-9][0-9.,]{{0,11}} ?(?:%|percent|per cent) {_MORE}"
    r"|(?:[0-9][0-9.,]{0,11}|두|세|네|다섯|열|수|몇)\s?배\s?(?:더|이상|가량|정도|넘게|나|로|빠르|빨라|많|크|높|늘|증가|낮|적|작|싸)",
    IGNORECASE,
)
_UNIT = (
    r"(?:%|percent\b|per cent\b|percentage points?\b|‰|million\b|billion\b|trillion\b|thousand\b|[kKmMgG]?[wW]h?\b"
    r"|km\b|kg\b|mg\b|ms\b|GB\b|MB\b|°C|people\b|users\b|patients\b|participants\b|residents\b|deaths\b|cases\b|years\b"
    r"|hours\b|minutes\b|days\b|dollars\b|euros\b|만|억|조|명|원|퍼센트|건|개국|대|톤|배|위|년간|개월|시간)"
)
_STATISTIC = pattern(
    rf"[$€£₩] ?[0-9][0-9.,]{{0,20}}(?: ?(?:million|billion|trillion|[kKmMbB])\b)?"
    rf"|(?<![\w-])[0-9][0-9.,]{{0,20}}(?: ?[-–] ?[0-9][0-9.,]{{0,20}})? ?{_UNIT}"
    r"|\b(?:[0-9]{1,9}|one|two|three|four|five|six|seven|eight|nine|ten) (?:in|out of) "
    r"(?:[0-9]{1,9}|two|three|four|five|six|ten)\b"
    r"|\b[0-9]{1,3}(?:,[0-9]{3}){1,6}\b",
    IGNORECASE,
)
# The author's own count, or a number that is only supposed: no source could be named.
_OWN = pattern(
    r"(?:(?:in|from|among|across|for|of|with) )?(?:we|our|I|my|this (?:study|paper|work|survey|experiment))\b"
    r"|(?:if|suppose|assume|imagine|say|let|consider)\b|본 (?:연구|논문|조사)|우리는|만약|가령",
    IGNORECASE,
)
# One of these is in every comparison; looking for them first makes the rules 2.4 times as fast on 120 KB of prose.
_COUNTS = ("times", "twice", "thrice", "half", "fold", "배")
_DIGITS = frozenset("0123456789")
_LONGEST = 5000  # characters that are looked at; whatever is longer is no sentence
_CHECKABLE = frozenset({"factual", "citation", "quantitative", "temporal"})


def uncited(evidence: Evidence, sort: Sort) -> Iterator[tuple[Claim, Span, str]]:
    """Yield the unsourced claims of a sort, the place that gives them away, and what to say of it."""
    marked = {claim.id for _, claim in needed(evidence.extraction) if claim}
    for claim in evidence.extraction.claims:
        if claim.status == "unsourced" and not claim.ties and claim.id not in marked:
            found = _sort(evidence, claim)
            if found and found[0] == sort:
                yield claim, found[1], found[2]


def _sort(evidence: Evidence, claim: Claim) -> tuple[Sort, Span, str] | None:
    text = _words(evidence.extraction.document, claim)[:_LONGEST]
    if claim.quotations:
        return "quotation", marked(evidence.extraction.document, claim.quotations[0].span), claim.quotations[0].plain
    if phrase := vague(text):
        return "vague", back(claim, phrase[0]), phrase[1]
    if _counts(text) and (comparison := _COMPARISON.search(text)):
        return "comparison", back(claim, Span(*comparison.span())), comparison[0]
    if _OWN.match(text):
        return ("claim", claim.span, claim.audit_reason) if claim.type in _CHECKABLE else None
    if claim.type == "quantitative" and (number := _STATISTIC.search(text)):
        return "statistic", back(claim, Span(*number.span())), number[0]
    return ("claim", claim.span, claim.audit_reason) if claim.type in _CHECKABLE else None


def _words(document: Document, claim: Claim) -> str:
    """Return what a claim says outside its formulas, with every offset as it was."""
    regions, formulas = document.regions, []
    index = bisect_left(regions, claim.span.start, key=lambda region: region.span.start)
    while index < len(regions) and regions[index].span.start < claim.span.end:
        formulas += [document.slice(regions[index].span)] if regions[index].kind == "math" else []
        index += 1
    return without_formulas(claim.plain.text, formulas)


def _counts(text: str) -> bool:
    lowered = text.lower()
    return not _DIGITS.isdisjoint(text) or any(word in lowered for word in _COUNTS)


def back(claim: Claim, span: Span) -> Span:
    """Return the stretch of the document behind a stretch of the claim's plain words."""
    return Span(claim.plain.back(span.start), claim.plain.back(span.end - 1) + 1)
