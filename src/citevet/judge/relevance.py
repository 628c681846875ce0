"""How much of a claim a passage is about: the share of its telling words that the passage has too."""

from itertools import pairwise
from re import compile as pattern
from unicodedata import normalize

_WORD = pattern(r"[^\W_]+")
UNSEEN = pattern("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")  # marks inside words that nobody sees
_ASIAN = "\u2e80"  # from here on: kana, ideographs, Hangul
_SHORT = 3  # letters up to which a word tells nothing, unless it is a number or a name in capitals
_STEM = 5  # letters by which two forms of a word are one: increase, increasing
_SILENT = frozenset(
    "about after also been before being between both could does during from have into more most only other over "
    "same some such than that their them then there these they this those through under very were what when where "
    "which while will with within without would".split()
)


def coverage(claim: str, passage: str) -> float:
    """Return a share between 0 and 1; a claim without telling words is about nothing.

    A name in the script of another language, as in "Tokyo (東京)", counts only where the passage has it.
    """
    held = telling(passage)
    wanted = [word for word in telling(claim) if word < _ASIAN or word in held]
    return sum(word in held for word in wanted) / len(wanted) if wanted else 0.0


def length(text: str) -> int:
    """Return how many words a text has."""
    return len(_words(text))


def phrases(claim: str, passage: str) -> float:
    """Return the share of the claim's pairs of neighbouring words that stand side by side in the passage too.

    Words in common may be about anything; in the same order they mostly say the same.
    """
    wanted, held = (list(pairwise(_words(text.casefold()))) for text in (claim, passage))
    known = set(held)
    return sum(each in known for each in wanted) / len(wanted) if wanted else 0.0


def _words(text: str) -> list[str]:
    return _WORD.findall(normalize("NFKC", UNSEEN.sub("", text)))


def telling(text: str) -> frozenset[str]:
    """Return the words that say what a text is about, cut to their stems."""
    return frozenset(word.casefold()[:_STEM] for word in _words(text) if _tells(word))


def _tells(word: str) -> bool:
    if word[0].isdigit() or word.isupper() or not word.isascii():
        return True
    return len(word) > _SHORT and word.casefold() not in _SILENT
