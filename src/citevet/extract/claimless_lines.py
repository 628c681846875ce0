"""Lines that claim nothing: captions, tables of contents, pointers to other pages, and what is said of the document."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, get_args

from citevet.model import Block, Document
from citevet.patterns import lazy_pattern
from citevet.records import collect_values
from citevet.tables import read_rows
from citevet.text.language import detect_language
from citevet.text.verbs import find_verbs

# Why a line claims nothing.
CLAIMLESS = (
    _IN_CONTENTS := "a line of a table of contents or authorities",
    POINTS_AWAY := "a pointer to other pages",
    _IS_CAPTION := "a caption",
    _OF_DOCUMENT := "said of the document",
    _OF_PAGE := "the number of a page",
    _IS_HEADING := "a heading",
)
_FILE = Path(__file__).with_suffix(".tsv")
_LABELS = {
    sort: frozenset(label for row in rows for label in row.split("|"))
    for sort, rows in collect_values((row[0], row[1]) for row in read_rows(_FILE)).items()
}
SectionKind = Literal["links", "contents"]
_SECTIONS: tuple[SectionKind, ...] = get_args(SectionKind)

# As in "Figure 3b: Map", "Table II. Sites", "Fig. S4 — Map", "그림 6. 지도", "Abb. 2.1 Karte".
_NUMBERED = lazy_pattern(
    r"(?P<label>[^\W\d_]{1,12})\.?\s?(?P<number>(?:[A-Z]\.?)?\d{1,3}(?:[.-]\d{1,3}){0,2}[a-z]?|[IVX]{1,5})(?P<stop>\s?[.:：)|–—-]\s?|\s|$)"
)
_LABELLED = lazy_pattern(r"(?P<label>[^\W\d_][^:：\n]{0,40}?)\s?[:：]\s?(?=\S)")
_SECTION_NUMBER = lazy_pattern(r"(?:\d{1,2}(?:\.\d{1,2}){1,4}|§\s?\d{1,3}|[IVX]{1,5}\.)\.?\s+(?=[^\W\d_])")
_PAGE = lazy_pattern(
    r"(?:page|seite|página|pagina|p\.)\s?\d{1,4}(?:\s?(?:of|von|de|/|sur|van)\s?\d{1,4})?|\d{1,4}\s?/\s?\d{1,4}"
)
_PAGES = r"(?:\d{1,4}|[ivxl]{1,6}|passim)(?:[,–-]\s?(?:\d{1,4}|passim)){0,20}\s*\Z"
_PAGED = lazy_pattern(rf"\s{_PAGES}")
_LED = lazy_pattern(rf"(?:\.{{4}}|(?:\s\.){{4}}|…{{2}})[\s.…]*+{_PAGES}")
_AUTHORITIES = lazy_pattern(r"(?:cases|statutes|rules|regulations|treatises|other|constitution)", re.IGNORECASE)
_HEAD_SIGNS = "#*_= \t\r\n:："
_STOPS = (".", "!", "。", "！", "…")
_LONGEST = 300  # characters of a line that is looked at
_LONG_HEADING = 12  # words
_CITED_BELOW = frozenset(
    {"source", "sources", "via", "link", "ref", "quelle", "fuente", "fonte", "출처", "来源", "出典"}
)
_SENTENCE = 5  # words of a link that has a count
_AROUND = "().,;:–—-[]"
_BAR = "|·•/\\-–—←→»« \n\t"
_LONGEST_LABEL = 4  # words
_ARTICLE = 3  # letters
_YEARS = range(1800, 2101)  # of publication
_REMAINDER = 6  # words after a bare link: its publisher and its date
_TITLE_STARTS = frozenset("how why what when where who which wie warum was wo comment pourquoi cómo por".split())


class SectionTracker:
    """The heading that the next block is below, if it heads a list of links or a table of contents."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._section: SectionKind | None = None

    def find(self, block: Block) -> SectionKind | None:
        """Return the kind of the section that a block is in; blocks come in their order."""
        if block.kind == "heading":
            words = self._document.slice(block.span)[:_LONGEST].strip(_HEAD_SIGNS).casefold()
            named = (kind for kind in _SECTIONS if words in _LABELS[kind])
            is_part = self._section == "contents" and _AUTHORITIES.match(words) is not None
            self._section = next(named, "contents" if is_part else None)
        return self._section


