"""Document → citations, references, claims and the ties between them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from operator import attrgetter

from citevet.contracts import AuthorLookup, ProjectIds
from citevet.errors import require_kind
from citevet.extract.author_names import find_introduced_acronyms
from citevet.extract.backref_forms import find_circular_notes, find_missing_note_numbers, merge_broken_backrefs
from citevet.extract.citations import (
    author_pages,
    author_year,
    citation_keys,
    file_citations,
    identifiers,
    links,
    list_markers,
    local_sources,
    numeric,
)
from citevet.extract.claims import find_claims
from citevet.extract.footnote_backrefs import drop_misread_us_law, find_footnote_backrefs, order_notes
from citevet.extract.inline_backrefs import find_inline_backrefs
from citevet.extract.law import (
    eu_acts,
    eu_identifiers,
    european_cases,
    german_decisions,
    german_statutes,
    korean_cases,
    korean_statutes,
    uk_law,
    us_law,
)
from citevet.extract.masked_text import BLANK, FoundCitation, MaskedText, lookup_nothing, mask_spans
from citevet.extract.notes import add_note_ties, find_citing_notes
from citevet.extract.printed_entities import PrintedEntities
from citevet.extract.reference_index import ReferenceIndex
from citevet.extract.references import ListEntries, find_references, number_references
from citevet.model import LAW, PAPERS, Citation, Document, Extraction, Form, Identifier, Reference, Span
from citevet.model.document import BIBLIOGRAPHIES, pair_with_next

# In order of precedence, since the first finder to match a span owns it: what the format marks, what brackets
# enclose, what a label announces, and last the forms that are only words and numbers.
FINDERS: tuple[tuple[str, Callable[[MaskedText], Iterable[FoundCitation]]], ...] = (
    ("footnote", list_markers.find_footnotes),
    ("link", links.find_links),
    ("latex", citation_keys.find_latex_keys),
    ("wiki", list_markers.find_wiki_refs),
    ("corpus", local_sources.find_corpus_ids),
    ("artifact", file_citations.find_artifacts),
    ("other-markup", citation_keys.find_markup_keys),
    ("pandoc", citation_keys.find_pandoc_keys),
    ("mention", local_sources.find_mentions),
    ("doi", identifiers.find_dois),
    ("arxiv", identifiers.find_arxiv_ids),
    ("pubmed", identifiers.find_pubmed_ids),
    ("isbn", identifiers.find_isbns),
    ("issn", identifiers.find_issns),
    ("url", links.find_urls),
    ("ecli", eu_identifiers.find_eclis),
    ("celex", eu_identifiers.find_celex_numbers),
    ("eu-case-german", european_cases.find_german_eu_cases),
    ("eu-case", european_cases.find_eu_cases),
    ("eu-act", eu_acts.find_eu_acts),
    ("uk-case", uk_law.find_uk_cases),
    ("uk-act", uk_law.find_uk_acts),
    ("echr-case", european_cases.find_echr_cases),
    ("de-decision", german_decisions.find_german_decisions),
    ("de-case", german_decisions.find_german_reports),
    ("de-statute", german_statutes.find_german_statutes),
    ("us-law", us_law.find_us_law),
    ("kr-case", korean_cases.find_korean_cases),
    ("kr-statute", korean_statutes.find_korean_statutes),
    ("journal", identifiers.find_journal_citations),
    ("author-year", author_year.find_author_years),
    ("author-slash", author_year.find_slash_authors),
    ("author-page", author_pages.find_author_pages),
    ("numeric", numeric.find_numbers),
    ("label", list_markers.find_labels),
    ("answer", list_markers.find_answer_marks),
    ("use-case", local_sources.find_use_cases),
    ("issue", local_sources.find_issues),
)

# Inside a note these point on to another list or file; every other form there is the note's own source.
_POINTERS = frozenset({"key", "corpus", "artifact", "mention", "numeric", "footnote", "author-year"})
# A marker that points elsewhere does not name the work next to it.
_MARKERS = frozenset({"numeric", "footnote", "mention", "artifact", "key", "wiki"})
_IDENTIFIERS = frozenset({"doi", "arxiv", "pmid", "pmcid", "isbn", "issn", "url", "link", "ecli", "celex"})
_NOT_WRITTEN = frozenset({"code", "math", "comment", "metadata"})  # regions that cite no file
NO_IDS = ProjectIds()
_LONGEST_GAP = len("; (")  # between two forms of one work


def extract(
    document: Document,
    *,
    filed: AuthorLookup = lookup_nothing,
    ids: ProjectIds = NO_IDS,
    list_entries: ListEntries | None = None,
) -> Extraction:
    """Find what the document cites, lists and claims, and which citations back which claim.

    `filed` looks up works in the corpus: a name and a year alone cite a work that the corpus has.
    `ids` are the project's own. `list_entries` returns those of a bibliography file, which documents may share.
    """
    advice = "Give what parse_text(text) or read_document(path) returns."
    require_kind(document, Document, to="extract_document", advice=advice)
    entities = PrintedEntities(document)
    document = entities.document
    drafts = find_references(document, list_entries)
    people = tuple(identifiers.find_orcids_in_text(document, drafts))
    text = replace(MaskedText.of(document, drafts, filed=filed), ids=ids)
    if document.format in BIBLIOGRAPHIES and not text.prose.replace(BLANK, "").strip():  # entries, and nothing between
        return Extraction(document, references=number_references(drafts), people=people)
    outside, inside = _run_finders(text)
    references = number_references(tuple(_add_identifiers(document, drafts, inside)))
    index = ReferenceIndex(references, find_introduced_acronyms(text.prose))
    found = [*outside, *find_inline_backrefs(text, outside), *_select_pointers(drafts, inside)]
    backrefs = find_footnote_backrefs(text, references, found, index)
    if backrefs:
        references = tuple(drop_misread_us_law(references, [one for one in backrefs if one.normal]))
    notes_in_order = [note for _, note in order_notes(references, found, index)]
    broken = [*find_missing_note_numbers(text, references), *find_circular_notes(text, notes_in_order)]
    citations = _make_citations(document, merge_broken_backrefs([*found, *backrefs], broken), index)
    notes = find_citing_notes(document, citations, references)
    inside_notes = {citation.id for note in notes.values() for citation in note.citations}
    outer = [citation for citation in citations if citation.id not in inside_notes]
    claims = find_claims(document, outer, references, notes=tuple(notes.values()))
    tied = add_note_ties(claims, citations, notes)
    return entities.restore(Extraction(document, citations, references, tied, people))


def extract_files(document: Document, ids: ProjectIds = NO_IDS) -> Extraction:
    """Find only citations of files, wherever they stand: also in links, notes and lists."""
    entities = PrintedEntities(document)
    hidden = [region.span for region in entities.document.regions if region.kind in _NOT_WRITTEN]
    prose = mask_spans(entities.document.text, hidden)
    text = MaskedText(entities.document, prose, ids=replace(ids, only_files=True))
    found = list(file_citations.find_artifacts(text))
    citations = _make_citations(entities.document, found, ReferenceIndex((), {}))
    return entities.restore(Extraction(entities.document, citations))


def _run_finders(text: MaskedText) -> tuple[list[FoundCitation], list[FoundCitation]]:
    """Run the finders over running text and lists; return what each of the two contains, without overlaps."""
    taken = {"text": bytearray(len(text.prose)), "list": bytearray(len(text.prose))}
    found: dict[str, list[FoundCitation]] = {"text": [], "list": []}
    for _, finder in FINDERS:
        own: set[Span] = set()
        for one in finder(text):
            whole = one.group or one.span
            side = text.side(whole)
            if side is None or len(whole) == 0:
                continue
            if not (one.group and whole in own):
                if taken[side].find(1, whole.start, whole.end) >= 0:
                    continue
                taken[side][whole.start : whole.end] = b"\1" * len(whole)
                own.add(whole)
            found[side].append(one)
    return found["text"], found["list"]


def _add_identifiers(
    document: Document, drafts: tuple[Reference, ...], inside: list[FoundCitation]
) -> Iterator[Reference]:
    """Give each entry of the document the identifiers inside it; both come in order."""
    ordered = sorted((one for one in inside if one.kind not in _POINTERS), key=lambda one: one.span)
    index = 0
    for draft in drafts:
        if draft.origin == "file":  # its fields have named them
            yield draft
            continue
        named: list[Identifier] = [*draft.identifiers, *identifiers.find_orcids(document, draft.span)]
        while index < len(ordered) and ordered[index].span.start < draft.span.end:
            if ordered[index].span.start >= draft.span.start and ordered[index].kind != "wiki":
                named += _make_identifiers(document, ordered[index])
            index += 1
        yield replace(draft, identifiers=tuple(named))


def _make_identifiers(document: Document, one: FoundCitation) -> Iterator[Identifier]:
    text = document.slice(one.span)
    if "doi" in one.parts:
        yield Identifier("doi", one.span, text, one.parts["doi"])
    kind = "url" if one.kind == "link" else one.kind
    found = Identifier(kind, one.span, text, one.normal, one.fault, one.correction, one.fault_kind)
    parts = one.parts if kind in LAW or "target" in one.parts else found.parts
    yield replace(found, locator=one.locator if kind in LAW else None, parts=parts)


def _select_pointers(drafts: tuple[Reference, ...], inside: list[FoundCitation]) -> list[FoundCitation]:
    """Return the citations inside notes that point on to another list or file."""
    notes = sorted(draft.span for draft in drafts if draft.is_note)
    pointers = sorted((one for one in inside if one.kind in _POINTERS), key=lambda one: one.span)
    paired = pair_with_next(pointers, notes, attrgetter("span.start"))
    return [one for one, note in paired if note and note.start < one.span.start]


def _make_citations(document: Document, found: list[FoundCitation], index: ReferenceIndex) -> tuple[Citation, ...]:
    found.sort(key=lambda one: (one.span.start, one.span.end))
    groups: dict[Span, str] = {}
    citations: list[Citation] = []
    for one in found:
        if citations and _is_same_work(document, citations[-1], one):
            form = Form(
                one.kind, one.span, document.slice(one.span), one.normal, one.fault, one.correction, one.fault_kind
            )
            citations[-1] = replace(citations[-1], also=(*citations[-1].also, form))
            continue
        group = groups.setdefault(one.group, f"g{len(groups) + 1}") if one.group else None
        citations.append(_make_citation(document, one, f"c{len(citations) + 1}", group, index))
    return tuple(citations)


def _make_citation(
    document: Document, one: FoundCitation, name: str, group: str | None, index: ReferenceIndex
) -> Citation:
    reference, candidates, near = index.match(one)
    unclear = {key: ", ".join(ids) for key, ids in (("candidates", candidates), ("near", near)) if ids}
    return Citation(
        name,
        one.kind,
        one.span,
        document.slice(one.span),
        one.normal,
        one.locator,
        reference,
        group,
        parts={**one.parts, **unclear} if unclear else one.parts,
        fault=one.fault,
        correction=one.correction,
        fault_kind=one.fault_kind,
    )


def _is_same_work(document: Document, before: Citation, one: FoundCitation) -> bool:
    """Return whether an identifier follows another form of citation so closely that it names the same work."""
    last = before.also[-1].span.end if before.also else before.span.end
    if one.kind not in _IDENTIFIERS or one.group or not 0 <= one.span.start - last <= _LONGEST_GAP:
        return False
    kinds = {before.kind, *(form.kind for form in before.also)}
    between = document.text[last : one.span.start]
    if one.kind in kinds or before.kind in _MARKERS or between.strip(" ,;:([\t"):
        return False
    # Two adjacent identifiers are one work only when a comma joins them, and only if one work can have both.
    return before.kind not in _IDENTIFIERS or (kinds.issubset(PAPERS) and one.kind in PAPERS and between.strip() != "")
