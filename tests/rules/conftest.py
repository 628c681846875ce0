"""Evidence made by hand, for inputs that no reader produces."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from citevet.contracts import Evidence, Policy
from citevet.model import Block, Citation, Claim, Document, Extraction, Plain, Reference, Span


@pytest.fixture
def make() -> Callable[..., Evidence]:
    """Make evidence on a text with the given citations, references and claims."""
    return _make


@pytest.fixture
def claim() -> Callable[..., Claim]:
    """Make an unsourced quantitative claim from words that occur once in a text."""
    return _claim


def _make(
    text: str,
    *,
    citations: Sequence[Citation] = (),
    references: Sequence[Reference] = (),
    claims: Sequence[Claim] = (),
    policy: Policy | None = None,
    **document: Any,
) -> Evidence:
    whole = Document(**{"path": "paper.md", "format": "markdown", "text": text, "blocks": _blocks(text), **document})
    return Evidence(Extraction(whole, tuple(citations), tuple(references), tuple(claims)), policy=policy or Policy())


def _blocks(text: str) -> tuple[Block, ...]:
    """Return a block for each paragraph that is not a comment alone."""
    blocks: list[Block] = []
    start = 0
    for piece in text.split("\n\n"):
        if piece.strip() and not (piece.startswith("<!--") and piece.endswith("-->")):
            blocks.append(Block("paragraph", Span(start, start + len(piece))))
        start += len(piece) + 2
    return tuple(blocks)


def _claim(text: str, said: str, name: str = "k1") -> Claim:
    start = text.index(said)
    return Claim(name, Span(start, start + len(said)), said, Plain(said, ((0, start),)), "quantitative", "a number")
