"""PMIDs and PMCIDs."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PMID: 28620943.", ("pmid", "PMID: 28620943", "28620943")),
        ("PMID28620943", ("pmid", "PMID28620943", "28620943")),
        ("PMID 0028620943", ("pmid", "PMID 0028620943", "28620943")),
        (
            "https://pubmed.ncbi.nlm.nih.gov/28620943/",
            ("pmid", "https://pubmed.ncbi.nlm.nih.gov/28620943/", "28620943"),
        ),
        ("https://www.ncbi.nlm.nih.gov/pubmed/12", ("pmid", "https://www.ncbi.nlm.nih.gov/pubmed/12", "12")),
        ("PMC5135130,", ("pmcid", "PMC5135130", "PMC5135130")),
        ("PMC5135130.2", ("pmcid", "PMC5135130.2", "PMC5135130")),
        ("PMCID: PMC5135130", ("pmcid", "PMCID: PMC5135130", "PMC5135130")),
        (
            "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC5135130/",
            ("pmcid", "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC5135130/", "PMC5135130"),
        ),
    ],
)
def test_found(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """Label and address belong to the citation, the number is its normal form."""
    assert [(*expected, "1:1")] == spot(text)


@pytest.mark.parametrize(
    "text", ["The number 28620943.", "`PMID: 28620943`", "XPMC5135130", "PMC12", "PMC0", "A PMID is a number."]
)
def test_not_found(spot: Callable[..., Any], text: str) -> None:
    """A number without its label, code, and the bare word are nothing."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("PMID: 123456789", "9 digits, where a PMID has at most 8: copy the number from PubMed"),
        ("PMID: 0", "no article has the PMID 0: copy the number from PubMed"),
        ("PMID: 000", "no article has the PMID 0: copy the number from PubMed"),
        ("PMCID: PMC0", "no article has the PMCID 0: copy the number from PubMed"),
        ("PMID: PMC5135130", "this is a PMCID, not a PMID"),
        ("PMC1234567890", "10 digits, where a PMCID has at most 8: copy the number from PubMed"),
        ("PMID: 1", None),
    ],
)
def test_faults(faults: Callable[..., Any], text: str, fault: str | None) -> None:
    """Length, label and zero are checked, and what is said is what is wrong and where to get the right number."""
    assert [(fault, None)] == faults(text)
