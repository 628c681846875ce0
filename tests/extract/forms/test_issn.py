"""ISSNs."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "written", "fault"),
    [
        ("ISSN 2049-3630.", "ISSN 2049-3630", None),
        ("eISSN: 2049-3630", "eISSN: 2049-3630", None),
        ("ISSN-L 2049-3630", "ISSN-L 2049-3630", None),
        ("ISSN 20493630", "ISSN 20493630", None),
        ("ISSN 2049-3631", "ISSN 2049-3631", "the check digit should be 0, not 1"),
        ("ISSN 1234-567X", "ISSN 1234-567X", "the check digit should be 9, not X"),
        ("ISSN 2434-561X", "ISSN 2434-561X", None),
        (
            "ISSN 0000-0000",
            "ISSN 0000-0000",
            "no journal has the ISSN 0000-0000: copy the number from the journal's page",
        ),
    ],
)
def test_found(
    spot: Callable[..., Any], faults: Callable[..., Any], text: str, written: str, fault: str | None
) -> None:
    """An ISSN stands behind its label and ends in a check digit; zeros are no journal."""
    digits = written[-9:].replace(" ", "")
    normal = digits if "-" in digits else f"{digits[:4]}-{digits[4:]}"
    assert [("issn", written, normal, "1:1")] == spot(text)
    assert [(fault, None)] == faults(text)


@pytest.mark.parametrize(
    "text", ["2049-3630 alone", "1939-1945", "`ISSN 2049-3630`", "ISSN 2049-36301", "pages 1234-5678"]
)
def test_not_found(spot: Callable[..., Any], text: str) -> None:
    """Years, pages and other digits are no ISSN."""
    assert [] == spot(text)
