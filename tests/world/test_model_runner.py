"""Models: found by name, tested before use, and run so that a score depends on the row alone."""

import json
import os
from collections.abc import Callable
from hashlib import sha256
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnxruntime import InferenceSession
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from training.export import write_graphs
from training.graph import Graph, Weights

from citevet.errors import ModelError
from citevet.world.model_runner import load_model, make_runner

WORDS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "tokyo",
    "is",
    "not",
    "the",
    "capital",
    "of",
    "japan",
    "rice",
    "grows",
    ".",
]
ROWS = [
    ("tokyo is the capital of japan .", "tokyo is the capital of japan ."),
    ("rice grows .", "tokyo is not the capital ."),
    ("tokyo is the capital of japan . rice grows . " * 9, "rice grows ."),
] * 11
SHAPE = {
    "model_type": "bert",
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "hidden_size": 32,
    "layer_norm_eps": 1e-12,
    "max_position_embeddings": 64,
}


def tensors() -> dict[str, np.ndarray]:
    """Return the weights of a tiny judge, the same in every run."""
    dice = np.random.default_rng(5)
    width, wide = 32, 64
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(WORDS), width),
        "embeddings.position_embeddings.weight": (64, width),
        "embeddings.token_type_embeddings.weight": (2, width),
        "embeddings.LayerNorm.weight": (width,),
        "embeddings.LayerNorm.bias": (width,),
        "pooler.dense.weight": (width, width),
        "pooler.dense.bias": (width,),
        "classifier.weight": (3, width),
        "classifier.bias": (3,),
    }
    for layer in range(2):
        for name, shape in (
            *((f"attention.self.{part}", (width, width)) for part in ("query", "key", "value")),
            ("attention.output.dense", (width, width)),
            ("intermediate.dense", (wide, width)),
            ("output.dense", (width, wide)),
        ):
            shapes[f"encoder.layer.{layer}.{name}.weight"] = shape
            shapes[f"encoder.layer.{layer}.{name}.bias"] = shape[:1]
        for norm in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"encoder.layer.{layer}.{norm}.{part}": (width,) for part in ("weight", "bias")}
    return {name: dice.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A judge of two layers in a weights folder."""
    folder = tmp_path / "weights" / "tiny"
    folder.mkdir(parents=True)
    write_graphs("judge", tensors(), SHAPE, out=folder)
    known = {word: index for index, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordLevel(known, unk_token="[UNK]"))  # noqa: S106 - no password
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text(json.dumps(SHAPE))
    monkeypatch.setenv("CITEVET_WEIGHTS", str(folder.parent))
    return folder


def write_manifest(folder: Path, shift: float = 0.0) -> None:
    """Write a manifest with one golden row, shifted away from the true vector."""
    vector = (make_runner(folder / "fp32.onnx", tokens=48, threads=1)(ROWS[:1])[0] + shift).tolist()
    files = {name: sha256((folder / name).read_bytes()).hexdigest() for name in ("int8.onnx", "weights.bin")}
    golden = [{"texts": list(ROWS[0]), "vector": vector}]
    (folder / "manifest.json").write_text(json.dumps({"tokens": 48, "files": files, "golden": golden}))


@pytest.mark.usefixtures("tiny")
def test_scores_depend_on_the_row_alone() -> None:
    """In batches of 1, 7 and 64, on one and on two threads, the raw logits have the same bytes."""
    alone = b"".join(load_model("tiny").run([row]).tobytes() for row in ROWS)
    for threads, size in product((1, 2), (1, 7, 64)):
        run = load_model("tiny", threads=threads).run
        parts = [run(ROWS[start : start + size]) for start in range(0, len(ROWS), size)]
        assert alone == b"".join(part.tobytes() for part in parts), (threads, size)


def int8_saturates() -> bool:
    """Return whether this processor clips sums of two products, as those without VNNI do; the self-test sees it."""
    tensor = helper.make_tensor_value_info
    node = helper.make_node("MatMulInteger", ["a", "b"], ["c"])
    ends = tensor("a", TensorProto.UINT8, [1, 64]), tensor("c", TensorProto.INT32, [1, 1])
    weights = numpy_helper.from_array(np.full((64, 1), 127, np.int8), "b")
    model = helper.make_model(
        helper.make_graph([node], "sum", ends[:1], ends[1:], [weights]), opset_imports=[helper.make_opsetid("", 17)]
    )
    model.ir_version = 8
    run = InferenceSession(model.SerializeToString()).run(None, {"a": np.full((1, 64), 255, np.uint8)})
    return int(run[0][0, 0]) != 255 * 127 * 64


def test_both_graphs_agree(tiny: Path) -> None:
    """int8 arithmetic and the dequantised weights agree up to rounding, and less well where sums are clipped."""
    whole, small = (make_runner(tiny / name, tokens=48, threads=1)(ROWS[:3]) for name in ("fp32.onnx", "int8.onnx"))
    assert np.abs(whole - small).max() < (0.3 if int8_saturates() else 0.1)
    assert np.isfinite(small).all()


def error_after_a_loud_token(folder: Path, *, apart: bool) -> float:
    """Return the error of a quiet token after one whose values are a thousand times as large."""
    dice = np.random.default_rng(6)
    words, weight = dice.normal(0, 1, (2, 32)).astype(np.float32), dice.normal(0, 1, (32, 3)).astype(np.float32)
    words[0] *= 1000
    graph = Graph(Weights(folder / "loud.bin"), integer=True)
    made = graph.linear("layer", graph.table("words", words, "input_ids"), weight, np.zeros(3, np.float32), loud=apart)
    quiet = graph.node("Gather", [made, graph.tensor("second", np.array(1, np.int64))], axis=1)
    graph.save(folder / "loud.onnx", ["input_ids"], (quiet, "logits", 3))
    found = InferenceSession(folder / "loud.onnx").run(None, {"input_ids": np.array([[0, 1]])})[0]
    return float(np.abs(found - words[1] @ weight).max())


def test_loud_token_does_not_hide_the_others(tmp_path: Path) -> None:
    """With one scale for the row a quiet token is lost; with its own scale it keeps its values."""
    assert error_after_a_loud_token(tmp_path, apart=False) > 1
    (tmp_path / "loud.bin").unlink()
    assert error_after_a_loud_token(tmp_path, apart=True) < (4 if int8_saturates() else 0.2)


def test_wrong_int8_falls_back_to_fp32(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a processor where int8 is wrong the same weights run in fp32, with a note."""
    write_manifest(tiny)
    broken = (tiny / "int8.onnx").read_bytes()
    assert ("int8", "") == (load_model("tiny").precision, load_model("tiny").note)
    real = make_runner

    def overflowing(graph: Path, **options: int) -> Callable[..., object]:
        run = real(graph, **options)
        return (lambda rows: run(rows) + 3) if graph.name == "int8.onnx" else run

    monkeypatch.setattr("citevet.world.model_runner.make_runner", overflowing)
    monkeypatch.setenv("CITEVET_CACHE_DIR", str(tiny / "elsewhere"))
    found = load_model("tiny")
    assert ("fp32", "tiny: int8 comes out wrong on this processor") == (found.precision, found.note)
    assert broken == (tiny / "int8.onnx").read_bytes()


def test_model_that_fails_its_golden_rows_is_refused(tiny: Path) -> None:
    """Where neither graph gives the golden vector, loading fails."""
    write_manifest(tiny, shift=2.0)
    with pytest.raises(ModelError, match="comes out wrong on this processor"):
        load_model("tiny")


@pytest.mark.parametrize(
    ("file", "was", "now"),
    [("manifest.json", '"tokens": 48', '"tokens": 32'), ("config.json", "64", "40"), ("tokenizer.json", "{", "{ ")],
)
def test_digest_covers_all_that_scores_depend_on(tiny: Path, file: str, was: str, now: str) -> None:
    """Scores are cached by the digest: another row length or tokenizer is another model, stated in `files` or not."""
    write_manifest(tiny)
    before = load_model("tiny").digest
    assert before == load_model("tiny").digest
    (tiny / file).write_text((tiny / file).read_text().replace(was, now, 1))
    assert before != load_model("tiny").digest


def test_changed_file_is_refused(tiny: Path) -> None:
    """A file with another hash than in the manifest is not run, even if the model was loaded before it changed."""
    write_manifest(tiny)
    load_model("tiny")
    (tiny / "weights.bin").write_bytes(os.urandom((tiny / "weights.bin").stat().st_size))
    with pytest.raises(ModelError, match="not the one that was shipped"):
        load_model("tiny")


@pytest.mark.parametrize(
    ("name", "said"),
    [("nobody", "no such model"), ("empty", "no such model"), ("bad", "cannot be loaded")],
)
def test_missing_or_broken_model(tiny: Path, name: str, said: str) -> None:
    """No such folder, a folder without a graph, and a file that is not a graph have their own messages."""
    for folder in ("empty", "bad"):
        (tiny.parent / folder).mkdir()
        (tiny.parent / folder / "tokenizer.json").write_bytes((tiny / "tokenizer.json").read_bytes())
    (tiny.parent / "bad" / "model.onnx").write_bytes(b"no graph")
    with pytest.raises(ModelError, match=said):
        load_model(name)


def test_model_without_manifest(tiny: Path) -> None:
    """A folder with model.onnx and tokenizer.json is enough."""
    (tiny / "int8.onnx").unlink()
    (tiny / "fp32.onnx").rename(tiny / "model.onnx")
    model = load_model(str(tiny))
    assert ("tiny", "fp32", (3, 3)) == (model.name, model.precision, model.run(ROWS[:3]).shape)


@pytest.mark.parametrize(
    ("labels", "order"),
    [
        ({"0": "contradiction", "1": "entailment", "2": "neutral"}, [1, 2, 0]),
        ({"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"}, [0, 1, 2]),
        ({}, [0, 1, 2]),
    ],
)
def test_outputs_are_reordered_by_label(tiny: Path, labels: dict[str, str], order: list[int]) -> None:
    """Outputs without labels are taken in our order."""
    raw = make_runner(tiny / "fp32.onnx", tokens=62, threads=1)(ROWS[:3])
    (tiny / "int8.onnx").unlink()
    (tiny / "config.json").write_text(json.dumps({**SHAPE, "id2label": labels}))
    assert raw[:, order].tolist() == load_model("tiny").run(ROWS[:3]).tolist()


def test_other_labels_are_refused(tiny: Path) -> None:
    """A sentiment model is not a judge."""
    (tiny / "config.json").write_text(json.dumps({**SHAPE, "id2label": {"0": "sad", "1": "neutral", "2": "glad"}}))
    with pytest.raises(ModelError, match="its outputs are called sad, neutral, glad, which says nothing of support"):
        load_model("tiny")


def test_graph_with_other_inputs_is_refused(tiny: Path) -> None:
    """A graph that takes pixels, or tokens as floats."""
    value = helper.make_tensor_value_info
    for name, kind in (("pixels", TensorProto.INT64), ("input_ids", TensorProto.FLOAT)):
        node = helper.make_node("Identity", [name], ["out"])
        made = helper.make_graph([node], "g", [value(name, kind, [1, "n"])], [value("out", kind, [1, "n"])])
        model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        (tiny / "int8.onnx").write_bytes(model.SerializeToString())
        with pytest.raises(ModelError, match=f"asks for {name}"):
            load_model("tiny")


def test_claim_longer_than_the_row_is_cut(tiny: Path) -> None:
    """Evidence is cut first; a claim that fills the row alone is cut too."""
    run = make_runner(tiny / "fp32.onnx", tokens=24, threads=1)
    assert (2, 3) == run([("tokyo " * 400, "rice grows ."), ("tokyo .", "rice " * 400)]).shape
    assert (0, 0) == run([]).shape
