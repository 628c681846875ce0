"""Claims against given sources by vectors alone: what AgentOS states in its own tests, and where it is wrong."""

from collections.abc import Callable, Sequence
from re import findall
from zlib import crc32

import pytest

import citevet
from citevet.model import Support
from citevet.model.verification import VERIFIED_WORDS

JAPAN = citevet.Source(
    text="Tokyo is the capital and seat of government of Japan.", url="https://example.org/japan", title="Japan"
)
TOKYO = citevet.Source(text="The population of Tokyo proper is approximately 14 million.", title="Tokyo")
ANSWER = (
    "Tokyo is the capital of Japan. Tokyo proper has roughly 14 million residents. "
    "Tokyo hosted the 2020 Summer Olympics in 1457."
)


def bag(texts: Sequence[str]) -> list[list[float]]:
    """Embed by words of four letters and more, and numbers: each has its place among 384."""
    rows = []
    for text in texts:
        row = [0.0] * 384
        for word in findall(r"[^\W\d]{4,}|\d+", text.lower()):
            row[crc32(word.encode()) % 384] += 1.0
        rows.append(row)
    return rows


def scripted(table: dict[str, list[float]]) -> Callable[[Sequence[str]], list[list[float]]]:
    return lambda texts: [table[text] for text in texts]


def by_words(**more: object) -> citevet.Verifier:
    return citevet.Verifier(embed=bag, nli=None, **more)  # type: ignore[arg-type]  # keyword by keyword below


def test_the_published_example() -> None:
    """Two of three claims about Tokyo are supported, each by the source that says so, and the third is not."""
    found = by_words().verify(ANSWER, [JAPAN, TOKYO])
    assert ["supported", "supported", "unverifiable"] == [claim.verdict for claim in found.claims]
    assert [0, 1, 0] == [claim.source_index for claim in found.claims]
    assert [0.774597, 0.666667, 0.182574] == [claim.similarity for claim in found.claims]
    assert "2/3 claims verified (67%)" == str(found)
    assert found.overall_grounded is True
    assert 2 / 3 == found.supported_ratio


def test_every_verdict_is_one_of_four_and_every_confidence_a_share() -> None:
    """Whatever comes out is in the vocabulary, and the four counts add up to the total."""
    found = by_words().verify(ANSWER, [JAPAN, TOKYO])
    assert {claim.verdict for claim in found.claims} <= set(VERIFIED_WORDS)
    assert all(0 <= claim.confidence <= 1 for claim in found.claims)
    assert len(found.claims) == sum(found.counts.values())


@pytest.mark.parametrize("asked", ["", "   \n", []])
def test_without_claims_there_is_nothing_to_say(asked: str | list[str]) -> None:
    """Empty text is neither grounded nor not, and has no ratio."""
    found = by_words().verify(asked, [JAPAN])
    assert () == found.claims
    assert found.overall_grounded is None
    assert found.supported_ratio is None
    assert "No verifiable claims found." == str(found)


@pytest.mark.parametrize("sources", [[], [citevet.Source(text="")], [citevet.Source(text=" \n\f ")]])
def test_without_sources_nothing_is_grounded(sources: list[citevet.Source]) -> None:
    """No source, or none with words: every claim is unchecked with its reason, and nothing passes."""
    found = by_words().verify(["Tokyo is the capital of Japan."], sources)
    assert "unverifiable" == found.claims[0].verdict
    assert ("unchecked", "no-text") == (found.claims[0].ruling.support, found.claims[0].ruling.reason)
    assert found.overall_grounded is None
    assert found.supported_ratio is None
    assert "0/1 claims verified (no source to check against)" == str(found)


def test_all_unverifiable_is_not_grounded() -> None:
    """Grounded needs something that is supported."""
    found = by_words().verify(["Rice grows in wet valleys."], [TOKYO])
    assert "unverifiable" == found.claims[0].verdict
    assert found.overall_grounded is False
    assert 0.0 == found.supported_ratio


def test_the_callers_extractor_is_asked_with_the_text() -> None:
    """A string goes to the extractor that was passed, as it is."""
    seen: list[str] = []

    def split(text: str) -> list[str]:
        seen.append(text)
        return ["Tokyo is the capital of Japan."]

    found = by_words(extract_claims=split).verify("Some text.", [JAPAN])
    assert ["Some text."] == seen
    assert ["Tokyo is the capital of Japan."] == [claim.text for claim in found.claims]


def test_a_list_is_taken_as_it_is_in_its_order() -> None:
    """Ready claims skip the extractor, even those that it would leave out."""

    def never(text: str) -> list[str]:
        raise AssertionError(text)

    claims = ["Zebras?", "Tokyo is the capital of Japan.", "Apples."]
    found = by_words(extract_claims=never).verify(claims, [JAPAN])
    assert claims == [claim.text for claim in found.claims]


def test_extract_claims_is_what_verify_uses() -> None:
    """The public extractor and the verifier agree."""
    assert citevet.extract_claims(ANSWER) == [claim.text for claim in by_words().verify(ANSWER, [JAPAN]).claims]
    assert citevet.extract_claims(ANSWER) == by_words().extract_claims(ANSWER)


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "Dr. Smith reported a 3.5% rise, i.e. a small one. It rained all day.",
            ["Dr. Smith reported a 3.5% rise, i.e. a small one.", "It rained all day."],
        ),
        ("Water boils at sea.", ["Water boils at sea."]),
        ("Is Tokyo large? MAYBE it will rain. Tokyo has 14 million residents.", ["Tokyo has 14 million residents."]),
        ("```\nx = 1. y = 2.\n```\nSeoul has 9 million residents.", ["Seoul has 9 million residents."]),
        (
            "도쿄는 일본의 수도이다. 서울의 인구는 약 940만 명이다.",
            ["도쿄는 일본의 수도이다.", "서울의 인구는 약 940만 명이다."],
        ),
        ("- Tokyo has 14 million residents\n- Seoul has 9 million residents", None),
    ],
)
def test_claims_are_whole_sentences(text: str, claims: list[str] | None) -> None:
    """No claim is broken at an abbreviation or a decimal, a stub is left out; questions and code are none."""
    wanted = claims or ["Tokyo has 14 million residents", "Seoul has 9 million residents"]
    assert wanted == citevet.extract_claims(text)


