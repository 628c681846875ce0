"""Reading bytes by the ending of the file name."""

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
def test_ending_selects_the_format(name: str, expected: Any) -> None:
    """In any case; an unknown ending means plain text."""
    assert expected == parse(b"words", name).format


def test_path_hash_and_encoding() -> None:
    """They are kept in the document."""
    data = b"\xef\xbb\xbfa\r\n"
    document = parse(data, "folder/a.md")
    assert ("folder/a.md", sha256(data).hexdigest(), "utf-8-sig", "a\r\n") == (
        document.path,
        document.sha256,
        document.encoding,
        document.text,
    )


def test_pdf_named_md_is_refused() -> None:
    """The error names the real format."""
    with pytest.raises(NotADocument, match="this is a PDF"):
        parse(b"%PDF-1.7\n", "a.md")


def test_lone_surrogate_is_read() -> None:
    """A string that UTF-8 cannot encode is read."""
    assert "a?b" == parse_text("a\ud800b").text


def test_shown_path_and_limit(tmp_path: Path) -> None:
    """Findings carry the path that the user gave; the limit is the caller's."""
    (tmp_path / "a.md").write_text("words")
    assert "docs/a.md" == read(tmp_path / "a.md", shown="docs/a.md").path
    with pytest.raises(TooLarge):
        read(tmp_path / "a.md", max_bytes=2)


def test_documents_have_readers() -> None:
    """Every ending that a folder is searched for has a reader."""
    assert set(READERS) >= DOCUMENTS
    assert {".md", ".txt", ".html", ".docx", ".pdf", ".tex"} <= DOCUMENTS


@pytest.mark.parametrize("name", sorted(READERS))
def test_empty_file(name: str) -> None:
    """An empty file of any format is an empty document or a ReadError."""
    try:
        assert "" == parse(b"", f"a{name}").text
    except ReadError as error:
        assert error.advice  # noqa: PT017 - both ends are right, and the refusal must help
