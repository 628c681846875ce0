"""How many pages a source has, what is printed on them, and which section covers which."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from re import IGNORECASE
from re import compile as pattern

from citevet.library.fields import Sheet, kind_of, one_line
from citevet.library.leaves import leaves
from citevet.model import Document, Section

_MOST = 100_000  # pages of a work, and more than any has
_MOST_SECTIONS = 2_000
_RANGE = pattern(r"(?:pp?\.?\s?)?([0-9]{1,6})(?:\s?[-–—~]\s?(?:pp?\.?\s?)?([0-9]{1,6}))?", IGNORECASE)
# Headings of a paper; a PDF without an outline shows many lines in large type that are none.
_NUMBERED = pattern(r"(?:[1-9][0-9]?(?:\.[0-9]{1,2}){0,2}\.?|[IVX]{1,5}\.)\s\S|제\s?[0-9]{1,2}\s?[장절]")
_KNOWN = frozenset(
    "abstract|acknowledgements|acknowledgments|appendix|background|conclusion|conclusions|discussion|introduction|"
    "limitations|literature review|materials and methods|method|methodology|methods|references|related work|results|"
    "results and discussion|summary|"
    "감사의 글|결과|결론|고찰|논의|방법|부록|서론|선행연구|연구 결과|연구 방법|연구방법|이론적 배경|참고문헌|"
    "초록".split("|")
)


@dataclass(frozen=True, slots=True)
class Pagination:
    """The pages of a source, counted and as printed, and its sections."""

    count: int | None = None
    labels: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()


def pagination(sheet: Sheet, document: Document | None) -> Pagination:
    """Put together what the front matter says and what the file shows; where they differ is a fault."""
    real = document.metadata.get("pages") if document and document.format == "pdf" else None
    parted = len(leaves(document)) if document else 0
    said = _said(sheet)
    key, printed = _printed(sheet)
    if real and said[1] and said[1] != real:
        sheet.blame("page-count", f"{said[0]} says {said[1]} pages, the PDF has {real}", said[0])
    if said[1] and printed and _is_range(key) and len(printed) != said[1]:
        message = f"{key} {printed[0]}-{printed[-1]} covers {len(printed)} pages, {said[0]} says {said[1]}"
        sheet.blame("page-count", message, key)
    count = real or said[1] or (len(printed) if printed else parted or None)
    if parted and count != parted:
        message = f"{said[0] or key} says {count} pages, the form feeds of the text part {parted}: no page is compared"
        sheet.blame("page-count", message, said[0] or key)
    labels = _labels(document) or _numbers(printed, count)
    numbers = {label: number for number, label in reversed([*enumerate(labels, start=1)])}
    sections = _sections(sheet, count, numbers) or (tuple(_shown(document)) if document and real else ())
    return Pagination(count, labels, sections)


def _said(sheet: Sheet) -> tuple[str | None, int | None]:
    """Return how many pages the front matter counts, and the key that says so."""
    for key, value in sheet.all("total pages"):
        line = one_line(value) or ""
        if line.isascii() and line.isdigit() and 1 <= len(line) <= 6 and int(line):  # noqa: PLR2004 - below a million
            return key, int(line)
        if key.lower() != "pages" or not isinstance(value, str):
            shown = line[:60] or kind_of(value)
            sheet.blame("invalid-field", f"{key} is {shown}, not a number of pages", key)
    return None, None


def _printed(sheet: Sheet) -> tuple[str | None, range | None]:
    """Return the numbers printed on the first and the last page, as the front matter gives them."""
    for key, value in sheet.all("page range"):
        if isinstance(value, int) and key.lower() == "pages":
            continue
        bounds = span_of(value)
        if bounds and bounds[0] <= bounds[1] and bounds[1] - bounds[0] < _MOST:
            if bounds[0] < bounds[1] or _is_range(key):
                return key, range(bounds[0], bounds[1] + 1)
        elif _is_range(key):
            shown = one_line(value) or kind_of(value)
            sheet.blame("invalid-field", f"{key} is {shown[:60]}, not a range such as 1-24", key)
    return None, None


def _is_range(key: str | None) -> bool:
    """Say whether a key promises a range; `pages` may be a count, and a journal's pages may be articles."""
    return key is not None and key.lower().startswith("page") and key.lower().endswith("range")


