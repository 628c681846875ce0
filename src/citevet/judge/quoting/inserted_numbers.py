"""Whether the words that an author put in brackets bring a number into a quotation, or take one out of it."""

from re import compile as pattern

from citevet.judge.counting.spelled import Reading, read_number
from citevet.judge.tokens import Tokens

_YEAR = pattern(r"(?:1[5-9]|20)\d\d")


def turns_number(inserted: str, left_out: str) -> bool:
    """Say whether an insertion and the words of the source that it stands for do not tell the same numbers.

    "[two] days" is not "ten days", and "[some] days" is not either. "[the two groups]" may stand for "they", and
    "[that year]" for 2019.
    """
    said, there = _numbers(inserted), _numbers(left_out)
    if said and there:
        return [each.value for each in said] != [each.value for each in there]
    if said:
        return any(not each.spelled for each in said) or _alone(inserted) is not None
    number = _alone(left_out)
    return number is not None and _YEAR.fullmatch(left_out.strip()) is None


def _numbers(text: str) -> list[Reading]:
    """Return the numbers of a text, in digits or in words."""
    tokens = Tokens(text)
    found: list[Reading] = []
    at = 0
    while at < len(tokens):
        reading = read_number(tokens, at)
        if reading:
            found.append(reading)
        at = max(reading.next, at + 1) if reading else at + 1
    return found


def _alone(text: str) -> Reading | None:
    """Return the number that is all of a text; the word "one" may be a pronoun."""
    tokens = Tokens(text)
    number = read_number(tokens, 0)
    if number is None or number.next < len(tokens) or (number.spelled and number.value == 1):
        return None
    return number
