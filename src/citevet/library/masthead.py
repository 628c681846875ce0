"""The head of a work, before its abstract and its first section: what is identified there is the work itself."""

from collections.abc import Iterable, Iterator
from html import unescape
from re import IGNORECASE
from re import compile as pattern

from citevet.library.identifier_lines import Shown, is_identifier_line, is_label, shown, stamped
from citevet.library.words import kept_words
from citevet.model import Block, Document

_MOST_LINES = 60  # of a head; the longest that were seen have forty authors
_HEAD_ENDS = pattern(
    r"\W{0,9}(?:[0-9]{1,2}\W{1,3})?(?:abstract\b|(?:a b s t r a c t|summary|introduction|background|references"
    r"|bibliography|literature|works cited|(?:table of )?contents|zusammenfassung|résumé|resumen"
    r"|국문\s?초록|초록|요약|서론|참고\s?문헌|목차|차례)\s{0,3}(?:[.:—–-]|$))",
    IGNORECASE,
)
_WORD = pattern(r"[^\W\d_]+")
_SENTENCE_ENDS = pattern(r"[^\W\d_A-Z][)\]”\"’']{0,2}[.!?](?=\s|$)|다\.(?=\s|$)")
_SENTENCE = 6  # words; "Ann Lee et al." has fewer
_RUNS_ON = pattern(r"(?:\b(?:a|an|the|of|in|by|see|at|and|or|from|with|to|on|also|for|as|is|are|was|cf)\.?|[,:;(–—])$")
_ENTRY = pattern(r"\[\d{1,4}\]|\((?:1[5-9]|20)\d\d[a-z]?\)\s{0,2}[.,:]")  # of a list: its last line may be a bare DOI
_ENTRY_LINES = 3
_LABELLED = pattern(r"\W{0,9}(?:doi|arxiv)\b", IGNORECASE)


def own(document: Document, front: str) -> Shown:
    """Return the identifiers of the work itself, each once; what its text cites is none of them."""
    lines = _paged(front) if document.format == "pdf" else _of_blocks(document)
    found = [shown(line) for line in lines]
    stamps = [stamp for line in front.splitlines() if (stamp := stamped(line.strip()))]
    return Shown(_each(doi for each in found for doi in each.dois), _each([*stamps, *_arxivs(found)]))


def _arxivs(found: Iterable[Shown]) -> list[str]:
    return [arxiv for each in found for arxiv in each.arxivs]


def _each(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))


def _paged(front: str) -> Iterator[str]:
    """Yield the identifier lines at the head of a first page."""
    lines = [line.strip() for line in front.splitlines() if line.strip()][:_MOST_LINES]
    end = next((at for at, line in enumerate(lines) if _HEAD_ENDS.match(line) or _is_prose(line)), len(lines))
    return _alone(lines[:end])


def _of_blocks(document: Document) -> Iterator[str]:
    """Yield the identifier lines of the blocks before the second heading, the abstract or the first sentences."""
    headings = 0
    for block in document.blocks[:_MOST_LINES]:
        lines = _lines(document, block)
        headings += block.kind == "heading"
        if headings > 1 or any(map(_HEAD_ENDS.match, lines)):
            return
        if block.kind in {"heading", "row"} or block.quoted:
            continue
        if _is_prose(" ".join(lines)):
            return
        yield from (line for line in _alone(lines) if block.kind != "item" or _LABELLED.match(line))


def _lines(document: Document, block: Block) -> list[str]:
    """Return the lines that a reader sees; of a link only the words, for what it leads to may be another work."""
    words = kept_words(document, block, dropped=frozenset({"markup", "comment", "metadata"}))
    seen = [" ".join(unescape(words).split())] if document.format == "html" else words.splitlines()[:_MOST_LINES]
    return [part.strip() for line in seen for part in _facts(line) if part.strip()]


def _facts(line: str) -> list[str]:
    """Take `DOI: 10.1234/x | Year: 2020` apart."""
    parts = line.split(" | ")
    return parts if all(":" in part for part in parts) else [line]


def _alone(lines: list[str]) -> Iterator[str]:
    """Yield the lines that only identify, and are no part of a sentence that began before or goes on after."""
    for at, line in enumerate(lines):
        after = lines[at + 1] if at + 1 < len(lines) else ""
        if is_identifier_line(line) and not _goes_on(lines[max(0, at - _ENTRY_LINES) : at]) and not after[:1].islower():
            yield line


def _goes_on(before: list[str]) -> bool:
    """Say whether the lines before are the beginning of a sentence, or of an entry of a list."""
    last = before[-1] if before else ""
    return bool(_ENTRY.search(" ".join(before)) or (_RUNS_ON.search(last) and not is_label(last)))


def _is_prose(text: str) -> bool:
    """Say whether a text has sentences, and is no list of names and places."""
    words = _WORD.findall(text[:2_000])
    lower = sum(word[0].islower() or not word.isascii() for word in words)
    return len(words) >= _SENTENCE and 2 * lower >= len(words) and bool(_SENTENCE_ENDS.search(text[:2_000]))
