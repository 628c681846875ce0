"""Find the corpus entry of a citation: by its id, an identifier, its authors and year, or as the opinion of a case."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from citevet.model import Citation, CitationKind, Difference, Entry, Reference, Resolution, Source
from citevet.patterns import lazy_pattern
from citevet.people.parser import is_sole, read_name
from citevet.resolve.local.context import LocalContext, resolve_to, unassessed_flag
from citevet.resolve.local.entry_facts import record_of
from citevet.resolve.local.pages import check_pages, check_sections, has_printed_pages, tie_pages
from citevet.resolve.local.project_files import MISSING, FileSnapshot, find_project_file
from citevet.text.names import acronym, fold_name, last_word

if TYPE_CHECKING:
    from citevet.resolve.compare import Comparison

_POINTERS: frozenset[CitationKind] = frozenset({"numeric", "footnote", "key"})  # to the document's reference list
_IDENTIFIERS: tuple[CitationKind, ...] = ("doi", "arxiv", "isbn", "url")  # that an entry may have
_LINKED: tuple[CitationKind, ...] = ("doi", "arxiv")  # that the address of a link contains
_MAX_SHOWN = 5  # entries with the same name in a difference
_YEAR = lazy_pattern(r"[12]\d{3}")
_INITIALS = lazy_pattern(r"[A-Z]{2,8}")
_MAX_CITED_AUTHORS = 6  # that are compared
_MAX_AUTHORS = 100  # of an entry that are compared
_MAX_NAME = 300  # characters
_NO_AUTHOR = "\0"  # before the year of entries without authors, in the catalogue
_ID = lazy_pattern(r"REF-[0-9]{1,32}[a-z]?")
_MIN_TITLE = 4  # words of a title that names one work
CASE_KINDS: tuple[CitationKind, ...] = ("us-case", "uk-case", "eu-case", "echr-case", "de-case", "ecli")
_NUMBERED_CASES = frozenset({"eu-case", "echr-case", "de-case"})  # cited by the number of their file
_CASE_FIELDS = ("citation", "citations", "neutral_citation", "reporter", "ecli", "case_number", "docket", "number")
_COURT = lazy_pattern(r"court|tribunal|gericht|cour\b|house of lords|privy council|bench|chamber", re.IGNORECASE)
_CASE_TYPE = lazy_pattern(r"case|opinion|judge?ment|decision|ruling", re.IGNORECASE)
_CASE_NAME = lazy_pattern(
    r"(?!(?:see|under|as|following|citing|quoting|an?|on)\b|in (?!re\b|the matter\b))"
    r"(?:.*\svs?\.?\s|in (?:re|the matter)\b|re\b|ex parte\b)",
    re.IGNORECASE,
)
_PROSE = lazy_pattern(r"\b(?!others|another|parte|matter)[a-z]{4}")
_NUMBERS = lazy_pattern(r"\d+")
_HEAD, _HEAD_LINES = 2_000, 15  # characters and lines of an opinion in which its own citation is
_SHORT_LINE = 80  # characters around the number of a file
_LONGEST_LINE = 300  # characters


def resolve_id(citation: Citation, reference: Reference | None, context: LocalContext) -> Resolution:
    """Resolve `[REF-043, p.15]`: missing without an entry, ambiguous with two."""
    del reference
    if not context.corpus.exists:
        return Resolution(reason="not-in-corpus")
    ref = citation.normal
    if ref not in context.cache.entries:
        context.cache.entries[ref] = context.corpus.entries_by_id(ref)
    if found := _resolution(context.cache.entries[ref], citation, context):
        return found
    return _resolve_own_file(citation.file.path or None, context)


def _resolve_own_file(path: str | None, context: LocalContext) -> Resolution:
    """Return the file of an id that has other letters than those of entries."""
    if path is None:
        return MISSING
    if isinstance(file := find_project_file(path, context.root), Resolution):
        return file
    known = context.snapshot(file)
    sha256 = known.sha256 if isinstance(known, FileSnapshot) else None
    return Resolution("found", source=Source(path, "artifact", path=path, sha256=sha256))


def resolve_identifier(citation: Citation, reference: Reference | None, context: LocalContext) -> Resolution | None:
    """Resolve `doi:10.1000/182`, `[3]` or `[@smith]` by an identifier of the work or the reference itself."""
    if not context.corpus.exists:
        return None
    for kind, value in _identifiers_of(citation, reference):
        entries = context.corpus.entries_by_identifier(kind, value)
        if len(entries) == 1:
            return _compare(_resolution(entries, citation, context, reference), reference, entries[0])
    if reference is None and citation.kind == "key":
        return _resolution(context.corpus.entries_by_key(citation.normal), citation, context)
    if not reference or citation.kind not in _POINTERS:
        return None
    by_id = context.corpus.entries_by_id(reference.key) if _ID.fullmatch(reference.key) else ()
    found = by_id or _entries_by_key(reference, context)
    entries = found or _entries_of_reference(reference, context) or _entries_by_title(reference, context)
    if len(entries) != 1:
        return None
    return _compare(_resolution(entries, citation, context, reference), reference, entries[0])


def _find_differences(reference: Reference | None, entry: Entry) -> "Comparison":
    from citevet.resolve.compare import compare  # 9 ms, and most citations lead to no source of a corpus

    return compare(reference, record_of(entry))


def _compare(found: Resolution | None, reference: Reference | None, entry: Entry) -> Resolution | None:
    """Add how the reference differs from the entry with its identifier; with another title it is another work."""
    decision, differences = _find_differences(reference, entry)
    if found is None or found.source is None or not differences:
        return found
    found = replace(found, differences=(*found.differences, *differences))
    return replace(found, existence="mismatched", reason=None) if decision == "mismatched" else found


def _identifiers_of(citation: Citation, reference: Reference | None) -> Iterator[tuple[str, str]]:
    forms = [(citation.kind, citation.normal), *((form.kind, form.normal) for form in citation.also)]
    forms += [(kind, value) for kind, value in citation.link.papers if kind in _LINKED]
    if reference:
        forms += [(each.kind, each.normal) for each in reference.identifiers if each.kind in _IDENTIFIERS]
    for kind, normal in forms:
        name = "url" if kind == "link" else kind
        if name in _IDENTIFIERS:
            yield name, normal


def resolve_author_year(citation: Citation, reference: Reference | None, context: LocalContext) -> Resolution | None:
    """Resolve `(Smith & Lee, 2019)`; None if the document lists the work and the corpus does not have it."""
    people = citation.people
    year = _YEAR.match(people.year)
    names = [name for name in people.names[:_MAX_CITED_AUTHORS] if _words(name)]
    if not context.corpus.exists or not year or not names:
        return None
    dois = _dois_of(reference)
    years = (year[0], *_YEAR.findall(people.first_year))
    candidates = [entry for each in years for entry in _find_by_authors(names, each, context) if _may_be(entry, dois)]
    found: Sequence[Entry] = [entry for entry in candidates if not (people.et_al and _has_sole_author(entry))]
    if reference:  # without its DOI, another title by the same authors in the same year is another work
        found = [entry for entry in found if _own_doi(entry) in dois or not _has_other_title(reference, entry)]
    found = found or next((same for doi in sorted(dois) if (same := _catalogue(context).get(doi, ()))), ())
    found = found or (_entries_by_title(reference, context) if reference else ())
    if entries := _prefer_author_count(found, names, et_al=people.et_al):
        return _compare(_resolution(entries, citation, context, reference), reference, entries[0])
    if reference or citation.also or citation.meant.how == "several":
        return None
    return _explain_absence(names, years, context, et_al=people.et_al)


def _explain_absence(names: list[str], years: tuple[str, ...], context: LocalContext, *, et_al: bool) -> Resolution:
    """Return why no entry has these authors and years; undecided if one lacks its year or its authors."""
    undated = [each for each in _find_by_authors(names, "", context) if not (et_al and _has_sole_author(each))]
    if undated:
        unknown = Difference("year", years[0], f"{_show_ids(undated)}, which has no year")
        return Resolution(reason="abstained", differences=(unknown,))
    others = tuple(_other_authors(names, years[0], context)) or tuple(_other_years(names, years[0], context))
    unsigned = [entry for each in (*years, "") for entry in _catalogue(context).get(_NO_AUTHOR + each, ())]
    if others or not unsigned:
        return Resolution(reason="not-in-corpus", differences=others)
    unknown = Difference("authors", " & ".join(names), f"{_show_ids(unsigned)}, which has no authors")
    return Resolution(reason="abstained", differences=(unknown,))


def has_work(names: tuple[str, ...], year: str, *, context: LocalContext) -> bool:
    """Check whether the corpus has a work that a citation with these names and year would find."""
    cited = [name for name in names[:_MAX_CITED_AUTHORS] if _words(name)]
    return bool(context.corpus.exists and cited and _YEAR.fullmatch(year) and _find_by_authors(cited, year, context))


def _resolution(
    entries: tuple[Entry, ...], citation: Citation, context: LocalContext, reference: Reference | None = None
) -> Resolution | None:
    """Return the one entry as source, with faults of the cited page and section; ambiguous if there are several."""
    if not entries:
        return None
    if len(entries) > 1:
        paths = ", ".join(entry.path for entry in entries[:_MAX_SHOWN])
        return Resolution("ambiguous", differences=(Difference("entry", citation.normal, paths),))
    entry = tie_pages(entries[0], reference, citation.place)
    page_flags, page_differences = check_pages(entry, citation.place)
    section_flags, section_differences = check_sections(entry, citation)
    return resolve_to(
        entry,
        flags=(*page_flags, *section_flags, *unassessed_flag(entry, context)),
        differences=(*page_differences, *section_differences),
    )


def _entries_of_reference(reference: Reference, context: LocalContext) -> tuple[Entry, ...]:
    """Return the entries with the authors, year and title of a reference, and no other DOI."""
    year = _YEAR.match(reference.year or "")
    names = [name for name in reference.authors[:_MAX_CITED_AUTHORS] if _words(name)]
    title = reference.likely_title[:_MAX_NAME]
    if not (year and names and fold_name(title)):
        return ()
    titles = {fold_name(title), fold_name(title.rpartition(",")[0])} - {""}  # a page may follow the title
    dois = _dois_of(reference)
    written = (entry for entry in _find_by_names(names, year[0], context) if _may_be(entry, dois))
    return tuple(entry for entry in written if fold_name(entry.title[:_MAX_NAME]) in titles)


def _entries_by_key(reference: Reference, context: LocalContext) -> tuple[Entry, ...]:
    """Return the entries with the citation key of a reference, and nothing against its title and DOI."""
    found = context.corpus.entries_by_key(reference.key) if reference.origin == "file" else ()
    own = (entry for entry in found if _may_be(entry, _dois_of(reference)))
    return tuple(entry for entry in own if not _has_other_title(reference, entry))


def _entries_by_title(reference: Reference, context: LocalContext) -> tuple[Entry, ...]:
    """Return the entries with the title of a reference that share its year or first author."""
    title = fold_name(reference.likely_title[:_MAX_NAME])
    if len(title.split()) < _MIN_TITLE:
        return ()
    found = (entry for entry in _catalogue(context).get(title, ()) if _may_be(entry, _dois_of(reference)))
    wrong = ((entry, {each.type for each in _find_differences(reference, entry).differences}) for entry in found)
    return tuple(entry for entry, types in wrong if not {"authors", "year"} <= types)


def _has_other_title(reference: Reference, entry: Entry) -> bool:
    return any(each.type == "title" for each in _find_differences(reference, entry).differences)


def _find_by_authors(names: list[str], year: str, context: LocalContext) -> tuple[Entry, ...]:
    """Return the entries by these authors, or by an organization with these initials."""
    found = _find_by_names(names, year, context)
    if found or not _INITIALS.fullmatch(names[0]):
        return found
    return tuple(entry for entry in _catalogue(context).get(names[0], ()) if (entry.year or "")[:4] == year)


def _find_by_names(names: list[str], year: str, context: LocalContext) -> tuple[Entry, ...]:
    forms = dict.fromkeys((names[0], last_word(names[0])))
    candidates = {entry.path: entry for name in forms for entry in context.corpus.entries_by_author(name, year)}
    return tuple(entry for entry in candidates.values() if _has_authors(entry, names))


def _has_authors(entry: Entry, names: list[str]) -> bool:
    """Check that the first author is the first name, and that every other name is an author."""
    writers = [_words(author) | read_name(author[:_MAX_NAME]).forms() for author in entry.authors[:_MAX_AUTHORS]]
    first, *others = (_words(last_word(name)) for name in names)
    return bool(writers) and first <= writers[0] and all(any(name <= words for words in writers) for name in others)


def _has_sole_author(entry: Entry) -> bool:
    return len(entry.authors) == 1 and is_sole(entry.authors[0])


def _prefer_author_count(entries: Iterable[Entry], names: list[str], *, et_al: bool) -> tuple[Entry, ...]:
    """Prefer entries with as many authors as cited, or with more for "et al."."""
    more = [(entry, len(entry.authors) - len(names)) for entry in entries]
    return tuple(entry for entry, others in more if (others > 0 if et_al else others == 0)) or tuple(entries)


def _dois_of(reference: Reference | None) -> frozenset[str]:
    """Return the DOIs in the document's own reference list."""
    identifiers = reference.identifiers if reference else ()
    return frozenset(identifier.normal.lower() for identifier in identifiers if identifier.kind == "doi")


