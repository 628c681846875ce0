"""A decoder as a judge: a score depends on its passage and claim alone, whatever was asked before and beside it."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from training.decoder.draw import EPSILON
from training.decoder.even import evened
from training.decoder.pack import packed, rounded
from training.decoder.store import Bits, exact_reader, seal, store

import citevet
from citevet.errors import ModelError
from citevet.world.decoder_runner import FramedTokenizer, Reader, Shape, list_matrices, make_reader
from citevet.world.model_runner import load_model
from citevet.world.packed_weights import read_tensors, unpack_int8, unpack_matrix, unpack_rows

Floats = NDArray[np.float32]
END = "<|im_end|>"
FORM = ("Document: ", "\n\nClaim: ", f"\n\nIs every part of the claim supported by the document?{END}")
WIDE = 128
SHAPE = Shape(64, 4, 2, 2, vocabulary=400, base=10_000, tokens=700, claim_tokens=40)
LEARNED = [
    "Document: Tokyo is the capital of Japan.",
    "Claim: Is every part of the claim supported by the document?",
] * 3
PASSAGE = "Rice grows in the valley, and 96 of the 240 plots were left fallow. "
ROWS = [
    (PASSAGE, "Most plots were sown."),
    ("Tokyo is the capital of Japan.", "Tokyo is the capital of Japan."),
    (PASSAGE, "東京は日本の首都である。"),
    (PASSAGE * 12, "Rice is grown in the valley."),
    (PASSAGE, ""),
    ("", "Tokyo is not the capital of Japan."),
    (PASSAGE * 12, "Most plots were sown."),
]


def make_tokenizer() -> dict[str, Any]:
    """Return a byte-level tokenizer with a few merges."""
    made = Tokenizer(models.BPE())
    made.normalizer = normalizers.NFC()
    made.pre_tokenizer, made.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    made.train_from_iterator(
        LEARNED, trainers.BpeTrainer(vocab_size=320, initial_alphabet=alphabet, show_progress=False)
    )
    made.add_special_tokens([AddedToken(END, special=True)])
    found: dict[str, Any] = json.loads(made.to_str())
    return found


def make_model(shape: Shape = SHAPE) -> dict[str, Floats]:
    """Return the weights of a tiny decoder, the same in every run."""
    dice = np.random.default_rng(7)
    width, wide = shape.hidden, WIDE
    sizes: dict[str, tuple[int, ...]] = {"words": (shape.vocabulary, width), "norm": (width,)}
    sizes |= {"head.weight": (width, 3), "head.bias": (3,)}
    for name in (f"layer{number}" for number in range(shape.layers)):
        joined = width + 2 * width * shape.key_heads // shape.heads
        sizes |= {f"{name}.norm1": (width,), f"{name}.norm2": (width,), f"{name}.attend.bias": (joined,)}
        sizes |= {f"{name}.attend": (width, joined), f"{name}.mixed": (width, width)}
        sizes |= {f"{name}.open": (width, 2 * wide), f"{name}.close": (wide, width)}
    return {name: dice.normal(0, 0.15, size).astype(np.float32) for name, size in sizes.items()}


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A decoder of two layers, with golden rows and digests."""
    folder = tmp_path_factory.mktemp("weights") / "reader"
    store(make_model(), SHAPE, (make_tokenizer(), FORM), folder, Bits(word_group=32, finer=("mixed",)))
    seal(folder)
    return folder


