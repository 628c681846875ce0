"""Growth of a whole check on hostile feeds of every text format: four times the text, at most 4^1.2 times the work."""

import sys
from collections.abc import Callable, Iterator
from time import process_time
from types import FrameType

from fuzz.hostile.texts import REPEATED

from bench import worst
from bench.ratio import Ratio
from citevet.contracts import Evidence
from citevet.errors import ReadError
from citevet.extract import extract
from citevet.read import parse_text
from citevet.rules import RULES
from citevet.rules.engine import run_rules

TIMES = 4
EXPONENT = 1.2
MOST = TIMES**EXPONENT
_SIZE = 20_000  # characters of the shorter text
_FLOOR = 0.05  # seconds; below it the clock and the first call dominate


def list_feeds() -> list[tuple[str, str]]:
    """Return endings and pieces of text, each once."""
    pieces = [(ending, piece) for ending, listed in REPEATED.items() for piece in listed]
    pieces += [("md", piece) for piece in (*worst.FINDING, *worst.EXTRACTING, *worst.SPLITTING)]
    return list(dict.fromkeys(pieces))


def check_feed(ending: str, text: str) -> None:
    """Read, extract and apply every rule; a text that is refused is done as well."""
    try:
        run_rules(Evidence(extract(parse_text(text, f"a.{ending}"))), selected=frozenset(RULES))
    except ReadError:
        return


def grow(measure_one: Callable[[str, str], float], ending: str, piece: str, size: int) -> float:
    """Return how much more work four times the text is."""
    short, long = (piece * (length // len(piece)) for length in (size, TIMES * size))
    return measure_one(ending, long) / measure_one(ending, short)


def count_steps(ending: str, text: str) -> float:
    """Return how many functions are called, those of C libraries too: the same on every machine."""
    steps = 0

    def step(_frame: FrameType, _event: str, _argument: object) -> None:
        nonlocal steps
        steps += 1

    previous = sys.getprofile()
    sys.setprofile(step)
    try:
        check_feed(ending, text)
    finally:
        sys.setprofile(previous)
    return steps


def _seconds(ending: str, text: str) -> float:
    start = process_time()
    check_feed(ending, text)
    return max(process_time() - start, _FLOOR)


def measure() -> Iterator[Ratio]:
    """Measure every feed, a bad one up to three times, and yield the worst of each format."""
    worst_of: dict[str, tuple[float, str]] = {}
    feeds = list_feeds()
    for ending, piece in feeds:
        value = grow(_seconds, ending, piece, _SIZE)
        for _ in range(2):
            if value > MOST:
                value = min(value, grow(_seconds, ending, piece, _SIZE))
        worst_of[ending] = max(worst_of.get(ending, (0.0, "")), (value, piece))
    for ending, (value, piece) in worst_of.items():
        yield Ratio(f"growth of a check, .{ending}", value, most=MOST, detail=f"{piece!r}, of {len(feeds)} feeds")
