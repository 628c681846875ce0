"""Judges in transformers: what is asked of the library, played by a model of its interface in numpy."""

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.emulator.tiny_judges import DOCUMENT, FALSE, TRUE, write_judge

import citevet
from citevet.errors import ModelError
from citevet.world import torch_judge
from citevet.world.judge_manifest import find_manifest


class Values(np.ndarray):
    """An array with the methods of a tensor that are used."""

    def float(self) -> "Values":
        """Return itself: it is of that type."""
        return self

    def numpy(self) -> np.ndarray:
        """Return a plain array."""
        return np.asarray(self)


def tensor(values: Any) -> Values:
    return np.asarray(values, np.float64).view(Values)


class Library:
    """What of torch and transformers is used, and with which words."""

    def __init__(self, *, support: int = 1) -> None:
        self.support = support
        self.loaded: list[tuple[str, dict[str, Any]]] = []

    def module(self, name: str) -> Any:
        """Return one of the two modules."""
        if name == "torch":
            return SimpleNamespace(tensor=tensor, ones_like=np.ones_like, no_grad=nullcontext)
        names = ("SequenceClassification", "TokenClassification", "Seq2SeqLM", "CausalLM")
        return SimpleNamespace(**{f"AutoModelFor{each}": self.model_class(each) for each in names})

    def model_class(self, name: str) -> Any:
        """Return a class whose models are loaded from a folder."""

        def load(folder: str, **words: Any) -> Any:
            assert Path(folder).is_dir()
            self.loaded.append((name, words))
            return SimpleNamespace(eval=lambda: self.forward(name))

        return SimpleNamespace(from_pretrained=load)

    def forward(self, name: str) -> Any:
        """Return a model by which a word is supported where the row has it twice."""

        def run(input_ids: Any, attention_mask: Any, decoder_input_ids: Any = None) -> Any:
            assert attention_mask.all()
            ids = np.asarray(input_ids)[0]
            twice = np.array([np.sum(ids == each) > 1 for each in ids]) - 0.5
            if name == "Seq2SeqLM":
                assert [[0]] == np.asarray(decoder_input_ids).tolist()
                logits = np.zeros((1, 1, 256))
                logits[0, 0, [3, 209]] = -12 * twice.mean(), 12 * twice.mean()
                return SimpleNamespace(logits=tensor(logits))
            signs = np.where(np.arange(2) == self.support, 12, -12)
            row = twice if name == "TokenClassification" else twice.mean(keepdims=True)
            logits = row[:, None] * signs
            return SimpleNamespace(logits=tensor(logits[None] if name == "TokenClassification" else logits))

        return run


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    made = Library()
    monkeypatch.setattr(torch_judge, "find_spec", lambda _: True)
    monkeypatch.setattr(torch_judge, "import_module", made.module)
    return made


def put(folder: Path, name: str) -> str:
    """Write a model without ONNX, under the name of a manifest."""
    manifest = find_manifest(name)
    assert manifest is not None
    config = {"is_encoder_decoder": True, "decoder_start_token_id": 0} if "flan" in name else {}
    place = write_judge(folder / name, manifest.output, **config)
    for graph in place.glob("*.onnx"):
        graph.unlink()
    (place / "model.safetensors").write_bytes(b"\0")
    (place / "judge.toml").write_text(f'like = "{name}"\n')
    return str(place)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("minicheck-roberta-large", "SequenceClassification"),
        ("minicheck-flan-t5-large", "Seq2SeqLM"),
        ("lettucedetect", "TokenClassification"),
    ],
)
def test_the_library_loads_the_class_of_the_output(tmp_path: Path, library: Library, name: str, kind: str) -> None:
    """From the folder alone, as safetensors, and without code of the model's own."""
    library.support = 0 if name == "lettucedetect" else 1
    found = citevet.verify([TRUE, FALSE], [DOCUMENT], nli=put(tmp_path, name))
    assert ["supported", "unsupported"] == [claim.ruling.support for claim in found.claims]
    safe = {"use_safetensors": True, "local_files_only": True, "trust_remote_code": False}
    assert (kind, safe) == library.loaded[0]


def test_what_the_library_raises_is_one_line(tmp_path: Path, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged file of weights is an error about the folder."""

    def fail(*_: Any, **__: Any) -> Any:
        raise OSError("header too large\nand more")

    monkeypatch.setattr(library, "model_class", lambda _: SimpleNamespace(from_pretrained=fail))
    with pytest.raises(ModelError, match=r"cannot be loaded \(header too large\)"):
        citevet.verify([TRUE], [DOCUMENT], nli=put(tmp_path, "minicheck-roberta-large"))


def test_a_pickle_is_not_a_model(tmp_path: Path, library: Library) -> None:
    """Only safetensors count: loading a pickle would run it."""
    folder = Path(put(tmp_path, "minicheck-roberta-large"))
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(ModelError, match="its weights are not on this machine"):
        citevet.verify([TRUE], [DOCUMENT], nli=str(folder))
    assert not library.loaded
