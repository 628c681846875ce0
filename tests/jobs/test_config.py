"""File, environment, flags: which wins, and what is said of a slip."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from citevet.config import load_config
from citevet.errors import ConfigError
from citevet.model import Severity


def test_defaults_are_offline_and_fail_on_error(here: Path) -> None:
    """Without any file, a run is offline and fails on errors only."""
    found = load_config(here)
    assert (found.is_offline, found.fail_level, found.strict) == (True, Severity.ERROR, False)


def test_offline_beats_online(here: Path) -> None:
    """With both options set there is no network."""
    assert load_config(here, {"offline": True, "online": True}).is_offline
    assert not load_config(here, {"online": True}).is_offline


def test_nearest_file_wins_and_is_not_merged(here: Path) -> None:
    """A folder's own citevet.toml replaces the project's; nothing of that shines through."""
    (here / "citevet.toml").write_text('strict = true\nignore = ["UNC"]\n')
    inner = here / "inner"
    inner.mkdir()
    (inner / "citevet.toml").write_text('ignore = ["KEY"]\n')
    assert (load_config(inner).strict, load_config(inner).ignore) == (False, ("KEY",))
    assert (load_config(here).strict, load_config(here).ignore) == (True, ("UNC",))


def test_pyproject_without_our_table_is_passed_over(here: Path) -> None:
    """Somebody else's pyproject.toml does not hide the project's citevet.toml above it."""
    (here / "citevet.toml").write_text("strict = true\n")
    inner = here / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text('[project]\nname = "x"\n')
    assert load_config(inner).strict
    (inner / "pyproject.toml").write_text("[tool.citevet]\nstrict = false\n")
    assert not load_config(inner).strict


def test_flags_beat_environment_beats_file(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearer to the user, the stronger."""
    (here / "citevet.toml").write_text('format = "json"\n')
    assert load_config(here).format == "json"
    monkeypatch.setenv("CITEVET_FORMAT", "sarif")
    assert load_config(here).format == "sarif"
    assert load_config(here, {"format": "github", "select": None}).format == "github"


def test_lists_may_be_written_with_commas(here: Path) -> None:
    """Flags and the environment write lists as people type them."""
    assert load_config(here, {"select": "KEY, IDN001"}).select == ("KEY", "IDN001")


def test_date_of_the_run(here: Path) -> None:
    """A run can be given its date."""
    assert date(2026, 2, 3) == load_config(here, {"today": "2026-02-03"}).today


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("strct = true\n", "unknown key strct, did you mean strict?"),
        ('fail-on = ["sometimes"]\n', "fail-on = sometimes"),
        ("max-bytes = 0\n", "max-bytes"),
        ("strict = \n", "cannot be read"),
    ],
)
def test_a_slip_is_named_with_its_file(here: Path, content: str, words: str) -> None:
    """A wrong key, value or file is one sentence with the place and the way out."""
    (here / "citevet.toml").write_text(content)
    with pytest.raises(ConfigError) as caught:
        load_config(here)
    assert words in str(caught.value)
    assert "citevet.toml" in str(caught.value)


def test_levels_by_prefix_and_by_name(here: Path) -> None:
    """A project may set the level of a family, of one code, or by name; the longer selector wins."""
    (here / "citevet.toml").write_text('[severity]\nUNC = "error"\nUNC003 = "info"\n')
    found = load_config(here).severities
    assert (Severity.ERROR, Severity.INFO) == (found["UNC001"], found["UNC003"])


def test_a_level_for_no_rule_is_said(here: Path) -> None:
    """A code that does not exist cannot have a level."""
    (here / "citevet.toml").write_text('[severity]\nNOPE9 = "error"\n')
    with pytest.raises(ConfigError, match=r"citevet\.toml: severity = NOPE9: unknown rule"):
        load_config(here)


@pytest.mark.parametrize(
    ("table", "named"),
    [
        ('select = ["KEX"]', "select = KEX: unknown rule. Did you mean KEY?"),
        ('ignore = ["KEY", "NOPE9"]', "ignore = NOPE9: unknown rule. "),
        ('[per-file-ignores]\n"a.md" = ["NOPE9"]', "per-file-ignores.a.md = NOPE9: unknown rule. "),
    ],
)
def test_an_unknown_rule_is_named_with_its_file(here: Path, table: str, named: str) -> None:
    """Who sets it is part of the message: it may be a file in a folder above."""
    (here / "citevet.toml").write_text(table)
    with pytest.raises(ConfigError) as refused:
        load_config(here)
    assert f"{here / 'citevet.toml'}: {named}" in str(refused.value)


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"corpus": "nowhere"}, "no such folder"),
        ({"replay": "nowhere"}, "no such folder"),
        ({"format": "paper"}, "no format paper"),
    ],
)
def test_a_flag_that_names_nothing_is_said(here: Path, flags: dict[str, str], words: str) -> None:
    """A missing corpus, a missing folder of recorded answers and an unknown format are refused."""
    with pytest.raises(ConfigError, match=words):
        load_config(here, flags)


