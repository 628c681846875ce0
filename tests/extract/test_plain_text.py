"""Plain text of a span, and its mapping to the document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.extract.plain_text import slice_plain_text, to_plain_offset, to_plain_text
from citevet.model import Document, Plain, Region, Span
from citevet.model.document import Format


def words(text: str, *, drop: tuple[str, ...] = (), markup: tuple[str, ...] = (), form: Format = "markdown") -> Plain:
    """Return the plain text of a text; `markup` are pieces to mark as markup, each at its first place."""
    regions = sorted(Span(text.index(sign), text.index(sign) + len(sign)) for sign in markup)
    document = Document("a", form, text, regions=tuple(Region("markup", span) for span in regions))
    drops = [Span(text.index(gone), text.index(gone) + len(gone)) for gone in drop]
    return to_plain_text(document, Span(0, len(text)), drops)


@pytest.mark.parametrize(
    ("text", "drop", "expected"),
    [
        ("It grew [3].", ("[3]",), "It grew."),
        ("It grew.[^1] Then", ("[^1]",), "It grew. Then"),
        ("It grew [3], and fell [4].", ("[3]", "[4]"), "It grew, and fell."),
        ("(see [3]) so", ("[3]",), "(see) so"),
        ("a [3] b", ("[3]",), "a b"),
        ("water[3]is", ("[3]",), "water is"),
        ("연구[3]에서 보았다.", ("[3]",), "연구에서 보았다."),
        ("a  b\n c\u00a0d", (), "a b c d"),
        ("spaced . out", (), "spaced . out"),
        (" [3] starts", ("[3]",), "starts"),
        ("[3]", ("[3]",), ""),
        ("", (), ""),
    ],
)
def test_markers_and_white_space(text: str, drop: tuple[str, ...], expected: str) -> None:
    """A removed marker leaves no space before a stop and joins no words; white space becomes one space."""
    assert expected == words(text, drop=drop).text


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("hyphen-\nated", "text", "hyphenated"),
        ("hyphen-\nated", "pdf", "hyphenated"),
        ("state-of-the-\nart", "markdown", "state-of-the-art"),
        ("COVID-\n19", "text", "COVID- 19"),
        ("soft\u00adly", "markdown", "softly"),
        ("liga\ufffe\nture", "pdf", "ligature"),
        ("- dash", "text", "- dash"),
    ],
)
def test_broken_words_are_joined(text: str, form: Format, expected: str) -> None:
    """Typeset text loses the hyphen of a broken word; a source file keeps it."""
    assert expected == words(text, form=form).text


@pytest.mark.parametrize(
    ("text", "markup", "expected"),
    [
        ("a**b**c", ("**b**c",), "a"),
        ("**a** b", ("**",), "a** b"),
        ("x|y", ("|",), "x y"),
        ("x<br>y", ("<br>",), "x y"),
        ("x<b>y", ("<b>",), "xy"),
        ("10<sup>6 cells", ("<sup>",), "10^6 cells"),
        ("10<sup>-6 cells", ("<sup>",), "10^-6 cells"),
        ("10<sup>th floor", ("<sup>",), "10th floor"),
        ("m<sup>2 of land", ("<sup>",), "m2 of land"),
        ("x\\\\y", ("\\\\",), "x y"),
    ],
)
def test_markup_and_cells(text: str, markup: tuple[str, ...], expected: str) -> None:
    """Emphasis joins, cell edges and line breaks separate, and a superscript after a number is an exponent."""
    assert expected == words(text, markup=markup).text


def test_offsets_map_both_ways() -> None:
    """Plain offsets map to the same characters of the document, and back."""
    heard = words("It grew [3], and  fell.", drop=("[3]",))
    assert "It grew, and fell." == heard.text
    assert [11, 13, 18] == [heard.back(7), heard.back(9), heard.back(13)]
    assert [7, 7, 9, 13] == [
        to_plain_offset(heard, 8),
        to_plain_offset(heard, 11),
        to_plain_offset(heard, 13),
        to_plain_offset(heard, 18),
    ]
    assert 0 == to_plain_offset(heard, -1)
    assert len(heard.text) == to_plain_offset(heard, 99)


def test_slice_keeps_mapping() -> None:
    """A slice has its own offsets into the same document."""
    heard = words("It grew [3], and  fell.", drop=("[3]",))
    half = slice_plain_text(heard, Span(9, 18))
    assert "and fell." == half.text
    assert [13, 18] == [half.back(0), half.back(4)]


def test_contiguous_words_need_one_cut() -> None:
    """A paragraph without markup is one piece, which saves memory in large documents."""
    assert 1 == len(words("a b c " * 1000).cuts)


PIECES = st.sampled_from(
    ["a", "bc ", " ", "\n", "-\n", "d-\ne", "[3]", "**", "\u00ad", "\ufffe", "|", ".", ",", "가", "\t", "\u00a0"]
)


@given(st.lists(PIECES, max_size=30), st.data())
def test_every_plain_character_maps_to_document(pieces: list[str], data: st.DataObject) -> None:
    """A plain character maps to itself, except a space, which may replace other white space or a gap."""
    text = "".join(pieces)
    edges = data.draw(st.lists(st.integers(0, len(text)), max_size=8).map(sorted))
    spans = [Span(start, end) for start, end in zip(edges[::2], edges[1::2], strict=False)]
    regions = tuple(Region("markup", span) for span in spans[::2])
    document = Document("a", data.draw(st.sampled_from(["text", "markdown"])), text, regions=regions)
    heard = to_plain_text(document, Span(0, len(text)), spans[1::2])
    backs = [heard.back(index) for index in range(len(heard.text))]
    assert all(char == " " or char == text[back] for char, back in zip(heard.text, backs, strict=True))
    assert sorted(set(backs)) == backs
    assert "  " not in heard.text
    assert heard.text.strip() == heard.text
    gone = {offset for span in spans for offset in range(span.start, span.end)}
    assert all(back not in gone for char, back in zip(heard.text, backs, strict=True) if char != " ")


@pytest.mark.parametrize("worst", ["-\n", " ", "\u00ad", "a-\n", "\n", "a ", "- "])
def test_hostile_white_space_is_linear(worst: str) -> None:
    """250,000 characters of the worst pattern become no longer."""
    text = worst * (250_000 // len(worst))
    assert len(words(text, form="text").text) <= len(text)
