"""Claims against given sources, without a document: the job behind `citevet.verify`."""

from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from citevet.contracts import Progress
from citevet.errors import UsageError
from citevet.jobs.judges import judge_notes, own_assessor
from citevet.jobs.named_judge import demand_judge
from citevet.jobs.supporting.second_opinion import SecondOpinion
from citevet.jobs.verifying.asked import claims_of, extract_claims, heard, sources_of, taken, unjudged
from citevet.jobs.verifying.by_cosine import by_cosine
from citevet.jobs.verifying.by_judge import by_judge
from citevet.jobs.verifying.caller import Caller
from citevet.jobs.verifying.defaults import embedder_notes, own_embed
from citevet.jobs.verifying.focus import focus
from citevet.jobs.verifying.outcome import Outcome
from citevet.jobs.verifying.ranking import MOST, ranking
from citevet.jobs.verifying.second_look import opinion_of, second_look
from citevet.jobs.verifying.shelf import Shelf
from citevet.jobs.verifying.weights import trusted
from citevet.judge.support import Assessor, judge_support
from citevet.model import Passage, Ruling
from citevet.report.verified import Given, Thresholds, Verified, VerifiedClaim, project

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

Asked = str | Sequence[str]
Sources = Sequence[Given | str]


class Verifier:
    """Verifies claims with parts of the caller's choice; what is not given is embedded.

    `embed` takes texts and gives a vector each; `nli` takes pairs (evidence, claim) and gives three weights each:
    supported, neutral, contradicted, or labels with scores as pipelines give them; `extract_claims` takes a text and
    gives its claims. All may be async. A string as `nli` names a judge: small, small+base, a folder. With `nli=None`
    nothing but the cosine of vectors decides, and nothing is ever contradicted. `languages` are those that `nli` reads;
    what is in another stays unchecked, and with `languages=None` nothing does.
    `llm` names a language model, `ollama:llama3.1`: claims that the judge is unsure of are sent there, with passages of
    the sources, until its budget is spent; that lasts as long as the verifier.
    """

    def __init__(
        self,
        *,
        embed: Callable[[Any], Any] | None = None,
        nli: Callable[[Any], Any] | str | None = "small",
        extract_claims: Callable[[str], Any] | None = None,
        support_threshold: float = 0.6,
        unverifiable_threshold: float = 0.3,
        llm: SecondOpinion | str | None = None,
        languages: Collection[str] | None = ("en",),
    ) -> None:
        self._embed = embed
        self._nli = nli
        self._extract = extract_claims
        self._languages = frozenset([languages] if isinstance(languages, str) else languages) if languages else None
        self._thresholds = _thresholds(support_threshold, unverifiable_threshold)
        for name, part in (("embed", embed), ("extract_claims", extract_claims), ("nli", nli)):
            if part is not None and not callable(part) and not (name == "nli" and isinstance(part, str)):
                raise UsageError(f"{type(part).__name__} is no function", to=name, advice="Pass a function.")
        if isinstance(nli, str):
            demand_judge(nli, by="nli")
        if llm is not None and nli is None:
            raise UsageError("cosines alone were asked for", to="llm", advice="Leave out one of the two.")
        self._opinion = opinion_of(llm) if llm is not None else None

    def verify(self, text_or_claims: Asked, sources: Sources, *, progress: Progress | None = None) -> Verified:
        """Hold a text, or ready claims in their order, against sources; `progress` is told each claim's turn."""
        return self.against(Shelf(sources_of(sources)), text_or_claims, progress=progress)

    async def averify(self, text_or_claims: Asked, sources: Sources) -> Verified:
        """Do the same without blocking the event loop; async functions run on it."""
        import asyncio  # noqa: PLC0415 - 40 ms that plain callers do not need

        def work(loop: "AbstractEventLoop") -> Verified:
            return self.against(Shelf(sources_of(sources)), text_or_claims, Caller(loop))

        return await asyncio.to_thread(work, asyncio.get_running_loop())

    def extract_claims(self, text: str) -> list[str]:
        """Return the claims of a text as `verify` sees them."""
        with closing(Caller()) as caller:
            return list(claims_of(text, caller.wrap(self._extract or extract_claims, "extract_claims")))

    def against(
        self, shelf: Shelf, asked: Asked, caller: Caller | None = None, *, progress: Progress | None = None
    ) -> Verified:
        """Do the same with sources that were read before, and are asked more than once."""
        with closing(caller or Caller()) as calls:
            said = taken(asked, calls.wrap(self._extract, "extract_claims") if self._extract else None)
            claims = said.claims
            spared = [unjudged(claim, by_meaning=self._nli is not None) for claim in claims]
            open_ones = [heard(claim) for claim, ruling in zip(claims, spared, strict=True) if ruling is None]
            judged = iter(self._judged(open_ones, shelf, calls, progress=progress) if open_ones else ())
        outcomes = [Outcome(ruling) if ruling else next(judged) for ruling in spared]
        found = tuple(self._verified(claim, each, shelf.sources) for claim, each in zip(claims, outcomes, strict=True))
        notes = self._notes(shelf) if open_ones else ()
        return Verified(found, shelf.sources, notes, said.left_out, self._thresholds)

    def _judged(
        self, claims: Sequence[str], shelf: Shelf, caller: Caller, *, progress: Progress | None
    ) -> list[Outcome]:
        if not shelf.windows:
            return [Outcome(Ruling(reason="no-text")) for _ in claims]
        embed = caller.wrap(self._embed, "embed") if self._embed else own_embed
        if self._nli is None:
            english = self._embed is None
            return by_cosine(claims, shelf, embed=embed, thresholds=self._thresholds, english=english)
        own = Assessor(trusted(caller.wrap(self._nli, "nli"))) if callable(self._nli) else own_assessor(self._nli)
        assessor = replace(own, languages=self._languages)
        near = ranking(claims, shelf, embed if self._compares(shelf) else None)

        def rule(claim: str, passages: Sequence[Passage]) -> Ruling:
            source = passages[0].source if passages else ""
            windows, scope = shelf.sizes[source], shelf.scopes.get(source, "full")
            return judge_support(claim, passages, assessor, windows=windows, scope=scope)

        found = by_judge(claims, near, rule=rule, progress=progress)
        if self._opinion is None:
            return found
        return second_look(claims, near, found, ask=self._opinion, cut=assessor.calibration.cut, scopes=shelf.scopes)

    def _compares(self, shelf: Shelf) -> bool:
        """Say whether vectors are needed: few windows are all judged, in whatever order."""
        return self._nli is None or self._embed is not None or len(shelf.windows) > MOST

    def _verified(self, claim: str, outcome: Outcome, sources: Sequence[Given]) -> VerifiedClaim:
        word = project(outcome.ruling, self._thresholds)
        source = None if outcome.source is None else sources[outcome.source]
        shown = tuple(focus(claim, each, outcome.ruling.differences) for each in outcome.ruling.evidence)
        return VerifiedClaim(claim, word, outcome.ruling, source, outcome.source, outcome.similarity, shown)

    def _notes(self, shelf: Shelf) -> tuple[str, ...]:
        """Return what must be said of the embedded models that ran."""
        if not shelf.windows:
            return ()
        judge = judge_notes(self._nli) if isinstance(self._nli, str) else ()
        embedder = embedder_notes() if self._embed is None and self._compares(shelf) else ()
        return (*judge, *embedder, *(self._opinion.notes() if self._opinion else ()))


def verify(text_or_claims: Asked, sources: Sources, **parts: Any) -> Verified:  # noqa: ANN401 - as Verifier takes them
    """Hold a text, or ready claims in their order, against sources that the caller has the words of."""
    return Verifier(**parts).verify(text_or_claims, sources)


async def averify(text_or_claims: Asked, sources: Sources, **parts: Any) -> Verified:  # noqa: ANN401 - likewise
    """Do the same without blocking the event loop."""
    return await Verifier(**parts).averify(text_or_claims, sources)


def _thresholds(support: float, unverifiable: float) -> Thresholds:
    if (
        not all(isinstance(each, int | float) for each in (support, unverifiable))
        or not 0 <= unverifiable <= support <= 1
    ):
        what = f"thresholds of {support!r} and {unverifiable!r} make no sense"
        advice = "Give 0 ≤ unverifiable_threshold ≤ support_threshold ≤ 1."
        raise UsageError(what, to="Verifier", advice=advice)
    return Thresholds(support, unverifiable)
