"""Tests of sentence splitting in scholarship, law and Korean."""

import pytest

from citevet.model import Span
from citevet.text.sentences import find_pairs, split_sentences

# Each case lists its sentences, separated by " | "; the text has white space there.
SCHOLARLY = (
    "Water boils at 100 °C at sea level. | Ice melts at 0 °C.",
    "The effect was first described by Smith et al. (2019) in mice. | It was later confirmed.",
    "This was shown by Smith et al. in 2004. | Others disagree.",
    "The result was later confirmed by Kim et al. | The sample was small.",
    "See Fig. 3 for the distribution. | Table 2 lists the rest.",
    "As Figs. 2 and 3 show, the trend holds. | Eq. 4 gives the bound.",
    "The bound in Eq. (4) is tight. | Sec. 2.1 proves it.",
    "Several models, e.g. BERT, are bidirectional. | Others are not.",
    "The estimator is consistent, i.e. it converges. | Its variance is finite.",
    "This contradicts earlier work, cf. Jones 2010, on rats. | It does not on mice.",
    "The mean was 3.5 kg (s.d. 0.4). | The range was wide.",
    "We used approx. 40 samples. | Half were frozen.",
    "E. coli grows at 37 °C. | C. elegans does not.",
    "J. R. R. Tolkien wrote it in 1937. | It sold well.",
    "Work by A. B. Smith and C. Jones exists. | It is cited often.",
    "Dr. Smith and Prof. Lee met Mr. Park. | They agreed.",
    "Lt. Col. Brown signed it. | Gen. White did not.",
    "The U.S. Government funded the study. | It ended in 2011.",
    "The trial ran in the U.S. | The follow-up ran in Korea.",
    "The code is at https://example.org/a.b?c=d.e for all. | It is free.",
    "The paper has DOI 10.1000/xyz.123. | It was retracted.",
    "He asked “Is it true? Is it false?” and left. | None answered.",
    'The report says "Costs rose. Profits fell." on its first page. | It is dated 2019.',
    "The drug works (in mice. In rats it does not.) according to the label. | It is sold.",
    "The vaccine (see Sec. 3. and Fig. 2) was safe. | It was cheap.",
    "Was it significant? | It was not. | What a pity!",
    "Yahoo! is a company. | It was founded in 1994.",
    "The value of p was .05. | It was rounded.",
    "The volume (Vol. 3, No. 2, pp. 4–7) is lost. | A copy exists.",
    "Results vary (p < .05 vs. p < .01). | Both are shown.",
    "Type 2 diabetes vs. type 1 was compared. | The first is commoner.",
    "On Jan. 5 the study began. | On Dec. 20 it ended.",
    "Apple Inc. was founded in 1976. | It is large.",
    "Version 2.0 was released in 2020. | Version 3.0 followed.",
    "The first author, Ph.D. candidate Lee, wrote it. | The second checked it.",
    "It rose to 3.5 million. | 5 of them died.",
    "The answer is no. | We left.",
    "The ratio was 1:3. | It fell.",
    "Single sentence without a stop",
    "One... two... three. | Four.",
)
LEGAL = (
    "Roe v. Wade, 410 U.S. 113 (1973), was overruled. | The vote was six to three.",
    "See 42 U.S.C. § 1983. | It creates a cause of action.",
    "Art. 17 GDPR grants a right to erasure. | It has exceptions.",
    "Under s. 6(1) the act is unlawful. | Under ss. 7 and 8 a remedy exists.",
    "The court, in No. 21-1234, denied the motion. | The appeal failed.",
    "Koch v. United States, 857 F.3d 267 (5th Cir. 2017), so held. | It was affirmed.",
    "The rule stands in Fed. R. Civ. P. 12(b)(6). | It is old.",
    "Id. at 3. | The dissent disagreed.",
    "Smith v. Jones Co. was decided in 1950. | It is good law.",
    "The claim fails under para. 12 of the judgment. | Para. 13 adds a reason.",
    "The statute (Pub. L. No. 104-292) was amended. | It took effect at once.",
    "Justice O’Connor wrote for the court. | Two justices dissented.",
    "R v Brown [1994] 1 AC 212 was distinguished. | It concerned consent.",
)
KOREAN = (
    "대법원 2019. 5. 16. 선고 2017다226629 판결은 이를 인정하였다. | 원심은 달랐다.",
    "이 법은 2011. 3. 29. 제정되었다. | 같은 해 시행되었다.",
    "민법 제103조는 이를 무효로 한다. | 판례도 같다.",
    "제1항. 규정은 다음과 같다. | 제2항은 다르다.",
    "서울의 인구는 약 940만 명이다. | 부산은 330만 명이다.",
    "정말 그렇습니까? | 그렇지 않습니다.",
    "날씨가 좋아요. | 산책하기 좋죠. | 같이 갈까요?",
    "그는 “나는 갔다. 너는 왔다.”라고 말했다. | 모두 웃었다.",
    '그는 "끝났다." 라고 말했다. | 회의는 계속되었다.',
    "성장률은 3.5%였다. | 2020년에는 줄었다.",
    "김철수(2019)는 이를 보고하였다. | 후속 연구도 있다.",
    "자료를 수집함. | 결과를 분석함.",
    "「개인정보 보호법」 제15조제1항제2호에 따른다. | 예외가 있다.",
    "보고서(2021. 4. 1. 기준)는 공개되었다. | 누구나 볼 수 있다.",
    "가. 개인정보의 처리 목적을 밝힌다.",
    "これは文です。 | 次の文です。",
)
# nupunkt takes these for abbreviations, whatever follows.
ORDINARY = (
    "The mine lies in the west. | Output fell.",
    "The house faces south. | It is warm.",
    "They weighed the mass. | Nothing was lost.",
    "He studied art. | Prices rose.",
    "It took a quarter of a min. | Then it stopped.",
    "The drug causes cancer. | Mice died of it.",
    "No fault was found. | All were met. | (The rest was not.)",
    "They sat in the sun. | “It is warm,” she said.",
    "It is the source code. | Errors are listed.",
    "He called it “the west.” | Others did not.",
    "The road leads south-west. | It is long.",
    "He moved to New York. | She moved to the South. | Both came back from Iowa. | None stayed.",
    "See Art. 5 and art. IV of it. | It holds.",
    "It lasts min. 30 days, at most approx. 40. | No. 4 is longer.",
    "He came to St. Louis, Mo. in 1904. | It rained.",
    "Members incl. Germany and France, esp. Paris, agreed. | Others did not.",
    "The dept. Head of the univ. Senate spoke. | None listened.",
    "It is in vol. II and fig. B of the book. | The book is lost.",
    "The Mass. Institute and the Penn. Station are old. | Both stand.",
    "Mail goes to info@example.com. | It is free.",
)
CASES = SCHOLARLY + LEGAL + KOREAN + ORDINARY


