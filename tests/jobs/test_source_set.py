"""Sources that somebody sent along are filed; nothing else of this machine is."""

import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from citevet.jobs.source_set import GivenFile, file_sources

PAPER = next((Path(__file__).parents[2] / "examples/thesis/papers").glob("*.pdf"))
BIBLIOGRAPHY = Path(__file__).parents[2] / "examples/thesis/references.bib"


def _give(folder: Path, name: str, data: bytes) -> GivenFile:
    digest = sha256(data).hexdigest()
    (folder / digest).write_bytes(data)
    return GivenFile(name, folder / digest, digest)


def _quiet(*_: object) -> None:
    """Nobody follows."""


def _file_list(folder: Path, written: str) -> Path:
    """File a bibliography that names a PDF, and return the corpus."""
    listed = f"@article{{own, title = {{A title}}, author = {{Doe, Jane}}, year = 2019, file = {{{written}}}}}"
    place = folder / "content"
    place.write_text(listed, encoding="utf-8")
    given = GivenFile("list.bib", place, sha256(listed.encode()).hexdigest())
    home, _ = file_sources([given], [], folder / "library", lambda *_: None)
    return home / "corpus"


@pytest.mark.parametrize(
    "form", ["{path}", "{path}:application/pdf", "Full Text:{path}:PDF", "../../../{name}", "{link}"]
)
def test_a_list_that_was_sent_names_no_file_of_this_machine(tmp_path: Path, form: str) -> None:
    """A stranger's .bib could otherwise have any document of the server filed, and show it page by page."""
    secret = tmp_path / "secret.pdf"
    shutil.copyfile(PAPER, secret)
    (tmp_path / "link.pdf").symlink_to(secret)
    corpus = _file_list(tmp_path, form.format(path=secret, name=secret.name, link=tmp_path / "link.pdf"))
    assert [path.name for path in corpus.rglob("*") if path.suffix == ".pdf"] == []
    assert list(corpus.rglob("*.md")), "the entry itself is filed"


def test_two_checks_file_the_same_set_at_once(tmp_path: Path) -> None:
    """Both get the whole set: neither deletes the folder of the other, nor keeps half of it for later."""
    lists = [_give(tmp_path, "list.bib", BIBLIOGRAPHY.read_bytes())]
    sources = [_give(tmp_path, "a.pdf", PAPER.read_bytes()), _give(tmp_path, "b.pdf", b"%PDF-1.7")]
    both_started = threading.Barrier(2, timeout=60)

    def file_set(_: int) -> tuple[Path, list[dict[str, str]]]:
        calls: list[object] = []

        def follow(*called: object) -> None:
            calls.append(called)
            if len(calls) == 1:
                both_started.wait()

        return file_sources(lists, sources, tmp_path / "library", follow)

    with ThreadPoolExecutor(2) as pool:
        (home, filed), (other_home, other_filed) = pool.map(file_set, range(2))
    assert home == other_home
    assert filed == other_filed
    assert [("a.pdf", "filed"), ("b.pdf", "unreadable")] == [(each["file"], each["status"]) for each in filed]
    assert [each.name for each in home.rglob("*.pdf")]
    assert [home] == list((tmp_path / "library").iterdir())


def test_the_sets_that_are_used_stay(tmp_path: Path) -> None:
    """A set that a check uses again is newer than those filed in between; only a few of those are kept."""
    library, sets = tmp_path / "library", [[_give(tmp_path, f"{number}.txt", b"A text.")] for number in range(8)]
    first, _ = file_sources([], sets[0], library, _quiet)
    (left := library / ".new-left").mkdir()
    os.utime(left, (0, 0))
    for age, given in enumerate(sets[1:]):
        os.utime(file_sources([], given, library, _quiet)[0] / "filed.json", (age, age))
        assert first == file_sources([], sets[0], library, _quiet)[0]
        assert (first / "citevet.toml").is_file()
    kept = list(library.iterdir())
    assert first in kept
    assert 4 == len(kept)


def test_notes_name_files_as_they_were_given(tmp_path: Path) -> None:
    """What could not be read is named, without the folders of the server."""
    lists = [_give(tmp_path, "bad.bib", b"@article{")]
    sources = [_give(tmp_path, "papers/empty.txt", b""), _give(tmp_path, "cut.pdf", b"%PDF-1.7")]
    _, filed = file_sources(lists, sources, tmp_path / "library", _quiet)
    notes = {each["file"]: each["note"] for each in filed}
    assert {"bad.bib", "papers/empty.txt", "cut.pdf"} == notes.keys()
    assert not any(str(tmp_path) in note for note in notes.values()), notes
    assert not [note for note in notes.values() if str(tmp_path) in note or "incoming" in note]


@pytest.mark.parametrize("name", ["Ж" * 140 + ".txt", "papers/" + "é" * 143, "x." + "ü" * 140, "🌳" * 70 + ".pdf"])
def test_a_name_may_have_more_bytes_than_systems_take(tmp_path: Path, name: str) -> None:
    """Names are limited by characters where they come in, and by bytes on disk."""
    (filed,) = file_sources([], [_give(tmp_path, name, b"")], tmp_path / "library", _quiet)[1]
    assert name == filed["file"]
    assert "unreadable" == filed["status"]
