"""Ids of the corpus to entries."""

from collections.abc import Callable

from citevet.model import Difference, Entry, Resolution

Make = Callable[..., Entry]
Resolve = Callable[..., Resolution | None]


def test_an_entry_is_found(resolved: Resolve, entry: Make) -> None:
    """The source carries what the entry says; the words are not loaded."""
    found = resolved("Voice [REF-043, p.15].", entry(file="a.pdf", file_sha256="ab" * 32))
    assert found is not None
    assert found.source is not None
    assert ("found", None, (), ()) == (found.existence, found.reason, found.flags, found.differences)
    assert ("REF-043", "corpus", "On voice", "full", 24) == (
        found.source.id,
        found.source.kind,
        found.source.title,
        found.source.scope,
        found.source.pages,
    )
    assert "ab" * 32 == found.source.sha256


def test_an_entry_without_a_file_is_notes(resolved: Resolve, entry: Make) -> None:
    """What the corpus holds of it are its notes, and an ungraded source is remarked."""
    found = resolved("Voice [REF-043].", entry(grade=None))
    assert found is not None
    assert found.source is not None
    assert ("notes", ("unassessed",)) == (found.source.scope, found.flags)


def test_a_file_that_cannot_be_read_is_not_the_full_text(resolved: Resolve, entry: Make) -> None:
    """The report does not claim that the work was there: its notes were, or its abstract."""
    notes = resolved("Voice [REF-043].", entry(file="a.pdf", legible=False))
    abstract = resolved("Voice [REF-043].", entry(file="a.pdf", legible=False, abstract="Voice is first."))
    assert ["notes", "abstract"] == [found.source.scope for found in (notes, abstract) if found and found.source]


def test_no_entry_is_missing(resolved: Resolve, entry: Make) -> None:
    """The corpus is the authority on its own ids; REF-0431 is another one."""
    assert Resolution("missing") == resolved("Voice [REF-099].", entry()) == resolved("Voice [REF-0431].", entry())


def test_without_a_corpus_nothing_is_missing(resolved: Resolve) -> None:
    """Where none is kept, an id stays unchecked."""
    assert Resolution(reason="not-in-corpus") == resolved("Voice [REF-099].", is_kept=False)


def test_two_entries_quarrel(resolved: Resolve, entry: Make) -> None:
    """Several entries with one id are named by their files."""
    found = resolved("Voice [REF-043].", entry(path="a.md"), entry(path="b.md"))
    assert Resolution("ambiguous", differences=(Difference("entry", "REF-043", "a.md, b.md"),)) == found


def test_page_and_section_are_compared(resolved: Resolve, entry: Make) -> None:
    """A wrong page is told, and then no section is claimed for it."""
    found = resolved("Voice [REF-043, Introduction, p.45].", entry(pages=32))
    assert found is not None
    assert (("wrong-page",), (Difference("page", "45", "1-32"),)) == (found.flags, found.differences)
