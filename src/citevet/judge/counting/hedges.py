"""How a number is meant: about, nearly, over, at least, up to, less than."""

from citevet.judge.tokens import Tokens

_PHRASES = {
    "least": "no less than, no fewer than, not less than, at least, as little as, ≥, 최소",
    "most": "no more than, not more than, no longer than, at most, within, ≤",
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
        "upwards of, in excess of, over, above, exceeding, beyond, >"
    ),
    "under": "less than, fewer than, lower than, smaller than, younger than, under, below, <",
    "top": "as many as, as much as, up to, 최대",
}
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


def hedge_before(tokens: Tokens, at: int) -> tuple[str, int]:
    """Return the hedge that ends just before this token, and where it begins."""
    for end in (at, at - 1) if tokens.low(at - 1) in _ARTICLES else (at,):
        for words, hedge in _BEFORE.get(tokens.low(end - 1), ()):
            start = end - len(words)
            if all(tokens.low(start + place) == word for place, word in enumerate(words)):
                return hedge, start
    return "", at


def hedge_after(tokens: Tokens, at: int) -> tuple[str, int]:
    """Return the hedge that begins at this token, and the token after it: 65 or older, 100명 이상."""
    if tokens.low(at) == "or" and tokens.low(at + 1) in _OR:
        return _OR[tokens.low(at + 1)], at + 2
    word = tokens.low(at)
    found = next((hedge for end, hedge in _AFTER.items() if word.startswith(end)), "")
    return found, at + bool(found)
