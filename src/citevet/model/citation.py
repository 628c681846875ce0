"""What a document cites: the places that point to a source, and the entries of its own list."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from citevet.model.span import Span

CitationKind = Literal[
    "link",
    "url",
    "footnote",
    "numeric",
    "corpus",
    "mention",
    "artifact",
    "doi",
    "arxiv",
    "pmid",
    "pmcid",
    "isbn",
    "issn",
    "author-year",
    "key",
    "wiki",
    "us-case",
    "us-statute",
    "uk-case",
    "uk-act",
    "eu-act",
    "celex",
    "ecli",
    "eu-case",
    "echr-case",
    "de-case",
    "de-statute",
    "kr-statute",
    "kr-case",
]

LAW: frozenset[CitationKind] = frozenset(
    {
        *("us-case", "us-statute", "uk-case", "uk-act", "eu-act", "celex", "ecli", "eu-case", "echr-case", "de-case"),
        *("de-statute", "kr-statute", "kr-case"),
    }
)

NO_PARTS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Locator:
    """The place inside the source that a citation points to, as written, folded to plain digits and hyphens."""

    page: str | None = None  # "15", "33-35", "xii"
    section: str | None = None  # "3", "Methods"
    lines: str | None = None  # "42-58"
    article: str | None = None  # "17(1)(a)", "제8조제1항제5호", "s 6(1)"


@dataclass(frozen=True, slots=True)
class Form:
    """One more way in which the same place names the same work, next to the citation proper."""

    kind: CitationKind
    span: Span
    text: str
    normal: str
    fault: str | None = None  # as on a citation
    mend: str | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """One place in the document that points to one work."""

    id: str  # c1, c2 … in document order
    kind: CitationKind
    span: Span
    text: str  # the exact slice
    normal: str  # the form by which two citations of the same work are equal
    locator: Locator | None = None
    reference: str | None = None  # id of the entry of the document's own list
    group: str | None = None  # shared by the works of one marker: [3–5, 9]
    also: tuple[Form, ...] = ()
    parts: Mapping[str, str] = field(default_factory=lambda: NO_PARTS)  # authors, year, court, hash …
    fault: str | None = None  # what is wrong with the form itself, as a phrase; found by the finder, named by a rule
    mend: str | None = None  # the right text of the whole span, where it is certain


@dataclass(frozen=True, slots=True)
class Identifier:
    """A DOI, arXiv id, PMID, ISBN … inside a reference entry."""

    kind: CitationKind | Literal["orcid"]
    span: Span
    text: str
    normal: str
    fault: str | None = None
    mend: str | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of the document's own list: footnote definition, bibliography line, .bib entry."""

    id: str  # r1, r2 … in document order
    key: str  # the number, label or key that citations use; "" when the list has none
    span: Span
    text: str
    origin: Literal["footnote", "list", "file", "wiki"]
    path: str | None = None  # the bibliography file that it stands in, when that is not the document itself
    identifiers: tuple[Identifier, ...] = ()
    title: str | None = None
    authors: tuple[str, ...] = ()  # family names, as written
    year: str | None = None  # with its letter: 2020a
    sole: bool = False  # certainly the work of one author: nobody else may be meant by "et al."
    back: bool = False  # means an entry before it, and names no work itself: "Ibid., p. 5"

    @property
    def is_note(self) -> bool:
        """Whether it is a note of the document itself."""
        return self.origin == "footnote" and self.path is None
