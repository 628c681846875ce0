"""The text that finders read."""

from html import unescape

from citevet.extract import extract
from citevet.extract.masked_text import BLANK, MaskedText, mask_spans
from citevet.extract.references import find_references
from citevet.model import Span
from citevet.read import parse_text

TEXT = "A `code` b.\n\n<!-- no -->\n\n## References\n\n[1] Smith 2019.\n"


def test_markup_is_masked_at_the_same_offsets() -> None:
    """Code, comments and markup are masked, at the same offsets; line breaks stay."""
    scene = MaskedText.of(document := parse_text(TEXT), find_references(document))
    assert "A 000000 b.\n\n00000000000\n\n00 References\n\n[1] Smith 2019.\n" == scene.prose.replace(BLANK, "0")


def test_a_span_is_in_the_text_in_an_entry_or_across() -> None:
    """A span is in the text, inside an entry, or across the border; a span around an entry is its marker."""
    scene = MaskedText.of(document := parse_text(TEXT), find_references(document))
    entry = Span(TEXT.index("[1]"), TEXT.index("2019.") + 5)
    assert "text" == scene.side(Span(0, 1))
    assert "list" == scene.side(Span(entry.start, entry.start + 3))
    assert "list" == scene.side(Span(entry.end - 5, entry.end))
    assert "text" == scene.side(entry)
    assert "text" == scene.side(Span(entry.start - 2, entry.end + 1))
    assert scene.side(Span(entry.start - 2, entry.start + 2)) is None
    assert "text" == scene.side(Span(entry.end, entry.end + 1))


def test_mask_overlapping_spans() -> None:
    """Overlapping spans are masked once; line breaks and carriage returns stay."""
    assert f"a{BLANK}\r\n{BLANK}{BLANK}f" == mask_spans("ab\r\ncdf", [Span(1, 5), Span(2, 6)])


def test_entities_are_read_as_what_they_print() -> None:
    """Citations and claims are found through entities, and keep the spans and slices of the file."""
    text = "<p>It is 5&nbsp;&deg;C, he says (M&uuml;ller, 2020). R&amp;D grew [2&ndash;3]. So <i>it</i> is [4].</p>"
    found = extract(parse_text(text, "a.html"))
    assert ["(M&uuml;ller, 2020)", "2&ndash;3", "2&ndash;3", "[4]"] == [citation.text for citation in found.citations]
    assert ["It is 5 °C, he says.", "R&D grew.", "So it is."] == [claim.plain.text for claim in found.claims]
    assert all(each.text == text[each.span.start : each.span.end] for each in found.citations)
    assert all(each.text == text[each.span.start : each.span.end] for each in found.claims)
    for claim in found.claims:
        for at, char in enumerate(claim.plain.text):
            assert char in unescape(text[claim.plain.back(at) :])[:1] + " "


def test_an_entity_of_a_tag_stays() -> None:
    """&lt;ref&gt; shows a tag and is none; &lt; before a number is a sign."""
    first, second = extract(parse_text("Write &lt;ref&gt;a&lt;/ref&gt; here. It was p &lt; 0.05 then.")).claims
    assert "Write &lt;ref>a&lt;/ref> here." == first.plain.text
    assert "It was p < 0.05 then." == second.plain.text
