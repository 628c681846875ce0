"""The works of a list by author, whatever the case and accents, and what cites none of them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from citevet.model import Citation, Extraction, Reference
from citevet.model.document import BIBLIOGRAPHIES, is_inside
from citevet.records import dataclass
from citevet.rules.keys.reference_list import is_well_read
from citevet.text.letters import fold_characters
from citevet.text.names import is_organization, last_word

Authors = tuple[tuple[str, ...], bool]  # family names, and whether "et al." follows
_YEAR = re.compile(r"[0-9]{4}[a-z]?")
_LEGAL_FORM = re.compile(r"(?:,? (?:Inc|Ltd|LLC|Corp|GmbH|AG|PLC|Co|Corporation|Research|Team|Foundation)\.?){1,2}$")
_FEW = 3  # misses that say nothing about the list as a whole
_MOST = 50  # authors of one work that are compared
_NAMED = 6  # names that people write before "et al."
_ENTRY = 400  # characters of an entry in which its year is expected
_LONGEST = 2000  # characters of a title or name that are compared
_NO_WORKS: Mapping[str, Sequence[Reference]] = {}
_CODE_NAME = re.compile(r"\b[A-Z]{2,12}[0-9]{1,3}\b")  # a dataset: EID2, HP3


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
            is_settled = citation.reference or citation.also or citation.parts.keys() & {"candidates", "again"}
            year = get_year(citation)
            is_dated = year or citation.parts.get("year") == ""  # (Woolf 4) states a page instead
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
    return fold_title(last_word(name))


def get_cited_authors(citation: Citation) -> Authors:
    """Return the authors that an author-year citation names."""
    names = tuple(filter(None, map(_fold_name, map(_strip_legal_form, citation.parts.get("authors", "").split("; ")))))
    return names, "et_al" in citation.parts


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
    name, year = citation.parts.get("authors", "").split("; ")[0].split()[-1:], get_year(citation)[:4]
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
    found = _YEAR.search(citation.parts.get("year", ""))
    return found[0] if found else ""
