"""What stands beside a word or a name, by which its place in one sentence is known again in another."""

Side = tuple[str, str]  # the token beside it, and the nearest word with content; "" where there is none
Sides = tuple[Side, Side]  # before and behind


def meet(mine: Sides, theirs: Sides) -> bool:
    """Tell whether on one side the same word with content is nearest."""
    return any(one[1] and one[1] == other[1] for one, other in zip(mine, theirs, strict=True))


def fit(mine: Sides, theirs: Sides) -> bool:
    """Tell whether one side is the same to the letter."""
    return any(one[1] and one == other for one, other in zip(mine, theirs, strict=True))


def coincide(mine: Sides, theirs: Sides) -> bool:
    """Tell whether both sides are."""
    return all(one[1] and one == other for one, other in zip(mine, theirs, strict=True))
