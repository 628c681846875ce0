"""What of a claim stands in a passage, and where the bar for citing it lies."""

import csv
from pathlib import Path

import pytest

from citevet.jobs.corpus.amounts import amounts
from citevet.jobs.corpus.overlap import BAR, Overlap, Sought, overlap
from citevet.jobs.corpus.words import content, denial

with Path(__file__).with_name("cite_bar.tsv").open(encoding="utf-8") as _table:
    PAIRS = list(csv.DictReader(_table, delimiter="\t"))


def _taken(bar: float) -> tuple[int, int]:
    """Return how many passages that carry their claim, and that do not, a bar lets through."""
    through = [pair["carries"] for pair in PAIRS if _passes(_compared(pair), bar)]
    return through.count("yes"), through.count("no")


def _compared(pair: dict[str, str]) -> Overlap:
    return overlap(Sought.of(pair["claim"]), pair["passage"])


def _passes(found: Overlap, bar: float) -> bool:
    return found.share >= bar and not found.lacks


@pytest.mark.parametrize(("bar", "carrying", "not_carrying"), [(0.5, 31, 7), (0.6, 30, 4), (0.65, 30, 3), (0.8, 28, 3)])
def test_the_measurement_behind_the_bar(bar: float, carrying: int, not_carrying: int) -> None:
    """Of 31 passages that carry their claim and 34 that do not, a bar lets so many through."""
    assert (31, 34) == tuple([pair["carries"] for pair in PAIRS].count(word) for word in ("yes", "no"))
    assert (carrying, not_carrying) == _taken(bar)


def test_the_bar_is_the_lowest_with_the_fewest_wrong() -> None:
    """It stands where the table puts it; what it lets through has the same words in other roles."""
    assert 0.65 == BAR
    through = [pair["claim"] for pair in PAIRS if pair["carries"] == "no" and _compared(pair).carries]
    assert [
        "Interest in local food grew as prices rose.",
        "Native flowers visit bees twice as often as exotic flowers.",
        "Blood pressure of residents raised night noise.",
    ] == through


@pytest.mark.parametrize(
    ("claim", "passage", "lacks"),
    [
        ("Load fell by 45 %.", "Load fell by 30 %.", ("the passage has no 45 %",)),
        ("Load fell by 45%.", "Load fell by 45 percent.", ()),
        ("Load fell by 45 %.", "Load fell by 45 degrees.", ("the passage has no 45 %",)),
        ("It costs 1,900 to plant.", "It costs 1900 to plant.", ()),
        ("It took 2 years to plant.", "It took two years to plant.", ()),
        ("It rose by 2.50 m.", "It rose by 2.5 m.", ()),
        ("It needs ninety litres.", "It needs forty litres.", ("the passage has no ninety",)),
        ("It needs forty-five litres.", "It needs 45 litres.", ()),
        ("It needs 45 litres.", "It needs forty litres.", ("the passage has no 45",)),
        ("A hundred trees fell.", "100 trees fell.", ()),
        ("Two hundred trees fell.", "2 trees fell.", ("the passage has no Two hundred",)),
        ("It cost 3 million.", "It cost 3,000,000.", ()),
        ("It fell by half.", "It fell by a third.", ("the passage has no half",)),
        ("It doubled.", "It was twice as much.", ()),
        (
            "The tenth tree stood alone.",
            "The eleventh tree stood alone.",
            ("the claim says “tenth”, the passage “eleventh” (number)",),
        ),
        ("3만 명이 왔다.", "30,000명이 왔다.", ()),
        ("절반이 왔다.", "대부분이 왔다.", ("the passage has no 절반",)),
        ("Trees do not help.", "Trees help.", ("the claim denies (“not”), and the passage does not",)),
        ("Trees help.", "Trees don't help.", ("the passage denies (“don't”), and the claim does not",)),
        ("나무는 도움이 된다.", "나무는 도움이 되지 않는다.", ("the passage denies (“않”), and the claim does not",)),
        ("Loads fell in May.", "Loads rose in May.", ("the claim says “fell”, the passage “rose”",)),
        ("Loads fell in May.", "Loads dropped in May.", ()),
        ("Loads fell as heat rose.", "Loads rose as heat fell.", ()),
        ("수요가 증가했다.", "수요가 감소했다.", ("the claim says “증가”, the passage “감소”",)),
        ("전력이 14퍼센트 줄었다.", "전력이 14 % 줄었다.", ()),
    ],
)
def test_numbers_denials_and_directions_are_said(claim: str, passage: str, lacks: tuple[str, ...]) -> None:
    """What the passage must have and has not is named, in both languages; other spellings of it are no difference."""
    assert lacks == overlap(Sought.of(claim), passage).lacks


