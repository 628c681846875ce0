"""Verify claims against given sources, without a document: the job behind `citevet.verify`."""

from collections.abc import AsyncIterator, Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

from citevet.contracts import LOADING, Nli, Progress
from citevet.errors import UsageError
from citevet.jobs.caller_functions import FunctionCaller
from citevet.jobs.claim_outcomes import combine_rulings, list_questions
from citevet.jobs.cosine_verdicts import compare_cosines, promote_contradictions
from citevet.jobs.embedding import run_embedder
from citevet.jobs.given_sources import MOST_WINDOWS, GivenSources, RankedSource
from citevet.jobs.judge_claims import BATCH, STOPPABLE, ClaimQuestion, find_decisive_sentence, judge_claims
from citevet.jobs.judges import list_languages, list_shortcomings, load_assessor, load_judge_card, require_judge
from citevet.jobs.llm_judge import LlmJudge, connect_llm
from citevet.jobs.nli_functions import check_scores, take_pairs
from citevet.jobs.prepared_sources import prepare_sources
from citevet.jobs.verified_cache import VerifiedCache
from citevet.jobs.verify_batches import Cancel, Steps, advance, heed, read_items
from citevet.jobs.verify_inputs import (
    Argument,
    Asked,
    Sources,
    SplitText,
    extract_claims,
    list_claims,
    read_call,
    refuse_claim,
    split_arguments,
    split_claims,
)
from citevet.judge.claim_text import clean_claim
from citevet.judge.support import Assessor, reads
from citevet.model import Claim, Passage, Ruling, Scope
from citevet.model.verification import AskedClaim, ClaimOutcome, ComparedMarker, SourceText, Thresholds, VerifiedClaim
from citevet.records import replace
from citevet.report.agentos import Verified, project_ruling
from citevet.session import EMBEDDER, Session
from citevet.world.model_files import find_best_judge

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

    from citevet.jobs.web_evidence import WebSearch

_OPEN = frozenset({"unverifiable", "weak"})  # what the sources leave open
_PARTS = (
    *("embed", "nli", "extract_claims", "support_threshold", "unverifiable_threshold", "llm", "languages", "web"),
    "markers",
    "cache",
)
THE_JUDGES = "judge"  # instead of languages: those that the judge states
_WEAK_BAND = 0.1  # of probability below the threshold of support in which a claim is called weak


