"""Labelled pairs of claim and evidence: a file of them, the set of our own making, and three trials by readers."""

import json
import lzma
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from citevet.model import Scope
from evals import contrast


@dataclass(frozen=True, slots=True)
class Labelled:
    """A claim, what it is held against, and what is true: supported, partial, neutral, unsupported or contradicted."""

    set: str
    claim: str
    evidence: str
    label: str
    scope: Scope = "full"  # how much of the work the evidence is
    kind: str = ""  # of a contrast or a trial: as it stands, denied, turned round, number swapped, overstated …


_NEGATION = re.compile(r"\b(?:not|no|never|none|neither|nor|without|cannot|nobody|nothing)\b|n['’]t\b", re.IGNORECASE)
_ABSTRACTS = ("scifact.", "healthver_doc.", "check_covid.")  # sets whose evidence is the abstract of a paper
_FILES = {"trial": "trial.jsonl", "second trial": "second_trial.jsonl", "long trial": "long_trial.jsonl"}


def from_file(path: Path) -> Iterator[Labelled]:
    """Yield the rows of a JSONL file, packed or not: `{dataset, claim, evidence, label}`, `scope` where told."""
    open_it = lzma.open if path.suffix == ".xz" else open
    with open_it(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            scope: Scope = "abstract" if row["dataset"].startswith(_ABSTRACTS) else "full"
            yield Labelled(row["dataset"], row["claim"], row["evidence"], row["label"], row.get("scope", scope))


def _negated(triplet: contrast.Triplet) -> str:
    """Tell a plain denial, a "not" more or less, from what was turned round in other words: fell for rose."""
    counts = {len(_NEGATION.findall(text)) for text in (triplet.supported, triplet.negated)}
    return "denied" if len(counts) > 1 else "turned round"


def own() -> Iterator[Labelled]:
    """Yield our own triplets and worked examples."""
    for triplet in contrast.load():
        text = triplet.passage.text
        yield Labelled("contrast", triplet.supported, text, "supported", kind="as it stands")
        yield Labelled("contrast", triplet.negated, text, "contradicted", kind=_negated(triplet))
        yield Labelled("contrast", triplet.swapped, text, "contradicted", kind=f"{triplet.swap} swapped")
    for example in contrast.worked():
        yield Labelled("worked examples", example.claim, "\n".join(example.evidence), example.label)


def trial() -> Iterator[Labelled]:
    """Yield what readers wrote who knew nothing of the judge; no curve sees it.

    First 20 claims about each of 18 texts, six kinds of faults among them; then, by two others, a fact, a rewording and
    what denies them, a "not" that is true and a claim turned round, about each of 140 texts; at last, by three more,
    six claims of 35 to 80 words about each of 48 texts.
    """
    for name, file in _FILES.items():
        yield from _tried(Path(__file__).with_name(file), name)


def _tried(path: Path, name: str) -> Iterator[Labelled]:
    for text in map(json.loads, path.read_text("utf-8").splitlines()):
        for each in text["claims"]:
            yield Labelled(name, each["claim"], text["text"], each["label"], kind=f"{name}: {each['kind']}")
