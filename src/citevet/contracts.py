"""The interfaces between the steps: protocols with several implementations, and the input and output of a rule."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from citevet.model import (
    Body,
    Citation,
    Claim,
    Document,
    Edit,
    Entry,
    Extraction,
    FaultyLink,
    Fix,
    Judgement,
    Reference,
    Reply,
    Safety,
    Severity,
    Source,
    Span,
)
from citevet.records import dataclass, field

T = TypeVar("T")
# Scores for pairs of premise and hypothesis: supported, neutral, contradicted.
Nli = Callable[[Sequence[tuple[str, str]]], Sequence[tuple[float, float, float]]]
# A callback for long runs, called with `done` of `total`, and `what` as "unit: current item".
Progress = Callable[[int, int, str], None]
LOADING = "loading model"  # the unit of progress while a model is loaded, 0 of 1
# Whether the user's corpus has a work of a year by these authors, the first author first.
AuthorLookup = Callable[[tuple[str, ...], str], bool]


PROSE = "prose"  # the label of words that are no part of an entry


@dataclass(frozen=True, slots=True)
class TaggedWords:
    """A label for each word of an entry, how likely each is, and how likely the whole is prose."""

    labels: Sequence[str]
    likely: Sequence[float]
    prose: float


@dataclass(frozen=True, slots=True)
class EntryTagger:
    """A trained tagger of the words of reference entries."""

    weights: Mapping[str, Mapping[str, float]]  # field → how much each sign tells of whether it is right
    least: Mapping[str, float]  # field → the confidence from which on it is read
    tag: Callable[[Sequence[Sequence[str]]], TaggedWords] = field(repr=False)  # from the features of each word


class Corpus(Protocol):
    """The user's corpus as the steps see it; it needs no network."""

    @property
    def exists(self) -> bool:
        """Whether the project has a corpus; without one nothing can be missing from it."""

    def entries(self) -> Iterator[Entry]:
        """Yield every entry, in the order of ids."""

    def entries_by_id(self, ref: str) -> tuple[Entry, ...]:
        """Return the entries with an id: none when it is missing, several when it is ambiguous."""

    def entry_at(self, path: Path) -> Entry | None:
        """Return the entry whose Markdown file, or whose PDF, HTML or text, has an absolute path."""

    def entries_by_author(self, family: str, year: str) -> tuple[Entry, ...]:
        """Return the entries of a year with an author of that family name, ignoring case and accents."""

    def entries_by_identifier(self, kind: str, value: str) -> tuple[Entry, ...]:
        """Return the entries with an identifier in normal form: doi, arxiv, isbn, url."""

    def entries_by_key(self, key: str) -> tuple[Entry, ...]:
        """Return the entries with a citation key: halvorsen2019."""

    def body(self, entry: Entry) -> Body:
        """Return the text of an entry."""


@dataclass(frozen=True, slots=True)
class ProjectIds:
    """What a document may cite besides its own list: issue numbers and use cases of the project, and given sources."""

    issues: str = ""  # the address of the tracker, to which a number is added; empty: `#12` is not a citation
    use_case_folder: str = ""  # from the project's root; empty: `UC-001` is not a citation
    use_cases: Mapping[str, str] = field(default_factory=dict)  # id → path from the project's root
    artifacts: Mapping[str, str] = field(default_factory=dict)  # id → path, as `[UC-1@hash]` cites a file
    corpus_pattern: str = ""  # of corpus ids with letters of the project's own: SRC-\d{4}; empty: only REF-043
    corpus_files: Mapping[str, str] = field(default_factory=dict)  # such ids → path from the project's root
    artifact_fault: str = ""  # why the list of them could not be read
    only_files: bool = False  # only file citations are checked, and whatever looks like one counts
    has_file: Callable[[str], bool] | None = field(default=None, repr=False, compare=False)  # of the project
    given_sources: bool = False  # the caller gives sources along with the text: its numbers may mean those


