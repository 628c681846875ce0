"""UNC001 to UNC004 and UNC006: claims without a citation; a claim gives one finding, of the sort that says most."""

import re
from collections.abc import Iterator
from typing import Literal

from citevet.contracts import Evidence, Fault
from citevet.kept_answers import kept
from citevet.model import Claim, Document, Span
from citevet.patterns import lazy_pattern
from citevet.rules.citation_needed import find_needed_marks
from citevet.rules.citation_removal import mark_claim
from citevet.rules.claim_contexts import CONTINUES, FIGURES, LONGEST_SENTENCE, ClaimContext, find_contexts
from citevet.rules.generated import find_tokens, find_unfilled
from citevet.rules.owed_sources import find_owing_claims, quotes_unnamed_speaker
from citevet.rules.vague_phrases import find_vague_phrase
from citevet.text.document_parts import mask_formulas, reproduces_opinion
from citevet.text.excerpts import include_marks, shorten_quotation
from citevet.text.number_words import ENGLISH_SHARE, EVERY_NTH, GERMAN_SHARE, KOREAN_SHARE
from citevet.text.verbs import find_verbs

Sort = Literal["quotation", "vague", "comparison", "statistic", "claim"]

_TIMES = r"(?:twice|thrice|half|two|three|four|five|six|seven|eight|nine|ten|[0-9][0-9.,]{0,11})"
_MORE = (
    r"(?:faster|slower|more|less|fewer|larger|bigger|smaller|higher|lower|better|worse|cheaper|longer|shorter|greater"
    r"|stronger|likelier|heavier|lighter|older|younger|richer|deeper)\b"
)
_COMPARISON = lazy_pattern(
    rf"\b[0-9][0-9.,]{{0,11}} ?[x×] (?:{_MORE}|as\b|the\b)"
    rf"|\b{_TIMES} times (?:{_MORE}|as\b|the\b)"
    r"|\b(?:twice|thrice|half) (?:as|the (?:size|number|amount|rate|cost|speed|price|length|weight))\b"
    rf"|\b{_TIMES}[- ]?fold\b"
    rf"|\b[0-9][0-9.,]{{0,11}} ?(?:%|percent|per cent) {_MORE}"
    r"|(?<!\bwe )(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bI )\b(?:doubled|tripled|trebled|quadrupled|halved)\b"
    r"(?=[^.]{0,60}\b(?:since|between|from|over|in|by|within|during)\b[^.]{0,30}"
    r"(?:\b(?:19|20)[0-9]{2}\b|\b(?:years?|months|decades?)\b))"
    r"|(?:[0-9][0-9.,]{0,11}|두|세|네|다섯|열|수|몇)\s?배\s?(?:더|이상|가량|정도|넘게|나|로|빠르|빨라|많|크|높|늘|증가|낮|적|작|싸)",
    re.IGNORECASE,
)
# Shares and counts of people or money in the world: what an author must have read somewhere. A share of anything else
# is most often the author's own result, a target or a setting.
_NUMBER = r"(?<!\bper )(?<![\w.,-])[0-9][0-9.,]{0,20}"
_PEOPLE = (
    r"(?:people|persons|adults|children|women|men|teenagers|students|teachers|workers|employees|employers|users|consumers"
    r"|patients|residents|households|families|homes|farmers|voters|refugees|migrants|companies|businesses|firms|schools"
    r"|organi[sz]ations|hospitals|cities|towns|villages|landlords|tenants|passengers|pupils"
    r"|countries|Americans|Europeans|citizens|population|public(?! \w)|deaths"
    r"|infections|victims|GDP|emissions|revenue|jobs|developers|physicians|doctors|nurses|lawyers|judges|scientists|researchers"
    r"|executives|leaders|enterprises|readers|viewers|customers|drivers|owners|parents|girls|boys|dentists)\b"
)
# Of software, pages and the like the author has counted; a verb ends the noun: "of pages asked users".
_NO_PEOPLE = (
    r"(?:for|of|from|in|have|has|had|are|is|were|was|asked|who|that|which|pages?|sites?|websites?|requests?|files?|apps?"
    r"|repositories|projects?|queries|domains?|browsers?|public) "
)
_OF_PEOPLE = rf"(?:(?!{_NO_PEOPLE})[\w'’-]{{1,20}} ){{0,5}}{_PEOPLE}"
_TENS = (
    r"(?:ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:-(?:one|two|three|four|five|six|seven|eight|nine))?"
)
_PERCENT = rf"(?:[0-9][0-9.,]{{0,20}} ?%|(?:[0-9][0-9.,]{{0,20}}|\b{_TENS}) ?(?:percent\b|per cent\b))"
_WORLD = (
    r"\b(?:worldwide|globally|nationally|nationwide|across (?:Europe|Africa|Asia|the (?:country|world|globe|nation))"
    r"|in the (?:US|U\.S\.|United States|UK|United Kingdom|EU|(?:European )?Union|world))\b"
)
_MILLIONS = r"[$€£₩] ?[0-9][0-9.,]{0,20} ?(?:million|billion|trillion)\b"
_MENSCHEN = (
    r"(?:menschen|personen|erwachsenen?|kindern?|frauen?|männern?|jugendlichen?|schüler\w{0,5}|studierenden?|lehr\w{2,8}"
    r"|arbeitnehmer\w{0,5}|beschäftigten?|nutzer\w{0,5}|verbraucher\w{0,5}|patient\w{0,6}|haushalte?n?|familien?|unternehmen"
    r"|firmen|betriebe?n?|schulen|krankenhäuser|städte?n?|gemeinden|länder|deutschen?|europäer\w{0,5}|bürger\w{0,5}"
    r"|bevölkerung|wähler\w{0,5}|einwohner\w{0,5}|ärzt\w{1,6}|eltern|rentner\w{0,5}|todesfälle|emissionen)\b"
)
_VON_MENSCHEN = rf"(?:(?:aller|der|des|von|unter|alle) )?(?:(?!und\b|oder\b)[\wäöüß-]{{1,25}} ){{0,2}}{_MENSCHEN}"
_KOREAN_PEOPLE = r"(?:국민|인구|성인|가구|기업|직장인|소비자|근로자|청소년|학생|여성|남성|노인|유권자|시민)"
_STATISTIC = lazy_pattern(
    rf"{_NUMBER}(?: ?(?:[-–]|to) ?[0-9][0-9.,]{{0,20}})? ?(?:%|percent\b|per cent\b)(?= of {_OF_PEOPLE})"
    rf"|(?<![\w.,-]){_PERCENT}(?=.{{0,80}}{_WORLD})|{_WORLD}.{{0,40}}?(?:{_PERCENT}|{_NUMBER} (?:million|billion)\b)"
    rf"|{_MILLIONS}(?=.{{0,200}}\b(?:market|industry|economy|annually|(?:per|a|each) year|valuation|worldwide"
    r"|globally|revenue|spending|sales)\b)"
    rf"|(?:market|industry|economy|revenue|spending|spends?|sales|spent|costs?|valued at)\b.{{0,60}}?{_MILLIONS}"
    rf"|{_NUMBER} ?(?:million|billion)(?= {_OF_PEOPLE})"
    rf"|(?<!\bper )(?<![\w.,-])[0-9]{{1,3}}(?:,[0-9]{{3}})+(?= {_OF_PEOPLE})"
    rf"|\b{ENGLISH_SHARE}(?=(?:\s(?:of(?: all)?|all))? (?:the |its |their )?{_OF_PEOPLE})"
    rf"|\b{EVERY_NTH} (?=(?:person|adult|child|woman|man|teenager|student|teacher|worker|employee|user|consumer|patient"
    r"|resident|household|family|home|farmer|voter|refugee|migrant|company|business|firm|school|hospital|city|country"
    r"|citizen|job|developer|physician|doctor|nurse|driver|owner|girl|boy)\b)"
    rf"|\b(?:{GERMAN_SHARE}|[0-9][0-9.,]{{0,20}}\s?(?:%|prozent\b))(?=\s{_VON_MENSCHEN})"
    rf"|{_KOREAN_PEOPLE}(?:의|들의)?\s?(?:약 )?{KOREAN_SHARE}"
    r"|\b(?:doubled|tripled|quadrupled|halved)\b(?=.{0,60}\b(?:since|between|over the (?:past|last))\b(?! last))"
    r"|(?:국민|인구|성인|가구|기업|직장인|소비자|근로자)[^.]{0,20}[0-9][0-9.,]{0,20} ?(?:%|퍼센트|만 ?명)"
    r"|[0-9][0-9.,]{0,20} ?(?:만|억) ?명|[0-9][0-9.,]{0,20} ?(?:억|조) ?(?:원|달러)",
    re.IGNORECASE,
)
# Words anywhere in a sentence that goes on about a work that an earlier one cites.
_SAME_WORK = lazy_pattern(
    r"\b(?:the (?:same|survey|study|studies|reports?|authors?|researchers?|analysis|data|poll|paper|article|trial|team"
    r"|latter|former|rest|remaining|others?|figures?|numbers?(?! of\b)|results?|findings|models?|sample|cohort|group"
    r"|programs?)"
    r"|compared (?:to|with)|versus|respectively|patients|participants|subjects|individuals)\b",
    re.IGNORECASE,
)
# "It found that": the sentence before names who did.
_IT_FOUND = lazy_pattern(
    r"^\W{0,3}(?:it|they|he|she|the (?:survey|study|report|authors?|researchers?|poll|team|paper|article))"
    r" (?:also )?(?:found|finds|reported|reports|estimated|estimates|showed|shows|concluded|said|says|noted)\b",
    re.IGNORECASE,
)
# A plan, a forecast, a norm or a threshold of the author, a conclusion from numbers of the text, the size of a survey.
_PLANNED = lazy_pattern(
    r"\b(?:would|will|could|might|may|shall|can|targets?|goals?|propos\w{1,6}|plans?|planned|aims?|requires?"
    r"|required|(?:estimated|incremental) (?:cost|savings)|(?:this|that) means|survey of"
    r"|budgets?(?!.{0,40}(?:doubled|tripled|quadrupled|halved))|at least (?!once|twice)|no more than"
    r"|by year \d|guidelines?|standards?|thresholds?|defined|definition)\b|\(to [a-z]"
    r"|\b(?:over|above|under|below|within) [\d,.]{1,12} (?:population|years|months|days)\b"
    r"|^\W{0,4}(?:costs?|resources?|timeline|budget|savings|funding|estimated|total)\b",
    re.IGNORECASE,
)
# A source that the sentence names in words.
_NAMES_SOURCE = lazy_pattern(
    r"\[source|\bsource:|\baccording to\b|\b(?:survey|study|report|poll|analysis|data|estimates?|figures) (?:by|from)\b"
    r"|\b(?:found|reported|reports|estimates|estimated|says|said|showed|shows|announced) (?:in \d{4} )?that\b",
    re.IGNORECASE,
)
# "(National Gaming Commission)" names a source; "Create a fund" asks for something.
_NAMED_OR_ASKED = lazy_pattern(
    r"\bper [A-Z]|\((?:[A-Z][\w.&-]{1,30}(?: (?:of|for|and|the|on))*[ ,]{1,2}){0,6}[A-Z][\w.&-]{1,30}"
    r"(?:[ ,]{1,2}(?:19|20)\d\d)?\)"
    r"|(?:^|: )\W{0,4}(?:Create|Establish|Increase|Fund|Provide|Expand|Invest|Launch|Allocate|Appropriate|Authorize"
    r"|Dedicate|Raise|Reduce|Require|Set|Build|Use|Make|Double|Achieve|Integrate|Ensure|Reach)\b"
)
_LABEL = lazy_pattern(r"^.{1,60}: ")  # "Costs: $2 billion for the agency"
_SOURCE_AFTER = lazy_pattern(r"[\s.]{0,5}[\[(]sources?\b", re.IGNORECASE)
_FIGURE = lazy_pattern(
    rf"[$€£₩] ?[0-9]|[0-9]|\b(?:{ENGLISH_SHARE}|{GERMAN_SHARE})|{KOREAN_SHARE}", re.IGNORECASE
)  # where the number of a statistic starts, after the words that place it
# The author's own result, a supposed number, advice, or a setting: no source could be named.
_OWN = lazy_pattern(
    r"\b(?:we|our|ours|us|I|my|me|you|your|this (?:study|paper|work|survey|experiment|thesis|report|article|chapter)"
    r"|the (?:present|current) (?:study|paper|work)|figures?|figs?\.|tables?|sections?|appendix|equations?|eq\."
    r"|p ?[<=>]|CI|accuracy|precision|recall|F1|baselines?|benchmarks?|datasets?|data set|training|validation"
    r"|test set|default"
    r"|threshold|parameters?|simulat\w{1,6}|should|must|let|if|suppose|assum\w{1,5}|imagine|say|consider|e\.g"
    r"|for (?:example|instance)|example|hypothetical|respondents?|participants?)\b|±"
    r"|\b(?:wir|uns|unsere?[nmrs]?|befragten?|teilnehme\w{1,5}|angenommen)\b"
    r"|본 (?:연구|논문|조사)|우리|만약|가령|예를 들|[^\w\s]{3}",
    re.IGNORECASE,
)
# One of these is in every comparison; looking for them first makes the rules 2.4 times as fast on 120 KB of prose.
_COUNTS = ("times", "twice", "thrice", "half", "fold", "배", "doubled", "tripled", "trebled", "quadrupled", "halved")
_DIGITS = frozenset("0123456789")
_QUOTED_WORDS = 8  # a shorter one is often a label, a slogan or a term
# Somebody with a name says it. Words of one's own, of a program or of an example have no such verb.
_SAID = lazy_pattern(
    r"\b(?:said|says|wrote|writes|written|argued|argues|noted|notes|stated|states|claimed|claims|explained|explains"
    r"|observed|observes|concluded|concludes|declared|declares|remarked|warned|warns|reported|reports|quoted|quotes"
    r"|described|describes|held|holds|puts? it|told"
    r"|sum(?:s|med) (?:it|this) up|(?:is|was) (?:blunt|frank)(?:er)?|called (?:it|this|him|her|them)|according to"
    r"|in the words of)\b"
    r"|(?:말했|밝혔|썼|주장했|설명했|강조했|지적했)다",
    re.IGNORECASE,
)
_CHECKABLE = frozenset({"factual", "citation", "quantitative", "temporal"})


