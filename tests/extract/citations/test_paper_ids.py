"""Tests of DOIs, arXiv identifiers, PMIDs and PMCIDs."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See 10.1038/nature12373.", [("doi", "10.1038/nature12373", "10.1038/nature12373", "1:5")]),
        ("doi:10.1000/xyz(1), ok", [("doi", "doi:10.1000/xyz(1)", "10.1000/xyz(1)", "1:1")]),
        ("(doi: 10.1038/NATURE12373).", [("doi", "doi: 10.1038/NATURE12373", "10.1038/nature12373", "1:2")]),
        ("DOI 10.48550/arXiv.2301.00001;", [("doi", "10.48550/arXiv.2301.00001", "10.48550/arxiv.2301.00001", "1:5")]),
        ("https://doi.org/10.1038/a.", [("doi", "https://doi.org/10.1038/a", "10.1038/a", "1:1")]),
        ("at doi.org/10.1038/a", [("doi", "doi.org/10.1038/a", "10.1038/a", "1:4")]),
        (
            "x https://dx.doi.org/10.1002/(SICI)1096-8644(199601)99:1<1::AID-AJPA1>3.0.CO;2-1 y",
            [
                (
                    "doi",
                    "https://dx.doi.org/10.1002/(SICI)1096-8644(199601)99:1<1::AID-AJPA1>3.0.CO;2-1",
                    "10.1002/(sici)1096-8644(199601)99:1<1::aid-ajpa1>3.0.co;2-1",
                    "1:3",
                )
            ],
        ),
        ("https://doi.org/10/abcd", [("doi", "https://doi.org/10/abcd", "10/abcd", "1:1")]),
        ("see doi:10/abcd.", [("doi", "doi:10/abcd", "10/abcd", "1:5")]),
        (
            "**10.1038/a** and *10.1038/b*",
            [("doi", "10.1038/a", "10.1038/a", "1:3"), ("doi", "10.1038/b", "10.1038/b", "1:20")],
        ),
        ("10.1038/a, 10.1038/b", [("doi", "10.1038/a", "10.1038/a", "1:1"), ("doi", "10.1038/b", "10.1038/b", "1:12")]),
        ("<https://doi.org/10.1038/a>", [("doi", "<https://doi.org/10.1038/a>", "10.1038/a", "1:1")]),
        ("see 10.1038/\nnature12373 split", [("doi", "10.1038/\nnature12373", "10.1038/nature12373", "1:5")]),
        ("a 😀 10.1038/a", [("doi", "10.1038/a", "10.1038/a", "1:5")]),
        ("논문(10.1038/a)은", [("doi", "10.1038/a", "10.1038/a", "1:4")]),
        (  # in the address of a page
            "https://j.example/content/10.1101/2020.04.30.071357v1.full.pdf+html",
            [("doi", "10.1101/2020.04.30.071357v1.full.pdf+html", "10.1101/2020.04.30.071357", "1:27")],
        ),
        (
            "https://j.example/article/10.1007/s1-5/figures/1",
            [("doi", "10.1007/s1-5/figures/1", "10.1007/s1-5", "1:27")],
        ),
        ("https://j.example/doi/pdf/10.1021/a.9.pdf", [("doi", "10.1021/a.9.pdf", "10.1021/a.9", "1:27")]),
        (
            "| 10.1038/a | b |\n|---|---|\n| 10.1038/c | d |",
            [
                ("doi", "10.1038/a", "10.1038/a", "1:3"),
                ("doi", "10.1038/c", "10.1038/c", "3:3"),
            ],
        ),
    ],
)
def test_find_dois(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """A DOI includes its prefix, excludes punctuation of the sentence, and is normalized to lower case."""
    assert expected == spot(text)


@pytest.mark.parametrize(
    "text",
    [
        "Version 10.4.2/abc and 10.12/abc.",
        "The ratio 10.1234 and 10.1234/ alone.",
        "`10.1038/a` and ``doi:10.1038/a``",
        "```\n10.1038/a\n```",
        "    10.1038/a",
        "$10.1038/a$",
        "<!-- 10.1038/a -->",
        "---\ndoi: 10.1038/a\n---\n",
        "![figure](https://doi.org/10.1038/a)",
        "x10.1038/a and 1.10.1038/a",
        '<img src="https://doi.org/10.1038/a"\nalt="x">',
    ],
)
def test_no_doi(spot: Callable[..., Any], text: str) -> None:
    """Versions, ratios, code, formulas, comments, front matter and pictures contain no DOI."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "normal", "fault", "correction"),
    [
        ("10.1234/a10.1234/a", "10.1234/a", "pasted twice", "10.1234/a"),
        ("10.1234/abc?cookieSet=1", "10.1234/abc", "the tail", "10.1234/abc"),
        ("10.1234/abc;jsessionid=9A", "10.1234/abc", "the tail", "10.1234/abc"),
        ("10.1234%2Fabc", "10.1234/abc", "percent", "10.1234/abc"),
        ("doi:1O.1038/nature12373", "10.1038/nature12373", "letter", "doi:10.1038/nature12373"),
        ("doi:10.l038/nature12373", "10.1038/nature12373", "letter", "doi:10.1038/nature12373"),
        ("http://doi.org/http://doi.org/10.1038/a", "10.1038/a", "pasted twice", "http://doi.org/10.1038/a"),
        ("doi:10.12/abc", "10.12/abc", "a DOI is", None),
    ],
)
def test_doi_faults(
    spot: Callable[..., Any],
    faults: Callable[..., Any],
    text: str,
    normal: str,
    fault: str | None,
    correction: str | None,
) -> None:
    """Typical damage is reported, and fixed if the correct form is certain."""
    assert [("doi", text, normal, "1:1")] == spot(text)
    assert [(True, correction)] == [(fault in (found or ""), right) for found, right in faults(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("arXiv:0706.0001v2,", ("arXiv:0706.0001v2", "0706.0001")),
        ("arXiv:2301.00001.", ("arXiv:2301.00001", "2301.00001")),
        ("arXiv: 2301.00001 [cs.CL] ok", ("arXiv: 2301.00001 [cs.CL]", "2301.00001")),
        ("arXiv preprint arXiv:1706.03762", ("arXiv preprint arXiv:1706.03762", "1706.03762")),
        ("https://arxiv.org/abs/2301.00001v3.", ("https://arxiv.org/abs/2301.00001v3", "2301.00001")),
        ("https://arxiv.org/pdf/2301.00001.pdf", ("https://arxiv.org/pdf/2301.00001.pdf", "2301.00001")),
        ("https://arxiv.org/html/2301.00001v1)", ("https://arxiv.org/html/2301.00001v1", "2301.00001")),
        ("arxiv.org/abs/2301.00001", ("arxiv.org/abs/2301.00001", "2301.00001")),
        ("<https://arxiv.org/abs/2301.00001v3>", ("<https://arxiv.org/abs/2301.00001v3>", "2301.00001")),
        ("hep-th/9901001v1", ("hep-th/9901001v1", "hep-th/9901001")),
        ("math.GT/0309136", ("math.GT/0309136", "math/0309136")),
        ("arXiv:math.GT/0309136", ("arXiv:math.GT/0309136", "math/0309136")),
        ("ARXIV:2301.00001", ("ARXIV:2301.00001", "2301.00001")),
    ],
)
def test_find_arxiv_ids(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """Each form gives the identifier without version and class."""
    assert [("arxiv", *expected, "1:1")] == spot(text)


@pytest.mark.parametrize(
    "text",
    [
        "The number 2301.00001 alone.",
        "Path src/hep-th/9901001 and maths/0309136.",
        "`arXiv:2301.00001`",
        "The arXiv in 2019.",
        "It cost 1999.95 and took 1234.5678 s.",
    ],
)
def test_no_arxiv_id(spot: Callable[..., Any], text: str) -> None:
    """A bare number with a dot is not an arXiv identifier."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("arXiv:2313.00001", "no month 13"),
        ("arXiv:2300.00001", "no month 00"),
        ("arXiv:1401.00001", "4 digits after the dot up to December 2014"),
        ("arXiv:1501.0001", "5 digits after the dot from January 2015"),
        ("arXiv:0601.0001", "identifiers of this form start in April 2007"),
        ("arXiv:hep-th/9913001", "no month 13"),
        ("arXiv:9912.12345", "identifiers of this form start in April 2007"),
        ("hep-th/0801123", "identifiers of this form end in March 2007"),
        ("hep-th/0703123", None),
        ("arXiv:1412.9999", None),
        ("arXiv:1501.00001", None),
    ],
)
def test_arxiv_faults(faults: Callable[..., Any], text: str, fault: str | None) -> None:
    """Month and number of digits must fit the date."""
    assert [(fault, None)] == faults(text)


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
def test_find_pubmed_ids(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """Label and address belong to the citation; the number is its normal form."""
    assert [(*expected, "1:1")] == spot(text)


@pytest.mark.parametrize(
    "text", ["The number 28620943.", "`PMID: 28620943`", "XPMC5135130", "PMC12", "PMC0", "A PMID is a number."]
)
def test_no_pubmed_id(spot: Callable[..., Any], text: str) -> None:
    """A number without label, code, and the label alone are ignored."""
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
def test_pubmed_faults(faults: Callable[..., Any], text: str, fault: str | None) -> None:
    """Length, label and zero are checked."""
    assert [(fault, None)] == faults(text)
