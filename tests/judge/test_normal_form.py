"""The normal form: what it folds, what it keeps, and that the way back is right."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citevet.judge.quotes.normal_form import FoldedSource, fold_text, fold_with_offsets
from citevet.model import Page

ALPHABET = "aB1 .-–—'\"“”«»\n\t\u00ad\ufb01²³⁴…·[],¹가나一あ\u1112\u1161\u11abé\u0301´½œ\u200b９％\x1a\ufffe"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the ﬁrst eﬀect of ﬂow", "the first effect of flow"),
        ("infor-\nmation", "information"),
        ("well-\nknown", "well-known"),
        ("infor\u00ad\nmation and re\u00adsult", "information and result"),
        ("“a ‘b’ c”", "\"a 'b' c\""),
        ("dit « mot » ici", "dit “mot” ici"),
        ("it’s", "it's"),
        ("1990–1995 — or – so", "1990-1995 - or --- so"),
        ("one  two\n\nthree\u00a0four", "one two three four"),
        ("and so on…", "and so on..."),
        ("and . . . so on", "and ... so on"),
        ("3·5 mg", "3.5 mg"),
        ("１２３％", "123%"),
        ("cafe\u0301", "café"),
        ("œuvre", "oeuvre"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("readers notice¹² that", "readers notice that"),
        ("readers notice.³ That", "readers notice. That"),
        ("readers notice [12, 14–16] that", "readers notice that"),
        ("효과가 있\n다고 본다", "효과가 있다고 본다"),
        ("940만 명", "940만명"),
        ("我们 亲眼\n看到", "我们亲眼看到"),
    ],
)
def test_folded(one: str, other: str) -> None:
    """These are the same to the normal form."""
    assert fold_text(other) == fold_text(one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10²", "102"),
        ("1,000", "1.000"),
        ("14", "15"),
        ("is effective", "is not effective"),
        ("its", "it's"),
        ("US", "us"),
        ("a part", "apart"),
        ("10-20", "1020"),
        ("-5", "5"),
        ("café", "cafe"),
        ("this, that", "this that"),
        ("[the model]", "the model"),
        ("있다", "없다"),
    ],
)
def test_not_folded(one: str, other: str) -> None:
    """These stay different."""
    assert fold_text(other) != fold_text(one)


@settings(max_examples=400, deadline=None)
@given(st.text(ALPHABET, max_size=60))
def test_the_way_back_is_of_the_same_text(text: str) -> None:
    """Tracing gives the same normal form, and a rising place for each of its characters."""
    words, places = fold_with_offsets(text)
    assert fold_text(text) == words
    assert len(words) == len(places)
    assert sorted(places) == list(places)
    assert all(0 <= place < len(text) for place in places)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(ALPHABET, max_size=30), min_size=1, max_size=40))
def test_pieces_make_the_whole(words: list[str]) -> None:
    """A long text folded in pieces is the text folded at once, and so is the way back."""
    text = " and the others ".join(words) * 20
    pages = (Page(text, 1), Page(text, 2))
    source = FoldedSource(pages)
    whole, places = fold_with_offsets(f"{text}\n{text}")
    assert whole == source.text
    offsets = range(0, len(whole), max(len(whole) // 50, 1))
    assert [places[offset] for offset in offsets] == [source.back(offset) for offset in offsets]


def test_the_way_back_of_long_text() -> None:
    """A word far into a text is found where it stands, behind everything that was folded before it."""
    raw = "The ﬁrst “well-\nknown” re\u00adsult  …  10² [12] » " * 2000 + "needle in the end"
    source = FoldedSource((Page("first page", 1), Page(raw, 2)))
    at = source.text.index("needle")
    span = source.raw_span(at, at + 6)
    assert raw.index("needle") == span.start - len("first page\n")
    assert "needle" == source.raw[span.start : span.end]
    assert 1 == source.page_at(span.start)


@pytest.mark.parametrize("unit", ["- ", "'\"", "  ", ". ", "[1]", "a-", "\u00ad", "가 ", "²", "\u0301", "１"])
def test_hostile_text_is_folded_once(unit: str) -> None:
    """A megabyte of what the rules look for comes to an end, and its normal form is its own."""
    once = fold_text(unit * (1_000_000 // len(unit)))
    assert once == fold_text(once)
