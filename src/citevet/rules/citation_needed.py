"""UNC005: marks by which authors themselves say that a source is missing; and phrases that refer to none.

The phrases are English and Korean, each with the question that it leaves open.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Claim, Document, Span
from citevet.text.patterns import lazy_pattern

_FORMS = lazy_pattern(
    r"\[\s?(?:citation|source|reference|ref|cite|cn)(?:s)? (?:is |are )?(?:needed|required|missing|\?)\s?\]"
    r"|\[\s?(?:citation|source|reference|cite)\?\s?\]"
    r"|\{\{\s?(?:citation needed|cn|fact|source\?|출처 필요)(?:\|[^{}]{0,200})?\}\}"
    r"|\[\s?(?:TODO|FIXME|TBD|XXX):? ?(?:add |insert |find )?(?:a |the )?(?:cite|citation|source|reference|ref)s?\b"
    r"[^\[\]]{0,80}\]"
    r"|(?-i:\b(?:TODO|FIXME|TBD):?) (?:add |insert |find )?(?:a |the )?(?:cite|citation)s?\b"
    r"|\\todo(?:\[[^\[\]]{0,80}\])?\{(?![^{}]{0,80}\blabel\b)[^{}]{0,80}\b(?:cite|citation|source|reference)\b[^{}]{0,80}\}"
    r"|\[\s?(?:출처|인용|근거)\s?(?:필요|요망|확인|미상)\s?\]",
    re.IGNORECASE,
)
# A macro that prints the mark, defined in the same line.
_DEFINITION = lazy_pattern(
    r"\\(?:(?:re|provide)?newcommand|[gex]?def|(?:New|Renew)DocumentCommand|DeclareRobustCommand)\b.*\Z"
)
_WIKI_PAGE = lazy_pattern(r"/wiki/Wikipedia:Citation_needed\b")  # that the mark of Wikipedia links to
_REACH = 200  # characters before a mark in which its definition begins
_GAP = 20  # characters of white space between a claim and its mark
_INNER = 10  # remarks of notes inside one sentence


def find_citation_needed(evidence: Evidence) -> Iterator[Fault]:
    r"""A mark says that a source is missing.

    ## Meaning
    The text contains a mark such as `[citation needed]`, `{{citation needed}}`, `[TODO: cite]`, `TODO: cite`,
    `\todo{cite}` or `[출처 필요]`.

    ## Why it matters
    The document is unfinished.

    ## Example
    ```markdown
    Coffee was first drunk in Ethiopia [citation needed].
    ```

    ## How to fix it
    Replace the mark with a citation, or remove the claim.

    ## Limitations
    Marks in another form, in comments, or on a sentence that has a citation are not reported.
    """
    text = evidence.extraction.document.text
    cited = {each.id: each.span for each in evidence.extraction.citations}
    notes = [each.span for each in evidence.extraction.citations if each.kind == "footnote"]
    for span, claim in evidence.once(find_needed_marks):
        # A citation of a sentence nearby may back this one too, but the author says that it does not.
        ties = [cited.get(tie.citation) for tie in claim.ties] if claim else []
        is_cited = claim is not None and any(each and claim.span.overlaps(each) for each in ties)
        if not is_cited or any(note.holds(span) for note in notes):
            written = span.of(text)
            is_link = written.startswith("<")  # of Wikipedia: show its words and not its tags
            mark = "[citation needed]" if is_link else written
            yield Fault(span, f"source still missing: {mark}", "needed", claim=claim)


def find_needed_marks(evidence: Evidence) -> Iterator[tuple[Span, Claim | None]]:
    """Yield each mark with the claim that it follows."""
    extraction, document = evidence.extraction, evidence.extraction.document
    starts = [claim.span.start for claim in extraction.claims]
    for span in _find_marks(document):
        # Notes inside a sentence are claims too, which start after it and end before it. A mark at the start of a
        # claim belongs to the one before, whose full stop it follows.
        before = bisect_left(starts, span.start)
        around = extraction.claims[max(before - _INNER, 0) : before][::-1] + extraction.claims[before : before + 1]
        gaps = ((claim, document.text[claim.span.end : span.start]) for claim in around)
        yield span, next((claim for claim, gap in gaps if len(gap) <= _GAP and not gap.strip()), None)


def _find_marks(document: Document) -> Iterator[Span]:
    """Yield the marks in the text, and in a page the links of Wikipedia's own."""
    for found in _FORMS.finditer(document.text):
        start = found.start()
        if document.format in {"latex", "bibtex"} and found[0].startswith("{{"):
            continue  # braces that keep capitals: title = {{Fact} and fiction}
        is_defined = document.format == "latex" and _DEFINITION.search(document.text, max(start - _REACH, 0), start)
        if not is_defined and not document.is_hidden(start):
            yield Span(*found.span())
    if document.format == "html":
        yield from (mark.span for mark in document.marks if mark.kind == "link" and _WIKI_PAGE.search(mark.target))


