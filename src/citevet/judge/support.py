"""Whether a source supports a claim, in two pure steps: plan the pairs to score, decide from their scores."""

from collections.abc import Iterable, Mapping, Sequence

from citevet.contracts import Nli
from citevet.judge.calibration import Calibration, Pair, Scores, Signals, combine_clauses
from citevet.judge.clauses import split_clauses
from citevet.judge.evidence import (
    count_words,
    coverage,
    covering_sentences,
    find_same_sentence,
    nearest_sentence,
    phrase_share,
)
from citevet.judge.numbers.comparison import NumberComparison, compare_numbers
from citevet.judge.polarity import (
    compare_antonyms,
    compare_hedges,
    compare_negations,
    compare_quantifiers,
    compare_views,
    find_dropped_view,
    find_lone_negation,
    names_holder,
    select_views,
)
from citevet.judge.roles import compare_labels, compare_roles
from citevet.judge.statements import pair_statements
from citevet.model import Difference, Passage, Ruling, Scope, Span, Support
from citevet.records import dataclass, field, replace
from citevet.text.language import detect_language, is_latin, name_language
from citevet.text.views import find_view

ENGLISH = frozenset({"en"})  # the languages that the embedded models read
_LONG = 30  # words of a claim from which its clauses count one by one
_MOST_CLAUSES = 12  # a text with more is a page of claims
_HELD = 0.5  # score from which a clause is supported
# Share of the claim's words that a passage must have before it can contradict. An abstract has fewer, and other words.
_ABOUT, _ABOUT_ABSTRACT = 0.4, 0.2
_CLOSE = 0.6  # … before a difference alone, without the model, can contradict
_EVEN = 0.5  # probability from which a model alone, without a difference, can contradict
_SAME = 0.7  # … in the nearest sentence, before a negation or a hedge overrules a model that finds support
_CERTAIN = 0.9  # score of the nearest sentences from which a negation on one side is not a reason to doubt
_CONFLICT = 0.8  # score from which a second passage contradicts the first
_CHECKS = (compare_quantifiers, compare_antonyms, compare_roles, compare_labels, compare_negations)
_COMMON = frozenset({"one", "first", "second", "third"})  # numbers that are in many texts by chance
_SUBSTITUTED = frozenset({"direction", "quantifier", "name"})  # another word in the same place, whatever is around


@dataclass(frozen=True, slots=True)
class Assessor:
    """A model that scores pairs, its calibration, and the languages it reads."""

    nli: Nli
    calibration: Calibration = field(default_factory=Calibration)
    languages: frozenset[str] | None = ENGLISH  # none: all
    page: int = 0  # tokens that it reads at once, and keeps for all claims about them; 0: it reads windows
    longest: int = 0  # tokens of the longest claim of a judge that reads pages
    is_whole: bool = False  # all passages are one text to it, and it cuts that by itself
    is_remote: bool = False  # every pair is a request


@dataclass(frozen=True, slots=True)
class _ScoredPassage:
    passage: Passage
    supported: float
    neutral: float
    contradicted: float


@dataclass(frozen=True, slots=True)
class _Case:
    """A claim before one source, with the scores of its passages."""

    claim: str
    passages: tuple[_ScoredPassage, ...]  # in the order of retrieval
    sentence: _ScoredPassage  # the nearest one
    near: float  # share of the claim's words in it
    signals: Signals
    clauses: tuple[tuple[Span, float], ...]  # each with its best score of support
    calibration: Calibration
    scope: Scope

    @property
    def best(self) -> _ScoredPassage:
        """The passage that supports most."""
        return max(self.passages, key=lambda each: each.supported)

    @property
    def probability(self) -> float:
        """How likely the source supports the claim."""
        whole = self.calibration.support_probability(self.signals)
        long = count_words(self.claim) > _LONG and self.calibration.is_fitted
        least = min((score for _, score in self.clauses), default=None) if long else None
        return round(combine_clauses(whole, least), 6)

    @property
    def is_doubtful(self) -> bool:
        """Whether the model contradicts a claim about the same, or only one side negates and the model is not sure."""
        if self.near >= _SAME and self.signals.is_opposed:
            return True
        return self.lone_negation is not None

    @property
    def lone_negation(self) -> Difference | None:
        """A negation of one side only, where the model is not sure."""
        unsure = self.near >= _ABOUT and self.signals.focus < _CERTAIN
        return find_lone_negation(self.claim, self.sentence.passage.text) if unsure else None


