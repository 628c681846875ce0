"""What is found in a document: its citations, the entries of its reference list, its claims and their ties."""

from bisect import bisect_right
from collections.abc import Mapping
from operator import itemgetter
from typing import Literal

from citevet.model.document import Document, Span
from citevet.model.entry import Grade
from citevet.records import dataclass, field

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
    "journal",
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

# Identifiers of papers; a link to the service that resolves one has it in its parts.
PAPERS: tuple[CitationKind, ...] = ("doi", "arxiv", "pmid", "pmcid")
LAW: frozenset[CitationKind] = frozenset(
    {
        *("us-case", "us-statute", "uk-case", "uk-act", "eu-act", "celex", "ecli"),
        *("eu-case", "echr-case", "de-case", "de-statute", "kr-statute", "kr-case"),
    }
)

# What is wrong with the form of an identifier or address; malformed unless the finder knows better.
FormFaultKind = Literal["malformed", "pasted-twice", "web-tail", "dangling"]

NO_PARTS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Locator:
    """The page, section, lines or article that a citation points to, with plain digits and hyphens."""

    page: str | None = None  # "15", "33-35", "xii"
    section: str | None = None  # "3", "Methods"
    lines: str | None = None  # "42-58"
    article: str | None = None  # "17(1)(a)", "제8조제1항제5호", "s 6(1)"


_NO_PLACE = Locator()


@dataclass(frozen=True, slots=True)
class Form:
    """Another form of the same citation at the same place, such as a DOI after (Lee, 2019)."""

    kind: CitationKind
    span: Span
    text: str
    normal: str
    fault: str | None = None  # see Citation
    correction: str | None = None
    fault_kind: FormFaultKind = "malformed"


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
    fault: str | None = None  # what is wrong with the form, as a phrase; set by the finder, reported by a rule
    correction: str | None = None  # the correct text of the whole span, where it is certain
    fault_kind: FormFaultKind = "malformed"  # without meaning if there is no fault

    @property
    def place(self) -> Locator:
        """The locator; an empty one for the work as a whole."""
        return self.locator or _NO_PLACE


@dataclass(frozen=True, slots=True)
class Identifier:
    """A DOI, arXiv id, PMID, ISBN or citation of law inside a reference entry."""

    kind: CitationKind | Literal["orcid"]
    span: Span
    text: str
    normal: str
    fault: str | None = None
    correction: str | None = None
    fault_kind: FormFaultKind = "malformed"
    locator: Locator | None = field(default=None, compare=False)  # of law, as those of a citation
    parts: Mapping[str, str] = field(default_factory=lambda: NO_PARTS, compare=False)


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of the document's own list: footnote definition, bibliography line, .bib entry."""

    id: str  # r1, r2 … in document order
    key: str  # the number, label or key that citations use; "" when the list has none
    span: Span
    text: str
    origin: Literal["footnote", "list", "file", "wiki"]
    path: str | None = None  # its bibliography file, when that is not the document itself
    identifiers: tuple[Identifier, ...] = ()
    title: str | None = None
    authors: tuple[str, ...] = ()  # family names, as written
    year: str | None = None  # with its letter: 2020a
    sole: bool = False  # has exactly one author, so "et al." cannot refer to it
    back: bool = False  # refers to an earlier entry instead of a work: "Ibid., p. 5"

    @property
    def is_note(self) -> bool:
        """Whether it is a footnote of the document itself."""
        return self.origin == "footnote" and self.path is None


ClaimType = Literal["factual", "citation", "quantitative", "temporal", "other"]
ClaimStatus = Literal["cited", "unsourced", "skipped"]
How = Literal["clause", "sentence", "paragraph", "list", "note"]


@dataclass(frozen=True, slots=True)
class Tie:
    """The link between a claim and a citation that backs it."""

    citation: str  # the citation's id
    how: How  # "note": the citation is in a footnote with text of its own, so its source may back only that text
    span: Span | None = None  # the clause that it backs, when it is not the whole claim


@dataclass(frozen=True, slots=True)
class Plain:
    """Text without markup, markers and hyphenation, with a map back to the document."""

    text: str
    cuts: tuple[tuple[int, int], ...] = ((0, 0),)  # (offset in the plain text, offset in the document), both rising

    def back(self, offset: int) -> int:
        """Return the document offset of a plain offset."""
        index = max(bisect_right(self.cuts, offset, key=itemgetter(0)) - 1, 0)
        plain, document = self.cuts[index]
        return document + offset - plain

    def back_span(self, span: Span) -> Span:
        """Return the span of the document for a span of the plain text that is not empty."""
        return Span(self.back(span.start), self.back(span.end - 1) + 1)


@dataclass(frozen=True, slots=True)
class Quotation:
    """Quoted words inside a claim."""

    span: Span  # without the quotation marks
    text: str  # the exact slice
    plain: str  # without markup


@dataclass(frozen=True, slots=True)
class Wording:
    """Words of a claim that express certainty."""

    span: Span
    text: str
    grade: Grade | None  # the evidence that these words need; none: too strong for any evidence


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence, list item or table row that asserts something."""

    id: str  # k1, k2 … in document order
    span: Span
    text: str  # the exact slice
    plain: Plain  # what is judged
    type: ClaimType
    audit_reason: str  # why it has that type, as a phrase
    ties: tuple[Tie, ...] = ()
    status: ClaimStatus = "unsourced"
    why: str | None = None  # for skipped: why it is not checked
    quotations: tuple[Quotation, ...] = ()
    wordings: tuple[Wording, ...] = ()


@dataclass(frozen=True, slots=True)
class Extraction:
    """The citations, references and claims of one document."""

    document: Document
    citations: tuple[Citation, ...] = ()
    references: tuple[Reference, ...] = ()
    claims: tuple[Claim, ...] = ()
    people: tuple[Identifier, ...] = ()  # ORCIDs in the text and the front matter

    @property
    def citations_by_id(self) -> dict[str, Citation]:
        """The citations by their ids."""
        return {citation.id: citation for citation in self.citations}

    @property
    def references_by_id(self) -> dict[str, Reference]:
        """The references by their ids."""
        return {reference.id: reference for reference in self.references}

    @property
    def claims_by_id(self) -> dict[str, Claim]:
        """The claims by their ids."""
        return {claim.id: claim for claim in self.claims}
