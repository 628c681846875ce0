"""Recognize the text of scanned pages with the program tesseract, if it is installed."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from citevet.world.child_process import run_program

_SECONDS = 60  # for one page
_LANGUAGES = ("eng", "kor", "deu")  # those of them that are installed are read
_COLUMNS = 12
_WORD = "5"  # the level of a word in the table


class OcrLine(NamedTuple):
    """A recognized line, in pixels from the upper left corner."""

    text: str
    left: int
    right: int
    bottom: int
    first: int  # width of its first word


def find_tesseract() -> str | None:
    """Return the path of the program, or None."""
    from shutil import which  # 10 ms, and few runs meet a scan

    return which("tesseract")


def list_languages(program: str) -> tuple[str, ...]:
    """Return the languages that are installed and that we ask for."""
    installed = (_run(program, "--list-langs", seconds=10) or b"").decode(errors="replace").split()
    return tuple(name for name in _LANGUAGES if name in installed)


def recognize(program: str, image: bytes, languages: tuple[str, ...]) -> list[OcrLine] | None:
    """Return the lines of a picture in reading order; None where the program fails or takes too long."""
    words = ("-l", "+".join(languages)) if languages else ()
    table = _run(program, "stdin", "stdout", *words, "--psm", "3", "tsv", stdin=image)
    return None if table is None else list(_parse_table(table.decode("utf-8", errors="replace")))


def _parse_table(table: str) -> Iterator[OcrLine]:
    cells = (line.split("\t") for line in table.splitlines())
    rows = (row for row in cells if len(row) == _COLUMNS and row[0] == _WORD and row[-1].strip())
    for _, group in groupby(rows, key=lambda row: row[2:5]):  # numbers of block, paragraph and line
        found = list(group)
        boxes = [tuple(map(int, row[6:10])) for row in found]
        left, right = min(box[0] for box in boxes), max(box[0] + box[2] for box in boxes)
        bottom = max(box[1] + box[3] for box in boxes)
        yield OcrLine(" ".join(row[-1].strip() for row in found), left, right, bottom, boxes[0][2])


def _run(program: str, *words: str, stdin: bytes = b"", seconds: int = _SECONDS) -> bytes | None:
    one_thread = {"OMP_THREAD_LIMIT": "1"}  # several threads are slower on one page
    return run_program(program, *words, stdin=stdin, seconds=seconds, environment=one_thread)