# Phrases that refer to sources without naming one


def _phrase(question: str, cues: str, *pattern: str) -> tuple[str, frozenset[str], re.Pattern[str]]:
    """Return what a phrase leaves open, words of which each such phrase has one, and its pattern.

    Most sentences have none of the words, so no pattern is tried on them.
    """
    return question, frozenset(cues.split()), lazy_pattern("".join(pattern), re.IGNORECASE)


def _join_words(words: str) -> str:
    return f"(?:{'|'.join(words.split())})"


_ADVERB = r"(?:(?:also|clearly|consistently|repeatedly|definitively|conclusively|often|now|long|generally|strongly) )?"
_SHOW = (
    r"(?:shows?|shown|suggests?|suggested|proves?|proven|indicates?|indicated|demonstrates?|demonstrated|confirms?|confirmed"
    r"|finds?|found|reveals?|revealed|tells? us|establish(?:es|ed)?)\b(?!:)"
)
_MANY = (
    r"(?:(?:many|some|several|recent|numerous|multiple|most|various|countless|new|scientific|clinical|previous) ){0,2}"
)
_STUDIES = "studies research surveys polls statistics literature science"
_EXPERTS = (
    "experts scientists researchers doctors critics analysts observers scholars economists historians specialists "
    "commentators academics"
)
_SAY = r"(?:agreed?|say|said|believe|argued?|claim|warn(?:ed)?|think|recommend|note|point out|predict|estimate)\b"
_KNOWN = "well widely generally commonly universally"
_KO_ANY = r"(?:최근|여러|많은|한|일부|각종|다수의|이전|선행|기존|국내|해외|국내외|외국|다양한|수많은|몇몇)"
_KO_STUDY = rf"(?:^|(?<=[,.] )|\b{_KO_ANY} )(?:연구|조사|보고서|통계|설문|설문조사|논문)(?:들|\s?결과)?"
_KO_SHOWN = r"(?:보여\s?준|밝혔|밝혀졌|입증|증명|시사|나타났|드러났|확인됐|확인되었)"
_KO_SAY = r"(?:말한다|말했다|지적한다|지적했다|본다|보고 있다|입을 모은다|동의한다|경고|조언한다|주장한다|전망한다)"

