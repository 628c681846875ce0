"""Most, few or all of something, against its share in figures."""

import pytest

from citevet.judge.polarity import compare_polarity

TRIPS = "Under the plan just 8 % of trips would be by car, 52 % by bus."
PLOTS = "In May 52 of 104 plots were flooded."
WELLS = "Of the 40 wells, 12 were dry."
APP = "The app was used by 91 % of farmers."


def _said(claim: str, evidence: str) -> list[tuple[str, str, str]]:
    return [(each.type, each.claim, each.source) for each in compare_polarity(claim, evidence)]


@pytest.mark.parametrize(
    ("claim", "evidence", "share", "figure"),
    [
        ("Most trips would be by car.", TRIPS, "Most", "8 %"),
        ("All the plots were flooded.", PLOTS, "All", "52 of 104"),
        ("Every plot was flooded.", PLOTS, "Every", "52 of 104"),
        ("Few farmers used the app.", APP, "Few", "91 %"),
        ("The majority of farmers used the app.", "One in five farmers used the app.", "majority of", "One in five"),
        ("The greater part of the harvest was lost.", "A tenth of the harvest was lost.", "greater part of", "A tenth"),
        ("The whole harvest was lost.", "A tenth of the harvest was lost.", "whole", "A tenth"),
        ("Most wells were dry.", WELLS, "Most", "40 wells, 12"),
        ("All 40 wells were dry.", WELLS, "All", "40 wells, 12"),
        ("Most patients recovered in June.", "Of 200 patients, 14 recovered in June.", "Most", "200 patients, 14"),
        ("Nearly all teachers agreed.", "Only 34 % of teachers agreed.", "Nearly all", "34 %"),
        ("A minority of the members voted.", "Of the members, 81 % voted.", "minority of", "81 %"),
        ("Most households have a car.", "Cars are owned by 23 % of households.", "Most", "23 %"),
        ("Most members did not vote.", "Of the members, 81 % did vote.", "Most", "81 %"),
    ],
)
def test_a_share_that_the_figures_rule_out(claim: str, evidence: str, share: str, figure: str) -> None:
    """The figure that stands for the same thing is told beside the word."""
    assert ("quantifier", share, figure) in _said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Most trips would be by bus.", TRIPS),
        ("Few trips would be by car.", TRIPS),
        ("Half of the plots were flooded.", PLOTS),
        ("Few wells were dry.", WELLS),
        ("Most wells were not dry.", WELLS),
        ("Most wells were full.", WELLS),
        ("All 40 wells were tested.", "Of the 40 wells tested, 12 were dry."),
        ("The majority of farmers used the app.", APP),
        ("Not all farmers used the app.", APP),
        ("Most patients improved.", "8 % of patients got worse."),
        ("Most members voted against the plan.", "The plan was backed by 23 % of members."),
        ("All children were weighed.", "The children were weighed, and 12 % of them were underweight."),
        ("All patients gave consent; 40 % of them were women.", "All patients gave consent and 40 % were women."),
        ("All of the voters in the north backed the plan.", "The plan won 53 % of voters, and 100 % in the north."),
        ("The most common complaint was noise.", "Noise was named in 31 % of complaints."),
        ("Most articles are 20 percent wrong.", "Some 20 percent is wrong in most articles."),
        ("All but two of the 30 villages had wells.", "28 of the 30 villages had wells."),
        ("Most participants completed the trial.", "Few participants dropped out."),
        ("Few night visitors are pensioners.", "Most night visitors are students."),
    ],
)
def test_a_share_that_the_figures_allow(claim: str, evidence: str) -> None:
    """A share of another thing, of the others, or of what is denied rules nothing out."""
    assert [] == _said(claim, evidence)


def test_a_raised_dot_in_a_share() -> None:
    """The Lancet's 72·5 percent is most of the deaths."""
    assert () == compare_polarity("Most deaths were early.", "Of all deaths 72·5 percent were early.")
    assert () != compare_polarity("Few deaths were early.", "Of all deaths, 72·5 percent of deaths were early.")
