"""What notes without front matter say of their source: `**Year**: 1994 | **Authors**: …`, and the first heading."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.library.words import block_words
from citevet.model import Document

_FIRST = 60  # blocks of the notes; the facts of a source stand at their head
_FACT = pattern(r"\*\*([^*\n]{1,40}?):?\*\*:?[ \t]*([^\n|]{1,1000})")
_LINK = pattern(r"\[([^\[\]]{1,500})\]\(([^()\s]{1,1000})\)")
_REF = pattern(r"(REF-[0-9]+[a-z]?)[:.\s—–-]{0,5}")
# Only these: notes are full of bold words before a colon.
_NAMES = frozenset("doi arxiv isbn url link year authors author title type venue pages total_pages source_type".split())


def note_fields(notes: Document) -> dict[str, str]:
    """Return the facts at the head of the notes under the names that front matter would use."""
    fields: dict[str, str] = {}
    for name, value in _facts(notes):
        plain = name.strip().lower().replace(" ", "_")
        if plain in _NAMES and value:
            fields.setdefault(plain, value)
    ref = _REF.match(_first_heading(notes))
    own = {"ref": ref[1] if ref else "", "title": heading(notes)}
    return {**{name: value for name, value in own.items() if value}, **fields}


def heading(notes: Document) -> str:
    """Return the title that the first heading gives, without the id before it: `# REF-011: An Analysis …`."""
    words = _first_heading(notes)
    match = _REF.match(words)
    return words[match.end() :] if match else words


def _first_heading(notes: Document) -> str:
    block = next((block for block in notes.blocks if block.kind == "heading" and block.level == 1), None)
    return block_words(notes, block) if block else ""


def _facts(notes: Document) -> Iterator[tuple[str, str]]:
    for block in notes.blocks[:_FIRST]:
        start = notes.text.rfind("\n", 0, block.span.start) + 1  # the marks before the first word are no part of it
        text = notes.text[start : block.span.end]
        for match in _FACT.finditer(text):
            yield match[1], _plain(match[2])


def _plain(value: str) -> str:
    """Return the words of a link, or its address where the words are only a name for it."""
    match = _LINK.search(value)
    if not match:
        return value.strip(" \t*`<>")
    return match[1] if match[1].startswith(("10.", "http", "arXiv")) else match[2]
