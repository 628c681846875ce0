"""A note of many works that many notes mean."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from citevet.extract import extract
from citevet.extract.inside_notes import inside_notes
from citevet.extract.meant import meant
from citevet.extract.note_sources import sources
from citevet.model import Extraction
from citevet.read import parse_text

NAMES = [f"Doe{letter * 3}" for letter in "abcdefghijklmnopqrst"]


class Counted(list[Any]):
    """A list that counts how often it is read."""

    read = 0

    def __iter__(self) -> Iterator[Any]:
        """Count, and yield what it has."""
        Counted.read += 1
        return super().__iter__()


def counted(*given: Any) -> dict[str, Counted]:
    """Return what stands inside each note, in lists that count."""
    return {note: Counted(cited) for note, cited in inside_notes(*given).items()}


def many(notes: int) -> Extraction:
    """Return a text with a note that cites twenty works, and so many that mean one of them each."""
    works = "; ".join(f"{name}, Trees [REF-{number:03d}]" for number, name in enumerate(NAMES))
    shorts = [f"{NAMES[number]} (Fn. 1), S. {number}." for number in range(notes)]
    text = " ".join(f"It is hot.[^{number}]" for number in range(1, notes + 2))
    bodies = "".join(f"[^{number}]: {said}\n\n" for number, said in enumerate([f"{works}.", *shorts], start=1))
    return extract(parse_text(f"{text}\n\n{bodies}", "x.md"))


def test_a_note_of_many_works_is_not_read_again_by_each_that_means_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty notes read it as often as two do: else the time would grow with the square of the notes."""
    notes_read, notes_meant = (import_module(f"citevet.extract.{name}") for name in ("again", "meant"))
    monkeypatch.setattr(notes_read, "sources", lambda *given: Counted(sources(*given)))
    monkeypatch.setattr(notes_meant, "inside_notes", counted)
    counts = []
    for notes in (2, 20):
        Counted.read = 0
        found = many(notes)
        assert [f"REF-{number:03d}" for number in range(notes)] == [each.normal for each in meant(found).values()]
        counts.append(Counted.read)
    assert counts[0] == counts[1]


def test_of_two_citations_in_the_same_words_the_first_is_meant() -> None:
    """It is the one that a reader finds who looks for it."""
    text = "It is hot.[^1] It is dry.[^2]\n\n[^1]: Doe [REF-001]; Roe [REF-002]; Poe [REF-001].\n\n[^2]: Poe (Fn. 1).\n"
    found = extract(parse_text(text, "x.md"))
    first = next(each for each in found.citations if each.text == "[REF-001]")
    assert [first.span] == [each.span for each in meant(found).values()]
