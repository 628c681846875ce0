"""Laws that hold for what is shown where a source says otherwise than a claim."""

import pytest
from evals.pairs import Labelled, own, trial

from citevet.judge.support import find_differences
from citevet.model import Difference


def _is_one_text(difference: Difference) -> bool:
    return len({" ".join(text.casefold().split()) for text in (difference.claim, difference.source)}) == 1


def _shown(pair: Labelled) -> tuple[Difference, ...]:
    opposed, hedged = find_differences(pair.claim, pair.evidence)
    return (*opposed, *hedged)


def test_both_sides_differ_and_are_in_their_places() -> None:
    """In every fourth pair of our sets both sides differ, and the words of the claim are at its span."""
    shown = [(pair.claim, each) for pair in [*own(), *trial()][::4] for each in _shown(pair)]
    assert len(shown) > 200
    assert [] == [both for both in shown if _is_one_text(both[1])]
    assert [] == [each for claim, each in shown if each.span and " ".join(each.span.of(claim).split()) != each.claim]


@pytest.mark.parametrize(
    ("claim", "passage", "sides"),
    [
        (
            "The ferry carries about 4,000 passengers a week.",
            "The ferry carries about 4,000 passengers a day.",
            (
                "number",
                "The ferry carries about 4,000 passengers a week",
                "The ferry carries about 4,000 passengers a day",
            ),
        ),
        (
            "Sinking of the ground ranges from 4 to 11 cm a year.",
            "The ground is also sinking, by 4 to 11 millimetres a year.",
            ("unit", "11 cm a year", "11 millimetres a year"),
        ),
        (
            "Trams run every six hours at peak times and every fifteen in the evening.",
            "Trams run every six minutes at peak times and every fifteen in the evening.",
            ("unit", "six hours", "six minutes"),
        ),
        (
            "Treated women took more pills than men.",
            "Men took more pills than treated women.",
            ("direction", "Treated women took more pills than men", "Men took more pills than treated women"),
        ),
    ],
)
def test_the_words_that_differ_are_shown(claim: str, passage: str, sides: tuple[str, str, str]) -> None:
    """A number is shown with its unit and a comparison with its sides."""
    assert sides in [(each.type, each.claim, each.source) for each in find_differences(claim, passage)[0]]
