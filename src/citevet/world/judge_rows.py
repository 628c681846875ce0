"""Rows for a judge with a manifest: document and claim as its model wants them, and what its outputs mean."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from citevet.errors import ModelError, first_line
from citevet.records import dataclass
from citevet.world.judge_manifest import CLAIM, DOCUMENT, JudgeManifest, find_label

if TYPE_CHECKING:
    from tokenizers import Encoding

Floats = NDArray[np.float64]
Scores = tuple[float, float, float]  # supported, neutral, contradicted
Logits = Any  # an array of whichever library ran the model
_PLACED = 3  # dimensions of logits for each place: rows, places, classes
_LEAST = 8  # tokens of a document that a row must have room for
_TRIES = 8  # to cut a document: at a seam two texts take a token more or less than alone
_GAP = "\u200b"  # put into the mark of an end that a text holds: it is text there, and ends nothing
ADVICE = "Compare the manifest with the model's card; docs/guides/judges.md lists its keys."


@dataclass(frozen=True, slots=True)
class Row:
    """The tokens of a row, and which of them are the claim's."""

    ids: Sequence[int]
    types: Sequence[int]
    claim: Sequence[int] = ()


class Backend(Protocol):
    """A model that runs: its raw outputs for a row, and the frame of its chat."""

    def __call__(self, row: Row) -> Logits:
        """Return the logits: of a text, of each of its tokens, or of the next token."""

    def frame(self, system: str, text: str) -> str:
        """Return a text as the model's own chat has it."""


class RowMaker:
    """Documents and claims to rows of tokens."""

    def __init__(self, folder: Path, manifest: JudgeManifest, longest: int) -> None:
        """Load the tokenizer of a model."""
        try:
            self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:  # the library raises its own classes
            what = f"cannot be loaded ({first_line(error)})"
            raise ModelError(what, to=str(folder / "tokenizer.json"), advice="Reinstall the model.") from error
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.manifest, self.longest = manifest, longest
        added = self.tokenizer.get_added_tokens_decoder().values()
        self._marks = sorted((each.content for each in added if each.special and each.content.strip()), key=len)
        self.backend: Backend | None = None

    def count(self, text: str) -> int:
        """Return how many tokens a text has."""
        return len(self.tokenizer.encode(self._clean(text), add_special_tokens=False).ids)

    def room(self, claim: str) -> int:
        """Return how many tokens of a document fit beside a claim."""
        return self.longest - len(self._encode("", self._clean(claim)).ids)

    def make(self, document: str, claim: str) -> Row:
        """Return a row; a document that is too long is cut at its end."""
        document, claim = self._clean(document), self._clean(claim)
        row = self._encode(document, claim)
        for _ in range(_TRIES):
            if len(row.ids) <= self.longest:
                break
            alone = self.tokenizer.encode(document, add_special_tokens=False)
            keep = len(alone.ids) - (len(row.ids) - self.longest)
            if keep < _LEAST:
                raise ModelError("the claim leaves no room for the document", to=self.manifest.name, advice=ADVICE)
            document = document[: alone.offsets[keep - 1][1]]
            row = self._encode(document, claim)
        pair = self.manifest.input == "pair"
        claimed = [at for at, part in enumerate(row.sequence_ids) if part == 1] if pair else ()
        return Row(row.ids, row.type_ids, claimed)

    def _encode(self, document: str, claim: str) -> "Encoding":
        said = self.manifest
        if said.input == "pair":
            return self.tokenizer.encode(said.join.replace(DOCUMENT, document), claim)
        text = fill(said.join, document, claim)
        if said.input == "chat" and self.backend is not None:
            return self.tokenizer.encode(self.backend.frame(said.system, text), add_special_tokens=False)
        return self.tokenizer.encode(text)

    def _clean(self, text: str) -> str:
        """Return a text without marks that the tokenizer takes for an end, and without halves of characters."""
        for mark in self._marks:
            if mark in text:
                text = text.replace(mark, mark[:1] + _GAP + mark[1:])
        return text.encode("utf-8", "replace").decode()


def fill(join: str, document: str, claim: str) -> str:
    """Return the form with both texts, whatever braces they have."""
    head, _, rest = join.partition(DOCUMENT) if join.find(DOCUMENT) < join.find(CLAIM) else join.partition(CLAIM)
    first, second = (document, claim) if join.find(DOCUMENT) < join.find(CLAIM) else (claim, document)
    middle, _, tail = rest.partition(CLAIM if first is document else DOCUMENT)
    return f"{head}{first}{middle}{second}{tail}"


