"""KEY009 to KEY011: author-year citations, and the works of a list by author, whatever the case and accents."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Extraction, Reference
from citevet.model.document import BIBLIOGRAPHIES, is_inside
from citevet.records import dataclass
from citevet.rules.keys.reference_list import (
    find_other_years,
    get_possible_ids,
    is_well_read,
    list_own_references,
    show_author_year,
)
from citevet.text.letters import fold_characters, fold_letters
from citevet.text.names import is_organization, last_word

Authors = tuple[tuple[str, ...], bool]  # family names, and whether "et al." follows
# What follows the year of a forecast: (Kim, 2030 projection), (Kim, 2050 net-zero scenario).
FORESEEN = re.compile(
    r"년|\W{1,3}(?:\w{1,30}\W){0,2}(?:forecast|projection|projected|target|goal|scenario|outlook|estimate|horizon|전망|목표)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"[0-9]{4}[a-z]?")
_LEGAL_FORM = re.compile(r"(?:,? (?:Inc|Ltd|LLC|Corp|GmbH|AG|PLC|Co|Corporation|Research|Team|Foundation)\.?){1,2}$")
_FEW = 3  # misses that say nothing about the list as a whole
_MOST = 50  # authors of one work that are compared
_NAMED = 6  # names that people write before "et al."
_ENTRY = 400  # characters of an entry in which its year is expected
_LONGEST = 2000  # characters of a title or name that are compared
_NO_WORKS: Mapping[str, Sequence[Reference]] = {}
_CODE_NAME = re.compile(r"\b[A-Z]{2,12}[0-9]{1,3}\b")  # a dataset: EID2, HP3
_SHOWN = 4
_INITIALS = re.compile(r", [A-Z]\.,")  # "Albouy, C., Fopp, F. (2025)" writes an entry out and needs no other
_ACRONYM = re.compile(r"[A-Z]{3,8}(?![a-z])")
_CAPITALS = re.compile(r"\b[A-Z](?=[a-z])")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SHORT = 3  # letters of an acronym
_ADDRESS = re.compile(r"https?://\S{1,2000}|\b10\.\d{4,9}/\S{1,500}")
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
        unmatched = list(self._find_unmatched(extraction))
        matched = sum(each.kind == "author-year" and bool(each.reference) for each in extraction.citations)
        by_key = sum(each.kind == "key" for each in extraction.citations)
        is_doubtful = len(unmatched) > _FEW and matched < 2 * len(unmatched) and not is_well_read(extraction)
        if is_doubtful or by_key > matched:
            return ()
        return [
            each for each in unmatched if not _CODE_NAME.search(each.text) and not _is_in_unread_entry(extraction, each)
        ]

    def _find_unmatched(self, extraction: Extraction) -> Iterator[Citation]:
        """Yield the author-year citations that match no entry of the list; "(ibid.)" names no author."""
        for citation in extraction.citations if self.works else ():
            is_settled = citation.reference or citation.also or citation.parts.keys() & {"candidates", "again"}
            year = _get_year(citation)
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
    name, year = citation.parts.get("authors", "").split("; ")[0].split()[-1:], _get_year(citation)[:4]
    text, at = extraction.document.text, citation.span.end
    known = sorted(each.span for each in extraction.references if each.path is None)
    while name and (at := text.find(name[0], at + 1)) >= 0:
        after = text[at + len(name[0]) : at + _ENTRY]
        cites = after.lstrip().startswith(("et al", "(", "&", "and ", "und ", "/", year, f", {year}"))
        if year in after and not cites and not is_inside(at, known):
            return True
    return False


def _get_year(citation: Citation) -> str:
    """Return the year that a citation states, with its letter; empty when it states none."""
    found = _YEAR.search(citation.parts.get("year", ""))
    return found[0] if found else ""


def find_ambiguous_author_year(evidence: Evidence) -> Iterator[Fault]:
    """An author-year citation matches several entries.

    ## Meaning
    The authors and year of a citation match more than one entry of the reference list. A footnote that repeats an entry
    in full, with the same title, DOI, arXiv id or PMID, does not count as another entry.

    ## Why it matters
    Readers have to guess which work is meant, and citevet cannot check the citation.

    ## Example
    ```markdown
    Both effects are small (Kim, 2019).

    # References
    Kim, H. (2019a). On effects. Journal of Effects, 1, 1–9.
    Kim, H. (2019b). On causes. Journal of Causes, 2, 3–8.
    ```

    ## How to fix it
    Add the letter to the year: (Kim, 2019a).

    ## Limitations
    The rule cannot tell which entry the author meant. Entries with the same title are one work (KEY004).
    """
    entries = evidence.extraction.references_by_id
    # Where keys cite the works, a name in the text is only a name.
    by_key = any(each.kind == "key" for each in evidence.extraction.citations)
    for citation in evidence.extraction.citations if not by_key else ():
        ids = get_possible_ids(citation, "candidates")
        titles = [entries[each].title or entries[each].text[:60] for each in ids if each in entries]
        if len({fold_title(title) for title in titles}) > 1 and "again" not in citation.parts:
            shown = ", ".join(f'"{title}"' for title in titles[:_SHOWN])
            message = f"ambiguous citation {show_author_year(citation)}: matches {len(titles)} entries, {shown}"
            yield Fault(citation.span, message, citation=citation)


def find_unlisted_author_year(evidence: Evidence) -> Iterator[Fault]:
    """An author-year citation has no entry in the reference list.

    ## Meaning
    The list has works with authors and years, but none by these authors, in this year or another. All authors count: an
    entry by Kim alone matches neither Kim and Park nor Kim et al. The message names the nearest entries.

    ## Why it matters
    Readers cannot find the work. Invented citations often look like this: a plausible name and year, and no entry.

    ## Example
    ```markdown
    Foam cools slowly (Zhao, 2018).

    # References
    Kim, H. (2019). On effects. Journal of Effects, 1, 1–9.
    ```

    ## How to fix it
    Add the entry or correct the names.

    ## Limitations
    If more than half of the list has no recognizable author and year, the rule does not run. A citation with fewer
    authors than the entry counts as a match. A citation with its own link or DOI is not checked. An acronym
    counts as listed if an entry of the year has words with these initials. Where the list has the first author's name
    anywhere, the finding is a note: the entry may be there in a form that was not recognized. So it is for the year of
    a forecast, "(Kim, 2030 projection)", for a name with a page in a text that cites "Works Cited" in the style of MLA,
    "(Woolf 4)", and in a document with a .bib file and no list, where names and years in the
    text need no entry.
    """
    index = AuthorIndex.from_extraction(evidence.extraction)
    entries = evidence.extraction.references_by_id
    unmatched = index.find_unmatched(evidence.extraction)
    heads = [entry.text[:_LONGEST] for entry in entries.values()] if unmatched else []
    words = {word for head in heads for word in _WORD.findall(fold_letters(head))}
    initials = [(head, "".join(_CAPITALS.findall(head))) for head in heads]
    is_listed = any(each.origin == "list" for each in list_own_references(evidence.extraction))
    where = "the reference list" if is_listed else "the bibliography"
    for citation in unmatched:
        is_written_out = _INITIALS.search(citation.text) or _has_long_form(citation, initials)
        if not index.find_years(citation) and not is_written_out:
            nearest = [_show_entry(entries[each]) for each in get_possible_ids(citation, "near")[:_SHOWN]]
            hint = f" (nearest: {', '.join(nearest)})" if nearest else ""
            message = f"{show_author_year(citation)} is not in {where}{hint}"
            doubtful = not is_listed or _is_named(citation, words) or _may_need_no_entry(citation)
            yield Fault(citation.span, message, citation=citation, is_doubtful=doubtful)


def _has_long_form(citation: Citation, entries: Sequence[tuple[str, str]]) -> bool:
    """Check for an entry that has the year and an organization's name, or its words also after its authors: DMA."""
    name, year = citation.parts["authors"], citation.parts["year"][:4]
    short = _ACRONYM.match(name)
    if short is None:
        return name.count(" ") > 1 and ";" not in name and any(name in text and year in text for text, _ in entries)
    return any(short[0] in initials and year in text for text, initials in entries)


