"""References that differ from the record of a registry, which is queried on loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.emulator.server import Emulator

import citevet
from citevet.jobs.apply_fixes import apply_fixes
from citevet.jobs.check import run_check
from citevet.session import Session

RIGHT = "Ash, R. (2020). The roots of street trees in old towns. Journal of Trees 12, 233-241. doi:10.5555/trees.2020"


@pytest.fixture(autouse=True)
def emulator(here: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All services on loopback."""
    monkeypatch.chdir(here)
    with Emulator() as serving:
        serving.use(monkeypatch)
        yield


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        (RIGHT, RIGHT, ""),
        ("Doe, J.", "Ash, R.", 'MET014 reference differs from the record of its identifier: authors: you wrote "Doe'),
        ("(2011)", "(2020)", 'year: you wrote "2011", 10.5555/trees.2020 has "2020"'),
        ("12, 90-99", "12, 233-241", 'pages: you wrote "90-99", 10.5555/trees.2020 has "233-241"'),
        ("13, 233-241", "12, 233-241", 'volume: you wrote "13", 10.5555/trees.2020 has "12"'),
        (
            "Kettles in the kitchens of Rome. Journal of Trees 3, 7-9",
            "The roots of street trees in old towns. Journal of Trees 12, 233-241",
            "MET013 the identifier belongs to",
        ),
    ],
)
def test_the_record_of_a_registry(here: Path, wrong: str, right: str, message: str) -> None:
    """One field is wrong; both sides are shown."""
    text = f"Roots break pipes [1].\n\n## References\n\n[1] {RIGHT.replace(right, wrong)}\n"
    (here / "paper.md").write_text(text, encoding="utf-8")
    report = citevet.check("paper.md", flags={"online": True, "select": "MET013,MET014"})
    said = " ".join(f"{finding.code} {finding.message}" for finding in report.audits[0].findings)
    assert message in said if message else not said, said


ENTRY = """\
@article{ash, author = AUTHOR, title = {The roots of street trees in old towns}, year = YEAR,
  journal = {Journal of Trees}, volume = "12", pages = {PAGES}, doi = {10.5555/trees.2020}}
"""
GOOD = {"AUTHOR": "{Ash, R.}", "YEAR": "2020", "PAGES": "233--241"}


@pytest.mark.parametrize(
    ("wrong", "fixed"),
    [
        ({"YEAR": "2011"}, {}),
        ({"YEAR": '"2011"', "PAGES": "90--99"}, {"YEAR": '"2020"'}),
        ({"YEAR": "{20} # {11}"}, {"YEAR": "{2020}"}),
    ],
)
def test_the_data_of_the_record_are_put_into_an_entry(here: Path, wrong: dict[str, str], fixed: dict[str, str]) -> None:
    """Identifier and title are those of the record: the fix is safe, and keeps the signs around the value."""
    assert _fill({**GOOD, **fixed}) == _repair(here, wrong, unsafe=False)


@pytest.mark.parametrize(
    ("wrong", "fixed"),
    [
        ({"AUTHOR": "{Doe, Jane}"}, {}),  # nobody is the same
        ({"AUTHOR": '{M{\\"u}ller, Jane and Ash, R.}'}, {}),  # the record may have the first author only
        ({"YEAR": "2021"}, {}),  # the year of the print may be the next one
    ],
)
def test_what_a_record_may_have_otherwise_is_asked(here: Path, wrong: dict[str, str], fixed: dict[str, str]) -> None:
    """Such a change needs a look of the user."""
    assert _fill({**GOOD, **wrong}) == _repair(here, wrong, unsafe=False)
    assert _fill({**GOOD, **fixed}) == _repair(here, wrong, unsafe=True)


def _repair(here: Path, wrong: dict[str, str], *, unsafe: bool) -> str:
    file = here / "refs.bib"
    file.write_text(_fill({**GOOD, **wrong}), encoding="utf-8")
    session = Session({"online": True, "select": "MET014"}, here=here, targets=[file])
    report = run_check(["refs.bib"], session)
    assert ["MET014"] == [finding.code for finding in report.audits[0].findings]
    apply_fixes(report, session, unsafe=unsafe)
    return file.read_text("utf-8")


def test_numbers_of_a_list_are_corrected(here: Path) -> None:
    """Year and pages are there once; a year that is there twice is left alone."""
    right = f"Roots break pipes [1].\n\n## References\n\n[1] {RIGHT}"
    once = right.replace("(2020)", "(2011)").replace("233-241", "90-99")
    twice = f"{right} 2011".replace("(2020)", "(2011)")
    for written, expected in ((once, right), (twice, twice)):
        (here / "paper.md").write_text(written, encoding="utf-8")
        session = Session({"online": True, "select": "MET014"}, here=here)
        apply_fixes(run_check(["paper.md"], session), session, unsafe=True)
        assert expected == (here / "paper.md").read_text("utf-8")


def test_the_address_of_a_doi_in_an_entry(here: Path) -> None:
    """The old resolver is replaced in the file itself."""
    (here / "refs.bib").write_text(_fill(GOOD).replace("{10.5555", "{http://dx.doi.org/10.5555"), encoding="utf-8")
    session = Session({"select": "IDN012"}, here=here)
    apply_fixes(run_check(["refs.bib"], session), session)
    assert "doi = {https://doi.org/10.5555/trees.2020}" in (here / "refs.bib").read_text("utf-8")


def _fill(values: dict[str, str]) -> str:
    text = ENTRY
    for name, value in values.items():
        text = text.replace(name, value)
    return text