@pytest.fixture
def folder(sealed: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    copy = tmp_path / "reader"
    copy.mkdir()
    for file in sealed.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    return copy


def change_manifest(folder: Path, **changes: object) -> None:
    """Change values of a manifest; None takes one out."""
    file = folder / "manifest.json"
    said = json.loads(file.read_text("utf-8")) | changes
    file.write_text(json.dumps({key: value for key, value in said.items() if value is not None}))


def open_reader(folder: Path, *, threads: int = 1) -> Reader:
    """Return a reader that has read nothing yet."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    return make_reader(folder, manifest, threads=threads, most=127)


def normed(values: Floats, weight: Floats) -> Floats:
    """Normalise by the root of the mean square."""
    found: Floats = values / np.sqrt((values * values).mean(-1, keepdims=True) + EPSILON) * weight
    return found


def turned(values: Any, shape: Shape) -> Any:
    """Turn each half pair of a head by the angle of its place; values are [heads, tokens, width]."""
    width = values.shape[2]
    angles = np.outer(np.arange(values.shape[1]), 1 / shape.base ** (np.arange(0, width, 2) / width))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = values[:, :, : width // 2], values[:, :, width // 2 :]
    return np.concatenate([first * cos - second * sin, second * cos + first * sin], 2)


def reference(folder: Path, shape: Shape, ids: NDArray[np.int64]) -> Floats:
    """Return the logits of a row, computed the plain way from the stored weights: all tokens at once."""
    tensors: Any = read_tensors(sorted(folder.glob("weights-*.bin")))
    hidden: Any = unpack_rows(tensors, "words", ids).astype(np.float64)
    count, few = len(ids), shape.key_heads
    each = shape.hidden // shape.heads
    for layer in range(shape.layers):
        name = f"layer{layer}"
        joined = normed(hidden, tensors[f"{name}.norm1"]) @ unpack_matrix(tensors, f"{name}.attend")
        split = (joined + tensors[f"{name}.attend.bias"]).reshape(count, -1, each).transpose(1, 0, 2)
        query, key, value = np.split(split, [shape.heads, shape.heads + few])
        key, value = (np.repeat(part, shape.heads // few, 0) for part in (turned(key, shape), value))
        apart = turned(query, shape) @ key.transpose(0, 2, 1) / np.sqrt(each)
        apart = np.exp(np.where(np.tri(count, dtype=bool), apart, -np.inf))
        seen = (apart / apart.sum(2, keepdims=True) @ value).transpose(1, 0, 2).reshape(count, -1)
        hidden = hidden + seen @ unpack_matrix(tensors, f"{name}.mixed")
        opened = normed(hidden, tensors[f"{name}.norm2"]) @ unpack_matrix(tensors, f"{name}.open")
        gate, up = np.split(opened, 2, 1)
        hidden = hidden + gate / (1 + np.exp(-gate)) * up @ unpack_matrix(tensors, f"{name}.close")
    logits: Floats = normed(hidden[-1:], tensors["norm"])[0] @ tensors["head.weight"] + tensors["head.bias"]
    return logits


@pytest.mark.parametrize("tokens", [0, 1, 255, 256, 257, 511, 512, 513, 699])
def test_pieces_give_what_the_whole_gives(sealed: Path, tokens: int) -> None:
    """A passage that ends at, before or behind the border of a piece is read as if it were read at once."""
    exact, claim = exact_reader(sealed), "Rice is grown in the valley."
    start = len(exact.words.head)
    text = " " * (tokens - start)  # each space is a token
    ids = exact.words.passage(text)
    assert max(start, tokens) == len(ids)
    plain = reference(sealed, SHAPE, np.concatenate([ids, exact.words.claim(claim)]))
    assert np.abs(exact([(text, claim)])[0] - plain).max() < 1e-4
    assert np.abs(open_reader(sealed)([(text, claim)])[0] - plain).max() < 0.3


def test_evening_changes_nothing_that_is_said(sealed: Path, tmp_path: Path) -> None:
    """Factors that move from norms, values and gates into weights cancel out; in int8 a loud channel costs less."""
    model, dice = make_model(), np.random.default_rng(11)
    for layer in range(SHAPE.layers):
        model[f"layer{layer}.norm1"][3] *= 60
        model[f"layer{layer}.open"][:, WIDE + 9] *= 60
        model[f"layer{layer}.attend"][3] /= 60  # what is loud is read softly
        model[f"layer{layer}.close"][9] /= 60
    reads = {name: len(model[name]) for name in list_matrices(SHAPE)}
    loud = {name: dice.uniform(0.5, 2, size).astype(np.float32) for name, size in reads.items()}
    for layer in range(SHAPE.layers):
        loud[f"layer{layer}.attend"][3] *= 60
        loud[f"layer{layer}.close"][9] *= 60
    tokenizer, rows = json.loads((sealed / "tokenizer.json").read_text("utf-8")), ROWS[:3]
    given: list[Floats] = []
    apart: list[float] = []
    for number, each in enumerate((model, evened(model, loud, SHAPE))):
        store(each, SHAPE, (tokenizer, FORM), tmp_path / str(number), Bits(matrices=5, group=32))
        words = partial(lambda table, ids: table[ids], each["words"])
        exact, whole = exact_reader(tmp_path / str(number), each), open_reader(tmp_path / str(number))
        exact.vectors = whole.vectors = words
        given.append(exact(rows))
        apart.append(float(np.abs(whole(rows) - given[0]).mean()))
    assert np.abs(given[0] - given[1]).max() < 1e-3
    assert apart[1] < apart[0]


def test_int8_comes_close(sealed: Path) -> None:
    """Also with weights of seven bits, which no processor clips."""
    exact, manifest = exact_reader(sealed)(ROWS), json.loads((sealed / "manifest.json").read_text("utf-8"))
    for most, bound in ((127, 0.06), (63, 0.08)):
        assert np.abs(make_reader(sealed, manifest, threads=1, most=most)(ROWS) - exact).mean() < bound


def test_scores_depend_on_the_row_alone(sealed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In any order and grouping, on one to four threads, with passages kept or read again, the bytes are the same."""
    alone = {row: open_reader(sealed)([row]).tobytes() for row in ROWS}
    orders = [ROWS, ROWS[::-1], sorted(ROWS), ROWS * 2, *([row] for row in ROWS)]
    for threads, memory in product((1, 2, 4), (2**27, 0)):
        monkeypatch.setattr("citevet.world.decoder_runner.PASSAGE_MEMORY", memory)
        reader = open_reader(sealed, threads=threads)
        for order in orders:
            assert b"".join(alone[row] for row in order) == reader(order).tobytes(), (threads, memory)
        assert len(reader.known) == (1 if memory == 0 else len({evidence for evidence, _ in ROWS}))


def test_a_passage_is_read_once(sealed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten claims about it read their own tokens only, in this call and in the next."""
    reader = open_reader(sealed)
    vectors, read = reader.vectors, list[int]()

    def counting(ids: NDArray[np.int64]) -> Floats:
        read.append(len(ids))
        return vectors(ids)

    monkeypatch.setattr(reader, "vectors", counting)
    reader([(PASSAGE * 12, "Rice.")])
    first = sum(read)
    reader([(PASSAGE * 12, f"{number} plots.") for number in range(10)])
    assert first > 400
    assert sum(read) - first < 10 * 60


def test_kept_passages_take_bounded_memory(sealed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that was not asked for longest goes first."""
    token = 2 * 2 * 2 * 16 * 4  # layers, keys and values, key heads, width of a head, bytes
    reader = open_reader(sealed)
    names = ["first", "second", "third"]
    longest = max(len(reader.words.passage(name)) for name in names)
    monkeypatch.setattr("citevet.world.decoder_runner.PASSAGE_MEMORY", 2 * longest * token)
    for name in ("first", "second", "first", "third"):
        reader([(name, "Rice.")])
    assert ["first", "third"] == list(reader.known)


@pytest.mark.parametrize("bits", [4, 5])
@pytest.mark.parametrize("group", [32, 64])
def test_unpacking_gives_the_rounded_weights(bits: int, group: int) -> None:
    """In fp32 exactly, in int8 within half a step of the whole output."""
    weight = np.random.default_rng(3).normal(0, 1, (256, 24)).astype(np.float32)
    weight[:, 5] = 0
    weight[group : 2 * group, 6] = 0
    whole, step = rounded(weight, bits, group)
    tensors: Any = packed("some", whole, step, bits)
    stored = (whole * step[:, None].astype(np.float32)).reshape(weight.shape)
    assert stored.tobytes() == unpack_matrix(tensors, "some").tobytes()
    assert (stored[:, 5] == 0).all()
    assert np.abs(stored - weight).mean() < np.abs(weight).mean() * (0.12 if bits == 4 else 0.06)
    for most in (127, 63):
        integers, scale = unpack_int8(tensors, "some", most=most)
        assert np.abs(integers).max() <= most + 1
        assert (np.abs(integers * scale - stored) <= 0.54 * scale).all()
    table: Any = packed("some", whole.transpose(2, 0, 1), step.T, bits, axis=2)
    assert stored.T[[3, 0, 3]].tobytes() == unpack_rows(table, "some", np.array([3, 0, 3])).tobytes()


def test_a_model_is_loaded_by_its_folder(sealed: Path) -> None:
    """The manifest tells the kind; golden rows pass."""
    model = load_model(str(sealed))
    assert ("reader", "int8", "") == (model.name, model.precision, model.note)
    assert ((len(ROWS), 3), (0, 0)) == (model.run(ROWS).shape, model.run([]).shape)


def test_wrong_int8_falls_back_to_seven_bits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a processor that clips sums of products the weights have seven bits, and the report says so."""
    real = make_reader

    def clipping(place: Path, manifest: Any, *, threads: int, most: int) -> Callable[..., object]:
        run = real(place, manifest, threads=threads, most=most)
        return (lambda rows: run(rows) + 9) if most == 127 else run

    monkeypatch.setattr("citevet.world.decoder_runner.make_reader", clipping)
    model = load_model(str(folder))
    assert ("int7", "reader: int8 comes out wrong on this processor") == (model.precision, model.note)
    change_manifest(folder, golden=[{"texts": list(ROWS[0]), "vector": [90, 90, 90]}])
    with pytest.raises(ModelError, match="reader: int7 comes out wrong on this processor"):
        load_model(str(folder))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("weights-1.bin", None, "weights-1.bin: cannot be read"),
        ("weights-1.bin", b"", "weights-1.bin: the file is not the one that was shipped"),
        ("graph.onnx", b"no graph", "graph.onnx: the file is not the one that was shipped"),
        ("tokenizer.json", b"{}", "tokenizer.json: the file is not the one that was shipped"),
        ("manifest.json", b"{", "manifest.json: it is damaged"),
    ],
)
def test_another_file_is_refused(folder: Path, name: str, content: bytes | None, said: str) -> None:
    """A file that is missing, cut off or of another model, by its digest."""
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(content)
    with pytest.raises(ModelError) as error:
        load_model(str(folder))
    assert said in str(error.value).replace(str(folder) + os.sep, "")


def damaged(header: object, data: bytes = b"") -> bytes:
    """Return a file of weights with this header."""
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


@pytest.mark.parametrize(
    "content",
    [
        None,
        b"",
        b"short",
        os.urandom(5_000),
        damaged([]),
        damaged({}),
        damaged({"words.low": 5}),
        damaged({"words.low": {"dtype": "U8", "shape": [4, -1, 4], "data_offsets": [0, 4]}}, b"    "),
        damaged({"words.low": {"dtype": "F64", "shape": [1], "data_offsets": [0, 8]}}, b"        "),
        damaged({"words.low": {"dtype": "U8", "shape": [400, 2, 16], "data_offsets": [0, 12_800]}}, b"    "),
        damaged({"words.low": {"dtype": "U8", "shape": [10**9, 10**9], "data_offsets": [0, 10**18]}}),
    ],
)
def test_damaged_weights_without_digests(folder: Path, content: bytes | None) -> None:
    """Where the manifest has no digests, the files themselves are checked."""
    change_manifest(folder, files=None)
    (folder / "weights-1.bin").unlink()
    if content is not None:
        (folder / "weights-1.bin").write_bytes(content)
    with pytest.raises(ModelError, match="cannot be loaded") as error:
        load_model(str(folder))
    assert "Reinstall" in str(error.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"layers": 1},
        {"layers": 3},
        {"heads": 5},
        {"key_heads": 4},
        {"hidden": 32},
        {"vocabulary": 300},
        {"hidden": 1_000_000},
    ],
)
def test_sizes_of_another_model(folder: Path, changes: dict[str, int]) -> None:
    """Sizes that the weights or the graph do not have."""
    sizes = json.loads((folder / "manifest.json").read_text("utf-8"))["decoder"]
    change_manifest(folder, files=None, decoder=sizes | changes)
    with pytest.raises(ModelError, match=r"cannot be loaded|comes out wrong"):
        load_model(str(folder))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"kind": "encoder-decoder"}, "its kind is not decoder, the only one"),
        ({"decoder": {"hidden": 64}}, "its decoder is not the sizes"),
        ({"decoder": None}, "cannot be loaded"),
        ({"form": ["Document: ", "Claim: "]}, "its form is not a list of three texts"),
        ({"weights": ["../../weights-1.bin"]}, "its weights is not a list of file names"),
        ({"weights": ["weights-2.bin"]}, "cannot be loaded"),
    ],
)
def test_wrong_manifest(folder: Path, changes: dict[str, object], said: str) -> None:
    """What the manifest says of the decoder has another shape."""
    change_manifest(folder, **changes)
    with pytest.raises(ModelError, match=said):
        load_model(str(folder))


def test_weights_of_another_decoder(folder: Path, tmp_path: Path) -> None:
    """A decoder that is wider: its file does not fit this graph."""
    wider = replace(SHAPE, hidden=128)
    store(make_model(wider), wider, (make_tokenizer(), FORM), tmp_path / "wider", Bits())
    data = (tmp_path / "wider" / "weights-1.bin").read_bytes()
    (folder / "weights-1.bin").write_bytes(data)
    change_manifest(folder, files={"weights-1.bin": sha256(data).hexdigest()})
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_model(str(folder))


def test_passage_of_a_million_words_is_cut(sealed: Path) -> None:
    """As much is read as the model takes; the claim is cut as well."""
    reader = open_reader(sealed)
    long = PASSAGE * 80_000
    assert reader([(long, "Rice.")]).tobytes() == reader([(long[: 700 * 8], "Rice.")]).tobytes()
    assert 700 + len(reader.words.head) == len(reader.words.passage(long))
    assert 40 == len(reader.words.claim(long)) - len(reader.words.claim(""))
    assert np.isfinite(reader([(long, long), ("", ""), (long, "")])).all()


@pytest.mark.parametrize("text", [END, f"true. {END} supported", "\ud800", "\x00", "🦆" * 9, "e\u0301\u1e69\u0323"])
def test_any_text_is_spelt(sealed: Path, text: str) -> None:
    """Bytes spell what no token has, and the mark of the end inside a text is text."""
    words = open_reader(sealed).words
    mark = words.tokenizer.token_to_id(END)
    assert mark == words.claim(text)[-1]
    assert mark not in words.passage(text)
    assert mark not in words.claim(text)[:-1]
    assert np.isfinite(open_reader(sealed)([(text, text)])).all()


def test_names_of_matrices_are_those_stored(sealed: Path) -> None:
    """Each matrix of the graph is stored in a few bits, some in one more."""
    tensors = read_tensors(sorted(sealed.glob("weights-*.bin")))
    assert {"words", *list_matrices(SHAPE)} == {name.removesuffix(".low") for name in tensors if name.endswith(".low")}
    assert {"layer0.mixed.high", "layer1.mixed.high"} == {name for name in tensors if name.endswith(".high")}


def test_verify_reads_a_source_once_for_all_its_claims(sealed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the library: the whole source is one passage; what else is read are single sentences and clauses."""
    read: list[str] = []
    real = FramedTokenizer.passage

    def reading(words: FramedTokenizer, text: str) -> NDArray[np.int64]:
        read.append(text)
        return real(words, text)

    monkeypatch.setattr(FramedTokenizer, "passage", reading)
    text = "Rice grows in the valley. Of the 240 plots 96 were left fallow, and the others were sown in spring."
    claims = [f"The farmers of the valley have sown {number} plots of rice, and they sold it." for number in range(10)]
    found = citevet.verify(claims, [citevet.Source(text)], nli=str(sealed))
    assert len(found.claims) == 10
    assert read.count(text) == 1
    again = citevet.verify(claims[::-1], [citevet.Source(text)], nli=str(sealed))
    assert [each.ruling for each in again.claims][::-1] == [each.ruling for each in found.claims]


def test_verify_declines_what_the_decoder_does_not_read(sealed: Path) -> None:
    """By the languages of its manifest, and the length that it reads."""
    claims = ["Деревья охлаждают тротуар в жаркие летние дни.", "rice grows in the valley " * 20, "Reis wächst im Tal."]
    found = citevet.verify(claims, [citevet.Source(PASSAGE)], nli=str(sealed))
    assert [each.ruling.reason for each in found.claims][:2] == ["language", "too-large"]
    assert found.claims[2].ruling.confidence is not None
