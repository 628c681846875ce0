"""Whether the sources of a claim say so: each is asked with the passages of it that come nearest."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.plain import forward, part
from citevet.extract.verbs import verbs
from citevet.jobs.supporting.elsewhere import said_elsewhere
from citevet.jobs.supporting.held import Held
from citevet.jobs.supporting.loaded_judge import Tools
from citevet.jobs.supporting.other_page import said_on_other_page
from citevet.jobs.verifying.asked import LONGEST_CLAIM
from citevet.jobs.verifying.focus import focus
from citevet.judge.calibration import Calibration
from citevet.judge.reported import reported
from citevet.judge.secondary import named_work
from citevet.judge.spoken import spoken, unmarked
from citevet.judge.support import Assessor, judge_support
from citevet.library.names import family_names
from citevet.model import (
    Citation,
    CitationKind,
    Claim,
    Difference,
    Flag,
    Judgement,
    Passage,
    Plain,
    Ruling,
    Source,
    Span,
    Support,
)

_PASSAGES = 4  # of a source that are judged: of the passages that decide, BM25 has nearly all among them
_AT_ONCE = 256  # pairs that the model is given; some seconds of work, and enough for all threads
_JOINING = pattern(r"[\s,;]*+(?:(?:and|but|or|so|yet|while|whereas|although|though)\s)?\s*+", IGNORECASE)
# What stands for a work and says nothing itself; the label of a link and the name of a statute do.
_NAMING: frozenset[CitationKind] = frozenset({"author-year", "corpus", "key", "numeric", "mention", "doi", "arxiv"})
_LEADING = frozenset("to in by of from per".split())
_FAILED: frozenset[Support] = frozenset({"unsupported", "contradicted"})


@dataclass(frozen=True, slots=True)
class Cited:
    """One of the sources that a claim cites, with what was judged of it so far."""

    citation: Citation
    held: Held
    judgement: Judgement


def judged(claim: Claim, cited: Sequence[Cited], tools: Tools, *, others: Sequence[Held]) -> list[Judgement]:
    """Return the judgements of a claim's sources, in their order; `others` are all sources of the document."""
    words = asked_words(claim)
    noted = {tie.citation for tie in claim.ties if tie.how == "note"}
    found = {each.citation.id: _judgement(words.get(each.citation.id), each, tools, claim=claim) for each in cited}
    for each in cited:
        name = each.citation.id
        if name in noted:
            found[name] = _if_supported(found[name], each)
        elif found[name].support == "supported" and found[name].evidence and not each.judgement.evidence:
            beside = [other.citation for other in cited if other.held is each.held]
            found[name] = _on_its_page(words[name], found[name], each, beside=beside, tools=tools)
    for text in dict.fromkeys(plain.text for plain in words.values()):
        same = {citation for citation, plain in words.items() if plain.text == text}
        if all(citation in found and found[citation].support in _FAILED for citation in same):
            behind = {each.held.source.id for each in cited if each.citation.id in same}
            passage = said_elsewhere(unmarked(text), [each for each in others if each.source.id not in behind], tools)
            found.update((each, _misattributed(found[each], passage)) for each in found if passage and each in same)
    return list(found.values())


def _if_supported(judgement: Judgement, cited: Cited) -> Judgement:
    """Return what a source says for a claim, and nothing else: the note that cites it says itself what it says."""
    return judgement if judgement.support == "supported" else replace(cited.judgement, support_reason="not-asked")


def _on_its_page(
    words: Plain, judgement: Judgement, cited: Cited, *, beside: Sequence[Citation], tools: Tools
) -> Judgement:
    """Remark where a source says a claim on another page than cited; of quotations, their own comparison tells."""
    text = _spoken(_to_its_source(words, cited.citation), cited.held.source)
    page = said_on_other_page(text, judgement.evidence[-1], cited.held, cited=beside, tools=tools)
    named = cited.citation.locator.page if cited.citation.locator else None
    if page is None or named is None:
        return judgement
    return _flagged(judgement, "misplaced-claim", Difference("support-page", named, page))


class _Heard(Exception):
    """The pairs that a claim will be asked with are known."""


Behind = Mapping[str, tuple[Citation, Held]]  # by the citation's id


def ask_ahead(claims: Iterable[tuple[Claim, Behind]], tools: Tools) -> None:
    """Ask about many claims at once what each of them will ask first: one by one, a claim keeps no two threads busy."""
    if tools.assessor and tools.memories:
        pairs = list(dict.fromkeys(pair for claim, behind in claims for pair in _pairs(claim, behind, tools)))
        for done in range(0, len(pairs), _AT_ONCE):
            if tools.progress:
                tools.progress(done, len(pairs), "pairs of claim and passage")
            tools.assessor.nli(pairs[done : done + _AT_ONCE])