def explain_claimless(block: Block, text: str, section: SectionKind | None) -> str | None:
    """Explain why a block claims nothing, by its plain text; None if it may claim something."""
    if _LED.search(text[-200:]) or (section == "contents" and _PAGED.search(text[-200:])):
        return _IN_CONTENTS
    if len(text) > _LONGEST or block.kind not in {"paragraph", "item", "caption"}:
        return None
    if section and block.kind == "item":
        return _IN_CONTENTS if section == "contents" else POINTS_AWAY
    line = " ".join(text.split())
    return next((why for why, found in _explain(line, block) if found), None)


def _explain(line: str, block: Block) -> Iterator[tuple[str, bool]]:
    numbered = _NUMBERED.match(line)
    is_caption = numbered is not None and numbered["label"].casefold() in _LABELS["caption"]
    yield _IS_CAPTION, is_caption and numbered is not None and not _asserts(line[numbered.end() :])
    yield POINTS_AWAY, (rest := _cut_label(line, "pointer")) is not None and not _asserts(rest)
    yield _OF_DOCUMENT, (rest := _cut_label(line, "about")) is not None and (line[0] == "©" or not _asserts(rest))
    yield _OF_PAGE, _PAGE.fullmatch(line.casefold()) is not None
    section = _SECTION_NUMBER.match(line) if block.kind == "paragraph" else None
    is_short = len(line.split()) <= _LONG_HEADING and not line.endswith(_STOPS)
    yield _IS_HEADING, section is not None and is_short and not find_verbs(line)


def _cut_label(line: str, sort: str) -> str | None:
    """Return what follows the label that starts a line: one with a colon, or one of several words; None without."""
    labelled = _LABELLED.match(line)
    if labelled and labelled["label"].casefold() in _LABELS[sort]:
        return line[labelled.end() :]
    words = line.split()
    for size in range(min(len(words) - 1, _LONGEST_LABEL), 0, -1):
        label = " ".join(words[:size]).casefold().rstrip(",")
        if label in _LABELS[sort] and (size > 1 or label == "©"):
            return " ".join(words[size:])
    return None


def _asserts(text: str) -> bool:
    """Return whether words may say something: they have a verb, or are a sentence in a language without our verbs."""
    if find_verbs(text):
        return True
    is_foreign = not text.isascii() or detect_language(text) != "en"
    return is_foreign and text.rstrip().endswith(_STOPS) and bool(_list_counts(text.split()))


def _list_counts(words: Sequence[str]) -> list[str]:
    return [word for word in words if any(map(str.isdigit, word)) and not _is_year(word.strip(_AROUND))]


def is_dated_link(text: str, labels: Sequence[str]) -> bool:
    """Return whether an item is a link with no more than its title, publisher and year: "Tower history (2019), BBC"."""
    title = text.removesuffix(labels[0]).rstrip() if len(labels) == 1 and labels[0] else ""
    if title.endswith((":", "：", " -", "–", "—")) and title != text and not find_verbs(title):
        return not _list_counts(title.split())
    if len(labels) != 1 or not labels[0] or not text.startswith(labels[0]) or _backs(labels[0]):
        return False
    words = [word.strip(_AROUND) for word in text[len(labels[0]) :].split()]
    return len(list(filter(None, words))) <= _REMAINDER and not _list_counts(words) and not find_verbs(" ".join(words))


def names_pages_only(block: Block, labels: Sequence[str], around: Sequence[str]) -> bool:
    """Return whether links back nothing: titles in a list or a bar of links; `around` is the text between them.

    A link called "source" or by a number is a marker of what is before it, and a label may be a sentence of its own.
    """
    is_bar = len(labels) > 1 and all(gap.strip() and not gap.strip(_BAR) for gap in around[1:-1])
    lead = around[0].strip("*_-+:： \t").casefold()
    is_listed = is_bar or (block.kind == "item" and lead not in _CITED_BELOW)
    return is_listed and not any(map(_backs, labels))


def _backs(label: str) -> bool:
    """Return whether a link says something itself, or is a marker of what is before it."""
    return _states_something(label) or label.strip("[]^ ").isdigit() or label.casefold() in _CITED_BELOW


def _is_year(word: str) -> bool:
    return word.isdigit() and int(word) in _YEARS


def _states_something(label: str) -> bool:
    """Return whether the words of a link are a sentence and no title: titles ask, or have capitals throughout."""
    words = label.split()
    if not words or words[0].casefold() in _TITLE_STARTS or label.endswith("?"):
        return False
    counts = _list_counts(words[1:])
    if not find_verbs(label) and (not counts or len(words) < _SENTENCE):
        return False
    long = [word for word in words[1:] if len(word) > _ARTICLE and word[0].isalpha()]
    return not long or sum(word[0].isupper() for word in long) < max(len(long) * 0.6, 1)
