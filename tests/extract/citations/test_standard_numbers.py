"""Tests of ISBN, ISSN and ORCID."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "written", "normal"),
    [
        ("ISBN 978-0-387-00454-9.", "ISBN 978-0-387-00454-9", "9780387004549"),
        ("ISBN 0-306-40615-2,", "ISBN 0-306-40615-2", "9780306406157"),
        ("ISBN-13: 978-0-306-40615-7", "ISBN-13: 978-0-306-40615-7", "9780306406157"),
        ("ISBN 080442957X", "ISBN 080442957X", "9780804429573"),
        ("ISBN 0 8044 2957 X", "ISBN 0 8044 2957 X", "9780804429573"),
        ("978-0-306-40615-7", "978-0-306-40615-7", "9780306406157"),
        ("eISBN 979-10-90636-07-1", "eISBN 979-10-90636-07-1", "9791090636071"),
    ],
)
def test_find_isbns(spot: Callable[..., Any], text: str, written: str, normal: str) -> None:
    """Both forms of one book have one normal form."""
    assert [("isbn", written, normal, "1:1")] == spot(text)


@pytest.mark.parametrize(
    "text", ["Phone 978-555-1234.", "0-306-40615-2 alone", "`ISBN 0-306-40615-2`", "9780306406157 alone", "an ISBN"]
)
def test_no_isbn(spot: Callable[..., Any], text: str) -> None:
    """Telephone numbers, digits without a label, and code are not ISBNs."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("ISBN 978-0-306-40615-8", "the check digit should be 7, not 8"),
        ("ISBN 0-306-40615-3", "the check digit should be 2, not 3"),
        ("ISBN 978-0-306-40615", "12 digits, where an ISBN has 10 or 13"),
        ("ISBN 123-0-306-40615-7", "an ISBN of 13 digits starts with 978 or 979"),
        ("ISBN 0000000000", "no book has an ISBN of zeros alone: copy the number from the book"),
        ("ISBN 978-0-306-40615-7", None),
    ],
)
def test_isbn_faults(faults: Callable[..., Any], text: str, fault: str | None) -> None:
    """Check digit, length, prefix and zeros are checked."""
    assert [(fault, None)] == faults(text)


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
def test_find_issns(
    spot: Callable[..., Any], faults: Callable[..., Any], text: str, written: str, fault: str | None
) -> None:
    """An ISSN follows its label and ends in a check digit; zeros are a fault."""
    digits = written[-9:].replace(" ", "")
    normal = digits if "-" in digits else f"{digits[:4]}-{digits[4:]}"
    assert [("issn", written, normal, "1:1")] == spot(text)
    assert [(fault, None)] == faults(text)


@pytest.mark.parametrize(
    "text", ["2049-3630 alone", "1939-1945", "`ISSN 2049-3630`", "ISSN 2049-36301", "pages 1234-5678"]
)
def test_no_issn(spot: Callable[..., Any], text: str) -> None:
    """Years, pages and other digits are not ISSNs."""
    assert [] == spot(text)


NOTE = "A claim.[^1]\n\n[^1]: Smith, A. (2019). T. "


@pytest.mark.parametrize(
    ("written", "normal", "fault"),
    [
        ("https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097", None),
        ("ORCID: 0000-0001-5109-3700", "0000-0001-5109-3700", None),
        ("orcid 0000-0002-1694-233X", "0000-0002-1694-233X", None),
        ("ORCID 0000-0002-1825-0098", "0000-0002-1825-0098", "the check digit should be 7, not 8"),
    ],
)
def test_orcid_in_reference(extracted: Callable[..., Any], written: str, normal: str, fault: str | None) -> None:
    """An ORCID belongs to the reference, with a tested check digit, and is not a citation."""
    found = extracted(f"{NOTE}{written}")
    orcids = [one for one in found.references[0].identifiers if one.kind == "orcid"]
    assert [(written, normal, fault, len(NOTE))] == [
        (one.text, one.normal, one.fault, one.span.start) for one in orcids
    ]
    assert ["footnote"] == [citation.kind for citation in found.citations]


def test_orcid_in_text_is_not_a_citation(spot: Callable[..., Any]) -> None:
    """An ORCID in running text cites nothing."""
    assert [] == spot("Jane Roe, ORCID 0000-0002-1825-0097, wrote it.")


def test_orcids_of_people(extracted: Callable[..., Any]) -> None:
    """ORCIDs of front matter, text and links are collected; code, other digits and the list are not."""
    good, bad = "0000-0002-1825-0097", "0000-0002-1825-0098"
    front = f"---\norcid: {bad}\n---\n\nJane {good} (`{good}`), 4000-0002-1825-0097.\n\n"
    linked = f"[{good}](https://orcid.org/{good})\n\n## References\n\nRoe, C. (2020). T. ORCID {bad}"
    found = extracted(front + linked).people
    assert [f"orcid: {bad}", good, good] == [one.text for one in found]
    assert ["the check digit should be 7, not 8", None, None] == [one.fault for one in found]