def plan(claim: str, passages: Sequence[Passage], *, languages: frozenset[str] | None = ENGLISH) -> tuple[Pair, ...]:
    """Return each pair whose scores `decide` needs: passages, sentences and clauses; none if nothing can be judged."""
    if not passages or not claim.strip() or is_foreign(claim, passages, languages):
        return ()
    nearest = nearest_sentence(claim, passages)[0]
    hypothesis = _with_numbers_of(claim, nearest.text)
    premises = (*passages, covering_sentences(claim, passages), nearest)
    pairs = [(each.text, hypothesis) for each in premises]
    pairs += [pair for span in _split(claim) for pair in _clause_pairs(span.of(claim), passages)]
    return tuple(dict.fromkeys(pairs))


def decide(
    claim: str,
    passages: Sequence[Passage],
    scores: Mapping[Pair, Scores],
    calibration: Calibration,
    *,
    scope: Scope = "full",
    risk: float | None = None,
    languages: frozenset[str] | None = ENGLISH,
) -> Ruling:
    """Rule on a claim by the passages of one source, with scores for the pairs that `plan` returned.

    `scope` is how much of the source there is; `risk` is the accepted share of wrong "supported".
    """
    if not passages or not claim.strip():
        return Ruling(reason="no-text")
    if is_foreign(claim, passages, languages):
        return Ruling(reason="language", evidence=tuple(passages[:1]))
    case = _read_case(claim, passages, scores, calibration, scope)
    is_likely = case.probability >= calibration.threshold_for(risk)
    same = find_same_sentence(claim, passages) if risk is None or is_likely else None
    if same:
        ruling = _check_same(case, same)
    elif not calibration.is_fitted and (is_likely or case.signals.contradiction >= calibration.threshold):
        ruling = _trust_model(case, is_likely=is_likely)
    elif is_likely and not case.is_doubtful:
        ruling = _check_likely(case)
    else:
        ruling = _explain_doubt(case, is_likely=is_likely)
    ruling = _check_holder(case, ruling)
    return limit_ruling(ruling, scope=scope, risk=risk)


def limit_ruling(ruling: Ruling, *, scope: Scope, risk: float | None) -> Ruling:
    """Return a ruling that says no more than a part of a source can, and an accepted risk allows."""
    is_lacking = ruling.support == "unsupported" and scope != "full"
    if scope == "title" or is_lacking:  # a title names a work and says nothing
        return replace(ruling, support="unchecked", reason="partial-scope")
    if risk is not None and ruling.support in {"unsupported", "partial"}:
        return replace(ruling, support="unchecked", reason="abstained")
    return ruling


def read_signals(claim: str, passages: Sequence[Passage], scores: Mapping[Pair, Scores]) -> Signals:
    """Return what the probability of a claim rests on; `evals/` fits the calibration to it."""
    return _read_case(claim, passages, scores, Calibration(), "full").signals


def find_differences(claim: str, passage: str) -> tuple[tuple[Difference, ...], tuple[Difference, ...]]:
    """Return what the passage says otherwise, and what it hedges and the claim does not."""
    if (view := find_view(claim)) and view.is_belief:  # what others say of the matter does not contradict a view of it
        passage = select_views(view, passage)
    pairs = pair_statements(claim, passage)
    found = [*compare_views(claim, passage), *compare_numbers(claim, passage).differences]
    for check in _CHECKS:
        found += [each for pair in pairs for each in check(*pair) if not _is_covered(each, found)]
    hedged = [] if found else [each for pair in pairs for each in compare_hedges(*pair)]
    hedged += [] if found or hedged else find_dropped_view(claim, passage)
    return tuple(found), tuple(hedged)


def overrules_model(near: float, differences: Sequence[Difference]) -> bool:
    """Check whether differences overrule a model that finds support; `near` is the share of words nearby."""
    return any(each.type != "negation" or near >= _SAME for each in differences)


