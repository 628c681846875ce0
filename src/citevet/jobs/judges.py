"""The judges on this machine: which one a run names, how to fetch more, and loading one with a cache of its scores."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from math import exp, isfinite
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeVar

from citevet.config import Config
from citevet.contracts import LOADING, Nli, Progress
from citevet.errors import CitevetError, ConfigError, ModelError, UsageError
from citevet.judge.calibration import SURE, Calibration, Scores
from citevet.records import dataclass, field, replace
from citevet.session import EMBEDDER, Session
from citevet.world.judge_manifest import JudgeManifest, find_manifest, list_own, list_shipped
from citevet.world.model_files import ModelCard, find_model, is_hub_id, read_manifest
from citevet.world.model_files import list_models as list_folders
from citevet.world.record_json import dump_json, load_json

if TYPE_CHECKING:
    from citevet.judge.support import Assessor
    from citevet.world.model_runner import Model

Asked = TypeVar("Asked", bound=Hashable)
_OUTPUTS = 3  # supported, neutral, contradicted
_PROBE = [("It rains.", "It rains.")]
_SCORES = Struct("<3f")
_READ_SHARE = 0.85  # of the tokens that a judge reads: their number is estimated, and up to a sixth too low
_MOST_PAIRS = 200_000  # kept in memory: about 40 MB


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model that can be named."""

    name: str
    size: int  # bytes
    folder: Path

    def to_dict(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return {"name": self.name, "bytes": self.size, "folder": str(self.folder)}


def list_models() -> list[InstalledModel]:
    """Return every model that can be named, and every manifest that the user wrote or fitted."""
    models = [_describe_model(name, folder) for name, folder in list_folders().items()]
    return models + [InstalledModel(name, file.stat().st_size, file) for name, file in list_own()]


def add_model(name: str, session: Session, progress: Progress | None = None) -> InstalledModel:
    """Fetch a model unless it is here; that allows the network, unless the project forbids it."""
    if not is_hub_id(name):
        raise UsageError(
            "this is not a model of a hub", to=name[:200], advice="Give owner/name, or owner/name@revision."
        )
    if (folder := _find_folder(name)) is not None:
        return _describe_model(name, folder)
    if session.config.offline:
        raise UsageError("the configuration forbids the network", to=name, advice="Take `offline` out of it.")
    from citevet.world.hub import fetch_model

    return _describe_model(name, fetch_model(name, progress=progress))


def fetch_missing_judge(config: Config, progress: Progress | None = None) -> tuple[str, ...]:
    """Fetch the judge of a run where the network is allowed and the judge is missing; return what went wrong."""
    if config.allows_downloads and is_hub_id(config.judge) and _find_folder(config.judge) is None:
        from citevet.world.hub import fetch_model  # most runs download nothing

        try:
            fetch_model(config.judge, progress=progress)
        except ModelError as error:
            return (str(error),)
    return ()


def require_named_judge(session: Session, config: Config, folder: Path) -> None:
    """Raise where a judge was named that is not on this machine; what can still be fetched passes."""
    who = session.find_origin("judge", folder)
    if who and config.judge != "none":
        error = ConfigError if Path(who).is_absolute() else UsageError
        require_judge(config.judge, by=who, error=error, fetches=config.allows_downloads)


def explain_missing_judge(session: Session, config: Config, folder: Path) -> str:
    """Return why the judge that was named is not used; empty if it is on this machine."""
    try:
        require_named_judge(session, config, folder)
    except (UsageError, ConfigError) as missing:
        return missing.explanation
    return ""


def require_judge_for_risk(session: Session, files: Iterable[str | Path]) -> None:
    """Raise where a bound on the errors of a judge is set without a judge: the bound alone must not start one."""
    for folder in sorted({session.locate(file).parent for file in files}):
        try:
            config = session.config_in(folder)
        except ConfigError:
            continue  # reported for each document that it holds for
        if config.risk is not None and config.judge == "none" and config.llm is None:
            who = session.find_origin("risk", folder)
            error, to = (ConfigError, f"{who}: risk") if Path(who).is_absolute() else (UsageError, who)
            advice = "Add --judge small, or `judge` to citevet.toml."
            raise error("needs a judge, and none is named", to=to, advice=advice)


def require_judge(name: str, *, by: str, error: type[CitevetError] = UsageError, fetches: bool = False) -> None:
    """Raise an error with the nearest judge and all that are here; `by` is who named it."""
    if not name.strip():
        raise error("no judge is named", to=by, advice=_list_judges())
    if find_manifest(name) is not None:
        return  # what it lacks is said when it is loaded
    if fetches and is_hub_id(name):
        return
    if name == EMBEDDER:
        raise error(f"{name} makes vectors, and judges nothing", to=by, advice=_list_judges())
    try:
        find_model(name)
    except ModelError as missing:
        near = _find_similar(name)
        if near:
            raise error(f"no judge {name}, did you mean {near}?", to=by, advice=_list_judges()) from missing
        if Path(name).is_file():  # `check --judge paper.md`: the flag took the document for its value
            raise error(f"{name} is a file, not a judge", to=by, advice=f"Write `{name} --judge`.") from missing
        what = f"the folder {name} holds no judge" if Path(name).is_dir() else f"no judge {name}"
        raise error(what, to=by, advice=f"{_list_judges()} {missing.advice}") from missing


def _list_judges() -> str:
    return f"Judges on this machine: {', '.join(_judge_names()) or 'none'}."


def _judge_names() -> Sequence[str]:
    return [*(name for name in list_folders() if name != EMBEDDER), *(name for name, _ in list_own())]


def _find_similar(name: str) -> str | None:
    from difflib import get_close_matches  # only on the way to an error

    shipped = (each.name for each in list_shipped())  # named, though their weights may not be here
    folded = {each.casefold(): each for each in (*shipped, *_judge_names())}
    near = get_close_matches(name.casefold(), folded, 1)
    return folded[near[0]] if near else None


def _find_folder(name: str) -> Path | None:
    try:
        return find_model(name)
    except ModelError:
        return None


def _describe_model(name: str, folder: Path) -> InstalledModel:
    return InstalledModel(name, sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()), folder)


