"""A run does not start when the named judge is missing, wherever it was named."""

import json
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner

import citevet
from citevet.cli import group
from citevet.errors import CitevetError, ConfigError, ModelError, UsageError
from citevet.world.model_files import find_best_judge, find_model

SMALL = "Judges on this machine: small."
DOORS = (
    ("check", "paper.md"),
    ("audit",),
    ("verify", "Trees cool streets.", "--source", "paper.md"),
)


@pytest.fixture
def project(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a paper, and nothing but the embedded models."""
    for name in ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(here / "data"))
    (here / "paper.md").write_text("Trees cool streets.\n")
    return here


def raised(*words: str) -> CitevetError:
    error = CliRunner().invoke(group, words).exception
    assert isinstance(error, CitevetError)
    return error


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("smal", f"--judge: no judge smal, did you mean small? {SMALL}"),
        ("SMALL", f"--judge: no judge SMALL, did you mean small? {SMALL}"),
        ("", f"--judge: no judge is named. {SMALL}"),
        ("embedder", f"--judge: embedder makes vectors, and judges nothing. {SMALL}"),
        ("paper.md", "--judge: paper.md is a file, not a judge. Write `paper.md --judge`."),
        ("o/n", f"--judge: no judge o/n. {SMALL} Fetch it with: citevet models add o/n"),
    ],
)
def test_a_judge_that_is_not_there(door: tuple[str, ...], name: str, said: str) -> None:
    """One sentence with the nearest name and the names that are there; a usage error, exit code 2."""
    error = raised(*door, "--judge", name)
    assert (UsageError, 2, said) == (type(error), error.exit_code, str(error))


@pytest.mark.parametrize("name", ["folder", "large", "transformer"])
def test_where_judges_are_looked_for(project: Path, name: str) -> None:
    """Where no name is near, the sentence says where to put a model."""
    (project / "folder").mkdir()
    said = str(raised("check", "paper.md", "--judge", name))
    assert name in said
    assert f"{SMALL} Put its folder (ONNX file and tokenizer.json) into " in said


def test_a_file_that_names_it(project: Path) -> None:
    """The error is one of the configuration, and names the file."""
    (project / "citevet.toml").write_text('judge = "smal"\n')
    error = raised("check", "paper.md")
    assert (ConfigError, 2) == (type(error), error.exit_code)
    assert f"{project / 'citevet.toml'}: no judge smal, did you mean small? {SMALL}" == str(error)


def test_a_file_further_down(project: Path) -> None:
    """It stops the documents that it holds for, and no other; the exit code is 2 all the same."""
    (project / "inner").mkdir()
    (project / "inner/citevet.toml").write_text('judge = "smal"\n')
    (project / "inner/note.md").write_text("Trees cool streets.\n")
    report = citevet.check([Path("paper.md"), Path("inner/note.md")])
    assert ["paper.md"] == [audit.document.path for audit in report.audits]
    assert ["inner/note.md"] == [unread.path for unread in report.unread]
    assert "inner/citevet.toml: no judge smal" in report.unread[0].message
    document = citevet.check("paper.md").audits[0].document
    with pytest.raises(ConfigError, match="no judge smal"):
        citevet.check(document.__class__("inner/other.md", "markdown", "Trees cool streets.\n"))


@pytest.mark.usefixtures("project")
def test_the_environment_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable is named; a flag beats it."""
    monkeypatch.setenv("CITEVET_JUDGE", "smal")
    assert str(raised("check", "paper.md")).startswith("CITEVET_JUDGE: no judge smal")
    assert 0 == CliRunner().invoke(group, ["check", "paper.md", "--judge", "none"]).exit_code


@pytest.mark.usefixtures("project")
def test_from_python() -> None:
    """`check` and `Verifier` say the same."""
    with pytest.raises(UsageError, match="did you mean small"):
        citevet.check("paper.md", flags={"judge": "smal"})
    with pytest.raises(UsageError, match=r"^nli: no judge smal, did you mean small"):
        citevet.Verifier(nli="smal")


@pytest.mark.usefixtures("project")
def test_cosine_asks_no_judge() -> None:
    """Both flags at once make no sense: one would be ignored."""
    error = raised(*DOORS[2], "--cosine", "--judge", "small")
    assert (UsageError, 2) == (type(error), error.exit_code)
    assert "verify: --cosine asks no judge, and --judge small names one. Leave out one of the two." == str(error)


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("flags", [["--judge"], ["--judge", "best"]])
def test_judge_without_a_name_uses_the_best_installed(flags: list[str]) -> None:
    """Only `small` is installed here, so `small` is the best."""
    done = CliRunner().invoke(group, ["check", "paper.md", "--report", "--format", "json", *flags])
    assert ["small"] == list(json.loads(done.stdout)["run"]["models"])


@pytest.mark.usefixtures("project")
def test_verify_takes_best_as_a_name() -> None:
    """`best` names the judge that runs without the flag."""
    with_name, without = (CliRunner().invoke(group, [*DOORS[2], *flags]) for flags in (["--judge", "best"], []))
    assert (0, without.stdout) == (with_name.exit_code, with_name.stdout)


def test_a_model_in_another_package_is_found(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point of the group `citevet.models` names the package; its `base` is preferred to `small`."""
    with pytest.raises(ModelError, match="no such model"):
        find_model("base")
    assert "small" == find_best_judge()
    package, info = project / "site/some_models", project / "site/some_models-1.0.dist-info"
    for folder in (package, info):
        folder.mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('a package with models is never imported')\n")
    copytree(find_model("small"), package / "base")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-models\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[citevet.models]\nbase = some_models\n")
    monkeypatch.syspath_prepend(project / "site")
    assert package / "base" == find_model("base")
    assert "base" == find_best_judge()