class Verifier:
    """Verifies claims with parts of the caller's choice; what is not given is embedded.

    `embed` takes texts and gives a vector each; `nli` takes a premise and a hypothesis (a passage and the
    claim), or a list of such pairs, and gives for each three scores (supported, neutral, contradicted), the probability
    of support, or labels with scores as pipelines give them; `extract_claims` takes a text and
    gives its claims. All may be async. A string as `nli` names a judge: best (the best installed), small, base, a
    folder. With `nli=None` only the cosine of vectors decides, and nothing is ever contradicted; with functions as
    `embed` and as `nli` the cosine decides, as in AgentOS, and `nli` may only contradict what it supports. Thresholds
    act on the probability of support; without them `supported` is the calibrated decision of `citevet check`.
    `languages` are those that `nli` reads, by default those that the judge states, and English for a function; a claim
    in another stays unchecked, and with `languages=None` none does.
    `llm` names a language model, `ollama:llama3.1`: claims that the judge is unsure of are sent there, with passages of
    the sources, until its budget is spent; that lasts as long as the verifier. Models are loaded once per verifier.
    With `web=True`, claims that the sources leave open are sent to a search service for which you have a key, and
    judged by the pages that it finds; a dict has network settings under their names in the configuration.
    A marker such as [2] names the second source, and the claim is judged by that source first; with `markers=False`
    markers are only left out.
    What was verified is kept by content in the user's cache folder, so the same call again takes no model; with
    `cache=False` nothing is kept.
    """

    def __init__(  # noqa: PLR0913 - the parts of the caller's choice, all by name
        self,
        *,
        embed: Callable[[Any], Any] | None = None,
        nli: Callable[..., Any] | str | None = "best",
        extract_claims: Callable[[str], Any] | None = None,
        support_threshold: float | None = None,
        unverifiable_threshold: float | None = None,
        llm: LlmJudge | str | None = None,
        languages: Collection[str] | None = THE_JUDGES,
        web: bool | Mapping[str, Any] = False,
        markers: bool = True,
        cache: bool = True,
    ) -> None:
        self._markers = markers
        self._embed = embed
        self._nli = find_best_judge() if nli == "best" else nli
        self._extract = extract_claims
        self._languages = frozenset([languages] if isinstance(languages, str) else languages) if languages else None
        if languages == THE_JUDGES:
            self._languages = list_languages(self._nli if isinstance(self._nli, str) else None)
        _check_thresholds(support_threshold, unverifiable_threshold)
        self._thresholds = support_threshold, unverifiable_threshold
        for name, part in (("embed", embed), ("extract_claims", extract_claims), ("nli", nli)):
            if part is not None and not callable(part) and not (name == "nli" and isinstance(part, str)):
                raise UsageError(f"{type(part).__name__} is not a function", to=name, advice="Pass a function.")
        if isinstance(self._nli, str):
            require_judge(self._nli, by="nli")
        # As in AgentOS: cosines decide, and the caller's model may only contradict what they support.
        self._by_cosine = nli is None or (embed is not None and callable(nli))
        if llm is not None and self._by_cosine:
            raise UsageError("cosines alone were asked for", to="llm", advice="Leave out one of the two.")
        if web is not False and nli is None:
            raise UsageError("cosines alone were asked for", to="web", advice="Leave out one of the two.")
        self._llm = connect_llm(llm) if isinstance(llm, str) else llm
        if self._llm:
            self._llm.require_access()
        self._session = Session(None if cache else {"no_cache": True})
        self._search = None if web is False else _open_search({} if web is True else web)
        own = (embed, extract_claims, self._llm)
        self._kept: VerifiedCache | None = None
        if isinstance(self._nli, str) and not any(own):
            judged_by = (self._nli, self._thresholds, sorted(self._languages or ()), self._languages is None, markers)
            self._kept = VerifiedCache(self._session, self._nli, repr(judged_by))

    def verify(
        self,
        text_or_claims: Asked | None = None,
        sources: Sources | GivenSources = (),
        *,
        progress: Progress | None = None,
        **call: Argument,
    ) -> Verified:
        """Verify a text, or ready claims in their order, against sources; `progress` is called with how far it is.

        A call of the tool `verify_claims` fits as it is: `text` or `claims`, `sources`, `paths` of files with more of
        them, and `web_fallback`, with which claims that the sources leave open are looked for on the web.
        """
        asked, web, paths = read_call(text_or_claims, **call)
        return self.verify_against(prepare_sources(sources, paths), asked, progress=progress, web_fallback=web)

    async def averify(
        self, text_or_claims: Asked | None = None, sources: Sources | GivenSources = (), **call: Argument
    ) -> Verified:
        """Do the same without blocking the event loop; async functions run on it.

        Where the task is cancelled, the work ends after the pairs that are being scored.
        """
        import asyncio  # 40 ms that plain callers do not need
        from threading import Event

        asked, web, paths = read_call(text_or_claims, **call)
        stop = Event()

        def work(loop: "AbstractEventLoop") -> Verified:
            given = prepare_sources(sources, paths)
            return self.verify_against(given, asked, FunctionCaller(loop), cancel=stop, web_fallback=web)

        try:
            return await asyncio.to_thread(work, asyncio.get_running_loop())
        except asyncio.CancelledError:
            stop.set()
            raise

    def verify_many(
        self,
        items: Iterable[Any],
        sources: Sources | GivenSources | None = None,
        *,
        batch: int = 32,
        cancel: Cancel | None = None,
        progress: Progress | None = None,
    ) -> Iterator[Verified]:
        """Verify many answers, and yield each result as soon as its batch is done, in their order.

        An item is a text or a list of claims, verified against `sources`; or a pair of those and sources of its own; or
        a call of the tool `verify_claims` as a mapping. All pairs of a batch go to the judge together. Once
        `cancel`, an Event or a function, says so, `Cancelled` is raised.
        """
        tasks = read_items(items, sources, prepare_sources)
        while part := list(islice(tasks, max(batch, 1))):
            with closing(FunctionCaller()) as calls:
                yield from self._verify_all(part, calls, progress, cancel)

    async def averify_many(
        self,
        items: Iterable[Any],
        sources: Sources | GivenSources | None = None,
        *,
        batch: int = 32,
        cancel: Cancel | None = None,
    ) -> AsyncIterator[Verified]:
        """Do the same without blocking the event loop."""
        import asyncio  # likewise

        tasks = read_items(items, sources, prepare_sources)
        loop = asyncio.get_running_loop()
        while part := list(islice(tasks, max(batch, 1))):
            for found in await asyncio.to_thread(self._verify_all, part, FunctionCaller(loop), None, cancel):
                yield found

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
        cancel: Cancel | None = None,
        web_fallback: bool = False,
    ) -> Verified:
        """Verify against sources that were read before, and are used more than once."""
        with closing(caller or FunctionCaller()) as calls:
            return self._verify_all([(sources, asked, web_fallback)], calls, progress, cancel)[0]

    def _verify_all(
        self,
        tasks: Sequence[tuple[GivenSources, Asked, bool]],
        calls: FunctionCaller,
        progress: Progress | None = None,
        cancel: Cancel | None = None,
    ) -> list[Verified]:
        """Verify several answers; all pairs that nobody scored before go to the judge together."""
        progress = heed(progress, cancel)
        known = [self._kept.load(*task[:2]) if self._kept else None for task in tasks]
        steps = [
            self._steps(*task[:2], calls, progress) for task, kept in zip(tasks, known, strict=True) if kept is None
        ]

        def judge(questions: Sequence[ClaimQuestion]) -> list[Ruling]:
            assessor = self._load_assessor(calls, progress)
            return judge_claims(questions, assessor, progress=progress, batch=STOPPABLE if cancel else BATCH)

        fresh = iter(advance(steps, judge))
        found = []
        for (sources, asked, web), kept in zip(tasks, known, strict=True):
            verified = next(fresh) if kept is None else kept
            if kept is None and self._kept:
                self._kept.store(sources, asked, verified)
            found.append(self._search_open(verified, calls, progress, web_fallback=web))
        return found

    def _search_open(
        self, found: Verified, calls: FunctionCaller, progress: Progress | None, *, web_fallback: bool
    ) -> Verified:
        """Look for pages on what the sources leave open, where that was asked for."""
        search, note = self._find_search() if web_fallback else (self._search, "")
        if search is None:
            return replace(found, notes=(*found.notes, note)) if note else found

        def judge(claims: Sequence[str], pages: Sequence[SourceText]) -> Verified:
            return self._verify_all([(GivenSources(tuple(pages)), claims, False)], calls)[0]

        return search.settle(found, [each.text for each in found.claims if self._is_open(each)], judge, progress)

    def _find_search(self) -> "tuple[WebSearch | None, str]":
        """Return the search that a single call asked for, or why there is none: it is a fallback, and no condition."""
        if self._search is not None:
            return self._search, ""
        if self._nli is None:
            return None, "the web was not searched: cosines alone were asked for"
        try:
            return self._session.once("web fallback", partial(_open_search, {})), ""
        except UsageError as error:
            return None, f"the web was not searched: {error}"

    def _is_open(self, claim: VerifiedClaim) -> bool:
        """Return whether a page could settle a claim: it is a statement, in a language that the judge reads."""
        is_read = self._languages is None or reads(claim.text, self._languages)
        is_open = claim.verdict in _OPEN and "misattributed" not in claim.ruling.flags
        return is_open and is_read and refuse_claim(claim.text, by_meaning=True) is None

    def _steps(self, sources: GivenSources, asked: Asked, calls: FunctionCaller, progress: Progress | None) -> Steps:
        """Yield the questions of an answer, take the rulings on them, and return what was verified."""
        text = split_claims(asked, calls.wrap(self._extract, "extract_claims") if self._extract else None)
        refusals = [refuse_claim(claim, by_meaning=not self._by_cosine) for claim in text.claims]
        marked = self._compare_markers(text, sources)
        asked_claims = [
            AskedClaim(clean_claim(claim), markers, is_whole)
            for claim, refusal, (markers, is_whole) in zip(text.claims, refusals, marked, strict=True)
            if refusal is None
        ]
        assessor = self._load_assessor(calls, progress) if asked_claims and sources.windows else None
        thresholds = self._choose_thresholds(None if self._by_cosine else assessor)
        ruled, failure = yield from self._judge(asked_claims, sources, calls, assessor)
        judged = iter(ruled)
        outcomes = [ClaimOutcome(refusal) if refusal else next(judged) for refusal in refusals]
        if not self._by_cosine and sources.windows:
            outcomes = [_compare_quotations(sources, *each) for each in zip_longest(outcomes, text.found)]
        nli = assessor.nli if assessor and isinstance(self._nli, str) and not assessor.is_whole else None
        places = text.places or (None,) * len(text.claims)
        found = []
        for claim, outcome, (markers, _), place in zip(text.claims, outcomes, marked, places, strict=True):
            least = _find_least(claim, outcome.ruling, nli, is_least=bool(assessor and assessor.page))
            verified = _describe(claim, outcome, sources.sources, thresholds, least)
            found.append(replace(verified, markers=_rule_markers(markers, outcome, thresholds), place=place))
        notes = (*self._list_notes(sources), *filter(None, [failure])) if asked_claims else ()
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
            assessor = Assessor(check_scores(caller.wrap(take_pairs(self._nli), "nli")))
        else:
            if progress:
                progress(0, 1, f"{LOADING}: {self._nli}")
            name = self._nli
            assessor = self._session.once(("assessor", name), lambda: load_assessor(self._session, name))
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
    ) -> Generator[Sequence[ClaimQuestion], list[Ruling], tuple[list[ClaimOutcome], str]]:
        """Return the outcome for each claim, and what a reader must know of a model that failed."""
        claims = [each.text for each in asked]
        if not claims or not sources.windows:
            return [ClaimOutcome(Ruling(reason="no-text")) for _ in claims], ""
        embed = caller.wrap(self._embed, "embed") if self._embed else partial(run_embedder, self._session)
        if self._by_cosine or assessor is None:
            is_english = self._embed is None  # the embedded model knows no other language
            thresholds = self._choose_thresholds(None)
            found = compare_cosines(claims, sources, embed, thresholds=thresholds, is_english=is_english)
            return promote_contradictions(claims, found, assessor) if assessor else (found, "")
        ranked = sources.rank(claims, embed if self._needs_vectors(sources) else None, [each.sources for each in asked])
        low = self._choose_thresholds(assessor).unverifiable
        read = ranked
        if assessor.page:
            read = [sources.widen(claim, near, assessor.page) for claim, near in zip(claims, ranked, strict=True)]
        rulings = yield list_questions(asked, read, sources)
        outcomes = combine_rulings(asked, read, rulings, low=low, by_page=bool(assessor.page))
        if self._llm is None:
            return outcomes, ""
        ask = partial(_ask_llm, self._llm, assessor=assessor, scopes=sources.scopes)
        return [ask(*each) for each in zip(claims, ranked, outcomes, strict=True)], ""

    def _needs_vectors(self, sources: GivenSources) -> bool:
        """Return whether vectors are needed: a few windows are all judged, in whatever order."""
        return self._nli is None or self._embed is not None or len(sources.windows) > MOST_WINDOWS

    def _list_notes(self, sources: GivenSources) -> Iterator[str]:
        """Yield what a reader must know of the embedded models that ran."""
        if not sources.windows:
            return
        if isinstance(self._nli, str):
            yield from list_shortcomings(load_judge_card(self._session, self._nli))
        if self._embed is None and self._needs_vectors(sources) and (note := self._session.model(EMBEDDER).note):
            yield note
        if self._llm:
            yield from self._llm.notes()


