"""`citevet doctor`: what works here, what is missing, and what to do about it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from citevet.cli import group


def doctor(*words: str) -> Result:
    return CliRunner().invoke(group, ["doctor", *words])


def test_a_sound_installation(here: Path) -> None:
    """Models are loaded and tested, and the network is said to be off; exit 0."""
    (here / "citevet.toml").write_text("offline = true\n")
    done = doctor()
    assert 0 == done.exit_code, done.output
    found = {line[9:].split("  ")[0]: line for line in done.stdout.splitlines()}
    assert found["model small"].startswith("ok ")
    assert "loaded and tested in" in found["model embedder"]
    assert "network never used (offline)" in found["configuration"]
    assert f"project {here}" in found["configuration"]


def test_what_is_missing_is_named_with_how_to_get_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without tesseract and git the command says what needs them; they are optional, so it exits with 0."""
    monkeypatch.setenv("PATH", str(here))
    done = doctor("--json")
    found = {each["name"]: each for each in json.loads(done.stdout)}
    assert 0 == done.exit_code
    assert ("missing", True) == (
        found["tesseract"]["state"],
        "apt install tesseract-ocr" in found["tesseract"]["details"],
    )
    assert ("missing", True) == (found["git"]["state"], "--staged" in found["git"]["details"])


def test_tesseract_and_its_languages(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed program is shown with the languages that it can read."""
    program = here / "tesseract"
    program.write_text("#!/bin/sh\necho 'List of available languages (3):'; echo kor; echo eng; echo osd\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(here))
    assert f"tesseract       {program}; languages: eng, kor" in doctor().stdout


def test_a_broken_part_is_an_error(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged model or configuration is named, the other parts are still tested, and the exit code is 2."""
    (here / "citevet.toml").write_text("jobs = -1\n")
    (here / "small").mkdir()
    for name in ("tokenizer.json", "int8.onnx"):
        (here / "small" / name).write_bytes(b"damaged")
    monkeypatch.setenv("CITEVET_WEIGHTS", str(here))
    done = doctor()
    assert 2 == done.exit_code
    failed = [line.split("  ")[1].strip() for line in done.stdout.splitlines() if line.startswith("failed")]
    assert ["model small", "configuration"] == [name for name in failed if name]
