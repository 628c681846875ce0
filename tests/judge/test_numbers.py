"""The numbers of a claim against those that play the same role in the evidence."""

import pytest

from citevet.judge.numbers.comparison import NumberComparison, compare_numbers
from citevet.model import Span

TOKYO = (
    "Tokyo is the capital and seat of government of Japan. The population of Tokyo proper is approximately 14 million."
)
TRIAL = (
    "A trial in 14 rural clinics compared a pill with usual care in 1,206 adults. After a year 62% of the pill group "
    "had reached the target, compared with 41% of those under usual care. "
    "Pressure fell from 160 to 142 mmHg with the pill."
)


def _said(numbers: NumberComparison) -> list[tuple[str, str, str]]:
    return [(each.type, each.claim, each.source) for each in numbers.differences]


def test_the_wrong_population_is_named_in_the_words_of_both_texts() -> None:
    """A difference has a type, both wordings, and its place in the claim."""
    claim = "Tokyo proper has 41 million residents."
    numbers = compare_numbers(claim, TOKYO)
    assert [("number", "41 million", "approximately 14 million")] == _said(numbers)
    at = claim.index("41 million")
    assert Span(at, at + 10) == numbers.differences[0].span


@pytest.mark.parametrize(("scale", "is_wrong"), [("degrees Celsius", False), ("°C", False), ("metres", True)])
def test_degrees_without_a_scale(scale: str, *, is_wrong: bool) -> None:
    """Degrees without a scale agree with as many degrees of a scale, and with nothing else."""
    numbers = compare_numbers("Trees lowered it by 9.3 degrees.", f"Trees lowered it by 9.3 {scale}.")
    assert is_wrong == bool(numbers.differences)


def test_the_right_population_agrees_and_an_unknown_year_is_missing() -> None:
    """A number is confirmed by its counterpart, and one without any counterpart is not a contradiction."""
    numbers = compare_numbers("Tokyo proper has roughly 14 million residents.", TOKYO)
    assert ["approximately 14 million"] == [each.source for each in numbers.agreed]
    assert () == numbers.differences + numbers.missing
    olympics = compare_numbers("Tokyo hosted the 2020 Summer Olympics in 1457.", TOKYO)
    assert ("2020", "1457") == olympics.missing
    assert () == olympics.differences


def test_a_claim_without_numbers_says_nothing() -> None:
    """Where the claim has no quantity there is nothing to compare."""
    assert NumberComparison() == compare_numbers("Tokyo is the capital of Japan.", TOKYO)
    assert NumberComparison() == compare_numbers("", "")


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("In the trial 41% of the pill group reached the target.", ("number", "41%", "62%")),
        ("In the trial 62% of the pill group reached the target.", None),
        ("Under usual care 41% reached the target.", None),
        ("The trial ran in 41 rural clinics.", ("number", "41", "14")),
        ("The trial ran in fourteen clinics.", None),
        ("Pressure fell from 162 to 142 mmHg with the pill.", ("number", "162", "160")),
        ("Pressure fell from 160 to 142 mmHg with the pill.", None),
        ("About six in ten of the pill group reached the target.", None),
    ],
)
def test_only_numbers_in_one_role_are_compared(claim: str, expected: tuple[str, str, str] | None) -> None:
    """A number of the passage in another role confirms nothing, and one of another group denies nothing."""
    assert ([expected] if expected else []) == _said(compare_numbers(claim, TRIAL))


AGREE = [
    ("about half", "48%"),
    ("roughly 14 million people", "14.2 million people"),
    ("about 14,000 people", "13,960 people"),
    ("3.1 km", "3.14 km"),
    ("20%", "one in five"),
    ("two thirds", "67 per cent"),
    ("three days", "72 hours"),
    ("two and a half centuries", "250 years"),
    ("half a year", "six months"),
    ("1.8 kg", "1,800 grams"),
    ("5 miles", "8.05 km"),
    ("less than two kilograms", "1.8 kg"),
    ("nearly five litres", "4.8 litres"),
    ("more than nine in ten", "93%"),
    ("a dozen people", "12 people"),
    ("two hundred and sixteen people", "216 people"),
    ("$5.4bn", "5.4 billion dollars"),
    ("12 km", "10–15 km"),
    ("between 10 and 15 km", "12 km"),
    ("9.2 cases per 100,000 residents", "9.2 per 100,000"),
    ("at least 65 years", "65 or older"),
]
DIFFER = [
    ("250 people", "317 people", "number"),
    ("41 million people", "14 million people", "number"),
    ("20%", "one in four", "number"),
    ("nearly a fifth", "31%", "number"),
    ("6 centimetres", "6 metres", "unit"),
    ("eight hours", "eight minutes", "unit"),
    ("8 people in every 1,000", "8 people in every 100,000", "number"),
    ("5 percentage points", "15 percentage points", "number"),
    ("within 11 days", "within 30 days", "number"),
    ("up to 2,700 metres", "up to 2,100 metres", "number"),
    ("€7.3 million", "€6.5 million", "number"),
    ("three times as high", "1.8 times as high", "number"),
]