def _pairs(claim: Claim, behind: Behind, tools: Tools) -> Iterator[tuple[str, str]]:
    heard: list[tuple[str, str]] = []

    def listen(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        heard.extend(pairs)
        raise _Heard

    listening = replace(tools, assessor=Assessor(listen), opinion=None)
    for name, words in asked_words(claim).items():
        if name in behind:
            citation, held = behind[name]
            with suppress(_Heard):
                _ruling(_to_its_source(words, citation), held, listening)
    yield from heard


def asked_words(claim: Claim) -> Mapping[str, Plain]:
    """Return the words that each citation stands behind; none where they are a whole paragraph, or no sentence."""
    if claim.status == "skipped":
        return {}
    spans: dict[str, list[Span]] = {}
    for tie in claim.ties:
        if tie.how != "paragraph" and not (tie.how == "list" and _is_fragment(claim.plain.text)):
            spans.setdefault(tie.citation, []).append(tie.span or claim.span)
    return {citation: _words(claim, own) for citation, own in spans.items()}


def _is_fragment(item: str) -> bool:
    """Say whether a list item asserts nothing without its lead-in: it has no verb that we know, and no stop."""
    return not verbs(item) and not item.rstrip().endswith((".", "!", "。"))


def _words(claim: Claim, spans: Sequence[Span]) -> Plain:
    if claim.span in spans:
        return claim.plain
    start = forward(claim.plain, min(span.start for span in spans))
    end = forward(claim.plain, max(span.end for span in spans))
    joined = _JOINING.match(claim.plain.text, start)
    start = joined.end() if joined else start
    return part(claim.plain, Span(start, end)) if start < end else claim.plain


def _judgement(words: Plain | None, cited: Cited, tools: Tools, *, claim: Claim) -> Judgement:
    if words is None:
        return cited.judgement
    ruling = _ruling(_to_its_source(words, cited.citation), cited.held, tools)
    ruling = replace(ruling, differences=tuple(_placed(each, words) for each in ruling.differences))
    if _is_quoted(cited.judgement):
        ruling = _of_quoted(ruling, [quotation.span for quotation in claim.quotations])
    support = replace(
        cited.judgement,
        support=ruling.support,
        support_reason=ruling.reason,
        confidence=ruling.confidence,
        by=ruling.by,
    )
    decisive = _decisive(words.text, ruling)
    if decisive is None:
        return support
    differences = (*support.differences, *ruling.differences)
    whole = replace(support, evidence=(*support.evidence, decisive), differences=differences)
    for flag in ruling.flags:
        whole = _flagged(whole, flag)
    work = named_work(words.text, decisive.text) if ruling.support in {"supported", "partial"} else None
    return _flagged(whole, "secondary", Difference("secondary", words.text, work)) if work else whole


def _decisive(words: str, ruling: Ruling) -> Passage | None:
    return focus(words, ruling.evidence[0], ruling.differences) if ruling.confidence is not None else None


def _to_its_source(words: Plain, citation: Citation) -> str:
    """Return a claim as its source is asked: a citation that is a word of it, Smith (2019, p. 3), is the source."""
    start, end = forward(words, citation.span.start), forward(words, citation.span.end)
    if citation.kind not in _NAMING or end - start < len("it") or not _is_word(words.text, start):
        return words.text
    return f"{words.text[:start]}{'it'.ljust(end - start)}{words.text[end:]}"


def _is_word(text: str, start: int) -> bool:
    """Say whether a citation is a word of its sentence: one in brackets only at its head, or after "to" or "by"."""
    before = text[:start].split()
    return text[start] not in "[(" or not before or before[-1].lower() in _LEADING


def _is_quoted(judgement: Judgement) -> bool:
    """Say whether the quotations of a claim stand in the source word for word: no model can say that they do not."""
    return bool(judgement.evidence) and not any(flag.endswith("-quote") for flag in judgement.flags)


def _of_quoted(ruling: Ruling, quotations: Sequence[Span]) -> Ruling:
    """Return the ruling on a claim whose quotations the source holds: inside them, another sentence of it differs."""
    left = tuple(
        each for each in ruling.differences if not (each.span and any(one.holds(each.span) for one in quotations))
    )
    rests_on_quoted = ruling.support == "contradicted" and bool(ruling.differences) and not left
    if ruling.support == "unsupported" or rests_on_quoted:
        return replace(ruling, support="unchecked", reason="abstained", differences=left)
    return replace(ruling, differences=left)


def _ruling(text: str, held: Held, tools: Tools) -> Ruling:
    """Ask a source, or say why nobody could."""
    if held.reason:
        return Ruling(reason=held.reason)
    if len(text) > LONGEST_CLAIM:
        return Ruling(reason="too-large")
    text = _spoken(text, held.source)
    passages = held.pile.best(text, most=_PASSAGES)
    ruling = _embedded(text, passages, held, tools=tools)
    if tools.opinion is None:
        return ruling
    cut = tools.assessor.calibration.cut if tools.assessor else Calibration().cut
    return tools.opinion(text, passages, ruling, cut=cut, scope=held.scope)


def _embedded(text: str, passages: Sequence[Passage], held: Held, *, tools: Tools) -> Ruling:
    if tools.assessor is None:
        return Ruling(reason="model-missing")
    return judge_support(
        text,
        passages,
        tools.assessor,
        windows=len(held.pile.windows),
        scope=held.scope,
        risk=tools.risk,
    )


def _spoken(text: str, source: Source) -> str:
    return reported(spoken(text, _families(source)))


def _families(source: Source) -> frozenset[str]:
    """Return the names that a source may be called by."""
    authors = source.entry.authors if source.entry else ()
    return frozenset(name for author in authors for name in family_names(author))


def _placed(difference: Difference, words: Plain) -> Difference:
    """Return a difference with its place in the document."""
    span = difference.span
    if span is None or span.end <= span.start:
        return replace(difference, span=None)
    return replace(difference, span=Span(words.back(span.start), words.back(span.end - 1) + 1))


def _misattributed(judgement: Judgement, passage: Passage) -> Judgement:
    page = passage.page_label or passage.page
    place = f"{passage.source}, p. {page}" if page else passage.source
    return _flagged(judgement, "misattributed", Difference("source", judgement.source or "", place))


def _flagged(judgement: Judgement, flag: Flag, *differences: Difference) -> Judgement:
    flags = judgement.flags if flag in judgement.flags else (*judgement.flags, flag)
    return replace(judgement, flags=flags, differences=(*judgement.differences, *differences))
