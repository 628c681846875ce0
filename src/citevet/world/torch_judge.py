"""Foreign judges in transformers, where torch is installed; only safetensors are read: a pickle is a program."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from citevet.errors import ModelError, first_line
from citevet.world.judge_manifest import JudgeManifest
from citevet.world.judge_rows import Logits, Row

_CLASSES = {
    "classes": "AutoModelForSequenceClassification",
    "first-position": "AutoModelForTokenClassification",
    "tokens": "AutoModelForTokenClassification",
}


def has_torch_files(folder: Path) -> bool:
    """Check whether a folder holds a model for transformers."""
    return (folder / "config.json").is_file() and any(folder.glob("*.safetensors"))


class TorchBackend:
    """A model of transformers."""

    def __init__(self, folder: Path, manifest: JudgeManifest, config: Mapping[str, Any]) -> None:
        """Load the weights; raise ModelError where torch or transformers is missing."""
        if missing := [name for name in ("torch", "transformers") if find_spec(name) is None]:
            advice = f"pip install {' '.join(missing)}, or put model.onnx beside tokenizer.json."
            raise ModelError(f"needs {' and '.join(missing)}", to=str(folder), advice=advice)
        self.torch, transformers = import_module("torch"), import_module("transformers")
        self.is_pair = bool(config.get("is_encoder_decoder")) and manifest.output == "first-token"
        self.start = int(config.get("decoder_start_token_id") or 0)
        name = "AutoModelForSeq2SeqLM" if self.is_pair else _CLASSES.get(manifest.output, "AutoModelForCausalLM")
        own = {"local_files_only": True, "trust_remote_code": False}
        try:
            loaded = getattr(transformers, name).from_pretrained(str(folder), use_safetensors=True, **own)
            chat = manifest.input == "chat"
            self.tokenizer: Any = transformers.AutoTokenizer.from_pretrained(str(folder), **own) if chat else None
        except Exception as error:  # three libraries raise their own classes
            what = f"cannot be loaded ({first_line(error)})"
            raise ModelError(what, to=str(folder), advice="Reinstall the weights.") from error
        self.model = loaded.eval()

    def __call__(self, row: Row) -> Logits:
        """Return the logits."""
        ids = self.torch.tensor([list(row.ids)])
        more = {"decoder_input_ids": self.torch.tensor([[self.start]])} if self.is_pair else {}
        with self.torch.no_grad():
            found = self.model(input_ids=ids, attention_mask=self.torch.ones_like(ids), **more)
        return found.logits.float().numpy()

    def frame(self, system: str, text: str) -> str:
        """Return a text in the model's own chat."""
        said = [{"role": "system", "content": system}] if system else []
        whole = self.tokenizer.apply_chat_template(
            [*said, {"role": "user", "content": text}], tokenize=False, add_generation_prompt=True
        )
        return str(whole)
