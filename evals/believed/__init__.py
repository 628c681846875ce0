"""Claims about real passages, by what stands around the words: denied, reported, planned, another's, another number.

`claims.jsonl` has English ones, some with a second source; `languages.jsonl` has German, French, Spanish, Korean and
Chinese ones. Each was labelled by its writer and twice more without sight of that label. The passages are those of the
training data that have the digests in `apart.txt`: no row for training shares a sentence with them.
"""

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from citevet.model import Ruling

FOLDER = Path(__file__).parent
CLAIMS, LANGUAGES = "claims.jsonl", "languages.jsonl"
LABELS = ("supported", "partial", "unsupported", "contradicted", "conflicting")


@dataclass(frozen=True, slots=True)
class Believed:
    """A claim with its sources, and what a careful reader says of it."""

    claim: str
    label: str
    kind: str
    sources: tuple[str, ...]
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Answer:
    """A claim with the ruling of a judge."""

    asked: Believed
    ruling: Ruling

    @property
    def word(self) -> str:
        """The answer in the words of the labels, or `unchecked`."""
        return "conflicting" if "conflicting" in self.ruling.flags else self.ruling.support

    @property
    def is_green(self) -> bool:
        """Whether a reader takes the claim for supported."""
        return self.word == "supported"


def load(name: str, texts: Mapping[str, str]) -> list[Believed]:
    """Read a file of claims; `texts` are the passages by digest."""
    rows = (json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines())
    return [
        Believed(
            row["claim"],
            row["label"],
            row["kind"],
            tuple(filter(None, (row.get("text") or texts[row["passage"]], row.get("second")))),
            row.get("language", "en"),
        )
        for row in rows
    ]


def find_passages(data: Path) -> dict[str, str]:
    """Return the passages set aside, by digest, from the file of training rows."""
    wanted = set((FOLDER / "apart.txt").read_text("utf-8").split())
    with lzma.open(data / "train.jsonl.xz", "rt", encoding="utf-8") as lines:
        texts = {json.loads(line)["evidence"] for line in lines}
    digests = {sha256(text.encode()).hexdigest()[:10]: text for text in texts}
    return {digest: digests[digest] for digest in wanted}


def figures(answers: Sequence[Answer]) -> Iterator[str]:
    """Yield the figures that a judge must reach, then for each kind how often what was answered."""
    yield from _main_figures(answers)
    kinds = sorted({each.asked.kind for each in answers})
    yield f"{'kind':16} {'label':13} {'n':>4} " + " ".join(f"{word[:11]:>11}" for word in (*LABELS, "unchecked"))
    for kind in kinds:
        for label in LABELS:
            chosen = [each for each in answers if each.asked.kind == kind and each.asked.label == label]
            if chosen:
                counts = [sum(each.word == word for each in chosen) for word in (*LABELS, "unchecked")]
                yield f"{kind:16} {label:13} {len(chosen):4} " + " ".join(f"{count:11}" for count in counts)


def _main_figures(answers: Sequence[Answer]) -> Iterator[str]:
    true = [each for each in answers if each.asked.label == "supported"]
    false = [each for each in answers if each.asked.label != "supported"]
    opposed = [each for each in answers if each.asked.label == "contradicted"]
    called = [each for each in answers if each.word == "contradicted"]
    yield f"true claims found                {_share(each.is_green for each in true)}"
    yield f"false claims called supported    {_share(each.is_green for each in false)}"
    yield f"contradicted: right              {_share(each.asked.label == 'contradicted' for each in called)}"
    yield f"contradicted: found              {_share(each.word == 'contradicted' for each in opposed)}"
    for label in ("partial", "conflicting"):
        yield f"{label + ' named':32} {_share(each.word == label for each in answers if each.asked.label == label)}"


def _share(hits: Iterable[bool]) -> str:
    found = list(hits)
    return f"{100 * sum(found) / len(found):5.1f} %  ({sum(found)} of {len(found)})" if found else "    –"
