"""Reports for people in German and Korean: whole catalogues, and nothing else changes with the language."""

import json
import re
import shutil
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from click.testing import CliRunner

from citevet.cli import group
from citevet.model import Existence, Flag, Reason, ReferenceWord, Safety, Scope, Severity, SourceKind, Support, Verdict
from citevet.model.record import NoticeKind
from citevet.model.references import Certainty
from citevet.report import FORMATS, TRANSLATED
from citevet.report.languages import LANGUAGES, Words, load_words
from citevet.rules import RULES

ROOT = Path(__file__).parents[2]
VIEW = ROOT / "src/citevet/report/html_view"
OTHERS = [each for each in LANGUAGES if each != "en"]
# The constants of the scripts whose values are shown, and the names that come with the data.
_SHOWN = ("SUPPORT", "EXISTENCE", "REASONS", "SAFETY", "VERDICT", "TABS", "KEYS")
_LABELS = re.compile(r'"((?:Report|Findings|Review) \([A-Z]+\)|Load a review …|Print …)"')


def names(text: str) -> set[str]:
    """Return the names that are filled into a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def list_view_words() -> set[str]:
    """Return what the scripts of the page say in English."""
    said: set[str] = set()
    for file in VIEW.glob("*.js"):
        if file.name == "reference_table.js":  # the page of `citevet references` is English
            continue
        code = file.read_text("utf-8")
        said |= {*re.findall(r'\btr\("([^"]+)"', code)}
        said |= {*re.findall(r'\btr\(rows\.length \? "([^"]+)" : "', code), *_LABELS.findall(code)}
        said |= {f"{{n}} {each}{s}" for each in re.findall(r'plural\([^()]*, "([^"]+)"\)', code) for s in ("", "s")}
        for name in _SHOWN:
            for block in re.findall(rf"const {name} = \{{(.*?)\}};", code, re.DOTALL):
                said |= {*re.findall(r': "([^"]+)"', block)}
        for block in re.findall(r"const SIX = \[(.*?)\]", code):
            said |= {f"{{n}} {each}" for each in re.findall('"([^"]+)"', block)}
    said |= {each.replace("-", " ") for kind in (Flag, NoticeKind) for each in get_args(kind)}
    said |= {*get_args(ReferenceWord), *get_args(Certainty), *get_args(SourceKind)}
    return said | {f"only its {each} available" for each in get_args(Scope) if each != "full"}


@pytest.mark.parametrize("language", OTHERS)
def test_no_word_is_missing(language: str) -> None:
    """Each catalogue has the keys of the English one, fills in the same names, and has a title for each rule."""
    words, english = load_words(language), load_words("en")
    assert {key: names(text) for key, text in english.texts.items()} == {
        key: names(text) for key, text in words.texts.items()
    }
    assert {*RULES} == {*words.rules}
    assert load_words("de").view.keys() == words.view.keys()
    assert [] == [text for text, other in words.view.items() if names(text) != names(other)]
    assert all(text.strip() for text in (*words.texts.values(), *words.rules.values(), *words.view.values()))
    assert [] == [text for text in english.texts.values() if text.count("{") > 9]


def test_english_says_what_it_always_said() -> None:
    """Every verdict, severity, reason and way to apply a fix has its word."""
    for language in LANGUAGES:
        words = load_words(language)
        keys = [f"verdict.{each}" for each in get_args(Verdict)]
        keys += [f"severity.{each}" for each in Severity]
        keys += [f"reason.{each}" for each in get_args(Reason)]
        keys += [f"fix.{each}" for each in Safety]
        assert [] == [key for key in keys if key not in words.texts]
    assert {*get_args(Support)} | {*get_args(Existence)}


@pytest.mark.parametrize("language", OTHERS)
def test_the_page_has_a_word_for_all_that_it_says(language: str) -> None:
    """Whatever the scripts show has a translation: their own words, and those that terminal and page have in common."""
    said = list_view_words()
    assert len(said) > 120
    shared = {
        text for key, text in load_words("en").texts.items() if re.match(r"(verdict|severity|reason|fix|count)\.", key)
    }
    assert set() == said - shared - {*load_words(language).view}
    numbers = re.compile(r"[0-9.,]+")
    assert "1.200 Belege" == load_words("de").count(1_200, "citation")
    assert ["1,200"] == numbers.findall(load_words("ko").count(1_200, "citation"))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example project, as the current folder."""
    folder = tmp_path / "project"
    shutil.copytree(ROOT / "examples", folder)
    monkeypatch.chdir(folder)
    return folder


def check(*options: str) -> str:
    return CliRunner().invoke(group, ["check", "memo.md", "--today", "2026-06-01", *options]).stdout


def test_only_formats_for_people_change(project: Path) -> None:
    """A language of the configuration changes terminal and page; JSON, SARIF and all others stay as they are."""
    before = {name: check("--format", name) for name in FORMATS}
    settings = project / "citevet.toml"
    settings.write_text(f'language = "de"\n{settings.read_text("utf-8")}', "utf-8")
    after = {name: check("--format", name) for name in FORMATS}
    assert TRANSLATED == {name for name in FORMATS if strip(before[name]) != strip(after[name])}
    assert before["full"] == check("--language", "en")
    for word in ("QUO002 verändertes Zitat Fehler", "Vorschlag:", "NICHT BESTANDEN  4 Fehler", "Nicht geprüft:"):
        assert word in after["full"]
    assert "QUO002 Fehler: verändertes Zitat: altered quotation" in after["concise"]
    assert "QUO002 오류: 바뀐 인용문: altered quotation" in check("--language", "ko", "--format", "concise")


def strip(text: str) -> str:
    """Return a report without its part on the run, which may differ between equal runs."""
    text = re.sub(r'"run": \{.*?\n  \}', "", text, flags=re.DOTALL)
    return re.sub(r'"seconds": [0-9.e-]+', "", text)


def test_the_page_carries_its_words(project: Path) -> None:
    """The page names its language, and has the titles of the rules that ran; the English one carries no catalogue."""
    assert project.is_dir()
    for language in LANGUAGES:
        page = check("--format", "html", "--language", language)
        carried = json.loads(re.findall(r'id="report-words">(.*?)</script>', page)[0])
        assert f'<html lang="{language}">' in page
        assert load_words(language).rules.get("QUO002") == carried.get("altered-quotation")
        assert bool(carried) == (language != "en")


def test_a_language_that_nobody_wrote(project: Path) -> None:
    """Another language is refused with the known ones."""
    assert project.is_dir()
    ran = CliRunner().invoke(group, ["check", "memo.md", "--language", "fr"])
    assert 2 == ran.exit_code
    assert "'en', 'de', 'ko'" in ran.stderr


def test_what_is_filled_in_is_no_template() -> None:
    """Braces in what a document says stay as they are."""
    words = Words("en", {"a": "also {code}: {message}"}, {}, {})
    assert "also X: {0} {message}" == words.say("a", code="X", message="{0} {message}")
