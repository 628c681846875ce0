"""Where model files are, whether they are those that were shipped, and what is known of a model without loading it."""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import file_digest, sha256
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from citevet.errors import ModelError
from citevet.limits import MANIFEST_BYTES, MODEL_BYTES
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.world.installed_from import install_command
from citevet.world.paths import open_regular, resolve_path, user_data_folder
from citevet.world.record_json import dump_json, load_kept

if TYPE_CHECKING:
    from citevet.world.model_runner import Model

Precision = Literal["int8", "int7", "fp32"]
DECODER = "decoder"  # the kind of a model that reads a passage before its claims
DECODER_GRAPH = "graph.onnx"
# File names of a model's graph by precision; the first that exists is run.
GRAPH_FILES: Mapping[Precision, tuple[str, ...]] = {
    "int8": (
        "int8.onnx",
        "judge.int8.onnx",
        *("model_quantized.onnx", "onnx/model_quantized.onnx", "model_int8.onnx", "onnx/model_int8.onnx"),
    ),
    "fp32": ("fp32.onnx", "model.onnx", "onnx/model.onnx"),
}
_GRAPHS = frozenset(
    {
        DECODER_GRAPH,
        "decoder_model.onnx",
        "onnx/decoder_model.onnx",
        *(name for names in GRAPH_FILES.values() for name in names),
    }
)
# Names that models give to their outputs, in lower case → the index of ours: supported, neutral, contradicted.
LABELS: Mapping[str, int] = {
    **dict.fromkeys(("entailment", "entailed", "entails", "supported", "supports", "support"), 0),
    **dict.fromkeys(("neutral", "not_entailment", "non_entailment", "not_entailed", "not_supported", "unsupported"), 1),
    **dict.fromkeys(("nei", "not_enough_info", "not_enough_information"), 1),
    **dict.fromkeys(("contradiction", "contradicted", "contradicts", "refuted", "refutes"), 2),
}
LABEL_ADVICE = (
    "Name a model whose config.json tells entailment, neutral and contradiction, or entailment and not_entailment."
)
_LABEL_SETS = ([0, 1, 2], [0, 1])  # all three, or entailment alone: everything else counts as neutral then
_HUB_ID = lazy_pattern(r"[a-z0-9][\w.-]{0,95}/[a-z0-9][\w.-]{0,95}(?:@[a-z0-9][\w.-]{0,63})?", re.ASCII | re.IGNORECASE)
_DEFAULT_LABEL = lazy_pattern(r"LABEL_\d{1,3}")  # what libraries write where the author named nothing
_MIN_TOKENS = 16  # models without position embeddings state -1 or 0
MISSING = "missing"  # the fingerprint of a model that is not on this machine
_EMBEDDED = Path(__file__).parent.parent / "weights"
_BY_QUALITY = ("base", "small")
_ENTRY_POINTS = "citevet.models"  # packages that hold model folders, such as citevet-base
_MAX_TOKENS = 1_000_000
_MAX_ROWS = 1_000  # golden rows
_MAX_FILES = 100
_SIZES = sorted("hidden heads key_heads layers vocabulary base tokens claim_tokens".split())
_DIGEST = lazy_pattern(r"[0-9a-f]{64}")
_FILE = lazy_pattern(r"(?!\.)[\w.-]{1,200}(?:/(?!\.)[\w.-]{1,200}){0,3}", re.ASCII)


def find_model(name: str) -> Path:
    """Return the folder of a model: CITEVET_WEIGHTS, embedded, an installed package, the user's folder, or a path."""
    for folder in chain((place / name for place in _model_folders()), [Path(name)]):
        if _is_model(folder):
            return folder
    if is_hub_id(name):
        advice = f"Fetch it with: citevet models add {name}"
        raise ModelError("this model is not on this machine", to=name, advice=advice)
    weights = user_data_folder() / "weights"
    advice = f"Put its folder (ONNX file and tokenizer.json) into {weights}, or set CITEVET_WEIGHTS."
    if name == "base":
        advice = f"Install it with: {install_command('base')}"
    raise ModelError("no such model", to=name, advice=advice)


def fingerprint_model(name: str) -> str:
    """Return what changes whenever the files of a model do, without reading them; "" for no model."""
    if name == "none":
        return ""
    try:
        folder = find_model(name)
        files = [(each, file.stat()) for each, file in sorted(list_files(folder).items())]
    except (ModelError, OSError):
        return MISSING
    # A copy may keep the time and the size of the file that it replaces, but not the time of its last change.
    seen = [(each, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size) for each, stat in files]
    return repr((str(resolve_path(folder)), seen))


def list_models() -> Mapping[str, Path]:
    """Return the folders of all models by name; those of a hub have names of two parts."""
    found: dict[str, Path] = {}
    for place in _model_folders():
        for tokenizer in sorted((*place.glob("*/tokenizer.json"), *place.glob("*/*/tokenizer.json"))):
            name = tokenizer.parent.relative_to(place).as_posix()
            if not name.startswith(".") and _is_model(tokenizer.parent):  # a leading dot: a download under way
                found.setdefault(name, tokenizer.parent)
    return found


