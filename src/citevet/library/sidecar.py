"""What a source cites and what cites it, from the tables of its sidecar `REF-043-citations.md`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from re import compile as pattern

from citevet.errors import ReadError
from citevet.library.fields import Sheet, one_line
from citevet.library.look import file_in
from citevet.read import frontmatter
from citevet.read.decode import decode
from citevet.read.open_file import load

_LARGEST = 4_000_000  # bytes; 20,000 rows
_MOST = 20_000  # edges
_NODE = r"(?:REF-[0-9]+[a-z]?(?:-[a-z]+)?|PROF-[A-Z]-[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)"
_IN_CELL = pattern(rf"(?<![\w/.-]){_NODE}(?![\w.-])")
_CELL_ENDS = pattern(r"(?<!\\)\|")
_COLUMNS = ("inducted ref", "ref", "corpus ref", "in-corpus ref")
_NODE_WHOLE = pattern(_NODE)


@dataclass(frozen=True, slots=True)
class Edges:
    """The ids that a source cites, and those that cite it."""

    cites: tuple[str, ...] = ()
    cited_by: tuple[str, ...] = ()


def edges(sheet: Sheet, file: Path, *, ref: str) -> Edges:
    """Read the sidecar of an entry, where it has one."""
    name = f"{ref}-citations.md"
    path = file_in(file.parent, name, f"citations/{name}", f"../citations/{name}")
    if path is None or not path.resolve().is_relative_to(file.parent.parent.resolve()):
        return Edges()
    try:
        text = decode(load(path, max_bytes=_LARGEST), name).text
    except ReadError as error:
        sheet.blame("malformed", f"its sidecar {name}: {error.what}")
        return Edges()
    owner = _owner(text)
    if owner != ref:
        what = f"says that it belongs to {owner}" if owner else "does not say whose it is (ref: REF-043)"
        sheet.blame("id-mismatch", f"its sidecar {name} {what}")
        return Edges()
    return parse_edges(text)


def _owner(text: str) -> str | None:
    lines = [line.rstrip() for line in text.splitlines()]
    end = lines.index("---", 1) if lines[:1] == ["---"] and "---" in lines[1:] else 0
    found, _ = frontmatter.parse("\n".join(lines[1:end]))
    line = one_line(found.get("ref")) or ""
    return line if _NODE_WHOLE.fullmatch(line) else None


def parse_edges(text: str) -> Edges:
    """Take the ids from the tables below Outgoing and Incoming, each once."""
    found: dict[str, list[str]] = {"outgoing": [], "incoming": []}
    part, column = "", None
    for line in text.splitlines():
        if line.startswith("## "):
            part, column = (line[3:].split() or [""])[0].strip(":").lower(), None
        elif not line.lstrip().startswith("|"):
            column = None
        elif part in found and column is None:
            column = _column(line)
        elif part in found and column is not None and column >= 0:
            found[part] += _nodes(line, column)
    out, back = (tuple(dict.fromkeys(found[part]))[:_MOST] for part in ("outgoing", "incoming"))
    return Edges(out, back)


def _cells(line: str) -> list[str]:
    row = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip() for cell in _CELL_ENDS.split(row)]


def _column(line: str) -> int:
    """Return which column of a table holds the ids; -1 for a table that has no such column."""
    names = [cell.strip("`*_ ").lower() for cell in _cells(line)]
    return next((names.index(name) for name in _COLUMNS if name in names), -1)


def _nodes(line: str, column: int) -> Iterator[str]:
    cells = _cells(line)
    if column < len(cells):
        yield from _IN_CELL.findall(cells[column])
