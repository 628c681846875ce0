"""Sentences that are skipped, and those that only look similar."""

import pytest

from citevet.extract.claim_filters import FILTER_TABLES, FilterTable, explain_unchecked
from citevet.extract.claim_types import classify_claim
from citevet.model import ClaimType

SKIPPED = {
    "a question": (
        "Is it true?",
        "How many people live there?)",
        "“Who wrote it?”",
        "정말 그렇습니까?",
        "누가 그렇게 했는가.",
    ),
    "a greeting": (
        "Hello there!",
        "hi, everyone.",
        "Sure!",
        "Of course!",
        "Great question!",
        "Thank you for reading.",
        "Welcome to the report.",
        "안녕하세요, 여러분.",
        "감사합니다.",
    ),
    "talk about the text itself": (
        "See Appendix B.",
        "See Figure 3 for details.",
        "Refer to Section 4.2.",
        "Compare Figures 2 and 3.",
        "For further details, see Table 2.",
        "I hope this helps.",
        "Let me know if you need more.",
        "FEEL FREE to ask.",
        "Here’s the answer:",
        "In this section, we describe the data.",
        "The rest of this paper is organised as follows.",
        "이 글에서는 인용 검증을 다룬다.",
        "결과는 다음과 같다.",
    ),
    "a rumour": (
        "The firm is reportedly for sale.",
        "Rumours have it that he left.",
        "Industry sources confirmed the deal.",
        "업계 관계자에 따르면 인수가 임박했다.",
        "그가 떠난다는 소문이 있다.",
        "회사는 매각될 것으로 알려졌다.",
    ),
    "a forecast": (
        "Sales are expected to grow 5% next year.",
        "The market is projected to double.",
        "Demand will likely fall.",
        "Output will reach 40 GW by 2035.",
        "Analysts expect a recession.",
        "내년 매출은 10% 늘어날 전망이다.",
        "금리는 오를 것으로 예상된다.",
        "소송이 이어질 가능성이 있다.",
    ),
    "a hedge": (
        "I think it works.",
        "We believe this is new.",
        "Maybe it rained.",
        "perhaps the data are wrong.",
        "But it seems too small.",
        "아마 비가 왔을 것이다.",
        "이 방법이 맞는 것 같다.",
    ),
    "an opinion": (
        "We should act now.",
        "In my opinion the law is bad.",
        "It is important to vote.",
        "The film is truly beautiful.",
        "정부는 더 노력해야 한다고 생각한다.",
        "이는 바람직하다.",
    ),
    "an instruction": (
        "Click the button.",
        "Please read on.",
        "Let's begin.",
        "Then run the script.",
        "Do not use it.",
        "Let us now turn to wheat.",
        "Restart the machine after the update.",
        "Mix the flour with 200 ml of water.",
        "To install it, run the script.",
        "Press Enter to go on.",
        "Verify that the file exists.",
        "Wait for the light.",
        "Use Python 3.11 or later.",
        "If it fails, try again.",
        "Never share your password.",
        "Always keep a backup.",
        "Be careful.",
        "Just type `make`.",
        "First, unplug the cable.",
        "Copy it to your disk; do not rename it.",
        "Führen Sie das Programm aus.",
        "Klicken Sie auf OK.",
        "Klicken Sie auf OK, um fortzufahren.",
        "Klicke auf OK.",
        "버튼을 누르고 확인하세요.",
    ),
    "an assumption": (
        "Let x be a real number.",
        "Let x, y and z denote the sides.",
        "Suppose that n is even.",
        "Assume the series converges.",
        "x가 실수라고 하자.",
    ),
    "a fragment": ("Tokyo", "Median household income", "서울의 인구", "—", "12", "Lower cost of living"),
}

CHECKED = (
    "Copy it to your disk; it needs 40 MB.",
    "Copy it to your disk; the program is free.",
    "If the pressure falls, water boils at less than 100 °C.",
    "Never Let Me Go is a novel.",
    "Always Be My Maybe was filmed in Vancouver.",
    "Never had the team lost at home.",
    "Zahlen Sie bar, sinkt der Preis um 5 %.",
    "High taxes hurt growth.",  # not "Hi"
    "Hitachi was founded in 1910.",
    "Of course, water boils at 100 °C.",
    "Surely the earth is round.",
    "Dear in both senses, oil fell in 2014.",
    "Perhaps surprisingly, 45% agreed.",
    "I think it failed, but revenue fell 12% in 2020.",
    "매출은 2020년에 12% 줄었지만, 내년에는 늘어날 전망이다.",
    'The song "Maybe" topped the charts.',
    "The book “I Think So” won a prize.",
    'He wrote the book "What Is Life?"',
    "The drug may improve survival.",
    "The expected value is 3.",
    "He was expected to resign in 1974.",
    "Smokers are more likely to die early.",
    "The will was signed by her.",
    "Sources of error include noise.",
    "Controllers must notify the authority within 72 hours.",
    "The controller should keep a record.",
    "Use of opioids rose.",
    "Use Your Illusion I was released in 1991.",
    "Compare the Market was founded in 2005 in Peterborough.",
    "Set theory is a branch of logic.",
    "Note that the sample was small.",
    "Note that 40 % of patients died.",
    "Recall that aspirin reduces the risk of stroke.",
    "See Table 2, where 40 % of the patients died.",
    "Type A influenza was found in 1933.",
    "Test A was passed by 40 % of the pupils.",
    "Update on the trial was published in 2019.",
    "Contact tracing reduced infections by 20 %.",
    "Press freedom declined in 2020.",
    "Wait times rose to 40 minutes.",
    "Assume Nothing is a novel by Joshua Corin.",
    "Let was a town in Poland in 1920.",
    "Let There Be Love is an album of 1954.",
    "Wait Until Dark is a play of 1966.",
    "Birds fly.",
    "It rained.",
    "소문자는 대문자와 다르다.",
    "전망대는 남산에 있다.",
    "아마존은 1994년에 설립되었다.",
    "처리자는 지체 없이 알려야 한다.",
    "서울은 수도이다.",
)


