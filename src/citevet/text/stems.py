"""Cut words down to stems, so that different forms of one word match: three strengths, for three uses."""

from functools import lru_cache
from unicodedata import normalize

from citevet.patterns import lazy_pattern
from citevet.tables import read_words

STOP_WORDS = read_words("""a an the this that these those of in on at to by for from with without into onto over under
    than then as and or but nor so if while when where which who whom whose what how it its they them their he his she
    her we our you your i is are was were be been being has have had do does did will would can could may might must
    shall should not no only also just more most less least about around roughly some any each every all both such same
    other another one there here up down out off between among after before during until since through per within
    against because although though however very too nearly almost approximately according along away near above below
    still now once again whether""")
# Groups of words that a claim and its source may use for one another.
_SYNONYMS = (
    "fall drop decline decrease lower reduce shrink cut diminish less fewer dip sink slow cheaper",
    "rise increase grow climb gain raise higher dearer expand",
    "people inhabitant resident population person citizen",
    "cost price pay fee charge bill expense paid",
    "begin start began begun open launch",
    "die death kill dead died fatal",
    "weigh weight heavy",
    "last take duration lasted took",
    "average mean typical",
    "share proportion percentage fraction rate",
    "child children pupil schoolchild kid",
    "build built construct building",
    "study trial experiment research",
    "earn income revenue bring",
    "lodge file submit",
    "yield harvest crop",
    "woman women female",
    "man men male",
    "leave left drop quit",
    "sick ill disease illness",
    "large big largest biggest heaviest",
    "find found",
    "hold held keep kept store",
    "swim swam swum",
    "lose lost loss",
    "wide width",
    "deep depth",
    "long length",
    "get received receive got",
)
_MEANING_ENDINGS = tuple("ingly edly ments ment ings ing ies ied ers er ed es s ly e y".split())
_SEARCH_ENDINGS = tuple("ations ation ings ing edly ied ies ed es ly s".split())
_KOREAN_PARTICLES = tuple("에서는 으로 에서 에게 까지 부터 은 는 이 가 을 를 의 에 로 과 와 도".split())
_SHORTEST_MEANING, _SHORTEST_SEARCH = 3, 4  # letters that a stem keeps
_LONGEST_KNOWN = 40  # letters of a word worth caching
_SEARCH_WORD = lazy_pattern(r"[^\W_]+(?:[.,]\d+)*")
_PREFIX_LENGTH = 5  # letters by which two forms of a word match: increase, increasing
_SHORT_WORD = 3  # letters up to which a word has no prefix stem


def strip_ending(word: str, endings: tuple[str, ...], *, shortest: int) -> str:
    """Remove the first ending that fits and leaves at least `shortest` letters."""
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= shortest:
            return word.removesuffix(ending)
    return word


def prefix_stem(word: str) -> str:
    """Return the first letters of a word in lower case; nothing for a short English word."""
    small = word.casefold()
    return small[:_PREFIX_LENGTH] if len(small) > _SHORT_WORD or not small.isascii() or small.isdigit() else ""


def search_terms(text: str) -> list[str]:
    """Return the stems of a text for full-text ranking; Korean words as pairs of syllables."""
    words = _SEARCH_WORD.findall(normalize("NFKC", text).casefold())
    return [term for word in words for term in (_known_stems if len(word) <= _LONGEST_KNOWN else _search_stems)(word)]


def _search_stems(word: str) -> tuple[str, ...]:
    if "가" <= word[0] <= "힣" and len(word) > 1:
        return tuple(word[at : at + 2] for at in range(len(word) - 1))
    return (strip_ending(word, _SEARCH_ENDINGS, shortest=_SHORTEST_SEARCH),)


_known_stems = lru_cache(maxsize=1 << 16)(_search_stems)  # texts repeat their words: four times as fast


@lru_cache(maxsize=20_000)
def meaning_stem(word: str) -> str:
    """Return the stem of a word in lower case; words of one group of synonyms have the same stem."""
    word = word.removesuffix("'s").removesuffix("’s")
    if "가" <= word[:1] <= "힣":
        return strip_ending(word, _KOREAN_PARTICLES, shortest=1)
    cut = own_stem(word)
    return _SYNONYM_STEMS.get(cut, cut)


def own_stem(word: str) -> str:
    """Return the stem of an English word in lower case without regard to synonyms."""
    if word.endswith("ily"):
        return word[:-1]
    word = strip_ending(word, _MEANING_ENDINGS, shortest=_SHORTEST_MEANING)
    return word[:-1] if len(word) > _SHORTEST_MEANING and word[-1] == word[-2] else word


_SYNONYM_STEMS = {own_stem(word): group.split()[0] for group in _SYNONYMS for word in group.split()}
