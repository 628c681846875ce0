"""Full-text search in the corpus; no input is interpreted as query syntax."""

from pathlib import Path
from unicodedata import normalize

import pytest
from tests.corpus.sources import SOURCES

from citevet.corpus import search as module
from citevet.corpus.index_refresh import WINDOW_LENGTH, split_windows
from citevet.corpus.indexed_corpus import IndexedCorpus, open_corpus
from citevet.corpus.search import make_snippet, search
from citevet.text.tokens import index_terms, query_terms


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> IndexedCorpus:
    root = tmp_path_factory.mktemp("project")
    folder = root / ".citevet" / "corpus"
    folder.mkdir(parents=True)
    for ref, text in SOURCES.items():
        (folder / f"{ref}-x.md").write_text(f"---\nref_id: {ref}\ntitle: A title\n---\n{text}\n", "utf-8")
    return open_corpus(root)


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
        ("ᦃᦲᧃ", ["REF-008"]),  # two words to the tokenizer
    ],
)
def test_search_results(corpus: IndexedCorpus, query: str, expected: list[str]) -> None:
    """Particles, inflections, accents and case do not matter."""
    assert expected == sorted(hit.entry for hit in search(corpus, query))


def test_equal_scores_are_sorted_by_id(corpus: IndexedCorpus) -> None:
    """Two sources with the same words always come in the same order."""
    first = search(corpus, "roofs warm")
    assert ["REF-004", "REF-005"] == [hit.entry for hit in first]
    assert first[0].score == first[1].score
    assert first == search(corpus, "roofs warm")
    assert first[:1] == search(corpus, "roofs warm", limit=1)
    assert [] == search(corpus, "roofs warm", limit=0)


def test_rare_word_ranks_higher(corpus: IndexedCorpus) -> None:
    """The source with the rarer word comes first."""
    assert "REF-001" == search(corpus, "roofs 도쿄")[0].entry


def test_common_words_are_left_out_unless_alone(corpus: IndexedCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a limit of one window, a word in two windows is common."""
    monkeypatch.setattr(module, "_FEW_WINDOWS", 1)
    assert ["REF-007"] == [hit.entry for hit in search(corpus, "roofs needle")]
    assert ["REF-004", "REF-005"] == [hit.entry for hit in search(corpus, "roofs")]


def test_page_is_one_hit_with_best_window(tmp_path: Path) -> None:
    """The snippet of a long text shows the words of the query."""
    folder = tmp_path / ".citevet" / "corpus"
    folder.mkdir(parents=True)
    (folder / "REF-001.md").write_text("---\nref_id: REF-001\ntitle: A title\n---\n")
    text = "Walls were cold. " * 400 + "The roof was warm in August. " + "Walls were cold. " * 400
    (folder / "REF-001.txt").write_text(f"{text}\nThe roof.")
    (hit,) = search(open_corpus(tmp_path), "roof August")
    assert ("REF-001", None, None) == (hit.entry, hit.page, hit.label)
    assert "The roof was warm in August." in hit.snippet
    assert hit.snippet.startswith("…")
    assert hit.snippet.endswith("…")


def test_page_with_many_windows_does_not_hide_others(tmp_path: Path) -> None:
    """Every window of a long page is better than that of the short one, and both pages are found."""
    folder = tmp_path / ".citevet" / "corpus"
    folder.mkdir(parents=True)
    for ref, text in (("REF-001", "The roof was warm. " * 6_000), ("REF-002", "A roof. " + "Walls were cold. " * 50)):
        (folder / f"{ref}.md").write_text(f"---\nref_id: {ref}\ntitle: A title\n---\n")
        (folder / f"{ref}.txt").write_text(text)
    assert ["REF-001", "REF-002"] == [hit.entry for hit in search(open_corpus(tmp_path), "roof")]


@pytest.mark.parametrize("query", ["a " * 200_000, "가" * 100_000, "x" * 1_000_000, '"' * 100_000])
def test_long_query_is_cut(corpus: IndexedCorpus, query: str) -> None:
    """A very long query is answered."""
    assert 10 >= len(search(corpus, query))


def test_text_is_split_into_terms() -> None:
    """Words as they are; Hangul and Han in pairs, with the last character alone."""
    assert ["도쿄", "쿄는", "는", "gpt", "4", "日本", "本"] == list(index_terms("도쿄는 GPT-4, 日本"))
    assert [("도쿄", False), ("쿄는", False), ("법", True), ("roof", False)] == list(query_terms("도쿄는 법 Roof"))


@pytest.mark.parametrize("text", ["", "short", "a" * 9_000, "word " * 3_000, "\n" * 5_000, "One. Two.\n\n" * 800])
def test_windows_cover_text_in_order(text: str) -> None:
    """No character is lost, and no window is too long."""
    found = list(split_windows(text))
    assert text == "".join(text[first:last] for first, last in found)
    assert WINDOW_LENGTH >= max((last - first for first, last in found), default=0)


def test_snippet_shows_most_terms() -> None:
    """Two words close together beat one earlier word."""
    text = f"Roofs. {'Nothing here. ' * 60}The warm roofs of August.{' Nothing here.' * 60}"
    assert "warm roofs of August" in make_snippet(text, ["roofs", "warm", "august"])
    assert "Nothing at all." == make_snippet("Nothing at all.", [])
