"""Phrases that refer to sources without naming one: "experts agree", "studies show", "courts have held"."""

import re

from citevet.kept_answers import kept
from citevet.model import Span
from citevet.patterns import lazy_pattern


def _phrase(question: str, cues: str, *pattern: str) -> tuple[str, frozenset[str], re.Pattern[str]]:
    """Return what a phrase leaves open, words of which each such phrase has one, and its pattern.

    Most sentences have none of the words, so no pattern is tried on them.
    """
    return question, frozenset(cues.split()), lazy_pattern("".join(pattern), re.IGNORECASE)


# The words are those of Wikipedia's manual of style on unsupported attributions ("weasel words"), of the templates that
# mark them ({{who}}, {{which}}, {{by whom}}), and of Hyland, Metadiscourse (2005), for the verbs of reporting.
_ADVERBS = """also clearly consistently repeatedly definitively conclusively often now long generally strongly widely
    increasingly overwhelmingly broadly largely recently frequently usually typically"""
_SHOWING = """show shows shown suggest suggests suggested prove proves proven indicate indicates indicated demonstrate
    demonstrates demonstrated confirm confirms confirmed find finds found reveal reveals revealed establish establishes
    established support supports supported"""
_MUCH = """many some several recent numerous multiple most various countless new scientific clinical previous certain
    leading other"""
_STUDIES = "studies research surveys polls statistics literature science evidence"
_EXPERTS = """experts scientists researchers doctors physicians critics analysts observers scholars economists
    historians specialists commentators academics engineers psychologists pundits theorists philosophers linguists
    sociologists ecologists biologists climatologists environmentalists campaigners proponents opponents supporters
    advocates detractors skeptics sceptics"""
_SAYING = """agree agreed say said believe argue argued claim warn warned think recommend note predict estimate contend
    maintain insist hold suggest fear caution concur assert observe dispute question consider acknowledge concede"""
_COURTS_DO = """held ruled found recognized recognised rejected concluded refused declined affirmed upheld decided
    invalidated enforced"""


def _join_words(words: str) -> str:
    return f"(?:{'|'.join(words.split())})"


_ADVERB = rf"(?:{_join_words(_ADVERBS)} )?"
_HAVE = rf"(?:has |have |had )?{_ADVERB}"
_SHOW = rf"(?:{_join_words(_SHOWING)}|tells? us)\b(?!:)"
_MANY = rf"(?:{_join_words(_MUCH)} ){{0,2}}"
_SAY = rf"(?:{_join_words(_SAYING)}|point out)\b(?! (?:nothing|no more|so)\b)"
_KNOWN = "well widely generally commonly universally often frequently now"
_CONSENSUS = r"(?:(?:broad|general|wide|widespread|scientific|growing|clear|strong|overwhelming|near-universal) ){0,2}"
_KO_ANY = r"(?:최근|여러|많은|한|일부|각종|다수의|이전|선행|기존|국내|해외|국내외|외국|다양한|수많은|몇몇)"
_KO_STUDY = rf"(?:^|(?<=[,.] )|\b{_KO_ANY} )(?:연구|조사|보고서|통계|설문|설문조사|논문)(?:들|\s?결과)?"
_KO_SHOWN = r"(?:보여\s?준|밝혔|밝혀졌|입증|증명|시사|나타났|드러났|확인됐|확인되었)"
_KO_SAY = r"(?:말한다|말했다|지적한다|지적했다|본다|보고 있다|입을 모은다|동의한다|경고|조언한다|주장한다|전망한다)"

_ENGLISH = (
    _phrase(
        "which studies?",
        _STUDIES,
        rf"\b(?:the (?=literature)|{_MANY}){_join_words(_STUDIES)} (?:has |have |had )?{_ADVERB}{_SHOW}",
    ),
    _phrase(
        "which experts?", _EXPERTS, rf"\b{_MANY}{_join_words(_EXPERTS)} (?:have |had )?{_ADVERB}(?:{_SAY}|{_SHOW})"
    ),
    _phrase(
        "known from where?",
        _KNOWN,
        rf"\bit(?: is|['’]s) {_join_words(_KNOWN)}[ -](?:known|accepted|believed|established|recogni[sz]ed|agreed"
        r"|understood|acknowledged|thought|regarded|held|documented|said|assumed)\b",
    ),
    _phrase(
        "which courts?",
        "courts",
        r"\b(?:(?:the|many|most|several|numerous|federal|state|lower|appellate|other) ){0,2}courts "
        r"(?:(?:have |had )?(?:consistently|repeatedly|uniformly|routinely|long|generally|universally|regularly)|have) "
        rf"{_join_words(_COURTS_DO)}\b",
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
    _phrase(
        "which evidence?",
        "body amount number",
        rf"\b(?:a |the )?(?:growing|large|substantial|considerable|increasing|vast) (?:body|amount|number) of (?:the )?"
        rf"{_join_words(_STUDIES)} (?:has |have )?(?:now )?{_SHOW}",
    ),
    _phrase("whose consensus?", "consensus", rf"\bthere is (?:a |an )?{_CONSENSUS}consensus (?:among \w+ )?that\b"),
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


@kept
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
