"""DOIs: every shape in which people write them, and what only looks like one."""

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
        (
            "| 10.1038/a | b |\n|---|---|\n| 10.1038/c | d |",
            [
                ("doi", "10.1038/a", "10.1038/a", "1:3"),
                ("doi", "10.1038/c", "10.1038/c", "3:3"),
            ],
        ),
    ],
)
def test_found(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """A DOI is found with its prefix, without the punctuation of the sentence, and folded to lower case."""
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
def test_not_found(spot: Callable[..., Any], text: str) -> None:
    """Versions, ratios, code, mathematics, comments, front matter and pictures hold no DOI."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "normal", "fault", "mend"),
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
def test_faults(
    spot: Callable[..., Any], faults: Callable[..., Any], text: str, normal: str, fault: str | None, mend: str | None
) -> None:
    """What went wrong on the way to the page is named, and mended where the right form is certain."""
    assert [("doi", text, normal, "1:1")] == spot(text)
    assert [(True, mend)] == [(fault in (found or ""), right) for found, right in faults(text)]
