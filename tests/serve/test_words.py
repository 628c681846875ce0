"""The catalogues of words, and the language that the page is shown in."""

import re
from pathlib import Path
from typing import get_args

import httpx2
import pytest
from tests.serve.conftest import Start
from tests.serve.running_server import RunningServer, send_text, wait_for

from citevet.model.record import Existence, Reason, Support
from citevet.model.references import REFERENCE_WORDS
from citevet.report.languages import LANGUAGES, choose_language, load_kinds, load_page_words
from citevet.rules import RULES

SCRIPTS = Path(__file__).parents[2] / "src/citevet/serve/web"
_NAMES = re.compile(r"\{(\w+)\}")


@pytest.fixture(scope="module")
def server(start_server: Start) -> RunningServer:
    """A server that all tests of the module share."""
    return start_server(workers=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_with_its_names(language: str) -> None:
    """Each catalogue has the texts of the English one, with the same names to fill in, and no others."""
    english, own = load_page_words("en"), load_page_words(language)
    assert english.keys() == own.keys()
    differing = {key: own[key] for key in english if {*_NAMES.findall(english[key])} != {*_NAMES.findall(own[key])}}
    assert {} == differing
    same = [key for key in english if language != "en" and english[key] == own[key] and len(english[key]) > 18]
    assert not same, same


def test_the_page_uses_only_words_that_exist() -> None:
    """Each word that a script names is in the catalogue, so no reader sees a key."""
    words = load_page_words("en")
    named = {
        (file.name, key)
        for file in SCRIPTS.glob("*.js")
        for key in re.findall(r"\b(?:t|counted)\(\s*\"([a-z][\w.]*)\"", file.read_text("utf-8"))
    }
    assert len(named) > 150
    assert [] == sorted(each for each in named if each[1] not in words and f"{each[1]}.one" not in words)


def test_every_reason_and_state_has_words() -> None:
    """What a report can say of a claim, a reference and a finding is in the catalogue."""
    words = load_page_words("en")
    needed = {
        "reason": get_args(Reason),
        "existence": get_args(Existence),
        "support": get_args(Support),
        "claim": get_args(Support),
        "kind": tuple(load_kinds()),
        "word": REFERENCE_WORDS,
        "verdict": ("pass", "fail", "incomplete", "empty"),
    }
    assert [] == [f"{kind}.{name}" for kind, names in needed.items() for name in names if f"{kind}.{name}" not in words]


def test_every_rule_has_a_kind_of_its_own() -> None:
    """Each rule belongs to a kind by the start of its code, and no start is without a rule."""
    starts = [start for kind in load_kinds().values() for start in kind]
    assert [] == [code for code in RULES if not code.startswith(tuple(starts))]
    assert [] == [start for start in starts if not any(code.startswith(start) for code in RULES)]


@pytest.mark.parametrize(
    ("asked", "fallback", "language"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "", "de"),
        ("fr-FR, ko;q=0.5, en;q=0.4", "", "ko"),
        ("en;q=0.2,de;q=0.7", "ko", "de"),
        ("fr,es", "ko", "ko"),
        ("de;q=0", "", "en"),
        ("", "de", "de"),
        ("*", "", "en"),
        ("de" * 5_000, "", "en"),
        ("../../etc/passwd", "no", "en"),
    ],
)
def test_the_browser_chooses_the_language(asked: str, fallback: str, language: str) -> None:
    """The wish with the highest weight that we have is met, else the server's language, else English."""
    assert language == choose_language(asked, fallback)


def test_words_over_http(client: httpx2.Client) -> None:
    """The page gets the catalogue of the browser's language, or of the one that its reader chose."""
    german = client.get("/words.json", headers={"accept-language": "de"})
    assert ("de", "accept-language") == (german.headers["content-language"], german.headers["vary"])
    assert load_page_words("de")["tab.sources"] == german.json()["words"]["tab.sources"]
    chosen = client.get("/words.json", params={"language": "ko"}, headers={"accept-language": "de"}).json()
    assert ("ko", {"en", "de", "ko"}) == (chosen["language"], set(chosen["languages"]))


def test_reports_have_the_language_of_the_project(start_server: Start) -> None:
    """`language` in the settings of the project that is served counts for reports, and for who asks for none."""
    german = start_server(workers=1, options={"language": "de"})
    with german.client() as client:
        job = send_text(client, "Roofs are warm [9].\n\n## References\n\n[1] Ash, R. (2020). Warm roofs.\n")
        wait_for(client, job, "done")
        report = client.get(f"/api/jobs/{job}/report", params={"format": "html"}).text
        assert '<html lang="de"' in report
        assert "de" == client.get("/words.json", headers={"accept-language": "xx"}).json()["language"]