def span_of(value: object) -> tuple[int, int] | None:
    """Return the first and last number of `4-9`, `pp. 4–9`, `7`, [4, 9]; none for anything else."""
    if isinstance(value, list) and len(value) == 2:  # noqa: PLR2004 - first and last
        value = f"{one_line(value[0])}-{one_line(value[1])}"
    match = _RANGE.fullmatch(one_line(value) or "")
    return (int(match[1]), int(match[2] or match[1])) if match else None


def _labels(document: Document | None) -> tuple[str, ...]:
    """Return what is printed on each page of a PDF, where it differs from the count."""
    if not document or document.format != "pdf":
        return ()
    printed = [place.label.partition("(printed ")[2][:-1] for place in document.places]
    if not any(printed):
        return ()
    return tuple(label or str(number) for number, label in enumerate(printed, start=1))


def _numbers(printed: range | None, count: int | None) -> tuple[str, ...]:
    """Return the printed numbers when there are as many as pages, and they do not start at 1."""
    if not printed or printed[0] == 1 or len(printed) != count:
        return ()
    return tuple(map(str, printed))


def _sections(sheet: Sheet, count: int | None, numbers: Mapping[str, int]) -> tuple[Section, ...]:
    key, value = sheet.find("sections")
    if key is None:
        return ()
    if isinstance(value, Mapping):
        value = [{"name": name, "pages": pages} for name, pages in value.items()]
    if not isinstance(value, list):
        sheet.blame("invalid-field", f"{key} is {kind_of(value)}, not a list of sections", key)
        return ()
    found = []
    for number, item in enumerate(value[:_MOST_SECTIONS], start=1):
        section, fault = _section(item, count, numbers)
        if section:
            found.append(section)
        if fault:
            sheet.blame("page-count", f"section {number} {fault}", f"{key}[{number}]")
    return tuple(found)


def _section(item: object, count: int | None, numbers: Mapping[str, int]) -> tuple[Section | None, str | None]:
    """Return a section, or none; and what is wrong with it."""
    if not isinstance(item, Mapping):
        return None, f"is {kind_of(item)}, not a name with pages"
    name = one_line(item.get("name") or item.get("title")) or ""
    pages = item.get("pages") or item.get("page")
    bounds = span_of(pages if pages is not None else [item.get("start"), item.get("end")])
    if not name or not bounds:
        return None, f"({name[:60]}) gives no pages such as 4-9" if name else "has no name"
    first, last = (_counted(bound, count, numbers) for bound in bounds)
    if not 1 <= first <= last:
        return None, f"({name[:60]}) runs from page {first} to {last}"
    if count and last > count:
        return Section(name, first, last), f"({name[:60]}) ends on page {last}; there are {count}"
    return Section(name, first, last), None


def _counted(number: int, count: int | None, numbers: Mapping[str, int]) -> int:
    """Return which page it is when a printed number is meant."""
    return numbers.get(str(number), number) if count and number > count else number


def _shown(document: Document) -> Iterator[Section]:
    """Yield the sections that the PDF itself shows: by its outline, or else by its headings.

    A section lasts until the next of its level or above starts, that page included: they may share it.
    """
    headings = (document.metadata.get("outline") or tuple(_headings(document)))[:_MOST_SECTIONS]
    deepest = max((level for _, level, _ in headings), default=0)
    following = [document.metadata["pages"]] * (deepest + 1)  # by level: where the next of it or above starts
    sections = []
    for title, level, page in reversed(headings):
        sections.append(Section(title, page, max(page, following[level])))
        following[level:] = [page] * (deepest + 1 - level)
    yield from reversed(sections)


def _headings(document: Document) -> Iterator[tuple[str, int, int]]:
    starts = [place.span.start for place in document.places]
    for block in document.blocks:
        title = document.slice(block.span)[:300] if block.kind == "heading" else ""
        if title and (_NUMBERED.match(title) or title.strip(" .:").lower() in _KNOWN):
            yield " ".join(title.split()), block.level, bisect_right(starts, block.span.start)