def _own_doi(entry: Entry) -> str:
    return entry.identifiers.get("doi", "").lower()


def _may_be(entry: Entry, dois: frozenset[str]) -> bool:
    """Reject a work by the same authors and year with another DOI."""
    return not (_own_doi(entry) and dois) or _own_doi(entry) in dois


def _other_authors(names: list[str], year: str, context: LocalContext) -> Iterator[Difference]:
    """Yield the work of the first author in that year whose other authors differ."""
    for entry in _find_by_names(names[:1], year, context)[:1]:
        writers = " & ".join(read_name(author[:_MAX_NAME]).shown for author in entry.authors[:_MAX_CITED_AUTHORS])
        yield Difference("authors", " & ".join(names), f"{writers} {year} ({entry.id})")


def _other_years(names: list[str], year: str, context: LocalContext) -> Iterator[Difference]:
    """Yield the neighbouring year with a work by the same authors."""
    for other in (str(int(year) + 1), str(int(year) - 1)):
        for entry in _find_by_names(names, other, context)[:1]:
            yield Difference("year", year, f"{other} ({entry.id})")
            return


def _show_ids(entries: list[Entry]) -> str:
    more = f" or {len(entries) - _MAX_SHOWN} other entries" if len(entries) > _MAX_SHOWN else ""
    return " or ".join(entry.id for entry in entries[:_MAX_SHOWN]) + more


