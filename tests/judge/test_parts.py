"""Long claims: each part is asked by itself, and the least supported one tells."""

from collections.abc import Sequence

import pytest

from citevet.judge.calibration import LONG, by_parts
from citevet.judge.parts import parts
from citevet.judge.relevance import length
from citevet.judge.support import Assessor, judge_support
from citevet.model import Passage, Ruling, Span

YES, UNSURE, SILENT = (0.95, 0.03, 0.02), (0.3, 0.6, 0.1), (0.02, 0.96, 0.02)
PARTS = (
    "The tram line through the old harbour was opened in the spring of 1923",
    "the city council paid for the rails and the wires",
    "the first drivers were trained in a depot near the fish market.",
)
CLAIM = f"{PARTS[0]}, while {PARTS[1]}, and {PARTS[2]}"
TEXT = f"{PARTS[0]}. In those years {PARTS[1]}. As the paper wrote, {PARTS[2]}"
Weights = tuple[float, float, float]


def ruled(whole: Weights, *of_parts: Weights, second: Weights | None = None) -> tuple[Ruling, list[str]]:
    """Rule with a model that has one answer for the claim and one for each part; also return what it was asked."""
    heard: list[str] = []

    def nli(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        heard.extend(claim for _, claim in pairs)
        said = dict(zip(PARTS, of_parts, strict=False))
        return [said.get(claim, whole) for _, claim in pairs]

    def later(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        return [second or SILENT for _ in pairs]

    assessor = Assessor(nli, second=Assessor(later) if second else None)
    return judge_support(CLAIM, [Passage("REF-001", Span(0, len(TEXT)), TEXT)], assessor), heard


def test_a_long_claim_has_parts() -> None:
    """Only a claim of more words than nearly all that were fitted on is cut; a shorter one is asked as a whole."""
    assert tuple(CLAIM[span.start : span.end] for span in parts(CLAIM)) == PARTS
    assert length(CLAIM) > LONG
    assert not parts(f"{PARTS[1]}, while {PARTS[2]}")


def test_a_page_of_claims_is_not_asked_clause_by_clause() -> None:
    """What has more than a dozen clauses costs no more than any claim."""
    assert not parts(" ".join(f"The river rose in {year}." for year in range(1900, 1913)))


def test_a_part_that_is_seen_nowhere_is_named() -> None:
    """However likely the whole is: the ruling is partial, says which part is lacking, and is not called likely."""
    ruling, _ = ruled(YES, YES, SILENT, YES)
    assert ruling.support == "partial"
    assert [(each.type, each.claim) for each in ruling.differences] == [("clause", PARTS[1])]
    assert ruling.confidence is not None
    assert ruling.confidence < 0.5


def test_a_claim_whose_parts_are_plain_is_supported() -> None:
    """A model that is unsure of the whole and sees each part has seen the whole."""
    ruling, _ = ruled(UNSURE, YES, YES, YES)
    assert (ruling.support, ruling.confidence) == ("supported", 0.95)


def test_a_doubtful_part_leaves_the_whole_to_its_curve() -> None:
    """A part that is neither plain nor unseen tells nothing."""
    assert ruled(YES, YES, UNSURE, YES)[0].confidence == 0.95
    assert ruled(UNSURE, YES, UNSURE, YES)[0].support == "partial"


def test_a_second_judge_is_asked_about_long_claims_whatever_the_first_says() -> None:
    """A first judge that the second does not hear is not asked about the parts."""
    ruling, heard = ruled(SILENT, SILENT, SILENT, SILENT, second=YES)
    assert ruling.support == "supported"
    assert set(heard) == {CLAIM}


@pytest.mark.parametrize(
    ("whole", "least", "expected"),
    [(0.7, None, 0.7), (0.7, 0.3, 0.7), (0.7, 0.04, 0.3), (0.1, 0.04, 0.1), (0.2, 0.8, 0.8), (0.9, 0.8, 0.9)],
)
def test_the_probability_of_parts(whole: float, least: float | None, expected: float) -> None:
    """A plain claim is at least as likely as its least part, and one that lacks a part is unlikely."""
    assert expected == by_parts(whole, least)
