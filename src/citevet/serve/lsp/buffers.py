"""Open documents: their text as the editor has it, and what the last check found in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath

from lsprotocol import types
from pygls.uris import to_fs_path, urlparse

from citevet.model import Audit, Finding, Source
from citevet.report.citation_rows import CitationRow, build_rows
from citevet.serve.lsp.positions import Positions

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
}
_CHECKED = frozenset({".md", ".markdown", ".mdx", ".qmd", ".rmd", ".tex", ".ltx", ".txt", ".text", ".bib", ".html"})


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
