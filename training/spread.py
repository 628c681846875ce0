"""Claims that say what two or three sentences of one window say together, and windows that lack one of them."""

import re
from collections.abc import Iterator, Sequence
from random import Random

from training.corruptions import changes
from training.rows import SUPPORTED, UNSUPPORTED, Row, length, sentences

_LEAD = re.compile(
    r"^(?:However|Moreover|Furthermore|In addition|Additionally|Also|Thus|Therefore|But|And|Meanwhile), ?"
)
_ASIDE = re.compile(r" ?\([^()]{1,60}\)| ?\[[^\[\]]{1,20}\]")
_TAIL = re.compile(r", (?:which|although|whereas|as well as|including|according to) [^,]{8,90}(?=\.?$)")
_SMALL = frozenset(
    "the a an in on at it there this these those he she they we some most many its his her their for".split()
)
SHORTEST, LONGEST = 7, 32  # words of a sentence that may enter a claim


def spread(evidence: str, rng: Random) -> Iterator[Row]:
    """Make a claim of several sentences: supported, without one of them, and with one of them wrong."""
    parts = sentences(evidence)
    usable = [index for index, each in enumerate(parts) if _usable(each)]
    if len(parts) < 4 or len(usable) < 2:  # noqa: PLR2004 - a window without one sentence must still be a window
        return
    chosen = sorted(rng.sample(usable, min(len(usable), rng.choice([2, 2, 3]))))
    said = [brief(parts[index]) for index in chosen]
    yield Row(joined(said, rng), evidence, SUPPORTED, 0.5, "spread")
    if rng.random() < 0.5:  # noqa: PLR2004
        gone = rng.choice(chosen)
        yield Row(joined(said, rng), without(parts, gone), UNSUPPORTED, 0.5, "spread-gap")
    else:
        yield from _wrong(said, evidence, rng)


def _usable(sentence: str) -> bool:
    return SHORTEST <= length(sentence) <= LONGEST and sentence[0].isupper() and "?" not in sentence


def _wrong(said: Sequence[str], evidence: str, rng: Random) -> Iterator[Row]:
    index = rng.randrange(len(said))
    if options := changes(said[index], rng):
        change = rng.choice(options)
        claim = joined([*said[:index], change.text, *said[index + 1 :]], rng)
        yield Row(claim, evidence, change.label, 0.5, f"spread-{change.kind}")


def without(parts: Sequence[str], index: int) -> str:
    """Return the window without one sentence."""
    return " ".join(each for number, each in enumerate(parts) if number != index)


def brief(sentence: str) -> str:
    """Take away the connective, the brackets and the last side clause."""
    shorter = _TAIL.sub("", _ASIDE.sub("", _LEAD.sub("", sentence)))
    shorter = shorter if length(shorter) >= SHORTEST - 2 else sentence
    return shorter[0].upper() + shorter[1:]


def joined(parts: Sequence[str], rng: Random) -> str:
    """Make one claim of several, as one sentence or as several."""
    if rng.random() < 0.35:  # noqa: PLR2004
        return " ".join(each if each[-1] in ".!?" else f"{each}." for each in parts)
    link = rng.choice([", and ", "; ", ", while ", " and "])
    bare = [parts[0].rstrip(" ."), *(small(each).rstrip(" .") for each in parts[1:])]
    return link.join(bare) + "."


def small(sentence: str) -> str:
    """Write a sentence's first word small where it is not a name."""
    first, _, rest = sentence.partition(" ")
    return f"{first.lower()} {rest}" if first.lower() in _SMALL else sentence