def find_best_judge() -> str:
    """Return the best judge installed: `base` where its package is there, else `small`."""
    return next((name for name in _BY_QUALITY if any(_is_model(place / name) for place in _model_folders())), "small")


def is_hub_id(name: str) -> bool:
    """Check whether a name looks like a model of a hub: owner/name, or owner/name@revision."""
    return _HUB_ID.fullmatch(name) is not None and ".." not in name


def read_manifest(folder: Path) -> Mapping[str, Any]:
    """Return the model's manifest.json, and before it what its config.json says of labels and row length."""
    config, manifest = folder / "config.json", folder / "manifest.json"
    given = _read_json(config) if config.is_file() else {}
    longest, labels = given.get("max_position_embeddings"), given.get("id2label")
    # Some models count positions from two on.
    tokens = {"tokens": longest - 2} if isinstance(longest, int) and longest > _MIN_TOKENS else {}
    named = {"labels": labels} if labels and not _has_default_labels(labels) else {}
    whole = {**tokens, **named, **(_read_json(manifest) if manifest.is_file() else {})}
    return check_manifest(whole, str(manifest))


def verify_files(folder: Path, manifest: Mapping[str, Any]) -> str:
    """Compare each file with the digest in the manifest; return a digest over all files and what the manifest sets."""
    stated = manifest.get("files", {})
    found = {name: _digest(folder / name) for name in sorted({*stated, *list_files(folder)})}
    for name, digest in found.items():
        if name in stated and stated[name] != digest:
            raise ModelError("the file is not the one that was shipped", to=str(folder / name), advice="Reinstall it.")
    return sha256(json.dumps([found, manifest], sort_keys=True).encode()).hexdigest()


def list_files(folder: Path) -> Mapping[str, Path]:
    """Return the files of a model by name; some have their graphs in a folder `onnx`."""
    files = (each for place in (folder, folder / "onnx") if place.is_dir() for each in place.iterdir())
    return {each.relative_to(folder).as_posix(): each for each in files if each.is_file() and each.name[0] != "."}


def read_label_order(labels: object, name: str) -> list[int]:
    """Return our index for each output of a model; `labels` is the id2label of its config.json."""
    words = {str(key): str(word) for key, word in labels.items()} if isinstance(labels, Mapping) else {}
    found = [label_index(words.get(str(at), "")) for at in range(len(words))]
    if sorted(found) not in _LABEL_SETS:
        shown = ", ".join(words.values())[:200] or "nothing"
        what = f"its outputs are called {shown}, which says nothing of support"
        raise ModelError(what, to=name, advice=LABEL_ADVICE)
    return found


def label_index(label: str) -> int:
    """Return our index of a label, in any case and with any separator between its words; -1 for none."""
    return LABELS.get(label.strip().casefold().replace("-", "_").replace(" ", "_"), -1)


def _model_folders() -> Iterator[Path]:
    """Yield the folders one by one: packages are looked for only where no folder before them has the model."""
    if named := os.environ.get("CITEVET_WEIGHTS"):
        yield Path(named)
    yield _EMBEDDED
    yield from _packaged_folders()
    yield user_data_folder() / "weights"


def _packaged_folders() -> Iterator[Path]:
    """Yield the folders of installed packages with models; none of their code runs."""
    from importlib.metadata import entry_points  # 25 ms, and most commands load no model
    from importlib.util import find_spec

    for point in entry_points(group=_ENTRY_POINTS):
        spec = find_spec(point.value) if point.value.isidentifier() else None
        yield from map(Path, (spec and spec.submodule_search_locations) or ())


def _is_model(folder: Path) -> bool:
    has_graph = any((folder / name).is_file() for name in _GRAPHS) or any(folder.glob("*.safetensors"))
    return has_graph and (folder / "tokenizer.json").is_file()


def _has_default_labels(labels: object) -> bool:
    return isinstance(labels, dict) and all(_DEFAULT_LABEL.fullmatch(str(label)) for label in labels.values())


def _read_json(file: Path) -> Mapping[str, Any]:
    try:
        with open_regular(file) as stream:
            data = stream.read(MANIFEST_BYTES + 1)
        found = json.loads(data) if len(data) <= MANIFEST_BYTES else None
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError("it is damaged", to=str(file), advice="Reinstall the weights.") from error
    return found if isinstance(found, dict) else {}


def _digest(file: Path) -> str:
    try:
        with open_regular(file) as stream:
            if os.fstat(stream.fileno()).st_size > MODEL_BYTES:
                raise ModelError(f"larger than {MODEL_BYTES:,} bytes", to=str(file), advice="Name a smaller model.")
            return file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(f"cannot be read ({error.strerror})", to=str(file), advice="Reinstall it.") from error


