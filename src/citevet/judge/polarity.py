"""Negations, quantifiers, antonyms and hedges: each check is a veto, and runs only where it is certain."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from citevet.judge.evidence import content_stems, coverage
from citevet.judge.statements import ContentWord, Statement, held_share, read_statements, show_difference
from citevet.model import Difference, Span
from citevet.tables import read_rows
from citevet.text.negation import CONTRASTS, Negation
from citevet.text.sentences import split_sentences
from citevet.text.tokens import PhraseTable, split_phrases
from citevet.text.views import View, find_view

_TABLE = Path(__file__).with_name("antonyms.tsv")
_SHARED_WORDS = 0.6  # share of the claim's other words that the source must have
_FEWEST = 2  # other words that both must have, unless the claim has fewer
_BESIDE = 2  # content words to each side, of which one must be shared
_ENDINGS = (("ies", "y"), ("ied", "y"), ("s", ""), ("es", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))
_SHORTEST = 3  # letters that an ending leaves
_LESSENING = frozenset("less least".split())  # less severe is milder
_HEDGES = frozenset(
    """may might could possibly probably perhaps potentially presumably conceivably apparently suggest suggests
    suggested suggesting seem seems seemed appear appears appeared likely likeliest unclear tentative tentatively
    hypothesise hypothesize hypothesised hypothesized speculate speculated preliminary plausible plausibly maybe
    whether""".split()
)
# In a claim these are caution enough.
_CAUTION = _HEDGES | frozenset(
    """can cannot would should possible probable possibility chance risk thought think thinks believed believe believes
    expected expect expects estimated estimate indicate indicates indicated propose proposed argue argues said says
    reported unknown unlikely doubt doubts doubtful certain hypothesis if potential reportedly alleged allegedly
    evidence linked associated known caution cautions capable ability able must hint hints""".split()
)
_HEDGED_SHARE = 0.6  # share of the common words that a hedge must reach
_HEDGE_REACH = 25  # tokens
_ASIDES = frozenset({"who", "which", "whose", "where"})
_UNNAMED = frozenset("the a an many some most other peopl criti they he she".split())  # first letters of holders
_WORD = re.compile(r"\w+")
_STEM = 5  # letters by which two forms of a name are one
_SAME_MATTER = 0.5  # share of a view's words that another view on the same matter has
_SAME = 0.7  # … that a plain claim has


class Share(NamedTuple):
    """The least and the greatest share that a quantifier may mean."""

    low: float
    high: float


class Quantifier(NamedTuple):
    """A quantifier and the set that it is a share of."""

    first: int
    next: int
    noun: str  # its stem
    share: Share


_SCOPE = 0.5  # share of what one side negates that the other must speak of
# Words that say little themselves: the negation bears on what follows them.
_LIGHT = frozenset(
    """become became get got make made show shown appear seem remain prove cause lead take go come occur happen
    significantly significant much many any ever yet own actually really even further extra able find found observe
    observed see seen report reported evidence sign indication have put bring available do done doing""".split()
)
_ALL = Share(1, 1)
_NOT_ALL = 0.99
_NEGATED = {_ALL: Share(0, _NOT_ALL), Share(0, 1): Share(0, 0)}  # not all, not any
_SHARES = PhraseTable(
    {
        **dict(split_phrases("not all|not every|not everyone|not everything|not always", Share(0.01, _NOT_ALL))),
        **dict(split_phrases("nearly all|almost all|virtually all|almost every|almost always", Share(0.8, _NOT_ALL))),
        **dict(split_phrases("all|every|everyone|everything|entire|always", _ALL)),
        **dict(split_phrases("most|majority of|mostly|usually|bulk of|vast majority of", Share(0.501, _NOT_ALL))),
        **dict(split_phrases("minority of", Share(0.01, 0.499))),
        **dict(split_phrases("few|rarely|seldom|hardly any|scarcely any|small minority of", Share(0, 0.3))),
        **dict(split_phrases("many", Share(0.31, 1))),
        **dict(split_phrases("some|a few|several|sometimes|occasionally", Share(0.01, 1))),
        **dict(split_phrases("no|none of|never", Share(0, 0))),
        "any": Share(0, 1),
    }
)
# Words before a quantifier that make it something else: the most common, at most, at all.
_OTHER_MEANING = {"most": frozenset("the at its their".split()), "all": frozenset(("at", "of"))}
_EXCEPTIONS = frozenset("but except excluding save".split())
_NOUN_REACH = 4  # tokens between a quantifier and its noun


def compare_negations(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield each negation of one side that denies what the other side says."""
    for negation in claim.negations:
        if found := _find_denied(claim, negation, source):
            word, other = found
            yield show_difference("negation", (claim, _span(negation, word)), (source, range(other.at, other.at + 1)))
    for negation in source.negations:
        if found := _find_denied(source, negation, claim):
            word, other = found
            yield show_difference("negation", (claim, range(other.at, other.at + 1)), (source, _span(negation, word)))


