"""What a language model is asked: a claim and passages as fenced material, in three ways."""

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from unicodedata import category

from citevet.model import Passage

VOTES = 3
LONGEST = 6_000  # characters of a claim or a passage that are sent; a window has about 1,200
WORDS = ("supported", "partial", "unsupported", "contradicted")
_PROMPTS = Path(__file__).parent / "prompts"
# Controls, direction marks, tags and the like: invisible to people, and read by models.
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})

# The reason comes first: a model that has to give one before its verdict gives a better verdict.
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "why": {"type": "string"},
        "quote": {"type": "string"},
        "missing": {"type": "string"},
        "verdict": {"type": "string", "enum": list(WORDS)},
    },
    "required": ["why", "quote", "missing", "verdict"],
    "additionalProperties": False,
}


def question(claim: str, passages: Sequence[Passage], number: int) -> tuple[str, str]:
    """Return instructions and material for a vote, from 0; each vote reads in another way, and in another order.

    At temperature 0 the same question has the same answer, and three of those are one.
    """
    first = number % len(passages)
    turned = [seen(each.text) for each in (*passages[first:], *passages[:first])]
    shown = seen(claim)
    fence = _fence(shown, turned)
    parts = [f"{fence} claim", shown, fence, ""]
    for place, text in enumerate(turned, 1):
        parts += [f"{fence} passage {place}", text]
    prompt = _prompt("support").replace("{fence}", fence).replace("{way}", _ways()[number % VOTES])
    return prompt, "\n".join((*parts, fence))


def seen(text: str) -> str:
    """Return the words as a person sees them, cut to what is sent."""
    return "".join(char for char in text[:LONGEST] if char in "\n\t" or category(char) not in _UNSEEN)


def _fence(claim: str, passages: Sequence[str]) -> str:
    """Return a mark that the same material always gets, and that nobody can write into it: it would change the mark."""
    said = "\0".join((claim, *sorted(passages)))
    return f"####{sha256(said.encode()).hexdigest()[:24]}####"


@cache
def _prompt(name: str) -> str:
    return (_PROMPTS / f"{name}.md").read_text("utf-8").strip()


@cache
def _ways() -> tuple[str, ...]:
    return tuple(_prompt("ways").split("\n\n"))
