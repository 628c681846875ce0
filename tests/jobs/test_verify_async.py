"""The async doors: plain and async functions of the caller, on the caller's event loop."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

import citevet
from citevet.errors import UsageError


def plain(texts: Sequence[str]) -> list[list[float]]:
    return [[1.0, float(len(text) % 3)] for text in texts]


async def waiting(texts: Sequence[str]) -> list[list[float]]:
    await asyncio.sleep(0)
    return plain(texts)


async def nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    await asyncio.sleep(0)
    return [(0.9, 0.05, 0.05)] * len(pairs)


async def split(text: str) -> list[str]:
    await asyncio.sleep(0)
    return text.split("|")


PARTS: list[dict[str, Any]] = [
    {"embed": plain, "nli": None},
    {"embed": waiting, "nli": None},
    {"embed": waiting, "nli": nli, "extract_claims": split},
]


@pytest.mark.parametrize("parts", PARTS)
async def test_both_doors_give_the_same(parts: dict[str, Any]) -> None:
    """`averify` and `verify` agree, whether the functions are plain or async; a plain door waits by itself."""
    found = await citevet.averify("One thing is so.|Another.", ["A source."], **parts)
    same = await asyncio.to_thread(citevet.verify, "One thing is so.|Another.", ["A source."], **parts)
    assert found.to_dict() == same.to_dict()
    assert len(found.claims) > 0


async def test_async_functions_run_on_the_callers_loop() -> None:
    """Clients that belong to one event loop keep working."""
    loops: list[object] = []

    async def embed(texts: Sequence[str]) -> list[list[float]]:
        loops.append(asyncio.get_running_loop())
        return plain(texts)

    await citevet.Verifier(embed=embed, nli=None).averify(["One."], ["A source."])
    assert [asyncio.get_running_loop()] == loops


async def test_the_loop_is_not_blocked() -> None:
    """While a plain function works, the event loop goes on."""
    ticks: list[int] = []
    done = asyncio.Event()

    def slow(texts: Sequence[str]) -> list[list[float]]:
        asyncio.run_coroutine_threadsafe(tick(), loop).result(timeout=5)
        return plain(texts)

    async def tick() -> None:
        ticks.append(1)
        done.set()

    loop = asyncio.get_running_loop()
    await citevet.averify(["One."], ["A source."], embed=slow, nli=None)
    assert [1] == ticks
    assert done.is_set()


async def test_the_plain_door_inside_a_loop_names_the_other() -> None:
    """An async function cannot be waited for here: the error says which door to take, and warns of nothing."""
    with pytest.raises(UsageError, match="averify"):
        citevet.verify(["One."], ["A source."], embed=waiting, nli=None)


async def test_an_async_function_that_raises() -> None:
    """Its error is reported like that of a plain function."""

    async def embed(texts: Sequence[str]) -> list[list[float]]:
        raise OSError(f"down with {len(texts)}")

    with pytest.raises(UsageError, match="embed: raised OSError: down with 2"):
        await citevet.averify(["One."], ["A source."], embed=embed, nli=None)


def test_one_loop_for_all_calls_of_a_plain_run() -> None:
    """Outside a loop the async functions of one run share one."""
    loops: set[object] = set()

    async def embed(texts: Sequence[str]) -> list[list[float]]:
        loops.add(asyncio.get_running_loop())
        return plain(texts)

    citevet.verify(["claim"] * 1200, ["A source."], embed=embed, nli=None)
    assert 1 == len(loops)
