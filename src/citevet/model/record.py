"""What the outside world says about a cited work: the record of a service, and the outcome of looking one up.

The words of a verdict are here as well, since a lookup uses the same ones as a judgement.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from citevet.records import dataclass, field

SourceKind = Literal["corpus", "artifact", "web", "record", "law", "given"]
Scope = Literal["full", "notes", "abstract", "snippet", "title"]
SCOPES: tuple[Scope, ...] = get_args(Scope)

SourceQuality = Literal["primary", "secondary", "blog", "forum", "unreliable"]

Existence = Literal["found", "mismatched", "missing", "ambiguous", "unchecked"]
WORST_FIRST: tuple[Existence, ...] = ("missing", "mismatched", "ambiguous", "unchecked", "found")
Support = Literal["supported", "partial", "unsupported", "contradicted", "unchecked"]

# Why something was not checked. Reports and projections depend on this closed list.
Reason = Literal[
    "offline",
    "not-asked",  # rule deselected, stage or extra not installed: the only one that leaves a run complete
    "not-in-corpus",
    "listed-only",  # the corpus has only what a bibliography says of the work
    "no-text",
    "blocked",
    "paywalled",
    "timeout",
    "unreadable",
    "too-large",
    "language",
    "budget",
    "abstained",
    "partial-scope",
    "model-missing",
]

# Remarks of a judgement besides its two axes. Rules and projections depend on this closed list.
Flag = Literal[
    "wrong-page",  # the source has no such page
    "wrong-section",  # the page is in another section
    "unknown-section",
    "wrong-lines",  # the file has no such lines
    "outside-root",  # the path leads out of the project and was not followed
    "stale",  # the file changed since it was cited
    "unversioned",  # cited without a hash, so a change cannot be detected
    "moved",  # the cited lines are elsewhere in the file now, or the page at another address
    "lines-changed",
    "lines-unchanged",
    "fabricated-quote",  # nothing similar is in the source
    "altered-quote",  # the source has it in other words
    "joined-quote",  # made of separate pieces of the source, without an ellipsis
    "misplaced-quote",  # word for word, on another page than cited
    "misplaced-claim",  # the source says it on another page than cited
    "unread-quote",  # the source has no text to search
    "overclaimed",
    "overhedged",
    "unassessed",  # the source has no grade
    "misattributed",
    "retracted",
    "unknown-notices",  # whether it was retracted could not be looked up
    "repealed",
    "prospective",
    "secondary",
    "archived",
    "abstract-only",
    "gone",  # a page whose host answers 404 or 410, or whose host name does not exist
    "soft-404",  # an address that answers, but with a page that says "not found"
    "redirected-home",  # an address that leads to the start page of its site
    "parked",  # a domain that is for sale
    "drifted",  # a page whose text changed since it was cited
    "renumbered",
    "unlisted",  # no registry that was searched has the work
    "incomplete-index",  # those that were searched lack many works of its kind and year
    "likely-fabricated",  # full registries have none with its title, or none of its people wrote the only one
    "conflicting",
]

_SUCCESS, _REDIRECTION = 200, 300  # where these statuses begin
_NOT_FOUND = 404

NoticeKind = Literal["retraction", "concern", "correction", "new-version", "repealed", "prospective", "renumbered"]


@dataclass(frozen=True, slots=True)
class Notice:
    """A later remark on a work: a retraction, a correction, a repeal."""

    kind: NoticeKind
    by: str  # who says so: "Crossref", "Retraction Watch"
    id: str = ""  # of the notice itself, such as its DOI
    date: str = ""  # ISO, as far as known: "2021", "2021-05-03"
    why: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One work as one service describes it. Fields that the service leaves out are empty."""

    service: str  # its name in `world.net.services`: "crossref"
    id: str  # normal form in that service: 10.1000/182, 576 U.S. 644
    type: str = ""  # journal-article, book, dataset, preprint, page, case, act …
    title: str = ""
    titles: tuple[str, ...] = ()  # others under which it is cited: with its subtitle, translated, of earlier versions
    authors: tuple[str, ...] = ()  # "Family, Given" or the name of a group, in order
    years: tuple[int, ...] = ()  # every year by which it may be cited, the best one first: print, online, posted
    venue: str = ""  # journal, publisher, court, site
    venues: tuple[str, ...] = ()  # its other names, such as the abbreviation
    volume: str = ""
    issue: str = ""
    pages: str = ""  # "233-241", "e1002"; the count of a book's pages is `extent`
    extent: int | None = None
    identifiers: Mapping[str, str] = field(default_factory=dict)  # doi, arxiv, pmid, pmcid, isbn, issn
    url: str = ""  # for people
    abstract: str = ""
    copies: tuple[str, ...] = ()  # addresses of free full texts, the best first; "#Article 6" names a part of one
    text: str = ""  # of a cited provision, where the service sends it with the record
    notices: tuple[Notice, ...] = ()
    language: str = ""

    @property
    def all_titles(self) -> tuple[str, ...]:
        """Its title, then the others."""
        return self.title, *self.titles

    @property
    def all_venues(self) -> tuple[str, ...]:
        """Its venue, then its other names."""
        return self.venue, *self.venues

    @property
    def is_retracted(self) -> bool:
        """Whether anybody says that it was retracted."""
        return any(notice.kind == "retraction" for notice in self.notices)


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect on the way to an answer."""

    status: int
    to: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for one request. With a `trouble` the rest is only a hint, and nothing follows from it."""

    url: str  # as asked
    status: int = 0  # 0: no answer came
    headers: Mapping[str, str] = field(default_factory=dict)  # names in lower case
    data: bytes = b""
    hops: tuple[Hop, ...] = ()
    trouble: Reason | None = None  # offline, blocked, timeout, unreadable, too-large, budget
    why: str = ""  # the same for people: "answered 429", "sent no byte for 20 s"
    cached: bool = False
    unknown_host: bool = False  # with trouble: the host name was not found

    @property
    def is_success(self) -> bool:
        """Whether the server says that this is what was asked for."""
        return _SUCCESS <= self.status < _REDIRECTION

    @property
    def is_not_found(self) -> bool:
        """Whether the server says that it has no such thing."""
        return self.status == _NOT_FOUND and not self.trouble

    @property
    def content_type(self) -> str:
        """The media type of the data, with its parameters, as the server names it."""
        return self.headers.get("content-type", "")

    @property
    def final_url(self) -> str:
        """The address that answered."""
        return self.hops[-1].to if self.hops else self.url