_ENGLISH = (
    _phrase("which studies?", _STUDIES, rf"\b{_MANY}{_join_words(_STUDIES)} (?:has |have |had )?{_ADVERB}{_SHOW}"),
    _phrase("which experts?", _EXPERTS, rf"\b{_MANY}{_join_words(_EXPERTS)} (?:have |had )?{_ADVERB}{_SAY}"),
    _phrase(
        "known from where?",
        _KNOWN,
        rf"\bit(?: is|['’]s) {_join_words(_KNOWN)} "
        r"(?:known|accepted|believed|established|recogni[sz]ed|agreed|understood|acknowledged)\b",
    ),
    _phrase(
        "which courts?",
        "courts",
        r"\b(?:(?:the|many|most|several|numerous|federal|state|lower|appellate|other) ){0,2}courts (?:have |had )?"
        r"(?:consistently|repeatedly|uniformly|routinely|long|generally|universally|regularly) "
        r"(?:held|ruled|found|recogni[sz]ed|rejected|concluded|refused|declined)\b",
    ),
    _phrase(
        "settled by which case?",
        "settled axiomatic hornbook",
        r"\bit is (?:well[- ]|long[- ]|firmly |now )?(?:settled|axiomatic|hornbook)(?: law)? that\b",
    ),
    _phrase(
        "shown by whom?",
        "been",
        r"\bit has (?:long )?been (?:shown|proven|proved|demonstrated|established|reported|estimated)\b",
    ),
    _phrase(
        "according to whom?",
        "according",
        rf"\baccording to {_MANY}{_join_words(f'{_STUDIES} {_EXPERTS} reports sources estimates')}"
        r"(?=[,.;:]| (?:and|in|on|of|from)\b)",
    ),
    _phrase("who says so?", "many some", r"\b(?:many(?: people)?|some people) (?:say|argue|believe|claim) that\b"),
)
_KOREAN = (
    _phrase("which study?", "따르면 의하면", rf"{_KO_STUDY}(?:에|에서)?\s?(?:따르면|의하면)"),
    _phrase(
        "which study?",
        "연구 조사 보고서 통계 설문 논문",
        rf"{_KO_STUDY}(?:[은는이가에서]{{1,2}})?[^.]{{0,60}}?{_KO_SHOWN}",
    ),
    _phrase(
        "which experts?",
        "전문가 학자 연구자 의사",
        rf"(?:전문가|학자|연구자|의사)들?(?:[은는이가]|에 따르면|에 의하면)[^.]{{0,80}}?{_KO_SAY}",
    ),
    _phrase("which experts?", "따르면 의하면", r"(?:전문가|관계자|학자|연구자)들?에\s?(?:따르면|의하면)"),
    _phrase(
        "known to whom?", "알려", r"(?:잘|널리|흔히|일반적으로) 알려져\s?있|알려진 바(?:와 같이|로는|에)|것으로 알려졌"
    ),
    _phrase("who says so?", "학계 업계 일각", r"(?:학계|업계|일각)에서는?\s"),
)

# After another word, that word says which: "our surveys show", "the NASA studies found", "case studies have shown".
_OPENERS = frozenset(
    "that and but or because although though while whereas since as if so yet where when which however nor for".split()
)
_WORD = lazy_pattern(r"[a-z]{4,}")
_LAST_WORD = lazy_pattern(r"([\w’'-]+)\s$")
_AFTERWARDS = lazy_pattern(r" (?:more|further|otherwise)\b")  # research to come: "as research reveals more"
_PAIR = lazy_pattern(r"\b\w{2,20}s and $")  # "judges and scholars think" says which
_NAMED = lazy_pattern(  # somebody with a name says it in the same sentence
    r"\b(?!Studies|Research|Experts|Critics|Scholars|Many|Some|They|It|We)[A-Z][a-z]{2,20}(?:-[A-Z]\w{1,20})?"
    r" (?:calls|called|terms|termed|dubs|dubbed|argues|argued|writes|wrote|notes|noted)\b"
)


def find_vague_phrase(text: str) -> tuple[Span, str] | None:
    """Return the first phrase that names no source, and its question."""
    words = frozenset(_WORD.findall(text.lower()))
    promising = [each for each in _ENGLISH if not words.isdisjoint(each[1])]
    if not text.isascii():
        promising += (each for each in _KOREAN if any(cue in text for cue in each[1]))
    found = [
        (match, question)
        for question, _, pattern in promising
        for match in pattern.finditer(text)
        if not _has_owner(text, match) and not _AFTERWARDS.match(text, match.end())
    ]
    if not found or _NAMED.search(text):
        return None
    match, question = min(found, key=lambda each: each[0].start())
    return Span(match.start(), match.end()), question


def _has_owner(text: str, match: re.Match[str]) -> bool:
    """Return whether the word before the phrase tells whose research it is, or which."""
    if _PAIR.search(text, max(match.start() - 40, 0), match.start()):
        return True
    before = _LAST_WORD.search(text, max(match.start() - 40, 0), match.start())
    return before is not None and before[1].isascii() and before[1].lower() not in _OPENERS