@pytest.mark.parametrize("case", CASES)
def test_split_sentences(case: str) -> None:
    """A full stop ends a sentence unless it belongs to an abbreviation, bracket, quotation, number or date."""
    expected = case.split(" | ")
    text = " ".join(expected)
    assert expected == [span.of(text) for span in split_sentences(text)]


def test_table_is_large_enough() -> None:
    """The table has at least sixty cases, of which fifteen are Korean."""
    assert len(CASES) >= 60
    assert len(KOREAN) >= 15


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("끝났다.그러나 다시 시작했다.", ["끝났다.", "그러나 다시 시작했다."]),
        ("行く。行かない。", ["行く。", "行かない。"]),
        ("1. First we mix. 2. Then we wait.", ["1. First we mix.", "2. Then we wait."]),
        ("  Space before.   Space between.  ", ["Space before.", "Space between."]),
        ("", []),
        ("   ", []),
        ("...", ["..."]),
    ],
)
def test_split_edge_cases(text: str, expected: list[str]) -> None:
    """Missing spaces in Korean and CJK, list numbers and white space alone are handled."""
    assert expected == [span.of(text) for span in split_sentences(text)]


def test_spans_are_offsets() -> None:
    """A span starts at the first and ends after the last character of its sentence."""
    assert [Span(0, 6), Span(7, 13)] == split_sentences("It is. So it!")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a (b (c) d) e", ["(b (c) d)"]),
        ("a (b", []),
        ("a) b (c)", ["(c)"]),
        ('say "so it is" now', ['"so it is"']),
        ('a 5" pipe and a 6" pipe', []),
        ("“a” and «b» and 「c」", ["“a”", "«b»", "「c」"]),
        ("(a [b) c]", ["(a [b)", "[b) c]"]),
    ],
)
def test_find_pairs(text: str, expected: list[str]) -> None:
    """A pair is opened and closed; inches and stray brackets do not count."""
    assert expected == [span.of(text) for span in find_pairs(text)]


