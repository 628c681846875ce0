"""Citations made by hand, for tests of claims."""

from citevet.model import Citation, CitationKind, Span


def cited(text: str, *forms: tuple[CitationKind, str]) -> tuple[Citation, ...]:
    """Make citations c1, c2 … of forms that appear in the text in this order."""
    citations: list[Citation] = []
    at = 0
    for kind, form in forms:
        start = text.index(form, at)
        at = start + len(form)
        citations.append(Citation(f"c{len(citations) + 1}", kind, Span(start, at), form, form))
    return tuple(citations)
