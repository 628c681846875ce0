"""The forms of "be", and whether one leads to a word: was sued, was later sued."""

from citevet.judge.tokens import Tokens

BEING = frozenset("is are was were be been being".split())


def follows_being(tokens: Tokens, at: int) -> bool:
    """Tell whether a form of "be" stands before a token, or before the one before it."""
    return tokens.low(at - 1) in BEING or tokens.low(at - 2) in BEING
