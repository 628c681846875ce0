"""In which language a claim is written, and when that cannot be said."""

import time

import pytest

from citevet.judge.language import language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tokyo is the capital of Japan.", "en"),
        ("Ludwig Mies van der Rohe designed the house.", "en"),
        ("Der Spiegel reported the case.", "en"),
        ("Le Monde and El País carried the story.", "en"),
        ("Müller and Schröder disagree.", "en"),
        ("Los Angeles is in California.", "en"),
        ("The Korean word 사랑 means love.", "en"),
        ("The coup d'état of 1851 was led by Louis-Napoléon.", "en"),
        ("The α and β subunits of the protein are not the same.", "en"),
        ("In vitro and in vivo, the effect was de novo.", "en"),
        ("서울은 대한민국의 수도이다.", "ko"),
        ("BERT 모델은 GLUE에서 80.5를 기록했다.", "ko"),
        ("Transformer 기반 모델", "ko"),
        ("Bidirectional Encoder Representations from Transformers는 2018년에 나왔다.", "ko"),
        ("The word for love is 사랑.", "en"),
        ("삼성전자", "ko"),
        ("民法 제750조에 따라 배상한다.", "ko"),
        ("東京は日本の首都です。", "ja"),
        ("北京是中国的首都。", "zh"),
        ("Die Hauptstadt von Deutschland ist Berlin.", "other"),
        ("Die Preise sind um 3 % gestiegen.", "other"),
        ("La capitale de la France est Paris.", "other"),
        ("Les prix ont augmenté de 3 %.", "other"),
        ("La ciudad de México es grande.", "other"),
        ("Il Po è il fiume più lungo d'Italia.", "other"),
        ("De stad is in 1284 gesticht en kreeg toen een haven.", "other"),
        ("A capital do Brasil não é o Rio.", "other"),
        ("Москва — столица России.", "other"),
        ("Η Αθήνα είναι η πρωτεύουσα της Ελλάδας.", "other"),
        ("القاهرة عاصمة مصر", "other"),
    ],
)
def test_languages(text: str, expected: str) -> None:
    """Script and small words tell the language; foreign names do not make an English claim foreign."""
    assert expected == language(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "42 000", "E = mc²", "α + β = γ", "x", "OK", "p < 0.05", "H₂O", "!!!", "Samsung 2023"),
        "Charles de Gaulle visited Rio de Janeiro.",
        "El Niño raised temperatures.",
        "Aspirin reduces mortality.",
    ],
)
def test_too_short_to_say(text: str) -> None:
    """Numbers, formulas, names and a few words without small ones are of no language, and above all not foreign."""
    assert language(text) is None


@pytest.mark.parametrize("unit", ["a", "é ", "the ", "한", "'", "a'", "１"])
def test_a_megabyte_of_one_thing(unit: str) -> None:
    """Hostile texts take bounded time."""
    start = time.perf_counter()
    language(unit * (1_000_000 // len(unit)))
    assert time.perf_counter() - start < 2
