"""A check after an edit: only what the edit concerns is judged again, and the report is that of a first check."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from citevet.jobs import source_windows
from citevet.jobs.check import check
from citevet.model import Body, Report
from citevet.retrieve import split_body
from citevet.world.model_runner import Model

TEXTS = {
    "REF-001": "Street trees cool the pavement by two degrees in summer.",
    "REF-002": "Rain fills the river within a day of the first storm.",
    "REF-003": "Green roofs hold back half of the water that falls on them.",
}
CLAIMS = [f"{text[:-1]} [{name}]." for name, text in TEXTS.items()]


class Judge:
    """A judge that supports everything, and notes the claims whose pairs it scores."""

    def __init__(self) -> None:
        self.digest = "one"
        self.claims: list[str] = []

    def load(self, name: str) -> Model:
        """Return the model as a Session loads it."""
        return Model(name, self.digest, "int8", {}, self.run)

    def run(self, rows: Sequence[tuple[str, ...]]) -> NDArray[np.float32]:
        """Score pairs of evidence and claim."""
        self.claims += [claim for _, claim in rows if claim != "It rains."]  # the probe of a judge
        return np.array([[9.0, 0.0, 0.0]] * len(rows), np.float32)


@pytest.fixture
def judge(use_model: Callable[..., None]) -> Judge:
    """The judge of every check."""
    made = Judge()
    use_model(made.load)
    return made


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note the texts that are cut into windows."""
    found: list[str] = []

    def note(body: Body) -> object:
        found.append(body.pages[0].text.strip())
        return split_body(body)

    monkeypatch.setattr(source_windows, "split_body", note)
    return found


@pytest.fixture
def paper(here: Path) -> Path:
    """A document with three claims, each with its source."""
    folder = here / ".citevet/corpus"
    folder.mkdir(parents=True)
    for name, text in TEXTS.items():
        (folder / f"{name}-study.md").write_text(f"---\nref_id: {name}\ntitle: Study {name}\nyear: 2001\n---\nNotes.\n")
        (folder / f"{name}-study.txt").write_text(text)
    (here / "d.md").write_text("\n\n".join(CLAIMS))
    return here / "d.md"


def judged(**flags: object) -> Report:
    """Check the document."""
    return check("d.md", flags={"judge": "small", "today": "2026-06-01", **flags})


def test_an_edited_sentence_is_judged_alone(paper: Path, judge: Judge, cut: list[str]) -> None:
    """Only its pairs are scored, only its source is cut into windows, and the report is that of a first check."""
    judged()
    assert {claim.partition(" [")[0] + "." for claim in CLAIMS} == set(judge.claims)
    judge.claims.clear()
    cut.clear()
    paper.write_text("New words first.\n\n" + "\n\n".join(CLAIMS).replace("fills the river", "fills every river"))
    again = judged()
    assert {"Rain fills every river within a day of the first storm."} == set(judge.claims)
    assert [TEXTS["REF-002"]] == cut
    assert again.audits == judged(no_cache=True).audits


def test_an_edited_source_concerns_its_claims(paper: Path, judge: Judge) -> None:
    """A source with other words is judged again, and no other source."""
    judged()
    judge.claims.clear()
    (paper.parent / ".citevet/corpus/REF-003-study.txt").write_text("Green roofs hold back a third of the water.")
    judged()
    assert {CLAIMS[2].partition(" [")[0] + "."} == set(judge.claims)


def test_another_model_shares_no_answers(paper: Path, judge: Judge) -> None:
    """After a change of its manifest, which changes its digest, all pairs are scored again."""
    model = paper.parent / "mine"
    model.mkdir()
    for name in ("tokenizer.json", "model.onnx", "manifest.json"):
        (model / name).write_text("{}")
    judged(judge="mine")
    first = sorted(judge.claims)
    judge.claims.clear()
    paper.write_text(paper.read_text() + "\n\nThe end.\n")
    judged(judge="mine")
    assert [] == judge.claims
    (model / "manifest.json").write_text('{"tokens": 99}')
    judge.digest = "two"
    judged(judge="mine")
    assert first == sorted(judge.claims)


def test_another_risk_scores_nothing_again(judge: Judge, paper: Path) -> None:
    """The scores of pairs do not depend on the risk, and the rulings do."""
    before = judged()
    judge.claims.clear()
    strict = judged(risk=0.05)
    assert [] == judge.claims
    assert {"supported"} == {each.support for each in before.audits[0].judgements}
    assert {"unchecked"} == {each.support for each in strict.audits[0].judgements}
    assert paper.is_file()


def test_windows_are_cut_once(paper: Path, judge: Judge, cut: list[str]) -> None:
    """A long source is cut once for all runs, also where its pages have no numbers; the rulings are the same."""
    long = "\n\n".join(
        f"In the year {year} the river rose by {year % 97} metres in {year % 31} days." for year in range(1_700)
    )
    (paper.parent / ".citevet/corpus/REF-002-study.txt").write_text(f"{long}\f{TEXTS['REF-002']}\f{long}")
    first = judged(no_cache=True)
    cut.clear()
    assert first.audits == judged().audits
    assert 1 == sum(len(text) > 9_999 for text in cut)
    paper.write_text(paper.read_text().replace("within a day", "within one day"))
    again = judged()
    assert 1 == sum(len(text) > 9_999 for text in cut)
    assert again.audits == judged(no_cache=True).audits
    assert judge.claims
