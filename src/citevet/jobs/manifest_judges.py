"""Judges with a manifest: found by name, loaded with the weights that are here, and asked piece by piece."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citevet.config import Config
from citevet.errors import ModelError, NoAnswer, UsageError
from citevet.records import dataclass
from citevet.text.sentences import split_sentences
from citevet.world.judge_manifest import JudgeManifest
from citevet.world.model_files import find_model, read_manifest, verify_files
from citevet.world.paths import user_data_folder

if TYPE_CHECKING:
    from citevet.world.judge_rows import Scores
    from citevet.world.llm_endpoint import Endpoint
    from citevet.world.model_runner import Floats, Model

Score = Callable[[str, str], "Scores"]  # a document that fits, and a claim
_THREADS = 4
_MOST_PIECES = 400  # of one document
_TINY = 1e-9
_ROOM = 16  # tokens of a document below which a row is too small for the claim
_DEFAULT_TOKENS = 512
_LEAST_POSITIONS = 16
# Statements that nobody confuses; each supports itself, and none another.
_PROBES = ("The river froze in January.", "Two nurses work at the clinic.", "The museum sold its oldest painting.")


def load_manifest_judge(manifest: JudgeManifest, name: str, config: Config, *, cached: bool) -> "Model":
    """Load a judge as its manifest says; raise ModelError where it cannot be, or where its labels are turned round."""
    if manifest.is_remote:
        return _load_endpoint(manifest, config, cached=cached)
    return _load_weights(manifest, _find_weights(manifest, name))


def _find_weights(manifest: JudgeManifest, name: str) -> Path:
    """Return the folder of the weights: beside the manifest, under the judge's name, or of a model of a hub."""
    places = (str(Path(name).parent) if name.endswith(".toml") else name, manifest.name, *manifest.models)
    for place in dict.fromkeys(places):
        try:
            return find_model(place)
        except ModelError:
            continue
    folder = user_data_folder() / "weights" / manifest.name
    files = "tokenizer.json, config.json and model.onnx (or encoder_model.onnx and decoder_model.onnx, or safetensors)"
    raise ModelError("its weights are not on this machine", to=name, advice=f"Put {files} into {folder}.")


def _find_endpoint(manifest: JudgeManifest, config: Config) -> "Endpoint":
    from citevet.world.llm_client import require_access
    from citevet.world.llm_endpoint import parse_endpoint

    if manifest.runtime == "openai" and not config.llm_url:
        advice = "Set CITEVET_LLM_URL: a manifest never says where your text goes."
        raise UsageError("needs the address of its server", to=manifest.name, advice=advice)
    named = f"{manifest.runtime}:{manifest.model}"
    endpoint = parse_endpoint(named, url=config.llm_url or "", key_env=config.llm_key_env or "")
    require_access(endpoint)
    return endpoint


def _load_endpoint(manifest: JudgeManifest, config: Config, *, cached: bool) -> "Model":
    from citevet.world.endpoint_judge import EndpointJudge
    from citevet.world.model_runner import Model

    endpoint = _find_endpoint(manifest, config)
    judge = EndpointJudge(manifest, endpoint, config.offline, cached)
    with suppress(NoAnswer):  # each claim will say so; the server may come back
        _check_direction(judge, manifest, _PROBES[:2])
    cut = partial(cut_by_words, most=manifest.chunk or _MOST_PIECES)
    run = _make_run(judge, lambda document, _claim: list(cut(document)), manifest)
    digest = f"{manifest.digest}-{endpoint.url}"
    return Model(f"{manifest.name} ({endpoint.name} at {endpoint.host})", digest, "remote", _settings(manifest), run)


def _load_weights(manifest: JudgeManifest, folder: Path) -> "Model":
    from citevet.world.judge_rows import OutputReader, RowMaker
    from citevet.world.model_runner import Model
    from citevet.world.onnx_judge import OnnxBackend, find_graphs
    from citevet.world.torch_judge import TorchBackend, has_torch_files

    config, stated = _read_config(folder), read_manifest(folder)
    graphs = find_graphs(folder) if manifest.runtime != "transformers" else ()
    if not graphs and not has_torch_files(folder):
        raise ModelError("there is no ONNX file and no safetensors", to=str(folder), advice="Reinstall the model.")
    rows = RowMaker(folder, manifest, _count_tokens(manifest, config))
    if graphs:
        backend: Any = OnnxBackend(graphs, start=int(config.get("decoder_start_token_id") or 0))
    else:
        backend = TorchBackend(folder, manifest, config)
    rows.backend = backend
    outputs = OutputReader(manifest, _name_labels(config), rows.tokenizer)

    def score(document: str, claim: str) -> "Scores":
        row = rows.make(document, claim)
        return outputs.read(backend(row), row)

    def cut(document: str, claim: str) -> list[str]:
        return list(_cut(document, manifest, rows.count, rows.room(claim)))

    try:
        _check_direction(score, manifest, _PROBES)
    except ModelError:
        raise
    except Exception as error:  # two libraries raise their own classes: a graph of another model
        what = f"does not run ({str(error).splitlines()[0][:200] if str(error) else type(error).__name__})"
        raise ModelError(what, to=str(folder), advice="Do tokenizer and weights belong together?") from error
    digest = f"{verify_files(folder, stated)}-{manifest.digest}"
    return Model(manifest.name, digest, "fp32", _settings(manifest), _make_run(score, cut, manifest))


