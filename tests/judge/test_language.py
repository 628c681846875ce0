"""In which language a claim is written, and when that cannot be said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
        ("Berlin ist groß.", "other"),
        ("Die Bevölkerung wächst.", "other"),
        ("Paris est belle.", "other"),
        ("Las ventas aumentaron.", "other"),
        ("Polska jest krajem.", "other"),
        ("Praha je hlavní město.", "other"),
        ("Stockholm är Sveriges huvudstad.", "other"),
        ("Türkiye'nin başkenti Ankara'dır.", "other"),
        ("Hà Nội là thủ đô của Việt Nam.", "other"),
        ("Jakarta adalah ibu kota Indonesia.", "other"),
        ("Bucureștiul este capitala României.", "other"),
        ("네.", "ko"),
        ("はい。", "ja"),
        ("水", "other"),
        ("東京", "other"),
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
        *("Yes.", "42 %.", "Paris.", "Ja.", "Oui.", "Sí.", "Es regnet.", "Müller", "Angela Merkel, Emmanuel Macron"),
        *("def main(): return 1", "| a | b |", "∑ x_i = 1", "μm", "Dexamethasone cures covid-19"),
        *("De novo synthesis requires ATP.", "Patients die early.", "Kim Jong Il died.", "Leaders met Tuesday."),
        *("Los Angeles grew.", "Van Gogh painted sunflowers.", "ALS patients died.", "Cafés served crème brûlée."),
        *("Aspirin plus warfarin raises bleeding.", "Ne lamps glow.", "민법 제750조 requires compensation."),
        "https://www.facebook.com/nocturnaltimes Lastminute.com contact@example.com",
    ],
)
def test_too_short_to_say(text: str) -> None:
    """Numbers, formulas, names and a few words without small ones are of no language, and above all not foreign."""
    assert language(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "No interview took as long as half an hour.",
        "Adopted children do not count as children.",
        "Larches do not grow as high up as marmots live.",
        "The café is a cliché, and the naïve façade was rebuilt.",
        "Mail advertising@example.com or see www.example.com for the rates.",
    ],
)
def test_english_words_that_others_have_too(text: str) -> None:
    """Do, as and no are Portuguese words as well, and addresses are of no language."""
    assert "en" == language(text)


FOREIGN = (
    "Ich bin ein Berliner und das ist gut so",
    "la fin du monde est à nos portes",
    "el pueblo unido jamás será vencido",
    "민주주의는 국민이 만든다",
    "我们的首都是北京",
    "Москва — столица России",
)


@pytest.mark.parametrize("marks", ['""', "“”", "„“", "«»"])
@pytest.mark.parametrize("phrase", FOREIGN)
def test_a_quoted_phrase_is_no_language(phrase: str, marks: str) -> None:
    """An English sentence stays English with whatever it quotes; a quotation that stands alone speaks for itself."""
    quoted = f"{marks[0]}{phrase}{marks[1]}"
    assert "en" == language(f"The crowd shouted {quoted} at the end of the march.")
    assert language(quoted) not in {"en", None}


def test_what_is_quoted_in_english_makes_nothing_english() -> None:
    """A Korean sentence that quotes an English one stays Korean."""
    assert "ko" == language('그는 "All of us are in the same boat and have to row" 라고 거듭 말했다.')


@given(st.text(st.sampled_from("abcdefgzéüñßąςяאب ,.-0123456789%"), max_size=40))
def test_nothing_is_said_of_too_few_letters(text: str) -> None:
    """With fewer than three letters of an alphabet nobody can know, whatever stands around them."""
    few = "".join(char for char in text if not char.isalpha()) + text[:2]
    assert language(few) is None


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_any_text_has_an_answer(text: str) -> None:
    """Whatever comes, the answer is one of six."""
    assert language(text) in {"en", "ko", "ja", "zh", "other", None}


@pytest.mark.parametrize("unit", ['"', "“", "„a", "@", "a.", "a", "é ", "the ", "한", "'", "a'", "１"])
def test_a_megabyte_of_one_thing(unit: str) -> None:
    """A hostile text has the language of a page of it."""
    assert language(unit * 1_000) == language(unit * (1_000_000 // len(unit)))
