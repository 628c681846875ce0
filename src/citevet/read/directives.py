"""Note markers inside MyST directives: to CommonMark the body is code, to its author it is Markdown."""

from collections.abc import Iterable, Iterator, Mapping
from re import compile as pattern

# Directives whose body is Markdown; of others, {code-cell} and {math} among them, the body is what it looks like.
_BODY_IS_MARKDOWN = frozenset(
    """admonition attention caution danger error hint important note seealso tip warning dropdown details margin aside
    sidebar topic card grid-item-card tab-item list-table table figure epigraph pull-quote blockquote glossary exercise
    solution prf:theorem prf:lemma prf:proof prf:definition prf:remark prf:example""".split()
)
_NAME = pattern(r"\{([\w:-]{1,40})\}")
_MARKER = pattern(rb"`[^`\r\n]*+`|\[\^([^\]\[\s]{1,80})\](?!:)")


def is_prose(info: str) -> bool:
    """Say whether the word behind a fence names a directive with Markdown in it."""
    found = _NAME.match(info)
    return found is not None and found[1] in _BODY_IS_MARKDOWN


def notes(
    data: bytes, bodies: Iterable[tuple[int, int]], defined: Mapping[bytes, str]
) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and label of each marker whose note the document has; the rest of the body stays code."""
    for start, end in bodies:
        for found in _MARKER.finditer(data, start, end):
            if found[1] in defined:
                yield found.start(), found.end(), defined[found[1]]
