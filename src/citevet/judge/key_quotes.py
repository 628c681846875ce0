"""The key quotes of an entry against its own file: a register is worth what it quotes."""

from collections.abc import Iterator, Mapping

from citevet.judge.quotes import judge_quotes
from citevet.model import (
    Body,
    Citation,
    Claim,
    Entry,
    EntryFault,
    Flag,
    Judgement,
    KeyQuote,
    Locator,
    Plain,
    Quotation,
    Source,
    Span,
)

_SAID: Mapping[Flag, str] = {
    "fabricated-quote": "is not in the file",
    "altered-quote": "stands in the file in other words",
    "joined-quote": "is joined from pieces that stand apart in the file",
    "misplaced-quote": "stands on another page",
}
_SHOWN = 60  # characters of a quote in a message


def key_quote_faults(entry: Entry, body: Body) -> tuple[EntryFault, ...]:
    """Return a fault for each key quote that the file does not have, or not on its page; without text, none."""
    found = (_faults(index, quote, compared(quote, entry, body)) for index, quote in enumerate(entry.quotes))
    return tuple(fault for faults in found for fault in faults)


def _faults(index: int, quote: KeyQuote, judged: Judgement) -> Iterator[EntryFault]:
    for flag in judged.flags:
        if flag in _SAID:
            place = next((f": {each.source}" for each in judged.differences if each.source), "")
            text = quote.text if len(quote.text) <= _SHOWN else f"{quote.text[:_SHOWN].rpartition(' ')[0]} …"
            yield EntryFault("quote-not-found", f"the key quote “{text}” {_SAID[flag]}{place}", f"key_quotes[{index}]")


def compared(quote: KeyQuote, entry: Entry, body: Body) -> Judgement:
    """Return the judgement on one key quote, as if the entry's own notes had cited the file for it."""
    span = Span(0, len(quote.text))
    quotation = Quotation(span, quote.text, quote.text)
    plain = Plain(quote.text)
    claim = Claim("k1", span, quote.text, plain, "citation", audit_reason="key quote", quotations=(quotation,))
    citation = Citation("c1", "corpus", span, quote.text, entry.id, Locator(page=quote.page) if quote.page else None)
    source = Source(entry.id, "corpus", entry.title, path=entry.path, pages=entry.pages, entry=entry)
    return judge_quotes(Judgement("k1", "c1"), claim, citation, source=source, body=body)
