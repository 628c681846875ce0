"""Find the identifiers and authors of a work on its first page.

Only the head of a work, before its abstract and first section, identifies the work itself.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import NamedTuple
from unicodedata import normalize

from citevet.corpus.document_text import text_without
from citevet.identifiers import drop, find, is_certain, read
from citevet.model import Block, Document, IdentifierKind
from citevet.patterns import lazy_pattern
from citevet.people.parser import read_name
from citevet.records import collect_values, dataclass
from citevet.text.names import fold_name

_WORD = lazy_pattern(r"[^\W\d_]+")  # without digits: a footnote number may follow a name

_WORKS: tuple[IdentifierKind, ...] = ("doi", "arxiv")
# The end of the stamp in the margin of a preprint. No entry of a reference list has the archive and the day.
_STAMP_END = lazy_pattern(r"\]\s+[0-9]{1,2} [A-Z][a-z]{2,8} [0-9]{4}\s*\Z", re.IGNORECASE)
_MAX_LABEL_WORDS = 15  # besides the identifier; a longer line is a sentence
# An entry of a reference list: a number in brackets, a year in brackets before a stop, an author's initials.
_LISTED = r"\[\d{1,4}\]|\((?:1[5-9]|20)\d\d[a-z]?\)\s{0,2}[.,:]"
_REFERENCE = lazy_pattern(rf"{_LISTED}|[^\W\d_]{{2,40}},\s{{0,2}}[A-Z]\.")
_REFERENCE_BEFORE = lazy_pattern(_LISTED)
_LABEL_WORDS = frozenset("doi arxiv id identifier url persistent permanent digital object cs math stat".split())
# Words around the identifier in the head of a journal.
_JOURNAL_WORDS = frozenset(
    """
    journal proceedings transactions annals bulletin letters vol volume no number issue pp pages issn isbn article
    research original received accepted revised published online copyright open access
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    """.split()
)
_SMALL_WORDS = frozenset("of the and in for on".split())
# Year, volume, issue and page of an article: Roofs 2019;4(2):101. With a stop before them it is a reference.
_VOLUME = lazy_pattern(r"[^.:;]{0,200}\b((?:19|20)\d\d)\s?;\s?\d{1,4}\s?(?:\([\d–-]{1,9}\))?\s?:\s?[eE]?\d")

_MAX_LINES = 60  # of a head; the longest seen have forty authors
_HEAD_END = lazy_pattern(
    r"\W{0,9}(?:[0-9]{1,2}\W{1,3})?(?:abstract\b|(?:a b s t r a c t|summary|introduction|background|references"
    r"|bibliography|literature|works cited|(?:table of )?contents|zusammenfassung|résumé|resumen"
    r"|국문\s?초록|초록|요약|서론|참고\s?문헌|목차|차례)\s{0,3}(?:[.:—–-]|$))",
    re.IGNORECASE,
)
_SENTENCE_END = lazy_pattern(r"[^\W\d_A-Z][)\]”\"’']{0,2}[.!?](?=\s|$)|다\.(?=\s|$)")
_MIN_SENTENCE = 6  # words; "Ann Lee et al." has fewer
_UNFINISHED = lazy_pattern(
    r"(?:\b(?:a|an|the|of|in|by|see|at|and|or|from|with|to|on|also|for|as|is|are|was|cf)\.?|[,:;(–—])$"
)
_REFERENCE_LINES = 3  # before a line that may belong to the same reference
_LABELLED = lazy_pattern(r"\W{0,9}(?:doi|arxiv)\b", re.IGNORECASE)

_APOSTROPHE = lazy_pattern(r"['’]")
_MAX_DISTANCE = 3  # words between a family name and its given name
_MAX_INITIALS = 2  # letters: J, JA


class PageIdentifiers(NamedTuple):
    """DOIs and arXiv ids, in the order of the text."""

    dois: tuple[str, ...]
    arxivs: tuple[str, ...]

    def __bool__(self) -> bool:
        """Return whether there is any."""
        return bool(self.dois or self.arxivs)


def find_identifiers(text: str) -> PageIdentifiers:
    """Return all identifiers in a text, whether of the work itself or of works it cites."""
    found = [each for each in find(text, _WORKS) if is_certain(each)]
    dois, arxivs = (tuple(each.normal for each in found if each.kind == kind) for kind in _WORKS)
    return PageIdentifiers(dois, arxivs)


def find_own_identifiers(document: Document, front: str) -> PageIdentifiers:
    """Return the identifiers of the work itself, sorted, without those of works it cites."""
    lines = _identifier_lines(_head_lines(front)) if document.format == "pdf" else _identifier_lines_of_blocks(document)
    found = [find_identifiers(line) for line in lines]
    stamps = filter(None, map(_read_stamp, front.splitlines()))
    dois = {doi for each in found for doi in each.dois}
    arxivs = {*stamps, *(arxiv for each in found for arxiv in each.arxivs)}
    return PageIdentifiers(tuple(sorted(dois)), tuple(sorted(arxivs)))


def _read_stamp(line: str) -> str:
    """Return the identifier in the margin of a preprint: arXiv:2301.00001v2 [cs.CL] 1 Jan 2023."""
    found = read("arxiv", line.strip()) if "[" in line and _STAMP_END.search(line) else None
    return found.normal if found and found.link.version and found.span.start == 0 else ""


def find_journal_year(front: str) -> str | None:
    """Return the year in the head of a journal on a first page: Digital Health 2019;4(2):101-112."""
    heads = (drop(line, kinds=_WORKS[:1]) for line in _head_lines(front))
    years = {found[1] for line in heads if (found := _VOLUME.match(line)) and _is_label(line)}
    return years.pop() if len(years) == 1 else None


def _head_lines(front: str) -> list[str]:
    """Return the lines of a first page before the abstract or the first sentences."""
    lines = [line.strip() for line in front.splitlines() if line.strip()][:_MAX_LINES]
    end = next((at for at, line in enumerate(lines) if _HEAD_END.match(line) or _is_prose(line)), len(lines))
    return lines[:end]


def _identifier_lines_of_blocks(document: Document) -> Iterator[str]:
    """Yield the identifier lines before the second heading, the abstract or the first sentences."""
    headings = 0
    for block in document.blocks[:_MAX_LINES]:
        lines = _visible_lines(document, block)
        headings += block.kind == "heading"
        if headings > 1 or any(map(_HEAD_END.match, lines)):
            return
        if block.kind in {"heading", "row"} or block.quoted:
            continue
        if _is_prose(" ".join(lines)):
            return
        yield from (line for line in _identifier_lines(lines) if block.kind != "item" or _LABELLED.match(line))


def _visible_lines(document: Document, block: Block) -> list[str]:
    """Return the lines a reader sees; of a link only its text, because its target may be another work."""
    words = text_without(document, block, dropped=frozenset({"markup", "comment", "metadata"}))
    lines = [" ".join(unescape(words).split())] if document.format == "html" else words.splitlines()[:_MAX_LINES]
    return [part.strip() for line in lines for part in _split_facts(line) if part.strip()]


def _split_facts(line: str) -> list[str]:
    """Split `DOI: 10.1234/x | Year: 2020`."""
    parts = line.split(" | ")
    return parts if all(":" in part for part in parts) else [line]


def _identifier_lines(lines: list[str]) -> Iterator[str]:
    """Yield the lines that only identify and are not part of a longer sentence."""
    for at, line in enumerate(lines):
        after = lines[at + 1] if at + 1 < len(lines) else ""
        before = lines[max(0, at - _REFERENCE_LINES) : at]
        if is_identifier_line(line) and not _runs_on(before) and not after[:1].islower():
            yield line


def is_identifier_line(line: str) -> bool:
    """Check that a line holds only an identifier, its label, or the head of a journal."""
    if not find_identifiers(line):
        return False
    rest = drop(line, kinds=_WORKS)
    return not _REFERENCE.search(rest) and _is_label(rest)


def _is_label(text: str) -> bool:
    """Check that a text is only the label of an identifier, or the head of a journal."""
    words = _WORD.findall(text)
    if all(word.casefold() in _LABEL_WORDS for word in words):
        return True
    allowed = _JOURNAL_WORDS | _LABEL_WORDS | _SMALL_WORDS
    return (
        len(words) <= _MAX_LABEL_WORDS
        and all(word.casefold() in allowed or word[0].isupper() for word in words)
        and (any(word.casefold() in _JOURNAL_WORDS for word in words) or bool(_VOLUME.match(text)))
    )


def _runs_on(before: list[str]) -> bool:
    """Check whether the lines before start a sentence or a reference that is not finished."""
    last = before[-1] if before else ""
    return bool(_REFERENCE_BEFORE.search(" ".join(before)) or (_UNFINISHED.search(last) and not _is_label(last)))


def _is_prose(text: str) -> bool:
    """Check that a text has sentences and is not a list of names and places."""
    words = _WORD.findall(text[:2_000])
    lower = sum(word[0].islower() or not word.isascii() for word in words)
    return len(words) >= _MIN_SENTENCE and 2 * lower >= len(words) and bool(_SENTENCE_END.search(text[:2_000]))


@dataclass(frozen=True, slots=True)
class Byline:
    """The words of a page, as written and folded, and their positions."""

    written: Sequence[str]
    small: Sequence[str]  # folded
    places: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, page: str) -> "Byline":
        """Split a page once, for all names to look for."""
        written = _split_words(page)
        small = [fold_name(word) for word in written]
        return cls(written, small, collect_values((word, place) for place, word in enumerate(small)))

    def names(self, author: str) -> bool:
        """Check that the page has the family name with a capital: Brown, not brown rats."""
        return any(True for family in read_name(author).forms() for _ in self._find(family))

    def signs(self, author: str) -> bool:
        """Check that the given name or its initial is close to the family name as well."""
        person = read_name(author)
        whole = {fold_name(person.name), fold_name(person.inverted)}
        given = _GivenNames.of(_split_words(person.given))
        return any(
            self._has_given_name(found, _NO_GIVEN_NAMES if form in whole else given)
            for form in person.forms()
            for found in self._find(form)
        )

    def _find(self, family: str) -> Iterator[range]:
        words = family.split()
        for start in self.places.get(words[0], ()):
            end = start + len(words)
            if self.small[start:end] == words and not self.written[end - 1].islower():
                yield range(start, end)

    def _has_given_name(self, found: range, given: "_GivenNames") -> bool:
        """Accept a whole name without a given name too; a single word, such as that of an account, only in Korean."""
        if not given.names:
            first = self.written[found.start]
            return len(found) > 1 or (len(first) > 1 and first.lower() == first.upper())
        before = range(max(found.start - _MAX_DISTANCE, 0), found.start)
        after = range(found.stop, min(found.stop + _MAX_DISTANCE, len(self.written)))
        return any(given.match(self.written[place], self.small[place]) for place in (*before, *after))


@dataclass(frozen=True, slots=True)
class _GivenNames:
    """The given names of a person, as sets: a page may have the family name a thousand times."""

    names: frozenset[str]
    first_letters: frozenset[str]
    initials: frozenset[str]  # first letters of the names that are only initials

    @classmethod
    def of(cls, words: Sequence[str]) -> "_GivenNames":
        small = [fold_name(word) for word in words]
        initials = frozenset(fold_name(word)[:1] for word in words if _is_initials(word))
        return cls(frozenset(small), frozenset(name[:1] for name in small), initials)

    def match(self, word: str, small: str) -> bool:
        """Compare with a word of the page; an initial matches every name it can abbreviate."""
        if word.islower():
            return False
        if _is_initials(word):
            return small[:1] in self.first_letters
        return small in self.names or small[:1] in self.initials


_NO_GIVEN_NAMES = _GivenNames.of(())


def _split_words(text: str) -> list[str]:
    """Return the words with their capitals; a decomposed accent would split a name."""
    return _WORD.findall(normalize("NFC", _APOSTROPHE.sub("", text)))


def _is_initials(word: str) -> bool:
    return len(word) <= _MAX_INITIALS and word.isupper()
