"""Compare cited pages with the pages of a source, by printed and by physical number, and cited sections with its own.

An article of 24 pages may be printed on pages 233 to 256, and the preface of a book on i to xii. People cite the
printed number, PDF viewers show the physical one. A page is wrong only if it is neither. Where the file does not show
its printed numbers, the pages of the reference may tell them; where nothing does, no page is wrong.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from unicodedata import normalize

from citevet.model import Citation, Difference, Entry, Flag, Locator, Reference, Section
from citevet.patterns import lazy_pattern
from citevet.text.page_lists import PageRange, complete_page, split_prefix
from citevet.text.page_lists import parse_pages as read_pages

_DASH = r"\s*(?:--?|[‐-―−])\s*"
_ROMAN = lazy_pattern(r"(m{0,3})(c[md]|d?c{0,3})(x[cl]|l?x{0,3})(i[xv]|v?i{0,3})")
_NUMERALS: Mapping[str, int] = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_PRINTED_RANGE = lazy_pattern(rf"\D{{0,5}}(\d{{1,6}}){_DASH}(\d{{1,6}})\D{{0,3}}")
_REFERENCE_RANGE = lazy_pattern(r"(?<![\w–.-])(\d{1,6})(?:--?|–)(\d{1,6})(?![\w–-])")
_LONGEST_REFERENCE = 5_000  # characters that are read
_MAX_LOCATOR = 500  # characters that are read; a marker has 400 at most
_NUMBERED = lazy_pattern(
    r"\s*(?:§+|section|sect?\.|chapter|chap\.|ch\.|appendix|part|제)?\s*"
    r"((?:[A-Z]\.?)?\d{1,4}(?:\.\d{1,4}){0,6}|[A-Z]|[IVX]{1,6}(?=[.:)]))(?:[.:)]|\s*[장절편]|(?=\s)|$)\s*",
    re.IGNORECASE,
)
_SECTION_NUMBER = lazy_pattern(r"(?:[A-Z]\.?)?\d{1,4}(?:\.\d{1,4})*|[A-Z]")
_WORD = lazy_pattern(r"\w+")
_MARKER_SEPARATOR = lazy_pattern(r"[,;]")
_RANGE = lazy_pattern(r"(\S{1,30})-(\S{1,30})")
# Parts that most works do not number.
_UNNUMBERED = frozenset({"abstract", "summary", "contents", "preface", "foreword", "초록", "요약", "목차", "서문"})
_MAX_SECTIONS = 500  # that are compared; handbooks have 400
_MAX_NAME = 200  # characters


def check_pages(entry: Entry, place: Locator) -> tuple[tuple[Flag, ...], tuple[Difference, ...]]:
    """Report cited pages that the source does not have, and backward ranges."""
    ranges = parse_pages(place)
    absent = ", ".join(filter(None, (_absent_part(entry, each) for each in ranges)))
    turned = [each for each in ranges if _is_backward(entry, each)]
    backward = tuple(Difference("page-order", str(each), f"{each.last}-{each.first}") for each in turned)
    if not absent or not _total(entry):
        return (), backward
    return ("wrong-page",), (Difference("page", absent, _format_pages(entry)), *backward)


def tie_pages(entry: Entry, reference: Reference | None, place: Locator) -> Entry:
    """Return the entry with the printed pages of the reference, or without pages if nothing tells the cited ones.

    A file with another number of pages than the reference is another print of the work.
    """
    cited = [end for each in parse_pages(place) for end in each]
    if not cited or not entry.pages:
        return entry
    if any(split_prefix(page) and not _printed_index(entry, page) and not _numbers(entry, page) for page in cited):
        return replace(entry, pages=None, labels=())  # e12 of a file whose pages are only counted
    is_printed = bool(entry.labels or _printed_pages(entry))
    has_cited = all(_has_page(entry, page) for page in cited)
    for found in _REFERENCE_RANGE.finditer(reference.text[:_LONGEST_REFERENCE] if reference else ""):
        printed = _complete_range(found[1], found[2])
        if all(page.isdigit() and int(page) in printed for page in cited):
            if len(printed) == entry.pages and not is_printed:
                return replace(entry, labels=tuple(map(str, printed)))
            return entry if has_cited else replace(entry, pages=None, labels=())
    is_kept = has_cited or is_printed or not (entry.file or "").lower().endswith(".pdf")
    return entry if is_kept else replace(entry, pages=None)


def has_printed_pages(entry: Entry, place: Locator) -> bool:
    """Check whether the cited pages are printed in the file of a source."""
    return all(_printed_index(entry, page) for each in parse_pages(place) for page in each)


def parse_pages(place: Locator) -> tuple[PageRange, ...]:
    """Parse the pages of a locator, without the letter of a column: 12 for 12a."""
    ranges = read_pages((place.page or "")[:_MAX_LOCATOR])
    return tuple(PageRange(*(end.rstrip("abcde") if end[0].isdigit() else end for end in each)) for each in ranges)


def physical_pages(entry: Entry, cited: PageRange) -> Iterator[range]:
    """Yield the physical pages that a range may mean: by the printed numbers, then counted from the first page."""
    printed = _printed_index(entry, cited.first), _printed_index(entry, cited.last)
    if printed[0] and printed[1]:
        yield range(printed[0], printed[1] + 1)
    counted = _number(cited.first), _number(cited.last)
    total = _total(entry)
    if counted[0] and counted[1] and (total is None or counted[1] <= total):
        yield range(counted[0], counted[1] + 1)


def _is_backward(entry: Entry, cited: PageRange) -> bool:
    first, last = _printed_index(entry, cited.first), _printed_index(entry, cited.last)
    if not (first and last):
        lettered = split_prefix(cited.first), split_prefix(cited.last)
        if lettered[0] and lettered[1]:
            return lettered[0][0] == lettered[1][0] and lettered[1][1] < lettered[0][1]
        if cited.first.isdigit() != cited.last.isdigit():  # preface to text: only the printed numbers would tell
            return False
        first, last = _number(cited.first), _number(cited.last)
    return bool(first and last and last < first)


def _absent_part(entry: Entry, cited: PageRange) -> str:
    """Return the part of a range that the source does not have: one of its ends, or all of it."""
    first, last = _has_page(entry, cited.first), _has_page(entry, cited.last)
    if first and last:
        return ""
    return cited.last if first else cited.first if last else str(cited)


def _has_page(entry: Entry, page: str) -> bool:
    number, total = _number(page), _total(entry)
    if lettered := split_prefix(page):
        return not _numbers(entry, page) or lettered[1] in _numbers(entry, page)
    if number is None or total is None or _printed_index(entry, page):
        return True
    return 1 <= number <= total or (page.isdigit() and number in _printed_pages(entry))


def _numbers(entry: Entry, page: str) -> range:
    """Return the numbers of the pages with the letters of this one, by the file or the front matter: 1-9 of e1-e9."""
    lettered = split_prefix(page)
    stated = entry.labels or [
        end for each in read_pages(str(entry.metadata.get("page_range", ""))[:40]) for end in each
    ]
    same = [found[1] for found in map(split_prefix, stated) if found and lettered and found[0] == lettered[0]]
    return range(min(same), max(same) + 1) if same else range(0)


def _printed_index(entry: Entry, page: str) -> int | None:
    """Return the physical number of the page with this printed number."""
    for label in (page, page.upper()):
        if label in entry.labels:
            return entry.labels.index(label) + 1
    printed = _printed_pages(entry)
    if printed and page.isdigit() and int(page) in printed:
        return int(page) - printed.start + 1
    return None


def _printed_pages(entry: Entry) -> range:
    """Return the printed pages by the front matter, if the file does not show them."""
    if entry.labels:
        return range(0)
    venue = entry.metadata.get("venue")
    sources = (entry.metadata, venue) if isinstance(venue, Mapping) else (entry.metadata,)
    for source, key in ((source, key) for source in sources for key in ("page_range", "pages")):
        if found := _PRINTED_RANGE.fullmatch(str(source.get(key, ""))[:40]):
            return _complete_range(found[1], found[2])
    return range(0)


def _complete_range(first: str, last: str) -> range:
    return range(int(first), int(complete_page(first, last)) + 1)


def _total(entry: Entry) -> int | None:
    return entry.pages or len(entry.labels) or None


def _format_pages(entry: Entry) -> str:
    """Return the pages of the source, as printed."""
    if printed := _printed_pages(entry):
        return f"{printed.start}-{printed.stop - 1}"
    return f"{entry.labels[0]}-{entry.labels[-1]}" if entry.labels else f"1-{_total(entry)}"


def _number(page: str) -> int | None:
    """Return the value of an Arabic or Roman page number."""
    if page.isdigit():
        return int(page)
    if not _ROMAN.fullmatch(page):
        return None
    digits = [_NUMERALS[sign] for sign in page]
    return sum(-digit if digit < max(digits[index:]) else digit for index, digit in enumerate(digits))


def check_sections(entry: Entry, citation: Citation) -> tuple[tuple[Flag, ...], tuple[Difference, ...]]:
    """Report a section that the source does not have, or that does not contain the cited page."""
    listed = entry.sections[:_MAX_SECTIONS]
    written = _cited_section(citation, listed) if listed else None
    if not written:
        return (), ()
    cited = _find_sections(written, listed)
    if not cited:
        names = ", ".join(section.name for section in listed[:8])
        return ("unknown-section",), (Difference("section", written, names),)
    actual = _other_section(entry, cited, parse_pages(citation.place))
    return ((), ()) if actual is None else (("wrong-section",), (Difference("section", written, actual),))


def _cited_section(citation: Citation, listed: Sequence[Section]) -> str | None:
    """Return the section in a marker, with the word "section" or by a name that the source lists."""
    if citation.place.section:
        return citation.place.section[:_MAX_NAME]
    if citation.kind != "corpus" or citation.text[:1] not in "[(":
        return None
    pieces = (piece.strip() for piece in _MARKER_SEPARATOR.split(citation.text[1:-1])[1:])
    names = {_name_words(section.name) for section in listed}
    return next((piece for piece in pieces if piece and _name_words(piece) in names), None)


def _find_sections(written: str, listed: Sequence[Section]) -> list[Section]:
    both = _RANGE.fullmatch(written)
    if both and _SECTION_NUMBER.fullmatch(both[1]):
        return [section for end in both.groups() for section in _find_sections(end, listed)]
    return _find_by_number(written, listed) if _SECTION_NUMBER.fullmatch(written) else _find_by_name(written, listed)


def _find_by_number(written: str, listed: Sequence[Section]) -> list[Section]:
    """Return the sections with a number, or its parent, or its parts; in an unnumbered list the nth section."""
    matches = (_NUMBERED.match(section.name[:_MAX_NAME]) for section in listed)
    numbers = [match[1].upper() if match else "" for match in matches]
    number = written.upper()
    while number and any(numbers):
        numbered = zip(listed, numbers, strict=True)
        found = [section for section, own in numbered if own == number or own.startswith(f"{number}.")]
        if found or "." not in number:
            return found
        number = number.rpartition(".")[0]
    return list(_find_nth(int(written), listed)) if written.isdigit() else _find_by_name(written, listed)


def _find_nth(count: int, listed: Sequence[Section]) -> Iterator[Section]:
    """Yield the nth section, counted with and without the parts that are seldom numbered."""
    numbered = [section for section in listed if not _UNNUMBERED & set(_name_words(section.name))]
    for sections in (listed, numbered):
        if 1 <= count <= len(sections):
            yield sections[count - 1]


def _find_by_name(written: str, listed: Sequence[Section]) -> list[Section]:
    words = _name_words(written)
    same = [section for section in listed if _name_words(section.name) == words]
    return same or [section for section in listed if words and set(words) <= set(_name_words(section.name))]


def _other_section(entry: Entry, cited: Sequence[Section], ranges: Sequence[PageRange]) -> str | None:
    """Return the section of the cited page if it is another one, "" if none is listed for it; None if it is right."""
    pages = [found for each in ranges for found in physical_pages(entry, each) if len(found)]
    overlaps = (each.first < found.stop and found.start <= each.last for each in cited for found in pages)
    if not pages or any(overlaps):
        return None
    around = [each for each in entry.sections[:_MAX_SECTIONS] if each.first <= pages[0].start <= each.last]
    narrowest = min((each.last - each.first for each in around), default=0)
    # A page on which one section ends and the next begins belongs to both.
    return " and ".join(each.name for each in around if each.last - each.first == narrowest)


def _name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name without its number, in lower case and without a plural s."""
    short = name[:_MAX_NAME]
    found = _NUMBERED.match(short)
    rest = short[found.end() :] if found and found.end() < len(short) else short
    return tuple(word.removesuffix("s") for word in _WORD.findall(normalize("NFKC", rest).casefold()))
