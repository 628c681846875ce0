"""Labelled entries: from the XML of AnyStyle, and the splits by work."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from citevet.extract.entry_words import Word, split_words

_LABELS = {
    "author": "people",
    "director": "people",
    "producer": "people",
    "editor": "editors",
    "translator": "editors",
    "title": "title",
    "container-title": "container",
    "journal": "container",
    "collection-title": "series",
    "volume": "volume",
    "date": "date",
    "pages": "pages",
    "publisher": "publisher",
    "location": "place",
    "edition": "edition",
    "genre": "type",
    "medium": "type",
    "url": "address",
    "doi": "address",
    "isbn": "address",
    "citation-number": "label",
    "note": "note",
    "source": "note",
}
_SALT = "second"
HALVES = ("one half", "other half")  # each calibrates a tagger of the other
_FILES = ("core", "good", "ugly")
_YEAR_FIRST = re.compile(r"\(?(?:19|20)\d\d;")
_ISSUE_WORD = re.compile(r"(?:no|nr|n|issue|heft|nos|num|núm|№|n°|nº|iss|part|н|вып)[.°º:]?\d*,?$", re.IGNORECASE)
_PAGES = re.compile(r"[A-Za-z]?\d+[-–—]+[A-Za-z]?\d+[.,;:)]*$")


class Labelled(NamedTuple):
    """An entry, or other text, with a label for each word."""

    origin: str
    text: str
    words: list[Word]
    labels: list[str]
    work: str  # entries of the same work are in the same split


def read_anystyle(folder: Path) -> Iterator[Labelled]:
    """Yield the entries of the files of AnyStyle, each once."""
    seen = set()
    for name in _FILES:
        for sequence in ET.parse(folder / f"{name}.xml").getroot():  # noqa: S314 - our own file
            pieces = [(_LABELS[each.tag], " ".join((each.text or "").split())) for each in sequence]
            found = label_pieces(name, _correct_books([piece for piece in pieces if piece[1]]))
            if found.words and found.text not in seen:
                seen.add(found.text)
                yield found


def _correct_books(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Label the book of a part, and a book alone, as what they are: some entries have it the other way round."""
    labels = [label for label, _ in pieces]
    is_book = labels.count("container") == 1 and not {"title", "volume"} & set(labels)
    if is_book and {"publisher", "place"} & set(labels):
        return [("title" if label == "container" else label, piece) for label, piece in pieces]
    if "container" in labels or labels.count("title") < 2:
        return pieces
    first = labels.index("title")
    of_book = next(
        (at for at in range(first + 1, len(labels)) if labels[at] == "title" and labels[at - 1] == "editors"), -1
    )
    return [("container" if at == of_book else label, piece) for at, (label, piece) in enumerate(pieces)]


def label_pieces(origin: str, pieces: list[tuple[str, str]], between: str = " ", work: str = "") -> Labelled:
    """Return an entry that is put together from its fields."""
    text, ends = "", []
    for label, piece in pieces:
        text += (between if text else "") + piece
        ends.append((len(text), label))
    words, labels, at = split_words(text), [], 0
    for word in words:
        while at + 1 < len(ends) and word.start >= ends[at][0]:
            at += 1
        labels.append(ends[at][1])
    title = next((piece for label, piece in pieces if label == "title"), text)
    return Labelled(origin, text, words, _split_volumes(words, labels), work or fold(title)[:32])


def _split_volumes(words: list[Word], labels: list[str]) -> list[str]:
    """Label year, issue and pages inside a volume: AnyStyle's `volume` is "2007;53(8):12-19" as a whole."""
    found, before = list(labels), ""
    is_issue = False
    for at, (word, label) in enumerate(zip(words, labels, strict=True)):
        if label != "volume":
            before, is_issue = "", False
            continue
        if not before and _YEAR_FIRST.match(word.text):
            found[at] = "date"
            continue
        if before and before[-1:] == ":" and _PAGES.match(word.text):
            found[at] = "pages"
        elif is_issue or _ISSUE_WORD.match(word.text) or (before and word.text[0] == "(" and word.text[1:2].isdigit()):
            found[at] = "issue"
            is_issue = bool(_ISSUE_WORD.match(word.text)) and not word.text[-1].isdigit()
        before = word.text
    return found


def fold(text: str) -> str:
    """Return the letters and digits of a text in lower case."""
    return re.sub(r"[\W_]+", "", text).casefold()


def get_split(one: Labelled) -> str:
    """Return the split of an entry, by a digest of its work: test, or one of the halves that are trained on.

    Another salt makes a split that nobody has looked at.
    """
    share = int(sha256(f"{_SALT}{one.work}".encode()).hexdigest()[:8], 16) % 100
    return "test" if share < 12 else HALVES[share % 2]


def part_of(one: Labelled) -> str:
    """Return the split of an entry; of what is made, the split was chosen with its record."""
    return one.work if one.origin in {"csl", "prose"} else get_split(one)
