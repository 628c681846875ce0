"""Single stages in the shapes that other hosts know."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.jobs.stages import documents
from citevet.jobs.stages.documents import cut_chunks, estimate_tokens
from citevet.read import parse_text


def anchors(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(documents.parse(parse_text(text)))
    return [{key: value for key, value in anchor.items() if key not in {"start", "end"}} for anchor in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "A fact [with text](https://example.org/a).",
            [{"type": "inline", "citedUrl": "https://example.org/a", "anchorText": "with text", "locator": 1}],
        ),
        (
            'A fact [t](https://example.org/a_(b) "Title").',
            [{"type": "inline", "citedUrl": "https://example.org/a_(b)", "anchorText": "t", "locator": 1}],
        ),
        (
            "A fact.[^1]\n\n[^1]: See https://example.org/x.\n",
            [{"type": "footnote", "citedRef": "1", "citedUrl": "https://example.org/x", "locator": 1}],
        ),
        ("A fact.[^9]\n", [{"type": "footnote", "citedRef": "9", "citedUrl": None, "locator": 1}]),
        (
            "A fact [1].\n\n## References\n\n[1] Body (2020). Title. https://example.org/r\n",
            [{"type": "footnote", "citedRef": "1", "citedUrl": "https://example.org/r", "locator": 1}],
        ),
        ("A plain sentence.\n", [{"type": "unsourced", "anchorText": "A plain sentence.", "locator": 1}]),
        ("# Only a heading\n", []),
        (
            "Wrapped line one\nwith [a link](https://example.org) on line two.\n\nSecond, uncited.\n",
            [
                {"type": "inline", "citedUrl": "https://example.org", "anchorText": "a link", "locator": 2},
                {"type": "unsourced", "anchorText": "Second, uncited.", "locator": 4},
            ],
        ),
        ("```\n[1](https://example.org)\n```\n", []),
        ("![picture](https://example.org/p.png)\n", []),
    ],
)
def test_anchors(text: str, expected: list[dict[str, Any]]) -> None:
    """Links, markers with their resolved address, and uncited blocks, each with its line."""
    assert expected == anchors(text)


def test_links_come_before_markers_in_a_block() -> None:
    """The published order within a block: links first, then markers."""
    text = "A[^1] and [b](https://example.org).\n\n[^1]: Note 2020.\n"
    assert [anchor["type"] for anchor in anchors(text)] == ["inline", "footnote"]


def test_extract_has_no_verdicts() -> None:
    """Stage extract gives the document's object without judgements and findings."""
    found = json.loads(documents.extract(parse_text("A fact [1].")))
    assert {"version", "tool", "census", "run", "sources", "rules", "documents"} == set(found)
    assert not {"judgements", "findings"} & set(found["documents"][0])
    assert found["documents"][0]["citations"][0]["text"] == "[1]"


def test_korean_counts_a_token_a_character() -> None:
    """Four ASCII characters are a token; a Hangul syllable is one by itself."""
    assert (estimate_tokens("abcd"), estimate_tokens("abcde"), estimate_tokens("대한민국a")) == (1, 2, 5)


def test_a_fence_is_never_cut() -> None:
    """Blank lines inside a fenced block do not end it."""
    text = "Para.\n\n```\na\n\nb\n```\n\nEnd.\n"
    found = cut_chunks(parse_text(text), 3)
    assert [chunk["text"] for chunk in found] == ["Para.", "```\na\n\nb\n```", "End."]


def test_the_next_chunk_starts_at_the_last_paragraph() -> None:
    """Chunks overlap by one paragraph, so that no claim loses its context."""
    text = "First one.\n\nSecond one.\n\nThird one.\n"
    found = cut_chunks(parse_text(text), 7)
    assert [chunk["text"] for chunk in found] == ["First one.\n\nSecond one.", "Second one.\n\nThird one."]


def test_an_oversize_block_is_split_between_sentences() -> None:
    """A block larger than any chunk is cut at its sentences, not left whole."""
    text = " ".join(f"Sentence number {number} stands here." for number in range(20))
    found = cut_chunks(parse_text(text), 30)
    assert len(found) > 3
    assert all(estimate_tokens(chunk["text"]) <= 30 for chunk in found)


@given(st.text(st.sampled_from("aé다 .\n#`>-\r\f"), max_size=200), st.integers(1, 30))
def test_segments_map_back(text: str, most: int) -> None:
    """Every segment of every chunk is the same text in the document, and segments move forward."""
    document = parse_text(text)
    for chunk in cut_chunks(document, most):
        for segment in chunk["segments"]:
            inside = chunk["text"][segment["chunk_start"] : segment["chunk_end"]]
            assert document.text[segment["document_start"] : segment["document_end"]] == inside
        assert all(a["document_end"] <= b["document_start"] for a, b in pairwise(chunk["segments"]))
