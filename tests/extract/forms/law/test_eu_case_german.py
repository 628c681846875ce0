"""Cases of the European courts, as Germans cite them."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.forms.eu_case_german import find
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Extraction, Locator

FoundIn = Callable[[Callable[[Scene], Iterator[Found]], str], list[Found]]


@pytest.mark.parametrize(
    ("text", "number", "place"),
    [
        ("EuGH, Urt. v. 5.2.1963 – C-26/62, Slg. 1963, 1", "26/62", None),
        ("EuGH, Urteil vom 5. Februar 1963, Rs. 26/62, Slg. 1963, 1, 25", "26/62", Locator(page="25")),
        ("EuGH, Rs. 26/62, van Gend & Loos, Slg. 1963, 1", "26/62", None),
        ("EuGH, Rs. C-212/97, Slg. 1999, I-1459 Rn. 24", "C-212/97", Locator(article="[24]")),
        ("EuGH, Urt. v. 12.9.2019 – C-123/18, Rn. 12", "C-123/18", Locator(article="[12]")),
        ("EuGH, Urt. v. 12.9.2019 (C-123/18 P)", "C-123/18 P", None),
        ("EuG, Urt. v. 12.9.2019 – T-12/18", "T-12/18", None),
    ],
)
def test_court_number_and_report(text: str, number: str, place: Locator | None, found_in: FoundIn) -> None:
    """A case is known by its number, and one from before 1989 by the number without a letter."""
    (one,) = found_in(find, f"So {text}.")
    assert ("eu-case", number, place, None) == (one.kind, one.normal, one.locator, one.fault)
    assert len(text) == len(one.span)


def test_what_cannot_be(found_in: FoundIn) -> None:
    """No judgment is older than its case."""
    (one,) = found_in(find, "So EuGH, Urt. v. 12.9.2019 – C-123/21.")
    assert "filed in 2021, but decided in 2019" == one.fault


@pytest.mark.parametrize(
    "text", ["Der EuGH tagte 12/18.", "EuGH 26/62", "EuGH, Rs. 12/18", "EuG, C-12/18", "Der EuGH, 1963."]
)
def test_no_case(text: str, found_in: FoundIn) -> None:
    """A court alone cites nothing, nor does a bare fraction, a new number without its letter, or the other's letter."""
    assert [] == found_in(find, text)


def test_it_is_one_sentence(extracted: Callable[..., Extraction]) -> None:
    """The stops of Urt., Rs. and Slg. end no sentence."""
    text = "Das Recht wirkt, EuGH, Urt. v. 5.2.1963, Rs. 26/62, Slg. 1963, 1. Das ist neu.\n"
    assert ["Das Recht", "Das ist"] == [" ".join(claim.text.split()[:2]) for claim in extracted(text).claims]


@pytest.mark.parametrize("piece", ["EuGH, ", "EuGH, Urt. v. 1.1.", "EuGH, Rs. 26/62, aaa ", "EuGH, Rs. 26/62, Slg. 1"])
def test_time_is_linear(piece: str, is_linear: Callable[..., bool]) -> None:
    """Sixteen times the text takes no more than about sixteen times as long."""
    assert is_linear(find, piece)