@pytest.mark.parametrize("piece", ["a.)", "a.b", "가.)", "a?!"])
def test_long_word_is_not_split(piece: str) -> None:
    """A very long word is never split inside; the sentences around it are."""
    word = piece * 2_000
    text = f"It rains. This is {word}-house. It snows."
    assert ["It rains.", f"This is {word}-house.", "It snows."] == [span.of(text) for span in split_sentences(text)]


def test_stops_inside_long_words_are_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The splitter nupunkt needs time quadratic in the stops of a word, so it gets few of them at unchanged offsets."""
    received: list[str] = []

    def split(text: str) -> list[tuple[int, int]]:
        received.append(text)
        return [(0, len(text))]

    monkeypatch.setattr("citevet.text.sentences._load_splitter", lambda: split)
    split_sentences("a.) " + "b.)" * 100_000 + " c. d.")
    split_sentences("One. Two.")
    assert ["a.) ", " c. d.", "One. Two."] == [received[0][:4], received[0][-6:], received[1]]
    assert 10 > received[0].count(".")
    assert len("a.) " + "b.)" * 100_000 + " c. d.") == len(received[0])


def test_long_quotation_is_split() -> None:
    """A pair of more than 400 characters is split at its full stops."""
    text = f"He said “{'It is so. ' * 50}” at last."
    assert len(split_sentences(text)) > 40


@pytest.mark.parametrize(
    "worst",
    [
        ".",
        "? ",
        "west. A ",
        "west.)",
        "west. ",
        "aaa",
        "a-west.'",
        "a. ",
        "(",
        '"',
        "1. ",
        "2019. 5. ",
        "다. ",
        "(a. ",
        "Fig. ",
        "제1항. ",
        "。",
    ],
)
def test_hostile_repetition_loses_nothing(worst: str) -> None:
    """Thirty thousand characters of one worst pattern are split without hanging or losing text."""
    text = worst * (30_000 // len(worst))
    spans = split_sentences(text)
    assert len("".join(text.split())) == sum(len("".join(span.of(text).split())) for span in spans)


@pytest.mark.parametrize(
    "text",
    [
        "Das folgt aus § 823 Abs. 1 i.V.m. § 249 BGB und gem. § 5 GG.|Es gilt.",
        "Sie gilt nicht; vgl. auch §§ 305 ff. BGB.|Das reicht.",
        "So EuGH, Rs. 26/62, Slg. 1963, 1.|Das reicht.",
        "So BVerwG, Urt. v. 5.2.2020, Az.: 1 C 2.19.|Das reicht.",
        "So Palandt, BGB, 79. Aufl. 2020, § 823 Rn. 3.|Das reicht.",
        "Art. 6 Abs. 1 UAbs. 1 Buchst. f DSGVO gilt.|Art. 3 Abs. 1 GG.|Ende.",
        "He trained his abs.|They hurt.",
    ],
)
def test_german_legal_abbreviations(text: str) -> None:
    """Abbreviations of German statutes do not end a sentence, but codes may."""
    joined = text.replace("|", " ")
    assert text.split("|") == [span.of(joined) for span in split_sentences(joined)]