class OutputReader:
    """What the outputs of a model mean."""

    def __init__(self, manifest: JudgeManifest, named: Sequence[str], tokenizer: Tokenizer) -> None:
        """Find the places of the labels; `named` are the labels that the model's config.json has, if any."""
        self.manifest = manifest
        self.labels = _agree(manifest, named)
        self.support = _place(manifest, "support", manifest.support, self.labels)
        self.against = None
        if manifest.against is not None:
            self.against = _place(manifest, "against", manifest.against, self.labels)
        self.tokens: list[int] = []
        if manifest.output == "first-token":
            self.tokens = [_find_token(manifest, label, tokenizer) for label in manifest.labels]

    def read(self, logits: Logits, row: Row) -> Scores:
        """Return the probabilities of supported, neutral and contradicted."""
        found = np.asarray(logits, np.float64)
        shares = getattr(self, f"_read_{self.manifest.output.replace('-', '_')}")(found, row)
        supported = float(shares[self.support])
        contradicted = float(shares[self.against]) if self.against is not None else 0.0
        return supported, max(0.0, 1.0 - supported - contradicted), contradicted

    def _read_classes(self, found: Floats, _row: Row) -> Floats:
        if found.size != found.shape[-1]:
            raise self._wrong(f"gives {found.shape} values, and a text has one row of classes")
        return self._shares(found.reshape(-1))

    def _read_first_position(self, found: Floats, _row: Row) -> Floats:
        if found.ndim != _PLACED:
            raise self._wrong(f"gives {found.shape} values, and none for each position")
        return self._shares(found[0, 0])

    def _read_tokens(self, found: Floats, row: Row) -> Floats:
        """Return the shares of the token that is supported least: a claim is no better than its worst word."""
        if found.ndim != _PLACED or not row.claim:
            raise self._wrong(f"gives {found.shape} values, and none for each token of the claim")
        each = [self._shares(found[0, place]) for place in row.claim]
        return min(each, key=lambda shares: float(shares[self.support]))

    def _read_first_token(self, found: Floats, _row: Row) -> Floats:
        last = found.reshape(-1, found.shape[-1])[-1]
        if max(self.tokens) >= len(last):
            raise self._wrong(f"knows {len(last)} tokens, and the manifest names token {max(self.tokens)}")
        return self._shares(last[self.tokens])

    def _shares(self, logits: Floats) -> Floats:
        wanted = max(self.support, self.against or 0) + 1
        if len(logits) == 1 and wanted == 1:  # one logit: of support, against none
            chance = 1 / (1 + np.exp(-np.clip(logits[0], -30, 30)))
            return np.array([chance, 1 - chance])
        if len(logits) < max(wanted, len(self.labels)) or (self.labels and len(logits) != len(self.labels)):
            raise self._wrong(f"gives {len(logits)} values, and {max(wanted, len(self.labels))} labels are named")
        if not np.isfinite(logits).all():
            raise self._wrong("gives values that are not finite numbers")
        raised = np.exp(logits - logits.max())
        return np.asarray(raised / raised.sum())

    def _wrong(self, what: str) -> ModelError:
        return ModelError(f"the model {what}", to=self.manifest.name, advice=ADVICE)


def _agree(manifest: JudgeManifest, named: Sequence[str]) -> tuple[str, ...]:
    """Return the labels of the outputs; raise where the manifest has them in another order than the model."""
    own = manifest.labels if manifest.output not in {"first-token", "word"} else ()
    if own and named and [each.casefold() for each in own] != [each.casefold() for each in named]:
        what = f"the manifest has the labels {', '.join(own)}, and config.json {', '.join(named)}"
        raise ModelError(what, to=manifest.name, advice="Give them in the order of config.json, or leave them out.")
    return own or (tuple(named) if manifest.output not in {"first-token", "word"} else manifest.labels)


def _place(manifest: JudgeManifest, key: str, label: str | int, labels: tuple[str, ...]) -> int:
    if isinstance(label, int) and not labels:
        return label
    found = find_label(label, labels)
    if found is None:
        told = f"the labels are {', '.join(labels)}" if labels else "no label has a name"
        what = f'"{key}" is {label!r}, and {told}'
        raise ModelError(what, to=manifest.name, advice=f"Give one of them, or its place from 0: {key} = 1.")
    return found


def _find_token(manifest: JudgeManifest, label: str, tokenizer: Tokenizer) -> int:
    if label.isascii() and label.isdigit():
        return int(label)
    ids: list[int] = tokenizer.encode(label, add_special_tokens=False).ids
    if len(ids) != 1:
        what = f"the label {label!r} is {len(ids)} tokens, and the first token decides"
        raise ModelError(what, to=manifest.name, advice="Give the number of the token.")
    return ids[0]
