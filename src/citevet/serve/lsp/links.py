"""Links from citations to their sources: pages of the web, and files below the project's folder."""

from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path

from citevet.report.citation_rows import CitationRow
from citevet.report.safe_text import to_line
from citevet.serve.lsp.buffers import CheckedBuffer
from citevet.serve.lsp.hover import is_address
from citevet.world.paths import resolve_path


def list_links(checked: CheckedBuffer) -> list[types.DocumentLink]:
    """Return one link for each citation whose source can be opened."""
    return [
        types.DocumentLink(checked.positions.to_range(row.citation.span), target, tooltip)
        for row in checked.rows
        for target, tooltip in _find_target(row, checked.root)
    ]


def _find_target(row: CitationRow, root: Path | None) -> Iterator[tuple[str, str]]:
    """Yield where a citation leads and what to call it, or nothing."""
    source = row.source
    if source is None:
        return
    tooltip = to_line(source.title or source.id)
    lines = row.citation.locator.lines if row.citation.locator else None
    files = (source.entry.file if source.entry else None, source.path)
    for file in filter(None, (_find_file(name, root) for name in files)):
        place = f"#L{lines.partition('-')[0]}" if lines and lines.replace("-", "").isdecimal() else ""
        yield f"{from_fs_path(str(file))}{place}", tooltip
        return
    for address in (source.url, source.record.url if source.record else None):
        if address and is_address(address):
            yield address, tooltip
            return


def _find_file(name: str | None, root: Path | None) -> Path | None:
    """Return a file of the project, with links followed; none for what is missing or lies outside."""
    if not name or root is None:
        return None
    folder = resolve_path(root)
    file = resolve_path(folder / name)
    try:
        return file if file.is_relative_to(folder) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None
