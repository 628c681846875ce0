"""Many answers, sources that are read once, results kept by content, and work that is stopped."""

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import citevet
from citevet.jobs import given_sources
from citevet.jobs.given_sources import GivenSources
from citevet.retrieve import TextWindow

SOURCES = ["The Arden Bridge was opened in 1931.", "The Lune Tunnel was dug between 1958 and 1964."]
TRUE, FALSE = "The Arden Bridge was opened in 1931.", "The Arden Bridge was opened in 1872."
Pairs = Sequence[tuple[str, str]]


def score(pairs: Pairs) -> list[tuple[float, float, float]]:
    return [(0.9, 0.05, 0.05) if claim.rstrip(".") in text else (0.1, 0.8, 0.1) for text, claim in pairs]


def test_sources_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prepared sources are cut into windows once, whichever door they go through."""
    cuts: list[str] = []
    cut = given_sources._cut

    def count(text: str) -> Iterator[TextWindow]:
        cuts.append(text)
        return cut(text)

    monkeypatch.setattr(given_sources, "_cut", count)
    prepared = citevet.sources(SOURCES)
    verifier = citevet.Verifier(nli=score)
    for _ in range(2):
        assert "supported" == verifier.verify([TRUE], prepared).claims[0].verdict
        assert "supported" == citevet.verify([TRUE], prepared, nli=score).claims[0].verdict
    guard = citevet.StreamGuard(prepared, verifier=verifier)
    assert ["pass"] == [event.action for event in guard.feed(TRUE) + guard.finish()]
    assert list(verifier.verify_many([[TRUE], [FALSE]], prepared))
    assert SOURCES == cuts
    assert (2, SOURCES) == (len(prepared), [each.text for each in prepared])


def test_sources_may_be_files(tmp_path: Path) -> None:
    """A Path is read as `citevet verify --source` reads it; prepared sources stay what they are."""
    file = tmp_path / "notes.md"
    file.write_text("# Notes\n\nThe Arden Bridge was opened in 1931.\n")
    prepared = citevet.sources([file, "Other words."])
    assert "The Arden Bridge was opened in 1931." in prepared.sources[0].text
    assert prepared is citevet.sources(prepared)


def test_many_answers_in_their_order() -> None:
    """Texts, lists of claims, pairs with their own sources and calls of the tool, each as `verify` has it."""
    items: list[Any] = [
        f"{TRUE} {FALSE}",
        [TRUE],
        ([FALSE], ["The Arden Bridge was opened in 1872."]),
        {"claims": [TRUE], "sources": SOURCES},
        {"text": FALSE},
    ]
    verifier = citevet.Verifier(nli=score)
    found = list(verifier.verify_many(items, SOURCES))
    alone = [
        verifier.verify(items[0], SOURCES),
        verifier.verify([TRUE], SOURCES),
        verifier.verify([FALSE], ["The Arden Bridge was opened in 1872."]),
        verifier.verify([TRUE], SOURCES),
        verifier.verify(text=FALSE, sources=SOURCES),
    ]
    assert [each.to_dict() for each in alone] == [each.to_dict() for each in found]


def test_a_batch_goes_to_the_judge_together() -> None:
    """One call for all pairs of a batch; the next batch starts when the results of the first were taken."""
    calls: list[int] = []

    def nli(pairs: Pairs) -> list[tuple[float, float, float]]:
        calls.append(len(pairs))
        return score(pairs)

    results = citevet.verify_many([[TRUE], [FALSE], ["The Lune Tunnel was dug."], []], SOURCES, nli=nli, batch=3)
    assert not calls
    assert "supported" == next(results).claims[0].verdict
    assert 1 == len(calls)
    assert 3 == len(list(results))


def test_batches_of_any_size_find_the_same() -> None:
    """What is judged together does not change an answer."""
    items = [f"{TRUE} It was painted in {1900 + number}." for number in range(5)]
    verifier = citevet.Verifier(nli="small", cache=False)
    found = [[each.to_dict() for each in verifier.verify_many(items, SOURCES, batch=size)] for size in (1, 3, 9)]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("items", "sources", "said"),
    [
        ("one text", SOURCES, "str is not a list of answers"),
        ([7], SOURCES, "item 1: int is neither a text"),
        ([TRUE], None, "item 1: there are no sources"),
        ([TRUE, {"claim": [TRUE]}], SOURCES, 'item 2: unknown argument "claim", did you mean "claims"'),
        ([(TRUE, [3])], None, "item 1: source 1"),
    ],
)
def test_wrong_items_are_named(items: object, sources: object, said: str) -> None:
    """The error says which item."""
    with pytest.raises(citevet.CitevetError, match=said):
        list(citevet.verify_many(items, sources, nli=score))  # type: ignore[arg-type]


def test_work_is_stopped() -> None:
    """An Event or a function ends the work after a few pairs, in one answer and in many."""
    stop = threading.Event()
    seen: list[int] = []

    def nli(pairs: Pairs) -> list[tuple[float, float, float]]:
        seen.append(len(pairs))
        stop.set()
        return score(pairs)

    many = [[f"The Arden Bridge was opened in {1000 + number}." for number in range(60)]] * 3
    with pytest.raises(citevet.Cancelled, match="stopped by its caller"):
        list(citevet.verify_many(many, SOURCES, nli=nli, cancel=stop))
    assert 1 == len(seen)
    with pytest.raises(citevet.Cancelled):
        list(citevet.verify_many(many, SOURCES, nli=nli, cancel=lambda: True))
    assert 1 == len(seen)


async def test_a_cancelled_task_ends_the_work() -> None:
    """The thread of a cancelled `averify` does not score on."""
    seen: list[int] = []
    started = threading.Event()

    def nli(pairs: Pairs) -> list[tuple[float, float, float]]:
        seen.append(len(pairs))
        started.set()
        time.sleep(0.05)
        return score(pairs)

    claims = [f"The Arden Bridge was opened in {1000 + number}." for number in range(200)]
    verifier = citevet.Verifier(nli=nli)
    task = asyncio.create_task(verifier.averify(claims, SOURCES))
    await asyncio.to_thread(started.wait)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0.3)
    assert sum(seen) < 100


async def test_many_answers_without_blocking() -> None:
    """The same as an async iterator."""
    verifier = citevet.Verifier(nli=score)
    found = [each async for each in verifier.averify_many([[TRUE], [FALSE]], SOURCES, batch=1)]
    assert ["supported"] == [each.claims[0].verdict for each in found][:1]


def test_the_same_call_again_takes_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are kept by content: another verifier, in another process too, only reads them."""
    text = f"{TRUE} {FALSE} It was painted green in 1950."
    sources = [citevet.Source(each, title=f"Source {number}") for number, each in enumerate(SOURCES)]
    first = citevet.verify(text, sources, nli="small")

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a model ran")

    monkeypatch.setattr("citevet.jobs.judges.score_pairs", refuse)
    monkeypatch.setattr("citevet.jobs.verify.split_claims", refuse)
    again = citevet.verify(text, sources, nli="small")
    assert (first, first.to_dict()) == (again, again.to_dict())
    assert again.claims[0].source == sources[0]
    with pytest.raises(AssertionError, match="a model ran"):  # another text of a source is another question
        citevet.verify(text, [sources[0]], nli="small")
    with pytest.raises(AssertionError, match="a model ran"):
        citevet.verify(text, sources, nli="small", support_threshold=0.9)


def test_nothing_is_kept_where_that_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """`cache=False` reads nothing and writes nothing."""
    kept: list[object] = []
    monkeypatch.setattr("citevet.world.disk_cache.put", kept.append)
    citevet.verify([TRUE], SOURCES, nli="small", cache=False)
    assert not kept


def test_a_call_again_is_quick() -> None:
    """It costs at most a twentieth of the first."""
    claims = [f"The Arden Bridge was opened in {1900 + number}, and the tunnel in 1964." for number in range(12)]
    body = " ".join(f"The Arden Bridge was repaired in {1900 + number}. Nobody was hurt." for number in range(60))
    verifier = citevet.Verifier(nli="small")
    prepared = GivenSources(citevet.sources([*SOURCES, body]).sources)
    spent = []
    for _ in range(2):
        started = time.process_time()
        verifier.verify(claims, prepared)
        spent.append(time.process_time() - started)
    assert spent[1] <= 0.05 * spent[0], spent
