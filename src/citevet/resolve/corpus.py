"""`[REF-043, p.15]`: an entry of the corpus, by its id, and the place in it."""

from citevet.model import Citation, Difference, Entry, Flag, Reference, Resolution, Scope, Source
from citevet.resolve import pages, sections
from citevet.resolve.ground import Ground

_NAMED = 5  # namesakes that a difference lists; a corpus with more has another trouble


def by_id(citation: Citation, reference: Reference | None, ground: Ground) -> Resolution:
    """Find the entry with the cited id: none is missing, two quarrel over it."""
    del reference
    if not ground.shelf.is_kept:
        return Resolution(reason="not-in-corpus")
    ref = citation.normal
    if ref not in ground.seen.entries:
        ground.seen.entries[ref] = ground.shelf.called(ref)
    entries = ground.seen.entries[ref]
    if not entries:
        return Resolution("missing")
    return found(entries[0], citation) if len(entries) == 1 else ambiguous(citation, entries)


def found(entry: Entry, citation: Citation) -> Resolution:
    """Return an entry as the source of a citation, with what is wrong with the cited page and section."""
    page_flags, page_differences = pages.check(entry, citation.locator)
    section_flags, section_differences = sections.check(entry, citation)
    return Resolution(
        "found",
        source=source_of(entry),
        flags=(*page_flags, *section_flags, *unassessed(entry)),
        differences=(*page_differences, *section_differences),
    )


def ambiguous(citation: Citation, entries: tuple[Entry, ...]) -> Resolution:
    """Return the entries that could all be meant, by their files."""
    paths = ", ".join(entry.path for entry in entries[:_NAMED])
    return Resolution("ambiguous", differences=(Difference("entry", citation.normal, paths),))


def source_of(entry: Entry) -> Source:
    """Return an entry as a source; its words are loaded only when somebody quotes them."""
    return Source(
        entry.id,
        "corpus",
        title=entry.title,
        path=entry.path,
        sha256=entry.file_sha256,
        scope=_scope(entry),
        pages=entry.pages,
        entry=entry,
    )


def _scope(entry: Entry) -> Scope:
    """Return how much of the work we hold, as far as its entry tells; a file that cannot be read holds nothing."""
    if entry.file and entry.legible:
        return "full"
    return "abstract" if entry.abstract else "notes"


def unassessed(entry: Entry) -> tuple[Flag, ...]:
    """Remark that nobody graded a source."""
    return () if entry.grade is not None else ("unassessed",)
