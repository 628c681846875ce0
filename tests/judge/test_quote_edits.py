"""Planted edits, each of which must be named, and inventions, which must be told from them: the set behind ALTERED."""

import re
from typing import Any

import pytest

from citevet.judge.quotes.comparison import ALTERED, explain_alteration
from citevet.judge.quotes.normal_form import FoldedSource
from citevet.judge.quotes.similar_text import SeedIndex
from citevet.judge.quotes.verbatim import split_quotation
from citevet.model import Page

SOURCE = (
    "Rivers carry water from the mountains to the sea, and their flow has been measured for centuries by many people. "
    "The treatment did not reduce mortality in the 1,204 patients who were followed for at least five years. "
    "Voice consistency improves the perceived quality of technical manuals by 23% in controlled reading tests. "
    "We found no evidence that the order of the questions changed the answers that were given. "
    "Early adopters reported higher satisfaction than late adopters, although the difference was small. "
    "A model that retrieves its sources before it answers makes fewer claims that nobody can trace. "
    "The committee recommends that every quotation be compared with its source before it goes to print."
)
KOREAN = (
    "이 연구는 말투의 통일이 독자의 신뢰도를 높이지 않는다고 결론지었다. 조사에는 전국의 편집자 1,204명이 참여하였다. "
    "응답자의 절반 이상은 인용문을 원문과 대조하지 않는다고 답하였다. "
    "위원회는 출판 전에 모든 인용을 확인할 것을 권고한다."
)
GERMAN = (
    "Der Halter eines Fahrzeugs haftet für jeden Schaden, der beim Betrieb entsteht, auch ohne eigenes Verschulden. "
    "Die Verjährung beginnt mit der Kenntnis des Geschädigten."
)

# (what was done, the quotation, its words that differ, the words of the source)
EDITS = [
    ("number", "did not reduce mortality in the 1,240 patients who were followed", "1,240", "1,204"),
    ("number", "improves the perceived quality of technical manuals by 45%", "45%", "23%"),
    ("number", "followed for at least fifteen years", "fifteen", "five"),
    ("unit", "quality of technical manuals by 23 in controlled reading tests", "23", "23%"),
    ("negation dropped", "The treatment did reduce mortality in the 1,204 patients", "did", "did not"),
    ("negation dropped", "we found evidence that the order of the questions changed the answers", "found", "found no"),
    (
        "negation added",
        "model that retrieves its sources before it answers never makes fewer claims",
        "answers never",
        "answers",
    ),
    ("swapped", "Late adopters reported higher satisfaction than early adopters", "Late", "Early"),
    ("synonym", "Voice consistency boosts the perceived quality of technical manuals", "boosts", "improves"),
    ("synonyms", "Rivers bring water from the hills to the ocean", "bring", "carry"),
    (
        "omission",
        "Rivers carry water to the sea, and their flow has been measured",
        "water",
        "water from the mountains",
    ),
    ("addition", "recommends that every single quotation be compared with its source", "every single", "every"),
    (
        "recognition",
        "The cornmittee recornmends that every quotation be cornpared with its source",
        "cornmittee recornmends",
        "committee recommends",
    ),
    ("recognition", "A rnodel that retrieves its s0urces before it answers", "rnodel", "model"),
    ("tense", "Early adopters report higher satisfaction than late adopters", "report", "reported"),
    ("case", "the committee recommends that EVERY quotation be compared", "EVERY", "every"),
    ("comma", "Rivers carry water from the mountains to the sea and their flow", "sea", "sea,"),
    (
        "compound",
        "haftet für jeden Verkehrssicherungspflichtverstoß, der",
        "Verkehrssicherungspflichtverstoß",
        "Schaden",
    ),
    ("compound", "Die Schadensersatzverpflichtung beginnt mit der", "Schadensersatzverpflichtung", "Verjährung"),
    ("deutsch", "Der Halter eines Fahrzeugs haftet für keinen Schaden", "keinen", "jeden"),
    ("한국어 부정", "말투의 통일이 독자의 신뢰도를 높인다고 결론지었다", "높인다고", "높이지 않는다고"),
    ("한국어 수", "조사에는 전국의 편집자 1,240명이 참여하였다", "1,240명이", "1,204명이"),
    ("한국어 낱말", "응답자의 절반 이하는 인용문을 원문과 대조하지 않는다고", "이하는", "이상은"),
    ("한국어 부정", "절반 이상은 인용문을 원문과 대조한다고 답하였다", "대조한다고", "대조하지 않는다고"),
    ("한국어 조사", "위원회가 출판 전에 모든 인용을 확인할 것을 권고한다", "위원회가", "위원회는"),
]

