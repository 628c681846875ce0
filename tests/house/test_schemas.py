"""The published schemas are up to date, and real files and reports hold against them."""

import json
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import citevet
from citevet.cli.init import read_template
from citevet.config import load_config
from citevet.errors import ConfigError
from citevet.report import render
from citevet.schemas import Name, schema

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["config", "policy", "report"])
def test_a_schema_is_what_the_code_gives(name: Name) -> None:
    """The files are what docs/schemas.py makes of the configuration and of the shapes, and are schemas themselves."""
    made = run_path(str(ROOT / "docs/schemas.py"))
    assert made["text"](made[f"{name}_schema"]()) == (ROOT / f"src/citevet/schemas/{name}.schema.json").read_text(
        "utf-8"
    )
    Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", ["foo", "../report", "", 5])
def test_an_unknown_schema_is_refused(name: Any) -> None:
    """The error is one of the package and has the names that exist."""
    with pytest.raises(citevet.CitevetError, match=r"schema: no schema .*\. Use one of config, policy, report, tool\."):
        schema(name)


def test_a_real_report_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report on the example paper, which has every kind of record, is valid; one without its verdict is not."""
    monkeypatch.chdir(ROOT / "examples")
    report = json.loads(render(citevet.check("."), "json"))
    validator = Draft202012Validator(schema("report"))
    assert [] == [error.message for error in validator.iter_errors(report)]
    assert report["documents"][0]["findings"]
    report.pop("verdict")
    report["documents"][0]["judgements"][0]["existence"] = "perhaps"
    assert {"required", "enum"} == {error.validator for error in validator.iter_errors(report)}


@pytest.mark.parametrize(
    ("written", "holds"),
    [
        ({}, True),
        ({"select": ["KEY"], "ignore": "UNC003, FMT", "fail-on": ["warning", "incomplete"]}, True),
        ({"corpus": "research", "corpus-only": True, "rlm": False, "report": True, "format": "audit-json"}, True),
        ({"per-file-ignores": {"a.md": ["UNC"]}, "severity": {"UNC001": "error"}, "jobs": 0}, True),
        ({"corpus_only": True}, False),
        ({"severity": {"UNC001": "fatal"}}, False),
        ({"fail-on": ["always"]}, False),
        ({"format": "paper"}, False),
        ({"max-bytes": 0}, False),
    ],
)
def test_a_configuration_holds_where_we_take_it(here: Path, written: dict[str, Any], *, holds: bool) -> None:
    """The schema takes what the loader takes, and refuses what it refuses."""
    valid = Draft202012Validator(schema("config")).is_valid(written)
    assert holds == valid
    (here / "research").mkdir()
    try:
        load_config(here, written)
    except ConfigError:
        assert not holds
    else:
        assert holds or written == {"corpus_only": True}  # by that name Python callers give it


def test_every_key_is_in_the_starting_file(here: Path) -> None:
    """`citevet init` shows each key of the schema, and what it shows is taken."""
    text = read_template("config")
    shown = text.replace("# [", "[")
    missing = [key for key in schema("config")["properties"] if f"{key} =" not in text and f"[{key}]" not in shown]
    assert [] == missing
    (here / "citevet.toml").write_text("\n".join(_uncommented(text)), encoding="utf-8")
    (here / "research").mkdir()
    (here / "citevet-baseline.json").write_text("{}", encoding="utf-8")
    assert load_config(here).corpus_only is False


def _uncommented(text: str) -> list[str]:
    """Return the examples of the file without the sign that makes them comments."""
    return [line.removeprefix("# ") for line in text.splitlines() if "=" in line or line.startswith("# [")]
