"""The verdict of a run, and what the reports say of citations that were not looked up or have an open finding."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from citevet.cli import group

ENTRY = """---
ref_id: REF-0{}
title: {}
authors: ["{}"]
year: 2019
total_pages: 4
---
"""
TREES = """Street trees lower the temperature of the pavement by four degrees. We measured 120 streets in one summer.
Residents believe that street trees raise the price of flats. The city council denies that trees cause traffic jams.
Vaccines do not cause autism, contrary to what some parents believe.
"""
ROOFS = "Flat roofs keep the heat of the day until midnight. Flats under the roof are the warmest in every house.\n"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter a project with a corpus of two papers."""
    folder = tmp_path / ".citevet/corpus"
    folder.mkdir(parents=True)
    for number, title, author, text in ((41, "Trees", "Kim, Hana", TREES), (42, "Roofs", "Lee, Jun", ROOFS)):
        (folder / f"REF-0{number}-a.md").write_text(ENTRY.format(number, title, author))
        (folder / f"REF-0{number}-a.txt").write_text(text)
    monkeypatch.chdir(tmp_path)


def check(text: str, *flags: str) -> Result:
    Path("paper.md").write_text(text)
    return CliRunner().invoke(group, ["check", "paper.md", "--ignore", "UNC,GRD", *flags])


def supports(text: str) -> list[str]:
    found = json.loads(check(text, "--judge", "small", "--format", "json").stdout)
    return [each["support"] for each in found["documents"][0]["judgements"]]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Solar panels doubled the number of bees in the suburbs of Lima [REF-041].\n", "SUP002"),
        (
            "Flats under the roof are the warmest in every house [REF-041]. Flat roofs stay warm [REF-042].\n",
            "SUP004",
        ),
    ],
)
def test_an_unsupported_citation_is_no_pass(text: str, code: str) -> None:
    """A run with an unsupported or misattributed citation fails, and its last lines say why."""
    done = check(text, "--judge", "small", "--format", "concise")
    assert (1, True) == (done.exit_code, f"{code} warning" in done.stdout)
    assert "\nFAIL  1 warning in 1 document (" in done.stdout
    assert "1 not backed by its source" in done.stdout


def test_a_rule_set_to_info_does_not_fail() -> None:
    """Users who do not trust the judge turn its warnings into remarks."""
    Path("citevet.toml").write_text('[severity]\nSUP002 = "info"\n')
    done = check("Solar panels doubled the number of bees in the suburbs of Lima [REF-041].\n", "--judge", "small")
    assert (0, True) == (done.exit_code, "PASS" in done.stdout)


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("Residents believe that street trees raise the price of flats", "supported"),
        ("Street trees raise the price of flats", "partial"),
        ("The city council believes that trees cause traffic jams", "contradicted"),
        ("Some parents believe that vaccines cause autism", "not contradicted"),
        ("Street trees lower the temperature of pavement by four degrees", "supported"),
    ],
)
def test_whose_view_it_is(claim: str, support: str) -> None:
    """A view is judged by who holds it: not as a fact, and never upside down."""
    (found,) = supports(f"{claim} [REF-041].\n")
    assert (found != "contradicted") if support == "not contradicted" else found == support


def test_offline_is_not_unreachable() -> None:
    """A DOI that was not looked up is unchecked; nothing was tried, so nothing was unreachable."""
    audit = json.loads(check("Shade helps (doi:10.1000/182).\n", "--format", "audit-json").stdout)["audits"][0]
    assert ["unchecked"] == [each["status"] for each in audit["citations"]]
    assert (0, 1) == (audit["summary"]["unreachable"], audit["summary"]["unchecked"])


def test_valid_is_never_above_an_open_warning() -> None:
    """In the audit report no citation is valid while a warning stands below it."""
    done = check("Street trees lower the temperature [REF-041, p. 2].\n", "--format", "audit", "--ignore", "UNC")
    assert "✓ [REF-041, p. 2] - Valid" in done.stdout
    below = done.stdout.split("✓ [REF-041, p. 2] - Valid")[1].split("\n\n")[0]
    assert "⚠" not in below


def test_verify_takes_the_best_judge() -> None:
    """`verify --judge` without a name picks the best judge that is installed, as `check --judge` does."""
    words = ["verify", "Street trees lower the temperature of the pavement.", "--source"]
    done = CliRunner().invoke(group, [*words, ".citevet/corpus/REF-041-a.txt", "--judge"])
    assert (0, True) == (done.exit_code, done.stdout.startswith("supported"))


def test_one_threshold_makes_no_sense() -> None:
    """The verb agrees with the number of flags."""
    done = CliRunner().invoke(group, ["verify", "Text.", "--support-threshold", "7"])
    assert "--support-threshold 7 makes no sense" in str(done.exception)
