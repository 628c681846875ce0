"""`citevet models calibrate` and `compare`: a user's own pairs, the fit, the table, and wrong files."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.doors.in_process import citevet
from tests.emulator.tiny_judges import write_judge

from citevet.jobs.calibration.fit_calibration import area, best_threshold, fit_calibration
from citevet.jobs.calibration.labelled_pairs import read_pairs
from citevet.jobs.judges import load_assessor
from citevet.judge.calibration import Calibration, Signals
from citevet.session import Session

SOURCE = "The Arden Bridge was opened in 1931. Some two thousand people came on foot."
TRUE = ("The Arden Bridge was opened in 1931.", "Two thousand people came on foot.")
FALSE = ("The bridge is owned by a railway company.", "A choir from Lune sang at noon.")


@pytest.fixture
def folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(here / "data"))
    return here


def write_pairs(folder: Path, each: int = 6) -> Path:
    """Write pairs whose sources differ a little, so that no two are the same."""
    rows = []
    for number in range(each):
        source = f"{SOURCE} It was the {number + 3}th bridge there."
        rows += [{"claim": claim, "source": source, "label": "supported", "kind": "plain"} for claim in TRUE]
        rows += [{"claim": claim, "source": source, "label": "unsupported", "kind": "other"} for claim in FALSE]
    file = folder / "pairs.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    return file


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"claim": "A b.", "source": "C d.", "label": "supported"}\n\n'),
        ("a.json", '[{"hypothesis": "A b.", "premise": "C d.", "label": "entailment"}]'),
        ("a.csv", 'claim,evidence,label\nA b.,"C\nd.",1\n'),
        ("a.tsv", "claim\tdoc\tgold\nA b.\tC d.\ttrue\n"),
    ],
)
def test_pairs_in_every_format(folder: Path, name: str, text: str) -> None:
    """Columns have their usual names, labels their usual words."""
    (folder / name).write_text(text)
    (pair,) = read_pairs(folder / name)
    assert ("A b.", "supported") == (pair.claim, pair.label)
    assert "C" == pair.source[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there are no pairs"),
        ("{", "cannot be read"),
        ("[1]", "row 1: is list, not an object"),
        ('{"claim": "A", "label": "supported"}', "row 1: has no source"),
        ('{"claim": " ", "source": "B", "label": "supported"}', "row 1: has no claim"),
        ('{"claim": "A", "source": "B", "label": "perhaps"}', "row 1: has the label 'perhaps'"),
        ('{"claim": "A", "source": "B"}', "row 1: has the label None"),
        ('{"claim": "A", "source": "B", "label": 1, "scope": "x"}', "row 1: has the scope 'x'"),
        ("\xff\xfe", "cannot be read"),
    ],
)
def test_wrong_pairs_are_named(folder: Path, text: str, said: str) -> None:
    """One line with the row, and exit code 2."""
    (folder / "pairs.jsonl").write_bytes(text.encode("latin-1"))
    done = citevet("models", "calibrate", "small", "pairs.jsonl", "--as", "ours")
    assert (2, "") == (done.returncode, done.stdout)
    assert said in done.stderr


def draw(count: int, *, shift: float = 0.0) -> tuple[list[Signals], list[str]]:
    """Return signals of a judge that is right on the whole, and whose scores are shifted."""
    dice = np.random.default_rng(4)
    truth = dice.random(count) < 0.5
    raw = np.where(truth, 1.0, -1.0) + dice.normal(0, 1.2, count) + shift
    scores = 1 / (1 + np.exp(-raw))
    signals = [Signals(float(score), float(score), 0.1, 0.5, 0.2) for score in scores]
    return signals, ["supported" if each else "unsupported" for each in truth]


@pytest.mark.parametrize("count", [40, 400])
def test_a_judge_that_says_yes_too_often_is_mended(count: int) -> None:
    """The threshold moves to where the truths part, and the probabilities are kept."""
    fitted = fit_calibration(*draw(count, shift=3.0), Calibration())
    assert fitted.before.wrong > 60
    assert fitted.after.wrong < 40
    assert fitted.after.calibration_error < fitted.before.calibration_error
    assert fitted.after.balanced > fitted.before.balanced + 10


def test_areas_and_thresholds() -> None:
    """Known values."""
    truth = np.array([True, True, False, False])
    assert 100.0 == area(np.array([0.9, 0.8, 0.2, 0.1]), truth)
    assert 50.0 == area(np.array([0.5, 0.5, 0.5, 0.5]), truth)
    assert 0.2 < best_threshold(np.array([0.9, 0.8, 0.2, 0.1]), truth) < 0.8


def test_calibrate_writes_a_judge_of_its_own(folder: Path) -> None:
    """The new judge has another curve, is used by its name, and the old one stays as it is."""
    write_pairs(folder)
    before = load_assessor(Session(), "small").calibration
    done = citevet("models", "calibrate", "small", "pairs.jsonl", "--as", "ours")
    assert (0, "24 pairs, 12 supported") == (done.returncode, done.stdout.splitlines()[0])
    ours = load_assessor(Session(), "ours").calibration
    assert ours.support != before.support
    assert before == load_assessor(Session(), "small").calibration
    found = json.loads(
        citevet("verify", TRUE[0], "--source", write_source(folder), "--judge", "ours", "--format", "json").stdout
    )
    assert ["supported"] == [claim["verdict"] for claim in found["claims"]]
    assert "ours" in {each["name"] for each in json.loads(citevet("models", "list", "--json").stdout)}
    again = citevet("models", "calibrate", "small", "pairs.jsonl", "--as", "ours")
    assert (0, done.stdout) == (again.returncode, again.stdout)


def write_source(folder: Path) -> str:
    (folder / "source.md").write_text(SOURCE)
    return "source.md"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("small", "pairs.jsonl", "--as", "small"), "cannot be the name"),
        (("small", "pairs.jsonl", "--as", "nli"), "there is a judge nli already"),
        (("small", "pairs.jsonl", "--as", "../x"), "cannot be the name"),
        (("smal", "pairs.jsonl", "--as", "ours"), "no judge smal, did you mean small"),
        (("small", "missing.jsonl", "--as", "ours"), "missing.jsonl"),
    ],
)
def test_calibrate_refuses(folder: Path, words: Sequence[str], said: str) -> None:
    """Names that others have, judges and files that are not there."""
    write_pairs(folder, 1)
    done = citevet("models", "calibrate", *words)
    assert 2 == done.returncode
    assert said in done.stderr


def test_calibrate_wants_enough_pairs(folder: Path) -> None:
    """Four pairs fit nothing."""
    write_pairs(folder, 1)
    done = citevet("models", "calibrate", "small", "pairs.jsonl", "--as", "ours")
    assert (2, "") == (done.returncode, done.stdout)
    assert "Give at least 10 of each" in done.stderr


def test_compare_prints_two_judges_on_the_same_pairs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures by kind of fault, areas and cost; the same as JSON."""
    monkeypatch.setenv("CITEVET_WEIGHTS", str(folder / "weights"))
    write_judge(folder / "weights/minicheck-roberta-large", "classes")
    write_pairs(folder, 2)
    done = citevet("models", "compare", "small", "minicheck-roberta-large", "pairs.jsonl")
    lines = {line[:26].strip(): line.split() for line in done.stdout.splitlines() if line}
    assert ["8", "pairs", "small", "minicheck-roberta-large"] == lines["8 pairs"]
    assert {"true claims found", "false called supported", "area", "CPU seconds per 100"} <= set(lines)
    assert "4/4" == lines["other (unsupported)"][2]
    data: list[dict[str, Any]] = json.loads(
        citevet("models", "compare", "small", "minicheck-roberta-large", "pairs.jsonl", "--json").stdout
    )
    assert ["small", "minicheck-roberta-large"] == [each["judge"] for each in data]
    assert data[0]["true_found"] == [4, 4]
    assert data[0]["run"]["cpu_seconds"] > 0


def test_compare_refuses_no_judge(folder: Path) -> None:
    """A file alone compares nothing."""
    write_pairs(folder, 1)
    assert "no judge is named" in citevet("models", "compare", "pairs.jsonl").stderr