def _settings(manifest: JudgeManifest) -> dict[str, Any]:
    """Return what the manifest of one of our models would say."""
    calibration = {"calibration": dict(manifest.calibration)} if manifest.calibration else {}
    return {"threshold": manifest.threshold, "whole": True, "remote": manifest.is_remote, **calibration}


def _read_config(folder: Path) -> dict[str, Any]:
    file = folder / "config.json"
    try:
        found = json.loads(file.read_bytes()) if file.is_file() else {}
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError("it is damaged", to=str(file), advice="Reinstall the model.") from error
    return found if isinstance(found, dict) else {}


def _count_tokens(manifest: JudgeManifest, config: dict[str, Any]) -> int:
    """Return the longest row of a model: as its manifest says, else its config.json."""
    longest = config.get("max_position_embeddings")
    stated = longest - 2 if isinstance(longest, int) and longest > _LEAST_POSITIONS else _DEFAULT_TOKENS
    return manifest.tokens or stated


def _name_labels(config: dict[str, Any]) -> list[str]:
    """Return the labels of config.json in the order of the outputs; those that name nothing are none."""
    labels = config.get("id2label")
    if not isinstance(labels, dict):
        return []
    try:
        named = [str(labels[key]) for key in sorted(labels, key=int)]
    except ValueError:
        return []
    return [] if all(each.startswith("LABEL_") for each in named) else named


def _check_direction(score: Score, manifest: JudgeManifest, probes: Sequence[str]) -> None:
    """Raise where a judge finds statements less supported by themselves than by others."""
    from statistics import mean

    alike = mean(score(first, first)[0] for first, _ in pairwise(probes))
    others = mean(score(first, second)[0] for first, second in pairwise(probes))
    if alike < others:
        what = f"finds statements less supported by themselves ({alike:.2f}) than by others ({others:.2f}), "
        what += "so its labels are in another order"
        raise ModelError(what, to=manifest.name, advice='Correct "support" or "labels" in the manifest.')


@dataclass(frozen=True, slots=True)
class _Joined:
    """The scores of all pieces of a document, put together."""

    supported: float
    contradicted: float

    @classmethod
    def of(cls, scores: Sequence["Scores"], combine: str) -> "_Joined":
        parts = [[each[place] for each in scores] for place in (0, 2)]
        if combine == "mean":
            supported, contradicted = (sum(part) / len(part) for part in parts)
        else:
            supported, contradicted = (min(parts[0]) if combine == "min" else max(parts[0])), max(parts[1])
        total = max(supported + contradicted, 1.0)  # one piece supports what another contradicts
        return cls(supported / total, contradicted / total)

    def logits(self) -> list[float]:
        """Return three values whose softmax are the shares."""
        neutral = 1.0 - self.supported - self.contradicted
        return [log(max(share, _TINY)) for share in (self.supported, neutral, self.contradicted)]


def _make_run(
    score: Score, cut: Callable[[str, str], list[str]], manifest: JudgeManifest
) -> "Callable[[Sequence[tuple[str, ...]]], Floats]":
    """Return a function from rows to three logits each; a row is judged piece by piece, and depends on nothing else."""
    import numpy as np

    def run_one(texts: tuple[str, ...]) -> "Floats":
        document, claim = texts[0], texts[1] if len(texts) > 1 else ""
        scores = [score(piece, claim) for piece in cut(document, claim)]
        return np.array(_Joined.of(scores, manifest.combine).logits(), np.float32)

    def run(rows: Sequence[tuple[str, ...]]) -> "Floats":
        from concurrent.futures import ThreadPoolExecutor

        if not rows:
            return np.zeros((0, 0), np.float32)
        with ThreadPoolExecutor(min(_THREADS, len(rows))) as pool:
            return np.stack(list(pool.map(run_one, rows)))

    return run


def _cut(document: str, manifest: JudgeManifest, count: Callable[[str], int], room: int) -> Iterator[str]:
    """Yield pieces of whole sentences, each as long as the manifest allows and the row has room for."""
    if room < _ROOM:
        raise NoAnswer("the claim leaves no room for the document", to=manifest.name, reason="too-large")
    if manifest.unit == "words":
        yield from cut_by_words(document, most=manifest.chunk or room)
        return
    most = min(manifest.chunk or room, room)
    yield from [document] if count(document) <= most else cut_by_sentences(document, count, most=most)


def cut_by_words(document: str, *, most: int) -> Iterator[str]:
    """Yield pieces of whole sentences of so many words at most, where no sentence is longer."""
    if len(document.split()) <= most:
        yield document
        return
    yield from cut_by_sentences(document, lambda text: len(text.split()), most=most)


def cut_by_sentences(document: str, count: Callable[[str], int], *, most: int) -> Iterator[str]:
    """Yield pieces of whole sentences; a longer sentence is a piece of its own."""
    start = end = used = pieces = 0
    for span in split_sentences(document):
        size = count(document[span.start : span.end])
        if used and used + size > most:
            yield document[start:end]
            pieces += 1
            if pieces >= _MOST_PIECES:
                return
            start, used = span.start, 0
        used, end = used + size, span.end
    yield document[start:end] or document
