"""Jupyter notebooks: the Markdown cells in order, as one text; code and its output are left out."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from citevet.errors import Damaged, NotADocument
from citevet.model import Document, Place, Span
from citevet.read.markdown import read as read_markdown

_SEPARATOR = "\n\n"  # no paragraph continues in the next cell


def read(text: str, path: str) -> Document:
    """Read the Markdown of a notebook; places are cells, of which code cells count, and lines in them."""
    cells = list(_markdown_cells(_parse_cells(text, path)))
    places: list[Place] = []
    at = 0
    for number, words in cells:
        for count, line in enumerate(words.splitlines(keepends=True), 1):
            places.append(Place(Span(at, at + len(line)), f"cell {number}, line {count}"))
            at += len(line)
        at += len(_SEPARATOR)
    return replace(read_markdown(_SEPARATOR.join(words for _, words in cells), path), places=tuple(places))


def _parse_cells(text: str, path: str) -> list[Any]:
    try:
        notebook = json.loads(text)
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


def _markdown_cells(cells: list[Any]) -> Iterator[tuple[int, str]]:
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, Mapping) or cell.get("cell_type") != "markdown":
            continue
        source = cell.get("source")
        lines = source if isinstance(source, list) else [source]
        yield number, "".join(line for line in lines if isinstance(line, str))
