"""US cases in spellings without stops, neutral citations, and unpublished decisions with their docket."""

import pytest

from citevet.extract.law.us_cases import UsHit, find_us_cases


def read(text: str) -> UsHit | None:
    """Return the only case of a sentence."""
    found = [hit for hit in find_us_cases(f"The rule is settled. {text}.") if hit.kind == "us-case"]
    assert len(found) < 2
    return found[0] if found else None


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("Smith v. Lemire, 276 Or App 261, 265 (2016)", "276 Or. App. 261"),
        ("Suárez v. Caribe, 180 DPR 367, 376 (2010)", "180 P.R. Dec. 367"),
        ("State v. Clark, 2022 ND 85", "2022 ND 85"),
        ("Russin v. Shepard, 2014 VT 22", "2014 VT 22"),
        ("In re Grievance of Bunk, 2007 VT 41", "2007 VT 41"),
        ("Meyer v. Campbell, 2015 WY 66, 349 P.3d 12", "2015 WY 66"),
        ("First Fed. Bank of Ohio v. Angelini, 2012-Ohio-2136, ¶ 6", "2012 Ohio 2136"),
        ("State v. Roe, 2010-NMSC-007, ¶ 12", "2010 NMSC 007"),
        ("People v. Doe, 2015 IL App (2d) 140001-U, ¶ 12", "2015 IL App (2d) 140001-U"),
        ("Coleman v. Hudson, 682 F3d 775 (7th Cir. 2012)", "682 F.3d 775"),
        ("Roe v Doe, 147 AD3d 589 [1st Dept 2017]", "147 A.D.3d 589"),
    ],
)
def test_reporters_without_their_stops(text: str, normal: str) -> None:
    """The name of a case stands before them."""
    hit = read(text)
    assert hit is not None
    assert hit.normal == normal
    assert hit.parts["case_name"]
    assert hit.fault is None


@pytest.mark.parametrize(
    "text",
    ["We met in Seoul, 15 March 2020", "He scored, 12 AD 30 points", "On 5 ND 3 we saw it", "Born in York, 2022 ND 85"],
)
def test_without_a_case_name_they_are_no_cases(text: str) -> None:
    """Capitals between two numbers may be anything."""
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "docket", "name"),
    [
        (
            "Riley v. City of Tupelo, No. 1:20-CV-186-GHD-DAS, 2023 WL 3568661, at *3 (N.D. Miss. May 18, 2023)",
            "1:20-CV-186-GHD-DAS",
            "Riley v. City of Tupelo",
        ),
        (
            "Westefer v. Snyder, No. 07 C 2798, 2008 WL 190317 (N.D. Ill. Jan. 18, 2008)",
            "07 C 2798",
            "Westefer v. Snyder",
        ),
        (
            "Bossart v. King Cnty., Case No. 2:24-cv-01776-JHC, 2025 WL 459154 (W.D. Wash. Feb. 11, 2025)",
            "2:24-cv-01776-JHC",
            "Bossart v. King Cnty.",
        ),
        (
            "Mavy v. Comm'r of SSA, No. CV-25-00689-PHX-KML (ASB), 2025 U.S. Dist. LEXIS 361 (D. Ariz. Aug. 14, 2025)",
            "CV-25-00689-PHX-KML (ASB)",
            "Mavy v. Comm'r of SSA",
        ),
    ],
)
def test_an_unpublished_decision_has_its_docket(text: str, docket: str, name: str) -> None:
    """The name is before the number of the docket."""
    hit = read(text)
    assert hit is not None
    assert (hit.parts["docket"], hit.parts["case_name"]) == (docket, name)
    assert hit.fault is None


def test_a_number_of_westlaw_has_the_year_of_its_decision() -> None:
    """One year off may be a decision of December."""
    hit = read("Doe v. Carrasco, 2022 WL 1210718 (D.N.J. Apr. 25, 2025)")
    assert hit is not None
    assert hit.fault == "2022 WL has decisions of 2022, not of 2025"
    near = read("Doe v. Carrasco, 2022 WL 1210718 (D.N.J. Dec. 25, 2021)")
    assert near is not None
    assert near.fault is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Doe v. Roe, 1006 So. 2d 462 (La. Ct. App. 1972)", "So. 2d has no volume 1006"),
        ("Doe v. Roe, 12 P.3d 34 (Cal. 1995)", "P.3d has no cases of 1995: it begins in 2000"),
        ("Doe v. Roe, 12 N.E.2d 34 (Ill. 2019)", "N.E.2d has no cases of 2019: it ends in 2013"),
        ("Doe v. Roe, 300 Cal. Rptr. 12 (1990)", "Cal. Rptr. has no volume 300"),
        ("Doe v. Roe, 925 F.3d 1339 (N.D. Tex. 2019)", "F.3d has cases of the courts of appeals, not of N.D. Tex."),
    ],
)
def test_volumes_years_and_courts_that_cannot_be(text: str, fault: str) -> None:
    """The tables are of the regional and state reporters, too."""
    hit = read(text)
    assert hit is not None
    assert hit.fault == fault


@pytest.mark.parametrize(
    "text",
    [
        "State v. Smith, 110 Ohio St.3d 58, 2006-Ohio-3563, 850 N.E.2d 1168, ¶ 6",
        "State v. Smith, 110 Ohio St.3d 58, 61, 2006-Ohio-3563, 850 N.E.2d 1168, ¶ 6",
    ],
)
def test_a_neutral_citation_between_others_is_parallel(text: str) -> None:
    """Its year is no page."""
    hit = read(text)
    assert hit is not None
    assert hit.parts["parallel"] == "2006 Ohio 3563; 850 N.E.2d 1168"
    assert hit.fault is None
