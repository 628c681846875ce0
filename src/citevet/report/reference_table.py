"""The editor's table for a terminal, as CSV for spreadsheets, as Parquet, and as a page."""

import csv
import json
from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import Any

from citevet.model.references import NEEDS, REFERENCE_WORDS, FieldDifference, PaperRow, ReferenceRow, ReferenceTable
from citevet.records import collect_values
from citevet.report.findings import format_count
from citevet.report.html import fill_page
from citevet.report.json import TOOL, render_object
from citevet.report.reference_rows import table_to_dict
from citevet.report.safe_text import cut_line, join_lines, to_line

_MARKS = {"matches": "✓", "matches with errors": "!", "another work": "✗", "likely fabricated": "✗", "not found": "?"}
_WIDTH = 100  # characters of an entry
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with which a cell would be computed
COLUMNS = (
    "paper key line word need retracted differences record link candidates note reference title authors year venue"
).split()
_SCRIPTS = ("elements", "reference_view", "reference_table")


@join_lines
def render_text(table: ReferenceTable) -> Iterator[str]:
    """Yield the lines of the table."""
    by_path = collect_values((row.path, row) for row in table.rows)
    for paper in table.papers:
        yield to_line(f"{paper.path}: {describe_paper(paper)}")
        for row in by_path.get(paper.path, ()):
            yield from _describe(row)
        yield ""
    if len(table.papers) != 1:
        yield f"{format_count(len(table.papers), 'paper')}, {format_count(len(table.rows), 'reference')}"


def describe_paper(paper: PaperRow) -> str:
    """Return the totals of a paper on one line."""
    if paper.unread and not paper.references:
        return f"could not be read: {paper.unread}"
    counts = [f"{count} {word}" for word, count in paper.words.items() if count]
    retracted = [f"{paper.retracted} retracted"] if paper.retracted else []
    unread = [f"not all could be read: {paper.unread}"] if paper.unread else []
    head = format_count(paper.references, "reference")
    return f"{head}: {', '.join([*counts, *retracted, *unread])}" if paper.references else head


def _describe(row: ReferenceRow) -> Iterator[str]:
    key = row.key or row.reference
    state = [row.word, *(["retracted"] if row.is_retracted else []), *([row.reason] if row.reason else [])]
    yield f"  {_MARKS.get(row.word, '·')} {to_line(key)}  {', '.join(state)}: {cut_line(to_line(row.text), _WIDTH)}"
    yield from (f"      {to_line(describe_difference(each))}" for each in row.differences)
    yield from (f"      candidate: {to_line(each)}" for each in row.candidates)
    if row.note and row.word != "matches":
        yield f"      {to_line(row.note)}"
    if row.link and (row.word != "matches" or row.is_retracted):
        yield f"      see {to_line(row.link)}"


def describe_difference(difference: FieldDifference) -> str:
    """Return both sides of a difference, the record, and how sure it is."""
    sides = f'"{difference.cited}", {difference.record} has "{difference.recorded}"'
    return f"{difference.field}: {sides} ({difference.certainty})"


def render_csv(table: ReferenceTable) -> str:
    """Return one line for each reference; nothing in a cell is computed by a spreadsheet."""
    lines = StringIO()
    writer = csv.writer(lines)
    writer.writerow(COLUMNS)
    for row in table.rows:
        cells = {**_list_cells(row), "differences": "; ".join(map(describe_difference, row.differences))}
        cells["candidates"] = "; ".join(row.candidates)
        writer.writerow([_protect(cells[name]) for name in COLUMNS])
    return lines.getvalue()


def _list_cells(row: ReferenceRow) -> dict[str, Any]:
    record = row.record
    return {
        "paper": row.path,
        "key": row.key,
        "line": row.line,
        "word": row.word,
        "need": row.need,
        "retracted": row.is_retracted,
        "record": f"{record.service} {record.id}" if record else "",
        "link": row.link,
        "note": row.note,
        "reference": row.text,
        "title": record.title if record else "",
        "authors": "; ".join(record.authors) if record else "",
        "year": record.years[0] if record and record.years else None,
        "venue": record.venue if record else "",
    }


def _protect(value: object) -> object:
    if not isinstance(value, str):
        return "" if value is None else str(value).lower() if isinstance(value, bool) else value
    text = to_line(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def render_parquet(table: ReferenceTable) -> bytes:
    """Return the table with a row for each reference, and its differences as records of their own."""
    import pyarrow as pa
    from pyarrow import parquet

    difference = ("field", "cited", "recorded", "record", "certainty", "kind")
    kinds = {"line": pa.int32(), "need": pa.int32(), "year": pa.int32(), "retracted": pa.bool_()}
    kinds["differences"] = pa.list_(pa.struct([(name, pa.string()) for name in difference]))
    kinds["candidates"] = pa.list_(pa.string())
    schema = pa.schema(
        [(name, kinds.get(name, pa.string())) for name in COLUMNS], metadata={"made by": json.dumps({"tool": TOOL})}
    )
    file = BytesIO()
    rows = list(_list_records(table, difference))
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema), file, compression="zstd")
    return file.getvalue()


def _list_records(table: ReferenceTable, names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for row in table.rows:
        cells = {name: _clean(value) for name, value in _list_cells(row).items()}
        fields = [{name: _clean(getattr(each, name)) for name in names} for each in row.differences]
        yield {**cells, "differences": fields, "candidates": list(map(_clean, row.candidates))}


def _clean(value: object) -> object:
    """Return a text without half characters, which a table cannot hold."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def render_page(table: ReferenceTable) -> str:
    """Return the table as a page with its own styles, scripts and data."""
    papers = format_count(len(table.papers), "paper")
    summary = f"{papers}, {format_count(len(table.rows), 'reference')}"
    data = {"tool": TOOL, "words": list(REFERENCE_WORDS), "bad": NEEDS["another work"], **table_to_dict(table)}
    sections = {**data, "papers": iter(data["papers"]), "rows": iter(data["rows"])}
    return fill_page(
        _SCRIPTS,
        ("base", "document", "view", "reference_table"),
        title=f"{summary} - citevet",
        summary=summary,
        data=render_object(sections),
    )