@pytest.mark.parametrize(("reason", "text"), [(reason, text) for reason, texts in SKIPPED.items() for text in texts])
def test_skipped_sentence_has_reason(reason: str, text: str) -> None:
    """Each table matches its sentences, in English and Korean, in any case."""
    why = explain_unchecked(text)
    assert why is not None
    assert reason == why.partition(" (")[0]


@pytest.mark.parametrize("text", CHECKED)
def test_similar_claim_is_checked(text: str) -> None:
    """Parts of words, quoted words, adnominal forms and facts in another clause do not skip a sentence."""
    assert explain_unchecked(text) is None


def test_reason_shows_words() -> None:
    """The reader sees which words caused the skip."""
    assert "a hedge (I think)" == explain_unchecked("I think it works.")


@pytest.mark.parametrize("table", FILTER_TABLES, ids=lambda table: table.reason)
def test_every_english_pattern_has_trigger(table: FilterTable) -> None:
    """The test for trigger words never hides a match of the patterns."""
    for text in (text for text in SKIPPED[table.reason] if text.isascii()):
        words = {word.strip(".,!:?").lower() for word in text.split()}
        assert not table.english.search(text) or not table.triggers.isdisjoint(words)


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("Quality improved by 45%.", "quantitative", "a number with a unit: 45%"),
        ("Between 72-90% of it is explained.", "quantitative", "a number with a unit: 72-90%"),
        ("It costs $1,200.", "quantitative", "a number with a unit: $1,200"),
        ("Tokyo has 14 million residents.", "quantitative", "a number with a unit: 14 million"),
        ("It has 8 engines.", "quantitative", "a number: 8"),
        ("Two thirds of them left, thousands of people.", "quantitative", "a quantity in words: two thirds"),
        ("서울의 인구는 940만 명이다.", "quantitative", "a number with a unit: 940만"),
        ("예산은 3조 원이다.", "quantitative", "a number with a unit: 3조"),
        ("It was founded in 1937.", "temporal", "names a date: 1937"),
        ("It fell on 5 May 1937.", "temporal", "names a date: 5 May 1937"),
        ("It began on January 5, 2020.", "temporal", "names a date: January 5, 2020"),
        ("In the 1990s it grew.", "temporal", "names a date: 1990s"),
        ("The 19th century ended.", "temporal", "names a date: 19th century"),
        ("민법은 1958년에 제정되었다.", "temporal", "names a date: 1958년"),
        ("판결은 2019. 5. 16. 선고되었다.", "temporal", "names a date: 2019. 5. 16."),
        ("It dates from 44 BC.", "temporal", "names a date: 44 BC"),
        ("Apollo 11 landed on the Moon.", "factual", "a plain assertion"),
        ("Figure 3 shows the trend.", "factual", "a plain assertion"),
        ("COVID-19 spread.", "factual", "a plain assertion"),
        ("5G networks spread.", "factual", "a plain assertion"),
        ("제1조는 목적을 정한다.", "factual", "a plain assertion"),
        ("Birds fly.", "factual", "a plain assertion"),
        ("What a surprise.", "factual", "a plain assertion"),
        ("The first reason (1) is plain.", "factual", "a plain assertion"),
        ("Tokyo", "other", "a single word"),
        ("Median household income", "other", "no verb"),
        ("—", "other", "no words"),
    ],
)
def test_types_and_reasons(text: str, kind: ClaimType, reason: str) -> None:
    """A quantity takes precedence over a date, a date over a plain assertion; labels with numbers do not count."""
    assert (kind, reason) == classify_claim(text)


@pytest.mark.parametrize("worst", ["1", "1,", "will ", "a ", "1-", "다, ", "(", '"', "of ", "가고 ", "1 "])
def test_hostile_sentences_are_linear(worst: str) -> None:
    """A sentence of 50,000 characters is classified and filtered as others are."""
    text = worst * (50_000 // len(worst))
    assert classify_claim(text)[0] in {"factual", "quantitative", "temporal", "other"}
    assert explain_unchecked(text) != ""
