"""Which words of the two sides show that they differ: a word that stands on both is shown with what turns it."""

from citevet.judge.tokens import Tokens

Part = tuple[Tokens, range]  # a text, and those of its tokens that are shown

_SIGNS = frozenset("% ‰ $ € £ ¥ ° + - − < > ≤ ≥".split())  # that say something; the others only divide
_BESIDE = 30  # tokens to each side that are taken in at most


def unlike(*pairs: tuple[Part, Part]) -> tuple[range, range]:
    """Return the tokens of the first pair whose words differ; where none do, of the last with what stands around it."""
    mine, theirs = next((pair for pair in pairs if are_unlike(*pair)), pairs[-1])
    for _ in range(_BESIDE):
        if are_unlike(mine, theirs):
            break
        mine, theirs = _wider(mine), _wider(theirs)
    return mine[1], theirs[1]


def are_unlike(mine: Part, theirs: Part) -> bool:
    """Tell whether the words of the two are not the same, whatever their case and the signs between them."""
    return _words(mine) != _words(theirs)


def _words(part: Part) -> list[str]:
    tokens, places = part
    return [tokens.low(at) for at in places if tokens.low(at)[-1].isalnum() or tokens.low(at) in _SIGNS]


def _wider(part: Part) -> Part:
    """Return the part with the token before and the one behind, as far as they are of its sentence."""
    tokens, places = part
    sentence = tokens[places.start].sentence
    first = places.start - (tokens[places.start - 1].sentence == sentence)
    return tokens, range(first, places.stop + (tokens[places.stop].sentence == sentence))