_COOLER = "Streets with trees were 3.4 degrees cooler than streets without."
_TURNED = "Streets without trees were 3.4 degrees cooler than streets with trees."


@pytest.mark.parametrize(
    ("claim", "passage", "types", "lacks"),
    [
        (
            "The city council adopted the plan.",
            "The city council rejected the plan in May 2019.",
            ["direction"],
            "the claim says “adopted”, the passage “rejected” (direction)",
        ),
        (
            "Watering lowers mortality of young trees.",
            "Watering may lower mortality of young trees.",
            ["hedge"],
            "the passage says it less surely: “may” (hedge)",
        ),
        (
            "Limes grew faster than plane trees.",
            "Plane trees grew faster than limes.",
            ["comparative"],
            (
                "the claim says “Limes grew faster than plane trees”, "
                "the passage “Plane trees grew faster than limes” (comparative)"
            ),
        ),
        (
            _TURNED,
            _COOLER,
            ["comparative"],
            f"the claim says “{_TURNED}”, the passage “{_COOLER}” (comparative)",
        ),
    ],
)
def test_the_same_words_do_not_carry_what_they_turn_round_or_doubt(
    claim: str, passage: str, types: list[str], lacks: str
) -> None:
    """Each difference has its type, and one of them is enough to keep the passage from being cited."""
    found = overlap(Sought.of(claim), passage)
    assert (types, (lacks,)) == ([each.type for each in found.differences], found.lacks)
    assert not found.carries


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The city council rejected the plan.", "The city council rejected the plan in May 2019."),
        ("Watering may lower mortality of young trees.", "Watering may lower mortality of young trees."),
        ("Watering might lower mortality of young trees.", "Watering lowers mortality of young trees."),
        ("Streets with trees were 3.4 degrees cooler than streets without trees.", _COOLER),
        (
            "Streets with trees were 3.4 degrees cooler than streets without trees.",
            "It was 3.4 degrees cooler in streets with trees than in streets without trees.",
        ),
        (
            "Streets without trees were warmer than streets with trees.",
            "Streets with trees were cooler than streets without trees.",
        ),
        ("Soil carbon increases after cover crops are grown.", "Cover crops increased soil carbon when grown in rows."),
    ],
)
def test_what_says_the_same_in_another_order_carries(claim: str, passage: str) -> None:
    """The same sides, the same reserve, or both sides and the word between them turned are no difference."""
    assert overlap(Sought.of(claim), passage).carries


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("measurements", "measured"),
        ("cooling", "cooler"),
        ("studied cities", "city"),
        ("reduction", "reduced"),
        ("보도의", "보도는"),
        ("가로수가", "가로수"),
    ],
)
def test_a_word_is_known_in_its_other_forms(one: str, other: str) -> None:
    """Endings and particles do not make another word."""
    assert 1.0 == overlap(Sought.of(other), one).share


def test_words_that_say_nothing_do_not_count() -> None:
    """What any sentence may have, and what only points at a source, carries no claim."""
    assert ["trees", "cool"] == list(content("According to this study, the trees cool it.").values())
    assert {} == content("연구에 따르면 그 것은 있다")


@pytest.mark.parametrize(
    "text",
    ["1," * 500_000, "9" * 1_000_000, "n" * 1_000_000 + "'", "n't" * 300_000, "가" * 1_000_000, "a hundred " * 100_000],
)
def test_a_megabyte_of_nonsense_is_read(text: str) -> None:
    """The worst that we could think of has words of its own only; `make bench` has the growth of the time."""
    amounts(text), denial(text)
    assert all(word in text for word in content(text).values())


@pytest.mark.parametrize(
    ("claim", "passage", "word"),
    [
        ("Die Kalkung erhöhte den Ertrag.", "Die Kalkung erhöhte den Ertrag nicht.", "nicht"),
        ("Auf den Feldern wurde Roggen gesät.", "Auf den Feldern wurde kein Roggen gesät.", "kein"),
        ("Der Hof hatte Schafe.", "Der Hof hatte niemals Schafe.", "niemals"),
    ],
)
def test_a_german_passage_that_denies_carries_nothing(claim: str, passage: str, word: str) -> None:
    """A German denial on one side only keeps the passage from being cited, and is named; on both it does not."""
    found = overlap(Sought.of(claim), passage)
    assert (False, (f"the passage denies (“{word}”), and the claim does not",)) == (found.carries, found.lacks)
    assert overlap(Sought.of(passage), passage).carries
