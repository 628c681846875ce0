"""Loading the bytes of a file, and decoding them."""

import io
import os
from hashlib import sha256
from pathlib import Path

import pytest

from citevet.errors import MissingInput, NotADocument, ReadError, TooLarge, UnreadableInput
from citevet.read.files import decode, load_file

KOREAN = "한국어로 쓴 문장이다. 이 연구는 인용을 다룬다. 그 결과는 다음과 같다.\n" * 5
POLISH = "Zażółć gęślą jaźń, a potem idź do łóżka; już późno było w Łodzi.\n" * 5
FRENCH = "L’été dernier, à la fête du café, Zoë a payé 5 € “pour voir”.\n" * 5


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"plain", "plain", "utf-8"),
        (b"", "", "utf-8"),
        ("가😀".encode(), "가😀", "utf-8"),
        (b"\xef\xbb\xbfa", "a", "utf-8-sig"),
        (b"\xff\xfea\x00", "a", "utf-16"),
        (b"\xfe\xff\x00a", "a", "utf-16"),
        (b"\xff\xfe\x00\x00a\x00\x00\x00", "a", "utf-32"),
        (FRENCH.encode("cp1252"), FRENCH, "cp1252"),
        (POLISH.encode("cp1250"), POLISH, "cp1250"),
        (KOREAN.encode("cp949"), KOREAN, "cp949"),
        (KOREAN.encode("euc-kr"), KOREAN, "cp949"),
        (b"a\x00b", "a\x00b", "utf-8"),
        (b"a\r\nb\rc", "a\r\nb\rc", "utf-8"),
    ],
    ids=[
        "ascii",
        "empty",
        "utf-8",
        "bom",
        "utf-16-le",
        "utf-16-be",
        "utf-32",
        "cp1252",
        "cp1250",
        "cp949",
        "euc-kr",
        "nul",
        "crlf",
    ],
)
def test_text_and_encoding(data: bytes, text: str, encoding: str) -> None:
    """The text is complete, without its byte order mark, and the encoding is named."""
    found = decode(data, "x.md")
    assert (text, encoding) == (found.text, found.encoding)


def test_bad_bytes_become_replacement_characters() -> None:
    """Three bad bytes in a UTF-8 file are three U+FFFD, counted in a note."""
    data = "가나다라마바사 ".encode() * 20 + b"\xff a \xfe b \xff" + "끝".encode()
    found = decode(data, "x.md")
    assert ("utf-8", 3) == (found.encoding, found.text.count("\ufffd"))
    assert found.text.endswith("\ufffd a \ufffd b \ufffd끝")
    assert found.notes[0].startswith("3 byte sequences")


def test_guessed_encoding_is_noted() -> None:
    """A text that is not UTF-8 gets a note."""
    assert ("The text is not UTF-8; read as cp1252.",) == decode(FRENCH.encode("cp1252"), "x.md").notes


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"".join(sha256(bytes([number])).digest() for number in range(250)), "binary content, not text"),
        (b"%PDF-1.7\n1 0 obj", "this is a PDF, not text"),
        (b"PK\x03\x04abc", "this is a zip archive (DOCX, EPUB and ODT are such), not text"),
        (b"\xd0\xcf\x11\xe0", "this is an old Office file, not text"),
        (b"\x89PNG\r\n", "this is a PNG picture, not text"),
        (b"\x00" * 100, "binary content, not text"),
    ],
    ids=["random", "pdf", "zip", "doc", "png", "nuls"],
)
def test_binary_content_is_refused(data: bytes, what: str) -> None:
    """The error names the file, its kind, and what to do."""
    with pytest.raises(NotADocument) as caught:
        decode(data, "folder/x.md")
    assert (what, "folder/x.md", True) == (caught.value.what, caught.value.to, bool(caught.value.advice))
    # Another ending helps only where there is a reader.
    assert ("file ending" in caught.value.advice) == data.startswith((b"%PDF", b"PK"))
    assert (".docx" in caught.value.advice) == data.startswith(b"\xd0")


def test_regular_file_is_loaded(tmp_path: Path) -> None:
    """An empty one too."""
    (tmp_path / "a.md").write_bytes(b"a\r\n")
    (tmp_path / "b.md").write_bytes(b"")
    assert (b"a\r\n", b"") == (load_file(tmp_path / "a.md"), load_file(tmp_path / "b.md"))


@pytest.mark.parametrize(
    ("name", "error", "what"),
    [
        ("nosuch.md", MissingInput, "no such file"),
        ("folder", NotADocument, "this is a folder"),
        ("pipe", NotADocument, "not a regular file"),
        ("dangling", MissingInput, "no such file"),
        ("a\0b.md", UnreadableInput, "cannot be opened"),
        ("x" * 300, UnreadableInput, "cannot be opened"),
        ("file/inside.md", UnreadableInput, "cannot be opened"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, name: str, error: type[ReadError], what: str) -> None:
    """With name and advice, and without waiting for a pipe."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(error, match=what) as caught:
        load_file(tmp_path / name, shown="shown.md")
    assert ("shown.md", 2, True) == (caught.value.to, caught.value.exit_code, bool(caught.value.advice))


def test_refused_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error carries the system's reason."""
    (tmp_path / "a.md").write_bytes(b"x")

    def refuse(*_args: object, **_named: object) -> io.BytesIO:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("citevet.read.files.open_regular", refuse)
    with pytest.raises(UnreadableInput, match="Permission denied"):
        load_file(tmp_path / "a.md")


def test_file_beyond_the_limit_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused by its size."""
    path = tmp_path / "big.md"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    opened: list[Path] = []
    monkeypatch.setattr(Path, "open", lambda self, *_args: opened.append(self))
    with pytest.raises(TooLarge, match="larger than 64 MB"):
        load_file(path)
    assert [] == opened


def test_growing_file_is_refused_at_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not read to its end."""
    path = tmp_path / "log.md"
    path.write_bytes(b"x" * 10)
    monkeypatch.setattr("citevet.read.files.open_regular", lambda _path: io.BytesIO(b"x" * 1000))
    with pytest.raises(TooLarge):
        load_file(path, max_bytes=100)


def test_file_of_the_exact_limit_is_read(tmp_path: Path) -> None:
    """The limit is inclusive."""
    (tmp_path / "a.md").write_bytes(b"x" * 100)
    assert 100 == len(load_file(tmp_path / "a.md", max_bytes=100))
