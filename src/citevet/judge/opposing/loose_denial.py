"""Denials that may be true beside what they seem to deny."""

from collections.abc import Sequence

from citevet.judge.opposing.antonyms import plain_ends
from citevet.judge.opposing.concepts import concept
from citevet.judge.opposing.negation import Negator
from citevet.judge.opposing.proper_names import Known, names
from citevet.judge.opposing.quantifiers import quantifiers
from citevet.judge.opposing.reading import Reading, Word
from citevet.judge.tokens import Tokens

MAYBE = frozenset("may might could perhaps possibly".split())
_BOUNDS = frozenset("than least most over under within".split())
_EXCEPTING = frozenset("except excepting save besides".split())
_ALL = frozenset("all every each both everyone everybody".split())
_ONLY = frozenset("only alone sole solely exclusively".split())
_HARDLY = frozenset("hardly scarcely almost barely".split())
_FEW = frozenset("few little rarely seldom hardly scarcely barely".split())
_NEAR = 6  # tokens between a "not" and the "only" that it denies
_HALF = 0.5
_YEAR = 4  # digits
_SOON = 4  # tokens behind an "except" within which its object is named


def is_cancelled(denial: Negator, word: Word) -> bool:
    """Tell whether a second denial takes this one back: never failed to publish."""
    return word.at >= denial.next and not word.denied


def is_vague(reading: Reading, denial: Negator) -> bool:
    """Tell whether it is only possible, or denies no more than a bound: may not, not more than three."""
    tokens = reading.tokens
    if any(tokens.low(denial.first - back) in MAYBE for back in (1, 2)):
        return True
    return any(tokens.low(at) in _BOUNDS and _counts(tokens, at) for at in range(denial.next, denial.end))


def adds(reading: Reading, denial: Negator, other: Reading) -> bool:
    """Tell whether it denies a bound that the other side does not set: not the only writer, did not act alone."""
    words = {reading.tokens.low(at) for at in range(denial.next, min(denial.end, denial.next + _NEAR))}
    return not _ONLY.isdisjoint(words) and _ONLY.isdisjoint(token.low for token in other.tokens.items)


def is_turned(claim: Reading, words: tuple[Word, ...], word: Word) -> bool:
    """Tell whether another word turns round as well: exercise lowers a risk that the lack of it raises."""
    mine = [each for each in claim.words if not each.denied and each.concept != word.concept]
    ends = {each.sense[:2] for each in mine if each.sense}
    plain = {end for each in mine for end in plain_ends(each.low).items()}
    return any((each.sense.axis, -each.sense.sign) in ends for each in words if each.sense) or any(
        (axis, -sign) in plain for each in words if each.denied for axis, sign in plain_ends(each.low).items()
    )


def is_hardly(theirs: tuple[Reading, Negator], claim: Reading) -> bool:
    """Tell whether the source denies nearly all, and the claim says as much in other words: few, rarely."""
    reading, denial = theirs
    return reading.tokens.low(denial.first) in _HARDLY and any(token.low in _FEW for token in claim.tokens.items)


def is_part(mine: tuple[Reading, Negator], theirs: tuple[Reading, tuple[Word, ...]]) -> bool:
    """Tell whether it is true of some only: beside 38 % who did not, 62 % may have, but not most beside most."""
    reading, denial = mine
    words = reading.by_sentence.get(reading.tokens[denial.first].sentence)
    shares = quantifiers(reading, [words]) if words else []
    parts = [each for each in shares if 0 < each.range.low < 1 and each.next <= denial.first]
    if not parts:
        return False
    others = quantifiers(theirs[0], [theirs[1]])
    greater = {each.noun.concept for each in others if each.range.low > _HALF}
    every = any(each.range.low == 1 for each in others)
    return not every and any(each.range.low <= _HALF or each.noun.concept not in greater for each in parts)


def is_of_so_many(mine: tuple[Reading, Negator], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether it denies of a number of things what the source says of another number: two do not, 28 do."""
    reading, denial = mine
    source, word = theirs
    words = reading.by_sentence.get(reading.tokens[denial.first].sentence, ())
    number = _number(words, denial.first)
    shares = quantifiers(reading, [words]) if words else []
    some = any(each.next <= denial.first and each.range.low < 1 for each in shares)
    said = _number([each for each in source.by_sentence[word.sentence] if each.segment == word.segment], word.at)
    return (bool(number) or (some and bool(said))) and number != said


def is_of_others(mine: tuple[Reading, int], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether the claim's subject stands in the sentence, but not where this is said of another."""
    reading, end = mine
    source, word = theirs
    words = source.by_sentence[word.sentence]
    subject = {each.concept for each in reading.words if each.at < end}
    own = {each.concept for each in words if each.segment == word.segment and each.at < word.at}
    if not own or subject <= own:
        return False
    segments = {each.segment for each in words} - {word.segment}
    return bool(subject) and any(
        subject <= {each.concept for each in words if each.segment == segment} for segment in segments
    )


def is_excepted(claim: Reading, source: Reading, word: Word) -> bool:
    """Tell whether the sentence makes an exception of what the claim speaks of: all had trout except Blue Creek."""
    named = {each.concept for each in claim.words}
    behind = (
        each
        for at in range(len(source.tokens))
        if source.tokens[at].sentence == word.sentence and source.tokens.low(at) in _EXCEPTING
        for each in source.by_sentence[word.sentence]
        if at < each.at <= at + _SOON
    )
    return any(each.concept in named for each in behind)


def is_of_another_name(mine: tuple[Reading, Negator], source: Reading) -> bool:
    """Tell whether it denies of a name what the source says of others only: not by Alpha, where Beta supplies it."""
    reading, denial = mine
    held = names(reading.tokens).get(reading.tokens[denial.first].sentence, ())
    denied = [name for name in held if denial.next <= name.first < denial.end]
    if any(token.low in _ALL for token in source.tokens.items):
        return False  # by all parties: by each of them
    known = Known(token.low for token in source.tokens.items) if denied else None
    return known is not None and not any(known.has(name) for name in denied)


def is_denied_too(mine: tuple[Reading, Negator], source: Reading, word: Word) -> bool:
    """Tell whether another sentence denies the same of the same: beside the ban, Norway has not banned it."""
    claim, denial = mine
    own = {each.concept for each in claim.words if each.at < denial.first and each.segment == _segment(claim, denial)}
    return any(each.denied and each.concept == word.concept and _names_one(source, each, own) for each in source.words)


def _segment(reading: Reading, denial: Negator) -> int:
    """Return the part of the sentence that a denial stands in, told by the first word behind it."""
    return next((each.segment for each in reading.words if each.at >= denial.next), -1)


def _names_one(source: Reading, word: Word, names: set[str]) -> bool:
    beside = (each for each in source.by_sentence[word.sentence] if each.segment == word.segment and each.at < word.at)
    return any(each.concept in names for each in beside)


def _number(words: Sequence[Word], end: int) -> str:
    """Return the number that the words begin with, if one stands at their front: six per cent, two villages."""
    first = words[0] if words and words[0].at < end else None
    return first.concept if first and first.concept.isdecimal() and len(first.concept) != _YEAR else ""


def _counts(tokens: Tokens, at: int) -> bool:
    """Tell whether a number stands just behind."""
    return any(concept(tokens.low(place))[:1].isdecimal() for place in (at + 1, at + 2))
