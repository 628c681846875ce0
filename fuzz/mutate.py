"""Mutate sound files of every format and check what must always hold: `python -m fuzz.mutate SECONDS [SEED]`.

Any bytes give a Document or one of our own errors; spans slice back; the same bytes give the same result twice, and it
can be written as JSON.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from citevet.errors import ReadError
from citevet.read import READERS, parse
from citevet.world.child_process import keep_children
from citevet.world.record_json import dump_json
from fuzz import fuzz_extract, fuzz_read
from fuzz.hostile.packed import PDF_BOMBS, make_docx
from fuzz.hostile.texts import REPEATED

_ROOT = Path(__file__).parents[1]
_MAX_SEED = 60_000  # bytes of a file that is mutated
_PIECES = tuple(piece.encode() for pieces in REPEATED.values() for piece in pieces)
_NUMBERS = (b"0", b"-1", b"99999999999999999999", b"1e999", b"nan", b"\xff\xff\xff\xff", b"\x00")
_TEXT = "# Head\n\nThe tower is 330 m high [1], says (Kim, 2020) [@k].[^a]\n\n[^a]: See id. at 5.\n\n## References\n\n[1] Kim. 2020. A. doi:10.5555/a\n"
_SOUND: dict[str, bytes] = {
    ".md": f"---\ntitle: A\nbibliography: a.bib\n---\n\n{_TEXT}".encode(),
    ".txt": _TEXT.encode(),
    ".tex": b"\\section{A}\nText \\cite{k}.\\footnote{See \\emph{id.} at 5.}\n\\begin{thebibliography}{9}\\bibitem{k} Kim. 2020.\\end{thebibliography}\n",
    ".html": b"<html><body><h1>A</h1><p>Text <sup><a href='#n'>1</a></sup>.</p><ol><li id='n'>Kim. 2020.</li></ol></body></html>",
    ".rtf": b"{\\rtf1\\ansi Text {\\b bold} [1].{\\footnote See id.}\\par [1] Kim. 2020.}",
    ".bib": b'@string{j = "Journal"}\n@article{k, title = {A}, author = {Kim, J.}, year = 2020, journal = j # " B"}\n',
    ".ris": b"TY  - JOUR\nAU  - Kim, J.\nTI  - A\nPY  - 2020\nER  - \n",
    ".json": b'[{"id": "k", "type": "book", "title": "A", "issued": {"date-parts": [[2020]]}}]',
    ".ipynb": json.dumps({"cells": [{"cell_type": "markdown", "source": [_TEXT]}], "nbformat": 4}).encode(),
    ".docx": make_docx("<w:p><w:r><w:t>The tower is 330 m high [1].</w:t></w:r></w:p>"),
    ".pdf": PDF_BOMBS["forms-2-20"]().replace(b"/X Do /X Do ", b"/X Do " + b" " * 6),
}


def list_seeds() -> list[tuple[str, bytes]]:
    """Return endings and sound files: our own of every format, and those of the examples and the tests."""
    found = [*_SOUND.items()]
    for folder in ("examples", "tests/read/fixtures"):
        files = sorted(file for file in (_ROOT / folder).rglob("*") if file.suffix in READERS and file.is_file())
        found += [(file.suffix, file.read_bytes()) for file in files if file.stat().st_size <= _MAX_SEED]
    return found


def mutate(data: bytes, other: bytes, random: Random) -> bytes:
    """Return the bytes with one to eight changes."""
    for _ in range(random.randint(1, 8)):
        data = random.choice(_CHANGES)(data, other, random)
    return data[: 2 * _MAX_SEED]


def _cut(data: bytes, _other: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + data[at + random.randint(1, 40) :]


def _repeat(data: bytes, _other: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + data[at : at + random.randint(1, 60)] * random.choice((2, 3, 50)) + data[at:]


def _insert(data: bytes, _other: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice((*_PIECES, *_NUMBERS)) * random.choice((1, 1, 20)) + data[at:]


def _flip(data: bytes, _other: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def _splice(data: bytes, other: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)] + other[random.randrange(len(other) + 1) :]


_CHANGES: tuple[Callable[[bytes, bytes, Random], bytes], ...] = (_cut, _repeat, _insert, _insert, _flip, _flip, _splice)


def check(ending: str, data: bytes) -> str:
    """Check what must hold for a file, and return how it ended: "read", or the name of the error."""
    try:
        first = parse(data, f"fuzz{ending}", ocr=False)
    except ReadError as error:
        return type(error).__name__
    if ending != ".pdf" and dump_json(first) != dump_json(parse(data, f"fuzz{ending}")):
        raise AssertionError("the same bytes were read in two ways")
    json.loads(dump_json(first))
    fuzz_read.expect_order(first)
    fuzz_extract.expect_extraction(first)
    return "read"


def run(seconds: float, seed: int) -> Iterator[tuple[str, str]]:
    """Yield the ending and the outcome of each mutated file until the time is over."""
    random, seeds = Random(seed), list_seeds()  # noqa: S311 - a repeatable choice
    until = time.monotonic() + seconds
    with keep_children():
        while time.monotonic() < until:
            ending, data = random.choice(seeds)
            mutated = mutate(data, random.choice(seeds)[1], random)
            try:
                yield ending, check(ending, mutated)
            except Exception as error:
                kept = Path(f"crash{ending}")
                kept.write_bytes(mutated)
                raise AssertionError(f"{kept} holds the input that failed: {type(error).__name__}: {error}") from error


def main(words: list[str]) -> None:
    """Run for some seconds and print how many files of each format were read or refused."""
    seconds, seed = float(words[0]) if words else 60.0, int(words[1]) if words[1:] else time.time_ns()
    print(f"seed {seed}", flush=True)
    counts = Counter(run(seconds, seed))
    for (ending, outcome), count in sorted(counts.items()):
        print(f"{ending:8} {outcome:16} {count:8,}")
    print(f"{counts.total():,} mutated files without a finding")


if __name__ == "__main__":
    main(sys.argv[1:])