def _report_uncited(evidence: Evidence, wanted: Sort, message: str) -> Iterator[Fault]:
    """Report the unsourced claims of one sort, at the words that show it; the message has a place for them."""
    owing = frozenset(evidence.once(_find_owing))
    for claim, (sort, span, words) in evidence.once(_sort_unsourced_claims):
        if sort == wanted:
            fix = mark_claim(claim, evidence.extraction.document, evidence.policy.uncited)
            yield Fault(span, message.format(words), sort, fix, claim=claim, is_doubtful=claim.id not in owing)


def _find_owing(evidence: Evidence) -> Iterator[str]:
    """Yield the claims that plainly owe a source; the others are notes."""
    sorts = {claim.id: sort for claim, (sort, _, _) in evidence.once(_sort_unsourced_claims)}
    return find_owing_claims(evidence.extraction, sorts)


def find_uncited_statistic(evidence: Evidence) -> Iterator[Fault]:
    """A number has no source.

    ## Meaning
    A sentence says how many people, firms or countries, what share of them, or how many millions, without a citation:
    not in the sentence, at the end of its paragraph, or at the head of its list. Other cited sentences in the paragraph
    do not count, unless this one goes on about their work ("It found …", "They also …"). A figure that the document
    repeats is reported once.

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
    It is a warning where a text cites throughout (one sentence in ten, and eight of them), no neighbour on the same
    matter has a source, and the sentence names a country, a region or the world, or says what grew since a year.
    Elsewhere it is a note.
    Shares and amounts of other things are not reported, because most of them are the author's own results, targets or
    settings; neither are plans, forecasts and proposals, sources that the sentence names in words, arguments of
    templates, numbers under headings such as Methods and Results, numbers that a cited sentence repeats, and those in a
    section that ends with its own list of sources or in a court opinion that the document reproduces. UNC003 reports
    those sentences if it is selected. A well-known figure is reported, and so are counts of a project's own users.
    """
    return _report_uncited(evidence, "statistic", 'uncited statistic "{}"')


