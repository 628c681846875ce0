"""Verify claims against given sources, without a document: the job behind `citevet.verify`."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from citevet.contracts import LOADING, Nli, Progress
from citevet.errors import UsageError
from citevet.jobs.caller_functions import FunctionCaller, check_scores
from citevet.jobs.embedding import find_nearest, run_embedder
from citevet.jobs.given_sources import MOST_WINDOWS, GivenSources, IndexedWindow, RankedSource
from citevet.jobs.judge_claims import ClaimQuestion, find_decisive_sentence, judge_claims
from citevet.jobs.judges import list_shortcomings, load_assessor, load_judge_model, require_judge
from citevet.jobs.llm_judge import LlmJudge, connect_llm
from citevet.jobs.verify_inputs import (
    Sources,
    SplitText,
    extract_claims,
    list_claims,
    list_sources,
    refuse_claim,
    split_claims,
)
from citevet.judge.claim_text import clean_claim
from citevet.judge.evidence import coverage
from citevet.judge.support import Assessor
from citevet.model import Claim, Ruling, Scope, Support
from citevet.model.verification import ComparedMarker, SourceText, Thresholds, VerifiedClaim, VerifiedWord
from citevet.records import dataclass, field, replace
from citevet.report.agentos import Verified, project_ruling
from citevet.session import EMBEDDER, Session
from citevet.text.language import detect_language
from citevet.world.model_files import find_best_judge

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

    from citevet.jobs.web_evidence import WebSearch

Asked = str | Sequence[str] | SplitText  # a text that is split already, too
_FOR = frozenset({"supported", "partial"})
_AGAINST = frozenset({"unsupported", "contradicted"})
_OPEN = frozenset({"unverifiable", "weak"})  # what the sources leave open
_WEAK_BAND = 0.1  # of probability below the threshold of support in which a claim is called weak
# What a cosine comes to; it cannot contradict.
_SUPPORTS: Mapping[VerifiedWord, Support] = {"supported": "supported", "weak": "partial", "unverifiable": "unsupported"}


@dataclass(frozen=True, slots=True)
class AskedClaim:
    """A claim in the words that are judged, and its markers."""

    text: str
    markers: tuple[ComparedMarker, ...] = ()
    is_whole: bool = False  # a marker backs all of it

    @property
    def sources(self) -> frozenset[int]:
        """The sources that it cites."""
        return frozenset(source for marker in self.markers for source in marker.sources)


@dataclass(frozen=True, slots=True)
class ClaimOutcome:
    """A ruling, and the source that it rests on."""

    ruling: Ruling
    source: int | None = None  # index of the source that decided, or came nearest
    similarity: float | None = None
    cited: Mapping[int, Ruling] = field(default_factory=dict)  # by each source that the claim cites


class Verifier:
    """Verifies claims with parts of the caller's choice; what is not given is embedded.

    `embed` takes texts and gives a vector each; `nli` takes pairs (evidence, claim) and gives three scores each:
    supported, neutral, contradicted, or labels with scores as pipelines give them; `extract_claims` takes a text and
    gives its claims. All may be async. A string as `nli` names a judge: best (the best installed), small, base, a
    folder. With `nli=None` only the cosine of vectors decides, and nothing is ever contradicted. Thresholds act on the
    probability of support; without them `supported` is the calibrated decision of `citevet check`.
    `languages` are those that `nli` reads; a claim in another stays unchecked, and with `languages=None` none does.
    `llm` names a language model, `ollama:llama3.1`: claims that the judge is unsure of are sent there, with passages of
    the sources, until its budget is spent; that lasts as long as the verifier. Models are loaded once per verifier.
    With `web=True`, claims that the sources leave open are sent to a search service for which you have a key, and
    judged by the pages that it finds; a dict has network settings under their names in the configuration.
    A marker such as [2] names the second source, and the claim is judged by that source first; with `markers=False`
    markers are only left out.
    """

    def __init__(  # noqa: PLR0913 - the parts of the caller's choice, all by name
        self,
        *,
        embed: Callable[[Any], Any] | None = None,
        nli: Callable[[Any], Any] | str | None = "best",
        extract_claims: Callable[[str], Any] | None = None,
        support_threshold: float | None = None,
        unverifiable_threshold: float | None = None,
        llm: LlmJudge | str | None = None,
        languages: Collection[str] | None = ("en",),
        web: bool | Mapping[str, Any] = False,
        markers: bool = True,
    ) -> None:
        self._markers = markers
        self._embed = embed
        self._nli = find_best_judge() if nli == "best" else nli
        self._extract = extract_claims
        self._languages = frozenset([languages] if isinstance(languages, str) else languages) if languages else None
        _check_thresholds(support_threshold, unverifiable_threshold)
        self._thresholds = support_threshold, unverifiable_threshold
        for name, part in (("embed", embed), ("extract_claims", extract_claims), ("nli", nli)):
            if part is not None and not callable(part) and not (name == "nli" and isinstance(part, str)):
                raise UsageError(f"{type(part).__name__} is not a function", to=name, advice="Pass a function.")
        if isinstance(self._nli, str):
            require_judge(self._nli, by="nli")
        if llm is not None and nli is None:
            raise UsageError("cosines alone were asked for", to="llm", advice="Leave out one of the two.")
        if web is not False and nli is None:
            raise UsageError("cosines alone were asked for", to="web", advice="Leave out one of the two.")
        self._llm = connect_llm(llm) if isinstance(llm, str) else llm
        if self._llm:
            self._llm.require_access()
        self._session = Session()
        self._search = None if web is False else _open_search({} if web is True else web)

    def verify(self, text_or_claims: Asked, sources: Sources = (), *, progress: Progress | None = None) -> Verified:
        """Verify a text, or ready claims in their order, against sources; `progress` is called with how far it is."""
        return self.verify_against(GivenSources(list_sources(sources)), text_or_claims, progress=progress)

    async def averify(self, text_or_claims: Asked, sources: Sources = ()) -> Verified:
        """Do the same without blocking the event loop; async functions run on it."""
        import asyncio  # 40 ms that plain callers do not need

        def work(loop: "AbstractEventLoop") -> Verified:
            return self.verify_against(GivenSources(list_sources(sources)), text_or_claims, FunctionCaller(loop))

        return await asyncio.to_thread(work, asyncio.get_running_loop())

    def extract_claims(self, text: str) -> list[str]:
        """Return the claims of a text as `verify` sees them."""
        with closing(FunctionCaller()) as caller:
            return list(list_claims(text, caller.wrap(self._extract or extract_claims, "extract_claims")))

    def verify_against(
        self,
        sources: GivenSources,
        asked: Asked,
        caller: FunctionCaller | None = None,
        *,
        progress: Progress | None = None,
    ) -> Verified:
        """Verify against sources that were read before, and are used more than once."""
        with closing(caller or FunctionCaller()) as calls:
            found = self._verify(sources, asked, calls, progress)
            if self._search is None:
                return found

            def judge(claims: Sequence[str], pages: Sequence[SourceText]) -> Verified:
                return self._verify(GivenSources(tuple(pages)), claims, calls, None)

            return self._search.settle(
                found, [each.text for each in found.claims if self._is_open(each)], judge, progress
            )

    def _is_open(self, claim: VerifiedClaim) -> bool:
        """Return whether a page could settle a claim: it is a statement, in a language that the judge reads."""
        is_read = self._languages is None or detect_language(claim.text) in {*self._languages, None}
        is_open = claim.verdict in _OPEN and "misattributed" not in claim.ruling.flags
        return is_open and is_read and refuse_claim(claim.text, by_meaning=True) is None

    def _verify(
        self, sources: GivenSources, asked: Asked, calls: FunctionCaller, progress: Progress | None
    ) -> Verified:
        text = split_claims(asked, calls.wrap(self._extract, "extract_claims") if self._extract else None)
        refusals = [refuse_claim(claim, by_meaning=self._nli is not None) for claim in text.claims]
        marked = self._compare_markers(text, sources)
        asked_claims = [
            AskedClaim(clean_claim(claim), markers, is_whole)
            for claim, refusal, (markers, is_whole) in zip(text.claims, refusals, marked, strict=True)
            if refusal is None
        ]
        assessor = self._load_assessor(calls, progress) if asked_claims and sources.windows else None
        thresholds = self._choose_thresholds(assessor)
        judged = iter(self._judge(asked_claims, sources, calls, assessor, progress=progress))
        outcomes = [ClaimOutcome(refusal) if refusal else next(judged) for refusal in refusals]
        if self._nli is not None and sources.windows:
            outcomes = [_compare_quotations(sources, *each) for each in zip_longest(outcomes, text.found)]
        nli = assessor.nli if assessor and isinstance(self._nli, str) else None
        places = text.places or (None,) * len(text.claims)
        found = []
        for claim, outcome, (markers, _), place in zip(text.claims, outcomes, marked, places, strict=True):
            verified = _describe(claim, outcome, sources.sources, thresholds, nli)
            found.append(replace(verified, markers=_rule_markers(markers, outcome, thresholds), place=place))
        notes = tuple(self._list_notes(sources)) if asked_claims else ()
        if isinstance(asked, str) and asked.lstrip().startswith(('{"', "[{")):
            notes = (*notes, "the text looks like JSON; pass the words of the answer, or a list of claims")
        return Verified(tuple(found), sources.sources, notes, text.left_out, thresholds)

    def _compare_markers(self, text: SplitText, sources: GivenSources) -> list[tuple[tuple[ComparedMarker, ...], bool]]:
        """Return for each claim its markers, and whether one backs the whole claim."""
        if not self._markers or not text.cited or not sources.sources:
            return [((), False)] * len(text.claims)
        return [(tuple(map(sources.compare, each)), any(work.is_whole for work in each)) for each in text.cited]

    def _load_assessor(self, caller: FunctionCaller, progress: Progress | None) -> Assessor | None:
        """Return the judge; none where only cosines decide."""
        if self._nli is None:
            return None
        if callable(self._nli):
            assessor = Assessor(check_scores(caller.wrap(self._nli, "nli")))
        else:
            if progress:
                progress(0, 1, f"{LOADING}: {self._nli}")
            assessor = load_assessor(self._session, self._nli)
        return replace(assessor, languages=self._languages)

    def _choose_thresholds(self, assessor: Assessor | None) -> Thresholds:
        """Return the caller's thresholds; by default the calibrated one with a narrow band for `weak` below it."""
        support, unverifiable = self._thresholds
        default = Thresholds()
        if assessor:
            threshold = assessor.calibration.threshold
            default = Thresholds(threshold, max(threshold - _WEAK_BAND, 0.0))
        high = default.support if support is None else support
        return Thresholds(high, min(default.unverifiable, high) if unverifiable is None else unverifiable)

    def _judge(
        self,
        asked: Sequence[AskedClaim],
        sources: GivenSources,
        caller: FunctionCaller,
        assessor: Assessor | None,
        *,
        progress: Progress | None,
    ) -> list[ClaimOutcome]:
        claims = [each.text for each in asked]
        if not claims or not sources.windows:
            return [ClaimOutcome(Ruling(reason="no-text")) for _ in claims]
        embed = caller.wrap(self._embed, "embed") if self._embed else partial(run_embedder, self._session)
        if assessor is None:
            is_english = self._embed is None  # the embedded model knows no other language
            thresholds = self._choose_thresholds(None)
            return _compare_cosines(claims, sources, embed, thresholds=thresholds, is_english=is_english)
        ranked = sources.rank(claims, embed if self._needs_vectors(sources) else None, [each.sources for each in asked])
        low = self._choose_thresholds(assessor).unverifiable
        outcomes = _judge_ranked(asked, ranked, sources, assessor, low=low, progress=progress)
        if self._llm is None:
            return outcomes
        ask = partial(_ask_llm, self._llm, threshold=assessor.calibration.threshold, scopes=sources.scopes)
        return [ask(*each) for each in zip(claims, ranked, outcomes, strict=True)]

    def _needs_vectors(self, sources: GivenSources) -> bool:
        """Return whether vectors are needed: a few windows are all judged, in whatever order."""
        return self._nli is None or self._embed is not None or len(sources.windows) > MOST_WINDOWS

    def _list_notes(self, sources: GivenSources) -> Iterator[str]:
        """Yield what a reader must know of the embedded models that ran."""
        if not sources.windows:
            return
        if isinstance(self._nli, str):
            yield from list_shortcomings(load_judge_model(self._session, self._nli))
        if self._embed is None and self._needs_vectors(sources) and (note := self._session.model(EMBEDDER).note):
            yield note
        if self._llm:
            yield from self._llm.notes()


