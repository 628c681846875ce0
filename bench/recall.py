"""How many of the nearest vectors a scan by signs finds, on real sentences: `python -m bench.recall COUNT FOLDER …`.

COUNT sentences of the Markdown files and text files below the folders are embedded (10 ms each; the vectors stay in the
cache, so a run that was ended continues), and some more are the questions.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

from bench.passages import find_sentences
from bench.ratio import Ratio
from citevet.corpus.index_refresh import may_be_english
from citevet.corpus.sqlite_index import RESCORED, SignScan, VectorScan, take_signs
from citevet.jobs.embedding import CachedVectors
from citevet.session import Session

_BEST = 10
_QUESTIONS = 200
_PER_FILE = 40  # sentences; a long book does not fill the whole set


def measure_recall(texts: Sequence[str], count: int, *, rescored: int = RESCORED) -> Ratio:
    """Compare signs with the exact scan on the vectors of real sentences; those after `count` are the questions."""
    packed = CachedVectors(Session(), texts[: count + _QUESTIONS]).packed()
    rows = [(str(number), value) for number, value in enumerate(packed[:count])]
    exact, signs = VectorScan(rows), make_sign_scan(rows, rescored=rescored)
    questions = packed[count:]
    found = sum(
        len({*exact.find_nearest(vector, _BEST)} & {*signs.find_nearest(vector, _BEST)}) for vector in questions
    )
    detail = f"{len(rows):,} embedded sentences, {len(questions)} questions, {rescored:,} compared exactly"
    return Ratio("recall@10 of vectors by signs", found / (_BEST * len(questions)), least=0.95, detail=detail)


def make_sign_scan(rows: Sequence[tuple[str, bytes]], *, rescored: int = RESCORED) -> SignScan:
    """Return a scan by signs over vectors in memory."""
    stored = dict(rows)

    def read(digests: list[str]) -> VectorScan:
        return VectorScan([(digest, stored[digest]) for digest in digests])

    return SignScan([(digest, take_signs(value)) for digest, value in rows], read, rescored=rescored)


def list_sentences(folders: Iterable[Path], count: int) -> list[str]:
    """Return so many English sentences of documents, each once, in an order that is the same in every run."""
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix in {".md", ".txt"}]
    chance = Random(13)  # noqa: S311 - no secret hangs on it
    chance.shuffle(files)
    found: dict[str, None] = {}
    for file in files:
        if file.is_file() and len(found) < count:
            known = find_sentences(file.read_text("utf-8", errors="replace"))[:_PER_FILE]
            found.update(dict.fromkeys(filter(may_be_english, known)))
    ordered = list(found)
    chance.shuffle(ordered)
    return ordered


def main(count: int, *folders: str) -> None:
    """Print the recall with the settings of the product, and with fewer vectors that are compared exactly."""
    texts = list_sentences(map(Path, folders), count + _QUESTIONS)
    count = min(count, len(texts) - _QUESTIONS)
    for rescored in (RESCORED, 500, 100):
        print(measure_recall(texts, count, rescored=rescored).row, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
