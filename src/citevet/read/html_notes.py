"""Which links of a page are note markers, and which elements are the notes and list entries they point to."""

from bisect import bisect_left
from collections.abc import Iterator
from html import unescape
from re import IGNORECASE
from re import compile as pattern
from urllib.parse import unquote

from citevet.model import Mark, Span
from citevet.read.html_elements import NOTE_HOLDERS, describe
from citevet.read.html_lists import entries
from citevet.read.html_walk import Element, Page

_SAYS_MARKER = pattern(r"noteref|footnote-?ref|biblioref|\bfn-?ref|\breference\b|\bxref-bibr\b", IGNORECASE)
_SAYS_NOTE = pattern(
    r"\bfootnote\b(?!-)|\bendnote\b|doc-(?:footnote|endnote|biblioentry)\b|csl-entry|footnote-item", IGNORECASE
)
_SAYS_LIST = pattern(r"\breferences\b|ref-list|\brefs\b|footnotes|endnotes|csl-bib-body|bibliography", IGNORECASE)
_TAG = pattern(r"<[^<>]*+>")
_MARKER = pattern(r"[\[(]?\s?(?:\d{1,4}[a-z]?|[*†‡§¶]{1,3})\s?[\])]?")
_NUMBER = pattern(r"\d{1,4}")
_LONGEST_MARKER = 200  # characters with tags


def marks(page: Page) -> list[Mark]:
    """Return the marks of a page in order of their start."""
    known = {element.attributes["id"]: element for element in reversed(page.named) if element.attributes.get("id")}
    found = list(page.marks)
    targets: set[str] = set()
    for link in page.links:
        target = _note_target(page.text, link, known)
        if target:
            targets.add(target)
            found.append(Mark("note", _whole_marker(page.text, link), target, link.inside))
        else:
            found.append(_link(page.text, link))
    found += _notes_and_entries(page, targets)
    return sorted(found, key=lambda mark: (mark.span.start, -mark.span.end))


def _notes_and_entries(page: Page, targets: set[str]) -> Iterator[Mark]:
    """Yield the notes by their id, and the items of a list that no link points to by their number."""
    notes = list(_definitions(page, targets))
    noted = [note.start for note in notes if note.attributes["id"] in targets]
    others = (link for link in page.links if link.attributes["href"].strip().removeprefix("#") not in targets)
    listed = [] if any(_is_bare_number(page.text, link) for link in others) else list(entries(page, noted))
    yield from listed
    for note in notes:
        index = bisect_left(listed, note.start, key=lambda mark: mark.span.start)
        if index == len(listed) or listed[index].span.start >= note.end:
            yield _definition(page.text, note)


def _is_bare_number(text: str, link: Element) -> bool:
    """Say whether a link to a place of the page shows a number alone: what it points to is known by that place."""
    return link.attributes["href"].strip().startswith("#") and _NUMBER.fullmatch(_shown(text, link)) is not None


def _note_target(text: str, link: Element, known: dict[str, Element]) -> str:
    """Return the id of the note that a link points to, or nothing when it is a link like others."""
    href = link.attributes["href"].strip()
    target = unquote(href[1:]) if href.startswith("#") else ""
    holder = known.get(target)
    if not target or (holder and (holder.name not in NOTE_HOLDERS or holder.start <= link.start < holder.end)):
        return ""
    around = describe(link.parent.attributes) if link.parent else ""
    says = _SAYS_MARKER.search(f"{describe(link.attributes)} {around}") is not None
    raised = link.parent is not None and link.parent.name == "sup"
    marker = _MARKER.fullmatch(_shown(text, link)) is not None
    return target if says or (marker and (raised or holder is not None)) else ""


def _shown(text: str, link: Element) -> str:
    end = min(link.inside.end, link.inside.start + _LONGEST_MARKER)
    return unescape(_TAG.sub("", text[link.inside.start : end])).strip()


def _whole_marker(text: str, link: Element) -> Span:
    """Return the span of <sup> where it holds nothing but the link, or of the brackets around the link."""
    parent = link.parent
    if parent and parent.name == "sup" and len(parent.inside) < len(Span(link.start, link.end)) + _LONGEST_MARKER:
        around = text[parent.inside.start : link.start] + text[link.end : parent.inside.end]
        if not around.strip():
            return Span(parent.start, parent.end)
    if text[link.start - 1 : link.start] == "[" and text[link.end : link.end + 1] == "]":
        return Span(link.start - 1, link.end + 1)
    return Span(link.start, link.end)


def _link(text: str, link: Element) -> Mark:
    href = link.attributes["href"].strip()
    same = len(link.inside) < len(href) * 6 + 9 and unescape(link.inside.of(text)).strip() == href
    parts = {"title": link.attributes["title"]} if link.attributes.get("title") else {}
    return Mark("autolink" if same else "link", Span(link.start, link.end), href, link.inside, parts)


def _definitions(page: Page, targets: set[str]) -> Iterator[Element]:
    """Yield the elements that hold a note or an entry: the innermost ones, and all that a marker points to."""
    wanted = [element for element in page.named if _is_note(element, targets)]
    kept: list[Element] = []
    for element in sorted(wanted, key=lambda element: (element.start, -element.end)):
        inner = kept and element.end <= kept[-1].end
        if inner and kept[-1].attributes["id"] not in targets:
            kept[-1] = element
        elif not inner or element.attributes["id"] in targets:
            kept.append(element)
    return iter(kept)


def _is_note(element: Element, targets: set[str]) -> bool:
    name = element.attributes.get("id")
    if not name or element.name not in NOTE_HOLDERS:
        return False
    return name in targets or _SAYS_NOTE.search(describe(element.attributes)) is not None or _is_listed(element)


def _is_listed(element: Element) -> bool:
    """Say whether the element stands in a list of references or notes."""
    if _SAYS_LIST.search(describe(element.attributes)):
        return False
    above = [element.parent, element.parent.parent if element.parent else None]
    return any(outer and _SAYS_LIST.search(describe(outer.attributes)) for outer in above)


def _definition(text: str, element: Element) -> Mark:
    words = element.inside.of(text)
    start = element.inside.start + len(words) - len(words.lstrip())
    label = Span(start, max(start, element.inside.start + len(words.rstrip())))
    return Mark("definition", Span(element.start, element.end), element.attributes["id"], label)
