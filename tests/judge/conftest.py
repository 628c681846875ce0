"""Claims that quote, made by hand, and what judging them against a source gives."""

import pytest

from citevet.judge.quotes.judging import QuotedSource, judge_claim_quotes
from citevet.model import Body, Citation, Claim, Judgement, Locator, Page, Plain, Quotation, Source, Span, Tie


class Desk:
    """Where quotations are compared with sources."""

    @staticmethod
    def claim(*quotes: str) -> Claim:
        """Return a claim with these quotations, tied to c1 and c2."""
        text = " and ".join(f"“{quote}”" for quote in quotes)
        starts = [text.index(f"“{quote}”") + 1 for quote in quotes]
        found = (
            Quotation(Span(start, start + len(quote)), quote, quote)
            for start, quote in zip(starts, quotes, strict=True)
        )
        ties = (Tie("c1", "sentence"), Tie("c2", "sentence"))
        plain = Plain(text, ((0, 0),))
        return Claim(
            "k1", Span(0, len(text)), text, plain, "citation", "quoted", ties, "cited", quotations=tuple(found)
        )

    @staticmethod
    def cited(body: Body | None, *, page: str | None = None, name: str = "c1", ref: str = "REF-043") -> QuotedSource:
        """Return a source with its words, cited at a page."""
        citation = Citation(name, "corpus", Span(0, 1), "“", ref, Locator(page=page) if page else None)
        return QuotedSource(citation, Source(ref, "corpus"), body, Judgement("k1", name, ref, "found"))

    @staticmethod
    def pages(*texts: str) -> Body:
        """Return the body of a source with pages."""
        return Body(tuple(Page(text, number) for number, text in enumerate(texts, start=1)))

    def judged(self, quote: str, body: Body | None, *, page: str | None = None) -> Judgement:
        """Judge one quotation against one source."""
        return judge_claim_quotes(self.claim(quote), [self.cited(body, page=page)])[0]


@pytest.fixture
def desk() -> Desk:
    """Return the place where quotations are compared with sources."""
    return Desk()
