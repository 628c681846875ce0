"""What the words of a citation say about the work: people and a year, an address, a file, a macro, a place in the law.

Finders write it down as `parts`, which the JSON report shows as they are. Everything else reads it here, typed.
"""

from collections.abc import Mapping

from citevet.records import dataclass, fields

BETWEEN = "; "  # two names, or two reports of one case
_LINK_PARTS = ("target", "page_url", "page_doi", "version")


@dataclass(frozen=True, slots=True)
class CitedPeople:
    """Who wrote the work and when, as the text says: Kim & Lee (2020a), Kant (1781/1998)."""

    names: tuple[str, ...] = ()  # family names and organizations
    year: str = ""  # of the edition, with its letter
    first_year: str = ""  # of the first publication, where that is another
    et_al: bool = False
    is_narrative: bool = False  # the names are words of the sentence; also of a key: @kim2020 says
    is_in_note: bool = False  # it names a work of the list or the corpus inside a note

    @property
    def first(self) -> str:
        """The first name; empty where there is none."""
        return self.names[0] if self.names else ""

    @classmethod
    def read(cls, parts: Mapping[str, str]) -> "CitedPeople":
        """Read the parts of a citation."""
        names = parts.get("authors")
        return cls(
            tuple(names.split(BETWEEN)) if names else (),
            parts.get("year", ""),
            parts.get("first", ""),
            "et_al" in parts,
            "narrative" in parts,
            "noted" in parts,
        )


@dataclass(frozen=True, slots=True)
class CitedLink:
    """Where a link or an identifier in an address leads."""

    target: str = ""  # the address behind the words of a link
    page: str = ""  # the page of a publisher whose address has the DOI
    page_doi: str = ""  # which that address has
    version: str = ""  # of a preprint
    papers: tuple[tuple[str, str], ...] = ()  # kind and identifier, of an address that resolves one

    @classmethod
    def read(cls, parts: Mapping[str, str]) -> "CitedLink":
        """Read the parts of a citation."""
        papers = tuple((kind, parts[kind]) for kind in ("doi", "arxiv", "pmid", "pmcid") if kind in parts)
        target, page, page_doi, version = (parts.get(name, "") for name in _LINK_PARTS)
        return cls(target, page, page_doi, version, papers)


@dataclass(frozen=True, slots=True)
class CitedFile:
    """A file of the project or the corpus."""

    path: str = ""
    hash: str = ""  # that the file must have
    source: str = ""  # the id in its name: REF-012
    use_cases: str = ""  # the folder of a use case, which is cited by its number

    @classmethod
    def read(cls, parts: Mapping[str, str]) -> "CitedFile":
        """Read the parts of a citation."""
        return cls(*(parts.get(name, "") for name in ("path", "hash", "ref", "use-case")))


@dataclass(frozen=True, slots=True)
class CitedLaw:
    """A case, an act or a place in one; which fields it has depends on the kind of the citation."""

    case_name: str = ""
    court: str = ""
    number: str = ""  # of a file, a judgment or an act
    docket: str = ""
    decision: str = ""  # what kind of decision: Urteil, 판결
    year: str = ""
    date: str = ""
    volume: str = ""
    reporter: str = ""
    report: str = ""
    page: str = ""
    parallel: str = ""  # other reports of the case, and between them
    type: str = ""  # of an act: regulation, treaty
    title: str = ""
    heading: str = ""
    name: str = ""
    law: str = ""
    code: str = ""
    section: str = ""
    article: str = ""
    chapter: str = ""
    division: str = ""
    si: str = ""  # the number of a statutory instrument
    celex: str = ""
    oj: str = ""  # a place in the Official Journal
    country: str = ""
    version: str = ""
    note: str = ""  # "supra note 3"
    antecedent: str = ""  # what a short form repeats
    short: str | None = None  # how a short form is made: id, supra, name

    @property
    def reports(self) -> tuple[str, ...]:
        """The other reports of the same case."""
        return tuple(self.parallel.split(BETWEEN)) if self.parallel else ()

    @property
    def is_short(self) -> bool:
        """Whether it is a short form of an earlier citation."""
        return self.short is not None

    @classmethod
    def read(cls, parts: Mapping[str, str]) -> "CitedLaw":
        """Read the parts of a citation."""
        return cls(**{name: parts[name] for name in parts.keys() & _LAW_FIELDS})


_LAW_FIELDS = frozenset(each.name for each in fields(CitedLaw))


class CitedWords:
    """The typed readings of the `parts` of a citation; those that its kind does not have are empty."""

    __slots__ = ()
    parts: Mapping[str, str]

    @property
    def people(self) -> CitedPeople:
        """The people and the year that it names."""
        return CitedPeople.read(self.parts)

    @property
    def link(self) -> CitedLink:
        """The address that it leads to."""
        return CitedLink.read(self.parts)

    @property
    def file(self) -> CitedFile:
        """The file that it names."""
        return CitedFile.read(self.parts)

    @property
    def law(self) -> CitedLaw:
        """The case or the act that it names."""
        return CitedLaw.read(self.parts)

    @property
    def year(self) -> str:
        """The year that it states, of a work or a decision."""
        return self.parts.get("year", "")

    @property
    def macro(self) -> str:
        """The macro of LaTeX that cites; empty without one."""
        return self.parts.get("macro", "")

    @property
    def has_own_number(self) -> bool:
        """Whether it is a mark of a chat answer that counts by itself: 【3†source】."""
        return "own-numbers" in self.parts

    @property
    def is_own_entry(self) -> bool:
        """Whether it is an entry of a bibliography that is checked by itself, which no text cites."""
        return "listed" in self.parts
