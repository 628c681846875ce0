"""MET013 to MET016: a reference does not fit the corpus entry or the record with its identifier."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from citevet.contracts import Evidence, Fault, FieldChange
from citevet.model import REFERENCE_FIELDS, Difference, Edit, Fix, Judgement, Record, Reference, Safety, Span
from citevet.rules.citation_judgements import find_difference, find_judged_citations, find_named_citations, suggest_work
from citevet.rules.entry_repair import (
    can_edit,
    list_additions,
    list_bibtex_changes,
    list_corrections,
    list_publication,
    make_repair,
)

_NUMBERS = frozenset({"year", "volume", "issue", "pages"})


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
        title = find_difference(judgement, "title")
        if title and not title.kind:
            sides = f'you wrote "{title.claim}", {judgement.source} is "{title.source}"'
            message = f"the identifier belongs to another work: {sides}{suggest_work(judgement)}"
            yield _make_fault(evidence, reference, message)


def find_reference_mismatch(evidence: Evidence) -> Iterator[Fault]:
    """Words of the title, authors, year, journal, volume or pages of a reference differ from the record.

    ## Meaning
    The corpus, or with `--online` a registry, has the work under the same identifier. Each field of the record is
    sought in the words of the reference, and something there is different: a word of the title, or the end of it that
    is cut off; an author who is left out, or one whom the record does not have; year, journal, volume or first page.
    Both sides are shown. A year that is one off, initials, the order of authors, an issue and a last page are slips
    that still lead to the work; alone they are a note.

    ## Why it matters
    Readers cannot find the work by such a reference, and citations of it name the wrong people.

    ## Example
    ```markdown
    [1] Doe, J. (2009). The street canopy survey. Annals of Urban Climate 12, 90-99. doi:10.5555/canopy.2023.240
    ```
    where the record has R. Ash as the author, 2023 as the year, and pages 233-241 of volume 12.

    ## How to fix it
    Copy the data from the work itself, and correct the corpus entry if it is the one that is wrong. For a registry,
    `citevet fix refs.bib --online` writes the data of its record into the entries of a bibliography file where
    identifier and title are those of the record, and with `--unsafe-fixes` also where the title differs, the year is
    one off, or no author is the same. In the list of a document, `--unsafe-fixes` corrects year, volume and pages;
    other words are suggested.

    ## Limitations
    What the reference does not say is no fault: a subtitle, authors after "et al.", an issue. Groups, names in other
    alphabets and titles in scripts without blanks are not compared word by word. Journal, volume and pages are compared
    for journal articles only, not for preprints, and with registries only. In running text a number is compared if the
    journal, the volume or the first page is that of the record. Abbreviated journals are accepted. Years before a
    reissue of a book or a version of a dataset, and years of a translation, are accepted.
    Outside of entries, citations such as `Ice 3, 14 (2019), doi:10.…` are compared; a page inside the article is right.
    """
    for reference, judgement, differences in _find_mismatches(evidence):
        source = judgement.source or ""
        is_slip = all(each.is_minor for each in differences)
        if all(each.type != "title" or each.kind for each in differences) and not (
            is_slip and _is_local(evidence, source)
        ):
            place = _name_place(evidence, reference, source)
            message = f"reference differs from {place}: {_show_sides(differences, source)}"
            fix = _find_fix(evidence, reference, source, differences)
            yield replace(_make_fault(evidence, reference, message, fix), is_doubtful=is_slip)
    text = evidence.extraction.document.text
    for citation, judgement in find_named_citations(evidence, "journal"):
        # "Ice 3, 4 (2019); doi:10.…" may be two works.
        if judgement.differences and citation.also and ";" not in text[citation.span.end : citation.also[0].span.start]:
            sides = _show_sides(judgement.differences, judgement.source or "")
            message = f"citation differs from the record of its identifier: {sides}"
            yield Fault(citation.span, message, citation=citation)


def find_incomplete_reference(evidence: Evidence) -> Iterator[Fault]:
    """An entry of a bibliography file leaves out what its record has.

    ## Meaning
    With `--online` a registry has the work of an entry, and the entry has no DOI, author, year, journal, book, volume
    or pages, although the record does.

    ## Why it matters
    A DOI leads readers to the work and tells of its retraction; volume and pages lead to it without one.

    ## Example
    ```bibtex
    @article{ash, author = {Ash, R.}, title = {The street canopy survey}, doi = {10.5555/canopy.2023.240}}
    ```
    where the record has the journal, the year, volume 12 and pages 233-241.

    ## How to fix it
    `citevet fix refs.bib --online` adds the fields where identifier and title are those of the record; with
    `--unsafe-fixes` also to works that were found by their title.

    ## Limitations
    Lists in the text of a document are not reported. An issue alone is none that anybody misses, and what an entry
    inherits by `crossref` is not missing. An entry of a preprint gets nothing from the record of the article.
    """
    references = evidence.extraction.references_by_id
    seen: set[str] = set()
    for citation, judgement in find_judged_citations(evidence):
        reference, source = references.get(citation.reference or ""), evidence.source_of(judgement)
        record = source.record if source and judgement.existence == "found" else None
        if reference is None or record is None or reference.id in seen or not can_edit(evidence, reference):
            continue
        seen.add(reference.id)
        if added := list_additions(reference, record):
            fix = make_repair(evidence, reference, record, added, is_certain=True)
            said = ", ".join(f"{each.name} {_shorten(each)}" for each in added)
            message = f"the entry leaves out what the record of {record.id} has: {said}"
            yield _make_fault(evidence, reference, message, fix)


def find_published_preprint(evidence: Evidence) -> Iterator[Fault]:
    """An entry of a bibliography file names a preprint that was published.

    ## Meaning
    The record of the preprint names the DOI of its article, and that article was looked up. The rule runs only if it is
    selected, or with `citevet fix --published`.

    ## Why it matters
    Journals want the published version, and reviewers have seen that one.

    ## Example
    ```bibtex
    @misc{ash, author = {Ash, R.}, title = {The street canopy survey}, eprint = {2001.00001}, archiveprefix = {arXiv}}
    ```
    where arXiv names the DOI of the article.

    ## How to fix it
    Read the article, since its results and pages may differ. `citevet fix refs.bib --online --published` writes its
    journal, year, volume, pages and DOI into the entry.
    BibTeX keeps the arXiv id, and loses the month of the preprint.

    ## Limitations
    Only articles that arXiv or Crossref name are known. If the article has another title, the fix needs
    `--unsafe-fixes`; if none of its authors is that of the preprint, there is none.
    """
    references = evidence.extraction.references_by_id
    seen: set[str] = set()
    for citation, judgement in find_judged_citations(evidence):
        reference, source = references.get(citation.reference or ""), evidence.source_of(judgement)
        if reference is None or source is None or reference.id in seen or not can_edit(evidence, reference):
            continue
        seen.add(reference.id)
        preprint, article = source.record, source.published
        if preprint and article and (changes := list_publication(reference, preprint, article)):
            if evidence.extraction.document.format == "bibtex":
                changes += list_bibtex_changes(reference, preprint, article)
            fix = make_repair(evidence, reference, article, changes, is_certain=True, known_as=preprint)
            yield _make_fault(evidence, reference, f"this preprint was published: {article.venue}, {article.id}", fix)


def _shorten(change: FieldChange) -> str:
    first, *others = change.people or (change.value,)
    return f"{first} and {len(others)} more" if others else first


def _show_sides(differences: Sequence[Difference], source: str) -> str:
    return "; ".join(_show_side(each, source) for each in differences)


def _show_side(difference: Difference, source: str) -> str:
    """Say what is different; of people only those who are concerned."""
    if (difference.type, difference.kind) == ("authors", "missing"):
        return f"authors: you left out {difference.source}, whom {source} has"
    if (difference.type, difference.kind) == ("authors", "added"):
        return f"authors: {source} does not have {difference.claim}, but {difference.source}"
    return f'{difference.type}: you wrote "{difference.claim}", {source} has "{difference.source}"'


def _is_local(evidence: Evidence, source: str) -> bool:
    """Check for an entry of the corpus, which people wrote: slips may be on either side."""
    found = evidence.sources.get(source)
    return found is None or found.record is None


def _name_place(evidence: Evidence, reference: Reference, source: str) -> str:
    if _is_local(evidence, source):
        return "the corpus"
    is_named = any(each.kind != "url" for each in reference.identifiers)
    return "the record of its identifier" if is_named else "the record that has its title"


def _find_mismatches(evidence: Evidence) -> Iterator[tuple[Reference, Judgement, list[Difference]]]:
    """Yield each cited reference once, with its judgement and the fields that differ."""
    references = evidence.extraction.references_by_id
    seen: set[str] = set()
    for citation, judgement in find_judged_citations(evidence):
        differences = [each for each in judgement.differences if each.type in REFERENCE_FIELDS]
        reference = references.get(citation.reference or "")
        if reference and judgement.source and differences and reference.id not in seen:
            seen.add(reference.id)
            yield reference, judgement, differences


def _find_fix(evidence: Evidence, reference: Reference, source: str, differences: list[Difference]) -> Fix | None:
    found = evidence.sources.get(source)
    document = evidence.extraction.document
    if found is None or found.record is None or reference.path not in {None, document.path}:
        return None
    if can_edit(evidence, reference):
        changes, is_certain = list_corrections(reference, found.record, differences)
        return make_repair(evidence, reference, found.record, changes, is_certain=is_certain)
    return _suggest_words(document.text, reference, found.record, differences)


def _make_fault(evidence: Evidence, reference: Reference, message: str, fix: Fix | None = None) -> Fault:
    """Report at the entry, or at its first citation if the entry is in another file."""
    if reference.path is None:
        return Fault(reference.span, message, fix=fix, reference=reference)
    cited = next(each for each in evidence.extraction.citations if each.reference == reference.id)
    return Fault(cited.span, message, fix=fix, citation=cited, reference=reference)


def _suggest_words(text: str, reference: Reference, record: Record, differences: Sequence[Difference]) -> Fix | None:
    """Return new words for those of a list that differ: numbers to be confirmed, other words to be shown only."""
    edits = [_find_words(text, reference.span, each, record) for each in differences]
    found = [edit for edit in edits if edit]
    if not found:
        return None
    is_whole = len(found) == len(edits) and all(each.type in _NUMBERS for each in differences)
    names = ", ".join(each.type for each, edit in zip(differences, edits, strict=True) if edit)
    return Fix(Safety.ASK if is_whole else Safety.SHOW, f"take {names} from the record of {record.id}", tuple(found))


def _find_words(text: str, span: Span, difference: Difference, record: Record) -> Edit | None:
    """Return the new words of a field in a reference list, if the old ones are there just once."""
    if not difference.claim or difference.kind in {"missing", "initials"}:
        return None
    pattern = rf"(?<![\w./-]){re.escape(difference.claim)}(?![\w/])"
    found = [*re.finditer(pattern, text[span.start : span.end])]
    new = record.pages if difference.type == "pages" else difference.source
    if len(found) != 1 or (difference.type in _NUMBERS and not new.replace("-", "").isalnum()):
        return None
    return Edit(Span(span.start + found[0].start(), span.start + found[0].end()), new)
