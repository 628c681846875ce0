"""The embedded models give the same bytes for a claim, whatever else is verified, on any number of threads."""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

import citevet
from citevet import session
from citevet.cli import group

SOURCES = [
    "Tokyo is the capital and seat of government of Japan.",
    "The population of Tokyo proper is approximately 14 million.",
    "Rice is grown in the wet valleys of the north.",
    "The bridge was closed for repairs in March 2019.",
    "Of the 240 plots, 96 were left fallow.",
    "Street trees lowered the temperature of the pavement by 11.5 degrees at noon.",
]
THINGS = ["Tokyo", "Rice", "The bridge", "The survey", "Wheat", "Shade of trees", "The timetable", "The plots"]
SAYINGS = [
    "is the capital of Japan.",
    "is grown in the valleys of the north.",
    "was closed in March.",
    "has about 14 million residents.",
    "had no effect on punctuality.",
    "lowered the temperature of the pavement.",
    "was not closed in 2019.",
    "is grown in 96 of 240 plots.",
]
CLAIMS = [f"{thing} {saying}" for thing, saying in product(THINGS, SAYINGS)]


FEW = 9  # claims that are compared: more than one batch of seven


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let new Sessions run so many rows at once."""
    return lambda count: monkeypatch.setattr(session, "_THREADS", count)


def verified(size: int, most: int, **parts: None) -> list[str]:
    """Return the whole judgements of the first claims, asked in batches; a float shows all its digits."""
    batches = [CLAIMS[at : at + size] for at in range(0, most, size)]
    return [repr(claim) for batch in batches for claim in citevet.verify(batch, SOURCES, **parts).claims][:FEW]


def test_a_claim_is_judged_by_itself(threads: Callable[[int], None]) -> None:
    """Alone on one thread, among 7 and among 24 on two: every score is the same to the last digit."""
    threads(1)
    by_judge, by_vectors = verified(1, FEW), verified(1, FEW, nli=None)
    threads(2)
    for size in (7, 24):
        assert by_judge == verified(size, max(size, FEW))
        assert by_vectors == verified(size, max(size, FEW), nli=None)


def test_the_command_prints_the_same_twice(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs with an empty cache each: the same bytes, and for each claim those of a shorter list."""
    words = ["verify", "--format", "json"]
    for number, text in enumerate(SOURCES):
        (here / f"{number}.txt").write_text(text, encoding="utf-8")
        words += ["--source", f"{number}.txt"]
    printed = []
    for run, claims in enumerate((CLAIMS[:7], CLAIMS[:7], CLAIMS[:1])):
        monkeypatch.setenv("CITEVET_CACHE_DIR", str(here / f"cache-{run}"))
        (here / "claims.txt").write_text("\n".join(claims), encoding="utf-8")
        printed.append(CliRunner().invoke(group, [*words, "--claims", "claims.txt"]).stdout)
    first, second, fewer = printed
    assert first == second
    assert json.loads(first)["claims"][:1] == json.loads(fewer)["claims"]
    assert len({claim["verdict"] for claim in json.loads(first)["claims"]}) > 1
