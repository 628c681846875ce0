"""What a citation resolves to, and the pieces of it that were read."""

from dataclasses import dataclass
from typing import Literal

from citevet.model.span import Span

SourceKind = Literal["corpus", "artifact", "web", "record", "law", "given"]
Scope = Literal["full", "notes", "abstract", "snippet", "title"]


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus entry, artefact file, web page, registry record or law, with where it came from."""

    id: str  # s1, s2 … in order of first use
    kind: SourceKind
    title: str = ""
    path: str | None = None
    url: str | None = None
    sha256: str | None = None
    scope: Scope = "full"  # how much of the work we hold; below full nothing is `unsupported`
    pages: int | None = None
    text: str = ""  # pages split by form feed


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a source with its location."""

    source: str  # the source's id
    span: Span
    text: str
    page: int | None = None  # counted from 1
    page_label: str | None = None  # as printed
    score: float | None = None
