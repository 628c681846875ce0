"""References that differ from the record of a registry, which is queried on loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.emulator.server import Emulator

import citevet

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
