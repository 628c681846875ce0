"""Split a claim into clauses: statements that can be true or false by themselves."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from citevet.model import Span
from citevet.text.tokens import Tokens
from citevet.text.verbs import is_adverb, is_finite_verb, joins_korean_clauses

_MOST = 20_000  # characters of a claim that is split
# After a comma. Without "or": it asserts neither of the statements that it joins.
_JOINING = frozenset("and but while whereas although though so yet because".split())
_CUTTING = frozenset("but while whereas although though because".split())  # they need no comma before them
_HOLDING = frozenset("even as only merely just simply not partly mainly largely".split())  # merely because, even though
_BEFORE_NOUN = frozenset(
    "on in at of to by for from with under during".split()
)  # in "on that dose" no verb follows "that"
_RELATIVE = frozenset("which who whose where whom".split())
_FIRST = frozenset("although though while whereas because since after".split())  # up to a comma
# They start a condition, not a statement, and "and" may join two conditions.
_CONDITIONS = frozenset("if unless whether until when once before".split())
_BEFORE_SUBJECT = _BEFORE_NOUN | _FIRST | _CONDITIONS  # and in 2018, sales rose
# They reject what follows: they denied that it rose and fell.
_DENYING = frozenset(
    "nobody none neither never deny denies denied reject rejects rejected doubt doubts doubted".split()
)
_UNTRUE = ("false that", "untrue that", "not true that", "unlikely that")
_PAIRING = frozenset("between both".split())
_LEANING = frozenset("neither how whether why to".split())  # "and neither did she" depends on what comes before
# They need a verb of their own: the next one is not the verb of the main clause.
_OWING = frozenset("that which who whom whose where what how why because since as after".split()) | _CONDITIONS
_FEWEST = 2  # words of a clause
_MOST_PARTS = 12  # a text with more is a page of claims
_FEWEST_BEFORE, _FEWEST_BEHIND = 4, 3  # words before and behind a comma that parts a claim
_ENDS = ".!?"
_OPENING, _CLOSING = "([{“«", ")]}”»"


def split_clauses(claim: str) -> tuple[Span, ...]:
    """Return the clauses in order, without the words that join them; one if there is no second verb."""
    if not claim.strip():
        return ()
    if len(claim) > _MOST:
        return (_trimmed(claim, 0, len(claim)),)
    tokens = Tokens(claim)
    cuts = _cuts(tokens)
    starts = [0, *(tokens[cut.then].start for cut in cuts)]
    ends = [*(tokens[cut.at].start for cut in cuts), len(claim)]
    return tuple(_trimmed(claim, start, end) for start, end in zip(starts, ends, strict=True))


def split_parts(claim: str) -> tuple[Span, ...]:
    """Return the parts that are judged one by one: clauses, else what stands before the last comma and behind it.

    None where there is one part, or a page of them. What stands before a comma is a statement of its own if it has a
    verb: "She died at 117, leaving behind three children."
    """
    clauses = split_clauses(claim)
    if len(clauses) > 1:
        return clauses if len(clauses) <= _MOST_PARTS else ()
    tokens = Tokens(claim[:_MOST])
    verbs = _running([is_finite_verb(tokens, at, begins=at == 0) for at in range(len(tokens))])
    commas = [at for at in range(len(tokens)) if tokens[at].text == ","]
    for at in reversed(commas):
        if verbs[at] and at >= _FEWEST_BEFORE and len(tokens) - at > _FEWEST_BEHIND:
            return _trimmed(claim, 0, tokens[at].start), _trimmed(claim, tokens[at].end, len(claim))
    return ()


class _Place(NamedTuple):
    """Where a clause may end, and where the next would begin."""

    at: int
    then: int
    ends_sentence: bool = False


def _cuts(tokens: Tokens) -> list[_Place]:
    """Return the places where both sides can be true or false by themselves."""
    places = _Walk(tokens).places()
    counts = _Counts(tokens, places)
    places = _between_clauses(places, counts)
    return _with_left(_with_right(places, counts), counts)


def _between_clauses(places: Sequence[_Place], counts: "_Counts") -> list[_Place]:
    """Return the places outside of subjects and objects."""
    found: list[_Place] = []
    begin = 0
    for place in places:
        if not counts.parts_subject(place, begin):
            found.append(place)
            begin = place.then
    return found


def _with_right(places: Sequence[_Place], counts: "_Counts") -> list[_Place]:
    """Return the places that a statement follows, up to the next place."""
    found: list[_Place] = []
    end = len(counts.tokens)
    for place in reversed(places):
        if counts.is_statement(place, end):
            found.append(place)
            end = place.at
    return found[::-1]


def _with_left(places: Sequence[_Place], counts: "_Counts") -> list[_Place]:
    """Return the places that a statement precedes, from the last place on."""
    found: list[_Place] = []
    begin = 0
    for place in places:
        if counts.has_verb(begin, place.at) or (place.ends_sentence and counts.has_words(begin, place.at)):
            found.append(place)
            begin = place.then
    return found


class _Walk:
    """A walk over the tokens that tracks what the current clause has opened."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._open(0)

    def places(self) -> list[_Place]:
        """Return where a clause may end, outside of quotations and brackets."""
        found: list[_Place] = []
        depth, quoted = 0, False
        for at, token in enumerate(self._tokens.items):
            place = None if depth or quoted else self._place(at)
            quoted ^= token.text == '"'
            depth = max(depth + (token.text in _OPENING) - (token.text in _CLOSING), 0)
            if place:
                found.append(place)
                self._open(place.then)
        return found

    def _open(self, begin: int) -> None:
        low = self._tokens.low(begin)
        self._begin = begin
        self._waits = low in _FIRST or low in _RELATIVE  # for the comma that ends it
        # Since 2009 sales rose and wages fell: a date opens no clause.
        self._holds = low in _FIRST and not self._tokens[begin + 1].is_number
        self._pairs = False

    def _place(self, at: int) -> _Place | None:
        if at and _begins_sentence(self._tokens, at):
            return _Place(at, at, ends_sentence=True)
        then = 0 if at <= self._begin else self._border(at)
        low = self._tokens.low(at)
        self._holds |= low in _CONDITIONS or _denies(self._tokens, at)
        self._pairs = low in _PAIRING or (self._pairs and low != "and")
        return _Place(at, then) if then else None

    def _border(self, at: int) -> int:
        """Return where the next clause would begin if one ends before this token, 0 if none can."""
        low, before = self._tokens.low(at), self._tokens.low(at - 1)
        if low == ";":
            return at + 1
        if low == ",":
            return _after_comma(self._tokens, at, waiting=self._waits)
        if joins_korean_clauses(before):
            return at
        pairs = self._pairs or (self._tokens[at - 1].is_number and self._tokens[at + 1].is_number)
        joins = _cuts_alone(self._tokens, at) or (low == "and" and not pairs and self._tokens.low(at + 1) != "that")
        return at + 1 if joins and not self._holds and before != "," else 0


