"""Denials of one side that oppose nothing on the other: in a set phrase, of another part, or said there in one word.

What a claim or a sentence denies beside the matter is no reason to doubt it. Each of these asks for a sign in the
words; where there is none, the denial counts. Of five public development sets, where the sentence has 0.4 of the claim
and the judge weighs its support at 0.3 or more, `base` doubted 20 true claims and 11 false ones and doubts 14 and 10,
`small` 24 and 15 and then 18 and 14; of the denied claims of our own triplets and trials it doubts as many as before.
Left, for they freed as many false claims: denials whose words the sentence also says plainly, and those of things that
the other side does not name.
"""

from citevet.judge.opposing.complements import are_complements
from citevet.judge.opposing.negation import INSTEAD, Negator
from citevet.judge.opposing.reading import Reading, Word, focus
from citevet.judge.wording import stem

Denial = tuple[Reading, Negator]

_MANY = 20  # denials of a text; of one that has more all count, so that time stays linear
_ABOUT = 0.4  # share of the rest of a claim that a sentence must have which has no word of the part that denies
_TELLING = 2  # words with content of a part: fewer are said of what stands before, as in "No, absolutely not."
# A part with a subject of its own begins here; behind "but" and "though" the same subject goes on.
_PARTING = frozenset("; while whereas".split())
_GROUPS = frozenset("those patients people persons individuals participants subjects children adults ones".split())
_COMPARING = frozenset("than compared versus vs relative".split())
_SOON = 8  # tokens between such a word and its group: compared to 8 % in those without
# Two denials that affirm. Only words that say how often or how likely: what is not unfair may still not be fair.
_RARE = frozenset(
    """unusual unusually uncommon uncommonly unlikely unknown unheard infrequent infrequently rare rarely impossible
    improbable unexpected insignificant inconsiderable""".split()
)
_FOUND = frozenset("observed found seen reported detected noted recorded identified".split())
# "Un" may stand before any word; other prefixes only here, for "improve" and "display" deny nothing.
_PREFIXED = frozenset(
    """asymptomatic atypical inactive inaccurate inadequate incomplete incorrect incurable ineffective ineligible
    inexpensive invalid invisible immobile impossible illegal illegible irregular irrelevant irreversible disagree
    disagreed disagrees disapprove disapproved disapproves dislike disliked dislikes""".split()
)
_PREFIXES = range(1, 4)  # letters
_ROOT = 4  # letters of a word that is known behind a prefix


def is_idle_here(mine: Denial, source: Reading) -> bool:
    """Tell whether a denial of the claim leaves what the sentence says as it is."""
    if _is_crowded(mine[0], source):
        return False
    return _is_idle(mine, source) or is_of_another_part(mine, source) or is_set_aside(mine, source)


def is_idle_there(theirs: Denial, claim: Reading) -> bool:
    """Tell whether a denial of the sentence leaves what the claim says as it is."""
    if _is_crowded(theirs[0], claim):
        return False
    return _is_idle(theirs, claim) or is_of_an_absent_subject(theirs, claim)


def _is_crowded(*readings: Reading) -> bool:
    return any(len(reading.denials) > _MANY for reading in readings)


def reached(reading: Reading, denial: Negator) -> list[Word]:
    """Return the words that a denial reaches."""
    words = reading.by_sentence.get(reading.tokens[denial.first].sentence, ())
    return [word for word in words if denial.next <= word.at < denial.end]


def _is_idle(mine: Denial, other: Reading) -> bool:
    return is_of_a_group(*mine) or is_doubled(mine, other) or is_said_in_a_word(mine, other)


def is_of_a_group(reading: Reading, denial: Negator) -> bool:
    """Tell whether it only names whom others are held against: with or without it, than in those without."""
    tokens, first = reading.tokens, denial.first
    if tokens.low(first) != "without":
        return False
    if tokens.low(first - 1) == "or" and tokens.low(first - 2) == "with":
        return True
    before = {tokens.low(first - back) for back in range(2, _SOON + 1)}
    return tokens.low(first - 1) in _GROUPS and not _COMPARING.isdisjoint(before) and _has_its_like(reading, denial)


