"""Mentions of files."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from citevet.model import Citation, Difference, Entry, Resolution, Source
from citevet.resolve.local import resolve_locally
from citevet.resolve.local.context import LocalContext

Make = Callable[..., Entry]
Resolve = Callable[..., Resolution | None]
Find = Callable[[str], Citation]


def test_mention_of_project_file(resolved: Resolve, tmp_path: Path) -> None:
    """Its source is named by the path, with its current hash."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "voice.md").write_bytes(b"Voice.\n")
    source = Source("docs/voice.md", "artifact", path="docs/voice.md", sha256=sha256(b"Voice.\n").hexdigest())
    assert Resolution("found", source=source) == resolved("See @./docs/voice.md here.")


def test_mention_of_entry(cited: Find, context: Callable[..., LocalContext], entry: Make, tmp_path: Path) -> None:
    """The file of an entry leads to the entry."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "REF-043-voice.md").write_text("Voice.\n")
    ungraded = entry(grade=None)
    files = {(tmp_path / "docs" / "REF-043-voice.md").resolve(): ungraded}
    found = resolve_locally(cited("See @docs/REF-043-voice.md here."), None, context(ungraded, files=files))
    assert found is not None
    assert found.source is not None
    assert ("REF-043", "corpus", ("unassessed",)) == (found.source.id, found.source.kind, found.flags)


def test_mention_of_missing_file(resolved: Resolve, entry: Make) -> None:
    """If the corpus has its id under another name, that path is reported."""
    path = ".citevet/corpus/REF-043-voice.md"
    other = Difference("path", "docs/REF-043-old.md", path)
    assert Resolution("missing") == resolved("See @docs/voice.md here.", entry())
    assert Resolution("missing") == resolved("See @docs/REF-099-x.md here.", entry())
    assert Resolution("missing", differences=(other,)) == resolved("See @docs/REF-043-old.md here.", entry())


def test_mention_outside_project(resolved: Resolve) -> None:
    """A mention does not lead out of the project."""
    assert Resolution("unchecked", "blocked", flags=("outside-root",)) == resolved("See @../docs/voice.md here.")
