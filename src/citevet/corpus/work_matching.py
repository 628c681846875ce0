"""Which work of the corpus a record or a file is: by identifier, then by title, people and year.

A record names its title. A file shows it: the title of a known work is looked for on its first page, and in its name
if there is no text. Every lookup costs the same, however many works are known.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from citevet.corpus.source_records import SourceRecord
from citevet.identifiers.page_keys import make_page_key
from citevet.model import Entry
from citevet.people.parser import read_name
from citevet.records import dataclass, field
from citevet.text.names import fold_name

_SHINGLE = 4  # words that a title is looked up by
_MIN_ALONE = 6  # words of a title that names one work without its people
_MAX_YEARS_APART = 1  # a preprint and its article; a later year is another edition
_HEAD = 1_500  # characters of the first page in which the work's own title is
_MAX_WORDS = 1_200  # of a first page
_LABEL = 2  # words on the line before a title: Research Article
_MIN_CUT_TITLE = 4  # words of a title that is cut off in a file name
IDENTIFIERS = ("doi", "arxiv", "pmid", "pmcid")  # of one work only; chapters share the ISBN of their book


@dataclass(frozen=True, slots=True)
class Work:
    """A known work: an entry of the corpus, or of a library that is being imported."""

    ref: str
    record: SourceRecord
    keys: tuple[str, ...] = ()  # citation keys
    has_file: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its title, folded."""
        return tuple(fold_name(self.record.title).split())


@dataclass(slots=True)
class WorkIndex:
    """Known works by identifier, citation key, title, and the first words of the title."""

    by_identifier: dict[tuple[str, str], list[Work]] = field(default_factory=lambda: defaultdict(list))
    by_key: dict[str, list[Work]] = field(default_factory=lambda: defaultdict(list))
    by_title: dict[str, list[Work]] = field(default_factory=lambda: defaultdict(list))
    by_shingle: dict[tuple[str, ...], list[Work]] = field(default_factory=lambda: defaultdict(list))

    def add(self, work: Work) -> None:
        """Remember a work."""
        for kind, value in work.record.identifiers.items():
            self.by_identifier[kind, make_page_key(value) if kind == "url" else value].append(work)
        for key in work.keys:
            self.by_key[key].append(work)
        if words := work.words:
            self.by_title[" ".join(words)].append(work)
            self.by_shingle[words[:_SHINGLE]].append(work)

    def find_identifier(self, record: SourceRecord, kinds: Sequence[str]) -> Work | None:
        """Return the work with one of the identifiers of a record, by the first of the kinds."""
        for kind in kinds:
            value = record.identifiers.get(kind, "")
            if works := self.by_identifier.get((kind, make_page_key(value) if kind == "url" else value)):
                return works[0]
        return None

    def find_record(self, record: SourceRecord, key: str = "") -> Work | None:
        """Return the work that a record describes: of the same identifier, or title with nothing against it."""
        named = self.find_identifier(record, IDENTIFIERS)
        alike = (work for work in self.by_title.get(fold_name(record.title), ()) if may_be_same(record, work.record))
        keyed = (work for work in self.by_key.get(key, ()) if key and _is_reworded(record, work.record))
        return named or next(alike, None) or next(keyed, None)

    def find_file(self, record: SourceRecord) -> tuple[Work, ...]:
        """Return the works that a file may be, the empty tuple if none; several if the file does not decide."""
        own = [(kind, record.identifiers.get(kind, "")) for kind in IDENTIFIERS]
        named = [self.by_identifier[item] for item in own if item in self.by_identifier]
        if named:
            return _prefer(record, named[0])
        titled = [work for work in self.by_title.get(fold_name(record.title), ()) if may_be_same(record, work.record)]
        if titled := [work for work in titled if len(work.words) > 1 or _is_signed(work, record)]:
            return _prefer(record, titled)
        shown = self._shown_on_page(record)
        return _prefer(record, shown) if shown else _prefer(record, self._named_like(record))

    def _shown_on_page(self, record: SourceRecord) -> list[Work]:
        """Return the works whose titles are in the head of the first page, with their people."""
        lines = [fold_name(line).split() for line in _join_hyphens(record.first_page[:_HEAD]).splitlines()]
        words = [word for line in lines for word in line][:_MAX_WORDS]
        starts = {at for first in accumulate(map(len, lines), initial=0) for at in range(first, first + _LABEL + 1)}
        shown = (work for at, _, work in self._titles_in(words) if at in starts)  # a title inside a line is cited there
        found = [work for work in shown if _is_signed(work, record)]
        longest = max((len(work.words) for work in found), default=0)
        whole = [work for work in found if len(work.words) == longest]
        return [work for work in whole if may_be_same(record, work.record, with_authors=False)]

    def _named_like(self, record: SourceRecord) -> list[Work]:
        """Return the works whose citation key is the name of a file, or whose people, year and title are in it."""
        keyed = [work for work in self.by_key.get(record.stem, ()) if not _contradicts(record, work)]
        if keyed:
            return keyed
        words = fold_name(record.stem.replace("_", " ")).split()
        titled = (work for _, cut, work in self._titles_in(words, may_be_cut=True) if _names(work, words, cut=cut))
        return [work for work in titled if not _contradicts(record, work)]

    def _titles_in(self, words: Sequence[str], *, may_be_cut: bool = False) -> Iterator[tuple[int, bool, Work]]:
        """Yield where titles of works are among the words, and whether the end of the title is missing."""
        seen: set[str] = set()
        for start in range(len(words)):
            for length in range(1, _SHINGLE + 1):
                for work in self.by_shingle.get(tuple(words[start : start + length]), ()):
                    title = work.words
                    here = tuple(words[start : start + len(title)])
                    is_cut = may_be_cut and len(here) >= _MIN_CUT_TITLE and title[: len(here)] == here
                    if work.ref not in seen and (here == title or is_cut):
                        seen.add(work.ref)
                        yield start, here != title, work


