"""A note with many works that many notes refer to."""

from collections.abc import Iterator
from typing import Any

import pytest

from citevet.extract import extract
from citevet.extract.notes import in_notes
from citevet.extract.notes.in_notes import resolve_backrefs
from citevet.extract.notes.notebook import find_note_sources, group_by_note
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
    """Return the citations of each note, in lists that count."""
    return {note: Counted(cited) for note, cited in group_by_note(*given).items()}


def many(notes: int) -> Extraction:
    """Return a text with a note that cites twenty works, and notes that refer to one of them each."""
    works = "; ".join(f"{name}, Trees [REF-{number:03d}]" for number, name in enumerate(NAMES))
    shorts = [f"{NAMES[number]} (Fn. 1), S. {number}." for number in range(notes)]
    text = " ".join(f"It is hot.[^{number}]" for number in range(1, notes + 2))
    bodies = "".join(f"[^{number}]: {said}\n\n" for number, said in enumerate([f"{works}.", *shorts], start=1))
    return extract(parse_text(f"{text}\n\n{bodies}", "x.md"))


def test_note_with_many_works_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty notes read it as often as two do: otherwise the time would be quadratic."""
    monkeypatch.setattr(in_notes, "find_note_sources", lambda *given: Counted(find_note_sources(*given)))
    monkeypatch.setattr(in_notes, "group_by_note", counted)
    counts = []
    for notes in (2, 20):
        Counted.read = 0
        found = many(notes)
        assert [f"REF-{number:03d}" for number in range(notes)] == [
            each.normal for each in resolve_backrefs(found).values()
        ]
        counts.append(Counted.read)
    assert counts[0] == counts[1]


def test_one_of_two_equal_citations() -> None:
    """Of two citations with the same text the one beside the author is meant."""
    text = "It is hot.[^1] It is dry.[^2]\n\n[^1]: Doe [REF-001]; Roe [REF-002]; Poe [REF-001].\n\n[^2]: Poe (Fn. 1).\n"
    found = extract(parse_text(text, "x.md"))
    _, second = (each for each in found.citations if each.text == "[REF-001]" and each.kind == "corpus")
    assert [second.span] == [each.span for each in resolve_backrefs(found).values()]
