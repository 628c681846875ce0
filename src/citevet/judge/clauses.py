"""The clauses of a claim: what can be true or false by itself."""

from itertools import accumulate

from citevet.judge.opposing.antonyms import sense
from citevet.judge.tokens import Tokens
from citevet.judge.wording import STOP
from citevet.model import Span

_MOST = 20_000  # characters of a claim; a longer one is no sentence
_AUXILIARIES = frozenset(
    """is are was were has have had do does did can could may might will would shall should must isn't aren't wasn't
    weren't hasn't haven't hadn't don't doesn't didn't can't cannot couldn't won't wouldn't""".split()
)
_PAST = frozenset(
    """rose fell grew shrank sank won lost went came became began broke brought bought caught chose drew drove ate fed
    felt fought fled flew forgot gave got held kept knew led left made met paid ran said saw sold sent slept
    spoke spent stood struck swam took taught told thought threw understood wore wrote built found dipped""".split()
)
_JOINING = frozenset("and but or while whereas although though so yet because".split())
_CUTTING = frozenset("but while whereas although though because".split())  # they need no comma before them
_RELATIVE = frozenset("which who whose where whom".split())
_FIRST = frozenset("although though while when whereas because since if after before once".split())
# What may follow a verb in -ed, but seldom an adjective in -ed: fell and reached the coast, not fresh and dried fruit.
_AFTER_VERB = frozenset(
    """the a an its their his her this that these those to by from in on at for with about over under into than as more
    less no not all most some any it them him up down out off only again . , ;""".split()
)
_BEFORE_VERB = frozenset("it he she they we i this that which who ,".split())
_BEFORE_PARTICIPLE = frozenset("when as if than once".split())  # when compared with
_SHORT = 4  # letters: red, bed, seed
_SHORTEST = 2
_OPENING, _CLOSING = "([{“«", ")]}”»"
_KOREAN_ENDS = (
    "지만",
    "으나",
    "으며",
    "했고",
    "였고",
    "이며",
    "하고",
    "하며",
    "되고",
    "되며",
    "는데",
    "었고",
    "았고",
    "졌고",
)


def clauses(claim: str) -> tuple[Span, ...]:
    """Return the clauses in their order, without the words that join them; one where there is no second verb."""
    if not claim.strip():
        return ()
    if len(claim) > _MOST:
        return (_trimmed(claim, 0, len(claim)),)
    tokens = Tokens(claim)
    cuts = _cuts(tokens)
    starts = [0, *(tokens[then].start for _, then in cuts)]
    ends = [*(tokens[at].start for at, _ in cuts), len(claim)]
    return tuple(_trimmed(claim, start, end) for start, end in zip(starts, ends, strict=True))


def _cuts(tokens: Tokens) -> list[tuple[int, int]]:
    """Return where a clause ends and where the next begins: both sides must have a verb."""
    places = _places(tokens)
    verbs = _running([_is_verb(tokens, at) for at in range(len(tokens))])
    cuts: list[tuple[int, int]] = []
    begin = 0
    for number, (at, then) in enumerate(places):
        end = places[number + 1][0] if number + 1 < len(places) else len(tokens)
        if verbs[at] > verbs[begin] and verbs[max(end, then)] > verbs[then]:
            cuts.append((at, then))
            begin = then
    return cuts


def _running(flags: list[bool]) -> list[int]:
    """Return for each place how many are true before it."""
    return [0, *accumulate(map(int, flags))]


def _places(tokens: Tokens) -> list[tuple[int, int]]:
    """Return where a clause may end, outside of quotations and brackets."""
    found: list[tuple[int, int]] = []
    depth, quoted = 0, False
    waiting = tokens.low(0) in _FIRST  # for the comma that ends a clause at the front or in the middle
    for at, token in enumerate(tokens.items):
        quoted ^= token.text == '"'
        depth = max(depth + (token.text in _OPENING) - (token.text in _CLOSING), 0)
        if depth or quoted:
            continue
        then = _border(tokens, at, waiting=waiting)
        if then:
            found.append((at, then))
        if token.text == ",":
            waiting = tokens.low(at + 1) in _RELATIVE
    return found


def _border(tokens: Tokens, at: int, *, waiting: bool) -> int:
    """Return where the next clause would begin if one ends before this token, 0 if none can."""
    low, before = tokens.low(at), tokens.low(at - 1)
    if low == ";":
        return at + 1
    if low == ",":
        return _after_comma(tokens, at, waiting=waiting)
    if _ends_korean(before):
        return at
    joins = low in _CUTTING or (low == "and" and before != "both")
    return at + 1 if joins and at and before != "," else 0


def _after_comma(tokens: Tokens, at: int, *, waiting: bool) -> int:
    after = tokens.low(at + 1)
    if after in _JOINING:
        return at + 2
    return at + 1 if waiting or after in _RELATIVE or _ends_korean(tokens.low(at - 1)) else 0


def _is_verb(tokens: Tokens, at: int) -> bool:
    """Tell whether a finite verb stands here, as far as the word and its neighbours show it."""
    low, before, after = tokens.low(at), tokens[at - 1], tokens[at + 1]
    if low in _AUXILIARIES or low in _PAST or _ends_korean(low) or (low.endswith("다") and len(low) > 1):
        return True
    named = before.low in _BEFORE_VERB or (before.is_word and before.low not in STOP)
    if low.endswith("ed") and len(low) > _SHORT and before.low not in _BEFORE_PARTICIPLE:
        return named or after.low in _AFTER_VERB or not after.is_word or after.low.endswith("ly")
    return low.endswith("s") and sense(low) is not None and (named or before.low == "and")


def _ends_korean(low: str) -> bool:
    return low.endswith(_KOREAN_ENDS) and len(low) > _SHORTEST


def _trimmed(claim: str, start: int, end: int) -> Span:
    """Return the span without white space and joining signs at its edges."""
    while start < end and (claim[start].isspace() or claim[start] in ",;"):
        start += 1
    while end > start and (claim[end - 1].isspace() or claim[end - 1] in ",;"):
        end -= 1
    return Span(start, end)