def find_vague_attribution(evidence: Evidence) -> Iterator[Fault]:
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
    It is a warning where a text cites throughout (one sentence in ten, and eight of them), no neighbour on the same
    matter has a source, and the phrase opens the sentence and is not one side of a debate. Elsewhere it is a note.
    A name in the sentence before is not seen: "She studied this for years. Research shows …". Abstracts, summaries,
    conclusions and reproduced court opinions are not checked. A phrase after a
    possessive or a proper name ("our data show", "Gallup surveys found") is accepted.
    """
    return _report_uncited(evidence, "vague", "vague attribution {}")


def find_uncited_claim(evidence: Evidence) -> Iterator[Fault]:
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
    return _report_uncited(evidence, "claim", "uncited claim ({})")


def find_uncited_quotation(evidence: Evidence) -> Iterator[Fault]:
    """A quotation has no source.

    ## Meaning
    Somebody is said to have written or said eight words or more, and neither the sentence nor its neighbours cite a
    source.

    ## Why it matters
    A quotation without a source cannot be checked, and invented quotations look the same.

    ## Example
    ```markdown
    The report calls it "the first thing that any reader will notice".
    ```

    ## How to fix it
    Cite the source with its page.

    ## Limitations
    It is a warning where a text cites throughout (one sentence in ten, and eight of them), no neighbour on the same
    matter has a source, and somebody without a name is quoted, whom the author did not ask. Elsewhere it is a note.
    Dialogue, speech that the author heard, and quotations of a text that the whole document is about are reported too.
    """
    return _report_uncited(evidence, "quotation", "uncited quotation {}")


def find_uncited_comparison(evidence: Evidence) -> Iterator[Fault]:
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
    It is a warning where a text cites throughout (one sentence in ten, and eight of them), no neighbour on the same
    matter has a source, and the sentence names a country, a region or the world, or says what grew since a year.
    Elsewhere it is a note.
    Comparisons that follow from numbers elsewhere in the document are reported too.
    """
    return _report_uncited(evidence, "comparison", 'uncited comparison "{}"')