def _denies(tokens: Tokens, at: int) -> bool:
    return tokens.low(at) in _DENYING or any(tokens.phrase(at, phrase) for phrase in _UNTRUE)


def _begins_sentence(tokens: Tokens, at: int) -> bool:
    """Check whether a sentence starts here, also after a full stop inside a quotation."""
    if tokens[at].sentence != tokens[at - 1].sentence:
        return True
    closed = tokens[at - 1].text in _CLOSING + '"' and tokens[at - 2].text in _ENDS
    return closed and tokens[at].text[0].isupper() and not tokens.touches(at - 1)


def _after_comma(tokens: Tokens, at: int, *, waiting: bool) -> int:
    after = tokens.low(at + 1)
    if after in _JOINING and not tokens.phrase(at + 1, "because of"):
        then = tokens.phrase(at + 1, "so that") or at + 2
        return then + (tokens.low(then) == ",")
    return at + 1 if waiting or after in _RELATIVE or joins_korean_clauses(tokens.low(at - 1)) else 0


def _cuts_alone(tokens: Tokens, at: int) -> bool:
    """Check whether this word starts a statement without a comma: "because it rained", not "because of the rain"."""
    if tokens.low(at) not in _CUTTING or tokens.low(at - 1) in _HOLDING:
        return False
    return not tokens.phrase(at, "because of")


