"""What is found in a document: its citations, the entries of its reference list, its claims and their ties."""

from bisect import bisect_right
from collections.abc import Mapping
from operator import itemgetter
from typing import Literal

from citevet.model.cited import CitedWords
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

# What else is identified: people, and works in catalogues that documents do not cite by kind.
IdentifierKind = CitationKind | Literal["orcid", "openalex", "handle", "ark", "bibcode"]

Identified = tuple[str, str]  # kind and normal form: ("doi", "10.1000/182")

# Identifiers of papers; a link to the service that resolves one has it in its parts.
PAPERS: tuple[CitationKind, ...] = ("doi", "arxiv", "pmid", "pmcid")
WORKS: frozenset[IdentifierKind] = frozenset({*PAPERS, "isbn", "issn"})  # a registry of works knows them
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


HowMeant = Literal["entry", "several", "near", "earlier", "nothing"]


@dataclass(frozen=True, slots=True)
class Meant:
    """What a citation means inside its document: whether it leads somewhere, where, and if not, why not.

    `entry`: one entry of a list or a note. `several`: any of the entries `ids`. `near`: none, but one of all authors of
    the entries `ids` differs. `earlier`: what the citation in `ids` means, if it is known; "Ibid." `nothing`: no entry
    is meant, or what should be meant is not there, and then `why` says so.
    """

    how: HowMeant = "nothing"
    entry: str | None = None  # of a list, or a note
    ids: tuple[str, ...] = ()
    why: str = ""  # earlier: how that citation is written

    @property
    def possible(self) -> tuple[str, ...]:
        """The entries that it may mean: one, several, or none."""
        return self.ids if self.how == "several" else (self.entry,) if self.entry else ()

    @property
    def is_lost(self) -> bool:
        """Whether it should lead somewhere, and does not."""
        return self.how == "nothing" and bool(self.why)


NOTHING_MEANT = Meant()


@dataclass(frozen=True, slots=True)
class Citation(CitedWords):
    """One place in the document that points to one work."""

    id: str  # c1, c2 … in document order
    kind: CitationKind
    span: Span
    text: str  # the exact slice
    normal: str  # the form by which two citations of the same work are equal
    locator: Locator | None = None
    meant: Meant = NOTHING_MEANT
    group: str | None = None  # shared by the works of one marker: [3–5, 9]
    also: tuple[Form, ...] = ()
    parts: Mapping[str, str] = field(default_factory=lambda: NO_PARTS)  # see CitedWords, which reads them
    fault: str | None = None  # what is wrong with the form, as a phrase; set by the finder, reported by a rule
    correction: str | None = None  # the correct text of the whole span, where it is certain
    fault_kind: FormFaultKind = "malformed"  # without meaning if there is no fault

    @property
    def place(self) -> Locator:
        """The locator; an empty one for the work as a whole."""
        return self.locator or _NO_PLACE

    @property
    def reference(self) -> str | None:
        """The id of the entry of the document's own list."""
        return self.meant.entry

    @property
    def is_short_form(self) -> bool:
        """Whether it repeats an earlier citation, or should: "Ibid."."""
        return self.meant.how == "earlier" or self.meant.is_lost


@dataclass(frozen=True, slots=True)
class Identifier(CitedWords):
    """A DOI, arXiv id, PMID, ISBN or citation of law inside a reference entry."""

    kind: IdentifierKind
    span: Span
    text: str
    normal: str
    fault: str | None = None
    correction: str | None = None
    fault_kind: FormFaultKind = "malformed"
    locator: Locator | None = field(default=None, compare=False)  # of law, as those of a citation
    parts: Mapping[str, str] = field(default_factory=lambda: NO_PARTS, compare=False)


FieldName = Literal[
    "title",
    "people",
    "editors",
    "date",
    "container",
    "series",
    "volume",
    "issue",
    "pages",
    "publisher",
    "place",
    "edition",
    "type",
]
NO_FIELDS: "Mapping[FieldName, EntryField]" = {}


@dataclass(frozen=True, slots=True)
class EntryField:
    """A field of an entry, as its words were tagged. A field that an entry does not have is not among its fields."""

    text: str  # without markup and the signs around it
    span: Span
    confidence: float  # how often a field that was tagged as surely as this one is right
    is_read: bool  # else it is unread: no rule relies on it


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
    stated: Mapping[str, str] = field(default_factory=lambda: NO_PARTS, compare=False)  # in an entry of a file
    fields: Mapping[FieldName, EntryField] = field(default_factory=lambda: NO_FIELDS)
    is_entry: float | None = None  # how likely it names a work, and is no remark; none: it was not tagged
    plain: str = field(default="", compare=False)  # its words, where those in its file have commands of LaTeX

    @property
    def likely_title(self) -> str:
        """The words of the title, also where they are unread: to search for, and where they speak for the entry."""
        found = self.fields.get("title")
        return self.title or (found.text if found else "")

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
