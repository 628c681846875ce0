"""Jupyter notebooks: Markdown cells, their places, and files that are not notebooks."""

import json
from pathlib import Path
from typing import Any

import pytest

from citevet import check
from citevet.errors import ReadError
from citevet.extract import extract
from citevet.read import parse_text
from citevet.report import render
from citevet.world.file_writer import is_writable


def notebook(*cells: tuple[str, Any]) -> str:
    return json.dumps({"cells": [{"cell_type": kind, "source": source} for kind, source in cells], "nbformat": 4})


def test_markdown_cells_in_order() -> None:
    """Cells are read as one Markdown text, with the number of each; code is left out."""
    text = notebook(("markdown", ["# Trees\n", "They cool [1]."]), ("code", "print('[2]')"), ("markdown", "Twice.[^a]"))
    document = parse_text(text, "a.ipynb")
    assert document.text == "# Trees\nThey cool [1].\n\nTwice.[^a]"
    assert ["heading", "paragraph", "paragraph"] == [block.kind for block in document.blocks]
    places = [document.place(document.text.index(words)) for words in ("Trees", "They", "Twice")]
    assert ["cell 1, line 1", "cell 1, line 2", "cell 3, line 1"] == places


NUMBERED = (
    ("markdown", ["Cool.\n", "\n", "Trees [7]."]),
    ("markdown", "## References\n\n[1] Kim, H. (2019). On trees."),
)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (json.dumps(json.loads(notebook(("code", "Trees [7]."), *NUMBERED)), indent=1), (12, 12)),
        (notebook(*NUMBERED), (1, 1)),
        (notebook(*NUMBERED).replace('"nbformat": 4', '"nbformat": 3, "nbformat": 4'), (0, 0)),
    ],
)
def test_reports_name_the_line_of_the_file(tmp_path: Path, text: str, lines: tuple[int, int]) -> None:
    """Annotations have the line of the notebook's file, and none where it is unknown; fixes have no columns."""
    file = tmp_path / "a.ipynb"
    file.write_text(text, encoding="utf-8")
    report = check(file)
    (finding,) = (each for each in report.audits[0].findings if each.code == "KEY001")
    assert lines == report.audits[0].document.file_lines(finding.span)
    written = {name: render(report, name) for name in ("github", "gitlab", "sarif", "rdjson")}
    first = lines[0]
    assert (f",line={first},endLine={first}," in written["github"]) is bool(first)
    assert f'"lines": {{"begin": {first or 1}, "end": {first or 1}}}' in written["gitlab"]
    assert (f'"region": {{"startLine": {first}, "endLine": {first}}}' in written["sarif"]) is bool(first)
    assert (f'"range": {{"start": {{"line": {first}}}, "end": {{"line": {first}}}}}' in written["rdjson"]) is bool(
        first
    )
    assert "olumn" not in written["github"] + written["rdjson"]
    assert "startColumn" not in written["sarif"]


def test_reference_list_in_another_cell() -> None:
    """Citations find the entries and notes of a later cell."""
    text = notebook(
        ("markdown", "They cool [1].[^a]"), ("markdown", "## References\n\n[1] Kim, H. (2019). On trees.\n")
    )
    found = extract(parse_text(text.replace("On trees.", "On trees.\\n\\n[^a]: A note."), "a.ipynb"))
    assert ["numeric", "footnote"] == [citation.kind for citation in found.citations]
    assert all(citation.reference for citation in found.citations)


def test_cells_of_an_old_notebook() -> None:
    """Before version 4 the cells were in worksheets."""
    text = json.dumps({"worksheets": [{"cells": [{"cell_type": "markdown", "source": ["Old."]}]}], "nbformat": 3})
    assert "Old." == parse_text(text, "a.ipynb").text


def test_fixes_are_not_written_into_a_notebook() -> None:
    """The text is extracted from the file, and cannot replace it."""
    assert not is_writable(parse_text(notebook(("markdown", "They cool.")), "a.ipynb"))
    assert is_writable(parse_text("They cool.", "a.md"))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"cells": 3}', "[" * 100_000])
def test_other_json_is_refused(text: str) -> None:
    """And so is a file that is not JSON."""
    with pytest.raises(ReadError):
        parse_text(text, "a.ipynb")


@pytest.mark.parametrize(
    "cell", [3, None, {}, {"cell_type": "markdown"}, {"cell_type": "markdown", "source": [3, "a"]}]
)
def test_odd_cells_have_no_text(cell: Any) -> None:
    """Cells without a list of lines or a string."""
    assert parse_text(json.dumps({"cells": [cell]}), "a.ipynb").text in {"", "a"}