def find_lone_negation(claim: str, sentence: str) -> Difference | None:
    """Return the negation of something that the claim is about, where only one side has such a negation."""
    mine, theirs = read_statements(claim), read_statements(sentence)
    stems = frozenset[str]().union(*(each.stems for each in mine))
    here, there = _show_negation(mine, stems), _show_negation(theirs, stems)
    return Difference("negation", here, there) if bool(here) != bool(there) else None


def _show_negation(statements: list[Statement], stems: frozenset[str]) -> str:
    """Return a negation with the first of these stems that it reaches, or alone if it reaches no word: they did not."""
    for each in statements:
        for negation in each.negations:
            scope = each.scope(negation)
            reached = next((word.at + 1 for word in scope if word.stem in stems), None if scope else negation.next)
            if reached and each.tokens.low(negation.first) not in CONTRASTS:
                return each.phrase(negation.first, reached)
    return ""


def _find_denied(one: Statement, negation: Negation, other: Statement) -> tuple[ContentWord, ContentWord] | None:
    """Return the word that is negated on this side and plainly said on the other."""
    scope = one.scope(negation)
    word = next((each for each in scope if each.low not in _LIGHT and not each.stem[0].isdecimal()), None)
    if word is None or not word.negated or word.uncertain or one.tokens.low(negation.first) in CONTRASTS:
        return None
    stems = {each.stem for each in scope}
    same = [each for each in other.words if each.stem == word.stem]
    if not same or any(each.negated or each.uncertain for each in same) or held_share(stems, other.stems) < _SCOPE:
        return None
    if any(each.stem == word.stem and not each.negated for each in one.words):
        return None
    if len(one.negations) == len(other.negations):
        return None  # both negate, perhaps the same in other places
    return word, same[0]


def _span(negation: Negation, word: ContentWord) -> range:
    return range(min(negation.first, word.at), max(negation.next, word.at + 1))


