"""Years in which a work or decision cannot be, and one case under two names or years."""

from pathlib import Path

import pytest
from tests.rules.careful import find_problems

from citevet.model import Severity

LIST = "Foam [1]. Trees [2].\n\n# References\n\n[1] Lee, J. (2016). Cooling of foam. Journal of Foam, 3, 4–5.\n[2] {}\n"
TREES = "Okafor, B. (2019). Streets and water. Harbour Press."


@pytest.mark.parametrize(
    "entry",
    [
        "Okafor, B. (2103). Streets and water. Harbour Press.",
        "Okafor, B. (20021). Streets and water. Harbour Press.",
        "Okafor, B., & Diaz, C. (202). Streets and water. Harbour Press.",
        "Okafor, B. (2103, May 3). Streets and water. Harbour Press.",
        "Okafor, Ben. 20021. Streets and Water. Harbour Press.",
        "Okafor B. Streets and water. Urban J. 2108;3:1–9.",
        'B. Okafor, "Streets and water," Urban J., vol. 3, pp. 1–9, 2203.',
        "Okafor, B. Streets and water. Harbour Press, 2092.",
    ],
)
def test_an_entry_with_an_impossible_year(entry: str, tmp_path: Path) -> None:
    """The number where each style has the year is no year: it has other digits, or is to come."""
    assert [f"IDN014 [2] {entry}"] == find_problems(tmp_path, LIST.format(entry))


@pytest.mark.parametrize(
    "entry",
    [
        TREES,
        "Okafor, B. (2027, in press). Streets and water. Harbour Press.",
        "IPCC (2021). Climate 2100: pathways to 2100. Cambridge.",
        "Okafor, B. (2019). Sea level in 2150. Journal of Sea, 2103, 20021–20033.",
        "Okafor, B. Streets (2103) and other numbers (202). Harbour Press, 2018.",
        "Okafor, B. (2018). Streets. arXiv:2103.01234.",
        "Doe, J. (2015). Pages 20021. doi:10.1000/2103.2103",
    ],
)
def test_an_entry_whose_other_numbers_look_like_years(entry: str, tmp_path: Path) -> None:
    """Numbers of a title, of pages, of an article or identifier are no years."""
    assert [] == find_problems(tmp_path, LIST.format(entry))


@pytest.mark.parametrize("year", ["year={2103}", "year={20021}", "date={2103-04-01}", "year=202"])
def test_a_bibliography_with_an_impossible_year(year: str, tmp_path: Path) -> None:
    """The field is named, whatever its form."""
    text = f"@article{{a, author={{Lee, J}}, title={{Foam}}, journal={{J}}, {year}}}"
    assert [f"IDN014 {text}"] == find_problems(tmp_path, f"{text}\n", "refs.bib")


