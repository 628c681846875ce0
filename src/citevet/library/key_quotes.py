"""The passages that an entry keeps word for word: the register in its front matter, and a section of its notes."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from re import IGNORECASE
from re import compile as pattern

from citevet.library.fields import Sheet, kind_of, one_line
from citevet.library.pagination import Pagination, span_of
from citevet.library.words import block_words
from citevet.model import Document, KeyQuote

_MOST = 2_000
_HEADING = pattern(
    r"(?:[0-9.]{1,6}\s)?(?:(?:key|notable|important|direct)\s(?:quotes?|quotations?)|(?:핵심|주요)\s?인용)", IGNORECASE
)
_MARKED = pattern(r'"([^"]{8,5000})"|“([^“”]{8,5000})”|„([^„“”]{8,5000})[“”]|「([^「」]{4,5000})」|«([^«»]{8,5000})»')
_PAGE = pattern(
    r"\b(?:pp?\.?|pages?)\s?([0-9]{1,6}(?:\s?[-–]\s?[0-9]{1,6})?|[ivxlc]{1,8})\b|([0-9]{1,6})\s?[쪽면]", IGNORECASE
)
_LAST = pattern(r"\s?[(\[—–-]\s?(?:pp?\.?|pages?)\s?[0-9ivxlc–-]{1,13}[)\].]{0,2}$", IGNORECASE)


def key_quotes(sheet: Sheet, notes: Document | None, pages: Pagination) -> tuple[KeyQuote, ...]:
    """Return the quotes of the register, then those of the notes that it does not have."""
    registered = tuple(_register(sheet, pages))
    known = {" ".join(quote.text.split()) for quote in registered}
    return (*registered, *(quote for quote in _in_notes(notes) if quote.text not in known))[:_MOST]


def _register(sheet: Sheet, pages: Pagination) -> Iterator[KeyQuote]:
    key, value = sheet.find("key quotes")
    if key is None:
        return
    if not isinstance(value, list):
        sheet.blame("invalid-field", f"{key} is {kind_of(value)}, not a list of quotes", key)
        return
    for number, item in enumerate(value[:_MOST], start=1):
        quote = _quote(item)
        where = f"{key}[{number}]"
        if quote is None:
            sheet.blame("invalid-field", f"key quote {number} has no words", where)
            continue
        yield quote
        if not quote.validated:
            sheet.blame("quote-unvalidated", f"nobody has compared key quote {number} with the source", where)
        elif not quote.date and not quote.validator:
            sheet.blame("quote-unvalidated", f"key quote {number} is validated without a date or a name", where)
        if _is_beyond(quote.page, pages):
            sheet.blame("page-count", f"key quote {number} is on page {quote.page}; there are {pages.count}", where)


def _quote(item: object) -> KeyQuote | None:
    if isinstance(item, str) and item.strip():
        return KeyQuote(" ".join(item.split()))
    if not isinstance(item, Mapping):
        return None
    text = one_line(item.get("quote") or item.get("text") or item.get("quotation"))
    if not text:
        return None
    return KeyQuote(
        text,
        one_line(item.get("page") or item.get("pages")) or None,
        one_line(item.get("section")) or None,
        item.get("validated") is True or str(item.get("validated")).lower() in {"yes", "true"},
        one_line(item.get("validation_date") or item.get("validated_on")) or None,
        one_line(item.get("validator") or item.get("validated_by")) or None,
    )


def _is_beyond(page: str | None, pages: Pagination) -> bool:
    """Say whether a page is neither counted nor printed in the source."""
    bounds = span_of(page)
    if not bounds or not pages.count or page in pages.labels:
        return False
    return not 1 <= bounds[0] <= bounds[1] <= pages.count and str(bounds[0]) not in pages.labels


def _in_notes(notes: Document | None) -> Iterator[KeyQuote]:
    """Yield the quotes below a heading such as Key Quotes."""
    level = 0  # of the heading that we are below
    for block in notes.blocks if notes else ():
        if notes and block.kind == "heading" and block.level:
            opens = _HEADING.match(block_words(notes, block))
            level = block.level if opens else 0 if block.level <= level else level
        elif notes and level and block.kind != "code":
            yield from _quoted(block_words(notes, block), whole=block.quoted)


def _quoted(words: str, *, whole: bool) -> Iterator[KeyQuote]:
    """Yield what stands in quotation marks; in a block quotation without them, all of it."""
    found = list(_MARKED.finditer(words))
    for match, following in zip_longest(found, found[1:]):
        after = words[match.end() : following.start() if following else len(words)]
        yield KeyQuote(next(filter(None, match.groups())), _page(after))
    if not found and whole and (text := _LAST.sub("", words)):
        yield KeyQuote(text, _page(words[len(text) :]))


def _page(words: str) -> str | None:
    match = _PAGE.search(words)
    return (match[1] or match[2]) if match else None