def _has_its_like(reading: Reading, denial: Negator) -> bool:
    """Tell whether the text speaks of those with it as well; bare, "those without" stands for the same."""
    first = reading.tokens[denial.next]
    if not first.is_word or first.low in {"and", "or"}:
        return True
    named = reached(reading, denial)[:1]
    return bool(named) and any(word.concept == named[0].concept and not word.denied for word in reading.words)


def is_doubled(mine: Denial, other: Reading) -> bool:
    """Tell whether it denies that something is rare, and the other side does not say so: not unusual."""
    reading, denial = mine
    low = reading.tokens.low(denial.next)
    return low in _RARE and _RARE.isdisjoint(token.low for token in other.tokens.items)


def is_said_in_a_word(mine: Denial, other: Reading) -> bool:
    """Tell whether the other side denies the same by one word: no symptoms, asymptomatic; not open, closed."""
    word = focus(*mine)
    if not word or not word.denied:
        return False
    lacking = {each.at for each in other.words if not each.denied and not each.open and _denies((other, each), word)}
    return bool(lacking) and not any(_is_same(each, word) for each in other.words if each.at not in lacking)


def _is_same(one: Word, other: Word) -> bool:
    return one.concept == other.concept and (not one.sense or not other.sense or one.sense.sign == other.sense.sign)


def _denies(said: tuple[Reading, Word], word: Word) -> bool:
    """Tell whether a word is true where the other is not: by a "non" or a "free" beside it, a prefix, its meaning."""
    reading, each = said
    if each.concept == word.concept and _is_marked(reading, each.at):
        return True
    return are_complements(each.low, word.low) or _is_prefixed(each.low, word.low)


def _is_marked(reading: Reading, at: int) -> bool:
    tokens = reading.tokens
    return bool(tokens.phrase(at - 2, "non -") or tokens.phrase(at + 1, "- free"))


def _is_prefixed(whole: str, low: str) -> bool:
    """Tell whether the one is the other behind a prefix that denies."""
    root = stem(low)
    if len(root) < _ROOT:
        return False
    if whole in _PREFIXED:
        return any(whole.startswith(root, letters) for letters in _PREFIXES)
    return whole.startswith(("un" + root, "non" + root))


def is_of_another_part(mine: Denial, source: Reading) -> bool:
    """Tell whether it stands in a sentence or clause of the claim of which the source's sentence has no word."""
    reading, denial = mine
    part = _part(reading, denial.first)
    names = {word.concept for word in source.words}
    own = [word.concept in names for word in reading.words if word.at in part]
    rest = [word.concept in names for word in reading.words if word.at not in part]
    return len(own) >= _TELLING and not any(own) and bool(rest) and sum(rest) >= _ABOUT * len(rest)


def _part(reading: Reading, at: int) -> range:
    """Return the tokens of the sentence or clause in which this one stands."""
    first, end = at, at + 1
    while first and _goes_on(reading, first - 1, at):
        first -= 1
    while end < len(reading.tokens) and _goes_on(reading, end, at):
        end += 1
    return range(first, end)


def _goes_on(reading: Reading, place: int, at: int) -> bool:
    tokens = reading.tokens
    return tokens[place].sentence == tokens[at].sentence and tokens.low(place) not in _PARTING


def is_set_aside(mine: Denial, source: Reading) -> bool:
    """Tell whether the sentence sets aside what the claim denies, and says it nowhere: not coffee, tea rather."""
    reading, denial = mine
    if any(reading.tokens.low(each.first) in INSTEAD for each in reading.denials):
        return False
    chosen = (each for each in source.denials if source.tokens.low(each.first) in INSTEAD)
    left = {word.concept for each in chosen for word in reached(source, each)}
    said = {word.concept for word in source.words if not word.denied}
    return not (left - said).isdisjoint(word.concept for word in reached(reading, denial))


def is_of_an_absent_subject(theirs: Denial, claim: Reading) -> bool:
    """Tell whether what was not found is nothing that the claim names: fatalities were not observed."""
    reading, denial = theirs
    found = reached(reading, denial)
    sentence = reading.by_sentence.get(reading.tokens[denial.first].sentence, ())
    before = [word for word in sentence if word.at < denial.first]
    if len(found) != 1 or found[0].low not in _FOUND or not before:
        return False
    return all(word.concept != before[-1].concept for word in claim.words)
