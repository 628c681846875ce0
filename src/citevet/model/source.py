"""What a citation resolves to, and the pieces of it that were read."""

from dataclasses import dataclass
from typing import Literal, get_args

from citevet.model.entry import Entry
from citevet.model.span import Span

SourceKind = Literal["corpus", "artifact", "web", "record", "law", "given"]
Scope = Literal["full", "notes", "abstract", "snippet", "title"]
SCOPES: tuple[Scope, ...] = get_args(Scope)


@dataclass(frozen=True, slots=True)
class Page:
    """The text of one page of a source; a source without pages is one page without a number."""

    text: str
    number: int | None = None  # counted from 1
    label: str | None = None  # as printed, where that is known: "xii", "233"


@dataclass(frozen=True, slots=True)
class Body:
    """What we hold of a source's words, or why there are none."""

    pages: tuple[Page, ...] = ()
    scope: Scope = "full"
    reason: Literal["no-text", "unreadable", "too-large"] | None = None  # why the words of the work itself are not here
    why: str = ""  # in words: "the PDF is encrypted"


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus entry, artefact file, web page, registry record or law, with where it came from."""

    id: str  # its name in its own world: REF-043, src/login.ts, 10.1000/182
    kind: SourceKind
    title: str = ""
    path: str | None = None
    url: str | None = None
    sha256: str | None = None
    scope: Scope = "full"  # how much of the work we hold; below full nothing is `unsupported`
    pages: int | None = None
    entry: Entry | None = None  # for a source of the corpus


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a source with its location."""

    source: str  # the source's id
    span: Span  # within the text of its page
    text: str
    page: int | None = None  # counted from 1
    page_label: str | None = None  # as printed
    score: float | None = None
