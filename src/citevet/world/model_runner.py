"""Models ready to run: found by name, and tested on this processor with the golden rows of their manifest.

Each row runs alone, so that no score depends on its neighbours: dynamic int8 takes its scale from the whole tensor, and
a batch or padding would move a score by up to 0.2 in probability. Several threads run several rows at once.
"""

# numpy, onnxruntime and tokenizers take 0.3 s, and most commands run no model

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from citevet.errors import ModelError, first_line
from citevet.records import dataclass
from citevet.world import disk_cache
from citevet.world.model_files import (
    DECODER,
    GRAPH_FILES,
    LABEL_ADVICE,
    MISSING,
    Precision,
    find_model,
    fingerprint_model,
    read_label_order,
    read_manifest,
    verify_files,
)

if TYPE_CHECKING:
    import numpy as np
    import onnxruntime
    from numpy.typing import NDArray
    from tokenizers import Encoding

    Floats = NDArray[np.float32]

Texts = tuple[str, ...]  # one text, or evidence and claim
Run = Callable[[Sequence[Texts]], "Floats"]
_MAX_TOKENS = 512  # the longest row, where the model states none
_GOLDEN_TOLERANCE = 0.5  # how far a golden value may be off, where the manifest states nothing
_RANGES: tuple[tuple[Precision, int], ...] = (("int8", 127), ("int7", 63))  # the largest weight of a decoder
_NEVER = -1e4  # a logit that leaves no probability
_INPUTS = frozenset({"input_ids", "token_type_ids", "attention_mask"})
_INTEGERS = "tensor(int64)"


@dataclass(frozen=True, slots=True)
class Model:
    """A model that passed its golden rows."""

    name: str
    digest: str  # of all its files
    precision: Precision | Literal["remote"]
    settings: Mapping[str, Any]  # calibration and the like, from its manifest
    run: Run
    note: str = ""  # for the report: int8 is wrong on this processor, and fp32 runs instead


def load_model(name: str, *, threads: int = 1, cached: bool = True) -> Model:
    """Load a model by name or folder: int8 where it is right on this processor, else the same weights in fp32.

    `cached`: golden rows that passed on this processor before are not run again.
    """
    folder = find_model(name)
    manifest = read_manifest(folder)
    shown = str(manifest.get("hub", folder.name))
    order = read_label_order(manifest["labels"], shown) if "labels" in manifest else None
    digest = _find_digest(folder, manifest, cached=cached)
    note = ""
    make = _decoders if manifest.get("kind") == DECODER else _encoders
    for precision, run in make(folder, manifest, threads):
        if _passes_golden_rows(run, manifest, f"{digest}-{precision}", cached=cached):
            ours = run if order is None else _reorder_outputs(run, order, shown)
            return Model(shown, digest, precision, manifest, ours, note)
        note = f"{shown}: {precision} comes out wrong on this processor"
    raise ModelError(note or "there is no ONNX file", to=str(folder), advice="Reinstall it, or name another model.")


def _encoders(folder: Path, manifest: Mapping[str, Any], threads: int) -> Iterator[tuple[Precision, Run]]:
    for precision, graphs in GRAPH_FILES.items():
        graph = next((folder / each for each in graphs if (folder / each).is_file()), None)
        if graph is not None:
            tokens = int(manifest.get("tokens", _MAX_TOKENS))
            yield precision, make_runner(graph, tokens=tokens, threads=threads)


def _decoders(folder: Path, manifest: Mapping[str, Any], threads: int) -> Iterator[tuple[Precision, Run]]:
    """Yield the same graph with weights of eight bits, and of seven for processors that clip sums of two products."""
    from citevet.world.decoder_runner import make_reader

    for precision, most in _RANGES:
        yield precision, make_reader(folder, manifest, threads=threads, most=most)


def _find_digest(folder: Path, manifest: Mapping[str, Any], *, cached: bool) -> str:
    """Return a digest over all files, which are compared with the manifest; unchanged ones are not read again."""
    files = fingerprint_model(str(folder)) if cached else MISSING
    if files == MISSING:
        return verify_files(folder, manifest)
    key = sha256(f"digest\0{files}".encode()).hexdigest()
    known = disk_cache.get([key]).get(key, b"").decode()
    if not known:
        known = verify_files(folder, manifest)
        disk_cache.put({key: known.encode()})
    return known