@dataclass(frozen=True, slots=True)
class NliCache:
    """An NLI function that scores only pairs that no earlier run scored."""

    session: Session
    context: str  # what a score depends on besides its pair
    nli: Nli
    known: dict[str, bytes] = field(default_factory=dict)

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> list[Scores]:
        """Return the scores of each pair, with the precision of the cache, so that a second run is equal."""
        if len(self.known) + len(pairs) > _MOST_PAIRS:
            self.known.clear()
        asked = {self._key(*pair): pair for pair in pairs}
        unknown = [key for key in asked if key not in self.known]
        found = self.session.load_cached(unknown) if unknown else {}
        self.known.update((key, value) for key, value in found.items() if len(value) == _SCORES.size)
        if unscored := [key for key in unknown if key not in self.known]:
            scores = self.nli([asked[key] for key in unscored])
            fresh = {key: _SCORES.pack(*each) for key, each in zip(unscored, scores, strict=True)}
            self.session.store_cached(fresh)
            self.known.update(fresh)
        return [_unpack(self.known[self._key(*pair)]) for pair in pairs]

    def _key(self, evidence: str, claim: str) -> str:
        text = f"pair\0{self.context}\0{len(evidence)}\0{evidence}\0{claim}"
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class AnswerCache:
    """Answers of earlier runs on a claim and the texts of its sources.

    The scores of single pairs are cached as well. An answer also saves cutting the sources into windows, choosing
    passages and comparing words: of a paper with 70 citations that takes four seconds.
    """

    session: Session
    context: str  # what an answer depends on besides its question: judge, settings and code

    def load(self, kind: object, questions: Mapping[Asked, object]) -> dict[Asked, Any]:
        """Return the answers that earlier runs found, each of the type `kind`."""
        keys = {each: self._key(question) for each, question in questions.items()}
        kept = self.session.load_cached(list(keys.values()))
        found: dict[Asked, Any] = {}
        for each, key in keys.items():
            with suppress(KeyError, ValueError):  # new, or written by code that had another record under this key
                found[each] = load_json(kind, kept[key].decode())
        return found

    def store(self, answers: Iterable[tuple[object, object]]) -> None:
        """Keep pairs of question and answer for later runs."""
        self.session.store_cached({self._key(question): dump_json(answer).encode() for question, answer in answers})

    def _key(self, question: object) -> str:
        return sha256(dump_json(["answer", self.context, question]).encode()).hexdigest()


def _unpack(value: bytes) -> Scores:
    supported, neutral, contradicted = _SCORES.unpack(value)
    return supported, neutral, contradicted


