"""Compares the names of a claim with those in the same place of the source: in Oslo here, in Bergen there.

Names are what the model sees least. One is another where the nearest sentence has in its place a name of the same shape
that the claim does not have. Where nothing that was read has the claim's name in any form, a little of the place is
enough; where it stands elsewhere in the source, the rest of the sentence must be the same, and where it stands
elsewhere in that sentence, all that surrounds it as well. And what a part of the source says of one name, a part of the
claim may not say of another.
"""

from collections.abc import Iterator, Sequence

from citevet.judge.opposing.beside import Side, Sides, coincide, fit, meet
from citevet.judge.opposing.concepts import concept
from citevet.judge.opposing.holders import Part, other_holder, parts
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence, nearest, weigh
from citevet.judge.opposing.proper_names import Known, Name, are_one, form, initialisms, names
from citevet.judge.opposing.reading import Reading, Word, read
from citevet.judge.tokens import Token, Tokens
from citevet.model import Difference

_SENTENCES = 20  # of one claim
_WORDS = 100  # with content, of one sentence
_MOST = 20_000  # characters of one text

_SAME = 0.75  # share of the claim in the nearest sentence from which a name that stands elsewhere is another

Named = dict[int, list[Name]]  # the names of each sentence


def compare_names(claim: str, evidence: str, beside: Sequence[str] = ()) -> tuple[Difference, ...]:
    """Return the names for which the evidence has others; `beside` is what else of the source was read."""
    mine = read(claim[:_MOST])
    named = names(mine.tokens)
    sentences = [each for each in mine.sentences()[:_SENTENCES] if len(each.words) <= _WORDS and _of(each.words, named)]
    if not sentences:
        return ()
    theirs = weigh(read(evidence[:_MOST]))
    texts = (theirs.reading.tokens, *(Tokens(text[:_MOST]) for text in beside))
    short = set().union(*(initialisms(tokens) for tokens in texts))
    known = Known([*short, *(token.low for tokens in texts for token in tokens.items)])
    held = names(theirs.reading.tokens)
    found = tuple(found for each in sentences for found in _compared((each, named), (theirs, held), known))
    return found or tuple(_held_by_others((mine, named), (theirs.reading, held), beside))


def _of(words: tuple[Word, ...], named: Named) -> list[Name]:
    return named.get(words[0].sentence, [])


def _compared(mine: tuple[Reading, Named], source: tuple[Evidence, Named], known: Known) -> Iterator[Difference]:
    """Yield the names of one sentence that the nearest ones have otherwise."""
    (claim, own_names), (evidence, every) = mine, source
    near, theirs = nearest(claim, evidence), evidence.reading.tokens
    held = [name for sentence in near for name in _of(sentence.words, every)]
    rivals = _rivals(claim, near, every)
    is_same = bool(near) and evidence.coverage({word.concept for word in claim.words}, near[0]) >= _SAME
    words = [token.low for sentence in near for token in _sentence(evidence.reading, sentence.words)]
    here = Known([*initialisms(theirs), *words])
    for name in (each for each in _of(claim.words, own_names) if rivals and _is_said(claim.words, each)):
        place = _place(claim.tokens, name)
        own = [_place(theirs, each) for each in held if are_one(name, each)] if here.has(name) else None
        if known.has(name) and not (is_same and _may_be_elsewhere(place, own)):
            continue
        fits = _is_near if not known.has(name) else fit if own is None else coincide
        found = (each for each in rivals if fits(place, _place(theirs, each)) and _may_be_rivals(name, each))
        other = next(found, None)
        if other and not _are_of_one(every, name, other):
            yield Difference("name", name.text(claim.tokens), other.text(theirs), name.span(claim.tokens))


def _held_by_others(
    claim: tuple[Reading, Named], source: tuple[Reading, Named], beside: Sequence[str]
) -> Iterator[Difference]:
    """Yield the names of the claim of which it says what the source says of others."""
    mine, theirs = (reading.tokens for reading, _ in (claim, source))
    told = parts(*source)
    for part in parts(*claim):
        found = other_holder(part, told)
        if found and other_holder(part, [*told, *_told(beside)]) and not _are_of_one(source[1], *found):
            name, other = found
            yield Difference("name", name.text(mine), other.text(theirs), name.span(mine))


def _told(texts: Sequence[str]) -> Iterator[Part]:
    for text in texts:
        reading = read(text[:_MOST])
        yield from parts(reading, names(reading.tokens))


def _are_of_one(every: Named, name: Name, other: Name) -> bool:
    """Tell whether the source has words of both in one name: Monica here, Lewinsky there."""
    return any(each.parts & name.parts and each.parts & other.parts for held in every.values() for each in held)


def _may_be_elsewhere(place: Sides, own: list[Sides] | None) -> bool:
    """Tell whether a name of the source stands in another place there, as far as the nearest sentences have it."""
    return own is None or (bool(own) and not any(meet(place, each) for each in own))


def _rivals(claim: Reading, near: tuple[Sentence, ...], every: Named) -> list[Name]:
    """Return the names of the nearest sentences of which the claim has no word."""
    words = {form(token.low) for token in _sentence(claim, claim.words)} | initialisms(claim.tokens)
    found = ((sentence.words, name) for sentence in near for name in _of(sentence.words, every))
    return [name for held, name in found if words.isdisjoint(name.parts) and _is_said(held, name)]


def _is_said(words: tuple[Word, ...], name: Name) -> bool:
    """Tell whether the name is neither denied nor left open: it was not in Oslo, whether it was in Oslo."""
    return not any((word.denied or word.open) and name.first <= word.at < name.next for word in words)


def _sentence(reading: Reading, words: tuple[Word, ...]) -> list[Token]:
    return [token for token in reading.tokens.items if token.sentence == words[0].sentence]


def _may_be_rivals(name: Name, other: Name) -> bool:
    return name.is_code == other.is_code and not are_one(name, other)


def _is_near(mine: Sides, theirs: Sides) -> bool:
    """Tell whether the same token stands before both, and on one side the same word with content."""
    return mine[0][0] == theirs[0][0] and meet(mine, theirs)


def _place(tokens: Tokens, name: Name) -> Sides:
    return _side(tokens, name.first, -1), _side(tokens, name.next - 1, 1)


def _side(tokens: Tokens, end: int, step: int) -> Side:
    """Return what stands beside a name on the way out from its end."""
    sentence = tokens[end].sentence
    lows: list[str] = []
    while tokens[end + step].sentence == sentence and not (lows and concept(lows[-1])):
        end += step
        lows.append(tokens.low(end))
    return (concept(lows[0]) or lows[0], concept(lows[-1])) if lows else ("", "")
