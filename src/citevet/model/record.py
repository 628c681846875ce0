"""What the outside world says about a cited work: the record of a service, and the outcome of looking one up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from citevet.model.judgement_words import Existence, Flag, Reason

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
    copies: tuple[str, ...] = ()  # addresses of free full texts, the best first
    notices: tuple[Notice, ...] = ()
    language: str = ""


@dataclass(frozen=True, slots=True)
class Lookup:
    """What became of looking for one work.

    `missing` needs positive evidence of the authority itself; a service that fails, refuses or knows nothing gives
    `unchecked` with the reason.
    """

    existence: Existence = "unchecked"
    reason: Reason | None = None  # of `unchecked`
    why: str = ""  # the same for people, with the service's name: "Crossref answered 503"
    record: Record | None = None
    candidates: tuple[Record, ...] = ()  # of `ambiguous`, and what a search found when nothing agreed
    flags: tuple[Flag, ...] = ()


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

    @property
    def final_url(self) -> str:
        """The address that answered."""
        return self.hops[-1].to if self.hops else self.url