def _is_named(citation: Citation, words: set[str]) -> bool:
    """Check whether the list has the first cited author anywhere, such as in a form that was not read."""
    name = citation.parts["authors"].split(";")[0]
    short = "".join(_CAPITALS.findall(name)).casefold()
    if _ACRONYM.match(name.rstrip("s")):  # the list may write it out
        return True
    return not words.isdisjoint(_WORD.findall(fold_letters(name))) or (len(short) >= _SHORT and short in words)


def _may_need_no_entry(citation: Citation) -> bool:
    """Check for the year of a forecast, or a page in place of a year, as in (Woolf 4): the words may be no name."""
    year = citation.parts["year"]
    return not year or FORESEEN.match(citation.text.partition(year)[2]) is not None


def _show_entry(reference: Reference) -> str:
    """Return who wrote an entry and when: "Smith, Brown & Jones 2019"."""
    *others, last = reference.authors
    return f"{', '.join(others[:_SHOWN])}{' & ' if others else ''}{last} {reference.year}"


def find_year_mismatch(evidence: Evidence) -> Iterator[Fault]:
    """The list has the same authors with another year.

    ## Meaning
    The cited authors are in the reference list, but not with the cited year, with its letter (2019a where the list has
    only 2019), or without a year (n.d.). Or a note names a work with another year than the list or an earlier note.

    ## Why it matters
    Either the year is wrong, or the cited work is missing from the list.

    ## Example
    ```markdown
    Foam cools slowly (Lee, 2019).

    # References
    Lee, J. (2018). Cooling of foam. Journal of Foam, 3, 4–5.
    ```

    ## How to fix it
    Correct the year in the text or in the list, or add the missing work.

    ## Limitations
    The rule cannot tell which year is right. Online-first and print years often differ by one. An entry that has the
    cited year anywhere but in an address or DOI, as the year of an issue or of access, is not reported. "n.d." is
    compared only if every entry with the author's name has a year.
    """
    index = AuthorIndex.from_extraction(evidence.extraction)
    unmatched = index.find_unmatched(evidence.extraction)
    undated = [each for each in evidence.extraction.citations if index.works and _is_undated(each)]
    bare = "\n".join(each.text for each in evidence.extraction.references if undated and not each.year)
    for citation in (*unmatched, *(each for each in undated if each.parts["authors"].split("; ")[0] not in bare)):
        years = index.find_years(citation)
        if years and not any(_may_be_year(citation, entry) for entries in years.values() for entry in entries):
            shown = ", ".join(sorted(years)[:_SHOWN])
            author = next(iter(years.values()))[0].authors[0]
            message = f"year mismatch in {citation.text}: the list has {author} {shown}"
            yield Fault(citation.span, message, citation=citation)
    for note, entry in find_other_years(evidence.extraction):
        where = "another note" if entry.is_note else "the list"
        yield Fault(note.span, f'year mismatch in "{note.title}" {note.year}: {where} has {entry.year}', reference=note)


def _is_undated(citation: Citation) -> bool:
    """Return whether a citation without an entry states that its work has no date."""
    return citation.kind == "author-year" and citation.parts["year"].startswith("n") and citation.reference is None


def _may_be_year(citation: Citation, entry: Reference) -> bool:
    """Return whether an entry has the cited year, other than in an address; a letter must be that of the entry."""
    year = citation.parts["year"]
    # 2019a, where the list has one work of 2019, or only 2019b
    is_other_letter = (entry.year or "")[:_DIGITS] == year[:_DIGITS]
    return not is_other_letter and year[:_DIGITS] in _ADDRESS.sub("", entry.text)
