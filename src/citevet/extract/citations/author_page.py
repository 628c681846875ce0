"""Find author and page, the style of MLA: `(Woolf 4)`, `(Showalter 264-65; Moi 2)`, `(Woolf, *Orlando* 133)`."""

import re
from collections.abc import Iterator, Sequence

from citevet.extract.author_names import NON_AUTHOR_WORDS, PLACE_NAMES, get_family_name
from citevet.extract.locators import parse_locator
from citevet.extract.masked_text import BLANK, FoundCitation, MaskedText
from citevet.model import Reference, Span
from citevet.text.patterns import lazy_pattern

_NAME = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’‐-]{1,40}"
_ROUND = lazy_pattern(r"\([^()\r\n]{3,200}\)")
_ITEM = lazy_pattern(
    r"\s?(?:(?:[Ss]ee(?: also)?|cf\.|qtd\. in)\s)?"
    rf"(?:(?P<authors>{_NAME}(?:(?:\s(?:and|&)|,)\s{_NAME})?)(?P<etal>\set\sal\.)?(?:\s|,\s(?=[\0“\"])|(?=\0)))?"
    r"(?P<title>[\0“\"][^\d;]{2,80}\s)?(?P<page>(?!(?:1[4-9]|20)\d\d)\d{1,4}(?:[-–]\d{1,4})?)\s?"
)
_AND = lazy_pattern(r"\s(?:and|&)\s|,\s")
_HEADING = lazy_pattern(r"^[\s#*=_<>/\w\"-]{0,40}\bworks cited\b", re.IGNORECASE | re.MULTILINE)
_SIGNS = f' ,{BLANK}“”"'
_CONFIRMED = 2  # citations of listed works; then the names in the same form cite as well


def find_author_pages(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find them in a document with a list of works cited: those of the list, and then the others."""
    if _HEADING.search(scene.document.text) is None:
        return
    works = [each for each in scene.references if each.origin == "list" and each.authors and each.year]
    found = list(_read_items(scene, works)) if works else []
    listed = [one for one in found if one.parts["year"]]
    yield from found if len(listed) >= _CONFIRMED else listed


def _read_items(scene: MaskedText, works: Sequence[Reference]) -> Iterator[FoundCitation]:
    by_name: dict[str, list[Reference]] = {}
    for each in works:
        by_name.setdefault(get_family_name(each.authors[0]), []).append(each)
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
    by_name: dict[str, list[Reference]],
    span: Span,
    group: Span | None,
) -> Iterator[FoundCitation]:
    """Yield the citation of the only work that has the name and the words of the title, or of an unlisted name."""
    names = _AND.split(item["authors"]) if item["authors"] else []
    title = (item["title"] or "").strip(_SIGNS).casefold()
    known = by_name.get(get_family_name(names[0]), []) if names else works if title else []
    meant = [each for each in known if title in each.text.casefold()]
    work = meant[0] if len(meant) == 1 else None
    if not work and (not names or names[0].casefold() in NON_AUTHOR_WORDS | PLACE_NAMES):
        return
    names = names or list(work.authors if work else ())
    year = (work.year if work else "") or ""
    parts = {"authors": "; ".join(names), "year": year, **({"et_al": "yes"} if item["etal"] else {})}
    normal = f"{names[0].casefold()} {year or title}".strip()
    yield FoundCitation("author-year", span, normal, parse_locator(f"p. {item['page']}"), group=group, parts=parts)
