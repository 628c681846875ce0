"""Facts, title and key quotes in the Markdown notes of an entry."""

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from citevet.corpus.document_text import block_text
from citevet.corpus.entry_fields import FrontMatter, Pagination, describe_type, one_line, parse_page_range
from citevet.model import Document, KeyQuote
from citevet.text.patterns import lazy_pattern

_FIRST_BLOCKS = 60  # of the notes that may hold facts about the source
_FACT = lazy_pattern(r"\*\*([^*\n]{1,40}?):?\*\*:?[ \t]*([^\n|]{1,1000})")
_LINK = lazy_pattern(r"\[([^\[\]]{1,500})\]\(([^()\s]{1,1000})\)")
_REF = lazy_pattern(r"(REF-[0-9]+[a-z]?)[:.\s—–-]{0,5}")
# Only these: notes are full of bold words before a colon.
_FACT_NAMES = frozenset(
    "doi arxiv isbn url link year authors author title type venue pages total_pages source_type".split()
)

_MAX_QUOTES = 2_000
_QUOTES_HEADING = lazy_pattern(
    r"(?:[0-9.]{1,6}\s)?(?:(?:key|notable|important|direct)\s(?:quotes?|quotations?)|(?:핵심|주요)\s?인용)",
    re.IGNORECASE,
)
_QUOTED = lazy_pattern(
    r'"([^"]{8,5000})"|“([^“”]{8,5000})”|„([^„“”]{8,5000})[“”]|「([^「」]{4,5000})」|«([^«»]{8,5000})»'
)
_PAGE = lazy_pattern(
    r"\b(?:pp?\.?|pages?)\s?([0-9]{1,6}(?:\s?[-–]\s?[0-9]{1,6})?|[ivxlc]{1,8})\b|([0-9]{1,6})\s?[쪽면]", re.IGNORECASE
)
_PAGE_AT_END = lazy_pattern(r"\s?[(\[—–-]\s?(?:pp?\.?|pages?)\s?[0-9ivxlc–-]{1,13}[)\].]{0,2}$", re.IGNORECASE)


def read_note_fields(notes: Document) -> dict[str, str]:
    """Return facts such as `**Year**: 1994 | **Authors**: …` at the start of notes without front matter."""
    fields: dict[str, str] = {}
    for block in notes.blocks[:_FIRST_BLOCKS]:
        start = notes.text.rfind("\n", 0, block.span.start) + 1  # a block does not include marks before its first word
        for match in _FACT.finditer(notes.text[start : block.span.end]):
            name, value = match[1].strip().lower().replace(" ", "_"), _link_text(match[2])
            if name in _FACT_NAMES and value:
                fields.setdefault(name, value)
    ref = _REF.match(_first_heading(notes))
    own = {"ref": ref[1] if ref else "", "title": title_of_notes(notes)}
    return {**{name: value for name, value in own.items() if value}, **fields}


def title_of_notes(notes: Document) -> str:
    """Return the first heading without the id: `# REF-011: An Analysis …`."""
    words = _first_heading(notes)
    match = _REF.match(words)
    return words[match.end() :] if match else words


def _first_heading(notes: Document) -> str:
    block = next((block for block in notes.blocks if block.kind == "heading" and block.level == 1), None)
    return block_text(notes, block) if block else ""


def _link_text(value: str) -> str:
    """Return the text of a link, or its URL if the text is only a name for it."""
    match = _LINK.search(value)
    if not match:
        return value.strip(" \t*`<>")
    return match[1] if match[1].startswith(("10.", "http", "arXiv")) else match[2]


def read_key_quotes(front: FrontMatter, notes: Document | None, pages: Pagination) -> tuple[KeyQuote, ...]:
    """Return the key quotes of the front matter, then those that only the notes have."""
    registered = tuple(_registered_quotes(front, pages))
    known = {" ".join(quote.text.split()) for quote in registered}
    return (*registered, *(quote for quote in _quotes_in_notes(notes) if quote.text not in known))[:_MAX_QUOTES]


def _registered_quotes(front: FrontMatter, pages: Pagination) -> Iterator[KeyQuote]:
    key, value = front.find("key quotes")
    if key is None:
        return
    if not isinstance(value, list):
        front.add_fault("invalid-field", f"{key} is {describe_type(value)}, not a list of quotes", key)
        return
    for number, item in enumerate(value[:_MAX_QUOTES], start=1):
        quote = _parse_quote(item)
        where = f"{key}[{number}]"
        if quote is None:
            front.add_fault("invalid-field", f"key quote {number} has no words", where)
            continue
        yield quote
        if not quote.validated:
            message = f"key quote {number} was not compared with the source"
            front.add_fault("quote-unvalidated", message, where)
        elif not quote.date and not quote.validator:
            message = f"key quote {number} is validated without a date or a name"
            front.add_fault("quote-unvalidated", message, where)
        if _is_beyond(quote.page, pages):
            message = f"key quote {number} is on page {quote.page}; there are {pages.count}"
            front.add_fault("page-count", message, where)


def _parse_quote(item: object) -> KeyQuote | None:
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
    """Check whether the source has no such page, neither counted nor printed."""
    bounds = parse_page_range(page)
    if not bounds or not pages.count or page in pages.labels:
        return False
    return not 1 <= bounds[0] <= bounds[1] <= pages.count and str(bounds[0]) not in pages.labels


def _quotes_in_notes(notes: Document | None) -> Iterator[KeyQuote]:
    """Yield the quotes below a heading such as Key Quotes."""
    level = 0  # of that heading; 0 outside its section
    for block in notes.blocks if notes else ():
        if notes and block.kind == "heading" and block.level:
            opens = _QUOTES_HEADING.match(block_text(notes, block))
            level = block.level if opens else 0 if block.level <= level else level
        elif notes and level and block.kind != "code":
            yield from _find_quotes(block_text(notes, block), is_block_quote=block.quoted)


def _find_quotes(words: str, *, is_block_quote: bool) -> Iterator[KeyQuote]:
    """Yield the text in quotation marks; without them, the whole block quotation."""
    found = list(_QUOTED.finditer(words))
    for match, following in zip_longest(found, found[1:]):
        after = words[match.end() : following.start() if following else len(words)]
        yield KeyQuote(next(filter(None, match.groups())), _find_page(after))
    if not found and is_block_quote and (text := _PAGE_AT_END.sub("", words)):
        yield KeyQuote(text, _find_page(words[len(text) :]))


def _find_page(words: str) -> str | None:
    match = _PAGE.search(words)
    return (match[1] or match[2]) if match else None
