"""HTML: tags are markup, menus are boilerplate, and notes and reference lists are found by how pages mark them up.

Formats whose file is not edited as HTML (EPUB, ODT, RTF) are read through it, as plain lines, one per block.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from html import unescape
from itertools import groupby, pairwise
from urllib.parse import unquote

from citevet.errors import TooComplex
from citevet.limits import BOOK_ELEMENTS
from citevet.model import Block, Document, Format, Mark, Span
from citevet.model.document import find_around
from citevet.read.html_page import NOTE_HOLDERS, HtmlElement, HtmlPage, describe_element, walk_html
from citevet.read.regions import flatten_page, merge_regions
from citevet.text.document_parts import is_reference_heading

_MARKER_CLASS = re.compile(r"noteref|footnote-?ref|biblioref|\bfn-?ref|\breference\b|\bxref-bibr\b", re.IGNORECASE)
_NOTE_CLASS = re.compile(
    r"\bfootnote\b(?!-)|\bendnote\b|doc-(?:footnote|endnote|biblioentry)\b|csl-entry(?!\s+quarto-)|footnote-item",
    re.IGNORECASE,
)
_LIST_CLASS = re.compile(
    r"\breferences\b|ref-list|\brefs\b|footnotes|endnotes|csl-bib-body|bibliography", re.IGNORECASE
)
_BIBLIOGRAPHY = re.compile(r"<dt?-bibliography\s[^<>]{0,100}?src=[\"'](?!https?:)([^\"'<>]{1,200})[\"']")  # of Distill
_TAG = re.compile(r"<[^<>]*+>")
_MARKER = re.compile(r"[\[(]?\s?(?:\d{1,4}[a-z]?|[*†‡§¶]{1,3})\s?[\])]?")
_NUMBER = re.compile(r"\d{1,4}")
# ref-CR5
_NUMBERED_ID = re.compile(r"((?:\S{0,40}[\W_])?(?:ref|cr|cit|cite|bib|b|fn|note|r)[-_.:]?)\d{1,4}", re.IGNORECASE)
_DASH = re.compile(r"\s?(?:[-‐-―−]|&[nm]dash;)\s?")
_MAX_MARKER = 200  # characters with tags
_MAX_HEADING = 400  # characters with tags
_LABELLED = re.compile(r"\s*(?:[\[(]\d{1,4}[\])]|\d{1,3}[.)]\s)")
_LABEL = re.compile(r"\s*\[([^\W\d_][\w+:.-]{0,40})\]\s*(\S?)")
_MAX_LABEL = 200  # characters with tags
_COUNT = re.compile(r"\s*(\d{1,4})\s*")
_NOTE_ZONES = frozenset({"aside", "footer"})  # boilerplate, unless a marker in the text leads to a note in it
_MAX_DEPTH = 30  # of a note in a footer
_LOWEST_LEVEL = 6  # of a paragraph that reads like a heading


def read(text: str, path: str) -> Document:
    """Read a page; the text keeps its tags and entities."""
    page = walk_html(text)
    if prose := _find_note_zones(page):
        page = walk_html(text, prose)
    found = _find_marks(page)
    return Document(
        path,
        "html",
        text,
        blocks=_mark_footnotes(page.blocks, found),
        regions=tuple(merge_regions(page.comments, page.regions, len(text))),
        marks=tuple(found),
        metadata={"bibliography": [name[1] for name in _BIBLIOGRAPHY.finditer(text)]}
        if "-bibliography" in text
        else {},
    )


def _mark_footnotes(blocks: list[Block], found: list[Mark]) -> tuple[Block, ...]:
    notes = [mark.span for mark in found if mark.kind == "definition"]

    def mark(block: Block) -> Block:
        note = find_around(notes, block.span.start)
        return replace(block, kind="footnote", level=0) if note and block.span.end <= note.end else block

    return tuple(map(mark, blocks))


# Notes


def _find_note_zones(page: HtmlPage) -> set[int]:
    """Return the offsets of the asides and footers that hold a note to which a marker in the text leads."""
    known = _index_ids([*page.named, *page.hidden])
    hidden = {id(element) for element in page.hidden}
    targets = (known.get(_note_target(page.text, link, known)) for link in page.links)
    found: set[int] = set()
    for note in targets:
        if note is not None and id(note) in hidden:
            found |= _find_zones_around(note)
    return found


def _find_zones_around(note: HtmlElement) -> set[int]:
    """Return the offsets of the asides and footers around a note; none where it is also in other boilerplate."""
    found: set[int] = set()
    above: HtmlElement | None = note
    for _ in range(_MAX_DEPTH):
        if above and above.zone:
            if above.name not in _NOTE_ZONES:
                return set()
            found.add(above.start)
        above = above and above.parent
    return set() if above else found


def _index_ids(elements: list[HtmlElement]) -> dict[str, HtmlElement]:
    """Return the elements by id; the first of an id counts."""
    return {element.attributes["id"]: element for element in reversed(elements) if element.attributes.get("id")}


def _find_marks(page: HtmlPage) -> list[Mark]:
    known = _index_ids(page.named)
    hidden = _index_ids(page.hidden).keys() - known.keys()
    found = list(page.marks)
    targets: set[str] = set()
    for link in page.links:
        target = _note_target(page.text, link, known)
        if target and target not in hidden:
            targets.add(target)
            found.append(Mark("note", _marker_span(page.text, link), target, link.inside))
        else:
            found.append(_make_link(page.text, link))
    found += _find_notes_and_entries(page, targets)
    return sorted(_number_notes(page, found), key=lambda mark: (mark.span.start, -mark.span.end))


def _find_notes_and_entries(page: HtmlPage, targets: set[str]) -> Iterator[Mark]:
    """Yield notes by their id, and the items of a reference list without links to it by their number."""
    notes = _find_definitions(page, targets)
    noted = [note.start for note in notes if note.attributes["id"] in targets]
    inside = ((link, link.attributes["href"].strip()) for link in page.links)
    others = (link for link, href in inside if href.startswith("#") and href[1:] not in targets)
    by_link = any(_NUMBER.fullmatch(_link_text(page.text, link)) for link in others)
    listed = [] if by_link else list(_find_entries(page, noted))
    if not noted:
        listed = sorted([*listed, *_find_labelled_entries(page)], key=lambda mark: mark.span)
    yield from listed
    for note in notes:
        index = bisect_right(listed, note.start, key=lambda mark: mark.span.end)
        if index == len(listed) or listed[index].span.start >= note.end:
            yield Mark("definition", Span(note.start, note.end), note.attributes["id"], note.inside.trim(page.text))


def _note_target(text: str, link: HtmlElement, known: dict[str, HtmlElement]) -> str:
    """Return the id of the note that a link points to, or nothing for an ordinary link."""
    href = link.attributes["href"].strip()
    target = unquote(href[1:]) if href.startswith("#") else ""
    holder = known.get(target)
    if not target or (holder and (holder.name not in NOTE_HOLDERS or holder.start <= link.start < holder.end)):
        return ""
    around = describe_element(link.parent.attributes) if link.parent else ""
    named = _MARKER_CLASS.search(f"{describe_element(link.attributes)} {around}") is not None
    raised = link.parent is not None and link.parent.name == "sup"
    marker = _MARKER.fullmatch(_link_text(text, link)) is not None
    meant = holder or ((stem := _NUMBERED_ID.fullmatch(target)) and known.get(f"{stem[1]}1"))  # ref5 is missing
    return target if named or (marker and (raised or (meant and meant.name in NOTE_HOLDERS))) else ""


def _link_text(text: str, link: HtmlElement) -> str:
    end = min(link.inside.end, link.inside.start + _MAX_MARKER)
    return unescape(_TAG.sub("", text[link.inside.start : end])).strip()


def _marker_span(text: str, link: HtmlElement) -> Span:
    """Return the span of the <sup> that holds only the link, or of the brackets around the link."""
    parent = link.parent
    if parent and parent.name == "sup" and len(parent.inside) < len(Span(link.start, link.end)) + _MAX_MARKER:
        around = text[parent.inside.start : link.start] + text[link.end : parent.inside.end]
        if not around.strip():
            return Span(parent.start, parent.end)
    if text[link.start - 1 : link.start] == "[" and text[link.end : link.end + 1] == "]":
        return Span(link.start - 1, link.end + 1)
    return Span(link.start, link.end)


def _make_link(text: str, link: HtmlElement) -> Mark:
    href = link.attributes["href"].strip()
    same = len(link.inside) < len(href) * 6 + 9 and unescape(link.inside.of(text)).strip() == href
    parts = {"title": link.attributes["title"]} if link.attributes.get("title") else {}
    return Mark("autolink" if same else "link", Span(link.start, link.end), href, link.inside, parts)


def _find_definitions(page: HtmlPage, targets: set[str]) -> list[HtmlElement]:
    """Return the elements that hold a note or an entry: the innermost ones, and all targets of markers."""
    wanted = [element for element in page.named if _is_note(element, targets)]
    kept: list[HtmlElement] = []
    for element in sorted(wanted, key=lambda element: (element.start, -element.end)):
        inner = kept and element.end <= kept[-1].end
        if inner and kept[-1].attributes["id"] not in targets:
            kept[-1] = element
        elif not inner or element.attributes["id"] in targets:
            kept.append(element)
    return kept


def _number_notes(page: HtmlPage, found: list[Mark]) -> list[Mark]:
    """Key the items of a list that links cite as [1], [2], … by number: numbers without a link cite them too."""
    items = _find_list_cited_by_number(page, [mark for mark in found if mark.kind == "note"])
    if not items:
        return found
    whole = Span(items[0][1].start, items[-1][1].end)
    numbers = {item.attributes.get("id", ""): str(number) for number, item in items}
    spans = ((str(number), Span(item.start, item.end), item.inside.trim(page.text)) for number, item in items)
    made = [Mark("definition", span, number, inside) for number, span, inside in spans]
    for mark in found:
        if mark.kind == "note":
            made.append(replace(mark, target=numbers.get(mark.target, mark.target)))
        elif mark.kind not in {"definition", "entry"} or not whole.holds(mark.span):
            made.append(mark)
    return made


def _find_list_cited_by_number(page: HtmlPage, notes: list[Mark]) -> list[tuple[int, HtmlElement]]:
    """Return the items of the only list that notes point to, if each note shows the number of its item."""
    shown: dict[str, set[str]] = {}
    for mark in notes:
        shown.setdefault(mark.target, set()).add(_TAG.sub("", mark.span.of(page.text)))
    gaps = ((first.span.end, second.span.start) for first, second in pairwise(notes))
    if any(_DASH.fullmatch(page.text, *gap) for gap in gaps):  # in [1]–[4] the entries between have no marker
        return []
    lists = [list(_number_items(list(items))) for _, items in groupby(page.items, key=lambda item: id(item.parent))]
    cited = [items for items in lists if any(item.attributes.get("id") in shown for _, item in items)]
    if len(cited) != 1:
        return []
    signs = ((f"[{number}]", shown.get(item.attributes.get("id", ""))) for number, item in cited[0])
    return cited[0] if all(printed in (None, {sign}) for sign, printed in signs) else []


def _is_note(element: HtmlElement, targets: set[str]) -> bool:
    name = element.attributes.get("id")
    if not name or element.name not in NOTE_HOLDERS:
        return False
    label = describe_element(element.attributes)
    if name in targets or _NOTE_CLASS.search(label):
        return True
    # In a list of references or notes, but not the list itself.
    above = [element.parent, element.parent.parent if element.parent else None]
    in_list = any(outer and _LIST_CLASS.search(describe_element(outer.attributes)) for outer in above)
    return in_list and not _LIST_CLASS.search(label)


# Reference lists: browsers count the items of a numbered list, and the text has no number.


def _find_entries(page: HtmlPage, noted: list[int]) -> Iterator[Mark]:
    """Yield the items under a references heading, by number; `noted` are the offsets of notes that links point to.

    A list that links point to is keyed by its ids. A second list that starts again at 1 under the same heading is
    something else: further reading, related pages.
    """
    sections = _reference_sections(page)
    highest: dict[Span, int] = {}  # the last number of each section so far
    for _, items in groupby(page.items, key=lambda item: id(item.parent)):
        numbered = list(_number_items(list(items)))
        if not numbered:
            continue
        start, end = numbered[0][1].start, numbered[-1][1].end
        section = find_around(sections, start)
        has_notes = bisect_left(noted, start) < bisect_left(noted, end)
        if not section or has_notes or numbered[0][0] <= highest.get(section, -1):
            continue
        highest[section] = numbered[-1][0]
        for number, item in numbered:
            yield from _make_entry(page.text, number, item)


def _find_labelled_entries(page: HtmlPage) -> Iterator[Mark]:
    """Yield the entries whose label is a term of a list or the first cell of a row: <dt>[Yao82]</dt><dd>…</dd>."""
    sections = _reference_sections(page)
    for block, after in pairwise((*page.blocks, None)) if sections else ():
        if block is None or block.kind not in {"item", "row"} or not find_around(sections, block.span.start):
            continue
        label = _LABEL.match(_TAG.sub("", block.span.of(page.text)[:_MAX_LABEL]))
        words = after.span if after and block.kind == "item" else block.span
        if label and (block.kind == "row" or label[2] == ""):
            yield Mark("entry", Span(block.span.start, words.end), label[1], words)


def _reference_sections(page: HtmlPage) -> list[Span]:
    """Return the stretches under a references heading, each up to the next heading of its level."""
    found: list[Span] = []
    start, level = 0, 0
    for block in page.blocks:
        is_heading = _is_references_heading(page.text, block)
        if level and block.kind == "heading" and (is_heading or block.level <= level):
            found.append(Span(start, block.span.start))
            level = 0
        if is_heading:
            start, level = block.span.end, block.level or _LOWEST_LEVEL
    return [*found, Span(start, len(page.text))] if level else found


def _is_references_heading(text: str, block: Block) -> bool:
    if block.kind not in {"heading", "paragraph"} or len(block.span) > _MAX_HEADING:
        return False
    return is_reference_heading(unescape(_TAG.sub("", block.span.of(text))).strip())


def _number_items(items: list[HtmlElement]) -> Iterator[tuple[int, HtmlElement]]:
    """Count the items as browsers do; yield nothing where the list shows letters or counts down."""
    attributes = items[0].parent.attributes if items[0].parent else {}
    if attributes.get("type", "1") != "1" or "reversed" in attributes:
        return
    number = _read_number(attributes.get("start", ""), 1)
    for item in items:
        number = _read_number(item.attributes.get("value", ""), number)
        yield number, item
        number += 1


def _read_number(written: str, default: int) -> int:
    found = _COUNT.fullmatch(written)
    return int(found[1]) if found else default


def _make_entry(text: str, number: int, item: HtmlElement) -> Iterator[Mark]:
    """Yield the item, unless it is empty or its text has its own number."""
    words = item.inside.of(text)
    if words.strip() and not _LABELLED.match(_TAG.sub("", words[:_MAX_LABEL])):
        span = item.inside.trim(text)
        yield Mark("entry", span, str(number), span)


# HTML as plain lines


def check_elements(pages: Iterable[str], path: str) -> None:
    """Refuse pages that have too many elements together, before they are read."""
    if sum(html.count("<") - html.count("</") for html in pages) > BOOK_ELEMENTS:
        what = f"too large or too complex: the text has more than {BOOK_ELEMENTS:,} elements"
        raise TooComplex(what, to=path, advice="Split the document.")


def flatten(html: str, path: str, form: Format, name_place: Callable[[int, int], str]) -> Document:
    """Read HTML and return a document without tags; `name_place` takes an offset of the HTML and a block's number."""
    check_elements([html], path)
    return flatten_page(read(html, path), form, name_place)
