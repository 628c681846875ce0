"""Jupyter notebooks: their Markdown cells in order, as one text; code and what it printed are no prose."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from json import loads
from typing import Any

from citevet.errors import Damaged, NotADocument
from citevet.model import Document, Place, Span
from citevet.read import markdown

_BETWEEN = "\n\n"  # a cell is a page of its own: no paragraph runs over


def read(text: str, path: str) -> Document:
    """Read the Markdown of a notebook; the places are its cells, counted with those of code."""
    cells = list(_markdown(_cells(text, path)))
    places: list[Place] = []
    at = 0
    for number, words in cells:
        places.append(Place(Span(at, at + len(words)), f"cell {number}"))
        at += len(words) + len(_BETWEEN)
    return replace(markdown.read(_BETWEEN.join(words for _, words in cells), path), places=tuple(places))


def _cells(text: str, path: str) -> list[Any]:
    try:
        notebook = loads(text)
    except (ValueError, RecursionError):
        raise Damaged("it is no valid JSON", to=path, advice="Save the notebook again.") from None
    if isinstance(notebook, Mapping):
        # Before version 4 the cells stood in worksheets.
        sheets = notebook.get("worksheets")
        holders = [notebook, *(sheets if isinstance(sheets, list) else [])]
        found = [each["cells"] for each in holders if isinstance(each, Mapping) and isinstance(each.get("cells"), list)]
        if found:
            return [cell for cells in found for cell in cells]
    raise NotADocument("it is no notebook: it has no cells", to=path, advice="Give a Jupyter notebook.")


def _markdown(cells: list[Any]) -> Iterator[tuple[int, str]]:
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, Mapping) or cell.get("cell_type") != "markdown":
            continue
        source = cell.get("source")
        lines = source if isinstance(source, list) else [source]
        yield number, "".join(line for line in lines if isinstance(line, str))
