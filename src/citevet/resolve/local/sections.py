"""Compare cited sections with the sections of an entry, and with the cited page."""

import re
from collections.abc import Iterator, Sequence
from unicodedata import normalize

from citevet.model import Citation, Difference, Entry, Flag, Section
from citevet.resolve.local.pages import PageRange, parse_pages, physical_pages
from citevet.text.patterns import lazy_pattern

_NUMBERED = lazy_pattern(
    r"\s*(?:§+|section|sect?\.|chapter|chap\.|ch\.|appendix|part|제)?\s*"
    r"((?:[A-Z]\.?)?\d{1,4}(?:\.\d{1,4}){0,6}|[A-Z]|[IVX]{1,6}(?=[.:)]))(?:[.:)]|\s*[장절편]|(?=\s)|$)\s*",
    re.IGNORECASE,
)
_NUMBER = lazy_pattern(r"(?:[A-Z]\.?)?\d{1,4}(?:\.\d{1,4})*|[A-Z]")
_WORD = lazy_pattern(r"\w+")
_SEPARATOR = lazy_pattern(r"[,;]")
_RANGE = lazy_pattern(r"(\S{1,30})-(\S{1,30})")
# Parts that most works do not number.
_UNNUMBERED = frozenset({"abstract", "summary", "contents", "preface", "foreword", "초록", "요약", "목차", "서문"})
_MAX_SECTIONS = 500  # that are compared; handbooks have 400
_MAX_NAME = 200  # characters


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
    actual = _other_section(entry, cited, parse_pages(citation.locator))
    return ((), ()) if actual is None else (("wrong-section",), (Difference("section", written, actual),))


def _cited_section(citation: Citation, listed: Sequence[Section]) -> str | None:
    """Return the section in a marker, with the word "section" or by a name that the source lists."""
    if citation.locator and citation.locator.section:
        return citation.locator.section[:_MAX_NAME]
    if citation.kind != "corpus" or citation.text[:1] not in "[(":
        return None
    pieces = (piece.strip() for piece in _SEPARATOR.split(citation.text[1:-1])[1:])
    names = {_name_words(section.name) for section in listed}
    return next((piece for piece in pieces if piece and _name_words(piece) in names), None)


def _find_sections(written: str, listed: Sequence[Section]) -> list[Section]:
    both = _RANGE.fullmatch(written)
    if both and _NUMBER.fullmatch(both[1]):
        return [section for end in both.groups() for section in _find_sections(end, listed)]
    return _find_by_number(written, listed) if _NUMBER.fullmatch(written) else _find_by_name(written, listed)


def _find_by_number(written: str, listed: Sequence[Section]) -> list[Section]:
    """Return the sections with a number, or its parent, or its parts; in an unnumbered list the nth section."""
    matches = (_NUMBERED.match(section.name[:_MAX_NAME]) for section in listed)
    numbers = [match[1].upper() if match else "" for match in matches]
    number = written.upper()
    while number and any(numbers):
        found = [
            section
            for section, own in zip(listed, numbers, strict=True)
            if own == number or own.startswith(f"{number}.")
        ]
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
