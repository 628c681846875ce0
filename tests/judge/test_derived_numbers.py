"""Numbers that the source does not write but that follow from two that it writes."""

import pytest

from citevet.judge.numbers import compare_numbers


def _agreed(claim: str, evidence: str) -> list[tuple[str, str]]:
    return [(each.claim, each.source) for each in compare_numbers(claim, evidence).agreed]


def _said(claim: str, evidence: str) -> list[tuple[str, str, str]]:
    return [(each.type, each.claim, each.source) for each in compare_numbers(claim, evidence).differences]


SALES = "Sales rose from $4 million to $5 million."
TOWN = "The population grew from 2 million in 1990 to 3 million in 2010."
PRICE = "The price dropped from $50 to $40."
JOBS = "Unemployment rose from 3% to 5%."
RENTS = "Rents rose from $500 to $1,000."
STUDY = "The study enrolled 412 men and 388 women."


@pytest.mark.parametrize(
    ("claim", "evidence", "pair"),
    [
        ("The population grew 50%.", "The population grew from 2 million to 3 million.",
         ("50%", "from 2 million to 3 million")),
        ("The population grew by half.", TOWN, ("half", "from 2 million in 1990 to 3 million")),
        ("Sales rose 25%.", SALES, ("25%", "from $4 million to $5 million")),
        ("Sales rose by $1 million.", SALES, ("$1 million", "from $4 million to $5 million")),
        ("An increase of 25% in sales was seen.", SALES, ("25%", "from $4 million to $5 million")),
        ("Sales rose 25%.", "Sales rose to $5 million from $4 million a year earlier.",
         ("25%", "to $5 million from $4 million")),
        ("Revenue fell 20%.", "Revenue fell from 50 million euros to 40 million euros.",
         ("20%", "from 50 million euros to 40 million euros")),
        ("Unemployment rose by 2 percentage points.", JOBS, ("2 percentage points", "from 3% to 5%")),
        ("The price dropped by a fifth.", PRICE, ("a fifth", "from $50 to $40")),
        ("Rents doubled.", RENTS, ("doubled", "from $500 to $1,000")),
        ("Rents nearly doubled.", "Rents rose from $500 to $920.", ("nearly doubled", "from $500 to $920")),
        ("Rents halved.", "Rents fell from $1,000 to $500.", ("halved", "from $1,000 to $500")),
        ("Days grew warmer by 2 °C.", "Days grew warmer, from 14 °C to 16 °C.", ("2 °C", "from 14 °C to 16 °C")),
        ("The war lasted six years.", "The war lasted from 1939 to 1945.", ("six years", "from 1939 to 1945")),
        ("He was mayor for six years.", "He was mayor between 1990 and 1996.", ("six years", "between 1990 and 1996")),
        ("The study enrolled 800 people.", STUDY, ("800", "412 men and 388 women")),
        ("The study enrolled 800 patients.", "The study enrolled 412 male patients and 388 female patients.",
         ("800", "412 male patients and 388 female patients")),
    ],
)  # fmt: skip
def test_what_follows_by_one_step_agrees(claim: str, evidence: str, pair: tuple[str, str]) -> None:
    """A change told from–to, a span of years and a sum confirm a number, and both figures are shown."""
    assert [pair] == _agreed(claim, evidence)
    assert [] == _said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("The population grew by 80%.", TOWN, ("number", "80%", "from 2 million in 1990 to 3 million")),
        ("Sales rose 35%.", SALES, ("number", "35%", "from $4 million to $5 million")),
        ("The price dropped by a quarter.", PRICE, ("number", "a quarter", "from $50 to $40")),
        ("The price dropped by $20.", PRICE, ("number", "$20", "from $50 to $40")),
        ("Unemployment rose by 4 percentage points.", JOBS, ("number", "4 percentage points", "from 3% to 5%")),
        ("Unemployment rose by 2 percent.", JOBS, ("unit", "2 percent", "from 3% to 5%")),
        ("Rents tripled.", RENTS, ("number", "tripled", "from $500 to $1,000")),
        ("Rents more than doubled.", "Rents rose from $500 to $700.",
         ("number", "more than doubled", "from $500 to $700")),
    ],
)  # fmt: skip
def test_a_change_that_its_ends_rule_out(claim: str, evidence: str, expected: tuple[str, str, str]) -> None:
    """A wrong amount of a change in the same direction differs from both ends together."""
    assert [expected] == _said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Prices rose 10%.", SALES),  # of another thing
        ("Sales rose 12% a year.", SALES),  # by the year
        ("Sales fell 25%.", SALES),  # the direction differs, which is not a matter of numbers
        ("Prices rose by 10%.", "Prices in the shop range from $4 to $5."),  # a range, no change
        ("Sales rose 45%.", "Sales rose from about $4 million to $5 million."),
        ("Sales rose 13%.", "Sales rose from $2.1 million to $2.4 million."),  # both ends are rounded
        ("The war lasted nine years.", "The war lasted from 1939 to 1945."),
        ("The study enrolled 900 people.", STUDY),
    ],
)
def test_what_two_figures_leave_open(claim: str, evidence: str) -> None:
    """Where the pattern is not certain, a value that was worked out neither confirms nor denies."""
    assert ([], []) == (_agreed(claim, evidence), _said(claim, evidence))


