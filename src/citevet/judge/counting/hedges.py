"""How a number is meant: about, nearly, over, at least, up to, less than, heavier than."""

from citevet.judge.tokens import Tokens

_PHRASES = {
    "least": "no less than, no fewer than, not less than, at least, as little as, ≥, 최소",
    "most": "no more than, not more than, no longer than, at most, ≤",
    "within": "within",  # a stretch that something falls in: it bounds, but what is denied of it may lie beyond
    "slightly over": "slightly more than, a little over, a little more than, just over, slightly over",
    "nearly": (
        "a little under, slightly less than, slightly under, a little less than, just under, nearly, almost, 거의"
    ),
    "about": (
        "close to, an estimated, on the order of, or so, about, around, roughly, approximately, approx ., "
        "approx, circa, ca ., some, perhaps, estimated, ~, ≈, 약"
    ),
    "over": (
        "well over, well above, more than, greater than, higher than, larger than, older than, longer than, "
        "bigger than, taller than, heavier than, dearer than, costlier than, more expensive than, wider than, "
        "thicker than, warmer than, hotter than, faster than, quicker than, upwards of, in excess of, "
        "over, above, exceed, exceeds, exceeded, exceeding, beyond, >"
    ),
    "under": (
        "less than, fewer than, lower than, smaller than, younger than, shorter than, lighter than, cheaper than, "
        "less expensive than, narrower than, thinner than, colder than, cooler than, slower than, "
        "under, below, <"
    ),
    "top": "as many as, as much as, up to, 최대",
}
# Not "deeper than": what lies deeper than 60 metres lies below 60 metres.
_WORDED = [(tuple(phrase.split()), hedge) for hedge, phrases in _PHRASES.items() for phrase in phrases.split(", ")]
# By their last word, the longest first: "no less than" is not "less than".
_BEFORE = {
    words[-1]: sorted((each for each in _WORDED if each[0][-1] == words[-1]), key=lambda each: -len(each[0]))
    for words, _ in _WORDED
}
_AFTER = {"이상": "least", "이하": "most", "미만": "under", "초과": "over", "정도": "about", "가량": "about"}
_OR = {
    "more": "least",
    "older": "least",
    "over": "least",
    "above": "least",
    "less": "most",
    "fewer": "most",
    "younger": "most",
}
_ARTICLES = frozenset({"a", "an", "the"})
_TURNED = {"over": "most", "under": "least", "least": "under", "most": "over"}
_DENIALS = frozenset({"not", "never", "cannot", "no"})
_SPEEDS = frozenset({"faster", "quicker", "slower"})
_AGO = frozenset({"ago", "earlier", "before"})


def hedge_before(tokens: Tokens, at: int, family: str = "") -> tuple[str, int]:
    """Return the hedge of a quantity of this family that ends just before this token, and where it begins."""
    for end in (at, at - 1) if tokens.low(at - 1) in _ARTICLES else (at,):
        for words, hedge in _BEFORE.get(tokens.low(end - 1), ()):
            start = end - len(words)
            if all(tokens.low(start + place) == word for place, word in enumerate(words)):
                faster = family == "time" and words[0] in _SPEEDS  # than 40 seconds: in less time
                return _unless_denied(tokens, turned(hedge) if faster else hedge, start)
    return "", at


def _unless_denied(tokens: Tokens, hedge: str, start: int) -> tuple[str, int]:
    """Return the other bound where a denial stands right before it: not above, never exceeded, no heavier than."""
    low = tokens.low(start - 1)
    denied = low in _DENIALS or low.endswith(("n't", "n’t"))
    return (turned(hedge), start - 1) if denied and hedge in _TURNED else (hedge, start)


def is_then(tokens: Tokens, at: int, after: int) -> bool:
    """Tell whether a time between these tokens is what something is compared with: dearer than a year earlier."""
    compared = tokens.low(at - 1) == "than" and tokens.low(at - 2) not in {"more", "less"}
    return compared and tokens.low(after) in _AGO


def turned(hedge: str) -> str:
    """Return what is left where a bound is denied: what is not over 50 is at most 50."""
    return _TURNED.get(hedge, hedge)


def hedge_after(tokens: Tokens, at: int) -> tuple[str, int]:
    """Return the hedge that begins at this token, and the token after it: 65 or older, 100명 이상."""
    if tokens.low(at) == "or" and tokens.low(at + 1) in _OR:
        return _OR[tokens.low(at + 1)], at + 2
    word = tokens.low(at)
    found = next((hedge for end, hedge in _AFTER.items() if word.startswith(end)), "")
    return found, at + bool(found)