def _find_least(claim: str, ruling: Ruling, nli: Nli | None, *, is_least: bool) -> tuple[Passage, ...]:
    """Return the least that decides; where a judge read windows, it is a sentence of each passage."""
    if is_least:
        return ruling.evidence
    nli = nli if ruling.support == "supported" else None
    found = tuple(find_decisive_sentence(claim, each, ruling.differences, nli) for each in ruling.evidence)
    return found if "conflicting" in ruling.flags else found[:1]


def _describe(
    claim: str,
    outcome: ClaimOutcome,
    sources: Sequence[SourceText],
    thresholds: Thresholds,
    shown: tuple[Passage, ...],
) -> VerifiedClaim:
    source = None if outcome.source is None else sources[outcome.source]
    word = project_ruling(outcome.ruling, thresholds)
    return VerifiedClaim(claim, word, outcome.ruling, source, outcome.source, outcome.similarity, shown)


def verify(text_or_claims: Asked | None = None, sources: Sources | GivenSources = (), **more: Argument) -> Verified:
    """Verify a text, or ready claims in their order, against sources; to do so often, keep a Verifier.

    `more` are the parts that a Verifier takes, and the arguments of the tool `verify_claims` by their names.
    """
    parts, call = split_arguments(more, _PARTS)
    return Verifier(**parts).verify(text_or_claims, sources, **call)


