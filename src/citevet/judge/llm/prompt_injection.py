"""Text that addresses the model instead of the reader.

No list of such phrases is complete: it stops the plain attempts. What gets past it must still quote the source, have a
share of the claim's words, and pass the comparisons that no vote overrules.
"""

import re
from unicodedata import normalize

from citevet.judge.llm.prompts import visible_text

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


def contains_prompt_injection(text: str) -> bool:
    """Check whether a text has a phrase that is meant for a model."""
    words = normalize("NFKC", visible_text(text))
    return _ROLE.search(words) is not None or _INJECTION.search(" ".join(words.split())) is not None
