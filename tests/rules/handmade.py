"""Extractions made by hand, so that a rule can be asked about cases that no reader gives yet."""

from collections.abc import Sequence
from typing import Any

from citevet.contracts import Evidence, Policy
from citevet.model import Block, Citation, Claim, Document, Extraction, Plain, Reference, Region, Span


def make(
    text: str,
    *,
    citations: Sequence[Citation] = (),
    references: Sequence[Reference] = (),
    claims: Sequence[Claim] = (),
    policy: Policy | None = None,
    **document: Any,
) -> Evidence:
    """Make evidence on a text, with what the test says was found in it."""
    whole = Document(**{"path": "paper.md", "format": "markdown", "text": text, "blocks": paragraphs(text), **document})
    return Evidence(Extraction(whole, tuple(citations), tuple(references), tuple(claims)), policy=policy or Policy())


def paragraphs(text: str) -> tuple[Block, ...]:
    """Return a block for each stretch between blank lines that is no comment alone."""
    blocks: list[Block] = []
    start = 0
    for piece in text.split("\n\n"):
        if piece.strip() and not (piece.startswith("<!--") and piece.endswith("-->")):
            blocks.append(Block("paragraph", Span(start, start + len(piece))))
        start += len(piece) + 2
    return tuple(blocks)


def claim(text: str, said: str, name: str = "k1") -> Claim:
    """Return an unsourced quantitative claim that stands once in the text."""
    start = text.index(said)
    return Claim(name, Span(start, start + len(said)), said, Plain(said, ((0, start),)), "quantitative", "a number")


def region(text: str, code: str) -> Region:
    """Return a code region that stands once in the text."""
    start = text.index(code)
    return Region("code", Span(start, start + len(code)))
