"""One Session owns the state of a run: two of them never meet, and the current folder decides nothing."""

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

import citevet
from citevet.config import find_project_root
from citevet.jobs.check import run_check
from citevet.report import render
from citevet.session import Session
from citevet.world.model_files import find_model

ENTRY = "---\nref_id: REF-001\ntitle: {title}\nauthors: [Ann Lee]\nyear: 2019\npages: {pages}\n---\n{text}\n"
SURE = {"verdict": "supported", "quote": "Roofs are warm in summer", "missing": ""}


def write_project(folder: Path, *, pages: int, text: str, settings: str = "") -> Path:
    """Write a project with a corpus of one entry, and a document that cites page 12 of it."""
    (folder / ".citevet/corpus").mkdir(parents=True)
    (folder / ".citevet/corpus/REF-001-a.md").write_text(ENTRY.format(title="Roofs", pages=pages, text=text))
    (folder / "paper.md").write_text("Roofs are warm in summer [REF-001, p. 12].\n")
    (folder / "citevet.toml").write_text(f"today = 2026-06-01\n{settings}")
    return folder


def describe(report: citevet.Report) -> Any:
    """Return the report as JSON without the time that it took."""
    found = json.loads(render(report, "json"))
    found["run"].pop("seconds")
    return found


def run_together(runs: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run functions in threads that start at the same moment."""
    barrier = Barrier(len(runs))

    def start(run: Callable[[], Any]) -> Any:
        barrier.wait()
        return run()

    with ThreadPoolExecutor(len(runs)) as pool:
        return list(pool.map(start, runs))


def test_two_sessions_in_two_threads_do_not_meet(tmp_path: Path) -> None:
    """Two projects with other settings and another corpus give in parallel what each gives alone."""
    first = write_project(tmp_path / "one", pages=9, text="Roofs are warm.", settings='select = ["PAG", "EXI"]\n')
    second = write_project(tmp_path / "two", pages=99, text="Roofs are cold.", settings='fail-on = ["info"]\n')

    def run(folder: Path) -> list[Any]:
        return [describe(run_check(["paper.md"], Session(here=folder, targets=[Path("paper.md")]))) for _ in range(5)]

    alone = [run(first), run(second)]
    assert alone == run_together([lambda: run(first), lambda: run(second)])
    codes = [{finding["code"] for finding in each[0]["documents"][0]["findings"]} for each in alone]
    assert ("PAG001" in codes[0], "PAG001" in codes[1]) == (True, False)


def test_the_budget_belongs_to_one_session(tmp_path: Path, models: Any, reply: Any) -> None:
    """A run that spends its votes leaves those of a parallel run alone."""
    models.replies = [reply(SURE)]
    settings = 'judge = "none"\nllm = "ollama:m"\nselect = ["SUP"]\n'
    first = write_project(tmp_path / "one", pages=20, text="Roofs are warm in summer.", settings=settings)
    second = write_project(tmp_path / "two", pages=20, text="Roofs are warm in summer.", settings=settings)

    def run(folder: Path, budget: int) -> list[Any]:
        options = {"budget": budget, "llm_url": models.url}
        reports = [run_check(["paper.md"], Session(options, here=folder, targets=[Path("paper.md")])) for _ in range(5)]
        return [each.run["models"]["ollama:m"]["over_budget"] for each in reports]

    assert [[0] * 5, [1] * 5] == run_together([lambda: run(first, 30), lambda: run(second, 0)])


@pytest.mark.parametrize("settings", [True, False], ids=["citevet.toml", "git"])
def test_the_answer_does_not_depend_on_the_current_folder(tmp_path: Path, *, settings: bool) -> None:
    """The root is found from the document: from any folder, only the shown paths differ."""
    project = write_project(tmp_path / "project", pages=9, text="Roofs are warm.", settings='fail-on = ["info"]\n')
    (project / "docs").mkdir()
    (project / "paper.md").rename(project / "docs/paper.md")
    if not settings:
        (project / "citevet.toml").unlink()
        subprocess.run(["git", "init", "-q", str(project)], check=True)
    found = []
    for folder in (project, project / "docs", tmp_path):
        with chdir(folder):
            path = (project / "docs/paper.md").relative_to(folder)
            text = json.dumps(describe(citevet.check(path, flags={"today": "2026-06-01"})))
            found.append(text.replace(path.as_posix(), "paper.md"))
    assert found[0] == found[1] == found[2]
    assert "PAG001" in found[0]


def test_the_root_of_a_project(tmp_path: Path) -> None:
    """A checkout, else the nearest folder with a corpus, else the folder that was given, else the folder itself."""
    folder = tmp_path / "a/b/c"
    folder.mkdir(parents=True)
    assert folder == find_project_root(folder)
    assert tmp_path / "a" == find_project_root(folder, [tmp_path / "a", tmp_path / "a/b", tmp_path / "x"])
    (tmp_path / "a/b/.citevet/corpus").mkdir(parents=True)
    assert tmp_path / "a/b" == find_project_root(folder, [tmp_path / "a"])
    (tmp_path / ".git").mkdir()
    assert tmp_path == find_project_root(folder)


def test_settings_of_a_folder_do_not_hide_the_bibliography(tmp_path: Path) -> None:
    """A document may name files of the checkout around its settings, else of the outermost folder with settings."""
    (tmp_path / "repo/docs").mkdir(parents=True)
    for name in ("all.bib", "repo/refs.bib"):
        (tmp_path / name).write_text("@misc{oh2016, title = {Shade}}\n")
    (tmp_path / "repo/docs/citevet.toml").write_text('ignore = ["UNC"]\n')
    document = tmp_path / "repo/docs/a.md"

    def read_from(name: str) -> list[str]:
        document.write_text(f"---\nbibliography: {name}\n---\nIt is cool [@oh2017].\n")
        found = (finding.code for audit in citevet.check(document).audits for finding in audit.findings)
        return [code for code in found if code in {"KEY001", "KEY008"}]

    assert ["KEY008"] == read_from("../refs.bib")
    (tmp_path / "repo/citevet.toml").touch()
    assert ["KEY001"] == read_from("../refs.bib")
    assert ["KEY008"] == read_from("../../all.bib")
    (tmp_path / "citevet.toml").touch()
    assert ["KEY001"] == read_from("../../all.bib")
    (tmp_path / "repo/.git").mkdir()
    assert ["KEY008"] == read_from("../../all.bib")


def test_settings_for_the_run_are_those_nearest_to_all_targets(tmp_path: Path) -> None:
    """Of two files in two folders, the settings of the folder that holds both decide on the format."""
    for name, form in ((".", "json"), ("one", "sarif"), ("two", "github")):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "citevet.toml").write_text(f'format = "{form}"\n')
    one, two = Path("one/a.md"), Path("two/b.md")
    assert "json" == Session(here=tmp_path, targets=[one, two]).config.format
    assert "sarif" == Session(here=tmp_path, targets=[one]).config.format
    assert "github" == Session(here=tmp_path, targets=[one]).config_for(two).format


def test_a_session_computes_once() -> None:
    """What was made for a key is returned again; another Session makes its own."""
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return len(made)

    session = Session()
    assert (1, 1, 2) == (session.once("web", make), session.once("web", make), Session().once("web", make))


def test_paths_are_shown_as_people_know_them(tmp_path: Path) -> None:
    """From where they are, if the file lies below; else as it was given."""
    session = Session(here=tmp_path)
    shown = [session.show(path) for path in (tmp_path / "a/b.md", Path("a/../c.md"), Path("../d.md"), Path("/x/e.md"))]
    assert ["a/b.md", "c.md", "../d.md", "/x/e.md"] == shown


def test_a_renewed_session_keeps_models_and_nothing_else(tmp_path: Path) -> None:
    """Settings and corpus are read again; a model is loaded again only after its files changed."""
    folder = write_project(tmp_path, pages=9, text="Roofs are warm.")
    weights = tmp_path / "weights"
    shutil.copytree(find_model("embedder"), weights)
    first = Session(here=folder)
    model, corpus = first.model(str(weights)), first.corpus_for(first.config)
    second = first.renew()
    assert model is second.model(str(weights))
    (folder / "citevet.toml").write_text('select = ["PAG"]\n')
    entry = ENTRY.replace("001", "002").format(title="Walls", pages=2, text="Walls.")
    (folder / ".citevet/corpus/REF-002-b.md").write_text(entry)
    third = second.renew()
    assert (("PAG",), 2) == (third.config.select, len(list(third.corpus_for(third.config).entries())))
    assert corpus.digest != third.corpus_for(third.config).digest
    (weights / "manifest.json").touch()
    fourth = third.renew()
    assert model is not fourth.model(str(weights))
    assert fourth.model(str(weights)) is fourth.model(str(weights))
