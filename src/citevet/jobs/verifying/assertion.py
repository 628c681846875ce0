"""Whether words assert anything: a yes, a number or a name says nothing that a source could support or deny.

Asked whether a text about Tokyo supports "Tokyo.", a judge says yes with 0.9.
"""

from re import compile as pattern

from citevet.extract.verbs import verbs
from citevet.judge.language import language

_WORD = pattern(r"[^\W\d_]{2,}")
_NAME = 4  # words in capitals that may be one name, or two


def asserts(claim: str) -> bool:
    """Tell whether there is a second word, and a verb or a small letter to say that it is no name."""
    if language(claim) not in {"en", None}:
        return True  # one word can be a sentence
    words = _WORD.findall(claim)
    if len(words) < 2:  # noqa: PLR2004 - one thing, and nothing said of it
        return False
    return len(words) > _NAME or bool(verbs(claim)) or not all(word[0].isupper() for word in words)
