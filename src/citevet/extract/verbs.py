"""Where a stretch of English or Korean has a finite verb: what makes a clause out of words."""

from re import compile as pattern

# Forms that are no nouns, so that "test results" and "the use of reports" are not taken for clauses.
_FORMS = """
am is are was were isn't aren't wasn't weren't has have had hasn't haven't hadn't do does did doesn't don't didn't can
cannot can't could may might must shall should will would won't become becomes became remain remains seem seems seemed
appear appears contain contains include includes consist consists comprise comprises provide provides require requires
suggest suggests indicate indicates demonstrate demonstrates show shows showed reveal reveals confirm confirms found
finds argue argues said says occur occurs exist exists allow allows enable enables improve improves reduce reduces
grow grows grew fell rose reach reaches exceed exceeds outperform outperforms achieve achieves perform performs
produce produces generate generates create creates led affect affects depend depends differ differs lie lies lay stand
stands stood lose loses lost win wins won hold holds held make makes made give gives gave take takes took get gets got
go goes went come comes came begin begins began bring brings brought build builds built buy buys bought choose chooses
chose drew drove eat eats ate feel feels felt fly flies flew know knows knew meant meet meets met pay pays paid runs
ran see sees saw sell sells sold send sends sent speak speaks spoke spend spends spent tell tells told think thinks
thought understand understands understood write writes wrote apply applies belong belongs boils boil describe
describes define defines prohibit prohibits govern governs introduce introduces replace replaces prevent prevents
protect protects publish publishes predict predicts explain explains ensure ensures establish establishes encode
encodes express expresses fail fails follow follows imply implies inhibit inhibits involve involves kill kills
maintain maintains obtain obtains vary varies determine determines
"""
_LIST = frozenset(_FORMS.split())

# Verbs that are as often nouns: they count in small letters, behind a word that wants a verb, and before another word.
_EITHER = frozenset(
    "leads lowers raises falls rises claims states causes drives draws supports yields lives means needs".split()
)
_BEFORE_NOUN = frozenset(
    """the a an of and or in on for to by with from as all these those their its his her our my your two three many some
    root""".split()
)

_TOKEN = pattern(r"[A-Za-z]+(?:['’]t)?")
_NO_PAST = frozenset("need speed seed bed hundred red feed weed breed indeed embed".split())

# Endings by which a Korean sentence is closed, or a clause handed on.
_KOREAN = pattern(
    r"[가-힣](?:다|요|죠|음|함|임|됨|짐|까|네)(?=[\"'”’)\]:]*(?:$|[.!?…]))"
    r"|[가-힣](?:지만|으나|는데|으며|하며|되며|하고|되고|이고|였고|았고|었고|했고|됐고|므로|니까|면서)(?=[,\s])"
)


def verbs(text: str) -> list[int]:
    """Return the offset of each word that is likely a finite verb; the first word of all is none."""
    found: list[int] = []
    before = ""
    for token in _TOKEN.finditer(text):
        word = token[0]
        if before and _is_verb(word, before, last=token.end() >= len(text)):
            found.append(token.start())
        before = word.lower()
    if text.isascii():
        return found
    return sorted([*found, *(match.start() for match in _KOREAN.finditer(text))])


def _is_verb(word: str, before: str, *, last: bool) -> bool:
    small = word.lower().replace("’", "'")
    if small in _LIST:
        return True
    if word in _EITHER:
        return before not in _BEFORE_NOUN and not last
    # A past form is an adjective behind these: "of hospitalized patients".
    return small.endswith("ed") and len(small) > 3 and small not in _NO_PAST and before not in _BEFORE_NOUN  # noqa: PLR2004 -- "red"
