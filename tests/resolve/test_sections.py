"""Cited sections and the sections of an entry."""

from collections.abc import Callable

import pytest

from citevet.model import Citation, Difference, Entry, Locator, Section, Span
from citevet.resolve.local import pages

Make = Callable[..., Entry]
Find = Callable[[str], Citation]

BARE = (
    Section("Abstract", 1, 1),
    Section("Introduction", 1, 3),
    Section("Materials and Methods", 4, 9),
    Section("Results", 10, 20),
)
DEEP = (
    Section("3 Methods", 4, 9),
    Section("3.1 Data", 4, 5),
    Section("3.2 Models", 6, 9),
    Section("A. Proofs", 20, 24),
)
SHARED = (Section("Introduction", 1, 5), Section("Results", 5, 6), Section("Discussion", 6, 7))
KOREAN = (Section("제1장 서론", 1, 3), Section("제2장 연구 방법", 4, 9))


@pytest.mark.parametrize(
    ("text", "listed", "expected"),
    [
        ("[REF-043, Section Introduction, p.2]", None, None),
        ("[REF-043, Section Introduction, p.8]", None, ("Introduction", "2 Methods")),
        ("[REF-043, p.8, Section Introduction]", None, ("Introduction", "2 Methods")),
        ("[REF-043, Introduction, p.8]", None, ("Introduction", "2 Methods")),
        ("[REF-043, p.8, introduction]", None, ("introduction", "2 Methods")),
        ("[REF-043, Section 2, p.8]", None, None),
        ("[REF-043, §2, p.2]", None, ("2", "1 Introduction")),
        ("[REF-043, §2, p.2-5]", None, None),
        ("[REF-043, §1-2, p.8]", None, None),
        ("[REF-043, §2-3, p.2]", None, ("2-3", "1 Introduction")),
        ("[REF-043, Section Methods, p.99]", None, None),
        ("[REF-043, Section Method, p.5]", BARE, None),
        ("[REF-043, Section Methods, p.12]", BARE, ("Methods", "Results")),
        ("[REF-043, Section 3, p.5]", BARE, None),
        ("[REF-043, Section 2, p.5]", BARE, None),
        ("[REF-043, Section 2, p.12]", BARE, ("2", "Results")),
        ("[REF-043, Section Introduction, p.22]", BARE, ("Introduction", "")),
        ("[REF-043, Section Introduction, p.6]", SHARED, ("Introduction", "Results and Discussion")),
        ("[REF-043, §3.2, p.5]", DEEP, ("3.2", "3.1 Data")),
        ("[REF-043, §3.2.1, p.7]", DEEP, None),
        ("[REF-043, §3, p.5]", DEEP, None),
        ("[REF-043, Appendix A, p.21]", DEEP, None),
        ("[REF-043, Appendix A, p.5]", DEEP, ("A", "3.1 Data")),
    ],
)
def test_page_and_its_section(
    entry: Make, cited: Find, text: str, listed: tuple[Section, ...] | None, expected: tuple[str, str] | None
) -> None:
    """A page in another section is reported with both names; a page in no section without one."""
    flags, differences = pages.check_sections(
        entry(**({"sections": listed} if listed else {})), cited(f"Voice {text}.")
    )
    assert (("wrong-section",) if expected else ()) == flags
    assert ((Difference("section", *expected),) if expected else ()) == differences


@pytest.mark.parametrize(
    ("text", "listed", "unknown"),
    [
        ("[REF-043, Section 9]", None, "9"),
        ("[REF-043, Section Discussion]", None, "Discussion"),
        ("[REF-043, Section 4.2]", None, "4.2"),
        ("[REF-043, Section 3.2]", None, None),
        ("[REF-043, Section Results]", None, None),
        ("[REF-043, Section 5]", BARE, "5"),
        ("[REF-043, Section 4]", BARE, None),
        ("[REF-043, Section 9]", (), None),
        ("[REF-043, Foreword]", None, None),
        ("[REF-043]", None, None),
    ],
)
def test_unknown_section(
    entry: Make, cited: Find, text: str, listed: tuple[Section, ...] | None, unknown: str | None
) -> None:
    """Only if the entry lists sections and the marker says "section"."""
    flags, differences = pages.check_sections(
        entry(**({} if listed is None else {"sections": listed})), cited(f"Voice {text}.")
    )
    assert (("unknown-section",) if unknown else ()) == flags
    assert ([unknown] if unknown else []) == [each.claim for each in differences]


@pytest.mark.parametrize(
    ("section", "page", "actual"), [("2", "2", "제1장 서론"), ("연구 방법", "2", "제1장 서론"), ("서론", "2", None)]
)
def test_korean_sections(entry: Make, section: str, page: str, actual: str | None) -> None:
    """제2장 is number 2, followed by its name."""
    citation = Citation("c1", "corpus", Span(0, 9), "[REF-043]", "REF-043", Locator(page=page, section=section))
    _, differences = pages.check_sections(entry(sections=KOREAN), citation)
    assert ([actual] if actual else []) == [each.source for each in differences]


def test_section_of_printed_page(entry: Make, cited: Find) -> None:
    """Page 236 of an article that starts on 233 is its fourth page, in Methods."""
    article = entry(labels=tuple(str(number) for number in range(233, 257)))
    flags, differences = pages.check_sections(article, cited("Voice [REF-043, Introduction, p.236]."))
    assert ("wrong-section",) == flags
    assert (Difference("section", "Introduction", "2 Methods"),) == differences


@pytest.mark.parametrize("sign", ["A", "1.", "1", " ", "A ", "-", "§", "제1"])
def test_hostile_section_names(entry: Make, sign: str) -> None:
    """A megabyte in place of a name; `make bench` measures how the time grows."""
    long = sign * (1_000_000 // len(sign))
    citation = Citation("c1", "corpus", Span(0, 9), "[REF-043]", "REF-043", Locator(page="2", section=long))
    flags, _ = pages.check_sections(entry(sections=(Section(long, 1, 2), *BARE)), citation)
    assert set(flags) <= {"wrong-section", "unknown-section"}