def _sort_unsourced_claims(evidence: Evidence) -> list[tuple[Claim, tuple[Sort, Span, str]]]:
    """Return the claims without a source, except those with a mark that a rule of its own reports."""
    extraction = evidence.extraction
    if not any(claim.status == "unsourced" and not claim.ties for claim in extraction.claims):
        return []
    marks = (find_needed_marks, find_tokens, find_unfilled)
    marked = {claim.id for find in marks for _, claim in evidence.once(find) if claim}
    is_opinion = reproduces_opinion(extraction.document.text)
    sorted_claims = (
        (claim, _sort_claim(extraction.document, claim, context))
        for claim, context in find_contexts(extraction.document, extraction.claims)
        if claim.status == "unsourced" and not claim.ties and claim.id not in marked
    )
    kept = [(claim, found) for claim, found in sorted_claims if found and (found[0] == "claim" or not is_opinion)]
    first = {words: claim.id for claim, (sort, _, words) in reversed(kept) if sort == "statistic"}
    # A figure that the document repeats, in its summary for instance, needs one source.
    return [(claim, found) for claim, found in kept if found[0] != "statistic" or first[found[2]] == claim.id]


def _sort_claim(document: Document, claim: Claim, context: ClaimContext) -> tuple[Sort, Span, str] | None:
    """Return the sort of a claim, the words of the document that show it, and what a message shows of them."""
    text = mask_formulas(claim.plain.text, document, claim.span)[:LONGEST_SENTENCE]
    nearby = context.follows_source or context.leads_to_source
    is_bare = not nearby or quotes_unnamed_speaker(claim)
    if claim.quotations and is_bare and not context.quoted and _is_attributed(text, claim):
        quotation = claim.quotations[0]
        return "quotation", include_marks(document.text, quotation.span), shorten_quotation(quotation.plain)
    if not context.leads_to_source and not context.summary and (phrase := find_vague_phrase(text)):
        span, question = phrase
        return "vague", claim.plain.back_span(span), f'"{span.of(text).strip()}" ({question})'
    if _may_need_source(text, claim, context):
        if not context.follows_source and (compared := _find_comparison(text)):
            return "comparison", claim.plain.back_span(compared), compared.of(text)
        if (figure := _find_statistic(text, claim, context)) and not _is_sourced_or_template(document, claim):
            return "statistic", claim.plain.back_span(figure), figure.of(text)
    return ("claim", claim.span, claim.audit_reason) if claim.type in _CHECKABLE else None


