"""arXiv identifiers, new and old."""

from collections.abc import Callable
from typing import Any

import pytest


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
def test_found(spot: Callable[..., Any], text: str, expected: Any) -> None:
    """Each shape gives the identifier without its version and class, equal for one paper."""
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
def test_not_found(spot: Callable[..., Any], text: str) -> None:
    """A bare number with a dot is no arXiv identifier outside of a citation."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("arXiv:2313.00001", "there is no month 13"),
        ("arXiv:2300.00001", "there is no month 00"),
        ("arXiv:1401.00001", "4 digits after the dot up to December 2014"),
        ("arXiv:1501.0001", "5 digits after the dot from January 2015"),
        ("arXiv:0601.0001", "identifiers of this form start in April 2007"),
        ("arXiv:hep-th/9913001", "there is no month 13"),
        ("arXiv:9912.12345", "identifiers of this form start in April 2007"),
        ("hep-th/0801123", "identifiers of this form end in March 2007"),
        ("hep-th/0703123", None),
        ("arXiv:1412.9999", None),
        ("arXiv:1501.00001", None),
    ],
)
def test_faults(faults: Callable[..., Any], text: str, fault: str | None) -> None:
    """Month and number of digits are checked against the date."""
    assert [(fault, None)] == faults(text)
