"""Fixes of the entries of a bibliography file: what its record has otherwise, and what the entry leaves out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from citevet.contracts import Evidence, FieldChange
from citevet.model import PAPERS, Difference, Fix, Record, Reference, Safety
from citevet.model.document import BIBLIOGRAPHIES
from citevet.people.parser import read_name
from citevet.tables import read_words
from citevet.text.names import fold_name, last_word, squash

_FIELDS: Mapping[str, str] = {"authors": "author", "venue": "journal", "issue": "number"}
_NAMED_AFTER = frozenset({*PAPERS, "isbn"})  # identifiers of a work, and not of its journal or page
_SIGNED = read_words("journal-article proceedings-article preprint")  # the people of a book may be its editors
# Type of a record → the fields that an entry of such a work has.
_WANTED: Mapping[str, tuple[str, ...]] = {
    "journal-article": ("title", "author", "year", "journal", "volume", "number", "pages", "doi"),
    "proceedings-article": ("title", "author", "year", "booktitle", "pages", "doi"),
    "book-chapter": ("title", "year", "booktitle", "pages", "doi"),
    "preprint": ("title", "author", "year"),
}
_OTHERS = ("title", "year", "doi")
_ENTRY_TYPES = {"journal-article": "article", "proceedings-article": "inproceedings"}  # in BibTeX
_CONTAINERS = read_words("journal journaltitle booktitle maintitle eventtitle series")
# Field → fields that say the same.
_SAID_BY: Mapping[str, frozenset[str]] = {
    "author": read_words("author editor"),
    "year": read_words("year date"),
    "journal": _CONTAINERS,
    "booktitle": _CONTAINERS,
    "number": read_words("number issue"),
    "pages": read_words("pages eid article-number articleno numpages"),
}
_INHERITING = read_words("crossref xdata xref entryset")  # fields that take others from another entry
_OWN = frozenset({"doi", "pages"})  # never inherited
_PRINTING = read_words("openalex semanticscholar dblp openlibrary googlebooks")  # services
_ARCHIVES = ("arxiv", "biorxiv", "medrxiv", "chemrxiv", "preprint", "ssrn", "corr")


def can_edit(evidence: Evidence, reference: Reference) -> bool:
    """Check for an entry of the document itself, which is a bibliography."""
    document = evidence.extraction.document
    return document.format in BIBLIOGRAPHIES and reference.path in {None, document.path}


def make_repair(
    evidence: Evidence,
    reference: Reference,
    record: Record,
    changes: Sequence[FieldChange],
    *,
    is_certain: bool,
    known_as: Record | None = None,
) -> Fix | None:
    """Return the fix that writes fields of a record into an entry; safe if identifier and title are the record's.

    `known_as` is the record that has the identifier of the entry, if that is another one; then all changes are made or
    none.
    """
    if evidence.write is None or not changes:
        return None
    written = evidence.write(evidence.extraction.document, reference.span, changes)
    if not written.edits or (known_as and not written.is_whole):
        return None
    is_same = has_same_identity(reference, known_as or record) and _has_title(reference, record)
    is_printed = record.service in _PRINTING and any(change.people for change in changes)
    safety = Safety.SAFE if is_certain and is_same and not is_printed else Safety.ASK
    return Fix(safety, f"take {', '.join(written.names)} from the record of {record.id}", written.edits)


def has_same_identity(reference: Reference, record: Record) -> bool:
    """Check that an entry has an identifier of a record, and its title with or without the subtitle."""
    known = {each.casefold() for each in (record.id, *record.identifiers.values()) if each}
    own = {each.normal.casefold() for each in reference.identifiers if each.kind in _NAMED_AFTER and not each.fault}
    return not known.isdisjoint(own) and _has_title(reference, record)


def _has_title(reference: Reference, record: Record) -> bool:
    title = squash(reference.stated.get("title", ""))
    return bool(title) and title in {
        squash(form) for each in record.all_titles for form in (each, each.partition(":")[0])
    }


def list_corrections(
    reference: Reference, record: Record, differences: Sequence[Difference]
) -> tuple[list[FieldChange], bool]:
    """Return the changes that the differences ask for, and whether all of them are certain if the work is."""
    changes = [_correct(reference, record, each) for each in differences]
    return changes, all(_is_certain(reference, record, each) for each in differences)


def _correct(reference: Reference, record: Record, difference: Difference) -> FieldChange:
    name = _FIELDS.get(difference.type, difference.type)
    if name == "author":
        return FieldChange(name, people=_list_people(record), kind="correct")
    if name == "journal" and "booktitle" in reference.stated and "journal" not in reference.stated:
        name = "booktitle"
    if name == "title":  # which is shown in part
        whole = next((each for each in record.all_titles if each.startswith(difference.source)), record.title)
        return FieldChange(name, whole, kind="correct")
    return FieldChange(name, record.pages if name == "pages" else difference.source, kind="correct")


def _is_certain(reference: Reference, record: Record, difference: Difference) -> bool:
    """Check that a difference is an error of the entry, and cannot be a gap of the record."""
    if difference.type == "authors":  # some records name the first author only, or somebody else
        return len(record.authors) >= len(reference.authors) and _share_authors(reference.authors, record)
    return difference.kind != "near"  # a year by one may be that of the print


def _share_authors(names: Iterable[str], record: Record) -> bool:
    families = {last_word(fold_name(each.partition(",")[0])) for each in record.authors}
    return not families.isdisjoint(last_word(fold_name(each.partition(",")[0])) for each in names)


def list_publication(reference: Reference, preprint: Record, article: Record) -> list[FieldChange]:
    """Return the changes that make the entry of a preprint that of its article; none if nobody wrote both."""
    kind = _ENTRY_TYPES.get(article.type)
    doi = article.identifiers.get("doi", "")
    if not (kind and article.title and article.venue and article.years and doi):
        return []
    if not _share_authors(preprint.authors, article):
        return []
    values = {
        "@type": kind,
        **({} if _has_title(reference, article) else {"title": article.title}),
        "journal" if kind == "article" else "booktitle": article.venue,
        "year": str(article.years[0]),
        "volume": article.volume,
        "number": article.issue,
        "pages": article.pages,
        "doi": doi,
        **({"url": f"https://doi.org/{doi}"} if _leads_to(reference, preprint) else {}),
    }
    return [FieldChange(name, value, kind="exchange") for name, value in values.items()]


def _leads_to(reference: Reference, preprint: Record) -> bool:
    """Check whether the address of an entry has the DOI of its preprint, or what the archive calls it there."""
    _, _, suffix = preprint.identifiers.get("doi", "").partition("/")
    return bool(suffix) and suffix in reference.stated.get("url", "").casefold()


def list_bibtex_changes(reference: Reference, preprint: Record, article: Record) -> list[FieldChange]:
    """Return what else changes in BibTeX: the arXiv id has fields of its own, and month and journal may have to go."""
    arxiv = "" if "eprint" in reference.stated else preprint.identifiers.get("arxiv", "")
    kept = [FieldChange("eprint", arxiv), FieldChange("archiveprefix", "arXiv")] if arxiv else []
    gone = ["month"] if article.type == "journal-article" else ["month", "journal"]
    return [*kept, *(FieldChange(name, kind="exchange") for name in gone)]


def list_additions(reference: Reference, record: Record) -> list[FieldChange]:
    """Return what an entry leaves out, and its record has; nothing if the record is of another version."""
    if record.type != "preprint" and _is_preprint(reference):
        return []
    stated = {name: value for name, value in reference.stated.items() if value.strip()}
    is_heir = not _INHERITING.isdisjoint(stated)
    found = [
        change
        for name in _WANTED.get(record.type, _OTHERS)
        if stated.keys().isdisjoint(_SAID_BY.get(name, {name})) and (not is_heir or name in _OWN)
        for change in _read_record(name, reference, record)
    ]
    return found if any(change.name != "number" for change in found) else []


def _read_record(name: str, reference: Reference, record: Record) -> Iterator[FieldChange]:
    if name == "author":
        if record.authors and record.type in _SIGNED:
            yield FieldChange(name, people=_list_people(record))
        return
    values = {
        "title": record.title,
        "year": str(record.years[0]) if record.years else "",
        "journal": record.venue,
        "booktitle": record.venue,
        "volume": record.volume,
        "number": record.issue,
        "pages": record.pages,
        "doi": "" if any(each.kind == "doi" for each in reference.identifiers) else record.identifiers.get("doi", ""),
    }
    if values[name]:
        yield FieldChange(name, values[name])


def _list_people(record: Record) -> tuple[str, ...]:
    """Return people as "Family, Given"; some services name them as they are printed, and only groups have no comma."""
    if record.service not in _PRINTING:
        return record.authors
    people = [(name, read_name(name)) for name in record.authors]
    return tuple(name if "," in name or person.organization else person.inverted for name, person in people)


def _is_preprint(reference: Reference) -> bool:
    kinds = {each.kind for each in reference.identifiers}
    said = " ".join(reference.stated.get(name, "") for name in ("journal", "booktitle", "note", "howpublished"))
    words = fold_name(said).split()
    return "doi" not in kinds and ("arxiv" in kinds or any(word.startswith(_ARCHIVES) for word in words))
