"""A check with the embedded judge says the same on however many threads, with and without a memory."""

from pathlib import Path

import pytest

from citevet import session
from citevet.jobs.check import check

SOURCES = {
    "REF-001": "Street trees lowered the temperature of the pavement by 11.5 degrees at noon. Watering costs money.",
    "REF-002": "The bridge over the northern canal was closed for repairs in March 2019 and opened again in May.",
    "REF-003": "Of the 240 plots in the wet valley, 96 were left fallow. Rice was grown on all the others.",
    "REF-004": "A survey of the ferries counted 31 boats. The boats carry timber, rice and people to the canal.",
}
PAPER = """\
Street trees cooled the pavement by 11.5 degrees at noon [REF-001].

The bridge was closed for repairs in May 2021 [REF-002].

Rice was grown on most of the plots in the wet valley [REF-002], and boats carry people and rice [REF-003].

The boats on the northern canal burned all the rice and timber of the valley [REF-001].

A survey of the ferries counted 31 boats [REF-004].
"""


def judged(folder: Path, monkeypatch: pytest.MonkeyPatch, *, threads: int, cache: str) -> str:
    """Check the paper, and return every judgement with all digits."""
    monkeypatch.setattr(session, "_THREADS", threads)
    monkeypatch.setenv("CITEVET_CACHE_DIR", str(folder / cache))
    (audit,) = check("paper.md", flags={"judge": "small", "select": "SUP,NUM", "today": "2026-06-01"}).audits
    return repr(audit.judgements)


def test_threads_and_memory_change_nothing(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread and two, and a run that finds the pairs of another document in its memory: the same bytes."""
    (here / ".citevet/corpus").mkdir(parents=True)
    for ref, text in SOURCES.items():
        (here / f".citevet/corpus/{ref}-x.md").write_text(f"---\nref_id: {ref}\ntitle: A study\n---\nNotes.\n")
        (here / f".citevet/corpus/{ref}-x.txt").write_text(f"{text}\n")
    (here / "paper.md").write_text(PAPER)
    one = judged(here, monkeypatch, threads=1, cache="one")
    assert one == judged(here, monkeypatch, threads=2, cache="two")
    (here / "paper.md").write_text(f"{PAPER}\n")  # another document, whose results are not cached
    assert one == judged(here, monkeypatch, threads=2, cache="one")
