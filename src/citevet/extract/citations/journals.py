"""Find journal citations by volume and page: "Nature 500, 472–476 (2013)", "N Engl J Med. 2020;383:2603-2615"."""

from collections.abc import Iterator

from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Span
from citevet.text.patterns import lazy_pattern

# Both start at digits and look back for the name of the journal: faster than trying every capital letter.
_PAGES = r"(?P<page>[eE]?\d{1,7})(?:\s?[-–]\s?[eE]?\d{1,7})?"
_FORMS = (
    lazy_pattern(rf"(?P<volume>\d{{1,4}})\0{{0,3}}(?:\(\d{{1,3}}\))?,\0{{0,3}} {_PAGES} \((?P<year>(?:19|20)\d\d)\)"),
    lazy_pattern(
        r"(?P<year>(?:19|20)\d\d)(?: [A-Z][a-z]{2}(?: \d{1,2})?)?; ?(?P<volume>\d{1,4})"
        rf"(?: ?\([\w ]{{1,12}}\))?: ?{_PAGES}(?![\w-])"
    ),
)
_JOURNAL = lazy_pattern(r"(?<![\w.])(?P<name>[A-Z][\w&]*\.?(?:\s(?:of|the|and|in|for|&|[A-Z][\w&]*\.?)){0,7}),?\s\Z")
_LONGEST = 90  # characters of the name
_SIGNS = lazy_pattern(r"\((?:19|20)\d\d\)|(?:19|20)\d\d(?: \w{3}(?: \d\d?)?)?; ?\d")


def find_journal_citations(scene: MaskedText) -> Iterator[FoundCitation]:
    """Find citations with journal, volume, page and year; inside a reference list they are part of the entry."""
    if not _SIGNS.search(scene.prose):
        return
    for form in _FORMS:
        for found in form.finditer(scene.prose):
            low = max(found.start() - _LONGEST, 0)
            name = _JOURNAL.search(scene.prose[low : found.start()].replace("\0", ""))
            if name is None:
                continue
            start = scene.prose.rfind(name["name"].split()[0], low, found.start())
            span = Span(start, found.end())
            if start >= 0 and scene.side(span) == "text":
                journal = " ".join(name["name"].replace(".", "").split())
                parts = {"journal": journal, **found.groupdict()}
                normal = f"{journal} {found['volume']}, {found['page']} ({found['year']})"
                yield FoundCitation("journal", span, normal, parts=parts)
