"""Completion of corpus ids and of the keys of the document's own bibliography."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from lsprotocol import types

from citevet.errors import CitevetError
from citevet.model import Span
from citevet.report.safe_text import to_line
from citevet.serve.lsp.buffers import Buffer, CheckedBuffer
from citevet.session import Session

TRIGGERS = ("@", "[", "{", ",", ";", "-")
_ITEMS = 200  # in one answer; the editor queries again when more is typed
_DETAIL = 120  # characters
_LOOK_BACK = 1_000  # characters before the cursor
_KEY = r"[\w:.#$%&+?~/-]{0,100}"
_LATEX_CITE = re.compile(r"\\[A-Za-z]*cite[A-Za-z]*\*?\s?(?:\[[^\]\n]*\]){0,2}\{(?:[^{}\n]*,)?\s*(" + _KEY + r")\Z")
_PANDOC_KEY = re.compile(r"(?<![\w@])@(" + _KEY + r")\Z")
# At the start of a bracket, after another id in it, and wherever an id begins; a comma in prose offers nothing.
_CORPUS_ID = re.compile(
    r"(?:\[(?:[^\[\]\n]{0,200}REF-\d[^\[\]\n]{0,60}[;,] ?)?|(?<![\w-])(?=REF))((?:R|RE|REF[-_]?\d{0,9})?)\Z",
    re.IGNORECASE,
)


def complete(
    buffer: Buffer, position: types.Position, checked: CheckedBuffer | None, ids: Mapping[str, str]
) -> types.CompletionList:
    """Return what can be cited at a position; `checked` may be of an earlier version, which has the same keys."""
    offset = buffer.positions.to_offset(position)
    before = buffer.text[max(offset - _LOOK_BACK, 0) : offset]
    is_latex = bool(buffer.file and buffer.file.suffix.lower() in {".tex", ".ltx"})
    found = _LATEX_CITE.search(before) if is_latex else _PANDOC_KEY.search(before)
    typed = found or _CORPUS_ID.search(before)
    if typed is None:
        return types.CompletionList(is_incomplete=False, items=[])
    keys = dict(_list_keys(checked)) if found else ids
    named = [(key, detail) for key, detail in keys.items() if typed[1].casefold() in f"{key} {detail}".casefold()]
    range_ = buffer.positions.to_range(Span(offset - len(typed[1]), offset))
    items = [_make_item(key, detail, range_) for key, detail in named[:_ITEMS]]
    return types.CompletionList(is_incomplete=len(named) > _ITEMS, items=items)


def _list_keys(checked: CheckedBuffer | None) -> Iterator[tuple[str, str]]:
    for reference in checked.audit.extraction.references if checked and checked.audit else ():
        if reference.key and not reference.is_note:
            yield to_line(reference.key), _describe(reference.authors, reference.year, reference.title)


def list_ids(session: Session, file: Path) -> dict[str, str]:
    """Return the ids of the corpus for a file, with author, year and title of each."""
    try:
        entries = session.corpus_for(session.config_for(file)).entries()
    except CitevetError:  # the diagnostics of the document say what is wrong
        return {}
    return {to_line(entry.id): _describe(entry.authors, entry.year, entry.title) for entry in entries}


def _describe(authors: Sequence[str], year: str | None, title: str | None) -> str:
    return to_line(". ".join(filter(None, (", ".join(authors[:3]), year, title))))


def _make_item(key: str, detail: str, range_: types.Range) -> types.CompletionItem:
    return types.CompletionItem(
        label=key,
        kind=types.CompletionItemKind.Reference,
        detail=detail[:_DETAIL],
        filter_text=f"{key} {detail[:_DETAIL]}",  # a word of the title finds it too
        text_edit=types.TextEdit(range_, key),
    )
