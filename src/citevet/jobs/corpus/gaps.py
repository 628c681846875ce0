"""What the keepers of a corpus still mean to do: the open boxes of their lists."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from re import compile as pattern

from citevet.report.corpus.health import Gap

_NAME = "TODO.md"
_PLACES = (".citevet", ".aiwg/research")
_OPEN = pattern(r"[ \t]{0,40}[-*+][ \t]{1,4}\[ \][ \t]{1,4}(\S.{0,400})")
_FENCE = pattern(r"[ \t]{0,3}(?:```|~~~)")
_MOST_BYTES = 1_000_000


def gaps(root: Path, corpora: Iterable[Path]) -> Iterator[Gap]:
    """Yield the open items of the lists that a project keeps beside its corpus."""
    for folder in dict.fromkeys([*(root / place for place in _PLACES), *corpora]):
        file = folder / _NAME
        shown = file.relative_to(root).as_posix() if file.is_relative_to(root) else file.as_posix()
        yield from (Gap(shown, number, text) for number, text in _open_items(_text(file)))


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(_MOST_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return ""


def _open_items(text: str) -> Iterator[tuple[int, str]]:
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if _FENCE.match(line):
            fenced = not fenced
        found = _OPEN.match(line)
        if found and not fenced:
            yield number, found[1].strip()
