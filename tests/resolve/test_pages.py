"""Cited pages and the pages of a source."""

from collections.abc import Callable

import pytest

from citevet.model import Difference, Entry, Locator, Reference, Span
from citevet.resolve.local import pages

Make = Callable[..., Entry]

PREFACE = ("i", "ii", "iii", "iv", "1", "2", "3", "4", "5", "6")
JOURNAL = tuple(str(number) for number in range(233, 257))


@pytest.mark.parametrize(
    ("written", "stretches"),
    [
        ("15", [("15", "15")]),
        ("33-35", [("33", "35")]),
        ("pp. 4–6", [("4", "6")]),
        ("p.4", [("4", "4")]),
        ("3, 5", [("3", "3"), ("5", "5")]),
        ("3 and 5-7", [("3", "3"), ("5", "7")]),
        ("12 ff.", [("12", "12")]),
        ("12f", [("12", "12")]),
        ("233-40", [("233", "240")]),
        ("1233–5", [("1233", "1235")]),
        ("XII", [("xii", "xii")]),
        ("ix-xii", [("ix", "xii")]),
        ("S3", [("s3", "s3")]),
        ("pp. 12a", [("12", "12")]),
        ("45 to 12", [("45", "12")]),
        ("3, 5–7 & 99", [("3", "3"), ("5", "7"), ("99", "99")]),
        ("p. 3; p. 99", [("3", "3"), ("99", "99")]),
        ("Kapitel", []),
        ("", []),
    ],
)
def test_parse_pages(written: str, stretches: list[tuple[str, str]]) -> None:
    """Ranges, lists, short forms and Roman numerals; other text is left out."""
    assert stretches == [(each.first, each.last) for each in pages.parse_pages(Locator(page=written))]


@pytest.mark.parametrize(
    ("written", "fields", "expected"),
    [
        ("15", {}, None),
        ("24", {}, None),
        ("1", {}, None),
        ("25", {}, ("25", "1-24")),
        ("0", {}, ("0", "1-24")),
        ("45", {"pages": 32}, ("45", "1-32")),
        ("20-25", {}, ("25", "1-24")),
        ("25-30", {}, ("25-30", "1-24")),
        ("0-3", {}, ("0", "1-24")),
        ("3, 30, 40", {}, ("30, 40", "1-24")),
        ("xii", {}, None),
        ("xxx", {}, ("xxx", "1-24")),
        ("iiii", {}, None),
        ("500", {"pages": None}, None),
        ("iv", {"pages": 10, "labels": PREFACE}, None),
        ("6", {"pages": 10, "labels": PREFACE}, None),
        ("10", {"pages": 10, "labels": PREFACE}, None),
        ("11", {"pages": 10, "labels": PREFACE}, ("11", "i-6")),
        ("240", {"labels": JOURNAL}, None),
        ("240-56", {"labels": JOURNAL}, None),
        ("15", {"labels": JOURNAL}, None),
        ("257", {"labels": JOURNAL}, ("257", "233-256")),
        ("11", {"pages": None, "labels": PREFACE}, ("11", "i-6")),
        ("240", {"pages": 25, "metadata": {"venue": {"pages": "233–256"}}}, None),
        ("240", {"pages": 25, "metadata": {"page_range": "233-56"}}, None),
        ("257", {"pages": 25, "metadata": {"page_range": "233-256"}}, ("257", "233-256")),
        ("240", {"pages": 25, "metadata": {"venue": ["233-256"], "pages": {"a": 1}}}, ("240", "1-25")),
    ],
)
def test_pages_of_source(
    entry: Make, written: str, fields: dict[str, object], expected: tuple[str, str] | None
) -> None:
    """A page is right if it is printed or can be counted; without a count nothing is reported."""
    flags, differences = pages.check_pages(entry(**fields), Locator(page=written))
    assert (("wrong-page",) if expected else ()) == flags
    assert ((Difference("page", *expected),) if expected else ()) == differences


@pytest.mark.parametrize(
    ("written", "fields", "backward"),
    [
        ("44-41", {"pages": 50}, ["44-41"]),
        ("3, 9-7", {}, ["9-7"]),
        ("xii-iv", {}, ["xii-iv"]),
        ("iv-2", {"pages": 10, "labels": PREFACE}, []),
        ("2-iv", {"pages": 10, "labels": PREFACE}, ["2-iv"]),
        ("2-iv", {}, []),
        ("233-40", {"labels": JOURNAL}, []),
        ("7-9", {}, []),
        ("9-7", {"pages": None}, ["9-7"]),
    ],
)
def test_backward_ranges(entry: Make, written: str, fields: dict[str, object], backward: list[str]) -> None:
    """By the printed numbers if they are known, so a preface comes before page 1."""
    flags, differences = pages.check_pages(entry(**fields), Locator(page=written))
    assert () == flags
    assert backward == [each.claim for each in differences if each.type == "page-order"]


def test_citation_without_page(entry: Make) -> None:
    """There is nothing to compare."""
    assert ((), ()) == pages.check_pages(entry(), Locator()) == pages.check_pages(entry(), Locator(section="3"))


@pytest.mark.parametrize("sign", ["1", "i", ",", "-", " ", "1,", "1-", "and ", "p"])
def test_hostile_page(entry: Make, sign: str) -> None:
    """A megabyte in place of a page; `make bench` measures how the time grows."""
    flags, _ = pages.check_pages(entry(labels=JOURNAL), Locator(page=sign * (1_000_000 // len(sign))))
    assert set(flags) <= {"wrong-page"}


@pytest.mark.parametrize(
    ("written", "fields", "listed", "expected"),
    [
        ("215", {}, "Voice 3(2), 211–219.", (9, "211")),
        ("5", {}, "Voice 3(2), 3-11.", (9, "3")),
        ("215", {}, "Voice 3(2), 211-9.", (9, "211")),
        ("215", {}, "Voice 3(2), 211–240.", (None, "")),
        ("215", {}, "Voice 3(2).", (None, "")),
        ("215", {}, None, (None, "")),
        ("5", {}, None, (9, "")),
        ("215", {"labels": tuple("123456789")}, None, (9, "1")),
        ("215", {"labels": tuple("123456789")}, "Voice 3(2), 211–219.", (None, "")),
        ("215", {"file": None}, "Voice 3(2).", (9, "")),
    ],
)
def test_printed_pages_of_the_reference(
    written: str, fields: dict[str, object], listed: str | None, expected: tuple[int | None, str]
) -> None:
    """They number the file if there are as many; a page that nothing ties to the file is not checked."""
    entry = Entry("REF-1", "a.md", **{"pages": 9, "file": "a.pdf", **fields})  # type: ignore[arg-type]
    reference = Reference("r1", "1", Span(0, 0), listed, "list") if listed else None
    tied = pages.tie_pages(entry, reference, Locator(page=written))
    assert expected == (tied.pages, next(iter(tied.labels), ""))
