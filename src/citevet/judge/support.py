"""Whether the words of a source support a claim: the model's answer, held against what can be compared without one.

No model turns a failed comparison green: a number, a date or a negation that the passage has otherwise weighs more than
any probability.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from citevet.contracts import Nli
from citevet.judge.calibration import Calibration
from citevet.judge.case import ABOUT, Case, Weighed, weigh
from citevet.judge.differences import compared, is_outweighed
from citevet.judge.focus import focus, joined
from citevet.judge.language import language
from citevet.judge.numbers import Numbers, compare_numbers
from citevet.judge.opposing.converse import in_its_words
from citevet.judge.opposing.double_denial import without_denial
from citevet.judge.opposing.parity import deny_alike
from citevet.judge.parts import parts, seen, several
from citevet.judge.relevance import coverage
from citevet.model import Difference, Passage, Ruling, Scope, Span, Support

# … that an abstract must have: it speaks of one thing, in few and other words. Of 229 claims about abstracts that no
# curve saw, 8 more are rightly called contradicted, and 3 more wrongly.
_ABOUT_AN_ABSTRACT = 0.2
_CLOSE = 0.6  # … before a comparison alone, without the model, can contradict
_SURE = 0.8  # weights from which two passages that disagree are a conflict
_COMMON = frozenset({"one", "first", "second", "third"})  # numbers that stand in many a text by chance


@dataclass(frozen=True, slots=True)
class Assessor:
    """A model that weighs pairs, the curve that makes its weights probabilities, and who is asked where it doubts."""

    nli: Nli
    calibration: Calibration = field(default_factory=Calibration)
    second: "Assessor | None" = None
    languages: frozenset[str] | None = frozenset({"en"})  # that the model reads; none: all

    def cut(self, risk: float | None) -> float:
        """Return the probability from which a claim is supported; one that nothing reaches where no cut is safe."""
        cut = self.calibration.cut if risk is None else self.calibration.cut_for(risk)
        return cut if cut is not None else 2.0


def judge_support(
    claim: str,
    passages: Sequence[Passage],
    assessor: Assessor,
    *,
    windows: int | None = None,
    scope: Scope = "full",
    risk: float | None = None,
) -> Ruling:
    """Rule on a claim by the passages of one source that are likeliest to bear on it.

    What the nearest sentence says from its other side, larger here and smaller there, is asked in that sentence's words
    where no comparison denies it: a model takes most of such claims for contradicted.
    """
    asked = partial(_judged, passages=passages, assessor=assessor, windows=windows, scope=scope, risk=risk)
    ruling = asked(claim)
    if ruling.support == "supported" or ruling.differences or not ruling.evidence:
        return ruling
    sentence = focus(claim, passages)[0].text
    said = without_denial(in_its_words(claim, sentence), sentence)
    again = asked(said) if said != claim else ruling
    return ruling if again.differences else again


def _judged(
    claim: str,
    passages: Sequence[Passage],
    assessor: Assessor,
    *,
    windows: int | None,
    scope: Scope,
    risk: float | None,
) -> Ruling:
    """Rule on a claim as it is written, or with its numbers as the nearest sentence writes them."""
    if not passages or not claim.strip():
        return Ruling(reason="no-text")
    if assessor.languages is not None and foreign(claim, passages, assessor.languages):
        return Ruling(reason="language", evidence=tuple(passages[:1]))
    sentence, near = focus(claim, passages)
    *weighed, together, nearest = weigh(claim, (*passages, joined(claim, passages), sentence), assessor.nli)
    total, cut = windows or len(passages), assessor.cut(risk)
    case = Case(claim, tuple(weighed), together, nearest, near, total, scope, assessor.calibration, cut)
    if assessor.second and (case.is_doubtful or parts(claim)):
        return _judged(claim, passages, assessor.second, windows=windows, scope=scope, risk=risk)
    case = replace(case, parts=seen(claim, passages, assessor.nli))
    if not case.is_held and (same := _with_its_numbers(case)) != claim:
        again = _judged(same, passages, assessor, windows=windows, scope=scope, risk=risk)
        if again.support == "supported":
            return again
    ruling = _supported(case) if case.is_held else _doubted(case, assessor.nli)
    return _capped(ruling, case, risk)


def enough_about(scope: Scope) -> float:
    """Return the share of the claim's words that a passage must have before the model's contradiction is believed."""
    return _ABOUT_AN_ABSTRACT if scope == "abstract" else ABOUT


def foreign(claim: str, passages: Sequence[Passage], known: frozenset[str]) -> bool:
    """Say whether the claim or what it is held against is in a language that the model was not trained on."""
    return any(language(text) not in known | {None} for text in (claim, passages[0].text))


def _supported(case: Case) -> Ruling:
    """Rule on a claim that the model takes for supported."""
    best = case.best
    against, hedged = compared(case.claim, _around(case), case.read)
    if against and not is_outweighed(case.near, against):
        return _ruled(case, "contradicted", best, against=against)
    if against:
        return _abstained(case, best, against)
    if _disagreeing(case) and not _is_word_for_word(case):
        return replace(_abstained(case, best), flags=("conflicting",))
    return _ruled(case, "partial" if hedged else "supported", best, against=hedged)


def _doubted(case: Case, nli: Nli) -> Ruling:
    """Rule on a claim that does not count as supported."""
    against = _contradicting(case)
    in_doubt = case.is_likely and not case.is_opposed
    if against and not (in_doubt and is_outweighed(case.near, against.differences)):
        return against
    if against:
        return replace(against, support="unchecked", reason="abstained")
    if case.is_likely:
        return _abstained(case, case.best)
    lost = _lost_clauses(case, nli)
    if lost:
        return _ruled(case, "partial", case.best, against=lost)
    return _ruled(case, "unsupported", max(case.weighed, key=lambda each: coverage(case.claim, each.passage.text)))


def _abstained(case: Case, rests_on: Weighed, against: Sequence[Difference] = ()) -> Ruling:
    """Leave a claim to the reader where the model finds support and something else speaks against it."""
    return replace(_ruled(case, "unchecked", rests_on, against=against), reason="abstained")


def _contradicting(case: Case) -> Ruling | None:
    """Return the ruling of a passage that is about the claim and says otherwise."""
    near = [(coverage(case.claim, each.passage.text), each) for each in case.weighed]
    about = [each for share, each in near if share >= enough_about(case.scope)]
    worst = max(about, key=lambda each: each.contradicted, default=None)
    if worst and case.is_opposed:
        against = compared(case.claim, worst.passage.text, case.read)[0]
        if against or not _says_the_same(case, compare_numbers(case.claim, worst.passage.text)):
            return _ruled(case, "contradicted", worst, against=against)
    share, closest = max(near, key=lambda each: each[0])
    against = compared(case.claim, closest.passage.text, case.read)[0] if share >= _CLOSE else ()
    return _ruled(case, "contradicted", closest, against=against) if against else None


def _says_the_same(case: Case, numbers: Numbers) -> bool:
    """Say whether the passage has each number of the claim in its own role, and denies as the claim does.

    Models take 4,200 million for a contradiction of 4.2 billion; where no comparison finds a fault, none is believed
    alone. Of 54 true claims of our own set that were called contradicted, 23 are left.
    """
    telling = [pair for pair in numbers.agreed if pair.claim.casefold() not in _COMMON]
    return bool(telling) and not numbers.missing and deny_alike(case.claim, case.nearest.passage.text)


def _with_its_numbers(case: Case) -> str:
    """Return the claim with its numbers as the nearest sentence writes them, if all agree: 4.2 billion, 4,200 million.

    A model takes another notation for another number: 0.03 for the one, 0.98 for the other.
    """
    numbers = compare_numbers(case.claim, case.nearest.passage.text)
    said = case.claim
    if numbers.differences or not _says_the_same(case, numbers):
        return said
    for pair in sorted(numbers.agreed, key=lambda each: -each.claim_span.start):
        said = said[: pair.claim_span.start] + pair.source + said[pair.claim_span.end :]
    return said


def _around(case: Case) -> str:
    """Return the passage that holds the nearest sentence: numbers and negations are compared where they stand."""
    held = (each.passage.text for each in case.weighed if case.nearest.passage.text in each.passage.text)
    return next(held, case.best.passage.text)


def _disagreeing(case: Case) -> bool:
    return any(
        each.contradicted >= _SURE and coverage(case.claim, each.passage.text) >= ABOUT
        for each in case.weighed
        if each is not case.best
    )


def _is_word_for_word(case: Case) -> bool:
    """Say whether the nearest sentence holds the claim as it is: then no other passage makes it doubtful."""
    claim, sentence = (" ".join(text.casefold().split()) for text in (case.claim, case.nearest.passage.text))
    return claim.rstrip(".") in sentence


def _lost_clauses(case: Case, nli: Nli) -> tuple[Difference, ...]:
    """Return the clauses that fail where others hold; asked only when the whole claim is in doubt."""
    spans = several(case.claim)
    held = [part.is_held for part in case.parts] or _held(case, spans, nli)
    if not any(held) or all(held):
        return ()
    lost = (span for span, holds in zip(spans, held, strict=True) if not holds)
    return tuple(Difference("clause", case.claim[span.start : span.end], "", span) for span in lost)


def _held(case: Case, spans: Sequence[Span], nli: Nli) -> list[bool]:
    passages = [each.passage for each in case.weighed]
    return [_holds(replace(case, claim=case.claim[span.start : span.end]), passages, nli) for span in spans]


def _holds(case: Case, passages: Sequence[Passage], nli: Nli) -> bool:
    sentence, near = focus(case.claim, passages)
    *weighed, together, nearest = weigh(case.claim, (*passages, joined(case.claim, passages), sentence), nli)
    return replace(case, weighed=tuple(weighed), joined=together, nearest=nearest, near=near).is_held


def _ruled(case: Case, support: Support, rests_on: Weighed, *, against: Sequence[Difference] = ()) -> Ruling:
    others = sorted((each for each in case.weighed if each is not rests_on), key=lambda each: -each.supported)
    evidence = tuple(replace(each.passage, score=round(each.supported, 6)) for each in (rests_on, *others[:1]))
    return Ruling(support, None, case.probability, evidence, tuple(against))


def _capped(ruling: Ruling, case: Case, risk: float | None) -> Ruling:
    """Keep from saying more than was read: of notes or an abstract nobody can say that the work lacks something."""
    if ruling.support == "unsupported" and case.scope != "full":
        return replace(ruling, support="unchecked", reason="partial-scope")
    if risk is not None and ruling.support in {"unsupported", "partial"}:
        return replace(ruling, support="unchecked", reason="abstained")
    return ruling
