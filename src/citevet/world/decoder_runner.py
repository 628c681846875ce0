"""A decoder as a judge: a passage is read once, and each claim about it costs only its own tokens.

Claims are read one by one and passages in pieces of one size, always from the start: a score depends on nothing but its
own passage and claim, whatever was asked before, with whatever else, on however many threads.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime import OrtValue
from tokenizers import Tokenizer

from citevet.errors import ModelError, first_line
from citevet.limits import PASSAGE_MEMORY
from citevet.records import dataclass, field
from citevet.world.packed_weights import Array, read_tensors, unpack_int8, unpack_rows

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]
Kept = list[OrtValue]  # of each layer the keys and the values
Weights = Iterable[tuple[str, Array]]
_PIECE = 256  # tokens of a passage that are read at once: more take memory with their square
_CHARACTERS = 8  # at most, of a token: what stands behind is cut off unread
_OUTPUTS = 3
_MATRICES = ("attend", "mixed", "open", "close")


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a decoder, as its manifest states them."""

    hidden: int
    heads: int
    key_heads: int
    layers: int
    vocabulary: int
    base: float  # of the angles that tell places apart
    tokens: int  # the longest passage
    claim_tokens: int

    @property
    def longest(self) -> int:
        """The longest row, with what stands around passage and claim."""
        return self.tokens + self.claim_tokens + _PIECE