def check_manifest(manifest: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the manifest; raise ModelError where a value that we use has another shape. Other keys are ignored."""
    for key, (is_right, wanted) in _SHAPES.items():
        if key in manifest and not is_right(manifest[key]):
            raise ModelError(f"its {key} is not {wanted}", to=name, advice="Reinstall the model, or name another one.")
    return manifest


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e30 and isfinite(value)  # noqa: PLR2004 - any bound that a float holds


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _MAX_TOKENS


def _is_table(value: object, is_right: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(map(is_right, value.values()))


def _is_file_table(value: object) -> bool:
    right = _is_table(value, lambda digest: isinstance(digest, str) and bool(_DIGEST.fullmatch(digest)))
    return right and isinstance(value, dict) and all(map(_FILE.fullmatch, value))


def _is_golden(value: object) -> bool:
    if not isinstance(value, list) or len(value) > _MAX_ROWS or not all(map(_is_golden_row, value)):
        return False
    return len({len(row["vector"]) for row in value}) <= 1


def _is_golden_row(row: object) -> bool:
    texts, vector = (row.get("texts"), row.get("vector")) if isinstance(row, dict) else (None, None)
    right = isinstance(texts, list) and 1 <= len(texts) <= 2 and all(map(_is_text, texts))  # noqa: PLR2004 - a text or a pair
    return right and isinstance(vector, list) and bool(vector) and all(map(_is_number, vector))


def _is_calibration(value: object) -> bool:
    if not isinstance(value, dict):
        return value is None
    if "threshold" not in value:
        return True  # of an older version, and not used
    curves = all(_is_curve(value.get(name)) for name in ("support", "contradiction"))
    risk = value.get("risk", {})
    shares = isinstance(risk, dict) and all(map(lazy_pattern(r"0?\.\d{1,9}|[01]").fullmatch, risk))
    numbers = all(_is_number(value.get(each)) for each in ("threshold", "against"))
    return curves and shares and _is_table(risk, _is_number) and numbers


def _is_decoder(value: object) -> bool:
    """Check the sizes of a decoder, whose names are the fields of `Shape` in decoder_runner.py."""
    right = isinstance(value, dict) and sorted(value) == _SIZES
    return right and isinstance(value, dict) and all(_is_count(value[name]) for name in _SIZES)


def _is_list(value: object, is_right: Callable[[str], object]) -> bool:
    return isinstance(value, list) and 0 < len(value) <= _MAX_FILES and all(_is_text(x) and is_right(x) for x in value)


def _is_curve(value: object) -> bool:
    return isinstance(value, dict) and _is_number(value.get("bias")) and _is_table(value.get("weights"), _is_number)


_SHAPES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "tokens": (_is_count, "a number of tokens"),
    "files": (_is_file_table, "a table of file names and SHA-256 digests"),
    "golden": (_is_golden, "a list of rows, each with texts and a vector"),
    "apart": (_is_number, "a number"),
    "calibration": (_is_calibration, "two curves and their thresholds"),
    "hub": (_is_text, "a name"),
    "kind": (lambda value: value == DECODER, f"{DECODER}, the only one that this version of citevet knows"),
    "decoder": (_is_decoder, f"the sizes {', '.join(_SIZES)}"),
    "languages": (partial(_is_list, is_right=lazy_pattern(r"[a-z]{2}").fullmatch), "a list of languages such as en"),
    "weights": (partial(_is_list, is_right=_FILE.fullmatch), "a list of file names"),
    "form": (lambda value: _is_list(value, _is_text) and len(value) == 3, "a list of three texts"),  # noqa: PLR2004
}


@dataclass(frozen=True, slots=True)
class ModelCard:
    """A model without its weights."""

    name: str
    digest: str  # of its files and its manifest
    precision: str
    note: str
    settings: Mapping[str, Any]  # of its manifest, without the golden rows
    runtime: str  # the version of the runtime and the processor

    @property
    def identity(self) -> str:
        """All that its outputs depend on."""
        return f"{self.digest}-{self.precision}-{self.runtime}"


def find_card(name: str, load: "Callable[[], Model]", *, how: str, cached: bool) -> ModelCard:
    """Return the card that an earlier run cached for these files, or load the model; `how` names the way of loading."""
    from citevet.world import disk_cache  # most runs need no model
    from citevet.world.model_runner import fingerprint_runtime

    runtime, files = fingerprint_runtime(), fingerprint_model(name)
    key = sha256(f"model card\0{how}\0{files}\0{runtime}".encode()).hexdigest()
    cached = cached and files != MISSING
    known: ModelCard | None = load_kept(ModelCard, disk_cache.get([key]).get(key, b"")) if cached else None
    if known:
        return known
    model = load()
    settings = {key: value for key, value in model.settings.items() if key != "golden"}
    card = ModelCard(model.name, model.digest, model.precision, model.note, settings, runtime)
    if cached:
        disk_cache.put({key: dump_json(card).encode()})
    return card