def test_the_variable_that_names_no_corpus_is_said(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the variable, not the file that it overrides."""
    (here / "citevet.toml").write_text('corpus = "kept"\n')
    monkeypatch.setenv("CITEVET_CORPUS", "/nowhere")
    with pytest.raises(ConfigError) as caught:
        load_config(here)
    assert ("/nowhere", "no such folder, which CITEVET_CORPUS names as the corpus") == (
        caught.value.to,
        caught.value.what,
    )


@pytest.mark.parametrize("key", ["corpus", "baseline", "output", "judge"])
def test_a_path_that_no_system_can_open_is_said(here: Path, key: str) -> None:
    """A null character in a setting ends in a sentence that names file and key."""
    (here / "citevet.toml").write_text(f'{key} = "a\\u0000b"\n')
    with pytest.raises(ConfigError) as caught:
        load_config(here)
    assert f"{here / 'citevet.toml'}: {key} = a\\0b: no path has a null character" == caught.value.what


def test_a_table_that_is_none_is_said(here: Path) -> None:
    """`citevet = true` in pyproject.toml is a slip with a sentence, not a traceback."""
    (here / "pyproject.toml").write_text("[tool]\ncitevet = true\n")
    with pytest.raises(ConfigError, match="is not a table"):
        load_config(here)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"risk": 5.0}, "--risk 5: it must be larger than 0 and smaller than 1."),
        ({"today": "tomorrow"}, "--today tomorrow: it must be a date such as 2026-06-01."),
        ({"max_bytes": 0}, "--max-bytes 0: it must be larger than 0 and at most 4294967296."),
        ({"jobs": -1}, "--jobs -1: it must be at least 0 and at most 1024."),
        ({"jobs": "many"}, "--jobs many: it must be a whole number."),
        ({"fail_on": ("never",)}, "--fail-on never: it must be 'error', 'warning', 'info' or 'incomplete'."),
        ({"rsk": 5}, "unknown key --rsk, did you mean risk?"),
    ],
)
def test_a_wrong_flag_is_named_with_what_is_allowed(here: Path, flags: dict[str, Any], said: str) -> None:
    """The error names the flag, its value and the allowed values, and no file."""
    (here / "citevet.toml").write_text("strict = true\n")
    with pytest.raises(ConfigError) as caught:
        load_config(here, flags)
    assert said == str(caught.value)


def test_a_wrong_variable_is_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value from the environment is blamed on its variable."""
    monkeypatch.setenv("CITEVET_RISK", "7")
    with pytest.raises(ConfigError) as caught:
        load_config(here)
    assert "CITEVET_RISK=7: it must be larger than 0 and smaller than 1." == str(caught.value)


def test_a_wrong_value_in_a_file_is_named_with_the_file(here: Path) -> None:
    """The error names the file, the key, the value and the allowed values."""
    (here / "citevet.toml").write_text("strict = 3\n")
    with pytest.raises(ConfigError) as caught:
        load_config(here)
    assert str(caught.value).startswith(f"{here / 'citevet.toml'}: strict = 3: it must be true or false. ")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("pyproject.toml", "[tool.citevet\nstrict = true\n", "cannot be read"),
        ("citevet.toml", "[tool.citevet]\nstrict = true\n", "[tool.citevet] is for pyproject.toml"),
    ],
)
def test_settings_that_cannot_be_found_are_an_error(here: Path, name: str, text: str, said: str) -> None:
    """A file that cannot be parsed and names our table, and our table in our own file, are not passed over."""
    (here / name).write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_config(here)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["tool = 1\n", "tool = []\n", "[[tool]]\ncitevet = 1\n", "a = " + "[" * 90_000])
def test_a_foreign_pyproject_never_fails(here: Path, text: str) -> None:
    """Whatever another program's file holds, it is passed over."""
    (here / "pyproject.toml").write_text(text)
    assert not load_config(here).strict


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 90_000,
        ".".join("a" * 90_000) + " = 1",
        "max-bytes = " + "9" * 6_000,
        "max-bytes = 0x" + "f" * 9_000,
        "max-bytes = 99999999999999999999",
        "jobs = 99999999",
        "risk = nan",
        "select = 1",
    ],
)
def test_hostile_settings_are_one_line(here: Path, text: str) -> None:
    """Depth, length and size of values are refused with the name of the file."""
    (here / "citevet.toml").write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_config(here)
    assert str(here / "citevet.toml") in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("corpus", ["/", ".."])
def test_a_corpus_around_the_project_is_refused(here: Path, corpus: str) -> None:
    """A walk through the whole disk is not what a corpus is for."""
    (here / "citevet.toml").write_text(f'corpus = "{corpus}"\n')
    with pytest.raises(ConfigError, match="contains the whole project"):
        load_config(here)


@pytest.mark.parametrize(("asked", "same"), [(True, "best"), (False, "none")])
def test_a_judge_may_be_switched_on(tmp_path: Path, *, asked: bool, same: str) -> None:
    """The library takes true for the best judge installed and false for none, as the MCP server does."""
    assert load_config(tmp_path, {"judge": asked}).judge == load_config(tmp_path, {"judge": same}).judge
