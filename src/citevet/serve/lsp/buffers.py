"""Open documents: their text as the editor has it, and what the last check found in it."""

import re
from array import array
from bisect import bisect_left
from collections.abc import Generator, Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path, urlparse

from citevet.model import Audit, Finding, Lines, Source, Span
from citevet.records import Foreign, dataclass, replace
from citevet.report.citation_rows import CitationRow, build_rows

# Language of the editor → file ending, for documents whose name says nothing, such as those without a file.
_ENDINGS: Mapping[str, str] = {
    "markdown": ".md",
    "quarto": ".qmd",
    "rmd": ".rmd",
    "mdx": ".mdx",
    "latex": ".tex",
    "tex": ".tex",
    "plaintext": ".txt",
    "text": ".txt",
    "bibtex": ".bib",
    "html": ".html",
    "typst": ".typ",
    "org": ".org",
    "restructuredtext": ".rst",
    "asciidoc": ".adoc",
}
_CHECKED = frozenset({*_ENDINGS.values(), ".markdown", ".ltx", ".text", ".asciidoc"})
# Each code point takes one unit, and one more from each of these code points on.
_LONGER_FROM: Mapping[str, Sequence[int]] = {"utf-8": (0x80, 0x800, 0x10000), "utf-16": (0x10000,), "utf-32": ()}


class Positions:
    """The lines of a text, and where its long characters are: thousands of positions in one huge line stay cheap."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self.encoding = encoding
        self._lines = Lines.of(text)
        self._longer = [
            array("Q", (found.start() for found in re.finditer(f"[{chr(first)}-\U0010ffff]", text)))
            for first in _LONGER_FROM[encoding]
        ]

    def to_position(self, offset: int) -> types.Position:
        """Return the position of an offset."""
        line, _ = self._lines.position(offset)
        return types.Position(line - 1, self._count_units(offset) - self._count_units(self._lines.starts[line - 1]))

    def to_range(self, span: Span) -> types.Range:
        """Return the positions of a span."""
        return types.Range(self.to_position(span.start), self.to_position(span.end))

    def to_offset(self, position: types.Position) -> int:
        """Return the offset of a position; one beyond its line is the end of the line."""
        if position.line >= len(self._lines):
            return len(self.text)
        line = self._lines.span(max(position.line, 0) + 1, self.text)
        units = self._count_units(line.start) + position.character
        return line.start + bisect_left(range(line.start, line.end), units, key=self._count_units)

    def to_span(self, range_: types.Range) -> Span:
        """Return the offsets of a range, in order."""
        start, end = sorted((self.to_offset(range_.start), self.to_offset(range_.end)))
        return Span(start, end)

    def _count_units(self, offset: int) -> int:
        return offset + sum(bisect_left(places, offset) for places in self._longer)


@dataclass(frozen=True)
class Buffer:
    """One version of an open document; a change makes a new Buffer."""

    uri: str
    language: str
    version: int
    text: str
    encoding: str = "utf-16"

    @cached_property
    def positions(self) -> Positions:
        """Its lines, counted when they are needed."""
        return Positions(self.text, self.encoding)

    @cached_property
    def file(self) -> Path | None:
        """The name under which it is checked, with the file ending of its format; none: it is not checked."""
        local = to_fs_path(self.uri) if self.uri.startswith("file:") else None
        name = Path(local) if local else Path(PurePosixPath(urlparse(self.uri)[2]).name or "untitled")
        if name.suffix.lower() in _CHECKED:
            return name
        ending = _ENDINGS.get(self.language)
        return name.with_name(f"{name.name}{ending}") if ending and name.name else None

    def change(self, version: int, changes: Sequence[types.TextDocumentContentChangeEvent]) -> "Buffer":
        """Return the next version."""
        buffer = self
        for change in changes:
            text = change.text
            if isinstance(change, types.TextDocumentContentChangePartial):
                span = buffer.positions.to_span(change.range)
                text = f"{buffer.text[: span.start]}{text}{buffer.text[span.end :]}"
            buffer = replace(buffer, text=text)
        return replace(buffer, version=version)


@dataclass(frozen=True)
class CheckedBuffer:
    """What a check found in one version of a document; `troubles` say what could not be checked."""

    buffer: Buffer
    audit: Audit | None = None
    root: Path | None = None  # the folder of the project: links lead nowhere else
    troubles: tuple[str, ...] = ()

    @property
    def positions(self) -> Positions:
        """The lines of the text that was checked."""
        return self.buffer.positions

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that count."""
        return tuple(each for each in self.audit.findings if not each.suppressed) if self.audit else ()

    @cached_property
    def rows(self) -> Sequence[CitationRow]:
        """Its citations with their sources and judgements."""
        sources: dict[str, Source] = {source.id: source for source in self.audit.sources} if self.audit else {}
        return build_rows(self.audit, sources) if self.audit else ()


class BufferProtocol(LanguageServerProtocol):
    """The protocol without the library's own texts: it ends lines at form feeds too, and would misplace changes."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Generator[Any, Any, None]:
        """Pass the changes on as they came."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    def structure_message(self, data: dict[str, Any]) -> Foreign:
        """Answer a request whose parameters are wrong; the library only logs it, and the editor would wait."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise
