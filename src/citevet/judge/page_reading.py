"""Rule on claims with a judge that reads a page once: the whole claim first, then its clauses, then its evidence.

What is asked next depends on the answers, so a ruling is a generator: it yields pairs, and is sent their scores. Each
question costs the tokens of its claim alone, because the page was read before.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import TypeVar

from citevet.judge.calibration import Calibration, Pair, ReadSignals, Scores
from citevet.judge.clauses import split_parts
from citevet.judge.evidence import count_words, coverage, list_sentences, nearest_sentence
from citevet.judge.numbers.comparison import compare_numbers
from citevet.judge.source_stance import find_stance
from citevet.judge.support import Assessor, is_foreign, limit_ruling
from citevet.model import ClauseRuling, Difference, Passage, Ruling, Scope, Support
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, replace
from citevet.text.language import detect_language
from citevet.text.negation import find_negations
from citevet.text.token_estimate import estimate_tokens
from citevet.text.tokens import Tokens
from citevet.text.views import find_view

Found = TypeVar("Found")
Asking = Generator[Sequence[Pair], Mapping[Pair, Scores], Found]
_FOR, _AGAINST = 0, 2  # places of the scores
_SURE = 0.9  # probability from which numbers that seem to differ are no reason to doubt
_PLAIN = 0.6  # share of the claim's words from which a sentence decides without being asked
_STRANGE = 0.2  # … below which words do not tell which sentence decides: another language
_SHARED = 0.3  # share of the claim's words in a page from which its clauses are worth asking
_ALONE = 0.5  # score from which a sentence decides without the rest of the page
_GAP = lazy_pattern(r"\s(?=[.,;:!?])")
_MOST_SENTENCES = 16  # of a page in another language that are asked one by one


@dataclass(frozen=True, slots=True)
class _Read:
    """What a page says of a claim."""

    page: Passage
    supported: float  # probabilities
    contradicted: float


def refuse(claim: str, pages: Sequence[Passage], assessor: Assessor) -> Ruling | None:
    """Return why a claim cannot be judged by these pages; none if it can."""
    if not pages or not _has_words(claim) or not any(_has_words(page.text) for page in pages):
        return Ruling(reason="no-text")
    if assessor.longest and estimate_tokens(claim) > assessor.longest:
        return Ruling(reason="too-large", evidence=tuple(pages[:1]))
    if is_foreign(claim, pages, assessor.languages):
        return Ruling(reason="language", evidence=tuple(pages[:1]))
    return None


def read_claim(
    claim: str,
    pages: Sequence[Passage],
    calibration: Calibration,
    *,
    scope: Scope = "full",
    risk: float | None = None,
    brief: bool = False,
) -> Asking[Ruling]:
    """Rule on a claim by pages of one source; `brief`: the verdict on the whole claim, with its page."""
    read = yield from _read(claim, pages, calibration)
    best = max(read, key=lambda each: each.supported)
    worst = max(read, key=lambda each: each.contradicted)
    if brief:
        ruling = Ruling(_name(best, calibration, risk), evidence=(best.page,))
    elif best.supported >= calibration.threshold_for(risk):
        against = worst if worst is not best and worst.contradicted >= calibration.against else None
        ruling = yield from _rule_likely(claim, best, against)
    elif risk is not None and best.supported >= calibration.threshold:
        evidence = yield from _find_least(claim, best.page, _FOR)
        ruling = Ruling("unchecked", "abstained", evidence=evidence)
    else:
        ruling = yield from _rule_doubtful(claim, read, worst, calibration)
    return limit_ruling(replace(ruling, confidence=round(best.supported, 6)), scope=scope, risk=risk)


def read_signals(claim: str, page: str, scores: Scores) -> ReadSignals:
    """Return what the probability of a claim rests on; `evals/` fits the calibration to it."""
    kinds = {
        "number": any(map(str.isdigit, claim)),
        "negation": bool(find_negations(Tokens(claim))),
        "view": find_view(claim) is not None,
        "clauses": bool(split_parts(claim)),
    }
    known = frozenset(kind for kind, is_there in kinds.items() if is_there)
    return ReadSignals(scores[_FOR], scores[_AGAINST], count_words(claim), count_words(page), known)


def _read(claim: str, pages: Sequence[Passage], calibration: Calibration) -> Asking[list[_Read]]:
    asked = _plain(claim)
    scores = yield [(page.text, asked) for page in pages]
    found = []
    for page in pages:
        signals = read_signals(asked, page.text, scores[page.text, asked])
        chances = calibration.support_probability(signals), calibration.contradiction_probability(signals)
        found.append(_Read(page, *chances))
    return found


def _rule_likely(claim: str, best: _Read, against: _Read | None) -> Asking[Ruling]:
    """Rule on a claim that a page supports; another page, or its numbers where the judge is not sure, may object."""
    evidence = yield from _find_least(claim, best.page, _FOR)
    if against:
        opposing = yield from _find_least(claim, against.page, _AGAINST)
        return Ruling("unchecked", "abstained", evidence=(*opposing, *evidence), flags=("conflicting",))
    differences = compare_numbers(claim, _join(evidence)).differences if best.supported < _SURE else ()
    if differences:
        return Ruling("unchecked", "abstained", evidence=evidence, differences=differences)
    return Ruling("supported", evidence=evidence)


def _rule_doubtful(claim: str, read: Sequence[_Read], worst: _Read, calibration: Calibration) -> Asking[Ruling]:
    """Rule on a claim that no page supports as a whole: contradicted, supported in part, or not in the source."""
    near = [each.page for each in read if _may_be_about(claim, each.page)]
    clauses = (yield from _rule_clauses(claim, near, calibration)) if near else ()
    is_mixed = len({each.support for each in clauses}) > 1
    shown = clauses if is_mixed else ()
    if worst.contradicted >= calibration.against:
        evidence = yield from _find_least(claim, worst.page, _AGAINST)
        differences = compare_numbers(claim, _join(evidence)).differences
        stance = find_stance(claim, _join(evidence))
        return Ruling("contradicted", evidence=evidence, differences=differences, clauses=shown, stance=stance)
    if is_mixed and any(each.support == "supported" for each in clauses):
        lost = tuple(each for each in clauses if each.support != "supported")
        evidence = next(each.evidence for each in clauses if each.support == "supported")
        differences = tuple(Difference("clause", each.text, "", each.span) for each in lost)
        stance = next(filter(None, (find_stance(each.text, _join(each.evidence)) for each in lost)), None)
        return Ruling("partial", evidence=evidence, differences=differences, clauses=shown, stance=stance)
    nearest, _ = nearest_sentence(claim, [each.page for each in read])
    return Ruling("unsupported", evidence=(nearest,), stance=find_stance(claim, nearest.text))


def _may_be_about(claim: str, page: Passage) -> bool:
    """Check whether a page may say a part of a claim: it shares words with it, or is in another language."""
    languages = {detect_language(claim), detect_language(page.text)} - {None}
    return len(languages) > 1 or coverage(claim, page.text) >= _SHARED


def _rule_clauses(claim: str, pages: Sequence[Passage], calibration: Calibration) -> Asking[tuple[ClauseRuling, ...]]:
    """Rule on each clause by the page that says most of it."""
    found: list[ClauseRuling] = []
    for span in split_parts(claim):
        text = span.of(claim)
        read = yield from _read(text, pages, calibration)
        best = max(read, key=lambda each: max(each.supported, each.contradicted))
        support = _name(best, calibration)
        if support == "unsupported":
            evidence: tuple[Passage, ...] = (nearest_sentence(text, pages)[0],)
        else:
            evidence = yield from _find_least(text, best.page, _FOR if support == "supported" else _AGAINST)
        found.append(ClauseRuling(span, _plain(text), support, round(best.supported, 6), evidence))
    return tuple(found)


def _name(read: _Read, calibration: Calibration, risk: float | None = None) -> Support:
    if read.supported >= calibration.threshold_for(risk):
        return "supported"
    return "contradicted" if read.contradicted >= calibration.against else "unsupported"


def _find_least(claim: str, page: Passage, wanted: int) -> Asking[tuple[Passage, ...]]:
    """Return the fewest sentences of a page that decide: the one with most of the words, or that and a second one.

    The judge is asked only where the words leave it open: to ask for a sentence costs as much as for another claim.
    """
    claim, sentences = _plain(claim), list_sentences(page)
    first, share = nearest_sentence(claim, [page])
    if len(sentences) <= 1 or share >= _PLAIN:
        return (first,)
    if share < _STRANGE and len(sentences) <= _MOST_SENTENCES:
        scores = yield [(each.text, claim) for each in sentences]
        return (max(sentences, key=lambda each: scores[each.text, claim][wanted]),)
    scores = yield [(first.text, claim)]
    if scores[first.text, claim][wanted] >= _ALONE:
        return (first,)
    others = [each for each in sentences if each.span != first.span]
    second = max(others, key=lambda each: coverage(claim, f"{first.text} {each.text}"))
    return tuple(sorted((first, second), key=lambda each: each.span.start))


def _plain(claim: str) -> str:
    """Return a claim without the blanks that stand for its markers."""
    return _GAP.sub("", " ".join(claim.split()))


def _join(passages: Iterable[Passage]) -> str:
    return " ".join(each.text for each in passages)


def _has_words(text: str) -> bool:
    return sum(map(str.isalpha, text)) > 1
