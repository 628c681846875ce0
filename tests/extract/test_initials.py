"""A letter with its stop before a name: an initial, or the end of the sentence before."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The mean rose by 2.5 °C.", "Smith et al. (2020) disagree."),
        ("We had a supply of 5 V.", "Jones (2019) found it too."),
        ("The power was 5 W.", "A. Smith (2019) found it."),
        ("It has 5 mg/L.", "Smith and Lee (2020) disagree."),
        ("It fell in 300 B.C.", "Miller & Lee (2020) show it."),
        ("We followed Plan B.", "Miller (2018) shows the opposite."),
        ("It needs vitamin C.", "Brown (2020) argues otherwise."),
        ("It needs vitamins A and C.", "Brown (2020) argues otherwise."),
        ("They all got an A.", "Brown (2020) argues otherwise."),
        ("It grew in the U.S.", "Smith et al. (2020) found it."),
        ("It grew in Paris.", "World Bank (2020) reports it."),
        ("It grew in the UK.", "World Bank (2020) reports it."),
        ("We followed Plan B.", "World Health Organization (2021) reports it."),
    ],
)
def test_end_of_the_sentence_before(extracted: Callable[..., Any], before: str, after: str) -> None:
    """A unit, a label, a grade, a country or a place ends its sentence, and is no part of the author behind it."""
    found = extracted(f"{before} {after}")
    (citation,) = found.citations
    assert citation.text == after[: after.index(")") + 1]
    assert [(before, 0), (after, 1)] == [(claim.text, len(claim.ties)) for claim in found.claims]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("We use the work of J. Smith (2019).", "J. Smith (2019)"),
        ("It was told by St. John (2015).", "St. John (2015)"),
        ("In 2019 A. Smith (2020) found it.", "A. Smith (2020)"),
        ("The economist J. Smith (2019) found it.", "J. Smith (2019)"),
        ("It was told by J.R. Smith and B. Lee (2019).", "J.R. Smith and B. Lee (2019)"),
        ("We follow the J. Smith et al. (2020) method.", "J. Smith et al. (2020)"),
        ("According to the U.S. Fish and Wildlife Service (2020), it is.", "U.S. Fish and Wildlife Service (2020)"),
        ("According to the Dept. of Health Services (2020), it is.", "Dept. of Health Services (2020)"),
    ],
)
def test_part_of_the_name(extracted: Callable[..., Any], text: str, written: str) -> None:
    """Initials of a person, and short words in the name of a body, are part of the name and end no sentence."""
    found = extracted(text)
    assert [written] == [citation.text for citation in found.citations]
    assert [text] == [claim.text for claim in found.claims]
