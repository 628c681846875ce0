"""Searching the corpus by what its sources are about, with the embedded model."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas

from citevet.corpus.indexed_corpus import open_corpus
from citevet.corpus.search import SourceOpening
from citevet.corpus.sqlite_index import SignScan, VectorScan, take_signs
from citevet.errors import ModelError, UsageError
from citevet.jobs.corpus import search
from citevet.jobs.corpus.search import CorpusIndexed, index_corpus, search_corpus
from citevet.session import Session

CANVAS: Any = Canvas  # reportlab has no types
SOURCES = {
    "REF-001": ("Aspirin after acute myocardial infarction", "Patients had fewer deaths at five weeks."),
    "REF-002": ("The Price of a Street Tree", "An attack of beetles cost the city a third of its elms."),
    "REF-003": ("심근경색 환자의 아스피린 복용", "심근경색 환자가 하루 안에 아스피린을 복용하면 사망이 줄었다."),
}

OPENINGS = """
    SELECT id, title, number, label, coalesce(substr(text, first + 1, last - first), '')
    FROM entries JOIN openings ON openings.entry = entries.key LEFT JOIN pages ON pages.key = page
    ORDER BY place, path
"""


@pytest.fixture
def project(here: Path) -> Path:
    """A corpus of three sources, two in English."""
    folder = here / ".citevet/corpus"
    folder.mkdir(parents=True)
    for ref, (title, text) in SOURCES.items():
        (folder / f"{ref}-x.md").write_text(f"---\nref_id: {ref}\ntitle: {title}\n---\n{text}\n", "utf-8")
    return here


def found(query: str, *, words_only: bool = False) -> list[str]:
    return [hit.entry.id for hit in search_corpus(query, Session(), words_only=words_only).found]


@pytest.mark.usefixtures("project")
def test_other_words_find_a_source() -> None:
    """A heart attack is a myocardial infarction, and comes before the word "attack" alone; by words it is not found."""
    assert ["REF-001", "REF-002"] == found("heart attack")
    assert ["REF-002"] == found("heart attack", words_only=True)


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("attack of beetles", ["REF-002"]),  # all the words come first
        ("cost of planting in towns", ["REF-002"]),
        ("quantum chromodynamics", []),
        ("zebra", []),
        ("심근경색", ["REF-003"]),
    ],
)
def test_what_is_about_nothing_of_it_is_not_found(query: str, expected: list[str]) -> None:
    """Nearness has a floor: a question about something else finds nothing, as before."""
    assert expected == found(query)


@pytest.mark.usefixtures("project")
def test_many_vectors_are_compared_by_their_signs_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Above the limit the same sources are found: the best by their signs are compared exactly."""
    expected = [search_corpus(query, Session()) for query in ("heart attack", "cost of planting in towns")]
    monkeypatch.setattr("citevet.corpus.sqlite_index.MOST_EXACT", 2)
    assert expected == [search_corpus(query, Session()) for query in ("heart attack", "cost of planting in towns")]


def test_signs_find_the_nearest_of_many() -> None:
    """Vectors near a question are among those that are compared exactly, and the far ones are not compared."""
    chance = Random(4)  # noqa: S311 - no secret hangs on it
    asked = bytes(chance.choices((20, 236), k=384))  # 236 is -20 as a signed byte
    far = {f"far {number}": chance.randbytes(384) for number in range(500)}
    near = {f"near {number}": bytes(asked[:330]) + chance.randbytes(54) for number in range(10)}
    read: list[list[str]] = []

    def read_vectors(digests: list[str]) -> VectorScan:
        read.append(digests)
        return VectorScan([(digest, (far | near)[digest]) for digest in digests])

    scan = SignScan([(name, take_signs(value)) for name, value in (far | near).items()], read_vectors, rescored=40)
    assert set(near) == set(scan.find_nearest(asked, 10))
    assert [40] == [len(digests) for digests in read]


