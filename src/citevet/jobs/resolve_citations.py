"""Resolve what a document cites, and compare quotations and wording with the sources.

One judgement per claim and citation, and one for each citation that is tied to no claim. What only the outside world
can answer is looked up there, if the run is online, and stays unchecked otherwise, with the reason.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from citevet.extract.notes.citing import find_forwarding_markers
from citevet.extract.notes.in_notes import resolve_backrefs
from citevet.judge.strength import judge_claim_strength
from citevet.model import (
    Body,
    Citation,
    CitationKind,
    Claim,
    Difference,
    Entry,
    Extraction,
    Judgement,
    Page,
    Reason,
    Reference,
    Resolution,
    Source,
    roll_up,
)
from citevet.records import dataclass, field, replace
from citevet.resolve.local import resolve_locally
from citevet.resolve.local.context import LocalContext
from citevet.resolve.local.entry_facts import describe_entry
from citevet.resolve.local.project_files import read_bytes
from citevet.resolve.retractions import add_known_work, find_known_work, list_identifiers

if TYPE_CHECKING:
    from citevet.judge.quotes.judging import FoldedSources


_SEARCHED = 50  # other sources in which a quotation is looked for
_WORKS = 50_000  # whose notices are kept; a hostile document names a million


@dataclass(frozen=True, slots=True)
class ResolvedCitations:
    """What became of a document's citations."""

    by_citation: Mapping[str, Resolution]
    noted: Mapping[str, Sequence[str]]  # the marker of a note → the citations in the note
    open_questions: Sequence[tuple[Citation, Reference | None]] = ()  # that only the outside world can answer
    texts: Mapping[str, Body] = field(default_factory=dict)  # of sources outside the project, by id

    @property
    def sources(self) -> dict[str, Source]:
        """The sources found, by id, in order of first use."""
        return {each.source.id: each.source for each in self.by_citation.values() if each.source}


@dataclass(frozen=True, slots=True)
class ClaimGroup:
    """A claim with its citations and what was judged so far, by citation; no claim for a citation tied to none."""

    claim: Claim | None
    citations: Sequence[Citation]
    judgements: dict[str, Judgement]


def resolve_citations(
    extraction: Extraction, context: LocalContext, *, skipped: Collection[CitationKind] = ()
) -> ResolvedCitations:
    """Look up every citation in the project; the marker of a note leads to what the note cites."""
    noted = find_forwarding_markers(extraction)
    resolved: dict[str, Resolution] = {}
    open_questions: list[tuple[Citation, Reference | None]] = []
    references = extraction.references_by_id
    earlier = resolve_backrefs(extraction)
    known = lru_cache(_WORKS)(find_known_work)
    for citation in extraction.citations:
        asked = earlier.get(citation.id, citation)
        reference = references.get(asked.reference or "")
        if citation.kind in skipped:
            resolved[citation.id] = Resolution(reason="not-asked")
            continue
        found = resolve_locally(asked, reference, context)
        listed = found.source.entry if found and found.reason == "listed-only" and found.source else None
        if (found is None or listed) and citation.id not in noted:
            known_as = describe_entry(listed, citation.span) if listed and reference is None else reference
            open_questions.append((replace(asked, id=citation.id), known_as))
        work = known(list_identifiers(asked, reference))
        resolved[citation.id] = add_known_work(found or Resolution(reason="offline"), work)
    return ResolvedCitations(_follow_notes(resolved, noted), noted, open_questions)


def add_answers(
    resolved: ResolvedCitations, answers: Mapping[str, Resolution], texts: Mapping[str, Body]
) -> ResolvedCitations:
    """Put in what the outside world said, beside the retractions that are known from installed data."""
    before = {name: resolved.by_citation[name].source for name in answers}
    known = {name: source.record if source else None for name, source in before.items()}
    kept = {name: add_known_work(each, known[name]) for name, each in answers.items()}
    found = _follow_notes({**resolved.by_citation, **kept}, resolved.noted)
    return replace(resolved, by_citation=found, open_questions=(), texts=texts)


def _follow_notes(resolved: Mapping[str, Resolution], noted: Mapping[str, Sequence[str]]) -> dict[str, Resolution]:
    return {**resolved, **{marker: _combine(resolved, cited) for marker, cited in noted.items()}}


def _combine(resolved: Mapping[str, Resolution], cited: Sequence[str]) -> Resolution:
    """Return what a note's marker leads to; faults of the sources are reported inside the note."""
    found = [resolved[each] for each in cited]
    lacking = next((each for each in found if each.existence != "found"), None)
    if lacking is None:
        return Resolution("found")
    return Resolution(reason=lacking.reason or ("no-text" if lacking.note else "not-in-corpus"))


def compare_with_sources(
    extraction: Extraction, resolved: ResolvedCitations, context: LocalContext
) -> list[ClaimGroup]:
    """Judge existence, quotations and strength of wording for each claim, in the order of the text."""
    folded = None
    if resolved.sources and any(claim.quotations for claim in extraction.claims):
        from citevet.judge.quotes.judging import FoldedSources  # 50 ms of patterns

        folded = FoldedSources()
    return [
        ClaimGroup(claim, citations, _judge_words(claim, citations, resolved, context, folded))
        for claim, citations in _group(extraction)
    ]


