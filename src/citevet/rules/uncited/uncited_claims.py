"""UNC001 to UNC004 and UNC006: claims without a citation; a claim gives one finding, of the sort that says most."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import ClassVar, Literal

from citevet.contracts import Evidence, Fault
from citevet.model import Claim, Document, Safety, Severity, Span
from citevet.rules.generated.generated_citation_token import find_tokens
from citevet.rules.generated.unfilled_citation import find_unfilled
from citevet.rules.quotes.judged_quotations import include_marks, shorten_quotation
from citevet.rules.todo_marks import mark_claim
from citevet.rules.uncited.citation_needed import find_needed_marks
from citevet.rules.uncited.vague_phrases import find_vague_phrase
from citevet.text.formulas import mask_formulas

Sort = Literal["quotation", "vague", "comparison", "statistic", "claim"]

_TIMES = r"(?:twice|thrice|half|two|three|four|five|six|seven|eight|nine|ten|[0-9][0-9.,]{0,11})"
_MORE = (
    r"(?:faster|slower|more|less|fewer|larger|bigger|smaller|higher|lower|better|worse|cheaper|longer|shorter|greater"
    r"|stronger|likelier|heavier|lighter|older|younger|richer|deeper)\b"
)
_COMPARISON = (
    rf"\b[0-9][0-9.,]{{0,11}} ?[x×] (?:{_MORE}|as\b|the\b)"
    rf"|\b{_TIMES} times (?:{_MORE}|as\b|the\b)"
    r"|\b(?:twice|thrice|half) (?:as|the (?:size|number|amount|rate|cost|speed|price|length|weight))\b"
    rf"|\b{_TIMES}[- ]?fold\b"
    rf"|\b[0-9][0-9.,]{{0,11}} ?(?:%|percent|per cent) {_MORE}"
    r"|(?<!\bwe )(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bI )\b(?:doubled|tripled|trebled|quadrupled|halved)\b"
    r"(?=[^.]{0,60}\b(?:since|between|from|over|in|by|within|during)\b[^.]{0,30}"
    r"(?:\b(?:19|20)[0-9]{2}\b|\b(?:years?|months|decades?)\b))"
    r"|(?:[0-9][0-9.,]{0,11}|두|세|네|다섯|열|수|몇)\s?배\s?(?:더|이상|가량|정도|넘게|나|로|빠르|빨라|많|크|높|늘|증가|낮|적|작|싸)"
)
_UNIT = (
    r"(?:%|percent\b|per cent\b|percentage points?\b|‰|million\b|billion\b|trillion\b|thousand\b|[kKmMgG]?[wW]h?\b"
    r"|km\b|kg\b|mg\b|ms\b|GB\b|MB\b|°C|people\b|users\b|patients\b|participants\b|residents\b|deaths\b|cases\b|years\b"
    r"|hours\b|minutes\b|days\b|dollars\b|euros\b|만|억|조|명|원|퍼센트|건|개국|대|톤|배|위|년간|개월|시간)"
)
_STATISTIC = (
    rf"[$€£₩] ?[0-9][0-9.,]{{0,20}}(?: ?(?:million|billion|trillion|[kKmMbB])\b)?"
    rf"|(?<![\w-])[0-9][0-9.,]{{0,20}}(?: ?[-–] ?[0-9][0-9.,]{{0,20}})? ?{_UNIT}"
    r"|\b(?:[0-9]{1,9}|one|two|three|four|five|six|seven|eight|nine|ten) (?:in|out of) "
    r"(?:[0-9]{1,9}|two|three|four|five|six|ten)\b"
    r"|\b[0-9]{1,3}(?:,[0-9]{3}){1,6}\b"
)
# The author's own count, or a supposed number: no source could be named.
_OWN = re.compile(
    r"(?:(?:in|from|among|across|for|of|with) )?(?:we|our|I|my|this (?:study|paper|work|survey|experiment))\b"
    r"|(?:if|suppose|assume|imagine|say|let|consider)\b|본 (?:연구|논문|조사)|우리는|만약|가령",
    re.IGNORECASE,
)
# One of these is in every comparison; looking for them first makes the rules 2.4 times as fast on 120 KB of prose.
_COUNTS = ("times", "twice", "thrice", "half", "fold", "배", "doubled", "tripled", "trebled", "quadrupled", "halved")
_DIGITS = frozenset("0123456789")
_LONGEST = 5000  # characters that are searched; a longer claim is not a sentence
_CHECKABLE = frozenset({"factual", "citation", "quantitative", "temporal"})


class UncitedClaimRule:
    """Report the unsourced claims of one sort, at the words that show it."""

    name: ClassVar[str]
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.ASK
    sort: ClassVar[Sort]
    message: ClassVar[str]  # with a place for the words

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        marks = (find_needed_marks, find_tokens, find_unfilled)  # each a finding that says more
        marked = {claim.id for find in marks for _, claim in find(evidence.extraction) if claim}
        for claim in evidence.extraction.claims:
            if claim.status == "unsourced" and not claim.ties and claim.id not in marked:
                found = _sort_claim(evidence.extraction.document, claim)
                if found and found[0] == self.sort:
                    _, span, words = found
                    fix = mark_claim(claim, evidence.extraction.document, evidence.policy.uncited)
                    yield Fault(span, self.message.format(words), self.sort, fix, claim=claim)


class UncitedStatistic(UncitedClaimRule):
    """A number has no source.

    ## Meaning
    A sentence states a percentage, ratio, amount or count without a citation: not in the sentence, at the end of its
    paragraph, or at the head of its list.

    ## Why it matters
    Readers remember numbers, and invented texts get numbers wrong most often.

    ## Example
    ```markdown
    Fully 45% of readers notice the voice of a text.
    ```

    ## How to fix it
    Cite the source of the number. If it is your own measurement, say so and suppress the finding: `<!-- citevet:
    ignore[UNC001] measured here -->`.

    ## Limitations
    Numbers that the document derives itself, and well-known figures, are reported too. A number without a unit or per
    cent sign is not a statistic here; UNC003 reports such a sentence.
    """

    name = "uncited-statistic"
    sort = "statistic"
    message = 'uncited statistic "{}"'


class VagueAttribution(UncitedClaimRule):
    """A claim refers to unnamed sources.

    ## Meaning
    The sentence says that studies show it, that experts agree or that it is well known, without naming anyone.

    ## Why it matters
    It claims the authority of evidence without giving any, and readers cannot check it.

    ## Example
    ```markdown
    Studies show that readers notice the voice of a text.
    ```

    ## How to fix it
    Name the study, or remove the phrase and state the claim as your own.

    ## Limitations
    A name in the sentence before is not seen: "She studied this for years. Research shows …". A phrase after a
    possessive or a proper name ("our data show", "Gallup surveys found") is accepted.
    """

    name = "vague-attribution"
    sort = "vague"
    message = "vague attribution {}"


class UncitedClaim(UncitedClaimRule):
    """A checkable claim has no source.

    ## Meaning
    A sentence states a fact or an event that could be looked up, without a citation.

    ## Why it matters
    In a text with citations, readers take an uncited sentence for the author's own knowledge.

    ## Example
    ```markdown
    The treaty was signed in 1648 in Münster.
    ```

    ## How to fix it
    Cite a source. If the fact is common knowledge or your own, suppress the finding.

    ## Limitations
    The rule does not know what is common knowledge, or what the document itself shows.
    """

    name = "uncited-claim"
    severity = Severity.INFO
    sort = "claim"
    message = "uncited claim ({})"


class UncitedQuotation(UncitedClaimRule):
    """A quotation has no source.

    ## Meaning
    Five words or more are in quotation marks, and the sentence has no citation.

    ## Why it matters
    A quotation without a source cannot be checked, and invented quotations look the same.

    ## Example
    ```markdown
    The report calls it "the first thing that any reader will notice".
    ```

    ## How to fix it
    Cite the source with its page.

    ## Limitations
    Dialogue, and titles in lower case, are reported too. Words in title case count as a title and are accepted.
    """

    name = "uncited-quotation"
    sort = "quotation"
    message = "uncited quotation {}"


class UncitedComparison(UncitedClaimRule):
    """A comparison in numbers has no source.

    ## Meaning
    A sentence says that something is several times, some per cent or twice as large, fast or likely as something else,
    without a citation.

    ## Why it matters
    Such a comparison needs a measurement of both things. Without one it reads like advertising.

    ## Example
    ```markdown
    The new parser is 3x faster than the old one.
    ```

    ## How to fix it
    Cite the benchmark or study, or describe the measurement and suppress the finding.

    ## Limitations
    Comparisons that follow from numbers elsewhere in the document are reported too.
    """

    name = "uncited-comparison"
    sort = "comparison"
    message = 'uncited comparison "{}"'


def _sort_claim(document: Document, claim: Claim) -> tuple[Sort, Span, str] | None:
    """Return the sort of a claim, the words of the document that show it, and what a message shows of them."""
    text = _hide_formulas(document, claim)[:_LONGEST]
    if claim.quotations:
        quotation = claim.quotations[0]
        return "quotation", include_marks(document, quotation.span), shorten_quotation(quotation.plain)
    if phrase := find_vague_phrase(text):
        span, question = phrase
        return "vague", _find_in_document(claim, span), f'"{span.of(text).strip()}" ({question})'
    if _has_count(text) and (comparison := _compile(_COMPARISON).search(text)):
        return "comparison", _find_in_document(claim, Span(*comparison.span())), comparison[0]
    is_own = _OWN.match(text)
    if not is_own and claim.type == "quantitative" and (number := _compile(_STATISTIC).search(text)):
        return "statistic", _find_in_document(claim, Span(*number.span())), number[0]
    return ("claim", claim.span, claim.audit_reason) if claim.type in _CHECKABLE else None


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    """Compile a long pattern when the first claim needs it."""
    return re.compile(pattern, re.IGNORECASE)


def _hide_formulas(document: Document, claim: Claim) -> str:
    """Return the words of a claim without its formulas, with every offset as it was."""
    regions, formulas = document.regions, []
    index = bisect_left(regions, claim.span.start, key=lambda region: region.span.start)
    while index < len(regions) and regions[index].span.start < claim.span.end:
        formulas += [document.slice(regions[index].span)] if regions[index].kind == "math" else []
        index += 1
    return mask_formulas(claim.plain.text, formulas)


def _has_count(text: str) -> bool:
    lowered = text.lower()
    return not _DIGITS.isdisjoint(text) or any(word in lowered for word in _COUNTS)


def _find_in_document(claim: Claim, span: Span) -> Span:
    """Return the span of the document for a span of the claim's plain words."""
    return Span(claim.plain.back(span.start), claim.plain.back(span.end - 1) + 1)
