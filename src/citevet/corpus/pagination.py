"""How many pages a source has, the numbers printed on them, and the pages of each section."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping

from citevet.corpus.document_text import split_at_form_feeds
from citevet.corpus.entry_fields import FrontMatter, Pagination, describe_type, one_line, parse_page_range
from citevet.model import Document, Section
from citevet.patterns import lazy_pattern

_MAX_PAGES = 100_000
_MAX_SECTIONS = 2_000
_PAGE_COUNT = lazy_pattern(r"[0-9]{1,6}")
# Headings of a paper. A PDF without an outline has many lines in large type that are not headings.
_NUMBERED_HEADING = lazy_pattern(r"(?:[1-9][0-9]?(?:\.[0-9]{1,2}){0,2}\.?|[IVX]{1,5}\.)\s\S|제\s?[0-9]{1,2}\s?[장절]")
_COMMON_HEADINGS = frozenset(
    "abstract|acknowledgements|acknowledgments|appendix|background|conclusion|conclusions|discussion|introduction|"
    "limitations|literature review|materials and methods|method|methodology|methods|references|related work|results|"
    "results and discussion|summary|"
    "감사의 글|결과|결론|고찰|논의|방법|부록|서론|선행연구|연구 결과|연구 방법|연구방법|이론적 배경|참고문헌|"
    "초록".split("|")
)


def read_pagination(front: FrontMatter, document: Document | None) -> Pagination:
    """Combine the front matter with the file; a difference between them is a fault."""
    real = document.metadata.get("pages") if document and document.format == "pdf" else None
    parts = len(split_at_form_feeds(document)) if document else 0
    count_key, stated = _stated_count(front)
    range_key, printed = _printed_range(front)
    if real and stated and stated != real:
        front.add_fault("page-count", f"{count_key} says {stated} pages, the PDF has {real}", count_key)
    if stated and printed and _is_range_key(range_key) and len(printed) != stated:
        message = f"{range_key} {printed[0]}-{printed[-1]} covers {len(printed)} pages, {count_key} says {stated}"
        front.add_fault("page-count", message, range_key)
    count = real or stated or (len(printed) if printed else parts or None)
    if parts and count != parts:
        key = count_key or range_key
        message = f"{key} says {count} pages, the form feeds of the text part {parts}: no page is compared"
        front.add_fault("page-count", message, key)
    counted = tuple(map(str, range(1, real + 1))) if real and document and document.metadata.get("numbered") else ()
    labels = _pdf_labels(document) or _labels_of_range(printed, count) or counted
    numbers = {label: number for number, label in reversed([*enumerate(labels, start=1)])}
    sections = _stated_sections(front, count, numbers)
    if len(sections) == 1 and (sections[0].first, sections[0].last) == (1, count):
        sections = ()  # the whole work: its title, as a PDF may have it for its only heading
    return Pagination(count, labels, sections or (_sections_of_pdf(document) if document and real else ()))


def _stated_count(front: FrontMatter) -> tuple[str | None, int | None]:
    """Return the key and the number of pages in the front matter."""
    for key, value in front.find_all("total pages"):
        line = one_line(value) or ""
        if _PAGE_COUNT.fullmatch(line) and int(line):
            return key, int(line)
        if key.lower() != "pages" or not isinstance(value, str):
            shown = line[:60] or describe_type(value)
            front.add_fault("invalid-field", f"{key} is {shown}, not a number of pages", key)
    return None, None


def _printed_range(front: FrontMatter) -> tuple[str | None, range | None]:
    """Return the key and the printed page numbers in the front matter."""
    for key, value in front.find_all("page range"):
        if isinstance(value, int) and key.lower() == "pages":
            continue
        bounds = parse_page_range(value)
        if bounds and bounds[0] <= bounds[1] and bounds[1] - bounds[0] < _MAX_PAGES:
            if bounds[0] < bounds[1] or _is_range_key(key):
                return key, range(bounds[0], bounds[1] + 1)
        elif _is_range_key(key):
            shown = one_line(value) or describe_type(value)
            front.add_fault("invalid-field", f"{key} is {shown[:60]}, not a range such as 1-24", key)
    return None, None


def _is_range_key(key: str | None) -> bool:
    """Check that a key promises a range; `pages` may be a count, and the pages of a journal may be articles."""
    return key is not None and key.lower().startswith("page") and key.lower().endswith("range")


def _pdf_labels(document: Document | None) -> tuple[str, ...]:
    """Return the printed number of each PDF page, if any differs from its position.

    A page without a number has its position, in brackets where another page has that number.
    """
    if not document or document.format != "pdf":
        return ()
    printed = [place.label.partition("(printed ")[2][:-1] for place in document.places]
    if not any(printed):
        return ()
    taken = {*printed}
    return tuple(
        label or (f"[{number}]" if str(number) in taken else str(number)) for number, label in enumerate(printed, 1)
    )


def _labels_of_range(printed: range | None, count: int | None) -> tuple[str, ...]:
    """Return the printed numbers if there is one for each page and they do not start at 1."""
    if not printed or printed[0] == 1 or len(printed) != count:
        return ()
    return tuple(map(str, printed))


def _stated_sections(front: FrontMatter, count: int | None, numbers: Mapping[str, int]) -> tuple[Section, ...]:
    key, value = front.find("sections")
    if key is None:
        return ()
    if isinstance(value, Mapping):
        value = [{"name": name, "pages": pages} for name, pages in value.items()]
    if not isinstance(value, list):
        front.add_fault("invalid-field", f"{key} is {describe_type(value)}, not a list of sections", key)
        return ()
    found = []
    for number, item in enumerate(value[:_MAX_SECTIONS], start=1):
        section, fault = _parse_section(item, count, numbers)
        if section:
            found.append(section)
        if fault:
            front.add_fault("page-count", f"section {number} {fault}", f"{key}[{number}]")
    return tuple(found)


def _parse_section(item: object, count: int | None, numbers: Mapping[str, int]) -> tuple[Section | None, str | None]:
    """Return a section if it is usable, and what is wrong with it."""
    if not isinstance(item, Mapping):
        return None, f"is {describe_type(item)}, not a name with pages"
    name = one_line(item.get("name") or item.get("title")) or ""
    pages = item.get("pages") or item.get("page")
    bounds = parse_page_range(pages if pages is not None else [item.get("start"), item.get("end")])
    if not name or not bounds:
        return None, f"({name[:60]}) gives no pages such as 4-9" if name else "has no name"
    # A number beyond the last page is a printed one.
    first, last = (numbers.get(str(bound), bound) if count and bound > count else bound for bound in bounds)
    if not 1 <= first <= last:
        return None, f"({name[:60]}) runs from page {first} to {last}"
    if count and last > count:
        return Section(name, first, last), f"({name[:60]}) ends on page {last}; there are {count}"
    return Section(name, first, last), None


def _sections_of_pdf(document: Document) -> tuple[Section, ...]:
    """Return the sections by the outline of the PDF or, without one, by its headings.

    A section ends on the page where the next one of its level or above starts: they may share it. One heading alone
    is the title in most files, and says nothing about the sections.
    """
    outline = document.metadata.get("outline") or ()
    headings = (outline if len(outline) > 1 else tuple(_headings(document)))[:_MAX_SECTIONS]
    if len(headings) == 1:
        return ()
    deepest = max((level for _, level, _ in headings), default=0)
    next_start = [document.metadata["pages"]] * (deepest + 1)  # by level
    sections = []
    for title, level, page in reversed(headings):
        sections.append(Section(title, page, max(page, next_start[level])))
        next_start[level:] = [page] * (deepest + 1 - level)
    return tuple(reversed(sections))


def _headings(document: Document) -> Iterator[tuple[str, int, int]]:
    starts = [place.span.start for place in document.places]
    for block in document.blocks:
        title = document.slice(block.span)[:300] if block.kind == "heading" else ""
        if title and (_NUMBERED_HEADING.match(title) or title.strip(" .:").lower() in _COMMON_HEADINGS):
            yield " ".join(title.split()), block.level, bisect_right(starts, block.span.start)
