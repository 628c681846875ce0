"""The pages of a plain text: form feeds part them, as in what is taken out of a PDF or written for a printer."""

from citevet.model import Document

_BREAK = "\f"


def leaves(document: Document) -> tuple[str, ...]:
    """Return the words of each page, an empty one among them; none where no form feed stands between words.

    A form feed after the last page ends it, and begins no other.
    """
    if document.format != "text":
        return ()
    found = document.text.split(_BREAK)
    while found and not found[-1].strip():
        found.pop()
    return tuple(found) if len(found) > 1 else ()
