"""Claims written about passages of the given rows."""

import re
from collections import Counter
from pathlib import Path
from statistics import mean

import pytest
from training.rows import CONTRADICTED, NEUTRAL, SUPPORTED, UNSUPPORTED, Row
from training.written import FILE, LONG, Written, digest, read, written

PASSAGE = "The bridge was opened in 1931. It carries two lanes. A ferry had run there before, and it was given up."
_DENIAL = re.compile(r"\b(?:not|no|never|nor|none|nobody|nothing|cannot|without)\b|n['’]t\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def claims() -> list[Written]:
    with FILE.open(encoding="utf-8") as lines:
        return list(read(lines))


def _rows(tmp_path: Path, *lines: str) -> list[Row]:
    file = tmp_path / "written.tsv"
    file.write_text("".join(f"{digest(PASSAGE)}|{line}\n" for line in lines), "utf-8")
    return list(written([Row("The bridge is old.", PASSAGE, NEUTRAL)], file))


def test_a_supported_claim_gives_the_passage_the_sentences_it_needs_and_the_passage_without_one(tmp_path: Path) -> None:
    """What follows from two sentences follows from them alone, and not from the passage without one of them."""
    whole, alone, without = _rows(tmp_path, "S|1,3|The bridge of 1931 replaced a ferry.")
    assert (whole.evidence, whole.label) == (PASSAGE, SUPPORTED)
    assert (alone.evidence, alone.label) == (
        "The bridge was opened in 1931. A ferry had run there before, and it was given up.",
        SUPPORTED,
    )
    assert without.label == UNSUPPORTED
    assert "It carries two lanes." in without.evidence
    assert len(without.evidence) < len(PASSAGE)


def test_what_contradicts_and_what_is_missing_keep_their_labels(tmp_path: Path) -> None:
    """A contradiction holds for its sentence alone too; of what the passage does not say, no sentence says so."""
    found = _rows(tmp_path, "C|2|The bridge carries four lanes.", "N|-|The bridge was built by the army.")
    assert [(row.label, row.evidence == PASSAGE) for row in found] == [(CONTRADICTED, True), (NEUTRAL, True)]


def test_a_label_in_lower_case_speaks_of_its_sentences_alone(tmp_path: Path) -> None:
    """What two sentences say the passage says too; what they leave open it may say elsewhere, so no row claims it."""
    said, whole, missing = _rows(tmp_path, "s|1|The bridge dates from 1931.", "n|1,2|A ferry ran there before it.")
    assert (said.evidence, said.label) == ("The bridge was opened in 1931.", SUPPORTED)
    assert (whole.evidence, whole.label) == (PASSAGE, SUPPORTED)
    assert (missing.evidence, missing.label) == ("The bridge was opened in 1931. It carries two lanes.", NEUTRAL)


def test_a_claim_about_an_unknown_passage_makes_no_row(tmp_path: Path) -> None:
    """The file holds no passage, so without the given rows there is nothing to train on."""
    file = tmp_path / "written.tsv"
    file.write_text("0123456789|S|1|The bridge is old.\n", "utf-8")
    assert list(written([Row("The bridge is old.", PASSAGE, NEUTRAL)], file)) == []


def test_no_claim_stands_twice(claims: list[Written]) -> None:
    """Each claim about a passage was written once."""
    assert max(Counter((each.passage, each.claim) for each in claims).values()) == 1


def test_a_denial_is_no_hint(claims: list[Written]) -> None:
    """Claims with a "not" are true about as often as claims without: 55 and 40 %, and no further apart."""
    true = {
        way: [each.label == SUPPORTED for each in claims if bool(_DENIAL.search(each.claim)) == way]
        for way in (True, False)
    }
    shares = {way: sum(each) / len(each) for way, each in true.items()}
    assert abs(shares[True] - shares[False]) < 0.15


def test_length_is_no_hint(claims: list[Written]) -> None:
    """Claims of every label are about as long."""
    words = {label: [len(each.claim.split()) for each in claims if each.label == label] for label in (0, 1, 2, -1)}
    means = [sum(each) / len(each) for each in words.values()]
    assert max(means) < 1.5 * min(means)


def test_long_claims_are_long_under_every_label() -> None:
    """Each passage has two that follow, two that are denied and one that lacks a part, of about the same length."""
    claims: dict[str, list[Written]] = {}
    for each in read(LONG.read_text("utf-8").splitlines()):
        claims.setdefault(each.passage, []).append(each)
        assert 28 <= len(each.claim.split()) <= 80
    assert {(UNSUPPORTED, SUPPORTED, SUPPORTED, CONTRADICTED, CONTRADICTED)} == {
        tuple(sorted(each.label for each in found)) for found in claims.values()
    }
    lengths = [
        mean(len(each.claim.split()) for found in claims.values() for each in found if each.label == label)
        for label in (SUPPORTED, CONTRADICTED, UNSUPPORTED)
    ]
    assert max(lengths) < 1.15 * min(lengths)
