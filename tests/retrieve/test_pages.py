"""Pages of a source for a judge that reads more than windows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.model import Body, Page
from citevet.retrieve import WindowIndex, choose_pages, split_body
from citevet.text.token_estimate import estimate_tokens

SENTENCE = "Street trees number {0} lower the temperature of the pavement by {0} degrees in the afternoon. "
LONG = "".join(SENTENCE.format(number) for number in range(400))
MOST = 1_000


def index(*pages: str) -> WindowIndex:
    """Return the windows of a source."""
    numbered = tuple(Page(text, number) for number, text in enumerate(pages, 1))
    return WindowIndex.of("s1", split_body(Body(numbered)))


def test_a_short_source_is_read_whole() -> None:
    """One passage, word for word, with its place."""
    text = "".join(SENTENCE.format(number) for number in range(25))
    (page,) = index(text).pages("Trees.", tokens=MOST)
    assert page.text == page.span.of(text) == text.strip()


def test_of_a_long_source_the_nearest_pages_are_read() -> None:
    """As much as fits at once; every word stands where it stands in the source."""
    pages = index(LONG).pages("Tree number 250.", tokens=MOST)
    assert "number 250 " in pages[0].text
    assert 2 <= len(pages) <= 3
    assert sum(estimate_tokens(page.text) for page in pages) <= MOST * 1.05
    assert all(page.text == page.span.of(LONG) for page in pages)


def test_pages_of_a_document_stay_apart() -> None:
    """Evidence has the number of its page."""
    found = index("Trees cool the air.", "Oaks grow slowly. Trees cool.", "Nothing here.").pages(
        "Oaks grow.", tokens=MOST
    )
    assert 2 == found[0].page
    assert found[0].text == "Oaks grow slowly. Trees cool."


def test_what_is_left_out_becomes_blank() -> None:
    """A line of the site's furniture between two paragraphs is not read, and moves no word."""
    text = "Trees cool the air.\n\nSubscribe to our newsletter\n\nOaks grow slowly."
    (page,) = index(text).pages("Oaks.", tokens=MOST)
    assert "Subscribe" not in page.text
    assert page.text.index("Oaks") == text.index("Oaks")
    assert len(page.text) == len(page.span)


def test_no_windows_no_pages() -> None:
    """A source without words."""
    assert not index("").pages("Oaks.", tokens=MOST)


@given(st.lists(st.text(" abc.\n1中é", min_size=0, max_size=400), max_size=4), st.integers(5, 400))
def test_pages_slice_back(texts: list[str], most: int) -> None:
    """Each page has the length of its span, no page is read twice, and the best comes first."""
    windows = split_body(Body(tuple(Page(text, number) for number, text in enumerate(texts, 1))))
    scores = [float(len(window.text) % 7) for window in windows]
    chosen = choose_pages(windows, scores, most)
    assert len({(page.page, page.span) for page, _ in chosen}) == len(chosen)
    assert sorted((score for _, score in chosen), reverse=True) == [score for _, score in chosen]
    for page, _ in chosen:
        assert len(page.text) == len(page.span)
        assert page.page is not None
        kept = page.text.split()
        assert all(word in texts[page.page - 1] for word in kept)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [("", 0, 1), ("street trees cool the pavement", 5, 9), ("中国的首都是北京", 6, 9), ("3 141 592", 7, 9)],
)
def test_estimate_of_tokens(text: str, least: int, most: int) -> None:
    """Letters share tokens; digits and ideographs have their own."""
    assert least <= estimate_tokens(text) <= most
