"""Words of which one is true where the other is not: who did not die survived, and what is not open is closed."""

from citevet.judge.opposing.antonyms import sense

# Each line: the forms of one, a bar, those of the other. Nothing lies between the two, as it does between win
# and lose.
_WORDS = """
survive survives survived surviving|die dies died perish perishes perished
pass passes passed|fail fails failed
present|absent missing
attend attends attended|miss misses missed
alive|dead
""".strip()
_ENDS = [
    {word: side for side, words in zip((1, -1), line.split("|"), strict=True) for word in words.split()}
    for line in _WORDS.splitlines()
]


def are_complements(one: str, other: str) -> bool:
    """Tell whether of two words in small letters each is true where the other is denied."""
    mine, theirs = sense(one), sense(other)
    if mine and theirs and mine.axis == theirs.axis and not mine.gap:
        return mine.sign != theirs.sign
    return any(ends.get(one, 0) * ends.get(other, 0) < 0 for ends in _ENDS)