def test_a_sum_is_of_what_both_parts_count() -> None:
    """Men and women together are not 800 women."""
    assert [("number", "800", "388")] == _said("The study enrolled 800 women.", STUDY)


@pytest.mark.parametrize(
    "evidence",
    [
        "The rate fell by 5 percentage points over the decade, from 15 percent to 10 percent.",
        "The rate fell by 5 percentage points.",
    ],
)
def test_percent_is_told_from_percentage_points(evidence: str) -> None:
    """A change in percent differs from the same number of points, not from an end of the change."""
    assert [("unit", "5 percent", "5 percentage points")] == _said("The rate fell by 5 percent.", evidence)


def test_an_end_of_a_change_is_not_the_change() -> None:
    """A fall by 10 percent is not confirmed by a fall to 10 percent."""
    assert [] == _agreed("The rate fell by 10 percent.", "The rate fell from 15 percent to 10 percent.")


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Belgacom charges 60 for the call.", "Belgacom charges for the call to a town 40 miles away."),
        ("The population grew 50%.", "The population grew to 2 million."),
        ("Turnout was 45.", "Turnout was 54 %."),
    ],
)
def test_a_number_without_a_unit_is_not_held_against_a_measure(claim: str, evidence: str) -> None:
    """An amount and a percentage, or a bare number and a distance, are of different dimensions."""
    assert [] == _said(claim, evidence)


@pytest.mark.parametrize(
    "claim",
    [
        "Treated patients recovered four days sooner.",
        "Recovery was 4 days shorter in the treated group.",
    ],
)
def test_how_much_two_things_differ(claim: str) -> None:
    """A difference is held against the gap between two figures, not against either of them."""
    assert [] == _said(claim, "Recovery took 9 days in the treated group and 13 days in the placebo group.")


PIERS = "The old harbour has four piers and the new harbour eleven."
PLACEBO = "Of the 148 patients half received the placebo."


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Together the harbours have fifteen piers.", PIERS),
        ("The old and the new harbour have fifteen piers.", PIERS),
        ("Anna and Ben own fifteen goats.", "Anna owns six goats and Ben nine."),
        ("The two mines employed 200 workers.", "The north mine employed 120 workers and the south mine 80."),
        ("74 patients received the placebo.", PLACEBO),
        ("25 cows were sold.", "Of the 50 cows, half were sold."),
        ("Thirty houses were rebuilt.", "A third of the 90 houses were rebuilt."),
        ("80 seeds sprouted.", "Of the 200 seeds, 40% sprouted."),
    ],
)
def test_the_sum_of_two_bearers_and_the_share_of_a_count_agree(claim: str, evidence: str) -> None:
    """What two have together, and how many a share of a count is, are confirmed and differ in nothing."""
    assert [] == _said(claim, evidence)
    assert _agreed(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Together the harbours have seventeen piers.", PIERS),
        ("The old harbour has fifteen piers.", PIERS),
        ("The new harbour has fifteen piers.", PIERS),
        ("Anna owns fifteen goats.", "Anna owns six goats and Ben nine."),
        ("84 patients received the placebo.", PLACEBO),
        ("Forty houses were rebuilt.", "A third of the 90 houses were rebuilt."),
        ("120 seeds sprouted.", "Of the 200 seeds, 40% sprouted."),
    ],
)
def test_another_sum_or_share_and_the_sum_for_one_alone_differ(claim: str, evidence: str) -> None:
    """A sum is no number of one of the two, and a wrong sum or share is a wrong number."""
    assert ["number"] == [kind for kind, _, _ in _said(claim, evidence)]


def test_a_written_number_that_is_a_sum_as_well_denies_no_other() -> None:
    """Of 662 trains 127 stand still: that 38 and 89 make 127 does not free the written 127 to deny the 662."""
    claim = (
        "Of the line's 662 trains, 127 are not running at peak commute times, with 38 held on standby and 89 out for "
        "repairs."
    )
    evidence = (
        "It has a total of 662 trains, but about 535 are in service during peak times. As for the other 127 trains, "
        "the line has 38 trains on standby during peak commute times and holds 89 trains out of service for repairs."
    )
    assert [] == _said(claim, evidence)
