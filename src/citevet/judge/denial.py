"""What the claim denies and the source says, and the other way round."""

from collections.abc import Iterable, Iterator

from citevet.judge.concepts import base, concept
from citevet.judge.nearest_sentence import Evidence, Sentence
from citevet.judge.negation import Negator
from citevet.judge.quantifier import quantifiers
from citevet.judge.reading import Reading, Word, focus
from citevet.judge.tokens import Tokens
from citevet.model import Difference, Span

_SUBJECT = 0.6  # likewise where all of it is denied of a subject: nobody, none of them
_SUBJECTS = frozenset("none nobody no".split())
_HALF = 0.5
_INSTEAD = frozenset({"rather", "instead"})  # the other may be true as well, in a lesser way
_MAYBE = frozenset("may might could perhaps possibly".split())
_BOUNDS = frozenset("than least most over under within".split())
_BREAKS = frozenset(", ; : ( ) – — but while whereas although though because".split())
_MODALS = frozenset("may might can could must".split())
_SCOPE = 0.5  # how much of what is denied the other side must hold


def compare_denials(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each denial that stands on one side only."""
    for denial in claim.denials:
        if claim.tokens.low(denial.first) in _INSTEAD:
            continue
        if found := _denied_here(claim, denial, evidence, near):
            yield found
    numbers = {sentence.words[0].sentence for sentence in near}
    for denial in evidence.reading.denials:
        if evidence.reading.tokens[denial.first].sentence not in numbers:
            continue
        if found := _denied_there(claim, denial, evidence, near):
            yield found


def _denied_here(claim: Reading, denial: Negator, evidence: Evidence, near: tuple[Sentence, ...]) -> Difference | None:
    """Return the difference where the claim denies what a sentence says."""
    word = focus(claim, denial)
    if not word or _cancels(denial, word) or _is_vague(claim, denial):
        return None
    same = [(sentence, other) for sentence in near for other in sentence.words if _same(word, other)]
    if not same or any(other.denied or other.open or _denies(evidence.reading, other) for _, other in same):
        return None
    sentence, other = same[0]
    if _is_part((claim, denial), (evidence.reading, sentence)):
        return None
    scope = _scope(claim, denial)
    floor = _SUBJECT if claim.tokens.low(denial.first) in _SUBJECTS and not _before(claim, denial) else _SCOPE
    held = evidence.coverage([each.concept for each in scope], sentence) if scope else 1.0
    if held < floor or not _numbers(claim.words, sentence.words) or _turns(claim, sentence, word):
        return None
    source = evidence.reading.phrase(other.at, other.at + 1)
    return _difference((claim, min(denial.first, word.at), max(denial.next, word.at + 1)), source)


def _denied_there(claim: Reading, denial: Negator, evidence: Evidence, near: tuple[Sentence, ...]) -> Difference | None:
    """Return the difference where a sentence denies what the claim says."""
    word = focus(evidence.reading, denial)
    if not word or _cancels(denial, word) or (_is_vague(evidence.reading, denial) and not _permits(claim)):
        return None
    same = [other for other in claim.words if _same(word, other)]
    if not same or any(other.denied or other.open or _denies(claim, other) for other in same):
        return None
    scope = _scope(evidence.reading, denial)
    if _share(scope, claim.words) < _SCOPE or not _numbers(scope, claim.words) or _is_said(word, near):
        return None
    sentence = next(each for each in near if word in each.words)
    if _turns(claim, sentence, word) or (_is_part((evidence.reading, denial), (claim, Sentence(claim.words, frozenset()))) and not _is_all(claim)):
        return None
    source = evidence.reading.phrase(min(denial.first, word.at), max(denial.next, word.at + 1))
    return _difference((claim, same[0].at, same[0].at + 1), source)


def _is_said(word: Word, near: tuple[Sentence, ...]) -> bool:
    """Tell whether one of the nearest sentences says what this word is denied of."""
    return any(
        _same(word, other) and other != word and not other.denied for sentence in near for other in sentence.words
    )


def _cancels(denial: Negator, word: Word) -> bool:
    """Tell whether a second denial takes this one back: never failed to publish."""
    return word.at >= denial.next and not word.denied


def _turns(claim: Reading, sentence: Sentence, word: Word) -> bool:
    """Tell whether another word turns round as well: exercise lowers a risk that the lack of it raises."""
    ends = {each.sense[:2] for each in claim.words if each.sense and not each.denied and each.concept != word.concept}
    return any((each.sense.axis, -each.sense.sign) in ends for each in sentence.words if each.sense)


def _is_part(mine: tuple[Reading, Negator], theirs: tuple[Reading, Sentence]) -> bool:
    """Tell whether only some are denied something: beside 38 % who did not, 62 % may have, but not most beside most."""
    reading, denial = mine
    words = reading.by_sentence.get(reading.tokens[denial.first].sentence)
    shares = quantifiers(reading, [words]) if words else []
    greater = {each.noun.concept for each in quantifiers(theirs[0], [theirs[1].words]) if each.range.low > _HALF}
    return any(
        0 < each.range.low < 1
        and each.next <= denial.first
        and not (each.range.low > _HALF and each.noun.concept in greater)
        for each in shares
    )


: Reading, denial: Negator) -> bool:
    """Tell whether the denial may be true beside its opposite: may not, not more than three, some did not."""
    tokens = reading.tokens
    if any(tokens.low(denial.first - back) in _MAYBE for back in (1, 2)):
        return True
    return any(tokens.low(at) in _BOUNDS and _counts(tokens, at) for at in range(denial.next, denial.end))


def _permits(claim: Reading) -> bool:
    """Tell whether the claim has a modal verb of its own: then a "may not" of the source forbids it."""
    return any(token.low in _MODALS for token in claim.tokens.items)


def _denies(reading: Reading, word: Word) -> bool:
    """Tell whether another denial stands in the part of the sentence that the word stands in."""
    return any(
        reading.tokens[denial.first].sentence == word.sentence and _unbroken(reading.tokens, denial.first, word.at)
        for denial in reading.denials
    )


def _unbroken(tokens: Tokens, one: int, other: int) -> bool:
    first, last = sorted((one, other))
    return not any(tokens.low(at) in _BREAKS for at in range(first, last))


def _before(reading: Reading, denial: Negator) -> bool:
    """Tell whether a word of its sentence stands before the denial."""
    words = reading.by_sentence.get(reading.tokens[denial.first].sentence, ())
    return bool(words) and words[0].at < denial.first


def _counts(tokens: Tokens, at: int) -> bool:
    return any(concept(tokens.low(place))[:1].isdecimal() for place in (at + 1, at + 2))


def _same(one: Word, other: Word) -> bool:
    """Tell whether the two say the same; words that only belong to one family must begin alike."""
    if not one.sense and base(one.low)[:2] != base(other.low)[:2]:
        return False
    return one.concept == other.concept and (not one.sense or not other.sense or one.sense.sign == other.sense.sign)


def _scope(reading: Reading, denial: Negator) -> list[Word]:
    return [word for word in reading.words if denial.next <= word.at < denial.end]


def _numbers(scope: Iterable[Word], words: Iterable[Word]) -> bool:
    """Tell whether the other side has all numbers of what is denied: not 100 dollars is no denial of 80."""
    return {word.concept for word in scope if word.concept[0].isdecimal()} <= {word.concept for word in words}


def _share(scope: list[Word], words: Iterable[Word]) -> float:
    """Return how much of what is denied the other side speaks of."""
    names = {word.concept for word in words}
    return sum(word.concept in names for word in scope) / len(scope) if scope else 1.0


def _difference(mine: tuple[Reading, int, int], source: str) -> Difference:
    claim, first, then = mine
    span = Span(claim.tokens[first].start, claim.tokens[then - 1].end)
    return Difference("negation", claim.phrase(first, then), source, span)
