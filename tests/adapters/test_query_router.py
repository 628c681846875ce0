"""A router as AgentOS has it, with `verify_citations` off by default."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

import citevet
from citevet.adapters.query_router import QueryRouter

FACT = "Tokyo is the capital of Japan."
VERIFIER = citevet.Verifier(nli=lambda premise, hypothesis: "entailment" if hypothesis in premise else "neutral")


class Index:
    """An object that searches."""

    def __init__(self, *chunks: Any) -> None:
        self.chunks = chunks

    def search(self, query: str) -> list[Any]:
        """Return all."""
        assert query
        return list(self.chunks)


def say(query: str, chunks: Sequence[Any]) -> str:
    assert query
    return f"{FACT} It has {len(chunks)} towers of steel."


def route(retriever: Any, **parts: Any) -> Any:
    return QueryRouter(retriever, say, verifier=VERIFIER, **parts).route("What is the capital?")


@pytest.mark.parametrize(
    "chunk",
    [
        FACT,
        {"content": FACT, "heading": "Japan", "sourcePath": "docs/japan.md"},
        {"text": FACT, "title": "Japan", "url": "docs/japan.md", "score": 0.9},
        {"page_content": FACT, "metadata": {"title": "Japan", "source": "docs/japan.md"}},
        SimpleNamespace(content=FACT, heading="Japan", source_path="docs/japan.md"),
        SimpleNamespace(page_content=FACT, metadata={"heading": "Japan", "sourcePath": "docs/japan.md"}),
        citevet.Source(text=FACT, title="Japan", url="docs/japan.md"),
    ],
)
@pytest.mark.parametrize("make", [Index, lambda chunk: lambda _: [chunk], lambda chunk: lambda _: iter([chunk])])
def test_chunks_of_every_shape(chunk: Any, make: Any) -> None:
    """Functions, iterators and objects; title and address are those of the chunk."""
    result = route(make(chunk), verify_citations=True)
    assert ["supported", "unverifiable"] == [claim.verdict for claim in result.grounding.claims]
    assert (chunk,) == result.sources
    if chunk is not FACT:
        assert ("Japan", "docs/japan.md") == (result.grounding.sources[0].title, result.grounding.sources[0].url)


@pytest.mark.parametrize("chunks", [(), ("",), ({"content": "  "},)])
def test_no_chunk_no_grounding(chunks: tuple[Any, ...]) -> None:
    """An answer from nothing is delivered, and not called grounded."""
    result = route(Index(*chunks), verify_citations=True)
    assert (True, None) == (result.answer.startswith(FACT), result.grounding)


def test_off_by_default() -> None:
    """Without the flag nothing is checked."""
    assert route(Index(FACT)).grounding is None


def test_a_check_is_no_gate() -> None:
    """A verifier that fails leaves the answer, with the reason."""

    def broken(premise: str, hypothesis: str) -> str:
        raise OSError(f"down: {premise} {hypothesis}")

    result = QueryRouter(Index(FACT), say, verify_citations=True, verifier=citevet.Verifier(nli=broken)).route("What?")
    assert (True, None) == (result.answer.startswith(FACT), result.grounding)
    assert "down" in result.trouble


async def test_async_parts() -> None:
    """One or both may be async with `aroute`; `route` says so."""

    async def retrieve(query: str) -> list[str]:
        return [FACT] if query else []

    async def generate(query: str, chunks: Sequence[Any]) -> str:
        return say(query, chunks)

    for parts in ((retrieve, generate), (retrieve, say), (Index(FACT), generate), (Index(FACT), say)):
        result = await QueryRouter(*parts, verify_citations=True, verifier=VERIFIER).aroute("What?")
        assert result.grounding is not None
        assert 1 == result.grounding.counts["supported"]
    with pytest.raises(citevet.CitevetError, match="aroute"):
        QueryRouter(retrieve, say, verify_citations=True, verifier=VERIFIER).route("What?")


def test_what_retrieves_nothing() -> None:
    """The error names what can be passed."""
    with pytest.raises(citevet.CitevetError, match="list retrieves nothing"):
        QueryRouter([FACT], say)
