"""Claims and sources in many languages: what the embedded models do not read is said to be unchecked, not guessed."""

from collections.abc import Sequence

import pytest

import citevet

CLAIMS = {
    "en": "Tokyo is the capital of Japan.",
    "ko": "도쿄는 일본의 수도이다.",
    "de": "Tokio ist die Hauptstadt von Japan.",
    "fr": "Tokyo est la capitale du Japon.",
    "es": "Tokio es la capital de Japón.",
    "zh": "东京是日本的首都。",
    "ja": "東京は日本の首都です。",
    "ru": "Токио — столица Японии.",
}
SOURCES = {
    "en": "Tokyo is the capital and seat of government of Japan.",
    "ko": "도쿄는 일본의 수도이며 정부가 있는 곳이다.",
    "de": "Tokio ist die Hauptstadt und der Sitz der Regierung von Japan.",
    "fr": "Tokyo est la capitale et le siège du gouvernement du Japon.",
    "es": "Tokio es la capital y la sede del gobierno de Japón.",
    "zh": "东京是日本的首都和政府所在地。",
    "ja": "東京は日本の首都であり、政府の所在地です。",
    "ru": "Токио — столица Японии и место пребывания правительства.",
}
PAIRS = [(claim, source) for claim in CLAIMS for source in SOURCES if (claim, source) != ("en", "en")]


def yes(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    """Say yes to everything, as a model may that has never seen the letters."""
    return [(0.99, 0.005, 0.005)] * len(pairs)


@pytest.mark.parametrize(("claim", "source"), PAIRS)
def test_another_language_is_not_judged(claim: str, source: str) -> None:
    """Claim, source or both in another language: unchecked, whatever the model would say."""
    found = citevet.verify([CLAIMS[claim]], [SOURCES[source]], nli=yes)
    assert ("unchecked", "language") == (found.claims[0].ruling.support, found.claims[0].ruling.reason)
    assert ("unverifiable", {"language": 1}, False) == (
        found.claims[0].verdict,
        found.unchecked,
        found.overall_grounded,
    )


def test_english_is_judged() -> None:
    """The same sentence in English is judged."""
    assert "supported" == citevet.verify([CLAIMS["en"]], [SOURCES["en"]], nli=yes).claims[0].verdict


@pytest.mark.parametrize(("claim", "source"), [("ko", "ko"), ("ja", "ja"), ("de", "de"), ("ko", "en"), ("en", "ko")])
def test_the_embedded_embedder_reads_english_only(claim: str, source: str) -> None:
    """By cosine alone two Korean sentences are alike whatever they say, so nothing is said of them either."""
    found = citevet.verify([CLAIMS[claim]], [SOURCES[source]], nli=None).claims[0]
    assert ("unchecked", "language") == (found.ruling.support, found.ruling.reason)
    assert 0.0 == found.confidence


def test_an_embedder_of_the_caller_may_know_more() -> None:
    """The caller's embedder is trusted with every language."""
    found = citevet.verify([CLAIMS["ko"]], [SOURCES["ko"]], nli=None, embed=lambda texts: [[1.0]] * len(texts))
    assert "supported" == found.claims[0].verdict


def test_one_source_in_english_is_enough() -> None:
    """Beside a Korean source the English one decides."""
    found = citevet.verify([CLAIMS["en"]], [SOURCES["ko"], SOURCES["en"]], nli=yes).claims[0]
    assert ("supported", 1) == (found.verdict, found.source_index)


@pytest.mark.parametrize(
    "claim",
    [
        "Tokyo (東京) is the capital of Japan.",
        "Tokyo, called 도쿄 in Korean, is the capital of Japan.",
        "Tokyo is the capital of Japan, or “la capitale du Japon est à Tokyo”.",
        "El Niño reached the capital of Japan.",
        "Ludwig Mies van der Rohe left Tokyo, the capital of Japan.",
    ],
)
def test_foreign_names_and_quotations_stay_english(claim: str) -> None:
    """A name or a quoted phrase in another language makes no English sentence foreign."""
    found = citevet.verify([claim], [SOURCES["en"]], nli=yes).claims[0]
    assert "language" != found.ruling.reason
    assert found.ruling.confidence is not None


@pytest.mark.parametrize(
    "claim", ["The function returns x + 1 for all x.", "E = mc² holds for every mass.", "| Tokyo | capital of Japan |"]
)
def test_code_formulas_and_rows_are_of_no_language(claim: str) -> None:
    """They are judged like any claim: nothing in them is foreign."""
    assert "language" != citevet.verify([claim], [SOURCES["en"]], nli=yes).claims[0].ruling.reason


def test_a_mixed_answer_is_judged_sentence_by_sentence() -> None:
    """Of an answer in two languages the English half is judged and the other counted as unchecked."""
    answer = f"{CLAIMS['en']} {CLAIMS['ko']} {CLAIMS['de']}"
    found = citevet.verify(answer, [SOURCES["en"]], nli=yes)
    assert ["supported", "unverifiable", "unverifiable"] == [claim.verdict for claim in found.claims]
    assert {"language": 2} == found.unchecked
    assert "1/3 claims verified (33%)" == str(found)
