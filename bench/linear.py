"""Time and memory of a check as the document grows: both must stay linear."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.contestants import measured
from bench.ratio import Ratio
from bench.sample import pages

_MB = 1_000_000


def measure() -> Iterator[Ratio]:
    """Check 1 MB and 20 MB through the library: read, extract, judge, rules, count."""
    with TemporaryDirectory() as name:
        small, large = Path(name, "small.md"), Path(name, "large.md")
        pages(small, _MB)
        count = pages(large, 20 * _MB)
        quick, slow = measured("check", small), measured("check", large, timeout=900)
        size, length = small.stat().st_size, large.stat().st_size
    speed, speed_of_large = size / quick.seconds / _MB, length / slow.seconds / _MB
    detail = f"{speed:.2f} and {speed_of_large:.2f} MB/s, {slow.found:,} citations on {count:,} pages"
    yield Ratio("MB/s at 20 MB by MB/s at 1 MB", speed_of_large / speed, least=0.7, detail=detail)
    peak = f"{slow.peak / _MB:,.0f} MB; at 1 MB {quick.peak / _MB:,.0f} MB"
    yield Ratio("peak memory by input at 20 MB", slow.peak / length, most=60, detail=peak)
