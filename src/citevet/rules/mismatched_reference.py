"""MET013, MET014: a reference does not fit the corpus entry or the record with its identifier."""

import re
from collections.abc import Iterator, Mapping, Sequence

from citevet.contracts import Evidence, Fault
from citevet.model import Difference, Document, Edit, Fix, Judgement, Record, Reference, Safety, Span
from citevet.rules.citation_judgements import find_difference, find_judged_citations, find_named_citations, suggest_work

_FIELDS = ("title", "authors", "year", "venue", "volume", "pages")
_FIELD_NAMES: Mapping[str, tuple[str, ...]] = {
    "authors": ("author",),
    "year": ("year",),
    "venue": ("journal", "journaltitle"),
    "volume": ("volume",),
    "pages": ("pages",),
}
_VALUE = (
    r"\b{name}\s{{0,20}}=\s{{0,20}}(\{{[^{{}}]{{0,1000}}\}}|\"[^\"{{}}]{{0,1000}}\"|\d{{1,9}})\s{{0,20}}(?=[,}})]|$)"
)
_PLAIN = frozenset({"year", "volume", "pages"})  # numbers that are found in a reference without named fields
_SPECIAL = re.compile(r"[&%#_$]")
_UNWRITTEN = str.maketrans("", "", '{}\\~^"')
_DASHES = re.compile(r"\s?[-–—]{1,2}\s?")


def find_identifier_of_another_work(evidence: Evidence) -> Iterator[Fault]:
    """The identifier of a reference belongs to another work.

    ## Meaning
    The corpus, or with `--online` a registry such as Crossref, arXiv, PubMed or Open Library, has the identifier of the
    reference (DOI, arXiv id, PMID, ISBN) under another title.

    ## Why it matters
    A real identifier makes an invented reference look checked. Readers who follow it find another work.

    ## Example
    ```markdown
    [1] Doe, J. (2019). Roots and pipes in towns. doi:10.5555/canopy.2023.240
    ```
    where the corpus or Crossref has the DOI as "The Street Canopy Survey".

    ## How to fix it
    Find out which of the two is meant, and correct the title or the identifier.

    ## Limitations
    Titles are different if they share less than half of their words. The rule stays silent if the author agrees and the
    title may be a translation, or that of a preprint of the same year. If volume and first page are those of the
    record, only another title in the same language is reported. Works that are not in the corpus are looked up only
    with `--online`.
    """
    for reference, judgement, _ in _find_mismatches(evidence):
        if title := find_difference(judgement, "title"):
            sides = f'you wrote "{title.claim}", {judgement.source} is "{title.source}"'
            message = f"the identifier belongs to another work: {sides}{suggest_work(judgement)}"
            yield _make_fault(evidence, reference, message)


def find_reference_mismatch(evidence: Evidence) -> Iterator[Fault]:
    """Authors, year, journal, volume or pages of a reference differ from the corpus or the registry.

    ## Meaning
    The corpus, or with `--online` a registry, has the work under the same identifier and title, but none of the cited
    authors, another first author, or another year, journal, volume or first page. Both sides are shown.

    ## Why it matters
    Readers cannot find the work by such a reference, and citations of it name the wrong people.

    ## Example
    ```markdown
    [1] Doe, J. (2009). The street canopy survey. Annals of Urban Climate 12, 90-99. doi:10.5555/canopy.2023.240
    ```
    where the record has R. Ash as the author, 2023 as the year, and pages 233-241 of volume 12.

    ## How to fix it
    Copy the data from the work itself, and correct the corpus entry if it is the one that is wrong. For a registry,
    `citevet check refs.bib --online --fix --unsafe-fixes` puts the data of its record into a BibTeX entry; in a list of
    the document itself, it corrects year, volume and pages.

    ## Limitations
    Authors in another order are accepted, and so is another first author if the record has fewer authors than the
    reference. A year that is one off is accepted, because works appear online first. Journal, volume and pages are
    compared for journal articles only, not for preprints, and volume and pages with registries only. In running text
    a wrong volume is reported only if the first page is right, and the other way round, because the numbers may be
    anything else. Abbreviated journals are accepted, and a name of one word is compared with another name of one word
    only. Years before a reissue of a book or a version of a dataset, and years of a translation, are accepted.
    Outside of entries, citations such as `Ice 3, 14 (2019), doi:10.…` are compared; a page inside the article is right.
    """
    for reference, judgement, differences in _find_mismatches(evidence):
        source = judgement.source or ""
        if all(each.type != "title" for each in differences):
            message = f"reference differs from {_name_place(evidence, source)}: {_show_sides(differences, source)}"
            yield _make_fault(evidence, reference, message, _find_fix(evidence, reference, source, differences))
    text = evidence.extraction.document.text
    for citation, judgement in find_named_citations(evidence, "journal"):
        # "Ice 3, 4 (2019); doi:10.…" may be two works.
        if judgement.differences and citation.also and ";" not in text[citation.span.end : citation.also[0].span.start]:
            sides = _show_sides(judgement.differences, judgement.source or "")
            message = f"citation differs from the record of its identifier: {sides}"
            yield Fault(citation.span, message, citation=citation)


