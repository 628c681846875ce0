"""One case in two ways: two years, names, courts or numbers in one document."""

from pathlib import Path

import pytest
from tests.rules.careful import find_problems


@pytest.mark.parametrize(
    ("text", "is_conflict"),
    [
        (
            "Brown v. Board of Education, 347 U.S. 483 (1954). See Brown v. Board of Education, 347 U.S. 483 (1955).",
            True,
        ),
        (
            "Brown v. Board of Education, 347 U.S. 483 (1954) is famous. See Plessy v. Ferguson, 347 U.S. 483 (1954).",
            True,
        ),
        ("Miranda v. Arizona, 384 U.S. 436 (1966). Later, Miranda v. Arizona, 384 U.S. 436 (1969), was cited.", True),
        (
            "Case C-311/18 Facebook Ireland and Schrems (2020). Case C-311/18 Facebook Ireland and Schrems (2018).",
            True,
        ),
        ("Judgment of 16 July 2020, Schrems, C-311/18. The judgment of 16 July 2019, Schrems, C-311/18, is old.", True),
        ("Donoghue v Stevenson [1932] AC 562. As Donoghue v Stevenson [1923] AC 562 says.", True),
        ("BGH, Urt. v. 17.01.2017 – VI ZR 1/16. So auch BGH, Urt. v. 17.01.2018 – VI ZR 1/16.", True),
        ("대법원 2019. 5. 16. 선고 2017다226629 판결. 또한 대법원 2018. 5. 16. 선고 2017다226629 판결.", True),
        (
            "Handyside v United Kingdom (App no 5493/72). Sunday Times v United Kingdom (App no 5493/72).",
            True,
        ),
        ("Miller v Prime Minister [2019] UKSC 41. Jones v Leeds [2019] UKSC 41.", True),
        ("Roe v. Wade, 410 U.S. 113 (1973). Doe v. Bolton, 410 U.S. 113 (1973).", True),
        ("TransUnion LLC v. Ramirez, 594 U.S. 413 (2021). Ramirez v. TransUnion LLC, 594 U.S. 431 (2021).", True),
        ("Hedley Byrne & Co Ltd v Heller & Partners Ltd [1964] AC 465. Hedley Byrne v Heller [1946] AC 465.", True),
        ("Lloyd v Google LLC [2021] UKSC 50. In Lloyd v Google [2012] UKSC 50 the Court agreed.", True),
        ("Kline v. Burke, 380 U.S. 1 (1965). Burke v. Lane, 380 U.S. 41 (1965).", False),
        ("Heller v Byrne [1964] AC 465. Spartan Steel v Martin [1946] AC 465.", False),
        ("Roe v. Wade (1973) came first. Roe v. Wade (1974) is the same.", True),
        ("Smith v. Jones, 123 F.3d 456 (9th Cir. 1997). Smith v. Jones, 123 F.3d 456 (2d Cir. 1997).", True),
        (
            "Brown v. Board of Education, 347 U.S. 483 (1954); Brown v. Board of Education, 349 U.S. 294 (1955).",
            False,
        ),
        (
            "Brown v. Board of Education, 347 U.S. 483 (1954). Brown v. Bd. of Educ., 347 U.S. 483 (1954).",
            False,
        ),
        (
            "Case C-311/18 Schrems II EU:C:2020:559. Commissioner v Facebook Ireland (C-311/18) held it.",
            False,
        ),
        ("Case C-131/12 Google Spain. Case C-131/12 Google Spain SL v AEPD.", False),
        ("Miranda v. Arizona, 384 U.S. 436 (1966). Vignera v. New York, 384 U.S. 436 (1966), decided together.", False),
        ("BGH, Urt. v. 17.01.2017 – VI ZR 1/16. BGH, Beschl. v. 18.02.2016 – VI ZR 1/16.", False),
        ("Schrems I (C-362/14, 2015) and Schrems II (C-311/18, 2020).", False),
        ("The request was lodged in 2018 (Case C-311/18). Case C-311/18 (2020) was decided.", False),
        ("Roe v. Wade (1973) was cited in Planned Parenthood v. Casey (1992).", False),
        ("Smith v. United States, 507 U.S. 197 (1993) and Smith v. United States, 508 U.S. 223 (1993).", False),
        ("대법원 2019. 5. 16. 선고 2017다226629 판결. 대법원 2019.5.16. 선고 2017다226629 판결 참조.", False),
        ("Sunday Times v United Kingdom (1979). Sunday Times v United Kingdom (No 2) (1991).", False),
        ("Mabo v Queensland (No 2) (1992) 175 CLR 1. Mabo v Queensland (No 1) (1988) 166 CLR 186.", False),
        ("Case C-311/18 *Schrems II* is new. Case C-311/19 *Schrems II* is not.", True),
        ("Case C-507/17 Google v CNIL says so. Case C-507/17 Ryanair v Commission says no.", True),
        ("BGH, Urt. v. 17.01.2017 – VI ZR 1/16. So auch BGH, Urt. v. 17.01.2017 – VI ZR 1/15.", True),
        ("BVerfG, Urteil vom 5. Mai 2020 – 2 BvR 859/15. BVerfG, Urteil vom 5. Mai 2019 – 2 BvR 859/15.", True),
        ("대법원 2019. 5. 16. 선고 2017다226629 판결. 또한 대법원 2019. 5. 16. 선고 2016다226629 판결.", True),
        ("Case C-311/18 The Court said it. Case C-311/18 Advocate General Hogan said so.", False),
        (
            "Commission v Germany (C-518/07) and Commission v Austria (C-614/10). Case C-518/07 Commission v Germany.",
            False,
        ),
        ("BGH, Urt. v. 17.01.2017 – VI ZR 1/16. BGH, Urteil vom 17. Januar 2017, VI ZR 1/16.", False),
        (
            "Brown v. Board of Education (1954) and Brown v. Board of Education (1955) are two. Brown II is short.",
            False,
        ),
        ("In Roe v. Wade (1973) it held. As Roe v. Wade (1973) says.", False),
        ("Hirst v United Kingdom (App no 74025/01). Hirst v UK (No 2) (App no 74025/01).", False),
    ],
)
def test_one_case_in_two_ways(text: str, is_conflict: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a table
    """A case has one year, one name and one number, in each family of law; short names and joined ones do not count."""
    found = [each.split()[0] for each in find_problems(tmp_path, f"{text}\n")]
    assert is_conflict == bool({"KEY016", "IDN009"} & {*found})