@pytest.mark.parametrize(("mine", "theirs"), AGREE)
def test_two_ways_to_say_one_quantity_agree(mine: str, theirs: str) -> None:
    """Rounding, hedges, words, fractions and units of one family do not make a difference."""
    numbers = compare_numbers(f"The survey of the delta gave {mine}.", f"The survey of the delta gave {theirs}.")
    assert [] == _said(numbers)
    assert numbers.agreed


@pytest.mark.parametrize(("mine", "theirs", "kind"), DIFFER)
def test_two_quantities_in_one_role_differ(mine: str, theirs: str, kind: str) -> None:
    """Another value or unit in the same sentence is a difference of that type."""
    numbers = compare_numbers(f"The survey of the delta gave {mine}.", f"The survey of the delta gave {theirs}.")
    assert [kind] == [each.type for each in numbers.differences]


@pytest.mark.parametrize(
    ("claim", "source", "said"),
    [
        (
            "The margin fell from 9% to 12%.",
            "The margin fell from 12% to 9%.",
            ["from 9% / to 9%", "to 12% / from 12%"],
        ),
        (
            "Revenue rose from $1.5 billion to $1.2 billion.",
            "Revenue rose from $1.2 billion in 2018 to $1.5 billion in 2019.",
            ["from $1.5 billion / to $1.5 billion", "to $1.2 billion / from $1.2 billion"],
        ),
        (
            "It is open from October to May.",
            "It is open from May to October.",
            ["from October / to October", "to May / from May"],
        ),
        ("The margin fell to 9% from 12%.", "The margin fell from 12% to 9%.", []),
        ("The margin rose from 9% to 12%.", "The margin fell from 12% to 9%, then rose from 9% to 12%.", []),
        ("The interval was 1.11 to 1.75.", "The ratio was 1.32 (interval 1.11 to 1.57).", ["1.75 / 1.57"]),
        ("The interval was 1.11 to 1.57.", "The ratio was 1.32 (interval 1.11 to 1.57).", []),
        ("The trial took 12 weeks.", "The trial took 10 to 15 weeks.", []),
    ],
)
def test_the_ends_of_a_change_and_of_a_range_are_compared_one_by_one(claim: str, source: str, said: list[str]) -> None:
    """Exchanged ends are two differences, in whatever order they are written; a range does not agree by overlapping."""
    assert said == [f"{each.claim} / {each.source}" for each in compare_numbers(claim, source).differences]


@pytest.mark.parametrize(
    ("mine", "theirs", "agrees"),
    [
        ("2019", "March 2019", True),
        ("March 2019", "2019", True),
        ("March 2019", "April 2019", False),
        ("1 August 2020", "1 August 2022", False),
        ("5 March 2019", "2019-03-05", True),
        ("March 5, 2019", "5 March 2019", True),
        ("the 1920s", "1925", True),
        ("the 1930s", "1925", False),
        ("the seventeenth century", "1650", True),
        ("the 1500s", "the 17th century", False),
    ],
)
def test_dates_agree_as_finely_as_both_are_given(mine: str, theirs: str, *, agrees: bool) -> None:
    """A coarser date confirms a finer one; where both give a part it must be the same."""
    numbers = compare_numbers(
        f"The old harbour bridge opened in {mine}.", f"The old harbour bridge opened in {theirs}."
    )
    assert ([] if agrees else ["date"]) == [each.type for each in numbers.differences]
    assert agrees is bool(numbers.agreed)


@pytest.mark.parametrize(
    "name",
    [
        "COVID-19",
        "H1N1",
        "version 4.2",
        "Article 33",
        "Section 46",
        "see [12]",
        "(7)",
        "p < 0.05",
        "at 10:35",
    ],
)
def test_names_and_marks_are_no_quantities(name: str) -> None:
    """Identifiers, sections, citation marks, p values and clock times are neither compared nor missed."""
    assert NumberComparison() == compare_numbers(
        f"The delta report says so, {name}.", "The delta report says 77 things, 88."
    )


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("도쿄 인구는 4100만 명이다.", ("number", "4100만", "약 1400만")),
        ("도쿄 인구는 약 1,400만 명이다.", None),
        ("물가는 2019년 3월에 4.3퍼센트 올랐다.", ("number", "4.3퍼센트", "3.4퍼센트")),
        ("물가는 2019년 4월에 3.4% 올랐다.", ("date", "2019년 4월에", "2019년 3월에")),
    ],
)
def test_korean_numerals_and_units_are_read(claim: str, expected: tuple[str, str, str] | None) -> None:
    """만, 퍼센트, 년 and 월 mean what they mean."""
    evidence = "도쿄 인구는 약 1400만 명이다. 물가는 2019년 3월에 3.4퍼센트 올랐다."
    assert ([expected] if expected else []) == _said(compare_numbers(claim, evidence))


