"""Scanned PDFs: recognized with tesseract where it is installed, and named where it is not."""

import os
import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from click.testing import CliRunner, Result

from citevet.cli import group
from citevet.read import parse, pdf
from citevet.world import ocr

PAGES = (
    (
        "Street trees",
        "",
        "Trees cool streets by three degrees in summer [1]. Roofs",
        "heat the air of the city [7].",
    ),
    ("References", "", "[1] Lee, J. (2020). Streets. Nature 5, 1-9."),
)
_SIZE = (595, 842)
canvas: Any = import_module("reportlab.pdfgen.canvas")
utils: Any = import_module("reportlab.lib.utils")
pypdfium2: Any = import_module("pypdfium2")


def make_text() -> bytes:
    buffer = BytesIO()
    paper = canvas.Canvas(buffer, pagesize=_SIZE)
    for lines in PAGES:
        paper.setFont("Times-Roman", 14)
        for number, line in enumerate(lines):
            paper.drawString(72, 780 - 20 * number, line)
        paper.showPage()
    paper.save()
    return buffer.getvalue()


def make_scan(*, blank: bool = False) -> bytes:
    """Return the pages as pictures, as a scanner does; with `blank`, an empty page after them."""
    buffer = BytesIO()
    paper = canvas.Canvas(buffer, pagesize=_SIZE)
    for page in pypdfium2.PdfDocument(make_text()):
        paper.drawImage(utils.ImageReader(page.render(scale=200 / 72).to_pil()), 0, 0, *_SIZE)
        paper.showPage()
    if blank:
        paper.showPage()
    paper.save()
    return buffer.getvalue()


# What tesseract 5.3 prints for the pages above, as a program of our own: words with their boxes.
_FAKE = """#!{python}
import sys
pages = {pages!r}
if "--list-langs" in sys.argv:
    sys.exit(print("List of available languages (2):\\neng\\nosd"))
sys.stdin.buffer.read()
with open({state!r}, "a+") as state:
    state.seek(0)
    lines = pages[len(state.read()) % len(pages)]
    state.write(".")
print("level\\tpage_num\\tblock_num\\tpar_num\\tline_num\\tword_num\\tleft\\ttop\\twidth\\theight\\tconf\\ttext")
for number, line in enumerate(lines):
    left = 300
    for place, word in enumerate(line.split(), 1):
        print(5, 1, 1, 1, number + 1, place, left, 220 + 83 * number, 28 * len(word), 40, 96.0, word, sep="\\t")
        left += 28 * len(word) + 14
"""
PROGRAMS = ["fake", *(["real"] if which("tesseract") else [])]


@pytest.fixture(autouse=True)
def kept_children() -> None:
    """Let each test start its own process, which looks for programs where the test has put them."""


def hide_programs(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))


@pytest.fixture(params=PROGRAMS)
def _tesseract(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The installed program, if there is one, and one that prints the same table."""
    if request.param == "fake":
        hide_programs(monkeypatch, tmp_path / "bin")
        program = tmp_path / "bin" / "tesseract"
        program.write_text(_FAKE.format(python=sys.executable, pages=PAGES, state=str(tmp_path / "state")))
        program.chmod(0o755)


def check(*words: str) -> Result:
    return CliRunner().invoke(group, ["check", *words])


@pytest.mark.usefixtures("_tesseract")
def test_a_scan_is_read_where_tesseract_is_installed(here: Path) -> None:
    """Findings are on the recognized text, their place says so, and so does a note."""
    (here / "scan.pdf").write_bytes(make_scan())
    done = check("scan.pdf", "--select", "KEY001")
    assert "KEY001 undefined-citation info" in done.stdout
    assert "no reference [7] (the list has only [1])" in done.stdout
    assert "= place: page 1, ocr\n" in done.stdout
    assert "scan.pdf: note: 2 scanned pages were read with text recognition, which makes mistakes" in done.stderr
    assert 0 == done.exit_code


@pytest.mark.usefixtures("_tesseract")
def test_recognized_lines_become_paragraphs() -> None:
    """The title, the paragraph and the heading of the list are apart; lines of one paragraph are joined."""
    document = parse(make_scan(blank=True), "scan.pdf")
    lines = document.text.replace("\f", "").split("\n")
    assert ["Street trees", f"{PAGES[0][2]} {PAGES[0][3]}", "References", PAGES[1][2]] == [
        each for each in lines if each
    ]
    assert ["page 1, ocr", "page 2, ocr", "page 3"] == [place.label for place in document.places]


def test_without_tesseract_one_line_says_what_to_install(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scan without the program is not read, exit 2; a PDF with text needs no program."""
    hide_programs(monkeypatch, tmp_path / "bin")
    (here / "scan.pdf").write_bytes(make_scan())
    done = check("scan.pdf")
    said = (
        "citevet: scan.pdf: 2 pages of pictures without text. Install tesseract (`apt install tesseract-ocr`, "
        "`brew install tesseract`), or run the file through OCR.\n"
    )
    assert (2, "", said) == (done.exit_code, done.stdout, done.stderr)
    (here / "text.pdf").write_bytes(make_text())
    assert "KEY001" in check("text.pdf").stdout


@pytest.mark.usefixtures("_tesseract")
def test_text_recognition_can_be_switched_off(here: Path) -> None:
    """With --no-ocr, or `ocr = false` in the configuration, no program is started."""
    (here / "scan.pdf").write_bytes(make_scan())
    said = "citevet: scan.pdf: 2 pages of pictures without text. Text recognition is switched off.\n"
    assert said == check("scan.pdf", "--no-ocr").stderr
    (here / "citevet.toml").write_text("ocr = false\n")
    assert said == check("scan.pdf").stderr
    assert 0 == check("scan.pdf", "--ocr").exit_code


@pytest.mark.usefixtures("_tesseract")
def test_pages_beyond_the_bound_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long scan is read up to the bounds on pages and time, and a note says how much is missing."""
    monkeypatch.setattr(pdf, "MAX_SCANS", 1)
    document = pdf.read(make_scan(), "scan.pdf")
    assert ["page 1, ocr", "page 2"] == [place.label for place in document.places]
    assert any(note.startswith("1 page of pictures not recognized") for note in document.notes)
    monkeypatch.setattr(pdf, "MAX_SECONDS", -1)
    assert "2 pages of pictures not recognized" in pdf.read(make_scan(), "scan.pdf").metadata["unread"]


@pytest.mark.parametrize("script", ["exit 3", "printf '5\\t1\\t\\377'"])
def test_a_program_that_fails_stops_nothing(script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error or rubbish from the program leaves the page unread."""
    program = tmp_path / "tesseract"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert ocr.find_tesseract() == str(program)
    assert "" == parse(make_scan(), "scan.pdf").text