@pytest.mark.parametrize(
    ("text", "is_early"),
    [
        ("See Case C-311/18 Schrems II, ECLI:EU:C:2002:559.", True),
        ("Judgment of 16 July 2020, C-311/18, EU:C:2016:559.", True),
        ("Case T-612/17 *Google v. Commission*, ECLI:EU:T:2012:763.", True),
        ("In C-673/17 Planet49 (ECLI:EU:C:2011:801) the Court held it.", True),
        ("Joined Cases C-203/15 and C-698/15 Tele2, ECLI:EU:C:2012:970.", True),
        ("It held so (ECLI:DE:BGH:2009:010217UVIZR1.16.0).", True),
        ("Case C-131/12 Google Spain EU:C:2014:317.", False),
        ("Case 26/62 Van Gend en Loos, ECLI:EU:C:1963:1.", False),
        ("Case C-311/18 followed. The Court said so before, EU:C:2014:317.", False),
        ("Case C-311/18; EU:C:2014:317.", False),
        ("It held so (ECLI:DE:BGH:2017:010217UVIZR1.16.0).", False),
        ("It held so (ECLI:DE:BVerfG:2019:rs20191106.1bvr001613).", False),
        ("It held so (ECLI:NL:HR:2019:2006).", False),
    ],
)
def test_an_ecli_before_its_case(text: str, is_early: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a table
    """No court decides a case before it is lodged, nor on a day of another year than the ECLI has."""
    assert ["IDN009"] * is_early == [each.split()[0] for each in find_problems(tmp_path, f"{text}\n")]


@pytest.mark.parametrize(
    ("text", "is_conflict"),
    [
        ("Donoghue v Stevenson [1932] AC 562 is famous. Rylands v Fletcher [1932] AC 562 is too.", True),
        ("Rylands v Fletcher [1868] AC 330 is old. Hadley v Baxendale [1868] AC 330 too.", True),
        ("Miller v Prime Minister [2019] UKSC 41 is new. Jones v Leeds Council [2019] UKSC 41 is not.", True),
        ("Donoghue v Stevenson [1932] AC 562 is famous. So is Donoghue v Stevenson [1923] AC 562.", True),
        ("Miller v Prime Minister [2019] UKSC 41. See Miller v Prime Minister [2018] UKSC 41.", True),
        ("Miller v Prime Minister [2019] UKSC 41, heard with Cherry v Advocate General [2019] UKSC 41.", False),
        ("Miller v Prime Minister [2019] UKSC 41. Cherry v Advocate General [2019] UKSC 41, heard together.", False),
        ("R (Miller) v The Prime Minister [2019] UKSC 41. In Miller v Prime Minister [2019] UKSC 41 it held.", False),
        ("Donoghue v Stevenson [1932] AC 562 is famous. Donoghue [1932] AC 562, 580.", False),
    ],
)
def test_one_number_and_two_cases(text: str, is_conflict: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a table
    """One number has one case and one year, but appeals that were heard together share it."""
    assert ["KEY016"] * is_conflict == [each.split()[0] for each in find_problems(tmp_path, f"{text}\n")]


TEX = r"""\documentclass{article}\begin{document}
Foam \cite{lee}. %s
\begin{thebibliography}{9}
\bibitem{lee} J. Lee. Foam. \emph{Journal of Foam}, 3, 2018.
\end{thebibliography}
\end{document}
"""
ACCENTED = [
    *(r"M\"uller", r"M{\"u}ller", r"M\"{u}ller", r"G\'omez", r"Fran\c{c}ois", r"{\O}stby", r"\v{S}koda", r"Stra{\ss}e"),
    *(r"Erd\H{o}s", r"\AA ngstr\"om", r"Ca\~nas", r"\'Eric", r"Mart{\'\i}nez", r"\L ukasz", "Möller"),
]


def test_authors_with_tex_accents(tmp_path: Path) -> None:
    """An accent is read as it prints, and the finding has the document's own words."""
    text = TEX % " ".join(f"As {name} ({2051 + index}) says." for index, name in enumerate(ACCENTED))
    found = find_problems(tmp_path, text, "paper.tex", least=Severity.INFO)
    assert [f"IDN014 {name} ({2051 + index})" for index, name in enumerate(ACCENTED)] == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("As Okafor (20019) says, it is so.", "Okafor (20019)"),
        ("So it is (Okafor, 3019).", "Okafor, 3019)"),
        ("So it is (Okafor et al., 2103).", "Okafor et al., 2103)"),
        ("So it is (Lee & Kim, 20l9; Roe, 2001).", "Lee & Kim, 20l9"),
        ("So it is (see Lee and Kim, 21022, p. 4).", "Lee and Kim, 21022"),
        ("Okafor (2O19) agrees.", "Okafor (2O19)"),
        ("He sold Okafor, 20019, and left.", None),
        ("The towns are Lee, 12000; Roe, 2500.", None),
        ("Sales (Okafor, 1999) grew to Paris (20019).", None),
        ("It has a code (Model, 20019).", None),
        ("Lee (300 men) and Okafor (20 of them) agree.", None),
    ],
)
def test_a_citation_whose_year_is_no_year(said: str, found: str | None, tmp_path: Path) -> None:
    """The author is listed, and the number has other digits than a year."""
    text = f"{said} Foam (Lee, 2016). Streets (Okafor, 2019).\n\n# References\n\n"
    text += f"Lee, J. (2016). Foam. Journal of Foam, 3, 4–5.\n\n{TREES}\n"
    problems = [each for each in find_problems(tmp_path, text) if "KEY" not in each]
    assert [f"IDN014 {found}"] * bool(found) == problems
