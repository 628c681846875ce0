"""Names of authors → the family names that people cite them by, without case, accents and particles."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern

from citevet.model import plain_letters

PARTICLES = frozenset(
    "van von der den de del della di da do dos das du des la le les el al ter ten te zu zur zum af av ibn bin".split()
)
SUFFIXES = frozenset("jr sr ii iii iv phd md".split())
_WORD = pattern(r"[^\W_]+")
_INITIALS = pattern(r"[A-Z]{1,3}|(?:[A-Z]\.-?){1,4}")
_HANGUL = pattern(r"[\uac00-\ud7a3]{2,4}")
_DOUBLE = frozenset("남궁 황보 제갈 사공 선우 독고 동방 서문 망절 어금".split())  # Korean surnames of two syllables
OTHERS = pattern(r",?\s{0,3}(?:\bet\s{1,3}al\b\.?|\band\s{1,3}others\b|\s외(?:\s?\d+\s?[인명])?)\s*$", IGNORECASE)
# What people are not called: such a name is a body's, and is shown whole.
_BODY = pattern(
    r"\b(?:of|for|the|academy|administration|agency|alliance|association|authority|bank|bureau|cent(?:er|re)s?|coalition"
    r"|collaboration|college|commission|committee|consortium|council|department|federation|foundation|fund|government"
    r"|group|initiative|institut\w{1,4}|laboratory|ministry|nations|network|office|organi[sz]ation|panel|parliament"
    r"|program(?:me)?|services?|society|team|union|university)\b",
    IGNORECASE,
)
_YEAR = pattern(r"(\d{4})[a-z]?")


def folded(name: str) -> str:
    """Return a name in small letters without accents, apostrophes and hyphens."""
    return " ".join(_WORD.findall(plain_letters(name.replace("'", "").replace("’", ""))))


def family_names(author: str) -> frozenset[str]:
    """Return every family name, folded, that an author as written may be cited by."""
    author = OTHERS.sub("", author)
    found = {folded(part) for part in _families(author.strip())} | {folded(author)}
    return frozenset(form for name in found if name for form in asked_names(name))


def family_shown(author: str) -> str:
    """Return the family name as it is written; bodies and Koreans go by their whole name."""
    name = OTHERS.sub("", author).strip()
    if "," not in name and (_BODY.search(name) or _HANGUL.fullmatch(name)):
        return name
    return next(_families(name), "").strip() or name


def is_alone(author: str) -> bool:
    """Say whether the only author of an entry is certainly that: with a given name, and not "Kim, H. et al."."""
    return OTHERS.search(author) is None and (" " in author.strip() or _HANGUL.fullmatch(author.strip()) is not None)


def asked_names(family: str) -> tuple[str, ...]:
    """Return the forms of a cited family name to look for: as given, and without its particles."""
    words = folded(family).split()
    start = 0
    while start < len(words) - 1 and words[start] in PARTICLES:
        start += 1
    return tuple(dict.fromkeys((" ".join(words), " ".join(words[start:]))))


def plain_year(year: str | None) -> str:
    """Return the year without the letter that tells two works apart; nothing where there is none."""
    found = _YEAR.fullmatch((year or "").strip())
    return found[1] if found else ""


def _families(author: str) -> Iterator[str]:
    if "," in author:
        yield author.split(",", 1)[0]
        return
    words = [word for word in author.split() if folded(word) not in SUFFIXES]
    if not words:
        return
    if _HANGUL.fullmatch(author):
        yield author[:2] if author[:2] in _DOUBLE and len(author) > 2 else author[:1]  # noqa: PLR2004 - two syllables
        return
    if len(words) > 1 and _INITIALS.fullmatch(words[-1]):  # Smith JA
        yield " ".join(words[:-1])
    start = len(words) - 1
    while start > 1 and folded(words[start - 1]) in PARTICLES:
        start -= 1
    yield " ".join(words[start:])
