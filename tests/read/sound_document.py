"""What holds for every document that a reader returns."""

from citevet.model import Document


def assert_sound(document: Document) -> None:
    """Regions and blocks are in order and apart; marks are inside the text and contain their labels."""
    for spans in ([region.span for region in document.regions], [block.span for block in document.blocks]):
        edges = [edge for span in spans for edge in (span.start, span.end)]
        assert sorted(edges) == edges
        assert all(span.start < span.end for span in spans)
        assert not spans or 0 <= edges[0] <= edges[-1] <= len(document.text)
    assert sorted(mark.span.start for mark in document.marks) == [mark.span.start for mark in document.marks]
    for mark in document.marks:
        assert 0 <= mark.span.start < mark.span.end <= len(document.text)
        assert mark.label is None or mark.span.holds(mark.label)