def _show_sides(differences: Sequence[Difference], source: str) -> str:
    return "; ".join(f'{each.type}: you wrote "{each.claim}", {source} has "{each.source}"' for each in differences)


def _name_place(evidence: Evidence, source: str) -> str:
    found = evidence.sources.get(source)
    return "the record of its identifier" if found and found.record else "the corpus"


def _find_mismatches(evidence: Evidence) -> Iterator[tuple[Reference, Judgement, list[Difference]]]:
    """Yield each cited reference once, with its judgement and the fields that differ."""
    references = evidence.extraction.references_by_id
    seen: set[str] = set()
    for citation, judgement in find_judged_citations(evidence):
        differences = [each for each in judgement.differences if each.type in _FIELDS]
        reference = references.get(citation.reference or "")
        if reference and judgement.source and differences and reference.id not in seen:
            seen.add(reference.id)
            yield reference, judgement, differences


def _find_fix(evidence: Evidence, reference: Reference, source: str, differences: list[Difference]) -> Fix | None:
    found = evidence.sources.get(source)
    if found is None or found.record is None:
        return None
    return _make_record_fix(evidence.extraction.document, reference, found.record, differences)


def _make_fault(evidence: Evidence, reference: Reference, message: str, fix: Fix | None = None) -> Fault:
    """Report at the entry, or at its first citation if the entry is in another file."""
    if reference.path is None:
        return Fault(reference.span, message, fix=fix, reference=reference)
    cited = next(each for each in evidence.extraction.citations if each.reference == reference.id)
    return Fault(cited.span, message, fix=fix, citation=cited, reference=reference)


def _make_record_fix(
    document: Document, reference: Reference, record: Record, differences: Sequence[Difference]
) -> Fix | None:
    """Return a fix for every field that differs, or none if one of them cannot be replaced for certain."""
    if reference.path not in {None, document.path}:
        return None
    find = _find_field_edit if document.format == "bibtex" else _find_plain_edit
    edits = [find(document.text, reference.span, each, record) for each in differences]
    found = [edit for edit in edits if edit]
    if len(found) < len(edits):
        return None
    names = ", ".join(each.type for each in differences)
    return Fix(Safety.ASK, f"take {names} from the record of {record.id}", tuple(found))


def _find_field_edit(text: str, span: Span, difference: Difference, record: Record) -> Edit | None:
    """Return the new value of a field of a BibTeX entry, in braces."""
    value = _write_value(difference, record)
    places = [*_find_values(text, span, _FIELD_NAMES.get(difference.type, ()))]
    return Edit(places[0], f"{{{value}}}") if value and len(places) == 1 else None


def _find_values(text: str, span: Span, names: Sequence[str]) -> Iterator[Span]:
    for name in names:
        for found in re.finditer(_VALUE.format(name=name), text[span.start : span.end], re.IGNORECASE):
            yield Span(span.start + found.start(1), span.start + found.end(1))


def _write_value(difference: Difference, record: Record) -> str:
    if difference.type == "authors":
        plain = ((author, _escape(author)) for author in record.authors)
        return " and ".join(name if "," in author else f"{{{name}}}" for author, name in plain)  # a group in braces
    if difference.type == "pages":
        return _DASHES.sub("--", _escape(record.pages))
    return _escape(difference.source)


def _escape(value: str) -> str:
    """Write a value of a stranger as plain text of LaTeX."""
    plain = "".join(letter if letter.isprintable() else " " for letter in value.translate(_UNWRITTEN))
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", " ".join(plain.split()))


def _find_plain_edit(text: str, span: Span, difference: Difference, record: Record) -> Edit | None:
    """Return the new number in a line of a reference list, if the old one is there just once."""
    if difference.type not in _PLAIN or not difference.claim:
        return None
    pattern = rf"(?<![\w./-]){re.escape(difference.claim)}(?![\w/])"
    found = [*re.finditer(pattern, text[span.start : span.end])]
    new = record.pages if difference.type == "pages" else difference.source
    if len(found) != 1 or not new.replace("-", "").isalnum():
        return None
    return Edit(Span(span.start + found[0].start(), span.start + found[0].end()), new)
