"""Whether two words that point apart are said of one thing."""

from citevet.judge.opposing.concepts import concept
from citevet.judge.opposing.loose_denial import is_excepted, is_part
from citevet.judge.opposing.pair import denied_from
from citevet.judge.opposing.quantifiers import quantifiers
from citevet.judge.opposing.reading import Reading, Word

_MEASURES = frozenset("more less fewer".split())
_BESIDE = 2  # words to each side, of which one must be shared
_SOON = 3  # words between a denial and what it surely denies
_HALF = 0.53  # and a little more, as figures are taken


def are_of_one_thing(mine: tuple[Reading, Word], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether both words are said of the same thing, and the denials bear on them."""
    if not all(_bears(*each) for each in (mine, theirs)) or _is_of_few(*theirs) or _is_of_most(mine, theirs):
        return False
    if is_excepted(mine[0], *theirs):
        return False
    held = {word.concept for word in theirs[0].by_sentence[theirs[1].sentence]} - {mine[1].concept}
    here = [word for word in mine[0].by_sentence[mine[1].sentence] if not word.concept[0].isdecimal()]
    place = here.index(mine[1])
    beside = {word.concept for word in here[max(place - _BESIDE, 0) : place + _BESIDE + 1]}
    subject = {word.concept for word in here[:place] if word.segment == mine[1].segment}
    return bool(beside & held) and (not subject or bool(subject & held)) and _same_measure(mine, theirs)


def _is_of_few(reading: Reading, word: Word) -> bool:
    """Tell whether it is said of half or less, in figures: beside 8 % who got worse, most may have improved."""
    shares = quantifiers(reading, [reading.by_sentence[word.sentence]])
    parts = [each for each in shares if not each.worded and reading.tokens.low(each.next) == "of"]
    return any(
        each.range.high <= _HALF and each.noun.at < word.at and each.noun.segment == word.segment for each in parts
    )


def _is_of_most(mine: tuple[Reading, Word], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether it is denied of a part only, of which the other need not speak: most did not, three did."""
    reading, word = mine
    denial = next((each for each in reading.denials if each.next <= word.at < each.end), None)
    words = theirs[0].by_sentence[theirs[1].sentence]
    return word.denied and denial is not None and is_part((reading, denial), (theirs[0], words))


def _bears(reading: Reading, word: Word) -> bool:
    """Tell whether the word is not denied, or is among the first that its denial reaches."""
    first = denied_from(reading, word)
    between = [each for each in reading.by_sentence[word.sentence] if first <= each.at < word.at]
    return not word.denied or len(between) < _SOON


def _same_measure(mine: tuple[Reading, Word], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether "more" and "less" stand before the same word, if both stand before one: more slowly, less ill."""
    if not {mine[1].low, theirs[1].low} <= _MEASURES:
        return True
    nexts = [reading.tokens.low(word.at + 1) for reading, word in (mine, theirs)]
    if nexts[0] == "than" and concept(nexts[1]):
        return False  # less than they had asked for, 6 % more pay
    names = {concept(low) for low in nexts} - {""}
    return len(names) < 2  # noqa: PLR2004 - two different words