def _with_numbers_of(claim: str, sentence: str) -> str:
    """Return a claim with its numbers as a sentence writes them, if all agree: 4.2 billion for 4,200 million.

    A model takes another notation for another number: it scores 0.03 for the one and 0.98 for the other.
    """
    numbers = compare_numbers(claim, sentence)
    if numbers.differences or not _is_confirmed(numbers):
        return claim
    for pair in sorted(numbers.agreed, key=lambda each: -each.claim_span.start):
        claim = claim[: pair.claim_span.start] + pair.source + claim[pair.claim_span.end :]
    return claim


def _is_confirmed(numbers: NumberComparison) -> bool:
    telling = [pair for pair in numbers.agreed if pair.claim.casefold() not in _COMMON]
    return bool(telling) and not numbers.missing


def _is_covered(difference: Difference, found: list[Difference]) -> bool:
    span = difference.span
    return any(span and other.span and span.overlaps(other.span) for other in found)


def is_foreign(claim: str, passages: Sequence[Passage], known: frozenset[str] | None) -> bool:
    """Check whether claim or evidence is in a language that the model does not read."""
    return known is not None and not all(reads(text, known) for text in (claim, passages[0].text))


def reads(text: str, known: frozenset[str]) -> bool:
    """Check whether a text is in one of the languages that a model reads, as far as that can be detected."""
    found = detect_language(text)
    if found != "other" or known <= ENGLISH:
        return found in known | {None}
    named = name_language(text)
    return named in known or (named == "other" and is_latin(text))


def _split(claim: str) -> tuple[Span, ...]:
    found = split_clauses(claim)
    return found if 1 < len(found) <= _MOST_CLAUSES else ()


def _clause_pairs(clause: str, passages: Sequence[Passage]) -> tuple[Pair, Pair]:
    """Return a clause with the passage, and with the few sentences, that have most of its words."""
    window = max(passages, key=lambda each: coverage(clause, each.text))
    return (window.text, clause), (covering_sentences(clause, passages).text, clause)


def _read_case(
    claim: str, passages: Sequence[Passage], scores: Mapping[Pair, Scores], calibration: Calibration, scope: Scope
) -> _Case:
    sentence, near = nearest_sentence(claim, passages)
    hypothesis = _with_numbers_of(claim, sentence.text)
    covering = covering_sentences(claim, passages)
    *scored, joined, nearest = (
        _ScoredPassage(each, *scores[each.text, hypothesis]) for each in (*passages, covering, sentence)
    )
    signals = Signals(
        window=max(each.supported for each in scored),
        focus=max(joined.supported, nearest.supported),
        contradiction=max(each.contradicted for each in (*scored, joined, nearest)),
        overlap=max(coverage(claim, each.text) for each in passages),
        phrases=phrase_share(claim, covering.text),
    )
    clauses = tuple(
        (span, max(scores[pair][0] for pair in _clause_pairs(span.of(claim), passages))) for span in _split(claim)
    )
    return _Case(claim, tuple(scored), nearest, near, signals, clauses, calibration, scope)


def _trust_model(case: _Case, *, is_likely: bool) -> Ruling:
    """Rule by the scores of an uncalibrated model that is sure."""
    if is_likely and _has_conflict(case):
        return replace(_rule(case, "unchecked", case.best), reason="abstained", flags=("conflicting",))
    if is_likely:
        return _rule(case, "supported", case.best)
    worst = max(case.passages, key=lambda each: each.contradicted)
    return _rule(case, "contradicted", worst, find_differences(case.claim, worst.passage.text)[0])


def _check_same(case: _Case, same: Passage) -> Ruling:
    """Rule on a claim that is a sentence of the source: only a comparison with that sentence can object."""
    against, hedged = find_differences(case.claim, same.text)
    support: Support = "contradicted" if against else "partial" if hedged else "supported"
    holding = next(each for each in case.passages if same.text in each.passage.text)
    return _rule(case, support, holding, against or hedged)