def _describe(
    claim: str, outcome: ClaimOutcome, sources: Sequence[SourceText], thresholds: Thresholds, nli: Nli | None
) -> VerifiedClaim:
    ruling = outcome.ruling
    source = None if outcome.source is None else sources[outcome.source]
    nli = nli if ruling.support == "supported" else None
    shown = tuple(find_decisive_sentence(claim, each, ruling.differences, nli) for each in ruling.evidence)
    word = project_ruling(ruling, thresholds)
    return VerifiedClaim(claim, word, ruling, source, outcome.source, outcome.similarity, shown)


def verify(text_or_claims: Asked, sources: Sources = (), **parts: Any) -> Verified:  # noqa: ANN401 - as Verifier takes them
    """Verify a text, or ready claims in their order, against sources; to do so often, keep a Verifier."""
    return Verifier(**parts).verify(text_or_claims, sources)


async def averify(text_or_claims: Asked, sources: Sources = (), **parts: Any) -> Verified:  # noqa: ANN401 - likewise
    """Do the same without blocking the event loop."""
    return await Verifier(**parts).averify(text_or_claims, sources)


def _open_search(options: Mapping[str, Any]) -> "WebSearch":
    from citevet.jobs.web_evidence import WebSearch  # most verifiers stay offline

    return WebSearch(options)