class Web(Protocol):
    """The way to the outside world. It never raises for a request: trouble is in the reply.

    `blocked` is a refusal or a host out of reach (401, 403, 429, 451, DNS, TLS, robots, a private address), `timeout`
    one that is too slow, `unreadable` a failing service (5xx) or a body that breaks off; status and body are kept, if
    there were any. All other answers, 404 too, have no trouble.
    """

    async def ask(
        self,
        service: str,
        path: str,
        *,
        params: Mapping[str, str] | Sequence[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
        form: Mapping[str, str] | None = None,
        json: object = None,
    ) -> Reply:
        """Ask a service of `world.net.services`; `path` is quoted by the caller. A `form` or `json` makes it a POST."""

    async def visit(self, url: str, *, accept: str = "*/*") -> Reply:
        """Fetch a page or file that a document names, as a guest: robots.txt and private networks are respected."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Requirements of the project beyond correct form."""

    corpus_only: bool = False  # every citation must be an allowed form of a corpus id
    require_reasons: bool = False  # a suppression must give a reason
    today: date | None = None  # for years in the future; none: do not check
    id_pattern: str | None = None  # of corpus ids
    allowed: tuple[str, ...] = ()  # forms of corpus ids; empty: all
    forbidden: tuple[str, ...] = ()  # kinds of citations
    missing_source: Literal["remove", "todo", "report"] = "remove"  # what a fix does with a citation of one
    uncited: Literal["report", "citation-needed", "todo"] = "report"  # what a fix adds to a claim without a source


@dataclass(frozen=True, slots=True)
class Fault:
    """What a rule found, before the engine adds code, severity and fingerprint."""

    span: Span
    message: str
    about: str = ""  # normal form of the faulty thing; part of the fingerprint, so it must survive edits elsewhere
    fix: Fix | None = None
    citation: Citation | None = None
    reference: Reference | None = None
    twin: Reference | None = None  # another entry that the reference repeats
    claim: Claim | None = None
    is_doubtful: bool = False  # a case of the rule that is often right as it is: a note, whatever the rule's severity


# correct: the field is there, and never added; exchange: another version of the work has it, so that nothing of the
# old value stays, and without a value no field; fill: either.
ChangeKind = Literal["correct", "fill", "exchange"]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field of an entry that is to get another value, or to be added; its name is that of BibTeX."""

    name: str  # title, author, year, journal, booktitle, volume, number, pages, doi …; @type of the entry itself
    value: str = ""  # plain text
    people: tuple[str, ...] = ()  # of `author`: "Family, Given" or the name of a group, each
    kind: ChangeKind = "fill"


@dataclass(frozen=True, slots=True)
class EntryEdits:
    """The edits of an entry's source text, and the names of the fields that they change."""

    edits: tuple[Edit, ...] = ()
    names: tuple[str, ...] = ()
    is_whole: bool = False  # nothing that was asked for is left out because it cannot be changed for certain


# Writes changes of fields into an entry of a bibliography file, whatever its format; nothing else of it changes.
EntryWriter = Callable[[Document, Span, Sequence[FieldChange]], EntryEdits]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The input of a rule: everything known about one document."""

    extraction: Extraction
    judgements: tuple[Judgement, ...] = ()
    policy: Policy = Policy()
    sources: Mapping[str, Source] = field(default_factory=dict)  # by id
    entry: Entry | None = None  # when the document is an entry of the corpus
    links: tuple[FaultyLink, ...] = ()  # those that lead to no file or anchor
    write: EntryWriter | None = None  # for fixes of entries; none: they are not edited
    _found: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    def source_of(self, judgement: Judgement) -> Source | None:
        """Return the source that was judged, if it was found."""
        return self.sources.get(judgement.source or "")

    def once(self, find: Callable[["Evidence"], Iterable[T]]) -> tuple[T, ...]:
        """Return what a function finds here; several rules that need it share one run."""
        if find not in self._found:
            self._found[find] = tuple(find(self))
        found: tuple[T, ...] = self._found[find]
        return found


@dataclass(frozen=True, slots=True)
class Check:
    """A rule: a function that finds faults. Its name is that of the rule, and its docstring the documentation."""

    find: Callable[[Any], Iterator[Fault]]  # takes Evidence; the rules on suppressions take a subclass
    severity: Severity
    fix: Safety | None = None  # how safe the fixes of its faults are
    other_fixes: tuple[Safety, ...] = ()  # of faults that are less certain

    @property
    def name(self) -> str:
        """The name of the rule: `find_dead_link` finds faults of dead-link."""
        return self.find.__name__.removeprefix("find_").replace("_", "-")