def _catalogue(context: LocalContext) -> Mapping[str, tuple[Entry, ...]]:
    """Index the corpus by DOI, title, initials of an organization, and year of works without authors, on first use."""
    if not context.cache.catalogue:
        lists: dict[str, list[Entry]] = defaultdict(list)
        for entry in context.corpus.entries():
            title = fold_name(entry.title[:_MAX_NAME])
            if not any(map(_words, entry.authors[:_MAX_AUTHORS])):
                lists[_NO_AUTHOR + (entry.year or "")[:4]].append(entry)
            for key in {_own_doi(entry), title, *map(acronym, entry.authors[:1])} - {""}:
                lists[key].append(entry)
        context.cache.catalogue.update((key, tuple(entries)) for key, entries in lists.items())
    return context.cache.catalogue


def _words(name: str) -> frozenset[str]:
    return frozenset(fold_name(name[:_MAX_NAME]).split())


def resolve_case(citation: Citation, reference: Reference | None, context: LocalContext) -> Resolution | None:
    """Resolve a case by its citation or number in the title, the fields or the head of an opinion in the corpus."""
    del reference
    if not context.corpus.exists:
        return None
    own = citation.law.number if citation.kind in _NUMBERED_CASES else citation.normal
    keys = [key for name in (own, *citation.law.reports) if (key := _fold_case(name))]
    known = _case_lines(context) if keys else {}
    lines = [(line, entry, key) for key in keys for line, entry in known.get(["", *_NUMBERS.findall(key)][-1], ())]
    places = ((line, entry, at) for line, entry, key in lines if (at := _find_case(line, key)) is not None)
    found = {entry.path: (line[:at].strip(" ,;:(|-–"), entry) for line, entry, at in places}
    if len(found) != 1:
        return None
    from citevet.resolve.law.captions import compare_case  # 35 ms, with the clients of all services of law

    [(caption, entry)] = found.values()
    case = compare_case(citation, replace(record_of(entry), title=caption or entry.title))
    if not has_printed_pages(entry, citation.place):  # a slip opinion has other pages than the reporter
        entry = replace(entry, pages=None, labels=())
    opinion = resolve_to(entry, differences=case.differences, note=case.why)
    return opinion if case.existence == "found" else replace(opinion, existence=case.existence, reason=None)


