"""The guard on a stream: sentences, actions, reason codes, and that nothing of the stream is lost."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import citevet
from citevet.errors import UsageError
from citevet.jobs.guard import Event, SentenceBuffer

SOURCES = [citevet.Source(text="Tokyo is the capital of Japan.")]
TEXT = (
    "Dr. Lee met J. Smith et al. in 2020. Tokyo is the capital of Japan. Rice costs 3.5 dollars, i.e. little!\n\n"
    "```python\nx = 1. # Not a claim. Really.\n```\n\n- Seoul has 9 million residents\n- Busan has 3 million\n\n"
    "도쿄는 일본의 수도이다. 서울은 크다. 東京は日本の首都です。人口は1400万人です。The end"
)


def nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    """Support what names the capital, contradict what denies it, know nothing else."""
    weights = {"not": (0.01, 0.02, 0.97), "capital": (0.97, 0.02, 0.01)}
    return [next((weights[word] for word in weights if word in claim), (0.01, 0.98, 0.01)) for _, claim in pairs]


def guard(action: str = "flag") -> citevet.StreamGuard:
    return citevet.StreamGuard(SOURCES, on_unsupported=action, verifier=citevet.Verifier(nli=nli))  # type: ignore[arg-type]  # one is wrong on purpose


def events(text: str, size: int, action: str = "flag") -> list[Event]:
    watching = guard(action)
    found = [event for at in range(0, len(text), size) for event in watching.feed(text[at : at + size])]
    return [*found, *watching.finish()]


def pieces(text: str, size: int) -> list[str]:
    buffer = SentenceBuffer()
    found = [piece for at in range(0, len(text), size) for piece in buffer.feed(text[at : at + size])]
    return [*found, *buffer.finish()]


def test_sentence_by_sentence() -> None:
    """A sentence is judged when the next begins: passed, flagged as unverifiable, flagged as contradicted."""
    watching = guard()
    assert [] == watching.feed("Tokyo is the capital of Japan.")
    first = watching.feed(" Rice grows in wet valleys. Tokyo")
    assert [("Tokyo is the capital of Japan. ", "pass", ())] == [(e.text, e.action, e.reasons) for e in first]
    rest = [*watching.feed(" is not the capital of Japan."), *watching.finish()]
    assert [
        ("flag", ("GROUNDING_UNVERIFIABLE",)),
        ("flag", ("GROUNDING_CONTRADICTION",)),
    ] == [(event.action, event.reasons) for event in rest]
    assert ["Rice grows in wet valleys."] == [claim.text for claim in rest[0].claims]


@pytest.mark.parametrize("size", [1, 3, 500])
@pytest.mark.parametrize(
    "sentences",
    [
        ["The bridge is long.¹ ", "The tunnel is red.² ", "It is old."],
        ["The bridge is long.[1] ", "The tunnel is red. [2][3] ", "[1] found that it is old."],
        ["The bridge is long.【1†source】 ", "The tunnel is red【2:0†a.pdf】. ", "It is old."],
    ],
)
def test_a_marker_behind_the_stop_stays_with_its_sentence(sentences: list[str], size: int) -> None:
    """A marker behind the full stop neither joins two sentences nor moves to the next one."""
    assert sentences == pieces("".join(sentences), size)


def test_blocked_sentences_are_those_that_would_be_marked() -> None:
    """With `block` the same sentences are blocked, and the others still pass."""
    text = "Tokyo is not the capital of Japan. Tokyo is the capital of Japan."
    assert ["block", "pass"] == [event.action for event in events(text, 5, "block")]


def test_without_sources_nothing_passes_unsaid() -> None:
    """No source to check against: every claim is flagged as unchecked."""
    watching = citevet.StreamGuard([], verifier=citevet.Verifier(nli=nli))
    watching.feed("Tokyo is the capital of Japan.")
    assert [("flag", ("GROUNDING_UNCHECKED",))] == [(event.action, event.reasons) for event in watching.finish()]


def test_what_claims_nothing_passes() -> None:
    """Code, questions and headings are passed on as they are."""
    assert {"pass"} == {event.action for event in events("# Title\n\nIs it so?\n\n```\nTokyo is not. It is.\n```\n", 4)}


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 10_000])
def test_chunks_change_nothing(size: int) -> None:
    """Letter by letter or all at once: the same pieces."""
    assert pieces(TEXT, 5) == pieces(TEXT, size)


def test_the_pieces_are_sentences() -> None:
    """Abbreviations and decimals end nothing; code is one piece; items, Korean and Japanese sentences are their own."""
    assert [
        "Dr. Lee met J. Smith et al. in 2020.",
        "Tokyo is the capital of Japan.",
        "Rice costs 3.5 dollars, i.e. little!",
        "```python\nx = 1. # Not a claim. Really.\n```",
        "- Seoul has 9 million residents",
        "- Busan has 3 million",
        "도쿄는 일본의 수도이다.",
        "서울은 크다.",
        "東京は日本の首都です。",
        "人口は1400万人です。",
        "The end",
    ] == [piece.strip() for piece in pieces(TEXT, 3) if piece.strip()]


@given(st.text(alphabet='ab. !?\n`-#。다요1("“”)', max_size=200), st.integers(1, 9))
def test_nothing_is_lost(text: str, size: int) -> None:
    """Joined, the pieces are the stream, whatever it is and however it comes; and they are the same."""
    assert text == "".join(pieces(text, size))
    assert pieces(text, 1) == pieces(text, size)


@pytest.mark.parametrize("unit", ["a", " ", "\n", "v. ", "(", "```\n", "。", "1."])
def test_endless_streams_are_let_go(unit: str) -> None:
    """Without any end the buffer stays small: all but the last stretch leaves it before the stream is over."""
    buffer = SentenceBuffer()
    text = (unit * 30_000)[:30_000]
    assert 9_000 <= sum(len(piece) for at in range(0, 30_000, 50) for piece in buffer.feed(text[at : at + 50]))


def test_finishing_twice_adds_nothing() -> None:
    """The end comes once."""
    watching = guard()
    watching.feed("Tokyo is the capital of Japan.")
    assert (1, 0) == (len(watching.finish()), len(watching.finish()))


@pytest.mark.parametrize("before", ["Tokyo is the cap", "cf. Lee " * 30, "```python\nx = 1.", ""])
def test_what_is_fed_after_the_end_begins_anew(before: str) -> None:
    """The next answer is cut and judged as by a new guard, whatever the last one broke off with."""
    text = f"{'cf. Lee ' * 30}and Tokyo is the capital of Japan. Tokyo is not the capital of Japan."
    used = guard()
    used.feed(before)
    used.finish()
    expected = [(event.text, event.action) for event in events(text, 7)]
    found = [event for at in range(0, len(text), 7) for event in used.feed(text[at : at + 7])]
    assert expected == [(event.text, event.action) for event in (*found, *used.finish())]
    assert ["pass", "flag"] == [action for _, action in expected]


def test_sources_are_embedded_once() -> None:
    """While a text streams, its sources are not embedded again with each sentence."""
    seen: list[str] = []

    def embed(texts: Sequence[str]) -> list[list[float]]:
        seen.extend(texts)
        return [[1.0, 0.5]] * len(texts)

    for parts in ({"nli": None}, {"nli": nli}):
        seen.clear()
        watching = citevet.StreamGuard(SOURCES, verifier=citevet.Verifier(embed=embed, **parts))
        watching.feed("Tokyo is the capital today. Kyoto was it before. Osaka never was.")
        watching.finish()
        assert 1 == seen.count(SOURCES[0].text)
        assert 4 == len(seen)


async def test_the_async_guard() -> None:
    """`afeed` and `afinish` give what the plain ones give, also with async functions."""

    async def awaited(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        return nli(pairs)

    watching = citevet.StreamGuard(SOURCES, verifier=citevet.Verifier(nli=awaited))
    text = "Tokyo is not the capital of Japan. Rice grows in wet valleys."
    found = [*await watching.afeed(text), *await watching.afinish()]
    assert [("GROUNDING_CONTRADICTION",), ("GROUNDING_UNVERIFIABLE",)] == [event.reasons for event in found]


@pytest.mark.parametrize("action", ["drop", "", None])
def test_actions_that_are_none(action: str) -> None:
    """Only flag and block are actions."""
    with pytest.raises(UsageError, match="on_unsupported"):
        guard(action)


def test_chunks_that_are_no_text() -> None:
    """Bytes are refused, with what to pass."""
    with pytest.raises(UsageError, match="bytes is not text"):
        guard().feed(b"Tokyo.")  # type: ignore[arg-type]  # that is the point
