"""Whether two sentences deny equally often; if not, they are opposites, or speak of other things.

Crude, and therefore only a reason to doubt. It sees what a model overlooks: of 399 claims that were made false by a
plain denial, the small judge takes one in twelve for supported, and a third of those pass here.
"""

from re import IGNORECASE
from re import compile as pattern

_DENIAL = pattern(r"\b(?:not|no|never|none|neither|nor|without|cannot|nobody|nothing)\b|n['’]t\b", IGNORECASE)


def deny_alike(claim: str, sentence: str) -> bool:
    """Say whether both hold an even number of denials, or both an odd one."""
    return denials(claim) % 2 == denials(sentence) % 2


def denials(text: str) -> int:
    """Count the words that deny."""
    return len(_DENIAL.findall(text))