def _case_lines(context: LocalContext) -> Mapping[str, Sequence[tuple[str, Entry]]]:
    """Collect title, fields and first lines of all entries that may be opinions by their numbers, on first use."""
    lines = context.cache.case_lines
    if "" in lines:
        return lines
    lines[""] = []  # a corpus without opinions is read once, too
    for entry in filter(_may_be_opinion, context.corpus.entries()):
        fields = (entry.metadata.get(name) for name in _CASE_FIELDS)
        stated = [str(one) for field in fields for one in (field if isinstance(field, list) else [field]) if one]
        pages = context.corpus.body(entry).pages[:1] if entry.file else ()
        head = [line for page in pages for line in page.text[:_HEAD].splitlines()[:_HEAD_LINES]]
        for line in (entry.title, *stated, *head):
            shown = " ".join(line.split())[:_LONGEST_LINE]
            for number in set(_NUMBERS.findall(_fold_case(shown))):
                lines[number].append((shown, entry))
    return lines


def _may_be_opinion(entry: Entry) -> bool:
    """Check that only a court wrote the source."""
    if entry.identifiers.keys() & {"doi", "arxiv", "isbn"}:
        return False
    is_case = bool(_CASE_TYPE.search(entry.source_type or ""))
    return is_case or all(_COURT.search(author) for author in entry.authors[:_MAX_AUTHORS])


def _find_case(line: str, key: str) -> int | None:
    """Return where in a line the citation of the case itself starts; a sentence cites another case."""
    folded = _fold_case(line)
    at = folded.find(key)
    end = at + len(key)
    if at < 0 or folded[at - 1 : at].isdigit() or folded[end : end + 1].isdigit():
        return None
    places = [index for index, char in enumerate(line) if char not in " ."]
    start, after = places[at], line[places[end - 1] + 1 :]
    is_named = not line[:start].strip(" (") or _CASE_NAME.match(line[:start])
    is_alone = is_named and not _PROSE.search(f"{line[:start]} {after}")
    return start if is_alone or (("/" in key or ":" in key) and len(line) <= _SHORT_LINE) else None


def _fold_case(name: str) -> str:
    return name.replace(" ", "").replace(".", "").lower()
