"""Speed on US law compared with eyecite on one string, where eyecite is quadratic."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.contestants import measured
from bench.ratio import Ratio
from bench.sample import CASE_LAW

_PARAGRAPHS = 600


def measure() -> Iterator[Ratio]:
    """Give eyecite one string, and citevet the same document."""
    with TemporaryDirectory() as name:
        file = Path(name, "brief.md")
        Path(name, "warm.md").write_text(CASE_LAW)
        file.write_text(CASE_LAW * _PARAGRAPHS)
        ours, theirs = measured("extract", file), measured("eyecite", file, timeout=120)
    detail = f"ours {ours.seconds:.2f} s for {ours.found:,} citations and all claims, "
    detail += f"theirs {theirs.seconds:.2f} s for {theirs.found:,}"
    yield Ratio("times as fast as eyecite on one string", theirs.seconds / ours.seconds, detail=detail)