def _group(extraction: Extraction) -> Iterator[tuple[Claim | None, Sequence[Citation]]]:
    """Yield each claim with its citations, then the citations that are tied to no claim."""
    citations: Mapping[str, Citation] = extraction.citations_by_id
    tied: set[str] = set()
    for claim in extraction.claims:
        tied.update(tie.citation for tie in claim.ties)
        yield claim, [citations[tie.citation] for tie in claim.ties]
    yield from ((None, [citation]) for citation in extraction.citations if citation.id not in tied)


def _judge_words(
    claim: Claim | None,
    citations: Sequence[Citation],
    resolved: ResolvedCitations,
    context: LocalContext,
    folded: "FoldedSources | None",
) -> dict[str, Judgement]:
    found = [(citation, resolved.by_citation[citation.id]) for citation in citations]
    judgements = {citation.id: _carry_over(claim, citation, resolution) for citation, resolution in found}
    if claim is None:
        return judgements
    in_notes = {tie.citation for tie in claim.ties if tie.how == "note"}
    direct = [(citation, resolution) for citation, resolution in found if citation.id not in in_notes]
    quoted = [(citation, resolution.source) for citation, resolution in direct if resolution.source]
    if claim.quotations and quoted:  # the only check here that has to load the sources
        from citevet.judge.quotes.judging import QuotedSource, judge_claim_quotes  # likewise

        cases = [
            QuotedSource(citation, each, load_body(each, context, resolved.texts), judgements[citation.id])
            for citation, each in quoted
        ]
        for judged in judge_claim_quotes(claim, cases, folded):
            judgements[judged.citation] = judged
            if folded and "fabricated-quote" in judged.flags:
                judgements[judged.citation] = _look_elsewhere(claim, judged, resolved, context, folded)
    sources = [(resolution.source, judgements[citation.id]) for citation, resolution in direct]
    judgements.update((judgement.citation, judgement) for judgement in judge_claim_strength(claim, sources))
    return judgements


def _look_elsewhere(
    claim: Claim, judgement: Judgement, resolved: ResolvedCitations, context: LocalContext, folded: "FoldedSources"
) -> Judgement:
    """Add which other source of the document has a quotation that the cited one does not have."""
    from citevet.judge.quotes.judging import find_quoted_elsewhere  # likewise

    missing = {each.span for each in judgement.differences if each.type == "quote-missing"}
    others = [each for each in resolved.sources.values() if each.id != judgement.source][:_SEARCHED]
    for quotation in claim.quotations:
        bodies = ((source, load_body(source, context, resolved.texts)) for source in others)
        if quotation.span in missing and (found := find_quoted_elsewhere(claim, quotation, bodies, folded)):
            said = Difference("quote-elsewhere", quotation.plain, found.place, quotation.span)
            judgement = replace(judgement, differences=(*judgement.differences, said))
    return judgement


def _carry_over(claim: Claim | None, citation: Citation, resolution: Resolution) -> Judgement:
    """Return what the resolver saw as a judgement; support is still open."""
    return Judgement(
        claim.id if claim else None,
        citation.id,
        resolution.source.id if resolution.source else None,
        existence=resolution.existence,
        existence_reason=resolution.reason,
        support_reason=resolution.reason or _explain_open_support(resolution, citation),
        flags=resolution.flags,
        differences=resolution.differences,
        note=resolution.note,
    )


def _explain_open_support(resolution: Resolution, citation: Citation) -> Reason:
    """Return why the support of a citation is open, by what became of its source."""
    if resolution.existence == "missing":  # a source of the project, or a work that its registry does not have
        return "not-in-corpus" if citation.kind in {"corpus", "mention", "artifact"} else "no-text"
    if resolution.existence == "mismatched":  # what was found is another work than the one cited
        return "not-in-corpus" if resolution.source and resolution.source.entry else "no-text"
    return "abstained" if resolution.existence == "ambiguous" else "not-asked"


def collect_judgements(groups: Sequence[ClaimGroup], noted: Mapping[str, Sequence[str]]) -> tuple[Judgement, ...]:
    """Return all judgements; the marker of a note gets the support of what the note cites."""
    return tuple(judgement for group in groups for judgement in _share_support(group.judgements, noted))


def _share_support(judgements: Mapping[str, Judgement], noted: Mapping[str, Sequence[str]]) -> Iterator[Judgement]:
    for judgement in judgements.values():
        inside = [judgements[each] for each in noted.get(judgement.citation, ()) if each in judgements]
        support = roll_up(each.support for each in inside)
        if not inside:
            yield judgement
        elif support == "unchecked":
            yield replace(judgement, support_reason=inside[0].support_reason)
        else:
            yield replace(judgement, support=support, support_reason=None)


def load_body(source: Source, context: LocalContext, texts: Mapping[str, Body]) -> Body:
    """Return the text of an entry of the corpus, of a file that is cited as it is, or of a work outside the project."""
    if source.entry:
        return _label_pages(context.corpus.body(source.entry), source.entry)
    if source.record:
        return texts.get(source.id, Body(scope=source.scope, reason="no-text"))
    data = read_bytes(context.root / source.path) if source.kind == "artifact" and source.path else "unreadable"
    if isinstance(data, str):
        return Body(reason=data)
    return Body((Page(data.decode("utf-8", errors="replace")),))


def _label_pages(body: Body, entry: Entry) -> Body:
    """Give the pages the printed numbers of the reference; remove those of another print than the cited one."""
    known = [page.label for page in body.pages]
    if len(entry.labels) == len(known) and not any(known):
        known = [*entry.labels]
    elif entry.pages is None:
        known = [None] * len(known)
    return replace(body, pages=tuple(replace(page, label=label) for page, label in zip(body.pages, known, strict=True)))
