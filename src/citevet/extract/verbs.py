"""Where a stretch of English or Korean has a finite verb: what makes a clause out of words."""

from re import IGNORECASE
from re import compile as pattern

# Forms that are no nouns, so that "test results" and "the use of reports" are not taken for clauses.
_FORMS = """
am is are was were isn't aren't wasn't weren't has have had hasn't haven't hadn't do does did doesn't don't didn't can
cannot can't could may might must shall should will would won't become becomes became remain remains seem seems seemed
appear appears contain contains include includes consist consists comprise comprises provide provides require requires
suggest suggests indicate indicates demonstrate demonstrates show shows showed reveal reveals confirm confirms found
finds argue argues claim claims state states said says occur occurs exist exists allow allows enable enables improve
improves reduce reduces lower lowers raise raises grow grows grew fall falls fell rise rises rose reach reaches exceed
exceeds outperform outperforms achieve achieves perform performs produce produces generate generates create creates
cause causes lead leads led affect affects depend depends differ differs lie lies lay stand stands stood lose loses lost
win wins won hold holds held make makes made give gives gave take takes took get gets got go goes went come comes came
begin begins began bring brings brought build builds built buy buys bought choose chooses chose draw draws drew drive
drives drove eat eats ate feel feels felt fly flies flew know knows knew mean means meant meet meets met pay pays paid
put read runs ran see sees saw sell sells sold send sends sent speak speaks spoke spend spends spent tell tells told
think thinks thought understand understands understood write writes wrote apply applies belong belongs boils boil
describe describes define defines prohibit prohibits govern governs introduce introduces replace replaces prevent
prevents protect protects publish publishes predict predicts explain explains ensure ensures establish establishes
encode encodes express expresses fail fails follow follows imply implies inhibit inhibits involve involves kill kills
maintain maintains obtain obtains support supports yield yields vary varies live lives
"""
_LIST = frozenset(_FORMS.split())

_TOKEN = pattern(r"[a-z]+(?:['’]t)?", IGNORECASE)
# A past form counts where something stands before it: "Supervised learning" begins with none.
_PAST = pattern(r"[a-z]{2,}ed", IGNORECASE)
_NO_VERB = frozenset(
    {"need", "speed", "seed", "bed", "hundred", "red", "feed", "weed", "breed", "indeed", "embed", "exceed"}
)

# Endings by which a Korean clause is closed or handed on.
_KOREAN = pattern(
    r"[가-힣](?:다|요|죠|음|함|임|됨|짐|까|네)(?=[.!?…\"'”’)\]]*(?:\s|$))"
    r"|[가-힣](?:지만|으나|는데|으며|하며|되며|하고|되고|이고|였고|았고|었고|했고|됐고|므로|니까|면서)(?=[,\s])"
)


def verbs(text: str) -> list[int]:
    """Return the offset of each word that is likely a finite verb."""
    found = [
        token.start() for token in _TOKEN.finditer(text) if _is_verb(token[0].lower().replace("’", "'"), token.start())
    ]
    if text.isascii():
        return found
    return sorted([*found, *(match.start() for match in _KOREAN.finditer(text))])


def _is_verb(word: str, at: int) -> bool:
    return word in _LIST or (
        at > 0 and word.endswith("ed") and word not in _NO_VERB and _PAST.fullmatch(word) is not None
    )
