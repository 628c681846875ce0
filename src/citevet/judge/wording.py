"""Words by what they mean roughly: endings cut off, words without content left out, a few families joined."""

from functools import lru_cache

STOP = frozenset(
    """a an the this that these those of in on at to by for from with without into onto over under than then as and
    or but nor so if while when where which who whom whose what how it its they them their he his she her we our
    you your i is are was were be been being has have had do does did will would can could may might must shall
    should not no only also just more most less least about around roughly some any each every all both such
    same other another one there here up down out off between among after before during until since through per
    within against because although though however very too nearly almost approximately according along away
    near above below still now once again whether""".split()
)
PLURALS = frozenset(
    "people children men women persons police cattle sheep fish staff mice teeth feet data bacteria".split()
)
# General English families: a claim may say in one of these words what the source says in another.
_FAMILIES = (
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
_ENDINGS = ("ingly", "edly", "ments", "ment", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "s", "ly", "e", "y")
_PARTICLES = (
    "에서는",
    "으로",
    "에서",
    "에게",
    "까지",
    "부터",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "의",
    "에",
    "로",
    "과",
    "와",
    "도",
)
_SHORTEST = 3


def _cut(word: str) -> str:
    """Return the word without its ending, so that forms of one word meet."""
    if word.endswith("ily"):
        return word[:-1]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > _SHORTEST and word[-1] == word[-2] else word


_FAMILY = {_cut(word): family.split()[0] for family in _FAMILIES for word in family.split()}


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return the form under which a word in small letters is compared."""
    word = word.removesuffix("'s").removesuffix("’s")
    if "가" <= word[:1] <= "힣":
        return next((word[: -len(end)] for end in _PARTICLES if word.endswith(end) and len(word) > len(end)), word)
    cut = _cut(word)
    return _FAMILY.get(cut, cut)
