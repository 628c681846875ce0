"""The words of a sentence that carry its meaning, and whether it denies: in English, German and Korean."""

from collections.abc import Iterator
from functools import lru_cache
from re import compile as pattern
from unicodedata import normalize

from citevet.jobs.corpus.amounts import NUMERALS
from citevet.model import Span

_WORD = pattern(r"[^\W\d_]+")
_TOKEN = pattern(r"[^\W_]+")
_DENIAL = pattern(
    r"\b(?:no|not|never|none|neither|nor|without|cannot|hardly|lacks?|lacked|fail(?:s|ed)?)\b|\w{1,20}n['’]t\b"
    r"|\b(?:nichts?|kein(?:e[mnrs]?)?|nie(?:mals|mand(?:e[mn])?)?|weder|ohne|kaum|keineswegs|keinesfalls)\b"
    r"|않|없|아니|못[하한할해했]|(?<![가-힣])안(?=\s[가-힣])"
)

# Words that any sentence may have, and those by which an author only points at a source.
_EMPTY = frozenset(
    """
    a about above after again all also among an and any are as at be because been before being below between both but
    by can cannot could did do does doing down during each either few for from further had has have having he her here
    hers him his how i if in into is it its itself just least less many may me might more most much must my near never
    neither no none nor not of off on once one ones only or other our ours out over own per same she should since so
    some such than that the their theirs them then there these they this those through thus to too under until up upon
    us very was we were what when where whether which while who whom why will with within without would yet you your
    according author authors data evidence find finding findings finds found indicate indicated indicates paper percent
    report reported reports research researcher researchers result results show showed shown shows studies study
    suggest suggested suggests
    및 등 수 것 것은 것이 것을 그 이 저 더 또 또는 그리고 그러나 하지만 위해 위한 대한 대해
    대하여 따르면 의하면 연구 연구는 연구에 있다 있는 있으며 한다 하는 했다 된다 되는 됐다 이다 같은
    때문에 매우 가장 모든 각 약 퍼센트 않는다 않았다 없다 없었다
    """.split()
)
_ENDINGS = (
    *("ations", "ation", "ments", "ment", "ingly", "ings", "ing", "edly", "ness", "ies", "ied", "ers", "er"),
    *("est", "ed", "es", "ly", "al", "s", "e", "y"),
)
_PARTICLES = (
    *("에서는", "으로는", "에서의", "으로써", "이라는", "입니다", "에게서", "까지는", "했으며", "하였다", "합니다"),
    *(
        "에서",
        "에는",
        "으로",
        "부터",
        "까지",
        "에게",
        "이나",
        "보다",
        "처럼",
        "마다",
        "라는",
        "라고",
        "하는",
        "하여",
        "한다",
    ),
    *("했다", "하고", "하며", "된다", "되는", "되어", "됐다", "였다", "이다", "들은", "들이", "들의", "들을"),
    *("은", "는", "이", "가", "을", "를", "의", "에", "로", "와", "과", "도", "만", "들"),
)
_LEFT = 3  # letters that must be left of an English word
_PASSES = 3  # "measurements" loses "s", "ment", and what "measured" loses too
_ALIKE = {True: 5, False: 2}  # letters, or syllables, after which two stems count as one word: reduc|ed, reduc|tion


def content(text: str) -> dict[str, str]:
    """Return the words that carry meaning, in order: stem to word."""
    found: dict[str, str] = {}
    for word in _words(text):
        if word not in _EMPTY and word not in NUMERALS and (len(word) > 1 or not word.isascii()):
            found.setdefault(_stem(word), word)
    return found


def is_in(stem: str, stems: set[str]) -> bool:
    """Say whether a word is among others, whatever its ending."""
    if stem in stems:
        return True
    least = _ALIKE[stem.isascii()]
    return any(
        len(short) >= least and long.startswith(short) for other in stems for short, long in [_sorted(stem, other)]
    )


def _sorted(one: str, other: str) -> tuple[str, str]:
    return (one, other) if len(one) <= len(other) else (other, one)


def telling(query: str) -> str:
    """Return a question without the words that any page has; all of it when it has no others."""
    words = [word for word in _TOKEN.findall(normalize("NFKC", query)) if word.casefold() not in _EMPTY]
    return " ".join(words) or query


def share(query: str, text: str) -> float:
    """Return how many of a question's words stand in a text, of one."""
    asked = {_stem(word.casefold()) for word in _TOKEN.findall(telling(query))}
    held = {_stem(normalize("NFKC", word).casefold()) for word in _TOKEN.findall(text)}
    return sum(is_in(stem, held) for stem in asked) / len(asked) if asked else 0.0


def marks(query: str, text: str) -> tuple[Span, ...]:
    """Return where the words of a question stand in a text, in whatever form."""
    asked = {_stem(word.casefold()) for word in _TOKEN.findall(telling(query))}
    spans = ((Span(*found.span()), found[0]) for found in _TOKEN.finditer(text))
    return tuple(span for span, word in spans if is_in(_stem(normalize("NFKC", word).casefold()), asked))


def _words(text: str) -> Iterator[str]:
    return (found[0] for found in _WORD.finditer(normalize("NFKC", text).casefold()))


@lru_cache(maxsize=50_000)  # a page repeats its words; 20 µs each
def _stem(word: str) -> str:
    """Fold the forms of a word, roughly: both sides are folded alike, so a wrong stem does little harm."""
    if not word.isascii():
        return _without(word, _PARTICLES, left=2)
    for _ in range(_PASSES):
        word = _without(word, _ENDINGS, left=_LEFT)
    return word


def _without(word: str, endings: tuple[str, ...], *, left: int) -> str:
    return next(
        (word.removesuffix(end) for end in endings if word.endswith(end) and len(word) >= len(end) + left), word
    )


def denial(text: str) -> str | None:
    """Return the first word by which a sentence denies."""
    found = _DENIAL.search(normalize("NFKC", text).casefold())
    return found[0] if found else None