class FramedTokenizer:
    """Texts to tokens, framed as the model has learned them."""

    def __init__(self, file: Path, form: Sequence[str], shape: Shape) -> None:
        """Load the tokenizer; the form is what stands before the passage, before the claim and behind it."""
        self.tokenizer = Tokenizer.from_file(str(file))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.head, self.middle, self.tail = (self._ids(text, _PIECE // 4) for text in form)
        self.tokenizer.encode_special_tokens = True  # a text that holds the mark of its end does not end there
        self.shape = shape

    def passage(self, text: str) -> Ids:
        """Return the tokens up to the claim's frame."""
        return np.concatenate([self.head, self._ids(text, self.shape.tokens)])

    def claim(self, text: str) -> Ids:
        """Return the tokens of a claim with all that stands around it."""
        return np.concatenate([self.middle, self._ids(text, self.shape.claim_tokens), self.tail])

    @staticmethod
    def cut(text: str, most: int) -> str:
        """Return as much of a text as so many tokens may take."""
        return text[: most * _CHARACTERS]

    def _ids(self, text: str, most: int) -> Ids:
        readable = self.cut(text, most).encode("utf-8", "replace").decode()  # half of a pair of surrogates has no bytes
        return np.array(self.tokenizer.encode(readable, add_special_tokens=False).ids[:most], np.int64)


@dataclass(slots=True)
class Reader:
    """A session with what it needs for each row, and the passages that it read last."""

    session: onnxruntime.InferenceSession
    shape: Shape
    words: FramedTokenizer
    vectors: Callable[[Ids], Floats]
    known: "OrderedDict[str, Kept]" = field(default_factory=OrderedDict)
    lock: Any = field(default_factory=Lock)

    def __call__(self, rows: Sequence[tuple[str, ...]]) -> Floats:
        """Return three logits for each pair of evidence and claim, in the order given."""
        found = np.zeros((len(rows), _OUTPUTS), np.float32)
        groups: dict[str, list[int]] = {}
        for number, texts in enumerate(rows):
            groups.setdefault(texts[0], []).append(number)
        for evidence, numbers in groups.items():
            passage = self._read(evidence)
            for number in numbers:
                claim = self.words.claim(rows[number][1] if len(rows[number]) > 1 else "")
                found[number] = self._step(claim, passage, ["logits"])[0].numpy()
        return found if rows else np.zeros((0, 0), np.float32)

    def _read(self, evidence: str) -> Kept:
        evidence = self.words.cut(evidence, self.shape.tokens)
        with self.lock:
            if evidence in self.known:
                self.known.move_to_end(evidence)
                return self.known[evidence]
        ids = self.words.passage(evidence)
        empty = np.zeros((1, self.shape.key_heads, 0, self.shape.hidden // self.shape.heads), np.float32)
        passage: Kept = [OrtValue.ortvalue_from_numpy(empty)] * (2 * self.shape.layers)
        for start in range(0, len(ids), _PIECE):
            passage = self._step(ids[start : start + _PIECE], passage, _names("present", self.shape.layers))
        self._keep(evidence, passage)
        return passage

    def _keep(self, evidence: str, passage: Kept) -> None:
        """Keep a passage, and drop those that were not asked for longest."""
        shape = self.shape
        token = 2 * shape.layers * shape.key_heads * (shape.hidden // shape.heads) * 4
        with self.lock:
            self.known[evidence] = passage
            held = sum(each[0].shape()[2] for each in self.known.values()) * token
            while held > PASSAGE_MEMORY and len(self.known) > 1:
                _, oldest = self.known.popitem(last=False)
                held -= oldest[0].shape()[2] * token

    def _step(self, ids: Ids, passage: Kept, wanted: list[str]) -> Kept:
        """Read tokens behind those that were read before."""
        before = passage[0].shape()[2]
        given = {
            "embedded": self.vectors(ids)[None],
            "last_place": np.array([before + len(ids) - 1], np.int32),
            "total": np.array(before + len(ids), np.int32),
        }
        values = {name: OrtValue.ortvalue_from_numpy(array) for name, array in given.items()}
        values |= zip(_names("past", self.shape.layers), passage, strict=True)
        found: Kept = self.session.run_with_ort_values(wanted, values)
        return found


def _names(kind: str, layers: int) -> list[str]:
    return [f"{kind}_{part}_{layer}" for layer in range(layers) for part in ("key", "value")]


def make_reader(folder: Path, manifest: Mapping[str, Any], *, threads: int, most: int) -> Reader:
    """Load a decoder in int8 with values up to `most`; with 63 no sum of products overflows on any processor."""
    try:
        shape = Shape(**manifest["decoder"])
        tensors = read_tensors(folder / name for name in manifest["weights"])
        session = open_session(folder / "graph.onnx", _int8_weights(tensors, shape, most, threads), threads=threads)
        return assemble_reader(folder, manifest, session, tensors)
    except Exception as error:  # three libraries raise their own classes, and a file can be damaged in many ways
        what = f"cannot be loaded ({first_line(error)})"
        raise ModelError(what, to=str(folder), advice="Reinstall the weights.") from error


def assemble_reader(
    folder: Path, manifest: Mapping[str, Any], session: onnxruntime.InferenceSession, tensors: Mapping[str, Array]
) -> Reader:
    """Return a reader over a session; raise ValueError where tokenizer, table of words and graph do not fit."""
    shape = Shape(**manifest["decoder"])
    words = FramedTokenizer(folder / "tokenizer.json", manifest["form"], shape)
    rows, largest = unpack_rows(tensors, "words", np.zeros(1, np.int64)), words.tokenizer.get_vocab_size()
    if rows.shape[1] != shape.hidden or largest > min(len(tensors["words.low"]), shape.vocabulary):
        raise ValueError("the tokenizer has other words than the table")
    asked = {each.name: each.shape for each in session.get_inputs()}
    kept = [1, shape.key_heads, "past", shape.hidden // shape.heads]
    wanted = {"embedded": [1, "tokens", shape.hidden], "last_place": [1], "total": []}
    if asked != wanted | dict.fromkeys(_names("past", shape.layers), kept):
        raise ValueError("the graph asks for other inputs than a decoder of these sizes")
    return Reader(session, shape, words, partial(unpack_rows, tensors, "words"))


def open_session(graph: Path, weights: Weights, *, threads: int) -> onnxruntime.InferenceSession:
    """Open a graph with the tensors that it leaves to be given: no copy of them is written."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    given = dict(weights)
    options.add_external_initializers(list(given), [OrtValue.ortvalue_from_numpy(each) for each in given.values()])
    return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def _int8_weights(tensors: Mapping[str, Array], shape: Shape, most: int, threads: int) -> Weights:
    """Yield what the graph is given: matrices in int8, each with one scale for an output, and the rest in fp32."""
    names = list_matrices(shape)
    with ThreadPoolExecutor(threads) as pool:
        for name, (whole, scale) in zip(names, pool.map(partial(unpack_int8, tensors, most=most), names), strict=True):
            yield f"{name}.q", whole
            yield f"{name}.scale", scale
    yield from small_weights(tensors, shape)


def list_matrices(shape: Shape) -> list[str]:
    """Return the names of all matrices that are stored in a few bits."""
    return [f"layer{layer}.{part}" for layer in range(shape.layers) for part in _MATRICES]


def small_weights(tensors: Mapping[str, Array], shape: Shape) -> Weights:
    """Yield norms, biases and the head, and the angles of the places."""
    norms = [f"layer{layer}.{part}" for layer in range(shape.layers) for part in ("norm1", "norm2", "attend.bias")]
    for name in (*norms, "norm", "head.weight", "head.bias"):
        yield name, np.ascontiguousarray(tensors[name])
    width = shape.hidden // shape.heads
    angles = np.outer(np.arange(shape.longest), 1 / shape.base ** (np.arange(0, width, 2) / width))
    yield "cos", np.cos(angles).astype(np.float32)
    yield "sin", np.sin(angles).astype(np.float32)
