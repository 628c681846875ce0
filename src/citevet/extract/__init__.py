"""A Document to its citations, references, claims and the ties between them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from citevet.contracts import Filed
from citevet.extract.again import again, in_order, without_short_law
from citevet.extract.again_in_text import again_in_text
from citevet.extract.bodies import introduced
from citevet.extract.circles import circles
from citevet.extract.claims import claims
from citevet.extract.forms import (
    artifact,
    arxiv,
    author_slash,
    author_year,
    celex,
    corpus,
    de_case,
    de_decision,
    de_statute,
    doi,
    echr_case,
    ecli,
    eu_act,
    eu_case,
    eu_case_german,
    footnote,
    isbn,
    issn,
    kr_case,
    kr_statute,
    latex,
    link,
    mention,
    numeric,
    orcid,
    other_markup,
    pandoc,
    pubmed,
    uk_act,
    uk_case,
    url,
    us_law,
    wiki,
)
from citevet.extract.found import Found
from citevet.extract.listed import Listed
from citevet.extract.lost import beyond, told
from citevet.extract.notes import backed, notes
from citevet.extract.references import numbered, references
from citevet.extract.scene import Scene, nothing_filed
from citevet.model import Citation, Document, Extraction, Form, Identifier, Reference, Span

# The order is who may claim a stretch first: what the format marks, what brackets enclose, what a label announces,
# and last the forms that are only words and numbers.
FINDERS: tuple[tuple[str, Callable[[Scene], Iterable[Found]]], ...] = (
    ("footnote", footnote.find),
    ("link", link.find),
    ("latex", latex.find),
    ("wiki", wiki.find),
    ("corpus", corpus.find),
    ("artifact", artifact.find),
    ("other-markup", other_markup.find),
    ("pandoc", pandoc.find),
    ("mention", mention.find),
    ("doi", doi.find),
    ("arxiv", arxiv.find),
    ("pubmed", pubmed.find),
    ("isbn", isbn.find),
    ("issn", issn.find),
    ("url", url.find),
    ("ecli", ecli.find),
    ("celex", celex.find),
    ("eu-case-german", eu_case_german.find),
    ("eu-case", eu_case.find),
    ("eu-act", eu_act.find),
    ("uk-case", uk_case.find),
    ("uk-act", uk_act.find),
    ("echr-case", echr_case.find),
    ("de-decision", de_decision.find),
    ("de-case", de_case.find),
    ("de-statute", de_statute.find),
    ("us-law", us_law.find),
    ("kr-case", kr_case.find),
    ("kr-statute", kr_statute.find),
    ("author-year", author_year.find),
    ("author-slash", author_slash.find),
    ("numeric", numeric.find),
)

# Inside a note these point on to another list or file; every other form there is the note's own source.
_POINTERS = frozenset({"key", "corpus", "artifact", "mention", "numeric", "footnote", "author-year"})
# A marker that points elsewhere does not name the work beside it.
_MARKERS = frozenset({"numeric", "footnote", "mention", "artifact", "key", "wiki"})
_PAPERS = frozenset({"doi", "arxiv", "pmid", "pmcid"})
_IDENTIFIERS = frozenset({"doi", "arxiv", "pmid", "pmcid", "isbn", "issn", "url", "link", "ecli", "celex"})


def extract(document: Document, *, filed: Filed = nothing_filed) -> Extraction:
    """Find what the document cites, lists and claims, and which citations stand behind which claim.

    `filed` says which works the corpus has: a name and a year alone cite what is there.
    """
    drafts = references(document)
    scene = Scene.of(document, drafts, filed=filed)
    outside, inside = found(scene)
    listed = numbered(tuple(_with_identifiers(document, drafts, inside)))
    entries = Listed.of(listed, introduced(scene.prose))
    finds = [*outside, *again_in_text(scene, outside), *_pointers(drafts, inside)]
    back = again(scene, listed, (finds, entries))
    listed = tuple(without_short_law(listed, [one for one in back if one.normal])) if back else listed
    nowhere = [*beyond(scene, listed), *circles(scene, [note for _, note in in_order(listed, finds, entries)])]
    citations = _citations(document, told([*finds, *back], nowhere), entries)
    people = tuple(orcid.outside(document, drafts))
    cited_in = notes(document, citations, listed)
    noted = {citation.id for note in cited_in.values() for citation in note.citations}
    outer = [citation for citation in citations if citation.id not in noted]
    said = claims(document, outer, listed, notes=tuple(cited_in.values()))
    return Extraction(document, citations, listed, backed(said, citations, cited_in), people)


def found(scene: Scene) -> tuple[list[Found], list[Found]]:
    """Ask each finder in turn, for the running text and for the lists; the first to claim a stretch has it."""
    taken = {"text": bytearray(len(scene.prose)), "list": bytearray(len(scene.prose))}
    kept: dict[str, list[Found]] = {"text": [], "list": []}
    for _, finder in FINDERS:
        mine: set[Span] = set()
        for one in finder(scene):
            whole = one.group or one.span
            side = scene.side(whole)
            if side is None or len(whole) == 0:
                continue
            if not (one.group and whole in mine):
                if taken[side].find(1, whole.start, whole.end) >= 0:
                    continue
                taken[side][whole.start : whole.end] = b"\1" * len(whole)
                mine.add(whole)
            kept[side].append(one)
    return kept["text"], kept["list"]


def _with_identifiers(document: Document, drafts: tuple[Reference, ...], inside: list[Found]) -> Iterator[Reference]:
    """Give each entry of the document the identifiers that stand in it; both come in order."""
    ordered = sorted((one for one in inside if one.kind not in _POINTERS), key=lambda one: one.span)
    index = 0
    for draft in drafts:
        if draft.origin == "file":  # its fields have named them
            yield draft
            continue
        identifiers: list[Identifier] = [*draft.identifiers, *orcid.identifiers(document, draft.span)]
        while index < len(ordered) and ordered[index].span.start < draft.span.end:
            if ordered[index].span.start >= draft.span.start and ordered[index].kind != "wiki":
                identifiers += _identifiers(document, ordered[index])
            index += 1
        yield replace(draft, identifiers=tuple(identifiers))


def _identifiers(document: Document, one: Found) -> Iterator[Identifier]:
    text = document.slice(one.span)
    if "doi" in one.parts:
        yield Identifier("doi", one.span, text, one.parts["doi"])
    kind = "url" if one.kind == "link" else one.kind
    yield Identifier(kind, one.span, text, one.normal, one.fault, one.mend)


def _pointers(drafts: tuple[Reference, ...], inside: list[Found]) -> list[Found]:
    notes = sorted(draft.span for draft in drafts if draft.is_note)
    pointers = sorted((one for one in inside if one.kind in _POINTERS), key=lambda one: one.span)
    index = 0
    kept = []
    for one in pointers:
        while index < len(notes) and notes[index].end <= one.span.start:
            index += 1
        if index < len(notes) and notes[index].start < one.span.start:
            kept.append(one)
    return kept


def _citations(document: Document, finds: list[Found], entries: Listed) -> tuple[Citation, ...]:
    finds.sort(key=lambda one: (one.span.start, one.span.end))
    groups: dict[Span, str] = {}
    citations: list[Citation] = []
    for one in finds:
        if citations and _same_work(document, citations[-1], one):
            form = Form(one.kind, one.span, document.slice(one.span), one.normal, one.fault, one.mend)
            citations[-1] = replace(citations[-1], also=(*citations[-1].also, form))
            continue
        group = groups.setdefault(one.group, f"g{len(groups) + 1}") if one.group else None
        citations.append(_citation(document, one, f"c{len(citations) + 1}", group, entries))
    return tuple(citations)


def _citation(document: Document, one: Found, name: str, group: str | None, entries: Listed) -> Citation:
    reference, candidates, near = entries.match(one)
    told = {"candidates": ", ".join(candidates), "near": ", ".join(near)}
    parts = {**one.parts, **{name: ids for name, ids in told.items() if ids}} if candidates or near else one.parts
    return Citation(
        name,
        one.kind,
        one.span,
        document.slice(one.span),
        one.normal,
        one.locator,
        reference,
        group,
        parts=parts,
        fault=one.fault,
        mend=one.mend,
    )


def _same_work(document: Document, before: Citation, one: Found) -> bool:
    """Say whether an identifier follows another form of citation so closely that it names the same work."""
    last = before.also[-1].span.end if before.also else before.span.end
    if one.kind not in _IDENTIFIERS or one.group or not 0 <= one.span.start - last <= 3:  # noqa: PLR2004 - ", " or "; ("
        return False
    kinds = {before.kind, *(form.kind for form in before.also)}
    between = document.text[last : one.span.start]
    if one.kind in kinds or before.kind in _MARKERS or between.strip(" ,;:([\t"):
        return False
    # Two identifiers side by side are one work only when a comma joins them, and only if one work can have both.
    return before.kind not in _IDENTIFIERS or (kinds <= _PAPERS and one.kind in _PAPERS and between.strip() != "")
