"""Speed of finding one quotation in a long source, compared with quotecheck on the same 20 MB."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.contestants import measured
from bench.ratio import Ratio

_MB = 1_000_000
_PRESENT = "the ﬁnal answer of the committee was read to an almost empty hall in the evening"
_ASKED = "the final answer of the committee was read to an almost empty hall in the evening"
_ALTERED = "the final answer of the committee was read to a completely empty hall in the evening"


def measure() -> Iterator[Ratio]:
    """Find a quotation at the end of 20 MB, verbatim and altered; and measure one in 1 MB."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = {what: folder / f"{what}.txt" for what in ("small", "large", "altered")}
        _write(files["small"], _MB, _ASKED)
        _write(files["large"], 20 * _MB, _ASKED)
        _write(files["altered"], 20 * _MB, _ALTERED)
        yield _against("times as fast as quotecheck, 20 MB", files["large"], least=100)
        yield _against("… when the quotation is altered", files["altered"], least=100)
        one = measured("quote", files["small"])
        yield Ratio("ms for a quotation in 1 MB", 1000 * one.seconds, detail="folding the source included; aim 25")


def _against(what: str, file: Path, *, least: float) -> Ratio:
    ours = min((measured("quote", file) for _ in range(3)), key=lambda run: run.seconds)
    theirs = measured("quotecheck", file, timeout=300)
    if theirs.missing:
        return Ratio(what, None, least=least, detail=f"{theirs.missing} is not installed")
    stopped = "" if theirs.finished else "stopped after "
    detail = f"ours {ours.seconds:.2f} s, {ours.peak / _MB:,.0f} MB; theirs {stopped}{theirs.seconds:.0f} s"
    return Ratio(what, theirs.seconds / ours.seconds, least=least, detail=detail)


def _write(file: Path, size: int, asked: str) -> None:
    """Write random words in lines with the quotation near the end, and the text to look for into another file."""
    chance = Random(7)  # noqa: S311 - words, not secrets
    words = ["".join(chance.choices("etaoinshrdlucm", k=chance.randint(2, 9))) for _ in range(20_000)]
    lines = (" ".join(chance.choices(words, k=12)) for _ in range(size // 72))
    text = "\n".join(lines)[: size - 200]
    file.write_text(f"{text}\n{_PRESENT}.\n", encoding="utf-8")
    file.with_suffix(".asked").write_text(asked, encoding="utf-8")