def _check_holder(case: _Case, ruling: Ruling) -> Ruling:
    """Rule on whose view it is: a model reads what is believed, and misses who believes it."""
    view = find_view(case.claim)
    if view is None or not view.is_belief or ruling.support not in {"supported", "contradicted"}:
        return ruling
    is_named = any(names_holder(view, each.passage.text) for each in case.passages)
    if ruling.support == "supported" and not is_named:
        return replace(ruling, support="partial", differences=(_lose(case.claim, view.span),))
    if ruling.support == "contradicted" and not ruling.differences:
        if is_named:
            return replace(ruling, support="unchecked", reason="abstained")
        return replace(ruling, support="unsupported")
    return ruling


def _check_likely(case: _Case) -> Ruling:
    """Rule on a claim that the model takes for supported: differences are vetoes."""
    around = (each for each in case.passages if case.sentence.passage.text in each.passage.text)
    compared = next(around, case.best)
    against, hedged = find_differences(case.claim, compared.passage.text)
    if overrules_model(case.near, against):
        return _rule(case, "contradicted", compared, against)
    if _has_conflict(case):
        return replace(_rule(case, "unchecked", case.best), reason="abstained", flags=("conflicting",))
    if hedged and case.near >= _SAME:
        return _rule(case, "partial", compared, hedged)
    return _rule(case, "supported", case.best)


def _has_conflict(case: _Case) -> bool:
    """Check whether another passage contradicts the claim; a claim that is in the source word for word has none."""
    claim, sentence = (" ".join(text.casefold().split()) for text in (case.claim, case.sentence.passage.text))
    if claim.rstrip(".") in sentence:
        return False
    others = [each for each in case.passages if each is not case.best and each.contradicted >= _CONFLICT]
    return any(coverage(case.claim, each.passage.text) >= _ABOUT for each in others)


def _explain_doubt(case: _Case, *, is_likely: bool) -> Ruling:
    """Rule on a claim that is not supported: contradicted, in doubt, supported in part, or not in the source."""
    near = [(coverage(case.claim, each.passage.text), each) for each in case.passages]
    least = _ABOUT_ABSTRACT if case.scope == "abstract" else _ABOUT
    about = [each for share, each in near if share >= least]
    opposed = case.calibration.contradiction_probability(case.signals)
    if about and opposed >= case.calibration.against:
        worst = max(about, key=lambda each: each.contradicted)
        differences = find_differences(case.claim, worst.passage.text)[0]
        if differences or (opposed >= _EVEN and not is_likely):
            return _rule(case, "contradicted", worst, differences)
    share, closest = max(near, key=lambda each: each[0])
    against = find_differences(case.claim, closest.passage.text)[0]
    if (share >= _CLOSE and against) or any(each.type in _SUBSTITUTED for each in against):
        return _rule(case, "contradicted", closest, against)
    if is_likely:
        return replace(_rule(case, "unchecked", case.best, filter(None, [case.lone_negation])), reason="abstained")
    lost = [span for span, score in case.clauses if score < _HELD]
    if lost and len(lost) < len(case.clauses):
        return _rule(case, "partial", case.best, [_lose(case.claim, span) for span in lost])
    return _rule(case, "unsupported", closest)


def _lose(claim: str, span: Span) -> Difference:
    return Difference("clause", span.of(claim), "", span)


def _rule(case: _Case, support: Support, rests_on: _ScoredPassage, differences: Iterable[Difference] = ()) -> Ruling:
    others = sorted((each for each in case.passages if each is not rests_on), key=lambda each: -each.supported)
    evidence = tuple(replace(each.passage, score=round(each.supported, 6)) for each in (rests_on, *others[:1]))
    return Ruling(support, None, case.probability, evidence, tuple(differences))


def report_conflict(supporting: Ruling, opposing: Ruling) -> Ruling:
    """Return the ruling on a claim that one source supports and another contradicts, with both passages."""
    flags = dict.fromkeys((*supporting.flags, *opposing.flags, "conflicting"))
    return replace(
        opposing,
        support="unchecked",
        reason="abstained",
        confidence=None,
        evidence=(*opposing.evidence[:1], *supporting.evidence[:1]),
        flags=tuple(flags),
    )
