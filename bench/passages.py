"""Real sentences on varied topics that every installation has: the documentation in Python's library and packages."""

import re
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from random import Random

_MOST_BYTES = 40_000_000  # of source code to read
_TEXT = re.compile(r'"""(.{40,20000}?)"""', re.DOTALL)
_SENTENCE = re.compile(r"(?<![^\s])[A-Z][^.!?<>{}=_|\\`/\"]{40,240}[.!?](?=\s|$)")


def sentences() -> list[str]:
    """Return the sentences, each once, in an order that is the same in every run."""
    found: dict[str, None] = {}
    left = _MOST_BYTES
    for name in ("stdlib", "purelib"):
        for file in sorted(Path(sysconfig.get_path(name)).rglob("*.py")):
            code = file.read_text("utf-8", errors="replace")
            left -= len(code)
            if left < 0:
                break
            found.update(dict.fromkeys(each for text in _TEXT.findall(code) for each in find_sentences(text)))
        left += _MOST_BYTES
    ordered = list(found)
    Random(11).shuffle(ordered)  # noqa: S311 - no secret hangs on it
    return ordered


def passages(known: list[str], count: int, size: int) -> Iterator[str]:
    """Yield passages of about `size` characters, made of sentences drawn at random."""
    chance = Random(12)  # noqa: S311 - as above
    each = max(1, size // 110)  # a sentence has about 110 characters
    for _ in range(count):
        yield " ".join(chance.choices(known, k=each))


def find_sentences(text: str) -> list[str]:
    """Return the sentences of a text, each on one line."""
    return [" ".join(each.split()) for each in _SENTENCE.findall(text)]
