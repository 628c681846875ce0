"""Who or what a statement is about: another name or label in the same place, or two sides that changed places.

Labels are behind a noun, as in drug A, type II and Appendix C: a letter is not a word, but tells them apart.
"""

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from citevet.judge.statements import ContentWord, Statement, held_share, show_difference, verb_stem
from citevet.model import Difference
from citevet.text.letters import fold_letters
from citevet.text.tokens import Tokens

# Verbs that one does to another and that rarely hold both ways.
_VERBS = """
    cause lead trigger induce produce inhibit suppress activate prevent cure infect absorb encode exceeds
    surpass outperform outnumber outweigh precede replace supersede overtake orbit defeat beat conquer invade
    annex occupy overthrow attack kill murder arrest sue prosecute accuse blame criticise criticize condemn warn
    acquire buy sell lend borrow owe fund finance sponsor export supply notify inform indemnify reimburse
    compensate invent discover write teach supervise succeeds employ hire appoint nominate dismiss contain
    require eat hunt win own
""".split()
_VERB_STEMS = frozenset(map(verb_stem, _VERBS))
_TIMES = frozenset(
    """january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday""".split()
)
_FORMS_OF_BE = frozenset("is are was were be been being".split())
_BEFORE_NO_VERB = frozenset({"the", "a", "an"}) | _FORMS_OF_BE
_BEFORE_AGENT = 3  # tokens from a passive verb to "by"
_ALIKE = 0.75  # share of the claim's words, without the name, that the source must have
_SIDE = 5  # content words of each side of a verb
_LONGEST, _ONE_SPELLING = 30, 0.8  # letters of a name, and how alike two spellings of one are
_SAME_LETTERS = 4  # by which two spellings of a name are one: Norway, Norwegian
_ROMAN = frozenset("I II III IV V VI VII VIII IX X".split())
_UP_TO = frozenset("– — - / to through".split())  # behind a label they name a range: types A–C


class Name(NamedTuple):
    """A run of capitalised words."""

    first: int
    next: int
    parts: frozenset[str]


