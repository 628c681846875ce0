"""The works of a list by author, whatever the case and accents, and what cites none of them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from citevet.model import Citation, Extraction, Reference
from citevet.model.document import BIBLIOGRAPHIES, is_inside
from citevet.patterns import lazy_pattern
from citevet.people.parser import sort_word
from citevet.records import dataclass, field
from citevet.rules.keys.reference_list import is_well_read
from citevet.text.letters import fold_characters
from citevet.text.names import is_organization

Authors = tuple[tuple[str, ...], bool]  # family names, and whether "et al." follows
_YEAR = lazy_pattern(r"[0-9]{4}[a-z]?")
_LEGAL_FORM = lazy_pattern(r"(?:,? (?:Inc|Ltd|LLC|Corp|GmbH|AG|PLC|Co|Corporation|Research|Team|Foundation)\.?){1,2}$")
_FEW = 3  # misses that say nothing about the list as a whole
_MOST = 50  # authors of one work that are compared
_NAMED = 6  # names that people write before "et al."
_ENTRY = 400  # characters of an entry in which its year is expected
_LONGEST = 2000  # characters of a title or name that are compared
_NO_WORKS: Mapping[str, Sequence[Reference]] = {}
_CODE_NAME = lazy_pattern(r"\b[A-Z]{2,12}[0-9]{1,3}\b")  # a dataset: EID2, HP3
_MOST_COMPARED = 200  # citations of a document that are compared with every entry of their year
_MOST_ENTRIES = 100  # that are compared with one citation
_ONE_SLIP, _TWO_SLIPS = 5, 8  # letters of a name in which so many slips leave it recognizable
_YEARS = lazy_pattern(r"(?<!\d)((?:1[5-9]|20)\d\d)\s?[-–—]{1,2}\s?((?:1[5-9]|20)\d\d)(?!\d)")
_DIGITS = 4  # of a year; a letter may follow


@dataclass(frozen=True, slots=True)
class AuthorIndex:
    """Entries with authors and a year; empty when too few entries of the list have both."""

    works: Mapping[Authors, Mapping[str, Sequence[Reference]]]  # by authors, then by year

    @classmethod
    def from_extraction(cls, extraction: Extraction) -> "AuthorIndex":
        """Index the document's own list and its bibliography files."""
        is_needed = any(each.kind == "author-year" and not each.reference for each in extraction.citations)
        listed = [each for each in extraction.references if each.origin in {"list", "file"} and not each.back]
        dated = [each for each in listed if each.authors and each.year]
        works: dict[Authors, dict[str, list[Reference]]] = defaultdict(lambda: defaultdict(list))
        # Below one half the list is of another kind (web pages, standards), and most misses would be our own.
        for reference in dated if is_needed and 2 * len(dated) >= len(listed) else ():
            for authors in _list_author_forms(reference):
                works[authors][reference.year or ""].append(reference)
        return cls({authors: dict(years) for authors, years in works.items()})

    def find_unmatched(self, extraction: Extraction) -> Sequence[Citation]:
        """Return the author-year citations that match no entry; none where the list is not cited this way.

        If less than two of three match, the markers are of another kind or the list was not read well (a PDF in
        columns), and most misses would be ours; KEY018 names them.
        """
        if extraction.document.format in BIBLIOGRAPHIES:  # words between entries are remarks
            return ()
        unmatched = list(self.iter_unmatched(extraction))
        matched = sum(each.kind == "author-year" and bool(each.reference) for each in extraction.citations)
        by_key = sum(each.kind == "key" for each in extraction.citations)
        is_doubtful = len(unmatched) > _FEW and matched < 2 * len(unmatched) and not is_well_read(extraction)
        if is_doubtful or by_key > matched:
            return ()
        return [
            each for each in unmatched if not _CODE_NAME.search(each.text) and not _is_in_unread_entry(extraction, each)
        ]

    def iter_unmatched(self, extraction: Extraction) -> Iterator[Citation]:
        """Yield the author-year citations that match no entry of the list; "(ibid.)" names no author."""
        for citation in extraction.citations if self.works else ():
            is_settled = citation.meant.possible or citation.also or citation.is_short_form
            year = get_year(citation)
            is_dated = year or not citation.people.year  # (Woolf 4) states a page instead
            is_named = citation.kind == "author-year" and bool(is_dated and get_cited_authors(citation)[0])
            is_listed = is_settled or year in self.find_years(citation)
            if is_named and not is_listed:
                yield citation

    def find_years(self, citation: Citation) -> Mapping[str, Sequence[Reference]]:
        """Return the entries by the authors that a citation names, by year."""
        return self.find_works(get_cited_authors(citation))

    def find_works(self, authors: Authors) -> Mapping[str, Sequence[Reference]]:
        """Return the entries by these authors, by year."""
        return self.works.get(authors, _NO_WORKS)


def fold_title(text: str) -> str:
    """Return a title or name in lower case without accents and punctuation."""
    return fold_characters(text[:_LONGEST])


def fold_family_name(name: str) -> str:
    """Return the word of a name that lists are sorted by: van der Berg is listed under Berg."""
    return fold_title(sort_word(name))


def get_cited_authors(citation: Citation) -> Authors:
    """Return the authors that an author-year citation names."""
    people = citation.people
    return tuple(filter(None, map(_fold_name, map(_strip_legal_form, people.names)))), people.et_al


def _fold_name(name: str) -> str:
    """Return all words of an organization, since many an Organization has the same year, or a family name."""
    return fold_title(name) if is_organization(name) else fold_family_name(name)


def _strip_legal_form(name: str) -> str:
    """Return a group's name without what one writer adds and another leaves out: OpenAI Inc., OpenAI Research."""
    return _LEGAL_FORM.sub("", name) or name


