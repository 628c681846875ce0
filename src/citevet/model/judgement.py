"""Lookups, sources, their passages, and the judgement on one claim and one citation: existence, support, flags."""

from collections.abc import Mapping, Sequence
from typing import Literal

from citevet.model.document import Span
from citevet.model.entry import Entry
from citevet.model.record import Existence, Flag, Notice, Reason, Record, Scope, SourceKind, SourceQuality, Support
from citevet.records import dataclass, replace

VerifierLabel = Literal["verified", "contradicted", "unknown"]
# How a source holds what it does not assert.
Stance = Literal["denied", "reported", "hypothetical", "planned", "superseded"]
STANCES: Mapping[Stance, str] = {
    "denied": "the source denies it",
    "reported": "the source only reports that others say so",
    "hypothetical": "the source only asks or supposes it",
    "planned": "the source only expects or plans it",
    "superseded": "the source says that it no longer holds",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between the claim and the source."""

    type: str  # number, date, quote, page, section, lines, hash, strength …
    claim: str
    source: str
    span: Span | None = None  # position of the claim's side in the document
    correction: str | None = None  # replacement for that span
    scope: Scope | None = None  # the part of the source that was searched for a quotation, if not all of it
    kind: str = ""  # of a field of a reference: word, cut, missing, added, other, order, initials, near …
    is_minor: bool = False  # a slip that still leads to the work: a year by one, an initial, an issue


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
    differences: tuple[Difference, ...] = ()  # between the citation and the record, of `mismatched` and beyond


# An entry of a list, in the words of an editor. Reports depend on this closed list.
ReferenceWord = Literal["matches", "matches with errors", "another work", "not found", "likely fabricated", "unchecked"]
REFERENCE_FIELDS = ("title", "authors", "year", "venue", "volume", "issue", "pages")


def name_reference(existence: Existence, flags: Sequence[Flag], differences: Sequence[Difference]) -> ReferenceWord:
    """Return the word for what became of an entry."""
    if existence == "found":
        return "matches with errors" if any(each.type in REFERENCE_FIELDS for each in differences) else "matches"
    if existence == "unchecked" and "likely-fabricated" in flags:
        return "likely fabricated"
    if existence == "missing" or (existence == "unchecked" and "unlisted" in flags):
        return "not found"
    return "another work" if existence == "mismatched" else "unchecked"


@dataclass(frozen=True, slots=True)
class EvidenceLink:
    """The evidence of a verifier: an address, or a note such as the id of a judgment."""

    url: str
    title: str = ""
    snippet: str = ""
    extracted_text: str = ""  # of the page, as far as the verifier kept it


@dataclass(frozen=True, slots=True)
class CandidateVerdict:
    """The verdict of one verifier on one claim."""

    verifier: str
    authority: float
    label: VerifierLabel
    rationale: str = ""
    evidence: tuple[EvidenceLink, ...] = ()


@dataclass(frozen=True, slots=True)
class AggregatedVerdict:
    """What the verdicts on a claim come to, and those that say otherwise."""

    verifier: str
    authority: float
    label: VerifierLabel
    rationale: str = ""
    evidence: tuple[EvidenceLink, ...] = ()
    dissent: tuple[CandidateVerdict, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """The text of one page of a source; a source without pages is one page without a number."""

    text: str
    number: int | None = None  # counted from 1
    label: str | None = None  # as printed, where that is known: "xii", "233"


@dataclass(frozen=True, slots=True)
class Body:
    """The text of a source, or the reason why there is none."""

    pages: tuple[Page, ...] = ()
    scope: Scope = "full"
    reason: Reason | None = None  # why the full text is missing
    why: str = ""  # the same in words: "the PDF is encrypted"


@dataclass(frozen=True, slots=True)
class Source:
    """What a citation resolves to: a corpus entry, artefact file, web page, registry record or law."""

    id: str  # its name in its own system: REF-043, src/login.ts, 10.1000/182
    kind: SourceKind
    title: str = ""
    path: str | None = None
    url: str | None = None
    sha256: str | None = None
    scope: Scope = "full"  # how much of the work is available; below full nothing is `unsupported`
    pages: int | None = None
    entry: Entry | None = None  # for a source of the corpus
    record: Record | None = None  # for a source of the outside world
    published: Record | None = None  # of a preprint: its article, if that was asked for
    quality: SourceQuality | None = None  # by the kind of the source, where that shows it
    text_url: str | None = None  # where its text was fetched; `sha256` is that of the bytes
    fetched: str | None = None  # when, ISO
    version: str | None = None  # v2 of a preprint, the time of an archived copy
    name: str = ""  # for people, where the work has authors: Halvorsen and Pereira 2019

    @property
    def year(self) -> int | None:
        """The last year in which it was published, if that is known."""
        written = self.entry.year if self.entry and self.entry.year else ""
        years = self.record.years if self.record else [int(written)] if written.isdecimal() else []
        return max(years, default=None)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was said of it after it was published."""
        return self.record.notices if self.record else ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a source with its location."""

    source: str  # the source's id
    span: Span  # within the text of its page
    text: str
    page: int | None = None  # counted from 1
    page_label: str | None = None  # as printed
    score: float | None = None

    @property
    def page_name(self) -> str:
        """The page as printed, else as counted; empty where it is not known."""
        return self.page_label or str(self.page or "")

    @property
    def place(self) -> str:
        """The source, with the page where it is known."""
        return f"{self.source}, p. {self.page_name}" if self.page_name else self.source


@dataclass(frozen=True, slots=True)
class Resolution:
    """The result of resolving a citation: the source, if there is one, and remarks."""

    existence: Existence = "unchecked"
    reason: Reason | None = None
    source: Source | None = None
    flags: tuple[Flag, ...] = ()
    differences: tuple[Difference, ...] = ()
    note: str = ""  # what the outside world said, for people

    @property
    def word(self) -> ReferenceWord:
        """What became of an entry of a list, in the word of an editor."""
        return name_reference(self.existence, self.flags, self.differences)


@dataclass(frozen=True, slots=True)
class ClauseRuling:
    """Whether the text of one source supports one clause of a claim."""

    span: Span  # within the claim, or in the document where that is known
    text: str
    support: Support
    confidence: float | None = None
    evidence: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether the text of one source supports one claim."""

    support: Support = "unchecked"
    reason: Reason | None = None
    confidence: float | None = None  # the calibrated probability that the source supports the claim
    evidence: tuple[Passage, ...] = ()  # the passages it is based on, the most important first
    differences: tuple[Difference, ...] = ()
    flags: tuple[Flag, ...] = ()
    by: str | None = None  # the language model that decided, if the embedded judge did not
    clauses: tuple[ClauseRuling, ...] = ()  # where the clauses of a claim fare differently
    stance: Stance | None = None  # how the source holds the claim, where it has its words and does not assert it


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether the source exists and supports the claim; `unchecked` carries its reason and never counts as a pass."""

    claim: str | None  # the claim's id; none for a citation that backs no claim
    citation: str
    source: str | None = None
    existence: Existence = "unchecked"
    existence_reason: Reason | None = None
    support: Support = "unchecked"
    support_reason: Reason | None = None
    flags: tuple[Flag, ...] = ()
    confidence: float | None = None
    evidence: tuple[Passage, ...] = ()
    differences: tuple[Difference, ...] = ()
    by: str | None = None  # the language model or verifier that decided on support, if the embedded judge did not
    clauses: tuple[ClauseRuling, ...] = ()  # of `partial`, in the order of the claim
    stance: Stance | None = None  # how the source holds what it does not assert
    note: str = ""  # what the outside world said about the source, for people
    verdict: AggregatedVerdict | None = None  # of the user's own verifiers and ours together, if one of those was asked
    verdict_note: str = ""  # what the user's verifiers disagree about, and why some of them gave no verdict

    def with_flag(self, flag: Flag, *differences: Difference) -> "Judgement":
        """Return the judgement with a flag, which it has once, and with differences that show it."""
        flags = self.flags if flag in self.flags else (*self.flags, flag)
        return replace(self, flags=flags, differences=(*self.differences, *differences))
