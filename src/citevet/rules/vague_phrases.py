"""Phrases that refer to sources without naming one, in English and Korean, each with the question it leaves open."""

import re
from collections.abc import Iterator
from functools import cache

from citevet.model import Span


def _join_words(words: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(words)})"


_ADVERB = r"(?:(?:also|clearly|consistently|repeatedly|definitively|conclusively|often|now|long|generally|strongly) )?"
_SHOW = (
    r"(?:shows?|shown|suggests?|suggested|proves?|proven|indicates?|indicated|demonstrates?|demonstrated|confirms?|confirmed"
    r"|finds?|found|reveals?|revealed|tells? us|establish(?:es|ed)?)\b(?!:)"
)
_MANY = (
    r"(?:(?:many|some|several|recent|numerous|multiple|most|various|countless|new|scientific|clinical|previous) ){0,2}"
)
_STUDIES = tuple("studies research surveys polls statistics literature science".split())
_EXPERTS = tuple(
    """experts scientists researchers doctors critics analysts observers scholars economists historians specialists
    commentators academics""".split()
)
_SAY = r"(?:agreed?|say|said|believe|argued?|claim|warn(?:ed)?|think|recommend|note|point out|predict|estimate)\b"
_KO_ANY = r"(?:최근|여러|많은|한|일부|각종|다수의|이전|선행|기존|국내|해외|국내외|외국|다양한|수많은|몇몇)"
_KO_STUDY = r"(?:연구|조사|보고서|통계|설문|설문조사|논문)(?:들|\s?결과)?"
_KO_SHOWN = r"(?:보여\s?준|밝혔|밝혀졌|입증|증명|시사|나타났|드러났|확인됐|확인되었)"
_KO_SAY = r"(?:말한다|말했다|지적한다|지적했다|본다|보고 있다|입을 모은다|동의한다|경고|조언한다|주장한다|전망한다)"

# The question that the reader is left with, words of which every such phrase has one, and the pattern of the phrases.
# Most sentences have none of the words, so no pattern is tried on them.
_ENGLISH: tuple[tuple[str, frozenset[str], str], ...] = (
    (
        "which studies?",
        frozenset(_STUDIES),
        rf"\b{_MANY}{_join_words(_STUDIES)} (?:has |have |had )?{_ADVERB}{_SHOW}",
    ),
    (
        "which experts?",
        frozenset(_EXPERTS),
        rf"\b{_MANY}{_join_words(_EXPERTS)} (?:have |had )?{_ADVERB}{_SAY}",
    ),
    (
        "known from where?",
        frozenset({"well", "widely", "generally", "commonly", "universally"}),
        (
            r"\bit(?: is|['’]s) (?:well|widely|generally|commonly|universally) "
            r"(?:known|accepted|believed|established|recogni[sz]ed|agreed|understood|acknowledged)\b"
        ),
    ),
    (
        "which courts?",
        frozenset({"courts"}),
        (
            r"\b(?:(?:the|many|most|several|numerous|federal|state|lower|appellate|other) ){0,2}courts (?:have |had )?"
            r"(?:consistently|repeatedly|uniformly|routinely|long|generally|universally|regularly) "
            r"(?:held|ruled|found|recogni[sz]ed|rejected|concluded|refused|declined)\b"
        ),
    ),
    (
        "settled by which case?",
        frozenset({"settled", "axiomatic", "hornbook"}),
        r"\bit is (?:well[- ]|long[- ]|firmly |now )?(?:settled|axiomatic|hornbook)(?: law)? that\b",
    ),
    (
        "shown by whom?",
        frozenset({"been"}),
        r"\bit has (?:long )?been (?:shown|proven|proved|demonstrated|established|reported|estimated)\b",
    ),
    (
        "according to whom?",
        frozenset({"according"}),
        (
            rf"\baccording to {_MANY}{_join_words((*_STUDIES, *_EXPERTS, 'reports', 'sources', 'estimates'))}"
            r"(?=[,.;:]| (?:and|in|on|of|from)\b)"
        ),
    ),
    (
        "who says so?",
        frozenset({"many", "some"}),
        r"\b(?:many(?: people)?|some people) (?:say|argue|believe|claim) that\b",
    ),
)
_KOREAN: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        "which study?",
        ("따르면", "의하면"),
        rf"(?:^|(?<=[,.] )|\b{_KO_ANY} ){_KO_STUDY}(?:에|에서)?\s?(?:따르면|의하면)",
    ),
    (
        "which study?",
        ("연구", "조사", "보고서", "통계", "설문", "논문"),
        rf"(?:^|(?<=[,.] )|\b{_KO_ANY} ){_KO_STUDY}(?:[은는이가에서]{{1,2}})?[^.]{{0,60}}?{_KO_SHOWN}",
    ),
    (
        "which experts?",
        ("전문가", "학자", "연구자", "의사"),
        rf"(?:전문가|학자|연구자|의사)들?(?:[은는이가]|에 따르면|에 의하면)[^.]{{0,80}}?{_KO_SAY}",
    ),
    ("which experts?", ("따르면", "의하면"), r"(?:전문가|관계자|학자|연구자)들?에\s?(?:따르면|의하면)"),
    (
        "known to whom?",
        ("알려",),
        r"(?:잘|널리|흔히|일반적으로) 알려져\s?있|알려진 바(?:와 같이|로는|에)|것으로 알려졌",
    ),
    ("who says so?", ("학계", "업계", "일각"), r"(?:학계|업계|일각)에서는?\s"),
)