def compare_quantifiers(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield each quantifier of the claim for which the source has another one of the same thing."""
    theirs = _find_quantifiers(source)
    for mine in _find_quantifiers(claim):
        others = [each for each in theirs if each.noun == mine.noun]
        if others and all(_exclude(mine.share, each.share) for each in others):
            yield show_difference(
                "quantifier", (claim, range(mine.first, mine.next)), (source, range(others[0].first, others[0].next))
            )


def _exclude(one: Share, other: Share) -> bool:
    return one.low > other.high or other.low > one.high


def _find_quantifiers(statement: Statement) -> list[Quantifier]:
    tokens = statement.tokens
    found: list[Quantifier] = []
    sentence = tokens[statement.words[0].at].sentence
    at = next(place for place, token in enumerate(tokens.items) if token.sentence == sentence)
    while tokens[at].sentence == sentence:
        match = _SHARES.at(tokens, at)
        if match is None:
            at += 1
            continue
        then, share = match
        noun = next((word.stem for word in statement.words if then <= word.at < then + _NOUN_REACH), "")
        if any(each.next <= at < each.end for each in statement.negations):
            share = _NEGATED.get(share, Share(0, 1))
        odd = tokens.low(at - 1) in _OTHER_MEANING.get(tokens.low(at), ()) or tokens.low(then) == "than"
        if noun and not odd and not _has_exception(statement, then) and share != Share(0, 1):
            found.append(Quantifier(at, then, noun, share))
        at = then
    return found


def _has_exception(statement: Statement, then: int) -> bool:
    """Check whether an exception follows: all members but one."""
    return any(statement.tokens.low(at) in _EXCEPTIONS for at in range(then, then + 3 * _NOUN_REACH))


def compare_antonyms(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield each word of the claim in whose place the source has its opposite."""
    for word in claim.words:
        own = find_ends(word.low)
        if not own or word.uncertain or claim.tokens.low(word.at + 1) == "than":  # less than 75 is a number
            continue
        opposed = [each for each in source.words if _are_opposed(own, find_ends(each.low))]
        agreeing = any(_agree(own, find_ends(each.low)) for each in source.words)
        both = any(_agree(find_ends(other.low), find_ends(each.low)) for other in opposed for each in claim.words)
        if agreeing or both:
            continue
        for other in opposed:
            if not other.uncertain and word.negated == other.negated and _is_same_place(claim, word, source, other):
                yield show_difference(
                    "direction", (claim, range(word.at, word.at + 1)), (source, range(other.at, other.at + 1))
                )
                break


@lru_cache(maxsize=20_000)
def find_ends(low: str) -> dict[int, int]:
    """Return the axes that a word in lower case lies on, in any of its forms, each with the end that it names."""
    table = _read_table()
    return {axis: end for form in _list_forms(low) for axis, end in table.get(form, {}).items()}


def list_pairs() -> Iterator[tuple[str, str]]:
    """Yield the words of each two ends of an axis."""
    for first, *others in _read_axes():
        yield from ((first, other) for other in others)


def _are_opposed(one: dict[int, int], other: dict[int, int]) -> bool:
    shared = one.keys() & other.keys()
    return bool(shared) and all(one[axis] != other[axis] for axis in shared)


def _agree(one: dict[int, int], other: dict[int, int]) -> bool:
    return any(one[axis] == other[axis] for axis in one.keys() & other.keys())


def _is_same_place(claim: Statement, word: ContentWord, source: Statement, other: ContentWord) -> bool:
    """Check whether both words are said of the same thing, from the same side of a comparison."""
    rest = [each.stem for each in claim.words if each is not word]
    shared = set(rest) & source.stems
    if held_share(rest, source.stems) < _SHARED_WORDS or len(shared) < min(_FEWEST, len(set(rest))):
        return False
    if any(tokens.low(at - 1) in _LESSENING for tokens, at in ((claim.tokens, word.at), (source.tokens, other.at))):
        return False
    before = {each.stem for each in claim.words if each.at < word.at}
    first, last = ({each.stem for each in source.words if (each.at < other.at) is side} for side in (True, False))
    if before & last and not before & first:
        return False  # France exports to Germany, Germany imports from France
    return bool(_neighbours(claim, word) & _neighbours(source, other))


def _neighbours(statement: Statement, word: ContentWord) -> set[str]:
    place = statement.words.index(word)
    near = statement.words[max(place - _BESIDE, 0) : place + _BESIDE + 1]
    return {each.stem for each in near if each is not word}


def _list_forms(word: str) -> Iterator[str]:
    """Yield the word, then what it may be a form of."""
    yield word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            base = word[: -len(ending)] + instead
            yield base
            if base[-1] == base[-2]:
                yield base[:-1]


@cache
def _read_table() -> dict[str, dict[int, int]]:
    """Return the axes and ends of each word of the file; it is read when the first claim is compared."""
    found: dict[str, dict[int, int]] = {}
    for axis, ends in enumerate(_read_axes()):
        for end, words in enumerate(ends):
            for word in words.split():
                found.setdefault(word, {})[axis] = end
    return found


def _read_axes() -> Iterator[list[str]]:
    """Yield the words of each end of each axis; a line that starts with a prefix such as "un-" has an axis per word."""
    for ends in read_rows(_TABLE):
        if ends[0].endswith("-"):
            yield from ([word, ends[0][:-1] + word] for word in ends[1].split())
        else:
            yield ends


def compare_hedges(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield the hedge of the source over what the claim says without any."""
    tokens = source.tokens
    mine = claim.tokens[claim.words[0].at].sentence
    if any(token.low in _CAUTION for token in claim.tokens.items if token.sentence == mine):
        return
    shared = [word for word in source.words if word.stem in claim.stems]
    for at in range(max(source.words[0].at - 3, 0), source.words[-1].at):
        if not shared or not _is_hedge(source, at):
            continue
        asides = (place for place in range(at + 1, at + _HEDGE_REACH) if _starts_aside(source, place))
        end = next(asides, at + _HEDGE_REACH + 1)
        reached = [word for word in shared if at < word.at < end]
        if reached and len(reached) >= _HEDGED_SHARE * len(shared):
            first, then = claim.words[0].at, claim.words[-1].at + 1
            yield Difference("hedge", claim.phrase(first, then), tokens[at].text, claim.tokens.span(range(first, then)))
            return


def _is_hedge(source: Statement, at: int) -> bool:
    """Check for a hedge in this sentence; "May" inside a sentence is the month."""
    token = source.tokens[at]
    same = token.sentence == source.tokens[source.words[0].at].sentence
    month = token.text == "May" and source.tokens[at - 1].sentence == token.sentence
    return same and token.low in _HEDGES and not month


def _starts_aside(source: Statement, at: int) -> bool:
    return source.tokens.low(at) == "," and source.tokens.low(at + 1) in _ASIDES


def names_holder(view: View, text: str) -> bool:
    """Return whether a text names the holder; a holder without a name, such as "many", is in every text."""
    named = {word for word in _WORD.findall(view.holder) if word[0].isupper() or content_stems(word)}
    stems = {word.casefold()[:_STEM] for word in named} - _UNNAMED
    return not stems or not stems.isdisjoint(word.casefold()[:_STEM] for word in _WORD.findall(text))


def select_views(view: View, passage: str) -> str:
    """Return the sentences of a passage in which the same holder speaks of the same matter."""
    return "\n".join(text for text, theirs in _read_views(passage) if _is_same(view, theirs))


def compare_views(claim: str, passage: str) -> Iterator[Difference]:
    """Yield where one side denies what the other side holds, or says, without a word on who holds it."""
    mine = find_view(claim)
    for _, theirs in _read_views(passage):
        if mine and _is_same(mine, theirs) and mine.is_denied != theirs.is_denied:
            yield Difference("negation", f"{mine.holder} {mine.verb}", f"{theirs.holder} {theirs.verb}", mine.span)


def find_dropped_view(claim: str, passage: str) -> Iterator[Difference]:
    """Yield the view of somebody that a claim states as a fact."""
    if find_view(claim):
        return
    for _, theirs in _read_views(passage):
        if theirs.is_belief and coverage(claim, theirs.content) >= _SAME:
            yield Difference("hedge", claim.strip(), f"{theirs.holder} {theirs.verb}", Span(0, len(claim)))
            return


def _read_views(passage: str) -> Iterator[tuple[str, View]]:
    for span in split_sentences(passage):
        text = span.of(passage)
        if view := find_view(text):
            yield text, view


def _is_same(mine: View, theirs: View) -> bool:
    return names_holder(mine, theirs.holder) and coverage(mine.content, theirs.content) >= _SAME_MATTER
