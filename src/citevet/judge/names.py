"""Compares the names of a claim with those in the same place of the source: in Oslo here, in Bergen there.

Names are what the model sees least. One is another where the nearest sentence has in its place a name of the same shape
that the claim does not have. Where nothing that was read has the claim's name in any form, a little of the place is
enough; where it stands elsewhere in the source, the rest of the sentence must be the same, and where it stands
elsewhere in that sentence, all that surrounds it as well.
"""

from collections.abc import Iterator, Sequence

from citevet.judge.opposing.concepts import concept
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence, nearest, weigh
from citevet.judge.opposing.proper_names import Known, Name, are_one, form, names
from citevet.judge.opposing.reading import Reading, Word, read
from citevet.judge.tokens import Token, Tokens
from citevet.model import Difference

_SENTENCES = 20  # of one claim
_WORDS = 100  # with content, of one sentence
_MOST = 20_000  # characters of one text
_SAME = 0.75  # share of the claim in the nearest sentence from which a name that stands elsewhere is another

Side = tuple[str, str]  # the token beside a name, and the nearest word with content; "" where there is none
Place = tuple[Side, Side]  # before and behind


def compare_names(claim: str, evidence: str, beside: Sequence[str] = ()) -> tuple[Difference, ...]:
    """Return the names for which the evidence has others; `beside` is what else of the source was read."""
    sentences = read(claim[:_MOST]).sentences()[:_SENTENCES]
    named = [each for each in sentences if len(each.words) <= _WORDS and any(_names(each, each.words))]
    if not named:
        return ()
    theirs = weigh(read(evidence[:_MOST]))
    texts = (theirs.reading.tokens, *(Tokens(text[:_MOST]) for text in beside))
    known = Known(token.low for tokens in texts for token in tokens.items)
    return tuple(found for sentence in named for found in _compared(sentence, theirs, known))


def _names(reading: Reading, words: tuple[Word, ...]) -> Iterator[Name]:
    return names(reading.tokens, words[0].sentence)


def _compared(claim: Reading, evidence: Evidence, known: Known) -> Iterator[Difference]:
    """Yield the names of one sentence that the nearest ones have otherwise."""
    near, theirs = nearest(claim, evidence), evidence.reading.tokens
    held = [name for sentence in near for name in _names(evidence.reading, sentence.words)]
    rivals = _rivals(claim, evidence.reading, near)
    is_same = bool(near) and evidence.coverage({word.concept for word in claim.words}, near[0]) >= _SAME
    here = Known(token.low for sentence in near for token in _sentence(evidence.reading, sentence.words))
    for name in (each for each in _names(claim, claim.words) if rivals and _is_said(claim.words, each)):
        place = _place(claim.tokens, name)
        own = [_place(theirs, each) for each in held if are_one(name, each)] if here.has(name) else None
        if known.has(name) and not (is_same and _may_be_elsewhere(place, own)):
            continue
        fits = _is_near if not known.has(name) else _is_at if own is None else _is_wholly_at
        found = (each for each in rivals if fits(place, _place(theirs, each)) and _may_be_rivals(name, each))
        other = next(found, None)
        if other and not _are_of_one(evidence.reading, name, other):
            yield Difference("name", name.text(claim.tokens), other.text(theirs), name.span(claim.tokens))


def _are_of_one(evidence: Reading, name: Name, other: Name) -> bool:
    """Tell whether the source has words of both in one name: Monica here, Lewinsky there."""
    every = (each for words in evidence.by_sentence.values() for each in _names(evidence, words))
    return any(each.parts & name.parts and each.parts & other.parts for each in every)


def _may_be_elsewhere(place: Place, own: list[Place] | None) -> bool:
    """Tell whether a name of the source stands in another place there, as far as the nearest sentences have it."""
    return own is None or (bool(own) and not any(_meet(place, each) for each in own))


def _rivals(claim: Reading, evidence: Reading, near: tuple[Sentence, ...]) -> list[Name]:
    """Return the names of the nearest sentences of which the claim has no word."""
    words = {form(token.low) for token in _sentence(claim, claim.words)}
    found = ((sentence.words, name) for sentence in near for name in _names(evidence, sentence.words))
    return [name for held, name in found if words.isdisjoint(name.parts) and _is_said(held, name)]


def _is_said(words: tuple[Word, ...], name: Name) -> bool:
    """Tell whether the name is neither denied nor left open: it was not in Oslo, whether it was in Oslo."""
    return not any((word.denied or word.open) and name.first <= word.at < name.next for word in words)


def _sentence(reading: Reading, words: tuple[Word, ...]) -> list[Token]:
    return [token for token in reading.tokens.items if token.sentence == words[0].sentence]


def _may_be_rivals(name: Name, other: Name) -> bool:
    return name.is_code == other.is_code and not are_one(name, other)


def _is_near(mine: Place, theirs: Place) -> bool:
    """Tell whether the same token stands before both, and on one side the same word with content."""
    return mine[0][0] == theirs[0][0] and _meet(mine, theirs)


def _meet(mine: Place, theirs: Place) -> bool:
    return any(one[1] and one[1] == two[1] for one, two in zip(mine, theirs, strict=True))


def _is_at(mine: Place, theirs: Place) -> bool:
    """Tell whether all is the same on one side."""
    return any(one[1] and one == two for one, two in zip(mine, theirs, strict=True))


def _is_wholly_at(mine: Place, theirs: Place) -> bool:
    return all(one[1] and one == two for one, two in zip(mine, theirs, strict=True))


def _place(tokens: Tokens, name: Name) -> Place:
    return _side(tokens, name.first, -1), _side(tokens, name.next - 1, 1)


def _side(tokens: Tokens, end: int, step: int) -> Side:
    """Return what stands beside a name on the way out from its end."""
    sentence = tokens[end].sentence
    lows: list[str] = []
    while tokens[end + step].sentence == sentence and not (lows and concept(lows[-1])):
        end += step
        lows.append(tokens.low(end))
    return (concept(lows[0]) or lows[0], concept(lows[-1])) if lows else ("", "")