def compare_roles(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield what the source says of another name, or the other way round."""
    yield from _compare_names(claim, source)
    yield from _compare_sides(claim, source)


def _compare_names(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield each name of the claim that the source text lacks, where the source has another name in its place."""
    held = {_fold(token.text) for token in source.tokens.items if token.is_word}
    mine = _find_names(claim)
    parts = frozenset[str]().union(*(name.parts for name in mine))
    rivals = [name for name in _find_names(source) if not _is_known(name.parts, parts)]
    for name in mine:
        if _is_known(name.parts, held) or not _is_only_change(claim, source, _stems(claim, name)):
            continue
        for rival in rivals:
            if _is_same_place((claim, name.first, name.next), (source, rival.first, rival.next)):
                yield show_difference(
                    "name", (claim, range(name.first, name.next)), (source, range(rival.first, rival.next))
                )
                break


def _is_only_change(claim: Statement, source: Statement, stems: set[str]) -> bool:
    rest = claim.stems - stems
    return bool(rest) and held_share(rest, source.stems) >= _ALIKE


def _stems(claim: Statement, name: Name) -> set[str]:
    return {word.stem for word in claim.words if name.first <= word.at < name.next}


def _find_names(statement: Statement) -> list[Name]:
    """Return the names of a sentence; one word at its start counts only before "is" or "was"."""
    tokens = statement.tokens
    sentence = tokens[statement.words[0].at].sentence
    places = [at for at, token in enumerate(tokens.items) if token.sentence == sentence]
    words = [tokens[at] for at in places if tokens[at].is_word]
    if sum(token.text[0].isupper() for token in words) * 3 > 2 * len(words):
        return []  # a heading, where a capital means nothing
    content = {word.at for word in statement.words}
    found: list[Name] = []
    end = -1
    for at in places:
        if at < end or not _is_capitalised(statement, at, content):
            continue
        end = at
        while _is_capitalised(statement, end, content):
            end += 1
        starts = at == places[0] and end == at + 1 and not tokens[at].text.isupper()
        if not starts or tokens.low(end) in {"is", "was"}:
            found.append(Name(at, end, frozenset(_fold(tokens[each].text) for each in range(at, end))))
    return found


def _is_capitalised(statement: Statement, at: int, content: set[int]) -> bool:
    token = statement.tokens[at]
    return at in content and token.is_word and token.text[0].isupper() and token.low not in _TIMES


def _fold(word: str) -> str:
    return fold_letters(word.removesuffix("'s").removesuffix("’s"))


def _is_known(parts: frozenset[str], held: frozenset[str] | set[str]) -> bool:
    """Check whether a part of a name is among some words, in any form or as initials."""
    initials = "".join(part[0] for part in sorted(parts))
    if any("".join(sorted(word)) == initials for word in held if len(word) == len(parts) > 1):
        return True
    return any(part == word or _is_form(part, word) for part in parts for word in held)


def _is_form(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) < _SAME_LETTERS:
        return long.startswith(short) and len(short) > 1
    if one[:_SAME_LETTERS] == other[:_SAME_LETTERS]:
        return True
    return one[0] == other[0] and len(long) <= _LONGEST and SequenceMatcher(None, one, other).ratio() >= _ONE_SPELLING


def _is_same_place(mine: tuple[Statement, int, int], theirs: tuple[Statement, int, int]) -> bool:
    """Check whether the next content word on one side, and the small words up to it, are the same."""
    sides = zip((_before(*mine), _behind(*mine)), (_before(*theirs), _behind(*theirs)), strict=True)
    return any(one and one == other for one, other in sides)


def _behind(statement: Statement, _first: int, then: int) -> tuple[str, ...]:
    then += statement.tokens.low(then) == ","  # Tokyo, the largest city, is the capital
    word = next((each for each in statement.words if each.at >= then), None)
    return (*(statement.tokens.low(at) for at in range(then, word.at)), word.stem) if word else ()


def _before(statement: Statement, first: int, _then: int) -> tuple[str, ...]:
    word = next((each for each in reversed(statement.words) if each.at < first), None)
    return (word.stem, *(statement.tokens.low(at) for at in range(word.at + 1, first))) if word else ()


def _compare_sides(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield each verb, or comparative with "than", whose two sides changed places: A causes B, B causes A."""
    if any(_has_other_agent(each) for each in (claim, source)):
        return
    for word in claim.words:
        mine = _find_sides(claim, word)
        others = [each for each in source.words if mine and each.stem == word.stem and _find_sides(source, each)]
        theirs = _find_sides(source, others[0]) if len(others) == 1 else None
        if not mine or not theirs or word.negated or others[0].negated:
            continue
        (left, right), (first, last) = mine, theirs
        agents, patients = left - first, right - last
        if agents and patients and agents <= last - right and patients <= first - left:
            sides = left | right
            yield show_difference("direction", (claim, _reach(claim, sides)), (source, _reach(source, sides)))


def _has_other_agent(statement: Statement) -> bool:
    """Check for a "by" that is not right behind a passive verb; it may name an agent as well."""
    places = range(statement.words[0].at, statement.words[-1].at)
    passive = [word.at for word in statement.words if _is_passive(statement, word)]
    agents = (at for at in places if statement.tokens.low(at) == "by")
    return any(not any(0 < at - verb <= _BEFORE_AGENT for verb in passive) for at in agents)


def _find_sides(statement: Statement, word: ContentWord) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return who does it and to whom; in a passive the sides are exchanged."""
    before, behind = _arms(statement, word)
    if _is_passive(statement, word):
        return behind, before
    return (before, behind) if _pivot(statement, word) else None


def _is_passive(statement: Statement, word: ContentWord) -> bool:
    """Check for a form of "be" before a verb and "by" behind it."""
    if verb_stem(word.low) not in _VERB_STEMS or statement.tokens.low(word.at - 1) not in _FORMS_OF_BE:
        return False
    return any(statement.tokens.low(word.at + step) == "by" for step in range(1, _BEFORE_AGENT + 1))


def _pivot(statement: Statement, word: ContentWord) -> bool:
    if any(statement.tokens.low(at) == "than" for at in range(word.at + 1, word.at + 4)):
        return True
    return verb_stem(word.low) in _VERB_STEMS and statement.tokens.low(word.at - 1) not in _BEFORE_NO_VERB


def _arms(statement: Statement, word: ContentWord) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words on both sides of a verb."""
    before = frozenset(each.stem for each in [each for each in statement.words if each.at < word.at][-_SIDE:])
    behind = frozenset(each.stem for each in [each for each in statement.words if each.at > word.at][:_SIDE])
    return before, behind


def _reach(statement: Statement, stems: frozenset[str]) -> range:
    places = [word.at for word in statement.words if word.stem in stems]
    return range(min(places), max(places) + 1)


class LabelledNoun(NamedTuple):
    """A noun with the label behind it."""

    first: int  # token of the noun
    next: int
    noun: str
    label: str


def compare_labels(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield each label of the claim that the source text lacks, where another one is behind the same noun."""
    if held_share(claim.stems, source.stems) < _ALIKE:
        return
    tokens = source.tokens
    held = {token.text for at, token in enumerate(tokens.items) if tokens[at - 1].sentence == token.sentence}
    theirs = [each for each in _find_labels(source) if tokens.low(each.next) not in _UP_TO]
    for mine in _find_labels(claim):
        rivals = [each for each in theirs if each.noun == mine.noun and _are_of_one_kind(each.label, mine.label)]
        if rivals and mine.label not in held:
            rival = rivals[0]
            yield show_difference(
                "name", (claim, range(mine.first, mine.next)), (source, range(rival.first, rival.next))
            )


def _find_labels(statement: Statement) -> list[LabelledNoun]:
    tokens = statement.tokens
    found = []
    for word in statement.words:
        at = word.at + 1 + (tokens.low(word.at + 1) == "-")
        label = tokens[at].text
        is_label = label in _ROMAN or (len(label) == 1 and label.isupper())
        if is_label and tokens[at].sentence == tokens[word.at].sentence and not _is_initial(tokens, word.at, at):
            found.append(LabelledNoun(word.at, at + 1, word.stem, label))
    return found


def _is_initial(tokens: Tokens, noun: int, at: int) -> bool:
    """Check for a name: John F. Kennedy, Washington D.C."""
    return tokens[noun].text[0].isupper() and tokens.low(at + 1) == "." and tokens[at + 2].text[:1].isupper()


def _are_of_one_kind(one: str, other: str) -> bool:
    """Check whether both are Roman numbers, or both letters: "I" is a pronoun, unless the other is a number."""
    if one in _ROMAN and other in _ROMAN:
        return True
    return len(one) == len(other) == 1 and "I" not in {one, other}
