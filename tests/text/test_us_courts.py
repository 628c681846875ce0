"""Which US courts exist, since when, and in which reporters their cases are."""

import pytest

from citevet.text.us_courts import find_court_fault, find_court_id


@pytest.mark.parametrize(
    ("court", "reporter", "year", "fault"),
    [
        (
            "C.D. Tex.",
            "F. Supp. 2d",
            2001,
            "there is no C.D. Tex.: the districts of the state are N.D., S.D., E.D. and",
        ),
        ("W.D. Ariz.", "F. Supp. 2d", 2001, "there is no W.D. Ariz.: the state is one district, D. Ariz."),
        ("14th Cir.", "F.3d", 2001, "there is no 14th Cir."),
        ("11th Cir.", "F.2d", 1970, "there was no 11th Cir. in 1970: it exists since 1981"),
        ("Fed. Cir.", "F.2d", 1975, "there was no Fed. Cir. in 1975"),
        ("Bankr. C.D. Cal.", "B.R.", 1960, "there was no Bankr. C.D. Cal. in 1960"),
        ("N.D. Tex.", "F.3d", 2001, "F.3d has cases of the courts of appeals, not of N.D. Tex."),
        ("5th Cir.", "F. Supp. 3d", 2019, "F. Supp. 3d has cases of the district courts, not of 5th Cir."),
        ("Tex. App.", "N.E.2d", 1980, "N.E.2d has no cases of Tex. App."),
        ("2d Cir.", "P.3d", 2005, "P.3d has no cases of 2d Cir."),
        ("D. Colo.", "P.3d", 2005, "P.3d has no cases of D. Colo."),
        ("5th Cir.", "U.S.", 1990, "U.S. has cases of the Supreme Court, not of 5th Cir."),
    ],
)
def test_an_impossible_court(court: str, reporter: str, year: int, fault: str) -> None:
    """It does not exist, not yet, or its cases are elsewhere."""
    assert (find_court_fault(court, reporter, "100", year) or "").startswith(fault)


@pytest.mark.parametrize(
    ("court", "reporter", "year"),
    [
        ("S.D.N.Y.", "F. Supp.", 1980),
        ("N.D.W. Va.", "F. Supp. 3d", 2020),
        ("E.D. Ill.", "F. Supp.", 1970),  # until 1979
        ("E.D.S.C.", "F. Supp.", 1960),  # until 1966
        ("S.D. Cal.", "F.", 1920),
        ("S.D.N.Y.", "F.2d", 1930),  # before the Federal Supplement
        ("5th Cir.", "B.R.", 2005),
        ("Ill. App. Ct.", "N.E.2d", 1980),
        ("N.D.", "N.W.2d", 1990),
        ("S.D.", "N.W.2d", 1990),
        ("D.C.", "A.2d", 1990),
        ("Fla. 4th DCA", "So. 2d", 1990),
        ("App. Div.", "A.2d", 1990),
        ("", "N.E.2d", 1990),
        ("2d Cir.", "F.3d", None),
        ("D. Mars", "F. Supp.", 1990),
    ],
)
def test_a_possible_court(court: str, reporter: str, year: int | None) -> None:
    """Also districts of the past, and courts that the table does not know."""
    assert find_court_fault(court, reporter, "100", year) is None


@pytest.mark.parametrize(
    ("court", "name"),
    [
        ("N.D. Miss.", "msnd"),
        ("S.D.N.Y.", "nysd"),
        ("D.N.J.", "njd"),
        ("D.D.C.", "dcd"),
        ("D. Minn.", "mnd"),
        ("N.D.W. Va.", "wvnd"),
        ("Bankr. S.D. Tex.", "txsb"),
        ("9th Cir.", "ca9"),
        ("D.C. Cir.", "cadc"),
        ("Fed. Cir.", "cafc"),
        ("Tex. App.", ""),
        ("", ""),
    ],
)
def test_the_id_of_a_court(court: str, name: str) -> None:
    """Federal courts only."""
    assert find_court_id(court) == name
