"""Look up the entry that a citation means."""

from collections.abc import Callable
from typing import Any

import pytest

from citevet.extract import extract
from citevet.read import parse_text

LIST = """

## References

Smith, A. (2019). First. Press.

Smith, A., & Lee, B. (2020a). Second. Press.

Smith, A., & Kim, C. (2020b). Third. Press.

van der Berg, D. (2018). Fourth. https://doi.org/10.1234/four
"""


@pytest.mark.parametrize(
    ("cited", "reference"),
    [
        ("(Smith, 2019)", "r1"),
        ("(Smith & Lee, 2020a)", "r2"),
        ("(Smith & Kim, 2020b)", "r3"),
        ("(Smith & Kim, 2020)", "r3"),
        ("(Smith, 2021)", None),
        ("(van der Berg, 2018)", "r4"),
        ("(Berg, 2018)", "r4"),
        ("doi:10.1234/FOUR", "r4"),
        ("[x](https://doi.org/10.1234/four)", "r4"),
    ],
)
def test_author_and_year_decide_the_entry(extracted: Callable[..., Any], cited: str, reference: str | None) -> None:
    """Author and year, a letter, a second author or an identifier decide which entry is meant."""
    assert [reference] == [citation.reference for citation in extracted(f"It grew {cited}.{LIST}").citations]


BODIES = """

## References

World Health Organization (WHO). (2021). First. Press.

World Trade Organization. (2021). Second. Press.

WMO [World Meteorological Organization]. (2018). Third. Press.

Organisation for Economic Co-operation and Development. (2019). Fourth. Press.
"""


@pytest.mark.parametrize(
    ("cited", "reference"),
    [
        ("(WHO, 2021)", "r1"),
        ("(World Health Organization, 2021)", "r1"),
        ("(WTO, 2021)", "r2"),
        ("(World Trade Organization, 2021)", "r2"),
        ("(World Meteorological Organization, 2018)", "r3"),
        ("(OECD, 2019)", "r4"),
        ("(World Tourism Organization, 2021)", None),
        ("(UNO, 2021)", None),
    ],
)
def test_organizations(extracted: Callable[..., Any], cited: str, reference: str | None) -> None:
    """An organization matches by its full name or acronym, not by the end of its name."""
    assert [reference] == [citation.reference for citation in extracted(f"It grew {cited}.{BODIES}").citations]


def test_short_name_introduced_by_text(extracted: Callable[..., Any]) -> None:
    """A short name that differs from the initials counts where the text introduces it."""
    text = "The Agency for Basic Rights (FRA) is old. The FRA (2020) found it.\n\n## References\n\n"
    (citation,) = extracted(f"{text}Agency for Basic Rights. (2020). Rights. Press.").citations
    assert ("FRA (2020)", "r1") == (citation.text, citation.reference)


def test_a_year_without_its_letter_chooses_no_entry(extracted: Callable[..., Any]) -> None:
    """A year without its letter may mean two entries: neither is chosen, both are candidates."""
    (citation,) = extracted(f"It grew (Smith et al., 2020).{LIST}").citations
    assert ("several", None, ("r2", "r3")) == (citation.meant.how, citation.reference, citation.meant.ids)


OTHERS = """

## References

Kim, H. (2020). First. Press.

Kim, H., & Park, J. (2020). Second. Press.

Kim, H., Park, J., & Lee, K. (2020). Third. Press.

Roe, A., & García-López, B. (2019). Fourth. Press.
"""


@pytest.mark.parametrize(
    ("cited", "reference", "near"),
    [
        ("(Kim, 2020)", "r1", ""),
        ("(Kim & Park, 2020)", "r2", ""),
        ("(Kim, Park & Lee, 2020)", "r3", ""),
        ("(Kim & Roe, 2020)", None, "r1, r2, r3"),
        ("(Roe & Garcia-Lopez, 2019)", "r4", ""),
        ("(Roe et al., 2019)", "r4", ""),
        ("(Roe, 2019)", "r4", ""),
        ("(Roe & Park, 2019)", None, "r4"),
    ],
)
def test_all_authors_count(extracted: Callable[..., Any], cited: str, reference: str | None, near: str) -> None:
    """The other authors decide which entry is meant; if none fits, the entries of the first author are near."""
    (citation,) = extracted(f"It grew {cited}.{OTHERS}").citations
    assert (reference, near) == (citation.reference, ", ".join(citation.meant.ids))


def test_key_ignores_case(extracted: Callable[..., Any]) -> None:
    """A note's label finds its definition in any case."""
    (citation,) = extracted("A[^Note].\n\n[^note]: B.").citations
    assert "r1" == citation.reference


def test_number_refers_to_list_of_its_chapter() -> None:
    """Where each chapter has its own list, [1] means the entry that follows it."""
    text = "A [1].\n\n## References\n\n[1] Kim 2019 A.\n\n# Two\n\nB [1].\n\n## References\n\n[1] Lee 2020 B.\n"
    extraction = extract(parse_text(text))
    assert ["r1", "r2"] == [citation.reference for citation in extraction.citations]


FULL = "Smith, J. (2020). {} Journal of Trees, 3(1), 1–10. https://doi.org/10.5555/{}"


@pytest.mark.parametrize(
    ("noted", "listed", "meant"),
    [
        (("Trees.", "one"), [("Trees.", "one")], 1),
        (("Trees in streets.", "one"), [("Trees.", "one")], 1),
        (("Trees.", "one"), [("Trees.", "one"), ("Roads.", "two")], 2),
        (("Trees.", "one"), [("Trees.", "one"), ("Trees.", "one")], 2),
        (("Roads.", "two"), [("Trees.", "one")], 2),
    ],
)
def test_note_repeats_listed_work(
    extracted: Callable[..., Any], noted: tuple[str, str], listed: list[tuple[str, str]], meant: int
) -> None:
    """A note that repeats a listed entry is the same work; another work in a note, and two entries, are two."""
    entries = "\n\n".join(FULL.format(*each) for each in listed)
    text = f"It grew.[^1] So (Smith, 2020).\n\n[^1]: {FULL.format(*noted)}\n\n## References\n\n{entries}\n"
    found = extracted(text)
    (cited,) = (each for each in found.citations if each.kind == "author-year")
    origins = {each.id: each.origin for each in found.references}
    assert meant == len(cited.meant.possible)
    assert (meant == 1) == (origins.get(cited.reference) == "list")


def test_a_note_that_mentions_a_case_is_not_its_entry() -> None:
    """The note has words of its own, and the marker still leads to it."""
    text = (
        "It holds. Ash v. Elm, 509 U.S. 579, 589 (1993).[^1]\n\n[^1]: The letter is at Ex. 4. See 509 U.S. 579, 593.\n"
    )
    case, marker, *_ = extract(parse_text(text, "a.md")).citations
    assert [("us-case", None), ("footnote", "r1")] == [(each.kind, each.reference) for each in (case, marker)]
