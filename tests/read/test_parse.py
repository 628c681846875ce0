"""Bytes to a Document by the ending of the name."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from citevet.errors import NotADocument, ReadError, TooLarge
from citevet.read import DOCUMENTS, READERS, parse, parse_text, read


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.md", "markdown"),
        ("a.MD", "markdown"),
        ("a.qmd", "markdown"),
        ("a.txt", "text"),
        ("README", "text"),
        ("a.unknown", "text"),
        ("a.tex", "latex"),
        ("a.html", "html"),
    ],
)
def test_format(name: str, expected: Any) -> None:
    """The ending decides, whatever its case; anything unknown is plain text."""
    assert expected == parse(b"words", name).format


def test_record() -> None:
    """Path, hash of the bytes and encoding are kept."""
    data = b"\xef\xbb\xbfa\r\n"
    document = parse(data, "folder/a.md")
    assert ("folder/a.md", sha256(data).hexdigest(), "utf-8-sig", "a\r\n") == (
        document.path,
        document.sha256,
        document.encoding,
        document.text,
    )


def test_pdf_named_md() -> None:
    """A PDF under the name of a Markdown file is refused, with what it is."""
    with pytest.raises(NotADocument, match="this is a PDF"):
        parse(b"%PDF-1.7\n", "a.md")


def test_lone_surrogate() -> None:
    """A string that UTF-8 cannot hold is read all the same."""
    assert "a?b" == parse_text("a\ud800b").text


def test_shown_path(tmp_path: Path) -> None:
    """Findings carry the path that the user gave; the bound is the caller's."""
    (tmp_path / "a.md").write_text("words")
    assert "docs/a.md" == read(tmp_path / "a.md", shown="docs/a.md").path
    with pytest.raises(TooLarge):
        read(tmp_path / "a.md", max_bytes=2)


def test_documents_are_readable() -> None:
    """Every kind of document that a folder is searched for has a reader."""
    assert set(READERS) >= DOCUMENTS
    assert {".md", ".txt", ".html", ".docx", ".pdf", ".tex"} <= DOCUMENTS


@pytest.mark.parametrize("name", sorted(READERS))
def test_empty(name: str) -> None:
    """An empty file of any kind is an empty document or one clear refusal."""
    try:
        assert "" == parse(b"", f"a{name}").text
    except ReadError as error:
        assert error.advice  # noqa: PT017 - both ends are right, and the refusal must help