def record_of(entry: Entry) -> SourceRecord:
    """Return what an entry says of its work."""
    return SourceRecord(entry.title, entry.authors, entry.year, identifiers=entry.identifiers)


def may_be_same(one: SourceRecord, other: SourceRecord, *, with_authors: bool = True) -> bool:
    """Check that two works of the same title have no different DOI, first author or year."""
    dois = {record.identifiers["doi"] for record in (one, other) if "doi" in record.identifiers}
    years = [int(record.year) for record in (one, other) if record.year and record.year.isdecimal()]
    first, second = (read_name(record.authors[0]).forms() if record.authors else frozenset() for record in (one, other))
    is_same_year = max(years, default=0) - min(years, default=0) <= _MAX_YEARS_APART
    has_other_author = with_authors and first and second and first.isdisjoint(second)
    return len(dois) <= 1 and is_same_year and not has_other_author


def _is_reworded(one: SourceRecord, other: SourceRecord) -> bool:
    """Check that two records with one citation key differ in the wording of their title only."""
    if not (one.authors and other.authors and one.year and one.year == other.year and may_be_same(one, other)):
        return False
    first, second = (set(fold_name(record.title).split()) for record in (one, other))
    return len(first & second) * 2 > max(len(first), len(second))


def _prefer(record: SourceRecord, works: Iterable[Work]) -> tuple[Work, ...]:
    """Return the works of the file's own year and people, those without a file first; else all."""
    found = tuple({work.ref: work for work in works}.values())
    if not found[1:]:  # there is nothing to choose
        return found
    same = tuple(work for work in found if _is_signed(work, record) and may_be_same(record, work.record))
    dated = tuple(work for work in same or found if work.record.year and work.record.year in record.first_page)
    for best in (dated, same):
        if len(best) == 1:
            return best
    left = dated or same or found
    dois = {work.record.identifiers.get("doi") for work in left}
    if len(dois) == 1 and None not in dois:  # one work that is listed twice
        return tuple(sorted(left, key=lambda work: work.has_file))[:1]
    return left


def _is_signed(work: Work, record: SourceRecord) -> bool:
    """Check that the first page names an author of a work; a long title needs none if the work has no author."""
    if not work.record.authors:
        return len(work.words) >= _MIN_ALONE
    page = f" {fold_name(record.first_page)} {fold_name(' '.join(record.authors))} "
    return any(f" {name} " in page for author in work.record.authors[:3] for name in read_name(author).forms())


def _names(work: Work, words: Sequence[str], *, cut: bool) -> bool:
    """Check that a file name has an author or the year of a work besides its title."""
    others = set(words)
    has_author = any(
        set(name.split()) <= others for author in work.record.authors[:2] for name in read_name(author).forms()
    )
    has_year = bool(work.record.year) and work.record.year in others
    return has_author or has_year or (not cut and len(work.words) >= _MIN_ALONE)


def _contradicts(record: SourceRecord, work: Work) -> bool:
    """Check whether the first page of a file shows that it is another work than its name says."""
    if not record.first_page.strip():
        return False
    has_other_doi = work.record.identifiers.get("doi", "") not in {"", record.identifiers.get("doi", "")}
    is_other = bool(record.identifiers.get("doi")) and has_other_doi
    return is_other or not _is_signed(work, record)


def _join_hyphens(text: str) -> str:
    return text.replace("-\n", "").replace("\u00ad\n", "").replace("\ufffe", "")
