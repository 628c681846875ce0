"""Time of a check against a corpus: first run, nothing changed, one edit, a larger corpus."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.project import corpus, documents
from bench.ratio import Ratio

_DOCUMENTS, _ENTRIES, _MANY = 200, 2_000, 10_000


def measure() -> Iterator[Ratio]:
    """Check 200 documents against 2,000 entries: at first, unchanged, after one edit; then against 10,000."""
    with TemporaryDirectory() as name:
        small, large = Path(name, "small"), Path(name, "large")
        for folder, entries in ((small, _ENTRIES), (large, _MANY)):
            corpus(folder / ".citevet/corpus", entries)
            documents(folder, _DOCUMENTS, entries=_ENTRIES)
        first, unchanged = _seconds(small), _seconds(small)
        edited = small / "chapter-100.md"
        edited.write_text(f"{edited.read_text('utf-8')}\nOne more line [REF-007, p.3].\n", encoding="utf-8")
        again = _seconds(small)
        warm = _seconds(small, fresh=True)
        grown = _seconds(large)
    yield Ratio("check after one edit by the first", again / first, most=0.1, detail=f"{again:.2f} s by {first:.2f} s")
    yield Ratio("check of 10,000 entries by 2,000", grown / first, most=6, detail=f"{grown:.2f} s by {first:.2f} s")
    told = f"{warm:.2f} s CPU for {_DOCUMENTS} documents, index warm; {unchanged:.2f} s when nothing changed"
    yield Ratio("unchanged by index warm", unchanged / warm, detail=told)


def _seconds(folder: Path, *, fresh: bool = False) -> float:
    """Run the command in a project and return its CPU time, start included; `fresh` forgets results, not the index."""
    cache = folder.parent / ("fresh" if fresh else f"{folder.name}-cache")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "citevet", "check", "--today", "2026-06-01", "--format", "concise"]
    environment = {**os.environ, "CITEVET_CACHE_DIR": str(cache)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in {0, 1} or f"census: {_DOCUMENTS} documents, 8,00" not in done.stderr:
        raise SystemExit(f"the check did not do its work: {done.stdout[-300:]} {done.stderr[-300:]}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
