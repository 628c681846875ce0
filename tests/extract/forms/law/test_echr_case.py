"""Applications to the European Court of Human Rights."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.forms.echr_case import find
from citevet.extract.found import Found
from citevet.extract.scene import Scene

FoundIn = Callable[[Callable[[Scene], Iterator[Found]], str], list[Found]]


@pytest.mark.parametrize(
    "text",
    [
        "App no 12345/06",
        "App. No. 12345/06",
        "Application no. 12345/06",
        "Appl. no. 12345/06",
        "requête no 12345/06",
        "Beschwerde Nr. 12345/06",
    ],
)
def test_numbers_of_applications(text: str, found_in: FoundIn) -> None:
    """An application is cited by its number, under the words of several languages."""
    (one,) = found_in(find, f"The Court decided so in {text}.")
    assert ("echr-case", "12345/06") == (one.kind, one.normal)


def test_parties_date_and_paragraph(found_in: FoundIn) -> None:
    """Parties before the number and court and date behind it belong to the citation; the paragraph is its place."""
    text = "See Demir v. Turkey, App. Nos. 34503/97 and 34504/97 (ECtHR, 12 November 2008), § 154."
    (one,) = found_in(find, text)
    assert text[4:-1] == text[one.span.start : one.span.end]
    assert ("Demir v. Turkey", "34504/97") == (one.parts["case_name"], one.parts["joined"])
    assert one.locator is not None
    assert one.locator.article == "[154]"


@pytest.mark.parametrize("text", ["Application No. 62/123,456", "App no 5", "apply 12345/06", "U.S. App. No. 11/12/06"])
def test_other_applications(text: str, found_in: FoundIn) -> None:
    """Applications for patents and dates are none to the Court."""
    assert [] == found_in(find, text)