INVENTED = [
    "Mountains rise from the sea, and their height has been guessed by few",
    "The patients were happy with the treatment that they had been given",
    "Readers prefer manuals that are short, plain and illustrated by hand",
    "the order of the chapters should never be changed by an editor",
    "Late payments were reported by most of the small companies in the north",
    "A source that nobody can trace is worth less than no source at all",
    "The committee was dissolved before the report could go to print",
    "It is a truth universally acknowledged that a model must be in want of data",
    "Der Verkäufer der Sache haftet für Mängel auch dann",
    "편집자의 신뢰도는 해마다 조금씩 낮아지고 있는 것으로 나타났다",
    "모든 출판사는 원문을 보관할 의무가 있다고 위원회는 말하였다",
    "응답자는 대체로 자신의 말투를 바꾸고 싶지 않다고 하였다",
]

UNEDITED = [
    "evidence that the order of the questions changed",
    "did not reduce mortality in the 1,204 patients",
    "We found no evidence that the order of the questions changed the answers that were given.",
    "every quotation be com-\npared with its source",
    "Voice consistency improves the perceived quality … in controlled reading tests",
    "독자의 신뢰도를 높이지 않는다고 결론지었다",
    "조사에는 전국의 편집자 1,204명이",
]


_GERMAN = re.compile(r"\b(?:der|haftet|Halter)\b")


def source_of(quote: str) -> str:
    """Return the source in the language of a quotation."""
    if "가" <= quote[0] <= "힣":
        return KOREAN
    return GERMAN if _GERMAN.search(quote) else SOURCE


def score(quote: str) -> float:
    """Return how much of a quotation is in its source."""
    source = FoldedSource((Page(source_of(quote), 1),))
    return explain_alteration(split_quotation(quote), source, SeedIndex(source.text)).score


@pytest.mark.parametrize(("what", "quote", "said", "there"), EDITS, ids=range(len(EDITS)))
def test_an_edit_is_named(desk: Any, what: str, quote: str, said: str, there: str) -> None:
    """Every planted edit is an alteration, and the first difference shows both sides and their place."""
    judgement = desk.judged(quote, desk.pages(source_of(quote)))
    assert ("altered-quote",) == judgement.flags, what
    first = judgement.differences[0]
    assert ("quote", said, there, there) == (first.type, first.claim, first.source, first.correction)
    text = desk.claim(quote).text
    assert text[first.span.start : first.span.end] == said
    assert text.index(said) == first.span.start


@pytest.mark.parametrize("quote", INVENTED)
def test_an_invention_is_no_alteration(desk: Any, quote: str) -> None:
    """Sentences that share words and matter with the source are told from its own."""
    judgement = desk.judged(quote, desk.pages(source_of(quote)))
    assert ("fabricated-quote",) == judgement.flags
    assert [("quote-missing", quote, "REF-043")] == [
        (each.type, each.claim, each.source) for each in judgement.differences
    ]


@pytest.mark.parametrize("quote", UNEDITED)
def test_what_is_there_is_found(desk: Any, quote: str) -> None:
    """Unedited quotations get no flag, and the exact words of the source as evidence."""
    source = source_of(quote)
    judgement = desk.judged(quote, desk.pages(source))
    assert () == judgement.flags == judgement.differences
    for passage in judgement.evidence:
        assert passage.text == source[passage.span.start : passage.span.end]
        assert passage.text.split()[0].lower() in quote.lower()


def test_the_threshold_stands_between_edits_and_inventions() -> None:
    """With room on both sides: the next edit or invention that is added may not stand on it."""
    edited = min(score(quote) for _, quote, _, _ in EDITS)
    invented = max(score(quote) for quote in INVENTED)
    assert invented + 0.04 < ALTERED < edited - 0.04
