"""Prompts for a language model: a claim and passages as fenced material, in three variants."""

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from unicodedata import category

from citevet.model import Passage

VOTES = 3
LONGEST = 6_000  # characters of a claim or a passage that are sent; a window has about 1,200
VERDICTS = ("supported", "partial", "unsupported", "contradicted")
_TEMPLATES = Path(__file__).parent / "templates"
# Control characters, direction marks and tags: people do not see them, models read them.
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})

# The reason comes first: a model that must give one before its verdict gives a better verdict.
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "why": {"type": "string"},
        "quote": {"type": "string"},
        "missing": {"type": "string"},
        "verdict": {"type": "string", "enum": list(VERDICTS)},
    },
    "required": ["why", "quote", "missing", "verdict"],
    "additionalProperties": False,
}


def build_prompt(claim: str, passages: Sequence[Passage], number: int) -> tuple[str, str]:
    """Return instructions and material for a vote, counted from 0.

    Each vote has other instructions and another order of passages: at temperature 0 equal prompts have equal answers.
    """
    first = number % len(passages)
    texts = [visible_text(each.text) for each in (*passages[first:], *passages[:first])]
    shown = visible_text(claim)
    fence = _make_fence(shown, texts)
    parts = [f"{fence} claim", shown, fence, ""]
    for place, text in enumerate(texts, 1):
        parts += [f"{fence} passage {place}", text]
    prompt = _read_template("support").replace("{fence}", fence).replace("{way}", _read_variants()[number % VOTES])
    return prompt, "\n".join((*parts, fence))


def visible_text(text: str) -> str:
    """Return a text without invisible characters, cut to what is sent."""
    return "".join(char for char in text[:LONGEST] if char in "\n\t" or category(char) not in _INVISIBLE)


def _make_fence(claim: str, passages: Sequence[str]) -> str:
    """Return a fence that depends on the material, so that no text can contain it."""
    said = "\0".join((claim, *sorted(passages)))
    return f"####{sha256(said.encode()).hexdigest()[:24]}####"


@cache
def _read_template(name: str) -> str:
    return (_TEMPLATES / f"{name}.md").read_text("utf-8").strip()


@cache
def _read_variants() -> tuple[str, ...]:
    return tuple(_read_template("variants").split("\n\n"))