@pytest.mark.usefixtures("project")
def test_a_hit_by_meaning_shows_where_it_stands() -> None:
    """Its snippet is the opening of the source, nothing is marked in it, and its score lies between 0 and 1."""
    hit = search_corpus("heart attack", Session()).found[0]
    assert ("Patients had fewer deaths at five weeks.", ()) == (hit.snippet, hit.marks)
    assert 0 < hit.score <= 1


@pytest.mark.usefixtures("project")
def test_a_language_that_the_model_does_not_read_loads_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Korean is searched by words, without waiting for a model; so is anything with `--words`."""
    monkeypatch.setattr("citevet.jobs.embedding.CachedVectors", pytest.fail)
    assert ["REF-003"] == found("심근경색 환자")
    assert ["REF-002"] == found("beetles", words_only=True)


@pytest.mark.usefixtures("project")
def test_too_much_to_embed_is_said_and_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search does not take minutes: words alone are searched, and a note names the command that embeds once."""
    monkeypatch.setattr(search, "_AT_ONCE", 2)
    searched = search_corpus("heart attack", Session())
    assert ["REF-002"] == [hit.entry.id for hit in searched.found]
    assert "`citevet corpus index`" in searched.note
    assert CorpusIndexed(3, 4, 4) == index_corpus(Session())
    assert CorpusIndexed(3, 4, 0) == index_corpus(Session())
    searched = search_corpus("heart attack", Session())
    assert (["REF-001", "REF-002"], "") == ([hit.entry.id for hit in searched.found], searched.note)


@pytest.mark.usefixtures("project")
def test_without_the_model_words_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing model is a note, not an error."""

    def missing(*_: object) -> None:
        raise ModelError("no such model", to="embedder", advice="Install it.")

    monkeypatch.setattr("citevet.jobs.embedding.CachedVectors", missing)
    searched = search_corpus("beetles", Session())
    assert ["REF-002"] == [hit.entry.id for hit in searched.found]
    assert searched.note.startswith("words alone were searched: embedder")


@pytest.mark.usefixtures("project")
def test_bad_vectors_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in `verify`: an embedder that gives no numbers is not passed over."""
    monkeypatch.setattr("citevet.jobs.embedding.run_embedder", lambda _, texts: [[float("nan")]] * len(texts))
    with pytest.raises(UsageError, match="not a finite number"):
        search_corpus("heart attack", Session())


def test_the_head_of_a_source_is_its_title_and_where_it_says_something(project: Path) -> None:
    """A cover page is passed over; a source without words has its title alone; ids are in order."""
    folder = project / ".citevet/corpus"
    canvas = CANVAS(str(folder / "REF-011-x.pdf"), pagesize=A5)
    for lines in (["A Cover"], ["The second page says something at last."] * 10):
        for number, line in enumerate(lines):
            canvas.drawString(40, 500 - 20 * number, line)
        canvas.showPage()
    canvas.save()
    (folder / "REF-011-x.md").write_text("---\nref_id: REF-011\ntitle: Covered\n---\n", "utf-8")
    (folder / "REF-004-x.md").write_text("---\nref_id: REF-004\ntitle: Nothing\n---\n", "utf-8")
    (folder / "REF-010-x.md").write_text("---\nref_id: REF-010\n---\n" + "Words of a long note. " * 200, "utf-8")
    rows = open_corpus(project).query(lambda connection: connection.execute(OPENINGS).fetchall())
    found = {row[0]: SourceOpening(*row) for row in rows}
    assert ["REF-001", "REF-002", "REF-003", "REF-004", "REF-010", "REF-011"] == list(found)
    assert SOURCES["REF-001"] == (found["REF-001"].title, found["REF-001"].text)
    assert ("Nothing", "") == (found["REF-004"].title, found["REF-004"].text)
    assert (2, "The second") == (found["REF-011"].page, found["REF-011"].text[:10])
    assert 1_000 <= len(found["REF-010"].text) <= 2_000
