"""Load the judge that a run names, with a cache of its scores; describe it without loading where an earlier run did."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from math import exp, isfinite
from struct import Struct
from typing import TYPE_CHECKING, Any

from citevet.contracts import LOADING, Nli, Progress
from citevet.errors import ModelError
from citevet.judge.calibration import SURE, Calibration, Scores
from citevet.records import dataclass, field
from citevet.session import RunCache, Session
from citevet.world.model_files import ModelCard
from citevet.world.record_json import dump_json, load_json

if TYPE_CHECKING:
    from citevet.jobs.judge_claims import Asked, AskQuestions  # 20 ms, and runs without a judge need none of it
    from citevet.judge.support import Assessor
    from citevet.world.model_runner import Model

_OUTPUTS = 3  # supported, neutral, contradicted
_PROBE = [("It rains.", "It rains.")]
_SCORES = Struct("<3f")
_BATCH = 256  # new pairs that are scored and written at once: some seconds of work, which is what a kill may cost
_MOST_PAIRS = 200_000  # kept in memory: about 40 MB


@dataclass(frozen=True, slots=True)
class NliCache(RunCache):
    """An NLI function that scores only pairs that no earlier run scored."""

    nli: Nli
    known: dict[str, bytes] = field(default_factory=dict)  # written or not

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> list[Scores]:
        """Return the scores of each pair, with the precision of the cache, so that a second run is equal."""
        if len(self.known) + len(pairs) > _MOST_PAIRS:
            self.save()
            self.known.clear()
        asked = {self._key(*pair): pair for pair in pairs}
        unknown = [key for key in asked if key not in self.known]
        if unknown:
            found = self.session.load_cached(unknown)
            self.known.update((key, value) for key, value in found.items() if len(value) == _SCORES.size)
        self._score({key: asked[key] for key in unknown if key not in self.known})
        return [_unpack(self.known[self._key(*pair)]) for pair in pairs]

    def _score(self, rest: dict[str, tuple[str, str]]) -> None:
        """Score pairs batch by batch, so that a run that is stopped keeps its scores."""
        keys = list(rest)
        for at in range(0, len(keys), _BATCH):
            part = keys[at : at + _BATCH]
            scores = self.nli([rest[key] for key in part])
            fresh = {key: _SCORES.pack(*each) for key, each in zip(part, scores, strict=True)}
            self.known.update(fresh)
            self.new.update(fresh)
            if len(self.new) >= _BATCH:
                self.save()

    def _key(self, evidence: str, claim: str) -> str:
        text = f"pair\0{self.context}\0{len(evidence)}\0{evidence}\0{claim}"
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class AnswerCache(RunCache):
    """Answers of earlier runs on a claim and the texts of its sources, with the same judge, settings and code.

    The scores of single pairs are cached as well. An answer also saves cutting the sources into windows, choosing
    passages and comparing words: of a paper with 70 citations that takes four seconds.
    """

    def answer(
        self, kind: object, questions: "Mapping[Asked, object]", ask: "AskQuestions[Asked]"
    ) -> "dict[Asked, Any]":
        """Return an answer for each question; only those that no earlier run answered are asked, together."""
        keys = {each: self._key(question) for each, question in questions.items()}
        found = dict(_read_answers(kind, keys, self.session.load_cached(list(keys.values()))))
        rest = [each for each in questions if each not in found]
        fresh = dict(zip(rest, ask(rest), strict=True)) if rest else {}
        self.new.update((keys[each], dump_json(value).encode()) for each, value in fresh.items())
        return {**found, **fresh}

    def _key(self, question: object) -> str:
        return sha256(dump_json(["answer", self.context, question]).encode()).hexdigest()


def _read_answers(
    kind: object, keys: "Mapping[Asked, str]", kept: Mapping[str, bytes]
) -> "Iterator[tuple[Asked, Any]]":
    for each, key in keys.items():
        if key in kept:
            try:
                yield each, load_json(kind, kept[key].decode())
            except ValueError:  # written by code that had another record under this key
                continue


def _unpack(value: bytes) -> Scores:
    supported, neutral, contradicted = _SCORES.unpack(value)
    return supported, neutral, contradicted


@dataclass(frozen=True, slots=True)
class LoadedJudge:
    """A judge, and the cache of its scores."""

    assessor: "Assessor | None" = None  # none: the model could not be loaded
    cache: NliCache | None = None

    def save(self) -> None:
        """Write new scores for the next run."""
        if self.cache:
            self.cache.save()


def load_cached_judge(session: Session, name: str, progress: Progress | None = None) -> LoadedJudge:
    """Return a judge whose scores are kept between runs; one that cannot be loaded is named in the report.

    The model itself is loaded for the first pair that no earlier run scored.
    """
    from citevet.judge.support import Assessor  # 60 ms of word lists, and a run without changes needs the card only

    def load() -> LoadedJudge:
        if progress:
            progress(0, 1, f"{LOADING}: {name}")
        try:
            card = load_judge_card(session, name)
        except ModelError:
            return LoadedJudge()
        nli = partial(_score_with, session, name, card)
        cache = NliCache(session, card.identity, nli)
        return LoadedJudge(Assessor(cache, Calibration.from_manifest(card.settings)), cache)

    return session.once(("judge", name), load)


def _score_with(session: Session, name: str, card: ModelCard, pairs: Sequence[tuple[str, str]]) -> list[Scores]:
    model = load_judge_model(session, name)
    if (model.digest, model.precision) != (card.digest, card.precision):
        raise ModelError("its files changed during the run", to=name, advice="Run again.")
    return score_pairs(model, pairs)


def load_assessor(session: Session, name: str) -> "Assessor":
    """Load a judge; raise ModelError where it is missing or damaged."""
    from citevet.judge.support import Assessor  # likewise

    model = load_judge_model(session, name)
    return Assessor(partial(score_pairs, model), Calibration.from_manifest(model.settings))


def load_judge_card(session: Session, name: str) -> ModelCard:
    """Return the card of a judge; only the first run with these files has to load it, and may raise ModelError."""
    return session.card(name, probed=partial(load_judge_model, session, name))


def load_judge_model(session: Session, name: str) -> "Model":
    """Return the model of a judge, probed with one pair."""
    return session.once(("judge model", name), partial(_probe, session, name))


def _probe(session: Session, name: str) -> "Model":
    loaded = session.model(name)
    rows = loaded.run(_PROBE)
    if rows.shape[-1] != _OUTPUTS:
        what = f"gives {rows.shape[-1]} values for a pair, and a judge gives three"
        raise ModelError(what, to=name, advice="Name a model that tells supported, neutral and contradicted.")
    _refuse_infinite(rows.tolist(), loaded.name)  # before anything is judged
    return loaded


def list_shortcomings(model: "Model | ModelCard") -> Iterator[str]:
    """Yield what a report must say of a model: that int8 is wrong on this processor, or that it is not calibrated."""
    if model.note:
        yield model.note
    if "calibration" not in model.settings:
        yield f"{model.name} is not calibrated: its own scores decide where they are at least {SURE}"


def score_pairs(judge: "Model", pairs: Sequence[tuple[str, str]]) -> list[Scores]:
    """Return the probabilities of supported, neutral and contradicted for each pair of evidence and claim."""
    rows: list[list[float]] = judge.run(list(pairs)).tolist()
    _refuse_infinite(rows, judge.name)
    return [_softmax(row) for row in rows]


def _refuse_infinite(rows: Sequence[Sequence[float]], name: str) -> None:
    if not all(isfinite(value) for row in rows for value in row):
        advice = "Name another judge, or another export of this one."
        raise ModelError("gives values that are not finite numbers", to=name, advice=advice)


def _softmax(logits: Sequence[float]) -> Scores:
    highest = max(logits)
    supported, neutral, contradicted = (exp(value - highest) for value in logits)
    total = supported + neutral + contradicted
    return supported / total, neutral / total, contradicted / total