def test_one_call_with_claims_then_sources() -> None:
    """The embedder is called once, with the claims in order and then the sources in order."""
    calls: list[list[str]] = []

    def embed(texts: Sequence[str]) -> list[list[float]]:
        calls.append(list(texts))
        return bag(texts)

    citevet.verify(["One claim here.", "Another one."], [JAPAN, TOKYO], embed=embed, nli=None)
    assert [["One claim here.", "Another one.", JAPAN.text, TOKYO.text]] == calls


@pytest.mark.parametrize(
    ("vector", "word", "support"),
    [
        ([1.0, 0.0], "supported", "supported"),
        ([0.6, 0.8], "supported", "supported"),
        ([0.59, 0.807403], "weak", "partial"),
        ([0.3, 0.953939], "weak", "partial"),
        ([0.29, 0.957027], "unverifiable", "unsupported"),
    ],
)
def test_the_thresholds(vector: list[float], word: str, support: Support) -> None:
    """From 0.6 on supported, from 0.3 on weak, below unverifiable; the edges belong to the better word."""
    embed = scripted({"claim": [1.0, 0.0], "source": vector})
    found = citevet.verify(["claim"], ["source"], embed=embed, nli=None).claims[0]
    assert (word, support) == (found.verdict, found.ruling.support)
    assert pytest.approx(vector[0], abs=1e-6) == found.similarity


def test_thresholds_of_the_caller() -> None:
    """Both thresholds can be moved."""
    embed = scripted({"claim": [1.0, 0.0], "source": [0.5, 0.866025]})
    strict = citevet.Verifier(embed=embed, nli=None, support_threshold=0.9, unverifiable_threshold=0.6)
    lax = citevet.Verifier(embed=embed, nli=None, support_threshold=0.5, unverifiable_threshold=0.1)
    assert "unverifiable" == strict.verify(["claim"], ["source"]).claims[0].verdict
    assert "supported" == lax.verify(["claim"], ["source"]).claims[0].verdict


@pytest.mark.parametrize("vector", [[-1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
def test_no_likeness_no_source(vector: list[float]) -> None:
    """Opposite, orthogonal and zero vectors name no source, and score 0."""
    embed = scripted({"claim": [1.0, 0.0], "source": vector})
    found = citevet.verify(["claim"], ["source"], embed=embed, nli=None, unverifiable_threshold=0.0).claims[0]
    assert ("unverifiable", None, None, 0.0) == (found.verdict, found.source, found.source_index, found.confidence)


def test_the_first_of_equals_wins() -> None:
    """Of sources that are equally near, the first is named, also among many."""
    found = by_words().verify(["Tokyo is the capital of Japan."], [TOKYO, *[JAPAN.text] * 40])
    assert 1 == found.claims[0].source_index


def test_the_passage_is_the_one_that_matches() -> None:
    """In a long source the evidence is the matching stretch with its place, not the beginning."""
    filler = "The orchard was pruned in early spring before the buds had opened. " * 60
    text = f"{filler}\n\nTokyo is the capital of Japan and its seat of government.\n\n{filler}"
    found = by_words().verify(["Tokyo is the capital of Japan."], [text]).claims[0]
    passage = found.evidence[0]
    assert "Tokyo is the capital of Japan" in passage.text
    assert text[passage.span.start : passage.span.end] == passage.text
    assert len(passage.text) < len(text) / 4
    snippet = found.snippets[0]
    assert "Tokyo is the capital of Japan and its seat of government." == snippet.text
    assert text.index("Tokyo is") == snippet.span.start
    assert text[snippet.span.start : snippet.span.end] == snippet.text


def test_form_feeds_part_pages() -> None:
    """The page of a passage is counted, and its span lies within that page."""
    pages = ["The orchard was pruned in spring.", "Tokyo is the capital of Japan."]
    passage = by_words().verify(["Tokyo is the capital of Japan."], ["\f".join(pages)]).claims[0].evidence[0]
    assert (2, "s1") == (passage.page, passage.source)
    assert pages[1] == pages[1][passage.span.start : passage.span.end] == passage.text


def test_nothing_but_a_list_of_sources_is_still_read() -> None:
    """A text that is all furniture is kept whole rather than dropped without a word."""
    found = by_words(support_threshold=0.4).verify(["Copyright 2020 Example Press."], ["Copyright 2020 Example Press"])
    assert "supported" == found.claims[0].verdict


def test_cosine_alone_contradicts_nothing() -> None:
    """Without an NLI a negation is as near as its opposite: that is the limit of this mode, and it is stated."""
    found = by_words().verify(["Tokyo is not the capital and seat of government of Japan."], [JAPAN])
    assert 0 == found.counts["contradicted"]
    assert "nothing is ever contradicted" in (citevet.Verifier.__doc__ or "")


def test_a_bare_string_is_a_source() -> None:
    """A source without a name may be a string."""
    assert citevet.Source(text="Tokyo.") == by_words().verify(["Tokyo."], ["Tokyo."]).claims[0].source