def _list_author_forms(reference: Reference) -> Iterator[Authors]:
    """Yield the ways to cite the authors: all, the first few and "et al.", an organization by name or initials."""
    authors = [_strip_legal_form(name) for name in reference.authors[:_MOST]]
    families = tuple(map(fold_family_name, authors))
    yield families, False
    yield tuple(map(_fold_name, authors)), False
    words = reference.authors[0].split() if len(families) == 1 else []
    if len(words) > 1:  # (WHO, 2021) for the World Health Organization
        yield (fold_title("".join(word[0] for word in words if word[0].isupper())),), False
    for count in range(1, min(len(families), _NAMED) + 1) if not reference.sole else ():
        yield families[:count], True


def _is_in_unread_entry(extraction: Extraction, citation: Citation) -> bool:
    """Return whether name and year follow each other after the citation, outside the entries that were read."""
    name, year = citation.people.first.split()[-1:], get_year(citation)[:4]
    text, at = extraction.document.text, citation.span.end
    known = sorted(each.span for each in extraction.references if each.path is None)
    while name and (at := text.find(name[0], at + 1)) >= 0:
        after = text[at + len(name[0]) : at + _ENTRY]
        cites = after.lstrip().startswith(("et al", "(", "&", "and ", "und ", "/", year, f", {year}"))
        if year in after and not cites and not is_inside(at, known):
            return True
    return False


def get_year(citation: Citation) -> str:
    """Return the year that a citation states, with its letter; empty when it states none."""
    found = _YEAR.search(citation.people.year)
    return found[0] if found else ""


# Names and years that miss an entry by a slip


@dataclass(frozen=True, slots=True)
class MistypedIndex:
    """The works of a list by year, for citations whose authors it does not have."""

    index: AuthorIndex
    by_year: Mapping[str, Sequence[tuple[Authors, Reference]]] = field(default_factory=dict)

    @classmethod
    def of(cls, index: AuthorIndex) -> "MistypedIndex":
        """Arrange the works of a list by year."""
        found: dict[str, list[tuple[Authors, Reference]]] = defaultdict(list)
        for authors, years in index.works.items():
            for year, entries in years.items():
                found[year].append((authors, entries[0]))
        return cls(index, found)

    def find_respelt(self, citation: Citation) -> Reference | None:
        """Return the only work of the cited year whose authors differ by a slip in one name."""
        cited = get_cited_authors(citation)
        alike = (entry for authors, entry in self.by_year.get(get_year(citation), ()) if _is_respelt(cited, authors))
        found = {entry.id: entry for entry in islice(alike, _MOST_ENTRIES)}
        return next(iter(found.values())) if len(found) == 1 else None


def find_hand_typed(extraction: Extraction, index: AuthorIndex) -> Iterator[tuple[Citation, Reference]]:
    """Yield names and years in the text of a document that cites by key, and the entry that each of them misses.

    Such a document may name works that it does not list, so only a slip beside an entry counts: digits that changed
    places, another digit or letter. A name alone, such as Lee, must be in one work of the bibliography.
    """
    mistyped = MistypedIndex.of(index)
    for citation in islice(index.iter_unmatched(extraction), _MOST_COMPARED):
        years = index.find_years(citation)
        entries = [*{entry.id: entry for each in years.values() for entry in each}.values()]
        meant = [each for each in entries if is_other_year(citation, each)]
        names, et_al = get_cited_authors(citation)
        is_one_name = len(names) == 1 and not et_al
        if len(meant) == len(entries) == 1 and (not is_one_name or is_digit_slip(get_year(citation), meant[0].year)):
            yield citation, meant[0]
        elif not entries and (respelt := mistyped.find_respelt(citation)):
            yield citation, respelt


def is_other_year(citation: Citation, entry: Reference) -> bool:
    """Return whether an entry has neither the cited year nor a span of years around it: 2 vols., 1966–1970."""
    year, own = get_year(citation)[:_DIGITS], (entry.year or "")[:_DIGITS]
    spans = ((found[1], found[2]) for found in _YEARS.finditer(entry.text))
    return bool(year and own) and year != own and not any(first <= year <= last for first, last in spans)


def _is_respelt(cited: Authors, listed: Authors) -> bool:
    (names, et_al), (others, more) = cited, listed
    if et_al != more or len(names) != len(others):
        return False
    differing = [(one, other) for one, other in zip(names, others, strict=True) if one != other]
    is_sole = len(names) == 1 and not et_al
    return len(differing) == 1 and is_slip(*differing[0], most=1 if is_sole else 2)


def is_slip(one: str, other: str, *, most: int = 2) -> bool:
    """Return whether two long names differ by at most so many letters that changed, came, went or changed places."""
    short = min(len(one), len(other))
    allowed = min(most, 2 if short >= _TWO_SLIPS else 1 if short >= _ONE_SLIP else 0)
    if not allowed or one[:1] != other[:1] or abs(len(one) - len(other)) > allowed:
        return False
    return _count_slips(one, other) <= allowed


def _count_slips(one: str, other: str) -> int:
    """Return the edit distance, in which two letters that changed places are one slip."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        further = [at]
        for place, counterpart in enumerate(other, 1):
            least = min(row[place] + 1, further[-1] + 1, row[place - 1] + (letter != counterpart))
            if at > 1 and place > 1 and letter == other[place - 2] and one[at - 2] == counterpart:
                least = min(least, before[place - 2] + 1)
            further.append(least)
        before, row = row, further
    return row[-1]


def is_digit_slip(cited: str, listed: str | None) -> bool:
    """Return whether two years differ in one digit, or in two that changed places."""
    return _count_slips(cited[:_DIGITS], (listed or "")[:_DIGITS]) == 1