def _check_thresholds(support: float | None, unverifiable: float | None) -> None:
    high, low = 1.0 if support is None else support, 0.0 if unverifiable is None else unverifiable
    if not all(isinstance(each, int | float) for each in (high, low)) or not 0 <= low <= high <= 1:
        what = f"thresholds of {support!r} and {unverifiable!r} make no sense"
        raise UsageError(what, to="Verifier", advice="Give 0 ≤ unverifiable_threshold ≤ support_threshold ≤ 1.")


def _judge_ranked(
    claims: Sequence[AskedClaim],
    ranked: Sequence[Sequence[RankedSource]],
    sources: GivenSources,
    assessor: Assessor,
    *,
    low: float,
    progress: Progress | None,
) -> list[ClaimOutcome]:
    """Judge every claim on the sources nearest to it, all in one go, and combine the rulings on each claim."""
    questions = [
        ClaimQuestion(claim.text, each.passages, sources.scopes[f"s{each.source + 1}"])
        for claim, near in zip(claims, ranked, strict=True)
        for each in near
    ]
    rulings = iter(judge_claims(questions, assessor, progress=progress))
    return [
        _combine_cited(claim, [_SourceRuling.make(claim.text, each, next(rulings)) for each in near], low)
        for claim, near in zip(claims, ranked, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _SourceRuling:
    """What one source says to a claim."""

    ranked: RankedSource
    ruling: Ruling
    about: float  # share of the claim's words that the decisive passage has

    @classmethod
    def make(cls, claim: str, ranked: RankedSource, ruling: Ruling) -> "_SourceRuling":
        return cls(ranked, ruling, coverage(claim, ruling.evidence[0].text) if ruling.evidence else 0.0)

    @property
    def probability(self) -> float:
        return self.ruling.confidence or 0.0

    @property
    def rank(self) -> tuple[int, bool, float]:
        """By the verdict; of contradictions one that shows its words, and is most about it; else the likeliest.

        What is doubtful in one source is not settled by another that is silent, or has some of the words.
        """
        support = self.ruling.support
        if support == "contradicted":
            return 0, not self.ruling.differences, -self.about
        return (1 if support == "supported" else 2), False, -self.probability


def _combine(rulings: Sequence[_SourceRuling]) -> ClaimOutcome:
    """Return what decides: of sources that disagree the one that is more about the claim, of equals none.

    Models take a text about something else for a contradiction, and none of the sources was cited.
    """
    nearest = max((each.about for each in rulings if each.ruling.support in _FOR), default=0.0)
    relevant = [each for each in rulings if each.ruling.support != "contradicted" or each.about >= nearest]
    first = min(relevant, key=lambda each: each.rank)
    ruling = first.ruling
    supporting = [each for each in relevant if each.ruling.support == "supported"]
    if ruling.support == "contradicted" and supporting:
        ruling = _report_conflict(max(supporting, key=lambda each: each.probability).ruling, ruling)
    return ClaimOutcome(ruling, first.ranked.source, first.ranked.similarity)


def _combine_cited(claim: AskedClaim, rulings: Sequence[_SourceRuling], low: float) -> ClaimOutcome:
    """Return what the cited sources say; what another one says counts where it supports or contradicts the claim.

    Below the probability of `low` the cited sources clearly do not support it. A marker that the other passage itself
    has was copied from there.
    """
    whole = _combine(rulings)
    own = [each for each in rulings if each.ranked.source in claim.sources]
    if not own:
        return whole
    cited = _combine(own)
    found = replace(whole, cited={each.ranked.source: each.ruling for each in own})
    support, score = cited.ruling.support, cited.ruling.confidence or 0.0
    if whole.ruling.support == "supported" and whole.source not in claim.sources:
        is_silent = claim.is_whole and support in _AGAINST and score < low
        is_copied = any(marker.text in each.text for marker in claim.markers for each in whole.ruling.evidence)
        if support == "supported":
            return replace(cited, cited=found.cited)
        if not is_silent or is_copied:
            return found
        return replace(found, ruling=replace(whole.ruling, flags=(*whole.ruling.flags, "misattributed")))
    is_denied = support == "contradicted" and "conflicting" in whole.ruling.flags  # the cited source itself says no
    if is_denied or support == whole.ruling.support:
        return replace(cited, cited=found.cited)
    return found


def _compare_quotations(sources: GivenSources, outcome: ClaimOutcome, claim: Claim | None) -> ClaimOutcome:
    """Lower a claim with words in quotation marks that its source has in other words: no model passes those."""
    altered = sources.find_altered_quotation(claim) if claim else None
    if altered is None:
        return outcome
    ruling = outcome.ruling
    ruling = replace(
        ruling,
        support="partial" if ruling.support == "supported" else ruling.support,
        evidence=(*altered.evidence[:1], *ruling.evidence),
        differences=(*ruling.differences, *altered.differences),
        flags=(*ruling.flags, "altered-quote"),
    )
    return replace(outcome, ruling=ruling, source=int(altered.evidence[0].source.removeprefix("s")) - 1)


def _rule_markers(
    markers: Sequence[ComparedMarker], outcome: ClaimOutcome, thresholds: Thresholds
) -> tuple[ComparedMarker, ...]:
    """Add to each marker the verdict by its sources alone."""

    def rule(marker: ComparedMarker) -> ComparedMarker:
        words = {project_ruling(outcome.cited[each], thresholds) for each in marker.sources if each in outcome.cited}
        best = next((word for word in ("supported", "contradicted", "weak", "unverifiable") if word in words), None)
        return replace(marker, verdict=best)

    return tuple(map(rule, markers))


def _report_conflict(supporting: Ruling, opposing: Ruling) -> Ruling:
    flags = dict.fromkeys(chain(supporting.flags, opposing.flags, ("conflicting",)))
    return replace(
        opposing,
        support="unchecked",
        reason="abstained",
        confidence=None,
        evidence=(*opposing.evidence[:1], *supporting.evidence[:1]),
        flags=tuple(flags),
    )


def _ask_llm(
    llm: LlmJudge,
    claim: str,
    ranked: Sequence[RankedSource],
    outcome: ClaimOutcome,
    *,
    threshold: float,
    scopes: Mapping[str, Scope],
) -> ClaimOutcome:
    """Let a language model decide a claim near the threshold, once, with all passages that came near it."""
    passages = [passage for each in ranked for passage in each.passages]
    found = [scopes[each.source] for each in passages]
    # One whole work among the sources is enough to say that something is missing.
    scope = "full" if "full" in found or not found else found[0]
    if "misattributed" in outcome.ruling.flags:
        return outcome  # the cited source does not say it, whatever another one says
    ruling = llm(claim, passages, outcome.ruling, cut=threshold, scope=scope)
    if ruling is outcome.ruling or not ruling.evidence:
        return outcome
    source = int(ruling.evidence[0].source.removeprefix("s")) - 1
    similarity = next((each.similarity for each in ranked if each.source == source), None)
    return ClaimOutcome(ruling, source, similarity, outcome.cited)


def _compare_cosines(
    claims: Sequence[str],
    sources: GivenSources,
    embed: Callable[[Sequence[str]], Any],
    *,
    thresholds: Thresholds,
    is_english: bool,
) -> list[ClaimOutcome]:
    """Compare claims and sources by the cosine of their vectors alone: what is similar, not what is said.

    With `is_english` the embedder knows no other language: all Korean sentences are alike to it.
    """
    asked, rows = sources.embed(claims, range(len(sources.windows)), embed)
    has_vector = [bool(vector.any()) for vector in asked]
    places, cosines = find_nearest(asked, rows)
    outcomes = []
    for claim, place, cosine, is_known in zip(claims, places, cosines, has_vector, strict=True):
        near = sources.windows[place]
        if is_english and any(detect_language(text) not in {"en", None} for text in (claim, near.window.text)):
            outcomes.append(ClaimOutcome(Ruling(reason="language", evidence=(near.passage(),)), near.index))
        elif sources.sources[near.index].scope == "title":  # names a work and says nothing
            outcomes.append(ClaimOutcome(Ruling(reason="partial-scope", evidence=(near.passage(),)), near.index))
        elif not is_known:
            outcomes.append(ClaimOutcome(Ruling(reason="abstained")))
        else:
            outcomes.append(_rule_by_cosine(near, cosine, thresholds))
    return outcomes


def _rule_by_cosine(found: IndexedWindow, cosine: float, thresholds: Thresholds) -> ClaimOutcome:
    if cosine <= 0:
        return ClaimOutcome(Ruling("unsupported"), None, 0.0)
    cosine = min(cosine, 1.0)
    support = _SUPPORTS[thresholds.word(cosine)]
    return ClaimOutcome(Ruling(support, evidence=(found.passage(cosine),)), found.index, cosine)