def load_cached_judge(session: Session, name: str, progress: Progress | None = None) -> "Assessor | None":
    """Return a judge whose scores are kept between runs; none where it cannot be loaded, and the report says why.

    The model itself is loaded for the first pair that no earlier run scored.
    """

    def load() -> "Assessor | None":
        if progress:
            progress(0, 1, f"{LOADING}: {name}")
        try:
            return load_assessor(session, name)
        except ModelError:
            return None

    return session.once(("judge", name), load)


def _score_as_described(card: ModelCard, session: Session, name: str, pairs: Sequence[tuple[str, str]]) -> list[Scores]:
    """Score pairs with the model of a card: the cache keeps its scores under the digest that the card has."""
    model = load_judge_model(session, name)
    if (model.digest, model.precision) != (card.digest, card.precision):
        raise ModelError("its files changed during the run", to=name, advice="Run again.")
    return score_pairs(model, pairs)


def load_assessor(session: Session, name: str) -> "Assessor":
    """Return a judge whose scores are kept between runs; raise ModelError where it is missing or damaged."""
    card = load_judge_card(session, name)
    return _describe_assessor(NliCache(session, card.identity, partial(_score_as_described, card, session, name)), card)


def list_languages(name: str | None) -> frozenset[str]:
    """Return the languages that a judge states to read; English for one that states none."""
    folder = _find_folder(name) if name else None
    return frozenset(read_manifest(folder).get("languages", ("en",)) if folder else ("en",))


def _describe_assessor(nli: Nli, card: ModelCard) -> "Assessor":
    from citevet.judge.support import ENGLISH, Assessor  # 60 ms of word lists, and many runs need the card only

    sizes = card.settings.get("decoder", {})
    return Assessor(
        nli,
        Calibration.from_manifest(card.settings),
        frozenset(card.settings.get("languages", ENGLISH)),
        page=int(sizes.get("tokens", 0) * _READ_SHARE),
        longest=int(sizes.get("claim_tokens", 0)),
        is_whole=bool(card.settings.get("whole")),
        is_remote=bool(card.settings.get("remote")),
    )


def load_judge_card(session: Session, name: str) -> ModelCard:
    """Return the card of a judge; only the first run with these files has to load it, and may raise ModelError."""
    if find_manifest(name) is None:
        return session.card(name, probed=partial(load_judge_model, session, name))
    from citevet.world.model_runner import fingerprint_runtime  # likewise

    model = load_judge_model(session, name)
    return ModelCard(model.name, model.digest, model.precision, model.note, model.settings, fingerprint_runtime())


def load_judge_model(session: Session, name: str) -> "Model":
    """Return the model of a judge, probed with one pair unless golden rows tell what it gives."""

    def probe() -> "Model":
        manifest = find_manifest(name)
        if manifest and manifest.base:
            return _recalibrate(load_judge_model(session, manifest.base), manifest)
        if manifest:
            from citevet.jobs.manifest_judges import load_manifest_judge

            return load_manifest_judge(manifest, name, session.config, cached=session.uses_cache)
        loaded = session.model(name)
        if "labels" not in loaded.settings and _has_golden_scores(loaded.settings):
            return loaded  # they passed: it gives what a judge gives
        rows = loaded.run(_PROBE)
        if rows.shape[-1] != _OUTPUTS:
            what = f"gives {rows.shape[-1]} values for a pair, and a judge gives three"
            raise ModelError(what, to=name, advice="Name a model that tells supported, neutral and contradicted.")
        _refuse_infinite(rows.tolist(), loaded.name)  # before anything is judged
        return loaded

    return session.once(("judge model", name), probe)


def _has_golden_scores(settings: Mapping[str, Any]) -> bool:
    golden = settings.get("golden", [])
    return bool(golden) and len(golden[0]["vector"]) == _OUTPUTS


def _recalibrate(model: "Model", manifest: JudgeManifest) -> "Model":
    """Return one of our models with the calibration of a manifest."""
    settings = {**model.settings, "calibration": dict(manifest.calibration)} if manifest.calibration else model.settings
    return replace(model, name=manifest.name, digest=f"{model.digest}-{manifest.digest}", settings=settings)


def list_shortcomings(model: "Model | ModelCard") -> Iterator[str]:
    """Yield what a report must say of a model: that int8 is wrong on this processor, or that it is not calibrated."""
    if model.note:
        yield model.note
    if "calibration" not in model.settings:
        least = float(model.settings.get("threshold", SURE))
        yield f"{model.name} is not calibrated: its own scores decide where they are at least {least:g}"


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
