"""Prompts for a language model: a claim and passages as fenced material, in three variants."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from unicodedata import category, normalize

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
_VERDICT = r"[\"'“‘`]?(?:supported|unsupported|contradicted|partial(?:ly supported)?)\b"
_OURS = r"\b(?:previous|prior|above|earlier|preceding|your|system|all|any|these|the)\b"
_RULES = r"\b(?:instructions?|prompts?|guidelines?|directives?|commands?|everything above)\b"
_READER = r"\b(?:assistant|language model|AI|LLM|chatbot)\b"
_PHRASES = (
    rf"\b(?:ignore|disregard|forget|override|bypass|overrule)\b[^.]{{0,20}}?{_OURS}[^.]{{0,20}}?{_RULES}",
    rf"\b(?:answer|respond|reply|output|return|vote)(?: only| just| always)?(?: with| as| that it is)?:? {_VERDICT}",
    rf"\b(?:mark|rate|classify|label|judge|treat) (?:this|the|every|each|all|any|it)\b[^.]{{0,30}}? as {_VERDICT}",
    rf"\bverdict[\"'”’`]? ?[:=] ?{_VERDICT}",
    rf"\b(?:you are|act as|pretend to be) (?:now )?(?:an?|the) [^.]{{0,30}}?{_READER}",
    rf"\bsystem prompt\b|\bnew instructions?:|\binstructions? (?:to|for) (?:the |an? )?{_READER}",
    r"<\|[a-z_]{1,20}\|>|\[/?INST\]|<</?SYS>>|</?(?:system|assistant|instructions?)>",
    r"(?:지시|명령|지침|프롬프트)[^.]{0,20}?(?:무시|잊|따르지 ?마)",
    r"(?:지지됨|지지|supported)[\"'”’]?(?:라고|이라고|으로|로) ?(?:답|출력|판정|대답)",
    r"(?:忽略|无视|無視)[^。]{0,20}?(?:指令|指示|提示)|(?:指示|命令)[^。]{0,10}?無視",
    r"\b(?:ignoriere?n?|vergiss)\b[^.]{0,40}?\b(?:anweisungen|vorgaben)\b",
    r"\b(?:ignore[zr]|oublie[zr]?|ignora|olvida)\b[^.]{0,40}?\b(?:instructions|consignes|instrucciones)\b",
)
_INJECTION = re.compile("|".join(f"(?:{phrase})" for phrase in _PHRASES), re.IGNORECASE)
_ROLE = re.compile(
    r"^[^\S\n]{0,8}(?:system|assistant)[^\S\n]{0,8}:", re.IGNORECASE | re.MULTILINE
)  # a line of a conversation


def build_prompt(claim: str, passages: Sequence[Passage], number: int) -> tuple[str, str]:
    """Return instructions and material for a vote, counted from 0.

    Each vote has other instructions and another order of passages: at temperature 0 equal prompts have equal answers.
    """
    first = number % len(passages)
    texts = [_visible_text(each.text) for each in (*passages[first:], *passages[:first])]
    shown = _visible_text(claim)
    fence = _make_fence(shown, texts)
    parts = [f"{fence} claim", shown, fence, ""]
    for place, text in enumerate(texts, 1):
        parts += [f"{fence} passage {place}", text]
    prompt = _read_template("support").replace("{fence}", fence).replace("{way}", _read_variants()[number % VOTES])
    return prompt, "\n".join((*parts, fence))


def _visible_text(text: str) -> str:
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


def contains_prompt_injection(text: str) -> bool:
    """Check whether a text has a phrase that is meant for a model."""
    words = normalize("NFKC", _visible_text(text))
    return _ROLE.search(words) is not None or _INJECTION.search(" ".join(words.split())) is not None
