"""What a text says of the entries of its list beside its citations: names, titles, numbers in brackets."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from unicodedata import normalize

from citevet.model import Extraction, Reference, Span
from citevet.model.cited import BETWEEN
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.text.letters import fold_characters, fold_letters
from citevet.text.names import acronym

_BEFORE, _AFTER = 60, 120  # characters around a name in which its year or title may stand
_TITLE = 16  # letters and digits of a title that names one work
_OPENING = 3  # words of a title that, beside the author, name the work
_MENTIONS = 200  # places of one name that are looked at
_WORD = lazy_pattern(r"\w+")
_INITIALS = 2  # letters of a name that are initials
# [3, see 7], (12,14), word(16), ^5–8^, raised digits
_IN_BRACKETS = lazy_pattern(
    r"\[[^\[\]\n]{1,80}\]|\(\d[\d,;\s–—-]{0,80}\)|\^\{?\(?\d[\d,\s–—-]{0,80}|[⁰¹²³⁴-⁹][⁰¹²³⁴-⁹,⁻–-]{0,80}"
)
_RANGE = lazy_pattern(r"(?<![\d.])(\d{1,4})(?:\s?[-–—−]\s?(\d{1,4}))?(?![\d.]\d)")
_LONGEST_RANGE = 100


def find_named_works(extraction: Extraction, references: Iterable[Reference]) -> set[str]:
    """Return the ids of the entries that the text names, outside of the entries and of citations of other entries."""
    document = extraction.document
    entries = [each.span for each in extraction.references if each.path is None]
    outside = blank(document.text, [each.span for each in extraction.references if each.origin == "list"])
    body = blank(document.text, [*entries, *(each.span for each in extraction.citations if each.reference)])
    folded, outside = fold_characters(body), normalize("NFC", outside)
    return {
        each.id
        for each in references
        if _is_named(each, body, folded) or _is_dated(each, outside) or _is_noted(each, document.text)
    }


@dataclass(frozen=True, slots=True)
class LooseMentions:
    """The words and the numbers in brackets of a text outside of its lists, and cited names that match no entry."""

    text: str
    words: frozenset[str]
    numbers: frozenset[int]
    unmatched: frozenset[tuple[str, str]]

    def may_mean(self, reference: Reference) -> bool:
        """Return whether the text has the number, the label, the first author or the publisher of an entry."""
        if reference.origin == "footnote":
            return False
        entry = fold_letters(reference.text)
        if any(year == reference.year and name in entry for name, year in self.unmatched):
            return True
        names = _WORD.findall(fold_letters(reference.authors[0])) if reference.authors else []
        if any(len(name) > _INITIALS and name in self.words for name in names) or self._has_short_name(reference):
            return True
        if reference.key.isdigit():
            return int(reference.key) in self.numbers
        key = rf"(?<![\w:-]){re.escape(reference.key[:200])}(?![\w:-])"
        return bool(reference.key) and re.search(key, self.text) is not None

    def _has_short_name(self, reference: Reference) -> bool:
        """Return whether the text has a family name of two letters with its capital: Xu, Li."""
        name = reference.authors[0].split(",")[0].strip() if reference.authors else ""
        return len(name) == _INITIALS and name.istitle() and re.search(rf"\b{name}\b", self.text) is not None


def find_loose_mentions(extraction: Extraction) -> LooseMentions:
    """Return what may cite an entry although no citation was recognized there."""
    spans = [each.span for each in extraction.references if each.path is None]
    text = blank(extraction.document.text, spans)
    numbers = {number for found in _IN_BRACKETS.finditer(text) for number in _expand_numbers(found[0])}
    named = (each for each in extraction.citations if each.kind == "author-year" and not each.reference)
    unmatched = {(fold_letters(BETWEEN.join(each.people.names)), each.people.year) for each in named}
    works = frozenset(sorted(each for each in unmatched if len(each[0]) > _INITIALS)[:_MENTIONS])
    return LooseMentions(text, frozenset(_WORD.findall(fold_letters(text))), frozenset(numbers), works)


def _expand_numbers(text: str) -> Iterator[int]:
    """Yield the numbers of a bracket, and those between the ends of a range."""
    for found in _RANGE.finditer(normalize("NFKC", text)):
        first, last = int(found[1]), int(found[2] or found[1])
        yield from range(first, min(last, first + _LONGEST_RANGE) + 1)


def blank(text: str, spans: Iterable[Span]) -> str:
    """Return the text with spaces in place of some spans."""
    parts, end = [], 0
    for span in sorted(spans, key=lambda each: each.start):
        if span.start >= end:
            parts += [text[end : span.start], " " * len(span)]
            end = span.end
    return "".join([*parts, text[end:]])


def _is_named(reference: Reference, body: str, folded: str) -> bool:
    # The unread words of an entry without people may be the name of an act.
    title = fold_characters(reference.likely_title if reference.authors else reference.title or "")
    if any(len(words) >= _TITLE and words in folded for words in (title, title and f"{title}{reference.year}")):
        return True
    if not reference.authors or reference.origin == "footnote":
        return False
    opening = fold_characters(" ".join(_WORD.findall(reference.likely_title)[:_OPENING]))
    written = reference.authors[0].split(",")[0][:80]
    edge = "" if "一" <= written[:1] <= "鿿" else r"\b"  # Chinese has no spaces between words
    named = (each for form in (written, acronym(written)) for each in _find_word(form, body, before=edge, after=edge))
    for found in islice(named, _MENTIONS):
        near = body[max(found.start() - _BEFORE, 0) : found.end() + _AFTER]
        if (reference.year and reference.year[:4] in near) or (
            len(opening) >= _OPENING * 3 and opening in fold_characters(near)
        ):
            return True
    return False


def _is_dated(reference: Reference, outside: str) -> bool:
    """Return whether the text has the first author and the year side by side: "The Nature Conservancy 2009"."""
    words = reference.authors[0].split(",")[0][:80].split() if reference.authors and reference.year else []
    if not words or reference.origin == "footnote":
        return False
    others = r"(?:['’]s)?(?:,? (?:et al\.?|and others|(?:and|&|und|et) [^\d()]{1,60}))?"
    year = rf"{others}[\s,.(]{{1,9}}{re.escape((reference.year or '')[:4])}"
    name = words[-1]  # De Saussure is also cited as Saussure
    return next(_find_word(name, outside, before=r"\b", after=year), None) is not None


def _find_word(word: str, text: str, *, before: str, after: str) -> Iterator[re.Match[str]]:
    """Yield the places of a word between two patterns; only where the word is are they tried."""
    at = text.find(word) if word else -1
    form = re.compile(f"{before}{re.escape(word)}{after}") if at >= 0 else None
    while form and at >= 0:
        if found := form.match(text, at):
            yield found
        at = text.find(word, at + 1)


def _is_noted(reference: Reference, text: str) -> bool:
    """Return whether a footnote has a marker somewhere, such as in the list of sources."""
    marker = f"[^{reference.key}]"
    return reference.origin == "footnote" and text.count(marker) > text.count(f"{marker}:")
