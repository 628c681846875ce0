"""Which encoding, and is it text at all."""

from hashlib import sha256

import pytest

from citevet.errors import NotADocument
from citevet.read.decode import decode

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
def test_decoded(data: bytes, text: str, encoding: str) -> None:
    """The text comes out whole, its byte order mark dropped, and the encoding is named."""
    found = decode(data, "x.md")
    assert (text, encoding) == (found.text, found.encoding)


def test_bad_bytes() -> None:
    """Three bad bytes in a UTF-8 file are three U+FFFD, counted in a note; the rest stays."""
    data = "가나다라마바사 ".encode() * 20 + b"\xff a \xfe b \xff" + "끝".encode()
    found = decode(data, "x.md")
    assert ("utf-8", 3) == (found.encoding, found.text.count("\ufffd"))
    assert found.text.endswith("\ufffd a \ufffd b \ufffd끝")
    assert found.notes[0].startswith("3 byte sequences")


def test_a_guess_is_told() -> None:
    """A text that is not UTF-8 says so in a note."""
    assert ("The text is not UTF-8; read as cp1252.",) == decode(FRENCH.encode("cp1252"), "x.md").notes


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"".join(sha256(bytes([number])).digest() for number in range(250)), "binary content, not text"),
        (b"%PDF-1.7\n1 0 obj", "this is a PDF, not text"),
        (b"PK\x03\x04abc", "this is a zip archive (DOCX, EPUB and ODT are such), not text"),
        (b"\x89PNG\r\n", "this is a PNG picture, not text"),
        (b"\x00" * 100, "binary content, not text"),
    ],
    ids=["random", "pdf", "zip", "png", "nuls"],
)
def test_no_text(data: bytes, what: str) -> None:
    """What is no text is refused in one sentence that names the file and the way out."""
    with pytest.raises(NotADocument) as caught:
        decode(data, "folder/x.md")
    assert (what, "folder/x.md", True) == (caught.value.what, caught.value.to, bool(caught.value.advice))