def make_runner(graph: Path, *, tokens: int, threads: int) -> Run:
    """Return a function from rows to one vector each; the tokenizer is in the graph's folder or the one above."""
    import numpy as np

    try:
        session, encode = _open_session(graph), _make_encoder(graph, tokens)
    except Exception as error:  # both libraries raise their own classes, and a file can be damaged in many ways
        what = f"cannot be loaded ({first_line(error)})"
        raise ModelError(what, to=str(graph), advice="Reinstall the weights.") from error
    wanted = [each.name for each in session.get_inputs()]
    if odd := [each.name for each in session.get_inputs() if each.name not in _INPUTS or each.type != _INTEGERS]:
        what = f"asks for {', '.join(odd)[:200]}, and is given nothing but the tokens of a text or two"
        raise ModelError(what, to=str(graph), advice="Name a model that weighs pairs of texts.")

    def run_one(texts: Texts) -> "Floats":
        row = encode(texts)
        given = {"input_ids": row.ids, "token_type_ids": row.type_ids, "attention_mask": row.attention_mask}
        found: Floats = session.run(None, {name: np.array([given[name]], np.int64) for name in wanted})[0][0]
        return found

    return lambda rows: np.stack(_run_each(run_one, rows, threads)) if rows else np.zeros((0, 0), np.float32)


def _open_session(graph: Path) -> "onnxruntime.InferenceSession":
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.add_session_config_entry("session.qdq_matmulnbits_accuracy_level", "1")  # fp32 means fp32
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def _make_encoder(graph: Path, tokens: int) -> "Callable[[Texts], Encoding]":
    from tokenizers import Tokenizer

    folder = graph.parent if (graph.parent / "tokenizer.json").is_file() else graph.parent.parent

    def load(strategy: str) -> Tokenizer:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(tokens, strategy=strategy)
        return tokenizer

    usual = load("only_first")  # of a pair the evidence is cut
    balanced = lru_cache(lambda: load("longest_first"))  # 50 ms that most runs do not need

    def encode(texts: Texts) -> "Encoding":
        first, second = texts[0], texts[1] if len(texts) > 1 else None
        try:
            return usual.encode(first, second)
        except Exception:  # noqa: BLE001 - the claim alone fills the row: both sides are cut then
            return balanced().encode(first, second)

    return encode


def _run_each(run_one: Callable[[Texts], "Floats"], rows: Sequence[Texts], threads: int) -> "list[Floats]":
    if threads <= 1 or len(rows) <= 1:
        return [run_one(row) for row in rows]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run_one, rows))


def _reorder_outputs(run: Run, order: Sequence[int], name: str) -> Run:
    """Return a function that gives our three outputs for each row, whatever the order of the model's own."""
    import numpy as np

    def reordered(rows: Sequence[Texts]) -> "Floats":
        given = run(rows)
        if rows and given.shape[1:] != (len(order),):
            what = f"gives {given.shape[1:]} values for a pair, and its config.json names {len(order)}"
            raise ModelError(what, to=name, advice=LABEL_ADVICE)
        ours = np.full((len(rows), 3), _NEVER, np.float32)
        if rows:
            ours[:, list(order)] = given
        return ours

    return reordered


def _passes_golden_rows(run: Run, manifest: Mapping[str, Any], name: str, *, cached: bool) -> bool:
    """Check the golden rows; a pass is cached for each model, processor and runtime."""
    golden = manifest.get("golden", [])
    if not golden:
        return True
    import numpy as np

    key = sha256(f"golden\0{name}\0{fingerprint_runtime()}".encode()).hexdigest()
    if cached and disk_cache.get([key]).get(key) == b"right":
        return True
    found = run([tuple(row["texts"]) for row in golden])
    wanted = np.array([row["vector"] for row in golden], np.float32)
    tolerance = manifest.get("apart", _GOLDEN_TOLERANCE)
    right = found.shape == wanted.shape and bool(np.abs(found - wanted).max() < tolerance)
    if cached and right:
        disk_cache.put({key: b"right"})
    return right


def fingerprint_runtime() -> str:
    """Return a hash of what decides which kernels run: the runtime, the machine, the features of its processor."""
    import platform

    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    flags = flags or platform.processor()  # runs a program
    return sha256(f"{_find_runtime_version()}\0{platform.machine()}\0{flags}".encode()).hexdigest()


def _find_runtime_version() -> str:
    """Return the version of the runtime, by the name of a folder: importlib.metadata takes 50 ms for the same."""
    from importlib.util import find_spec

    found = find_spec("onnxruntime")
    places = (found.submodule_search_locations if found else None) or ()
    names = [folder.name for place in places for folder in Path(place).parent.glob("onnxruntime-*.dist-info")]
    if len(names) == 1:
        return names[0].removeprefix("onnxruntime-").removesuffix(".dist-info")
    import onnxruntime  # a build under another name

    return str(onnxruntime.__version__)