async def averify(
    text_or_claims: Asked | None = None, sources: Sources | GivenSources = (), **more: Argument
) -> Verified:
    """Do the same without blocking the event loop."""
    parts, call = split_arguments(more, _PARTS)
    return await Verifier(**parts).averify(text_or_claims, sources, **call)


def verify_many(
    items: Iterable[Any], sources: Sources | GivenSources | None = None, **more: Argument
) -> Iterator[Verified]:
    """Verify many answers, and yield the results in their order.

    `more` are the parts that a Verifier takes, and the arguments of its `verify_many`.
    """
    call = {key: more.pop(key) for key in ("batch", "cancel", "progress") if key in more}
    parts, _ = split_arguments(more, _PARTS)
    return Verifier(**parts).verify_many(items, sources, **call)


def _open_search(options: Mapping[str, Any]) -> "WebSearch":
    from citevet.jobs.web_evidence import WebSearch  # most verifiers stay offline

    return WebSearch(options)


def _check_thresholds(support: float | None, unverifiable: float | None) -> None:
    high, low = 1.0 if support is None else support, 0.0 if unverifiable is None else unverifiable
    if not all(isinstance(each, int | float) for each in (high, low)) or not 0 <= low <= high <= 1:
        what = f"thresholds of {support!r} and {unverifiable!r} make no sense"
        raise UsageError(what, to="Verifier", advice="Give 0 ≤ unverifiable_threshold ≤ support_threshold ≤ 1.")


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


def _ask_llm(
    llm: LlmJudge,
    claim: str,
    ranked: Sequence[RankedSource],
    outcome: ClaimOutcome,
    *,
    assessor: Assessor,
    scopes: Mapping[str, Scope],
) -> ClaimOutcome:
    """Let a language model decide a claim near the threshold, once, with all passages that came near it."""
    passages = [passage for each in ranked for passage in each.passages]
    found = [scopes[each.source] for each in passages]
    # One whole work among the sources is enough to say that something is missing.
    scope = "full" if "full" in found or not found else found[0]
    if "misattributed" in outcome.ruling.flags:
        return outcome  # the cited source does not say it, whatever another one says
    cut = assessor.calibration.threshold
    ruling = llm(claim, passages, outcome.ruling, cut=cut, scope=scope, reader=assessor)
    if ruling is outcome.ruling or not ruling.evidence:
        return outcome
    source = int(ruling.evidence[0].source.removeprefix("s")) - 1
    similarity = next((each.similarity for each in ranked if each.source == source), None)
    return ClaimOutcome(ruling, source, similarity, outcome.cited)
