"""Limits on zip archives: unpacked bytes are counted, and zip bombs are refused before they are unpacked."""

import zipfile
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from citevet.errors import Damaged, Encrypted, ReadError, TooLarge
from citevet.read import docx
from citevet.read.archive import open_archive


def packed(name: str, content: bytes, method: int = ZIP_DEFLATED) -> bytes:
    """Zip one part."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", method) as target:
        target.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("said", "kind"), [(60 * 2**20, TooLarge), (1_000, Damaged)], ids=["honest", "lying-directory"]
)
def test_zip_bomb_is_refused_without_unpacking(
    said: int, kind: type[ReadError], monkeypatch: pytest.MonkeyPatch
) -> None:
    """60 MiB of zeros in 60 KB are refused, whatever size the directory states."""
    data = bytearray(packed("word/document.xml", b"\0" * (60 * 2**20)))
    size = data.index(b"PK\x01\x02") + 24
    assert data[size : size + 4] == (60 * 2**20).to_bytes(4, "little")
    data[size : size + 4] = said.to_bytes(4, "little")
    inflated = 0
    plain = zipfile.ZipExtFile.read

    def counted(self: zipfile.ZipExtFile, size: int | None = -1) -> bytes:
        nonlocal inflated
        chunk = plain(self, size)
        inflated += len(chunk)
        return chunk

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counted)
    with pytest.raises(kind):
        docx.read(bytes(data), "bomb.docx")
    assert inflated <= 1_000


def test_unpacked_bytes_are_counted_over_all_parts() -> None:
    """Three parts of 20 MiB exceed 50 MiB, even if the directory hides it."""
    opened = open_archive(packed("a", b"\0" * (20 * 2**20), ZIP_STORED), "x.docx")
    assert len(opened.part("a") or b"") == len(opened.part("a") or b"") == 20 * 2**20
    with pytest.raises(TooLarge, match="50 MiB"):
        opened.part("a")


def test_part_with_password_is_encrypted() -> None:
    """The flag in the directory is enough."""
    data = bytearray(packed("a", b"words"))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(Encrypted, match="password"):
        open_archive(bytes(data), "x.docx").part("a")


def test_unknown_compression_is_refused() -> None:
    """Word writes stored and deflated parts only; other methods could bypass the limits."""
    with pytest.raises(Damaged, match="unknown way"):
        open_archive(packed("a", b"words", zipfile.ZIP_LZMA), "x.docx").part("a")


def test_wrong_checksum_is_damage() -> None:
    """A part whose bytes changed is not read."""
    data = bytearray(packed("a", b"words", ZIP_STORED))
    data[data.index(b"words")] = ord("W")
    with pytest.raises(Damaged, match="checksum"):
        open_archive(bytes(data), "x.docx").part("a")


def test_missing_part_is_none() -> None:
    """Optional parts may be absent."""
    assert open_archive(packed("a", b""), "x.docx").part("b") is None
