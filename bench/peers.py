"""Speed of extraction compared with peers on the same 238 KB."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.contestants import Measured, measured
from bench.ratio import Ratio
from bench.sample import PAGE, pages, prose, sources

_SIZE = 238_000


def measure() -> Iterator[Ratio]:
    """Measure extraction against peers with their sources, and against pysbd splitting sentences."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "corpus").mkdir()
        sources(folder / "corpus")
        (folder / "warm.md").write_text(PAGE)
        pages(folder / "pages.md", _SIZE)
        prose(folder / "prose.md", _SIZE)
        yield _ratio("times as fast as grounded-check, pages", 20, "grounded", folder / "pages.md")
        # These two score sentences against the sources; their work is nearer to that of a whole check.
        for peer in ("hallucination-check", "cite-right"):
            yield _ratio(f"times as fast as {peer}, pages", None, peer, folder / "pages.md")
        # pysbd is fast on short lines and quadratic on long ones; its users give it running text.
        yield _ratio("times as fast as pysbd, running text", 100, "pysbd", folder / "prose.md")
        yield _ratio("times as fast as pysbd, pages", None, "pysbd", folder / "pages.md")


def _ratio(what: str, least: float | None, peer: str, file: Path) -> Ratio:
    ours = min((measured("extract", file) for _ in range(3)), key=lambda run: run.seconds)
    theirs = measured(peer, file)
    if theirs.missing:
        return Ratio(what, None, least=least, detail=f"{theirs.missing} is not installed")
    detail = f"ours {ours.seconds:.3f} s, theirs {_shown(theirs)}"
    return Ratio(what, theirs.seconds / ours.seconds, least=least, detail=detail)


def _shown(run: Measured) -> str:
    return f"{run.seconds:.1f} s" if run.finished else f"stopped after {run.seconds:.0f} s"
