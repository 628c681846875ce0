"""Find author and page in a document with a list of works cited, the style of MLA: `(Woolf 4)`, `Woolf says so (4)`."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from citevet.extract.author_names import NON_AUTHOR_WORDS, PLACE_NAMES
from citevet.extract.locators import parse_locator
from citevet.extract.masked_text import BLANK, FoundCitation, MaskedText
from citevet.model import Reference, Span
from citevet.patterns import lazy_pattern
from citevet.people.parser import sort_word
from citevet.records import collect_values
from citevet.text.names import NAME_WORD_PATTERN, SURNAME_PATTERN

# (Woolf 4), (Showalter 264-65; Moi 2), (Woolf, *Orlando* 133), (van der Berg 7), (García Márquez 12)
_NAME = rf"{SURNAME_PATTERN}(?:\s{NAME_WORD_PATTERN})?"
_PAGES = r"(?P<page>(?!(?:1[4-9]|20)\d\d)\d{1,4}(?:[-–]\d{1,4})?)"
_ROUND = lazy_pattern(r"\([^()\r\n]{3,200}\)")
_ITEM = lazy_pattern(
    r"\s?(?:(?:[Ss]ee(?: also)?|cf\.|qtd\. in)\s)?"
    rf"(?:(?P<authors>{_NAME}(?:(?:\s(?:and|&)|,)\s{_NAME})?)(?P<etal>\set\sal\.)?(?:\s|,\s(?=[\0“\"])|(?=\0)))?"
    rf"(?P<title>[\0“\"][^\d;]{{2,80}}\s)?{_PAGES}\s?"
)
_AND = lazy_pattern(r"\s(?:and|&)\s|,\s")
# A sentence that ends in a page, with its author in its words; "(1) first, (2) second" numbers points.
_BARE = lazy_pattern(rf"\({_PAGES}\)(?=[.,;:])")
_WORDS = lazy_pattern(NAME_WORD_PATTERN)
_NAMED = lazy_pattern(rf"(?P<first>{_NAME})(?:(?:,\s{_NAME}){{0,3}},?\s(?:and|&)\s{_NAME})?")
_SENTENCE = 300  # characters before a page in which its author may be named
_WORKS_CITED = lazy_pattern(r"^[\s#*=_<>/\w\"-]{0,40}\bworks cited\b", re.IGNORECASE | re.MULTILINE)
_TITLE_SIGNS = f' ,{BLANK}“”"'
_CONFIRMED = 2  # citations of listed works; then the names in the same form cite as well


def find_author_pages(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find them in a document with a list of works cited: those of the list, and then the others."""
    if _WORKS_CITED.search(scene.document.text) is None:
        return
    works = [each for each in scene.references if each.origin == "list" and each.authors and each.year]
    by_name = collect_values((sort_word(each.authors[0]), each) for each in works)
    found = list(_read_items(scene, works, by_name)) if works else []
    listed = [one for one in found if one.people.year]
    if len(listed) >= _CONFIRMED:
        yield from found
        yield from _find_bare_pages(scene, by_name)
    else:
        yield from listed


def _find_bare_pages(scene: MaskedText, by_name: Mapping[str, list[Reference]]) -> Iterator[FoundCitation]:
    """Find pages whose author, the only one of that name in the list, was named last in the paragraph: Woolf … (4)."""
    starts = [block.span.start for block in scene.document.blocks]
    for match in _BARE.finditer(scene.prose):
        block = starts[max(bisect_right(starts, match.start()) - 1, 0)] if starts else 0
        before = _NAMED.finditer(scene.prose, max(match.start() - _SENTENCE, block), match.start())
        named = [by_name.get(sort_word(authors["first"]), []) for authors in before]
        meant = next(filter(None, reversed(named)), [])
        if len(meant) == 1:
            yield _cite(meant[0], meant[0].authors, match, Span(*match.span()), None)


def _read_items(
    scene: MaskedText, works: Sequence[Reference], by_name: Mapping[str, list[Reference]]
) -> Iterator[FoundCitation]:
    for match in _ROUND.finditer(scene.prose):
        pieces = match[0][1:-1].split(";")
        items = [_ITEM.fullmatch(piece) for piece in pieces]
        whole, start = Span(*match.span()), match.start() + 1
        for piece, item in zip(pieces, items, strict=True):
            span = Span(start, start + len(piece)).trim(scene.prose) if len(pieces) > 1 else whole
            start += len(piece) + 1
            if item and all(items):
                yield from _read_item(item, works, by_name, span, whole if len(pieces) > 1 else None)


def _read_item(
    item: re.Match[str],
    works: Sequence[Reference],
    by_name: Mapping[str, list[Reference]],
    span: Span,
    group: Span | None,
) -> Iterator[FoundCitation]:
    """Yield the citation of the only work that has the name and the words of the title, or of an unlisted name."""
    names = _AND.split(item["authors"]) if item["authors"] else []
    title = (item["title"] or "").strip(_TITLE_SIGNS).casefold()
    known = by_name.get(sort_word(names[0]), []) if names else works if title else []
    meant = [each for each in known if title in each.text.casefold() and _has_all_names(each, names)]
    work = meant[0] if len(meant) == 1 else None
    is_unlisted = names and not meant and not _is_double(names[0])
    if work or (is_unlisted and names[0].casefold() not in NON_AUTHOR_WORDS | PLACE_NAMES):
        yield _cite(work, names or (work.authors if work else ()), item, span, group)


def _has_all_names(work: Reference, names: Sequence[str]) -> bool:
    """Check for both words of a double name: (García Márquez 12), but not (Chapter Woolf 12)."""
    return not names or not _is_double(names[0]) or names[0].split()[-2] in work.text


def _is_double(name: str) -> bool:
    return len(_WORDS.findall(name)) > 1


def _cite(
    work: Reference | None, names: Sequence[str], item: re.Match[str], span: Span, group: Span | None
) -> FoundCitation:
    year = (work.year if work else "") or ""
    pieces = item.groupdict()
    title = (pieces.get("title") or "").strip(_TITLE_SIGNS).casefold()
    parts = {"authors": "; ".join(names), "year": year, **({"et_al": "yes"} if pieces.get("etal") else {})}
    normal = f"{names[0].casefold()} {year or title}".strip()
    return FoundCitation("author-year", span, normal, parse_locator(f"p. {item['page']}"), group=group, parts=parts)