class _Counts:
    """Counts of words and verbs before each token, and the main verbs of clauses."""

    def __init__(self, tokens: Tokens, places: Sequence[_Place]) -> None:
        self.tokens = tokens
        begins = {place.then for place in places}
        self._is_verb = [is_finite_verb(tokens, at, begins=at in begins) for at in range(len(tokens))]
        self._owes, owns = self._debts(begins)
        self._verbs, self._owns = _running(self._is_verb), _running(owns)
        self._words = _running([token.is_word for token in tokens.items])
        self._next_comma = _next_comma(tokens)

    def _debts(self, begins: set[int]) -> tuple[list[bool], list[bool]]:
        """Return the tokens before which a subordinate verb is due, and which verbs are main verbs."""
        owes: list[bool] = []
        owns: list[bool] = []
        owed = False
        for at, verb in enumerate(self._is_verb):
            owed &= at not in begins
            owes.append(owed)
            owns.append(verb and not owed)
            owed = (owed and not verb) or self._is_owing(at, begins)
        return owes, owns

    def _is_owing(self, at: int, begins: set[int]) -> bool:
        low = self.tokens.low(at)
        if low == "that" and self.tokens.low(at - 1) in _BEFORE_NOUN:
            return False
        return low in _OWING and (at not in begins or low in _LEANING)

    def has_words(self, begin: int, end: int) -> bool:
        """Check whether there are enough words for a sentence."""
        return self._words[end] - self._words[begin] >= _FEWEST

    def has_verb(self, begin: int, end: int) -> bool:
        return self._verbs[end] > self._verbs[begin]

    def is_statement(self, place: _Place, end: int) -> bool:
        """Check whether the text from this place to that one can be true or false by itself."""
        if end <= place.then or not self.has_words(place.then, end):
            return False
        if self.tokens.low(place.at) == ";":
            return self.has_verb(place.then, end)
        leans = self.tokens.low(place.then) in _LEANING
        return place.ends_sentence or (self._has_own(place.then, end) and not leans)

    def parts_subject(self, place: _Place, begin: int) -> bool:
        """Check whether a cut here would leave a clause without a verb: after cars and buses were stopped."""
        low, then = self.tokens.low(place.at), place.then
        joins = self.tokens.low(then - 1) == "and" and not self._is_predicate(then)
        bare = joins and low == "and"
        if (joins and self._is_listed(then, bare=bare)) or (bare and self._owes[place.at]):
            return True
        comma_alone = low == "," and then == place.at + 1
        return (bare or comma_alone) and not self.has_verb(begin, place.at)

    def _is_listed(self, begin: int, *, bare: bool) -> bool:
        """Check whether a comma comes before the verb: and lung diseases, including asthma, which may be."""
        comma = self._next_comma[begin]
        if not bare and (self.tokens.low(comma + 1) in _RELATIVE or self.tokens.low(begin) in _BEFORE_SUBJECT):
            return False
        return not self._has_own(begin, comma)

    def _has_own(self, begin: int, end: int) -> bool:
        return self._owns[end] > self._owns[begin]

    def _is_predicate(self, at: int) -> bool:
        return self._verb_at(at) or (is_adverb(self.tokens.low(at)) and self._verb_at(at + 1))

    def _verb_at(self, at: int) -> bool:
        return at < len(self._is_verb) and self._is_verb[at]


def _running(flags: list[bool]) -> list[int]:
    """Return for each place the number of true flags before it."""
    return [0, *accumulate(map(int, flags))]


def _next_comma(tokens: Tokens) -> list[int]:
    """Return for each place the next comma, or the end."""
    found = [len(tokens)]
    for at in range(len(tokens) - 1, -1, -1):
        found.append(at if tokens[at].text == "," else found[-1])
    return found[::-1]


def _trimmed(claim: str, start: int, end: int) -> Span:
    """Return the span without white space and joining signs at its edges."""
    while start < end and (claim[start].isspace() or claim[start] in ",;"):
        start += 1
    while end > start and (claim[end - 1].isspace() or claim[end - 1] in ",;"):
        end -= 1
    return Span(start, end)
