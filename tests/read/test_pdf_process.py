"""PDFs are read in a process of their own, whose crash, hang or hunger for memory is an error of one file."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from fuzz.hostile.packed import PDF_BOMBS
from reportlab.pdfgen import canvas as reportlab

from citevet.errors import Damaged, TooComplex
from citevet.read import parse, pdf
from citevet.read.metadata import read_metadata, read_pdf_properties
from citevet.read.pdf import process
from citevet.world.child_process import ChildProcess, keep_children


@pytest.fixture(autouse=True)
def kept_children() -> None:
    """Let each test start and end processes of its own."""


def make_pdf() -> bytes:
    stream = BytesIO()
    canvas: Any = vars(reportlab)["Canvas"](stream, invariant=True)
    canvas.setTitle("A title")
    canvas.bookmarkPage("one")
    canvas.addOutlineEntry("Methods", "one")
    canvas.drawString(72, 720, "The tower is 330 m high [1].")
    canvas.save()
    return stream.getvalue()


def test_the_process_reads_what_the_reader_reads() -> None:
    """Nothing is lost on the way: text, spans, outline and properties are those of the reader itself."""
    data = make_pdf()
    with keep_children():
        assert pdf.read(data, "a.pdf") == process.read(data, "a.pdf")
        assert read_pdf_properties(data) == read_metadata(data, "a.pdf")
    assert "A title" == read_pdf_properties(data).title


@pytest.mark.parametrize("name", ["forms-10-20", "recursive-pair"])
def test_a_bomb_is_one_error_and_the_next_file_is_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms that draw each other without end take the time or the memory of the child, and of no other process."""
    monkeypatch.setattr(process, "PDF_SECONDS", 1.0)
    with keep_children():
        with pytest.raises(TooComplex, match=r"a\.pdf: too large or too complex: the PDF library crashed, or took"):
            parse(PDF_BOMBS[name](), "a.pdf")
        assert "330 m" in parse(make_pdf(), "b.pdf").text


def test_errors_keep_their_kind() -> None:
    """What the reader refuses is refused in the same words."""
    with pytest.raises(Damaged, match=r"^a\.pdf: it is not a PDF, whatever its name"):
        parse(b"no", "a.pdf")


def test_one_process_serves_many_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a run the process is started once, and it ends with the run."""
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def count(*args: object, **named: object) -> subprocess.Popen[bytes]:
        started.append(start(*args, **named))  # type: ignore[call-overload]
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", count)
    with keep_children():
        for _ in range(3):
            parse(make_pdf(), "a.pdf")
    assert 1 == len(started)
    assert started[0].poll() is not None


def test_a_package_of_the_project_is_not_imported(here: Path) -> None:
    """A folder `citevet` in the audited project does not replace ours in the child."""
    (here / "citevet").mkdir()
    (here / "citevet/__init__.py").write_text("import os; os._exit(3)")
    os.chdir(here)
    assert "330 m" in parse(make_pdf(), "a.pdf").text


def test_closing_twice_is_harmless() -> None:
    """A child that was never started, or is gone, can be closed, and its next request starts another."""
    child = ChildProcess("citevet.read.pdf.child")
    child.close()
    for _ in range(2):
        request = {"task": "metadata", "path": "a.pdf", "seconds": 20}
        assert b"A title" in child.ask(request, make_pdf(), seconds=20)
        child.close()
        child.close()