FOLLOWING = [
    ("The rope is longer than 25 metres.", "The rope is at least 30 metres long."),
    ("At least 50 species live in the lake.", "Over 60 species live in the lake."),
    ("The tower is more than 100 metres high.", "The tower is over 120 metres high."),
    ("The tank holds less than 100 litres.", "The tank holds no more than 80 litres."),
    ("The bag is lighter than 25 kilograms.", "The bag weighs no more than 20 kilograms."),
    ("Planting a tree was cheaper than 2,000 euros.", "Planting cost 1,900 euros per tree."),
    ("The phone is dearer than 300 dollars.", "The phone costs 310 dollars."),
    ("The stone is lighter than 50 kilograms.", "The stone weighs 48 kilograms."),
    ("The tree is taller than 30 metres.", "The tree is 31 metres tall."),
    ("The boat travelled faster than 40 km per hour.", "The boat travelled at 42 km per hour."),
    ("The load is no heavier than 950 kilograms.", "The load weighs 900 kilograms."),
    ("The price does not exceed 50 euros.", "The price is at most 50 euros."),
    ("The price stayed below 50 euros.", "The price never exceeded 50 euros."),
    ("The trip takes more than six hours.", "The trip takes at least six hours."),
    ("The concert did not last longer than three hours.", "The concert lasted at most three hours."),
    ("No trend was found deeper than 60 metres.", "Below 60 metres there was no trend."),
]  # fmt: skip
RULED_OUT = [
    ("The price is more than 50 euros.", "The price is at most 50 euros."),
    ("The price is at most 50 euros.", "The price is more than 50 euros."),
    ("The fee exceeds 50 euros.", "The fee is at most 50 euros."),
    ("Most patients were younger than 70 years.", "Most patients were older than 70 years."),
    ("Participants were under 65.", "Participants were 65 or older."),
    ("The wall is lower than 3 metres.", "The wall is higher than 3 metres."),
    ("More than 40 members voted.", "Fewer than 40 members voted."),
    ("More than 300 guests attended.", "Nearly 300 guests attended."),
    ("More than 300 guests attended.", "Up to 300 guests attended."),
    ("The rope is shorter than 25 metres.", "The rope is at least 30 metres long."),
    ("At least 90 species live in the lake.", "Over 60 species live in the lake."),
    ("More than 15 people signed the letter.", "Over 9,000 people signed the letter."),
    ("Planting a tree was cheaper than 2,000 euros.", "Planting cost 2,400 euros per tree."),
    ("The stone is heavier than 50 kilograms.", "The stone weighs 48 kilograms."),
    ("The load is no heavier than 950 kilograms.", "The load weighs 1,200 kilograms."),
]


@pytest.mark.parametrize(("claim", "source"), FOLLOWING)
def test_what_keeps_within_a_bound_differs_in_nothing(claim: str, source: str) -> None:
    """A bound that follows from the source's number or bound is not another number, whatever words make it one."""
    assert () == compare_numbers(claim, source).differences


@pytest.mark.parametrize(("claim", "source"), RULED_OUT)
def test_what_a_bound_rules_out_is_another_number(claim: str, source: str) -> None:
    """A bound from the other side, of the same number as well, and one that says more are called a number."""
    assert ["number"] == [each.type for each in compare_numbers(claim, source).differences]


def test_both_bounds_are_shown() -> None:
    """The words that make a bound of the same number are shown, as the numbers alone would look alike."""
    (told,) = compare_numbers("The fee exceeds 50 euros.", "The fee is at most 50 euros.").differences
    assert ("exceeds 50 euros", "at most 50 euros") == (told.claim, told.source)


@pytest.mark.parametrize(
    ("claim", "evidence", "differs"),
    [
        ("The correlation was -0.42.", "The correlation was 0.42.", True),
        ("The correlation was 0.42.", "The correlation was −0.42.", True),
        ("Growth was -2.3% in 2020.", "Growth was 2.3% in 2020.", True),
        ("The temperature fell to –5 °C.", "The temperature fell to 5 °C.", True),
        ("The correlation was -0.42.", "The correlation was −0.42.", False),
        ("Sales fell by 5 %.", "The change in sales was -5 %.", False),
        ("Profit was -$5 million.", "The firm lost $5 million.", False),
        ("It takes 3-5 days.", "It takes 3 –5 days.", False),
        ("The walk is 5 km long.", "Facts:\n- 5 km long is the walk.", False),
        ("The walk – 5 km long – is easy.", "The walk, 5 km long, is easy.", False),
    ],
)
def test_sign_belongs_to_the_number(claim: str, evidence: str, *, differs: bool) -> None:
    """A sign directly before a number counts; a range, a bullet and a dash have none, and a fall needs none."""
    assert differs == bool(compare_numbers(claim, evidence).differences)
