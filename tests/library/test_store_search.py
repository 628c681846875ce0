"""Searching the corpus: what is found, where, and that nothing a user types is a command."""

from pathlib import Path
from unicodedata import normalize

import pytest

from citevet.library import search as module
from citevet.library.search import search
from citevet.library.shelf import Shelf, open_shelf
from citevet.library.snippet import snippet
from citevet.library.terms import asked, terms
from citevet.library.windows import LENGTH, windows

SOURCES = {
    "REF-001": "도쿄는 일본의 수도이다. 인구가 많다.",
    "REF-002": "개인정보보호법 제15조에 따르면 동의가 필요하다.",
    "REF-003": 'Improving the café’s recall: generalisations AND "quotes" NEAR(x).',
    "REF-004": "The roofs were warm in summer.",
    "REF-005": "The roofs were warm in summer.",
    "REF-006": "東京は日本の首都です。",
    "REF-007": "x" * 5_000 + " needle",
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    root = tmp_path_factory.mktemp("project")
    folder = root / ".citevet" / "corpus"
    folder.mkdir(parents=True)
    for ref, text in SOURCES.items():
        (folder / f"{ref}-x.md").write_text(f"---\nref_id: {ref}\ntitle: A title\n---\n{text}\n", "utf-8")
    return open_shelf(root)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("도쿄", ["REF-001"]),
        ("도쿄에서", ["REF-001"]),
        ("인구", ["REF-001"]),
        ("법", ["REF-002"]),
        ("보호법", ["REF-002"]),
        (normalize("NFD", "도쿄"), ["REF-001"]),  # as macOS writes it
        ("東京", ["REF-006"]),
        ("首都", ["REF-006"]),
        ("improved", ["REF-003"]),
        ("CAFE", ["REF-003"]),
        ("generalisation", ["REF-003"]),
        ("roof warmth summers", ["REF-004", "REF-005"]),
        ("needle", ["REF-007"]),
        ("서울", []),
        ("", []),
        ("   ", []),
        ("*", []),
        ('"', []),
        ("NOT", []),
        ("\x00", []),
        ("👍", []),
        ('" OR ( NEAR(', ["REF-003"]),
        ("terms:recall", ["REF-003"]),
        ("recall AND unheardof", ["REF-003"]),
        ("-recall", ["REF-003"]),
        ("'; DROP TABLE pages; --", []),
    ],
)
def test_what_a_question_finds(shelf: Shelf, query: str, expected: list[str]) -> None:
    """Particles, inflections, accents and case do not matter, and no sign of the query language is one."""
    assert expected == sorted(hit.entry for hit in search(shelf, query))


def test_equal_scores_go_by_id(shelf: Shelf) -> None:
    """Two sources of the same words come in the order of their ids, every time."""
    first = search(shelf, "roofs warm")
    assert ["REF-004", "REF-005"] == [hit.entry for hit in first]
    assert first[0].score == first[1].score
    assert first == search(shelf, "roofs warm")
    assert first[:1] == search(shelf, "roofs warm", limit=1)
    assert [] == search(shelf, "roofs warm", limit=0)


def test_a_rare_word_weighs_more(shelf: Shelf) -> None:
    """The source with the word that few have comes first."""
    assert "REF-001" == search(shelf, "roofs 도쿄")[0].entry


def test_common_words_are_left_out_unless_there_are_no_others(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bound of one window, a word in two is common: it is asked for only alone."""
    monkeypatch.setattr(module, "_FEW", 1)
    assert ["REF-007"] == [hit.entry for hit in search(shelf, "roofs needle")]
    assert ["REF-004", "REF-005"] == [hit.entry for hit in search(shelf, "roofs")]


def test_a_page_answers_once_with_its_best_window(tmp_path: Path) -> None:
    """A long text is one hit, and the snippet shows the words that were asked for."""
    folder = tmp_path / ".citevet" / "corpus"
    folder.mkdir(parents=True)
    (folder / "REF-001.md").write_text("---\nref_id: REF-001\ntitle: A title\n---\n")
    text = "Walls were cold. " * 400 + "The roof was warm in August. " + "Walls were cold. " * 400
    (folder / "REF-001.txt").write_text(f"{text}\nThe roof.")
    (hit,) = search(open_shelf(tmp_path), "roof August")
    assert ("REF-001", None, None) == (hit.entry, hit.page, hit.label)
    assert "The roof was warm in August." in hit.snippet
    assert hit.snippet.startswith("…")
    assert hit.snippet.endswith("…")


@pytest.mark.parametrize("query", ["a " * 200_000, "가" * 100_000, "x" * 1_000_000, '"' * 100_000])
def test_a_question_without_end_ends(shelf: Shelf, query: str) -> None:
    """What is longer than any question is cut."""
    assert 10 >= len(search(shelf, query))


def test_text_is_cut_into_terms() -> None:
    """Words as they are, runs of Hangul and Han in pairs, with the last character alone."""
    assert ["도쿄", "쿄는", "는", "gpt", "4", "日本", "本"] == list(terms("도쿄는 GPT-4, 日本"))
    assert [("도쿄", False), ("쿄는", False), ("법", True), ("roof", False)] == list(asked("도쿄는 법 Roof"))


@pytest.mark.parametrize("text", ["", "short", "a" * 9_000, "word " * 3_000, "\n" * 5_000, "One. Two.\n\n" * 800])
def test_windows_are_the_whole_text_in_order(text: str) -> None:
    """No character is lost, and none is longer than the bound."""
    found = list(windows(text))
    assert text == "".join(text[first:last] for first, last in found)
    assert LENGTH >= max((last - first for first, last in found), default=0)


def test_a_snippet_shows_where_most_of_the_words_are() -> None:
    """Two words near one another beat one word earlier."""
    text = f"Roofs. {'Nothing here. ' * 60}The warm roofs of August.{' Nothing here.' * 60}"
    assert "warm roofs of August" in snippet(text, ["roofs", "warm", "august"])
    assert "Nothing at all." == snippet("Nothing at all.", [])
