"""Statistics in words: shares of people in English, German and Korean."""

from pathlib import Path

from tests.rules.careful import find_problems

from citevet.model import Severity

SHARES = [
    "Two thirds of adults read no books.",
    "One in five children lives in poverty.",
    "Half of all households own a dog.",
    "One half of the population lives in cities.",
    "A quarter of small firms fail in a year.",
    "Nine out of ten dentists agree on it.",
    "Three quarters of voters stayed home.",
    "Two-thirds of the world's countries signed it.",
    "About one in every ten workers is unemployed.",
    "Four fifths of patients recover.",
    "1 in 5 adults reads no books.",
    "Jeder zweite Deutsche liest keine Bücher.",
    "Zwei Drittel der Menschen lesen keine Bücher.",
    "Die Hälfte aller Haushalte hat einen Hund.",
    "Vier von fünf Kindern können schwimmen.",
    "Ein Viertel der deutschen Unternehmen bildet aus.",
    "45 % der Erwachsenen lesen keine Bücher.",
    "성인 열 명 중 세 명이 책을 읽지 않는다.",
    "국민의 절반이 책을 읽지 않는다.",
    "인구의 3분의 2가 도시에 산다.",
    "직장인 10명 중 4명이 이직을 원한다.",
    "기업의 과반이 그렇게 한다.",
]
OTHERS = [
    "We asked half of the students.",
    "Half of our users like it.",
    "Two thirds of the files are tests.",
    "In one of five files there is a bug.",
    "They walked for half an hour with two children.",
    "A third reason is that people read.",
    "Half of the participants left.",
    "One in the garden had people in it.",
    "Der zweite Mensch war dort.",
    "Er wurde von zwei Kindern gesehen.",
    "세 명 중 두 명이 왔다.",
    "Cut the board in half and give it to two people.",
    "Suppose that half of all people read.",
    "The second half of the game had ten players.",
    "One or two people came.",
    "Two of the three judges agreed.",
    "Die Hälfte unserer Nutzer liest.",
    "Die Hälfte der Befragten liest.",
]


def list_statistics(said: list[str], folder: Path) -> list[str]:
    """Return the figures that UNC001 reports in a document with each sentence in a paragraph of its own."""
    found = find_problems(folder, "# On reading\n\n" + "\n\n".join(said) + "\n", least=Severity.INFO)
    return [each.removeprefix("UNC001 ") for each in found if each.startswith("UNC001")]


def test_shares_of_people_in_words(tmp_path: Path) -> None:
    """Each is a statistic, as one in figures is."""
    found = list_statistics(SHARES, tmp_path)
    assert [] == [said for said in SHARES if not any(each in said for each in found)]
    assert len(SHARES) == len(found)


def test_other_words_of_number(tmp_path: Path) -> None:
    """Ordinals, own results, durations and things that are counted in the text are no statistics."""
    assert [] == list_statistics(OTHERS, tmp_path)
