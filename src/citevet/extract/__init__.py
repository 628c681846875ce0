"""Document → citations, references, claims and the ties between them."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import cast

from citevet.contracts import AuthorLookup, EntryTagger, ProjectIds
from citevet.errors import require_kind
from citevet.extract.author_names import find_introduced_acronyms
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
    slash_authors,
)
from citevet.extract.claims import find_claims
from citevet.extract.entry_people import SAME_PEOPLE
from citevet.extract.law import signs
from citevet.extract.masked_text import BLANK, FoundCitation, MaskedText, lookup_nothing, mask_spans
from citevet.extract.notes.broken import find_circular_notes, find_missing_note_numbers, merge_broken_backrefs
from citevet.extract.notes.citing import add_note_ties, find_citing_notes
from citevet.extract.notes.in_notes import drop_misread_us_law, find_footnote_backrefs, order_notes
from citevet.extract.notes.in_text import find_inline_backrefs
from citevet.extract.printed_entities import PrintedEntities
from citevet.extract.references import ListEntries, find_references, number_references
from citevet.extract.tagged_entries import is_tagged, tag_references
from citevet.extract.works import Works
from citevet.identifiers.european_law import CELEX_SIGN, ECLI_SIGN
from citevet.kept_answers import KeptAnswers, current_answers
from citevet.model import LAW, PAPERS, Citation, Document, Extraction, Form, Identifier, Meant, Reference, Span
from citevet.model.document import BIBLIOGRAPHIES, pair_with_next
from citevet.records import group_runs

# In order of precedence, since the first finder to match a span owns it: what the format marks, what brackets
# enclose, what a label announces, and last the forms that are only words and numbers.
FINDERS: tuple[tuple[str, Callable[[MaskedText], Iterable[FoundCitation]]], ...] = (
    ("footnote", list_markers.find_footnotes),
    ("link", links.find_links),
    ("latex", citation_keys.find_latex_keys),
    ("wiki", list_markers.find_wiki_refs),
    ("corpus", local_sources.find_corpus_ids),
    ("own-corpus", local_sources.find_own_corpus_ids),
    ("artifact", file_citations.find_artifacts),
    ("other-markup", citation_keys.find_markup_keys),
    ("pandoc", citation_keys.find_pandoc_keys),
    ("mention", local_sources.find_mentions),
    ("doi", partial(identifiers.find_identifiers, "doi")),
    ("arxiv", partial(identifiers.find_identifiers, "arxiv")),
    ("pmid", partial(identifiers.find_identifiers, "pmid")),
    ("pmcid", partial(identifiers.find_identifiers, "pmcid")),
    ("isbn", partial(identifiers.find_identifiers, "isbn")),
    ("issn", partial(identifiers.find_identifiers, "issn")),
    ("url", partial(identifiers.find_identifiers, "url")),
    ("ecli", signs.find_where(ECLI_SIGN, "eu_identifiers:find_eclis")),
    ("celex", signs.find_where(CELEX_SIGN, "eu_identifiers:find_celex_numbers")),
    ("eu-case-german", signs.find_where(signs.GERMAN_EU_CASE, "european_cases:find_german_eu_cases")),
    ("eu-case", signs.find_where(signs.EU_CASE, "european_cases:find_eu_cases")),
    ("eu-act", signs.find_where(signs.EU_ACT, "eu_acts:find_eu_acts")),
    ("uk-case", signs.find_where(signs.UK_CASE, "uk_law:find_uk_cases")),
    ("uk-act", signs.find_where(signs.UK_ACT, "uk_law:find_uk_acts")),
    ("echr-case", signs.find_where(signs.ECHR_CASE, "european_cases:find_echr_cases")),
    ("de-decision", signs.find_where(signs.GERMAN_DECISION, "german_decisions:find_german_decisions")),
    ("de-case", signs.find_where(signs.GERMAN_REPORT, "german_decisions:find_german_reports")),
    ("de-statute", signs.find_where(signs.GERMAN_STATUTE, "german_statutes:find_german_statutes")),
    ("us-law", signs.find_where(signs.US_LAW, "us_law:find_us_law")),
    ("kr-case", signs.find_where(signs.KOREAN_CASE, "korean_cases:find_korean_cases")),
    ("kr-statute", signs.find_where(signs.KOREAN_STATUTE, "korean_statutes:find_korean_statutes")),
    ("journal", identifiers.find_journal_citations),
    ("author-year", author_year.find_author_years),
    ("author-slash", slash_authors.find_slash_authors),
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
    tagger: Callable[[], EntryTagger | None] = lambda: None,
) -> Extraction:
    """Find what the document cites, lists and claims, and which citations back which claim.

    `filed` looks up works in the corpus: a name and a year alone cite a work that the corpus has.
    `ids` are the project's own. `list_entries` returns those of a bibliography file, which documents may share.
    `tagger` loads the tagger of reference entries, which most documents do not need.
    """
    advice = "Give what parse_text(text) or read_document(path) returns."
    require_kind(document, Document, to="extract_document", advice=advice)
    entities = PrintedEntities(document)
    document = entities.document
    drafts = _tag(find_references(document, list_entries), tagger)
    people = tuple(identifiers.find_orcids_in_text(document, drafts))
    text = replace(MaskedText.of(document, drafts, filed=filed), ids=ids)
    if document.format in BIBLIOGRAPHIES and not text.prose.replace(BLANK, "").strip():  # entries, and nothing between
        return Extraction(document, references=number_references(drafts), people=people)
    outside, inside = _run_finders(text)
    references = number_references(tuple(_add_identifiers(document, drafts, inside)))
    works = Works(references, find_introduced_acronyms(text.prose))
    found = [*outside, *find_inline_backrefs(text, outside), *_select_pointers(drafts, inside)]
    backrefs = find_footnote_backrefs(text, references, found, works)
    if backrefs:
        references = tuple(drop_misread_us_law(references, [one for one in backrefs if one.normal]))
    notes_in_order = [note for _, note in order_notes(references, found, works)]
    broken = [*find_missing_note_numbers(text, references), *find_circular_notes(text, notes_in_order)]
    citations = _make_citations(document, merge_broken_backrefs([*found, *backrefs], broken), works)
    notes = find_citing_notes(document, citations, references)
    inside_notes = {citation.id for note in notes.values() for citation in note.citations}
    outer = [citation for citation in citations if citation.id not in inside_notes]
    claims = find_claims(document, outer, references, notes=tuple(notes.values()))
    tied = add_note_ties(claims, citations, notes)
    return entities.restore(Extraction(document, citations, references, tied, people))


def _tag(drafts: tuple[Reference, ...], load: Callable[[], EntryTagger | None]) -> tuple[Reference, ...]:
    """Add the fields of the entries that are text, if the tagger is installed."""
    tagger = load() if any(map(is_tagged, drafts)) else None
    if tagger is None:
        return drafts
    answers = current_answers()
    return tuple(_tag_again(drafts, tagger, answers) if answers else tag_references(drafts, tagger))


def _tag_again(drafts: Sequence[Reference], tagger: EntryTagger, answers: KeptAnswers) -> Iterator[Reference]:
    """Yield what `tag_references` yields.

    What is read of an entry depends on its words; after a dash also on the entries before it, up to one with people.
    """
    runs = [(_name_run(run), run) for run in group_runs(drafts, lambda _, draft: _repeats_people(draft))]
    known = {name: cast("Sequence[Reference] | None", answers.find(name)) for name, _ in runs}
    new = {name: run for name, run in runs if known[name] is None}
    tagged = tag_references([draft for run in new.values() for draft in run], tagger)
    for name, run in new.items():
        known[name] = found = [_shift(next(tagged), -draft.span.start) for draft in run]
        answers.put(name, found, sum(len(draft.text) for draft in run))
    for name, run in runs:
        for draft, each in zip(run, known[name] or (), strict=True):
            yield replace(
                draft,
                fields=_shift(each, draft.span.start).fields,
                is_entry=each.is_entry,
                title=each.title,
                authors=each.authors,
                year=each.year,
                sole=each.sole,
            )


def _repeats_people(draft: Reference) -> bool:
    return is_tagged(draft) and SAME_PEOPLE.match(draft.plain or draft.text) is not None


def _name_run(run: Sequence[Reference]) -> Hashable:
    """Return all that the tagger and its readers look at; there is one tagger for all rounds."""
    return (
        _tag_again,
        *((each.text, each.plain, each.origin, each.back) for each in run),
        *((each.title, each.authors, each.year, each.sole) for each in run),
    )


def _shift(tagged: Reference, by: int) -> Reference:
    fields = {name: replace(each, span=each.span.shift(by)) for name, each in tagged.fields.items()}
    return replace(tagged, fields=fields)


def extract_files(document: Document, ids: ProjectIds = NO_IDS) -> Extraction:
    """Find only citations of files, wherever they stand: also in links, notes and lists."""
    entities = PrintedEntities(document)
    hidden = [region.span for region in entities.document.regions if region.kind in _NOT_WRITTEN]
    prose = mask_spans(entities.document.text, hidden)
    text = MaskedText(entities.document, prose, ids=replace(ids, only_files=True))
    found = list(file_citations.find_artifacts(text))
    citations = _make_citations(entities.document, found, Works(()))
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
    link = one.link
    yield from (Identifier("doi", one.span, text, value) for kind, value in link.papers if kind == "doi")
    kind = "url" if one.kind == "link" else one.kind
    found = Identifier(kind, one.span, text, one.normal, one.fault, one.correction, one.fault_kind)
    parts = one.parts if kind in LAW or link.target else found.parts
    yield replace(found, locator=one.locator if kind in LAW else None, parts=parts)


def _select_pointers(drafts: tuple[Reference, ...], inside: list[FoundCitation]) -> list[FoundCitation]:
    """Return the citations inside notes that point on to another list or file."""
    notes = sorted(draft.span for draft in drafts if draft.is_note)
    pointers = sorted((one for one in inside if one.kind in _POINTERS), key=lambda one: one.span)
    paired = pair_with_next(pointers, notes, attrgetter("span.start"))
    return [one for one, note in paired if note and note.start < one.span.start]


def _make_citations(document: Document, found: list[FoundCitation], works: Works) -> tuple[Citation, ...]:
    found.sort(key=lambda one: (one.span.start, one.span.end))
    groups: dict[Span, str] = {}
    named: dict[Span, str] = {}  # the ids of the citations, by all of their forms
    citations: list[Citation] = []
    repeated: list[tuple[int, Span]] = []
    for one in found:
        if citations and _is_same_work(document, citations[-1], one):
            form = Form(
                one.kind, one.span, document.slice(one.span), one.normal, one.fault, one.correction, one.fault_kind
            )
            citations[-1] = replace(citations[-1], also=(*citations[-1].also, form))
            named.setdefault(one.span, citations[-1].id)
            continue
        if one.repeats and one.meant and one.meant.how == "earlier":
            repeated.append((len(citations), one.repeats))
        group = groups.setdefault(one.group, f"g{len(groups) + 1}") if one.group else None
        citations.append(_make_citation(document, one, f"c{len(citations) + 1}", group, works.find(one)))
        named.setdefault(one.span, citations[-1].id)
    for place, span in repeated:
        meant = replace(citations[place].meant, ids=(named[span],) if span in named else ())
        citations[place] = replace(citations[place], meant=meant)
    return tuple(citations)


def _make_citation(document: Document, one: FoundCitation, name: str, group: str | None, meant: Meant) -> Citation:
    return Citation(
        name,
        one.kind,
        one.span,
        document.slice(one.span),
        one.normal,
        one.locator,
        meant,
        group,
        parts=one.parts,
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
