"""Words that show an uncited claim: vague phrases, comparisons, marks of missing sources."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from citevet.contracts import Evidence
from citevet.model import Citation, Claim, Region, Span, Tie
from citevet.rules import RULES
from citevet.rules.citation_needed import find_needed_marks
from citevet.rules.engine import run_rules
from citevet.rules.vague_phrases import find_vague_phrase

Make = Callable[..., Evidence]
Say = Callable[..., Claim]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Studies show that foam is light.", "Studies show"),
        ("Yet research has consistently shown that foam is light.", "research has consistently shown"),
        ("Research proves that foam is light.", "Research proves"),
        ("Many recent studies definitively show it.", "Many recent studies definitively show"),
        ("Most experts agree on this.", "Most experts agree"),
        ("It’s widely accepted that foam is light.", "It’s widely accepted"),
        ("It has long been shown that foam is light.", "It has long been shown"),
        ("According to several studies, foam is light.", "According to several studies"),
        ("Some people say that foam is heavy.", "Some people say that"),
        ("연구에 따르면 거품은 가볍다.", "연구에 따르면"),
        ("거품은 가볍다고, 여러 연구 결과에 의하면 그렇다.", "여러 연구 결과에 의하면"),
        ("최근 연구는 거품이 가볍다는 것을 보여준다.", "최근 연구는 거품이 가볍다는 것을 보여준"),
        ("전문가들은 거품이 가볍다고 말한다.", "전문가들은 거품이 가볍다고 말한다"),
        ("거품은 가벼운 것으로 널리 알려져 있다.", "널리 알려져 있"),
        ("학계에서는 거품을 가볍다고 한다.", "학계에서는 "),
    ],
)
def test_phrases_that_name_no_source(text: str, phrase: str) -> None:
    """Exactly the phrase is found, in English and Korean."""
    found = find_vague_phrase(text)
    assert found is not None
    assert phrase == text[found[0].start : found[0].end]
    assert found[1].endswith("?")


@pytest.mark.parametrize(
    "text",
    [
        "Our research shows that foam is light.",
        "The evidence suggests that foam is light.",
        "In 2019 Gallup surveys found that foam is liked.",
        "These experiments show that foam is light.",
        "According to Kim, foam is light.",
        "The researchers agreed to stop.",
        "She studies showers.",
        "It is well made.",
        "본 연구에 따르면 거품은 가볍다.",
        "한국은행 조사에 따르면 물가는 올랐다.",
        "그는 연구실에 있다.",
        "알림이 왔다.",
    ],
)
def test_phrases_that_name_a_source(text: str) -> None:
    """A possessive, an article or a name before the phrase names the source."""
    assert find_vague_phrase(text) is None


@pytest.mark.parametrize(
    ("said", "code", "place"),
    [
        ("It is 3x faster than before.", "UNC006", "3x faster"),
        ("It is 2.5 times as large as before.", "UNC006", "2.5 times as"),
        ("It is twice as large as before.", "UNC006", "twice as"),
        ("It rose tenfold in a year.", "UNC006", "tenfold"),
        ("It is 40% faster than before.", "UNC006", "40% faster"),
        ("속도가 3배 이상 빨라졌다.", "UNC006", "3배 이상"),
        ("About 45% of women agree.", "UNC001", "45%"),
        ("It costs $1.2 billion a year.", "UNC001", "$1.2 billion"),
        ("Nine out of ten dentists agree.", "UNC001", "Nine out of ten"),
        ("It has 14,000,000 residents now.", "UNC001", "14,000,000"),
        ("It sold 14,000 now.", "UNC003", "It sold 14,000 now."),
        ("It weighs 12 kg now.", "UNC003", "It weighs 12 kg now."),
        ("국민의 45퍼센트가 동의했다.", "UNC001", "45퍼센트"),
        ("인구는 940만 명이다.", "UNC001", "940만 명"),
        ("It has 3 doors.", "UNC003", "It has 3 doors."),
    ],
)
def test_one_finding_of_the_most_specific_sort(make: Make, claim: Say, said: str, code: str, place: str) -> None:
    """A claim without a source gives exactly one finding, at the words that show it."""
    (finding,) = run_rules(make(said, claims=[claim(said, said)]), selected=RULES)
    assert code == finding.code
    assert place == said[finding.span.start : finding.span.end]


MARKS = [
    "[citation needed]",
    "[ Citation needed ]",
    "[source?]",
    "{{citation needed|date=May 2020}}",
    "{{cn}}",
    "[TODO: cite]",
    "[TODO add a source for this]",
    "\\todo{cite Kim}",
    "\\todo[inline]{find a source}",
    "[출처 필요]",
    "[근거필요]",
]


@pytest.mark.parametrize("mark", MARKS)
def test_marks_of_missing_sources(make: Make, mark: str) -> None:
    """Each mark is found."""
    text = f"Foam is light {mark}."
    assert [(Span(14, 14 + len(mark)), None)] == list(find_needed_marks(make(text)))


@pytest.mark.parametrize(
    "text", ["[citation]", "[source code]", "[TODO: write more]", "\\todo{rewrite}", "[needed]", "{{cite web}}"]
)
def test_other_brackets(make: Make, text: str) -> None:
    """Other brackets are not marks."""
    assert [] == list(find_needed_marks(make(text)))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Foam is light. [citation needed]", []),
        ("Foam is light [citation needed].", []),
        ("Foam is light. Or not. [citation needed]", ["UNC005"]),
        ("Foam is light.\n[citation needed]", []),
        ("Foam is light.\n\n[citation needed]", ["UNC005"]),
        (f"Foam is light.{' ' * 30}[citation needed]", ["UNC005"]),
    ],
)
def test_a_mark_belongs_to_the_claim_before_it(make: Make, claim: Say, text: str, codes: list[str]) -> None:
    """A mark in or right after a cited claim is not reported; a mark on its own is."""
    said = text[: text.index(".") + 1]
    tied = replace(claim(text, said), ties=(Tie("c1", "sentence"),), status="cited")
    cited = Citation("c1", "numeric", Span(5, 7), text[5:7], "1")  # in the claim
    found = run_rules(make(text, citations=[cited], claims=[tied]), selected=["UNC005"])
    assert codes == [each.code for each in found]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_mark_after_a_sentence_with_notes(make: Make, claim: Say, count: int) -> None:
    """Notes inside a sentence are claims of their own, but the mark belongs to the sentence."""
    inner = [f"Remark {number}." for number in range(count)]
    said = f"Foam^[{']^['.join(inner)}] is light."
    text = f"{said} [citation needed]"
    claims = [claim(text, each, f"k{number}") for number, each in enumerate([said, *inner], 1)]
    assert ["k1"] == [near.id for _, near in find_needed_marks(make(text, claims=claims)) if near]


def test_a_mark_in_code_is_ignored(make: Make) -> None:
    """Code contains examples."""
    text = "Write `[citation needed]` there."
    assert [] == list(find_needed_marks(make(text, regions=(Region("code", Span(6, 25)),))))


WORST = [
    '"' * 1_000_000,
    "“" * 1_000_000,
    '"a b c d e f ' * 80_000,
    "[" * 1_000_000,
    "[REF-043, p.15 " * 60_000,
    "(" + "Smith, " * 140_000,
    "(김하나, " * 150_000,
    "1" * 1_000_000,
    "1," * 500_000,
    "many recent " * 80_000,
    "최근 연구가 " * 140_000,
    "전문가는 " * 200_000,
    "[citation " * 100_000,
    "[citation needed]" * 60_000,
    "{{cn|" * 200_000,
    "\\todo[" * 150_000,
    "http://dx.doi.org/" * 55_000,
    " " * 1_000_000,
]


@pytest.mark.parametrize("text", WORST, ids=lambda text: text[:12])
def test_a_hostile_repetition_is_read(make: Make, claim: Say, text: str) -> None:
    """Many times one piece is checked as one claim; `make bench` measures the time."""
    text = text[:50_000]
    found = run_rules(make(text, claims=[claim(text, text)]), selected=RULES)
    assert all(each.span.end <= len(text) for each in found)
