"""Jupyter notebooks: the Markdown cells in order, as one text; code and its output are left out."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import accumulate
from typing import Any

from citevet.errors import Damaged, NotADocument
from citevet.model import Document, Place, Span
from citevet.model.document import Lines
from citevet.read.markdown import read as read_markdown

_SEPARATOR = "\n\n"  # no paragraph continues in the next cell
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_Json = Any


class _Piece(str):
    """A string of the notebook with its line in the file; 0 where that is unknown."""

    __slots__ = ("line",)
    line: int


def read(text: str, path: str) -> Document:
    """Read the Markdown of a notebook; places are cells, of which code cells count, and lines in them."""
    places: list[Place] = []
    cells = list(_markdown_cells(_parse_cells(text, path)))
    at = 0
    for number, pieces in cells:
        starts = list(accumulate(map(len, pieces), initial=at))
        for count, line in enumerate("".join(pieces).splitlines(keepends=True), 1):
            piece = pieces[bisect_right(starts, at) - 1]
            places.append(Place(Span(at, at + len(line)), f"cell {number}, line {count}", piece.line))
            at += len(line)
        at += len(_SEPARATOR)
    whole = _SEPARATOR.join("".join(pieces) for _, pieces in cells)
    return replace(read_markdown(whole, path), places=tuple(places))


def _parse_cells(text: str, path: str) -> list[Any]:
    try:
        notebook = _locate_strings(json.loads(text), text)
    except (ValueError, RecursionError):
        raise Damaged("it is not valid JSON", to=path, advice="Save the notebook again.") from None
    if isinstance(notebook, Mapping):
        # Before version 4 the cells were in worksheets.
        sheets = notebook.get("worksheets")
        holders = [notebook, *(sheets if isinstance(sheets, list) else [])]
        found = [each["cells"] for each in holders if isinstance(each, Mapping) and isinstance(each.get("cells"), list)]
        if found:
            return [cell for cells in found for cell in cells]
    raise NotADocument("it is not a notebook: it has no cells", to=path, advice="Give a Jupyter notebook.")


def _locate_strings(value: _Json, text: str) -> _Json:
    """Return parsed JSON whose strings have their lines; a key that is there twice makes them unknown."""
    lines = Lines.of(text)
    found = (lines.position(each.start())[0] for each in _STRING.finditer(text))
    located = _add_lines(value, found)
    return located if next(found, None) is None else _add_lines(value, iter(()))


def _add_lines(value: _Json, lines: Iterator[int]) -> _Json:
    if isinstance(value, str):
        piece = _Piece(value)
        piece.line = next(lines, 0)
        return piece
    if isinstance(value, list):
        return [_add_lines(each, lines) for each in value]
    if isinstance(value, dict):
        located = {}
        for key, each in value.items():
            next(lines, 0)  # of the key
            located[key] = _add_lines(each, lines)
        return located
    return value


def _markdown_cells(cells: list[Any]) -> Iterator[tuple[int, list[_Piece]]]:
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, Mapping) or cell.get("cell_type") != "markdown":
            continue
        source = cell.get("source")
        lines = source if isinstance(source, list) else [source]
        yield number, [line for line in lines if isinstance(line, _Piece)]
