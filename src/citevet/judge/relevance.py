"""How much of a claim a passage is about: the share of its telling words that the passage has too."""

from re import compile as pattern
from unicodedata import normalize

_WORD = pattern(r"[^\W_]+")
_SHORT = 3  # letters up to which a word tells nothing, unless it is a number or a name in capitals
_STEM = 5  # letters by which two forms of a word are one: increase, increasing
_SILENT = frozenset(
    "about after also been before being between both could does during from have into more most only other over "
    "same some such than that their them then there these they this those through under very were what when where "
    "which while will with within without would".split()
)


def coverage(claim: str, passage: str) -> float:
    """Return a share between 0 and 1; a claim without telling words is about nothing."""
    wanted = _telling(claim)
    return len(wanted & _telling(passage)) / len(wanted) if wanted else 0.0


def _telling(text: str) -> frozenset[str]:
    words = _WORD.findall(normalize("NFKC", text))
    return frozenset(word.casefold()[:_STEM] for word in words if _tells(word))


def _tells(word: str) -> bool:
    if word[0].isdigit() or word.isupper() or not word.isascii():
        return True
    return len(word) > _SHORT and word.casefold() not in _SILENT
