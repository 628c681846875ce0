"""Writing a fixed text back to its file."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from citevet.errors import WriteError
from citevet.model import Document
from citevet.model.document import Format
from citevet.world.file_writer import write_document


def saved(path: Path, data: bytes, *, encoding: str = "utf-8", form: Format = "markdown") -> Document:
    """Write a file and return it as a reader would."""
    path.write_bytes(data)
    text = data.decode(encoding, errors="replace")
    return Document(str(path), form, text, encoding, sha256(data).hexdigest())


@pytest.mark.parametrize(
    ("encoding", "old", "new"),
    [
        ("utf-8", "서울 a\r\nb".encode(), "서울 c\r\nb".encode()),
        ("utf-8-sig", b"\xef\xbb\xbfa", b"\xef\xbb\xbfc"),
        ("cp949", "서울 a".encode("cp949"), "서울 c".encode("cp949")),
        ("utf-16", "a한".encode("utf-16"), "c한".encode("utf-16")),
    ],
)
def test_encoding_and_line_ends_stay(tmp_path: Path, encoding: str, old: bytes, new: bytes) -> None:
    """Encoding, byte order mark and line ends do not change."""
    path = tmp_path / "a.md"
    document = saved(path, old, encoding=encoding)
    write_document(path, document, document.text.replace("a", "c"))
    assert new == path.read_bytes()
    assert [path] == list(tmp_path.iterdir())


def test_permissions_stay(tmp_path: Path) -> None:
    """The file keeps its mode."""
    path = tmp_path / "a.md"
    document = saved(path, b"a")
    path.chmod(0o640)
    write_document(path, document, "b")
    assert path.stat().st_mode & 0o777 == 0o640


def test_link_is_followed(tmp_path: Path) -> None:
    """A symbolic link stays a link, and its target gets the text."""
    target = tmp_path / "real" / "a.md"
    target.parent.mkdir()
    document = saved(target, b"a")
    link = tmp_path / "link.md"
    link.symlink_to(target)
    write_document(link, document, "b")
    assert link.is_symlink()
    assert target.read_bytes() == b"b"


@pytest.mark.parametrize("form", ["docx", "pdf", "epub", "rtf"])
def test_other_formats_are_refused(tmp_path: Path, form: Format) -> None:
    """The text of a DOCX or PDF is not its file, so it is never written over it."""
    path = tmp_path / "a"
    document = saved(path, b"a", form=form)
    with pytest.raises(WriteError, match=f"cannot write fixes to {form} files"):
        write_document(path, document, "b")
    assert path.read_bytes() == b"a"


@pytest.mark.parametrize(
    ("data", "encoding", "new", "message"),
    [
        (b"a\xff", "utf-8", "b", "not valid utf-8"),  # a byte that was replaced when it was read
        (b"\xef\xbb\xbfa", "utf-8", "b", None),  # the mark as a character: nothing is lost
        (b"a", "no-such-encoding", "b", "not valid no-such-encoding"),
        (b"a", "ascii", "a—b", "'—', which ascii cannot encode"),
    ],
)
def test_a_text_that_cannot_be_encoded_is_not_written(
    tmp_path: Path, data: bytes, encoding: str, new: str, message: str | None
) -> None:
    """Neither is a text whose original bytes cannot be restored."""
    path = tmp_path / "a.md"
    path.write_bytes(data)
    text = data.decode("utf-8", errors="replace")
    document = Document(str(path), "markdown", text, encoding, sha256(data).hexdigest())
    if message is None:
        write_document(path, document, new)
        assert path.read_bytes() == b"b"
        return
    with pytest.raises(WriteError, match=message):
        write_document(path, document, new)
    assert data == path.read_bytes()


def test_a_changed_file_is_not_overwritten(tmp_path: Path) -> None:
    """The other edit stays, and the temporary file is removed."""
    path = tmp_path / "a.md"
    document = saved(path, b"a")
    path.write_bytes(b"mine")
    with pytest.raises(WriteError, match="changed during the check"):
        write_document(path, document, "b")
    assert path.read_bytes() == b"mine"
    assert [path] == list(tmp_path.iterdir())


def test_a_missing_file_or_a_folder_is_an_error(tmp_path: Path) -> None:
    """The error names the path."""
    document = saved(tmp_path / "a.md", b"a")
    with pytest.raises(WriteError, match=r"b\.md: cannot write the file"):
        write_document(tmp_path / "b.md", document, "b")
    with pytest.raises(WriteError, match="not a writable file"):
        write_document(tmp_path, document, "b")


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file stays, and the temporary file is removed."""
    path = tmp_path / "a.md"
    document = saved(path, b"a")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteError, match="No space left on device"):
        write_document(path, document, "b")
    assert path.read_bytes() == b"a"
    assert [path] == list(tmp_path.iterdir())


KILLED = """
import os, sys
from hashlib import sha256
from pathlib import Path
from citevet.world.file_writer import write_document
from citevet.model import Document
path, name, when = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
data = path.read_bytes()
real = getattr(os, name)
def dies(*arguments, **options):
    if when == "before":
        os._exit(9)
    real(*arguments, **options)
    os._exit(9)
setattr(os, name, dies)
write_document(path, Document(str(path), "markdown", data.decode(), "utf-8", sha256(data).hexdigest()), "new" * 100_000)
"""


@pytest.mark.parametrize(
    ("step", "when", "expected"),
    [
        ("close", "before", "old"),
        ("chmod", "before", "old"),
        ("chmod", "after", "old"),
        ("fsync", "before", "old"),
        ("fsync", "after", "old"),
        ("replace", "before", "old"),
        ("replace", "after", "new"),
    ],
)
def test_a_killed_process_leaves_the_old_or_the_new_file(tmp_path: Path, step: str, when: str, expected: str) -> None:
    """The file is complete, whichever step the process dies in."""
    path = tmp_path / "a.md"
    path.write_bytes(b"old" * 100_000)
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path), step, when], check=False)
    assert ended.returncode == 9
    assert (expected * 100_000).encode() == path.read_bytes()
