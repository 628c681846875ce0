"""Cited sections against the sections that an entry lists, and against the cited page."""

from collections.abc import Iterator, Sequence
from re import IGNORECASE
from re import compile as pattern
from unicodedata import normalize

from citevet.model import Citation, Difference, Entry, Section
from citevet.resolve import pages
from citevet.resolve.pages import NOTHING, Checked, Stretch

_NUMBERED = pattern(
    r"\s*(?:§+|section|sect?\.|chapter|chap\.|ch\.|appendix|part|제)?\s*"
    r"((?:[A-Z]\.?)?\d{1,4}(?:\.\d{1,4}){0,6}|[A-Z]|[IVX]{1,6}(?=[.:)]))(?:[.:)]|\s*[장절편]|(?=\s)|$)\s*",
    IGNORECASE,
)
_NUMBER = pattern(r"(?:[A-Z]\.?)?\d{1,4}(?:\.\d{1,4})*|[A-Z]")
_WORD = pattern(r"\w+")
_BETWEEN = pattern(r"[,;]")
_RANGE = pattern(r"(\S{1,30})-(\S{1,30})")
# Parts that most works leave out of their count.
_UNCOUNTED = frozenset({"abstract", "summary", "contents", "preface", "foreword", "초록", "요약", "목차", "서문"})
_MOST = 500  # sections that are compared; handbooks have 400
_LONGEST = 200  # characters of a name that are compared


def check(entry: Entry, citation: Citation) -> Checked:
    """Say whether the source has the cited section, and whether the cited page lies in it."""
    listed = entry.sections[:_MOST]
    written = _cited(citation, listed) if listed else None
    if not written:
        return NOTHING
    meant = _meant(written, listed)
    if not meant:
        names = ", ".join(section.name for section in listed[:8])
        return ("unknown-section",), (Difference("section", written, names),)
    actual = _elsewhere(entry, meant, pages.cited(citation.locator))
    return (("wrong-section",), (Difference("section", written, actual),)) if actual else NOTHING


def _cited(citation: Citation, listed: Sequence[Section]) -> str | None:
    """Return the section that a marker names, with the word for it or by a name that the source lists."""
    if citation.locator and citation.locator.section:
        return citation.locator.section[:_LONGEST]
    if citation.kind != "corpus" or citation.text[:1] not in "[(":
        return None
    pieces = (piece.strip() for piece in _BETWEEN.split(citation.text[1:-1])[1:])
    names = {_words(section.name) for section in listed}
    return next((piece for piece in pieces if piece and _words(piece) in names), None)


def _meant(written: str, listed: Sequence[Section]) -> list[Section]:
    both = _RANGE.fullmatch(written)
    if both and _NUMBER.fullmatch(both[1]):
        return [section for end in both.groups() for section in _meant(end, listed)]
    return _by_number(written, listed) if _NUMBER.fullmatch(written) else _by_name(written, listed)


def _by_number(written: str, listed: Sequence[Section]) -> list[Section]:
    """Return the sections with a number; else its parent, or its parts; in a list without numbers the nth."""
    numbers = [_number(section.name) for section in listed]
    asked = written.upper()
    while asked and any(numbers):
        found = [section for section, number in zip(listed, numbers, strict=True) if _is_in(number, asked)]
        if found or "." not in asked:
            return found
        asked = asked.rpartition(".")[0]
    return list(_nth(int(written), listed)) if written.isdigit() else _by_name(written, listed)


def _is_in(number: str, asked: str) -> bool:
    return number == asked or number.startswith(f"{asked}.")


def _nth(count: int, listed: Sequence[Section]) -> Iterator[Section]:
    """Yield the section that has this place in the list, with and without what is seldom counted."""
    counted = [section for section in listed if not _UNCOUNTED & set(_words(section.name))]
    for sections in (listed, counted):
        if 1 <= count <= len(sections):
            yield sections[count - 1]


def _by_name(written: str, listed: Sequence[Section]) -> list[Section]:
    asked = _words(written)
    same = [section for section in listed if _words(section.name) == asked]
    return same or [section for section in listed if asked and set(asked) <= set(_words(section.name))]


def _elsewhere(entry: Entry, meant: Sequence[Section], stretches: Sequence[Stretch]) -> str | None:
    """Return where the cited page lies, when that is another section; none when it lies in no listed one."""
    cited = [pages_ for stretch in stretches for pages_ in pages.readings(entry, stretch) if len(pages_)]
    if not cited or any(_touches(section, each) for section in meant for each in cited):
        return None
    around = [section for section in entry.sections[:_MOST] if section.first <= cited[0].start <= section.last]
    narrowest = min((section.last - section.first for section in around), default=0)
    # A page on which one section ends and the next begins lies in both.
    return " and ".join(section.name for section in around if section.last - section.first == narrowest) or None


def _touches(section: Section, cited: range) -> bool:
    return section.first < cited.stop and cited.start <= section.last


def _number(name: str) -> str:
    found = _NUMBERED.match(name[:_LONGEST])
    return found[1].upper() if found else ""


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name without its number, in small letters and without the s of the plural."""
    short = name[:_LONGEST]
    found = _NUMBERED.match(short)
    rest = short[found.end() :] if found and found.end() < len(short) else short
    words = _WORD.findall(normalize("NFKC", rest).casefold())
    return tuple(word.removesuffix("s") for word in words)
