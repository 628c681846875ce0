"""The axis that a word lies on, the end of it that is meant, and what it leaves possible there."""

from citevet.judge.opposing.reading import Word

_AXES = {"change": "amount"}  # what has risen is not unchanged


def axis(word: Word) -> str:
    """Return the axis on which a word is compared, empty for one that lies on none."""
    name = word.sense.axis if word.sense else ""
    return _AXES.get(name, name)


def end(word: Word) -> int:
    """Return the end of its axis that a word means where it stands: the other one, if it is denied."""
    sign = word.sense.sign if word.sense else 0
    return -sign if word.denied else sign


def values(word: Word) -> frozenset[int]:
    """Return what may be true of the thing: 1 up, 0 the same, -1 down."""
    if not word.sense:
        return frozenset((-1, 0, 1))
    all_of_them = frozenset((-1, 0, 1)) if word.sense.gap or word.sense.axis in _AXES else frozenset((-1, 1))
    own = frozenset((word.sense.sign,))
    if word.sense.axis in _AXES:
        own = frozenset((-1, 1)) if word.sense.sign > 0 else frozenset((0,))
    return all_of_them - own if word.denied else own