# After another word, that word says which: "our surveys show", "the NASA studies found", "case studies have shown".
_OPENERS = frozenset(
    "that and but or because although though while whereas since as if so yet where when which however nor for".split()
)
_WORD = re.compile(r"[a-z]{4,}")
_LAST_WORD = re.compile(r"([\w’'-]+)\s$")


_AFTERWARDS = re.compile(r" (?:more|further|otherwise)\b")  # research to come: "as research reveals more"
_PAIR = re.compile(r"\b\w{2,20}s and $")  # "judges and scholars think" says which
_NAMED = re.compile(  # somebody with a name says it in the same sentence
    r"\b(?!Studies|Research|Experts|Critics|Scholars|Many|Some|They|It|We)[A-Z][a-z]{2,20}(?:-[A-Z]\w{1,20})?"
    r" (?:calls|called|terms|termed|dubs|dubbed|argues|argued|writes|wrote|notes|noted)\b"
)


def find_vague_phrase(text: str) -> tuple[Span, str] | None:
    """Return the first phrase that names no source, and its question."""
    found = [
        (match, question)
        for question, pattern in _find_promising(text)
        for match in _compile(pattern).finditer(text)
        if not _has_owner(text, match) and not _AFTERWARDS.match(text, match.end())
    ]
    if not found or _NAMED.search(text):
        return None
    match, question = min(found, key=lambda each: each[0].start())
    return Span(match.start(), match.end()), question


def _find_promising(text: str) -> Iterator[tuple[str, str]]:
    """Yield the questions and patterns one of whose words is in the text."""
    words = frozenset(_WORD.findall(text.lower()))
    yield from ((question, pattern) for question, cues, pattern in _ENGLISH if not words.isdisjoint(cues))
    if not text.isascii():
        yield from ((question, pattern) for question, cues, pattern in _KOREAN if any(cue in text for cue in cues))


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    """Compile a pattern when the first sentence has one of its words."""
    return re.compile(pattern, re.IGNORECASE)


def _has_owner(text: str, match: re.Match[str]) -> bool:
    """Return whether the word before the phrase tells whose research it is, or which."""
    if _PAIR.search(text, max(match.start() - 40, 0), match.start()):
        return True
    before = _LAST_WORD.search(text, max(match.start() - 40, 0), match.start())
    return before is not None and before[1].isascii() and before[1].lower() not in _OPENERS