def _find_statistic(text: str, claim: Claim, context: ClaimContext) -> Span | None:
    """Return the figure of a statistic that no source covers, also among sentences that cite."""
    if claim.type not in _CHECKABLE or context.in_sourced_part or context.about_work or context.answered:
        return None
    figure = _find_figure(text)
    if figure is None or (context.cited_before and (CONTINUES.match(text) or _SAME_WORK.search(text))):
        return None
    return figure if context.restated.isdisjoint(FIGURES.findall(figure.of(text))) else None


@kept
def _find_figure(text: str) -> Span | None:
    """Return the figure of a statistic, unless the sentence plans it or says in words where it is from."""
    if _IT_FOUND.match(text) or any(each.search(text) for each in (_PLANNED, _NAMES_SOURCE, _NAMED_OR_ASKED)):
        return None
    number = _STATISTIC.search(text)
    if number is None or (_LABEL.match(text) and not find_verbs(text)):
        return None
    start = number.start() + (found.start() if (found := _FIGURE.search(number[0])) else 0)
    return Span(start, number.end())


def _is_sourced_or_template(document: Document, claim: Claim) -> bool:
    """Return whether a sentence belongs to a template, {{ figure(description="…") }}, or a source in words follows."""
    text = document.text
    if _SOURCE_AFTER.match(text, claim.span.end):
        return True
    opened = text.rfind("{{", max(claim.span.start - LONGEST_SENTENCE, 0), claim.span.start)
    return opened >= 0 and text.find("}}", opened, claim.span.start) < 0


def _may_need_source(text: str, claim: Claim, context: ClaimContext) -> bool:
    """Return whether the numbers of a sentence seem to come from elsewhere: not from the author, code or a table."""
    if context.own_section or context.quoted or context.kind not in ("paragraph", "item"):
        return False
    is_sentence = context.kind == "paragraph" or bool(find_verbs(text))
    return is_sentence and not claim.quotations and not _is_own(text)


def _is_attributed(text: str, claim: Claim) -> bool:
    """Return whether the sentence says that somebody else wrote or said the quoted words."""
    quotation = claim.quotations[0].plain
    return len(quotation.split()) >= _QUOTED_WORDS and _SAID.search(text.replace(quotation, "")) is not None


@kept
def _is_own(text: str) -> bool:
    return _OWN.search(text) is not None


@kept
def _find_comparison(text: str) -> Span | None:
    lowered = text.lower()
    has_count = not _DIGITS.isdisjoint(text) or any(word in lowered for word in _COUNTS)
    found = _COMPARISON.search(text) if has_count else None
    return Span(*found.span()) if found else None
