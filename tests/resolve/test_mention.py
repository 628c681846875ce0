"""Mentions of files."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from citevet.model import Citation, Difference, Entry, Resolution, Source
from citevet.resolve import Ground, local

Make = Callable[..., Entry]
Resolve = Callable[..., Resolution | None]
Find = Callable[[str], Citation]


def test_a_file_of_the_project(resolved: Resolve, tmp_path: Path) -> None:
    """Its source is named by the path, with the hash of today."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "voice.md").write_bytes(b"Voice.\n")
    source = Source("docs/voice.md", "artifact", path="docs/voice.md", sha256=sha256(b"Voice.\n").hexdigest())
    assert Resolution("found", source=source) == resolved("See @./docs/voice.md here.")


def test_an_entry_of_the_corpus(cited: Find, ground: Callable[..., Ground], entry: Make, tmp_path: Path) -> None:
    """A mention of an entry's file leads to the entry."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "REF-043-voice.md").write_text("Voice.\n")
    ungraded = entry(grade=None)
    files = {(tmp_path / "docs" / "REF-043-voice.md").resolve(): ungraded}
    found = local(cited("See @docs/REF-043-voice.md here."), None, ground(ungraded, files=files))
    assert found is not None
    assert found.source is not None
    assert ("REF-043", "corpus", ("unassessed",)) == (found.source.id, found.source.kind, found.flags)


def test_no_such_file(resolved: Resolve, entry: Make) -> None:
    """It is missing, and where the corpus has its id under another name that is told."""
    path = ".citevet/corpus/REF-043-voice.md"
    other = Difference("path", "docs/REF-043-old.md", path)
    assert Resolution("missing") == resolved("See @docs/voice.md here.", entry())
    assert Resolution("missing") == resolved("See @docs/REF-099-x.md here.", entry())
    assert Resolution("missing", differences=(other,)) == resolved("See @docs/REF-043-old.md here.", entry())


def test_outside(resolved: Resolve) -> None:
    """A mention does not lead out of the project."""
    assert Resolution("unchecked", "blocked", flags=("outside-root",)) == resolved("See @../docs/voice.md here.")
