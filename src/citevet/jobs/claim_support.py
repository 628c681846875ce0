"""Judge whether the cited sources support the claims of a document.

Each claim is judged on the passages of its source that are nearest to it. Where a claim fails, the document's other
sources are searched for it; where it holds, the cited page is compared with the page that supports it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import nlargest
from typing import Any, TypeVar

from citevet.config import Config
from citevet.contracts import LOADING, Progress
from citevet.jobs.cited_words import find_cited_words, name_source
from citevet.jobs.judge_claims import ClaimQuestion, find_decisive_sentence, judge_claims
from citevet.jobs.judges import AnswerCache, Asked, NliCache, load_cached_judge
from citevet.jobs.resolve_citations import ClaimGroup, ResolvedCitations
from citevet.jobs.result_cache import fingerprint_code
from citevet.jobs.source_windows import SourceWindows
from citevet.judge.calibration import Calibration
from citevet.judge.claim_text import find_cited_work, normalize_claim, strip_markers
from citevet.judge.evidence import coverage
from citevet.judge.quotes.cited_pages import find_cited_pages
from citevet.judge.support import Assessor
from citevet.limits import CLAIM_CHARACTERS
from citevet.model import Citation, Claim, Difference, Judgement, Page, Passage, Plain, Ruling, Span, Support
from citevet.records import dataclass, replace
from citevet.retrieve import TextWindow, add_neighbours, scores_among
from citevet.session import Session
from citevet.world.model_files import find_best_judge

_CANDIDATES = 3  # windows of all other sources that are judged
_WRONG_QUOTES = frozenset({"altered-quote", "fabricated-quote"})
_FAILED: frozenset[Support] = frozenset({"unsupported", "contradicted"})
_LISTED = 0.8  # share of the claim's words on the cited pages that may come from a table: no model reads tables
_CLEARLY = 0.25  # probability beyond the threshold, on either side of it
_ONWARD = re.compile(r"\d\s?(?:ff?\b|et seq)")  # p. 12 ff. has no last page
Answer = TypeVar("Answer")
JUDGED_CLAIMS = "claims judged"  # the unit of progress where claims are judged in parts
_FIRST_PART, _LONGER = 4, 3  # claims of the first part, and how many times as many the next one has
_Rulings = Mapping[tuple[str, str], Ruling]  # by the ids of claim and citation


@dataclass(frozen=True, slots=True)
class ClaimJudge:
    """What the claims of a run are judged with."""

    assessor: Assessor | None  # none: the model is missing
    risk: float | None = None
    llm: Callable[..., Ruling] | None = None  # decides where the assessor is unsure
    progress: Progress | None = None
    cache: AnswerCache | None = None
    reader: Assessor | None = None  # reads what a language model quotes

    @property
    def threshold(self) -> float:
        """The probability from which a claim counts as supported."""
        return (self.assessor.calibration if self.assessor else Calibration()).threshold

    def ask(self, source: SourceWindows, claim: str, among: Sequence[TextWindow] | None = None) -> ClaimQuestion:
        """Return the question whether a source, or some windows of it, support a claim."""
        return source.question(claim, among, page=self.assessor.page if self.assessor else 0)

    def answer(
        self, kind: object, questions: Mapping[Asked, object], ask: Callable[[Sequence[Asked]], Sequence[Any]]
    ) -> dict[Asked, Any]:
        """Return an answer of the type `kind` for each question; `ask` gets all that no earlier run answered."""
        known = self.cache.load(kind, questions) if self.cache else {}
        rest = [each for each in questions if each not in known]
        fresh = dict(zip(rest, ask(rest), strict=True)) if rest else {}
        if self.cache:
            self.cache.store((questions[each], answer) for each, answer in fresh.items())
        return {**known, **fresh}

    def answer_one(self, kind: object, question: Sequence[object], ask: Callable[[], Answer]) -> Answer:
        """Return the answer to one question, that of an earlier run where there is one."""
        answer: Answer = self.answer(kind, {"": question}, lambda _: [ask()])[""]
        return answer

    def rule(self, questions: Sequence[ClaimQuestion], *, with_llm: bool = False) -> list[Ruling]:
        """Return one ruling for each question, in order."""
        rulings = judge_claims(questions, self.assessor, risk=self.risk, progress=self.progress)
        if self.llm is None or not with_llm:
            return rulings
        return [
            self.llm(each.claim, each.passages, ruling, cut=self.threshold, scope=each.scope, reader=self.reader)
            for each, ruling in zip(questions, rulings, strict=True)
        ]


def load_claim_judge(session: Session, config: Config, progress: Progress | None = None) -> ClaimJudge:
    """Return what the claims of a document are judged with, as its settings say."""
    llm = None
    if config.llm or session.ask_host:
        from citevet.jobs.llm_judge import find_llm_judge  # most runs ask no language model

        llm = find_llm_judge(session, config)
    assessor = load_cached_judge(session, config.judge, progress)
    scores = assessor.nli if assessor else None
    cache = None
    if isinstance(scores, NliCache) and llm is None:  # which claims a language model is asked about, its budget decides
        cache = AnswerCache(session, repr((scores.context, config.risk, fingerprint_code(session))))
    # Where no judge was named, the best one here still reads what a language model quotes.
    reader = (assessor or load_cached_judge(session, find_best_judge(), progress)) if llm else None
    return ClaimJudge(assessor, config.risk, llm, progress, cache, reader)


@dataclass(frozen=True, slots=True)
class CitedSource:
    """One of the sources that a claim cites, with what was judged of it so far."""

    citation: Citation
    windows: SourceWindows
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class CitedClaim:
    """A claim, and the sources with a text that it cites."""

    claim: Claim
    cited: Sequence[CitedSource]

    @property
    def source(self) -> str:
        """The id of the source that it cites first."""
        return self.cited[0].windows.source.id


_Case = tuple[ClaimGroup, CitedClaim]


def judge_support(
    groups: Sequence[ClaimGroup],
    resolved: ResolvedCitations,
    judge: ClaimJudge,
    *,
    sources: Mapping[str, SourceWindows],
    judged: Callable[[], None] | None = None,
) -> None:
    """Replace the judgements of claims that cite sources with a text: of the corpus, or fetched from outside.

    Where `judged` is given, the claims are judged in parts, and it is called after each.
    """
    cases: list[_Case] = []
    for group in groups:
        if group.claim:
            ties = tuple(tie for tie in group.claim.ties if tie.citation not in resolved.noted)
            if cited := _list_cited(group, resolved, sources):
                cases.append((group, CitedClaim(replace(group.claim, ties=ties), cited)))
    for done, part in _split_cases(cases) if judged else [(0, cases)]:
        counted = _count_claims(judge.progress, done, len(part), len(cases)) if judged else judge.progress
        found = judge_cited_claims(
            [case for _, case in part], replace(judge, progress=counted), sources=list(sources.values())
        )
        for (group, _), judgements in zip(part, found, strict=True):
            group.judgements.update(judgements)
        if judged:
            judged()


def _split_cases(cases: Sequence[_Case]) -> Iterator[tuple[int, Sequence[_Case]]]:
    """Yield the claims in ever larger parts, each with how many went before: people wait for the first results.

    Those of one source stay together, since a judge may read its pages once for all of them.
    """
    rank = {name: place for place, name in enumerate(dict.fromkeys(each.source for _, each in cases))}
    ordered = sorted(cases, key=lambda each: rank[each[1].source])
    done, size = 0, _FIRST_PART
    while done < len(ordered):
        yield done, ordered[done : done + size]
        done, size = done + size, size * _LONGER


def _count_claims(progress: Progress | None, before: int, part: int, total: int) -> Progress | None:
    """Return a progress function that counts the claims of all parts, whatever is counted in one of them."""
    if progress is None:
        return None

    def count(done: int, of: int, what: str) -> None:
        if not what.startswith(LOADING):
            what = f"{JUDGED_CLAIMS}{''.join(what.partition(': ')[1:])}"
            done, of = before + part * done // max(of, 1), total
        progress(done, of, what)

    return count


def _list_cited(
    group: ClaimGroup, resolved: ResolvedCitations, sources: Mapping[str, SourceWindows]
) -> list[CitedSource]:
    found = ((citation, resolved.by_citation[citation.id]) for citation in group.citations)
    return [
        CitedSource(citation, sources[resolution.source.id], group.judgements[citation.id])
        for citation, resolution in found
        if resolution.source and resolution.source.id in sources and resolution.existence == "found"
    ]


def judge_cited_claims(
    claims: Sequence[CitedClaim], judge: ClaimJudge, *, sources: Sequence[SourceWindows]
) -> list[dict[str, Judgement]]:
    """Return the judgements of each claim, by citation; `sources` are all sources of the document."""
    rulings = _rule(claims, judge)
    quiet = replace(judge, progress=None)  # what follows are a few questions for some claims
    found = [_judge_claim(each, quiet, rulings=rulings) for each in claims]
    lost = [each for case, judged in zip(claims, found, strict=True) for each in _list_lost(case, judged, sources)]
    passages = find_in_other_sources([(each.words, each.others) for each in lost], judge)
    for each, passage in zip(lost, passages, strict=True):
        each.judged.update((name, _misattribute(each.judged[name], passage)) for name in each.behind if passage)
    return found


def _rule(claims: Sequence[CitedClaim], judge: ClaimJudge) -> _Rulings:
    """Rule on every claim and source of the document at once."""
    rulings: dict[tuple[str, str], Ruling] = {}
    asked: dict[tuple[str, str], tuple[str, SourceWindows]] = {}
    for each in claims:
        words = find_cited_words(each.claim)
        for cited in (one for one in each.cited if one.citation.id in words):
            key = each.claim.id, cited.citation.id
            text = name_source(words[cited.citation.id], cited.citation)
            if len(text) > CLAIM_CHARACTERS:
                rulings[key] = Ruling(reason=cited.windows.reason or "too-large")
            else:
                asked[key] = normalize_claim(text, cited.windows.authors), cited.windows
    questions = {key: ("support", text, windows.digest) for key, (text, windows) in asked.items()}
    # A page that a claim cites under several spellings of its address is judged once.
    first: dict[Sequence[object], tuple[str, str]] = {}
    for key, question in questions.items():
        first.setdefault(question, key)

    def rule_on(keys: Sequence[tuple[str, str]]) -> list[Ruling]:
        """Rule on the questions that no earlier run answered; only these need their sources in windows."""
        unanswered = [asked[key] for key in keys]
        ruled = iter(judge.rule([judge.ask(each, text) for text, each in unanswered if not each.reason], with_llm=True))
        return [Ruling(reason=windows.reason) if windows.reason else next(ruled) for _, windows in unanswered]

    found = judge.answer(Ruling, {key: questions[key] for key in first.values()}, rule_on)
    return {**rulings, **{key: found[first[question]] for key, question in questions.items()}}


def _judge_claim(case: CitedClaim, judge: ClaimJudge, *, rulings: _Rulings) -> dict[str, Judgement]:
    words = find_cited_words(case.claim)
    noted = {tie.citation for tie in case.claim.ties if tie.how == "note"}
    found: dict[str, Judgement] = {}
    for each in case.cited:
        name = each.citation.id
        found[name] = each.judgement
        if name in words:
            found[name] = _apply(rulings[case.claim.id, name], words[name], each, claim=case.claim, judge=judge)
        if name in noted:  # the note itself states what its source says
            if found[name].support != "supported":
                found[name] = replace(each.judgement, support_reason="not-asked")
        elif found[name].support == "supported" and found[name].evidence and not each.judgement.evidence:
            same = [other.citation for other in case.cited if other.windows is each.windows]
            found[name] = _compare_pages(words[name], found[name], each, same=same, judge=judge)
    return found


@dataclass(frozen=True, slots=True)
class _LostClaim:
    """Words that none of the sources supports that are cited for them."""

    words: str
    behind: frozenset[str]  # the citations
    others: tuple[SourceWindows, ...]  # the other sources of the document
    judged: dict[str, Judgement]


def _list_lost(
    case: CitedClaim, judged: dict[str, Judgement], sources: Sequence[SourceWindows]
) -> Iterator[_LostClaim]:
    words = find_cited_words(case.claim)
    for text in dict.fromkeys(plain.text for plain in words.values()):
        behind = frozenset(citation for citation, plain in words.items() if plain.text == text)
        if all(citation in judged and judged[citation].support in _FAILED for citation in behind):
            asked = {each.windows.source.id for each in case.cited if each.citation.id in behind}
            others = tuple(each for each in sources if each.source.id not in asked)
            yield _LostClaim(strip_markers(text), behind, others, judged)


def _apply(ruling: Ruling, words: Plain, cited: CitedSource, *, claim: Claim, judge: ClaimJudge) -> Judgement:
    """Add a ruling to a judgement, with differences placed in the document."""
    ruling = replace(ruling, differences=tuple(_place(each, words) for each in ruling.differences))
    is_misquoted = any(flag.endswith("-quote") for flag in cited.judgement.flags)
    if cited.judgement.evidence and not is_misquoted:  # the source has them word for word: no model can deny that
        ruling = _trust_quotations(ruling, [quotation.span for quotation in claim.quotations])
    elif ruling.support == "supported" and _WRONG_QUOTES & frozenset(cited.judgement.flags):
        ruling = replace(ruling, support="partial")  # a model does not pass words that the source does not have
    judgement = replace(
        cited.judgement,
        support=ruling.support,
        support_reason=ruling.reason,
        confidence=ruling.confidence,
        by=ruling.by,
        clauses=tuple(replace(each, span=words.back_span(each.span)) for each in ruling.clauses),
        stance=ruling.stance,
    )
    if ruling.confidence is None:
        return judgement
    is_least = judge.assessor is not None and judge.assessor.page and ruling.by is None
    least = ruling.evidence if is_least else (_find_sentence(words.text, ruling, judge),)
    decisive = least[0]
    differences = (*judgement.differences, *ruling.differences)
    judgement = replace(judgement, evidence=(*judgement.evidence, *least), differences=differences)
    for flag in ruling.flags:
        judgement = judgement.with_flag(flag)
    work = find_cited_work(words.text, decisive.text) if ruling.support in {"supported", "partial"} else None
    return judgement.with_flag("secondary", Difference("secondary", words.text, work)) if work else judgement


def _find_sentence(text: str, ruling: Ruling, judge: ClaimJudge) -> Passage:
    passage, differences = ruling.evidence[0], ruling.differences
    nli = judge.assessor.nli if judge.assessor and ruling.support == "supported" else None
    question = ("sentence", text, ruling.support, passage, [each.source for each in differences])
    return judge.answer_one(Passage, question, lambda: find_decisive_sentence(text, passage, differences, nli))


def _trust_quotations(ruling: Ruling, quotations: Sequence[Span]) -> Ruling:
    """Drop differences inside quotations that the source has: they come from another sentence of it."""
    left = tuple(
        each for each in ruling.differences if not (each.span and any(one.holds(each.span) for one in quotations))
    )
    rests_on_quoted = ruling.support == "contradicted" and bool(ruling.differences) and not left
    if ruling.support == "unsupported" or rests_on_quoted:
        return replace(ruling, support="unchecked", reason="abstained", differences=left)
    return replace(ruling, differences=left)


def _place(difference: Difference, words: Plain) -> Difference:
    span = difference.span
    return replace(difference, span=words.back_span(span) if span is not None and span.start < span.end else None)


def _misattribute(judgement: Judgement, passage: Passage) -> Judgement:
    return judgement.with_flag("misattributed", Difference("source", judgement.source or "", passage.place))


def find_in_other_sources(
    asked: Sequence[tuple[str, Sequence[SourceWindows]]], judge: ClaimJudge
) -> list[Passage | None]:
    """Return for each claim a passage of its other sources that supports it, the claims of a document together.

    Among 50 works the right one is one of the first three in 371 of 515 cases; with the embedder, which takes as long
    for a window as the judge, 373 are found (claims of SciFact, Check-COVID and HealthVer).
    """
    if judge.assessor is None:
        return [None] * len(asked)
    questions = {
        number: ("elsewhere", words, [each.digest for each in others]) for number, (words, others) in enumerate(asked)
    }
    found = judge.answer(Passage | None, questions, lambda rest: _search_others([asked[each] for each in rest], judge))
    return [found[number] for number in range(len(asked))]


def _search_others(asked: Sequence[tuple[str, Sequence[SourceWindows]]], judge: ClaimJudge) -> list[Passage | None]:
    """Judge the windows with most of the words, three for each claim, and return the best that support them."""
    nearest: list[list[Passage]] = []
    questions: list[ClaimQuestion] = []
    for done, (words, others) in enumerate(asked):
        if judge.progress:
            judge.progress(done, len(asked), "claims looked for in other sources")
        scopes = {each.source.id: each.scope for each in others}
        nearest.append(_rank_others(words, others))
        questions += [
            ClaimQuestion(words, (passage,), scopes[passage.source], is_brief=True) for passage in nearest[-1]
        ]
    rulings = iter(judge.rule(questions))
    return [
        next((each for each, ruling in [(each, next(rulings)) for each in best] if ruling.support == "supported"), None)
        for best in nearest
    ]


def _rank_others(words: str, others: Sequence[SourceWindows]) -> list[Passage]:
    scores = [add_neighbours(each) for each in scores_among(words, [each.pile.words for each in others])]
    ranked = ((score, -source, -place) for source, row in enumerate(scores) for place, score in enumerate(row) if score)
    return [others[-source].pile.passage(-place, score) for score, source, place in nlargest(_CANDIDATES, ranked)]


def _compare_pages(
    words: Plain, judgement: Judgement, cited: CitedSource, *, same: Sequence[Citation], judge: ClaimJudge
) -> Judgement:
    """Flag a claim that another page of the source supports, where none of the cited pages does."""
    source, passage = cited.windows, judgement.evidence[-1]
    named = cited.citation.place.page
    if judge.assessor is None or source.scope != "full" or passage.page is None or named is None:
        return judgement
    claim = normalize_claim(name_source(words, cited.citation), source.authors)
    question = ("page", claim, passage, source.digest, [(each.locator, each.text) for each in same])
    page = judge.answer_one(
        str | None, question, lambda: _find_other_page(claim, passage, source, cited=same, judge=judge)
    )
    return judgement.with_flag("misplaced-claim", Difference("support-page", named, page)) if page else judgement


def _find_other_page(
    claim: str, passage: Passage, source: SourceWindows, *, cited: Sequence[Citation], judge: ClaimJudge
) -> str | None:
    """Return the page that supports a claim, where none of the cited pages does.

    `cited` are all citations of this source in the claim; `passage` is what supports it. Both answers must be clear:
    well above the threshold on that page, well below it on the cited ones.
    """
    pages = _number_pages(cited, source)
    here = [window for window in source.pile.windows if window.page in pages]
    there = [window for window in source.pile.windows if window.page == passage.page]
    if not here or passage.page in pages or _runs_over(passage, there, pages):
        return None
    if coverage(claim, "\n".join(window.text for window in here)) >= _LISTED:
        return None
    strict = replace(judge, risk=None)  # whether a page says it does not depend on the risk that a reader accepts
    asked = [replace(strict.ask(source, claim, among), is_brief=True) for among in (here, there)]
    silent, saying = strict.rule(asked)
    is_silent = silent.support in _FAILED and (silent.confidence or 0.0) < judge.threshold - _CLEARLY
    is_saying = saying.support == "supported" and (saying.confidence or 0.0) >= judge.threshold + _CLEARLY
    return passage.page_name if is_silent and is_saying else None


def _number_pages(cited: Sequence[Citation], source: SourceWindows) -> frozenset[int | None]:
    """Return the numbers of the cited pages; none where a citation has no page, or an open end."""
    labels = dict.fromkeys((window.page, window.label) for window in source.pile.windows)
    pages = tuple(Page("", number, label) for number, label in labels)
    numbers: set[int | None] = set()
    for citation in cited:
        own = find_cited_pages(citation.place.page, pages)
        if not own or _ONWARD.search(citation.text):
            return frozenset()
        numbers.update(pages[index].number for index in own)
    return frozenset(numbers)


def _runs_over(passage: Passage, on_page: Sequence[TextWindow], pages: frozenset[int | None]) -> bool:
    """Return whether the passage is at an edge of its page, next to a cited page: the sentence may run over."""
    page = passage.page or 0
    first, last = passage.span.start <= on_page[0].span.start, passage.span.end >= on_page[-1].span.end
    return (first and page - 1 in pages) or (last and page + 1 in pages)
