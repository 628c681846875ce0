"""The whole way from rows to an exported judge in a few steps on a CPU, with a model of two tiny layers.

`python -m training.smoke` makes its own rows; `python -m training.smoke FOLDER` takes the first of a real folder.
"""

import argparse
import json
import lzma
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

from training import batches, distil, encode, export, model, score, thin, train
from training.rows import given

_SHAPE = {
    "model_type": "bert", "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2,
    "layer_norm_eps": 1e-12, "max_position_embeddings": 128,
}  # fmt: skip
_COURSE = train.Course(rate=1e-3, tokens=2_048, passes=1.0, seconds=20)


def rows(folder: Path) -> None:
    """Write rows of our own making in the form of the real files."""
    made = [
        {
            "claim": f"The bridge at ford {number} {word} in {1800 + number}.",
            "evidence": f"The ford {number} was deep. A bridge was opened there in {1800 + number}. It still stands.",
            "label": label,
            "w": 1,
        }
        for number in range(100)
        for word, label in (("was opened", 0), ("was closed", 2), ("was painted", 1))
    ]
    held = [{"claim": "Held out.", "evidence": "Nothing of this is used.", "dataset": "held.dev", "label": "supported"}]
    for name, each in (("train", made), ("dev", held)):
        with lzma.open(folder / f"{name}.jsonl.xz", "wt", encoding="utf-8") as lines:
            lines.writelines(json.dumps(row) + "\n" for row in each)


def tiny(folder: Path, texts: list[str]) -> None:
    """Write a model with random weights and a tokenizer made from some texts."""
    words = Tokenizer(models.WordPiece(unk_token="[UNK]"))  # noqa: S106 - a word, no password
    words.normalizer, words.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    words.train_from_iterator(
        texts, trainers.WordPieceTrainer(vocab_size=800, special_tokens=["[UNK]", "[CLS]", "[SEP]"])
    )
    words.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    folder.mkdir()
    words.save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text(json.dumps(_SHAPE), "utf-8")
    save_file(_tensors(words.get_vocab_size()), folder / "model.safetensors")


def _tensors(vocabulary: int) -> dict[str, torch.Tensor]:
    width, wide = 32, 64
    shapes = {"words": vocabulary, "positions": 128, "kinds": 2}
    names = {"words": "word_embeddings", "positions": "position_embeddings", "kinds": "token_type_embeddings"}
    found = {f"embeddings.{names[key]}.weight": torch.randn(size, width) * 0.02 for key, size in shapes.items()}
    sizes = {"intermediate.dense": (wide, width), "output.dense": (width, wide)}
    squares = ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense")
    norms = ["embeddings.LayerNorm"]
    for layer in range(2):
        for name, size in {**dict.fromkeys(squares, (width, width)), **sizes}.items():
            found[f"encoder.layer.{layer}.{name}.weight"] = torch.randn(size) * 0.02
            found[f"encoder.layer.{layer}.{name}.bias"] = torch.zeros(size[0])
        norms += [f"encoder.layer.{layer}.{name}.LayerNorm" for name in ("attention.output", "output")]
    for name in norms:
        found |= {f"{name}.weight": torch.ones(width), f"{name}.bias": torch.zeros(width)}
    return found


def run(data: Path | None, work: Path) -> None:
    """Encode, train, teach, distil to fewer layers and to narrower ones, export."""
    if data is None:
        data = work
        rows(data)
    start, views = work / "start", work / "views"
    tiny(start, [row.evidence for row in given(data)[:2_000]])
    asked = {
        "views": 1,
        "workers": 1,
        "rows": 400,
        "without": (),
        "first": 0,
        "long": 0,
        "words": [f"tiny={start / 'tokenizer.json'}:96"],
    }
    encode.write(data, views, argparse.Namespace(**asked))
    arrays = batches.views(views, "tiny", [0])
    teacher, found = model.load(start), batches.tokens(arrays, "cpu")
    train.fit(teacher, found, train.labelled(found), _COURSE)
    np.save(views / "view0-teacher.npy", score.logits(teacher, found))
    student = model.load(start, [0])
    taught = batches.tokens(batches.views(views, "tiny", [0], teachers=["teacher"]), "cpu")
    train.fit(student, taught, distil.taught(taught), _COURSE)
    counts = thin.weighed(teacher, found, most=_COURSE.tokens, batches=2)
    narrow = thin.thinned(teacher, counts, heads=1, wide=32)
    train.fit(narrow, taught, distil.taught(taught), _COURSE)
    model.save(narrow, start, work / "narrow")
    export.export("judge", work / "narrow", work / "thin")
    model.save(student, start, work / "student")
    export.export("judge", work / "student", work / "exported")
    print("exported", *sorted(path.name for path in (work / "exported").iterdir()))  # noqa: T201


if __name__ == "__main__":
    train.ready("cpu")
    with TemporaryDirectory() as folder:
        run(Path(sys.argv[1]) if len(sys.argv) > 1 else None, Path(folder))
