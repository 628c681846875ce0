"""The one judging pipeline: claims and passages in, rulings out.

`check`, `verify` and `corpus cite` all ask here. The pairs of all questions are collected, each pair is scored once, in
batches, and every question is decided from the scores.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from citevet.contracts import Nli, Progress
from citevet.errors import NoAnswer
from citevet.judge.calibration import Calibration, Pair, Scores, Signals
from citevet.judge.evidence import content_stems, coverage
from citevet.judge.numbers.comparison import compare_numbers
from citevet.judge.page_reading import Asking, read_claim, refuse
from citevet.judge.prompt_injection import mask_orders
from citevet.judge.support import Assessor, decide, plan, read_signals
from citevet.model import Difference, Passage, Reason, Ruling, Scope, Span
from citevet.records import dataclass, replace
from citevet.retrieve import Bm25
from citevet.text.sentences import split_sentences

_REMOTE_BATCH = 8  # pairs of a judge behind a network: progress after each few requests
BATCH = 256  # pairs that are scored and cached at once: some seconds of work, which is what a kill may cost
STOPPABLE = 16  # … where the work may be stopped: a fraction of a second
_SHORT = 120  # characters of a passage that is shown whole
# The end of a paragraph, or of a line without a full stop before a capital letter: a title, if it is short.
_BREAK = re.compile(r"\n[^\S\n]*\n\s*|(?<![.!?:;,。\s])[^\S\n]*\n(?=[^\W\d_a-z])")
_MANY_WORDS = 0.5  # share of a claim's words from which the words decide which sentence is shown
_MOST_SENTENCES = 20  # of a passage that are scored to find the one that is shown
_TITLE_WORDS = 8  # of the longest title; lines that are merely wrapped have more


@dataclass(frozen=True, slots=True)
class ClaimQuestion:
    """Whether passages of one source support a claim, whose text is normalised already."""

    claim: str
    passages: tuple[Passage, ...]
    scope: Scope = "full"
    is_brief: bool = False  # clauses and evidence do not matter


def judge_claims(
    questions: Sequence[ClaimQuestion],
    assessor: Assessor | None,
    *,
    risk: float | None = None,
    progress: Progress | None = None,
    batch: int = BATCH,
) -> list[Ruling]:
    """Score the pairs of all questions together, and decide each question; no assessor: the model is missing."""
    if assessor is None:
        return [Ruling(reason="model-missing")] * len(questions)
    heard = [replace(each, passages=tuple(_list_heard(each.passages))) for each in questions]
    if assessor.page:
        rulings = _read_claims(heard, assessor, risk, progress)
    else:
        rulings = _weigh_claims(heard, assessor, risk, progress, batch)
    return [
        _restore(ruling, asked.passages) if each.passages or not asked.passages else _rule_silent(asked)
        for ruling, each, asked in zip(rulings, heard, questions, strict=True)
    ]


def _weigh_claims(
    heard: Sequence[ClaimQuestion], assessor: Assessor, risk: float | None, progress: Progress | None, most: int
) -> list[Ruling]:
    """Rule on claims by the scores of pairs, all of which are known beforehand."""
    planned = [_plan(each, assessor) for each in heard]
    asked_pairs = list(dict.fromkeys(pair for pairs in planned for pair in pairs.values()))
    scores, lost = _score(asked_pairs, assessor, progress, most)

    def rule(each: ClaimQuestion, pairs: Mapping[Pair, Pair]) -> Ruling:
        if reason := next((lost[pair] for pair in pairs.values() if pair in lost), None):
            return Ruling(reason=reason, evidence=each.passages[:1])
        return decide(
            each.claim,
            each.passages,
            {asked: scores[pair] for asked, pair in pairs.items()},
            assessor.calibration,
            scope=each.scope,
            risk=risk,
            languages=assessor.languages,
        )

    return [rule(each, pairs) for each, pairs in zip(heard, planned, strict=True)]


def _read_claims(
    heard: Sequence[ClaimQuestion], assessor: Assessor, risk: float | None, progress: Progress | None
) -> list[Ruling]:
    """Rule on claims by pages that are read once: all that is asked of a page is asked while it is kept."""
    rulings = [refuse(each.claim, each.passages, assessor) for each in heard]
    asked = [place for place, ruling in enumerate(rulings) if ruling is None]
    asked.sort(key=lambda place: [(page.source, page.page or 0, page.span.start) for page in heard[place].passages])
    done = 0
    for _, group in groupby(asked, key=lambda place: heard[place].passages[0].text):
        places = list(group)
        if progress:
            progress(done, len(asked), "claims read against their pages")
        read = [_start(heard[each], assessor.calibration, risk) for each in places]
        for place, ruling in zip(places, _answer(read, assessor.nli), strict=True):
            rulings[place] = ruling
        done += len(places)
    return [ruling or Ruling(reason="no-text") for ruling in rulings]


def _start(asked: ClaimQuestion, calibration: Calibration, risk: float | None) -> Asking[Ruling]:
    return read_claim(asked.claim, asked.passages, calibration, scope=asked.scope, risk=risk, brief=asked.is_brief)


def _answer(read: Sequence[Asking[Ruling]], nli: Nli) -> list[Ruling]:
    """Run rulings side by side: what they ask is asked together, page by page."""
    scores: dict[Pair, Scores] = {}
    waiting: dict[int, Sequence[Pair]] = {number: next(each) for number, each in enumerate(read)}
    found: dict[int, Ruling] = {}
    while waiting:
        pairs = sorted({pair for wanted in waiting.values() for pair in wanted if pair not in scores})
        for at in range(0, len(pairs), BATCH):
            batch = pairs[at : at + BATCH]
            scores.update(zip(batch, nli(batch), strict=True))
        for number in list(waiting):
            try:
                waiting[number] = read[number].send(scores)
            except StopIteration as ended:
                found[number] = ended.value
                del waiting[number]
    return [found[number] for number in range(len(read))]


def list_signals(
    questions: Sequence[ClaimQuestion], assessor: Assessor, *, progress: Progress | None = None
) -> list[Signals | None]:
    """Return what the probability of each question rests on; none where nothing could be scored."""
    heard = [replace(each, passages=tuple(_list_heard(each.passages))) for each in questions]
    planned = [_plan(each, assessor) for each in heard]
    asked_pairs = list(dict.fromkeys(pair for pairs in planned for pair in pairs.values()))
    scores, lost = _score(asked_pairs, assessor, progress, BATCH)
    return [
        read_signals(each.claim, each.passages, {asked: scores[pair] for asked, pair in pairs.items()})
        if pairs and not any(pair in lost for pair in pairs.values())
        else None
        for each, pairs in zip(heard, planned, strict=True)
    ]


def _plan(question: ClaimQuestion, assessor: Assessor) -> dict[Pair, Pair]:
    """Return each pair that a ruling needs, and the pair that is scored for it.

    A judge that reads long texts gets all passages at once, in their order: its answer stands for each of them.
    """
    pairs = plan(question.claim, question.passages, languages=assessor.languages)
    if not assessor.is_whole or not pairs:
        return {pair: pair for pair in pairs}
    order = sorted(question.passages, key=lambda each: (each.page or 0, each.span.start))
    whole = "\n\n".join(each.text for each in order), question.claim
    return dict.fromkeys(pairs, whole)


def _rule_silent(question: ClaimQuestion) -> Ruling:
    """Return the ruling on passages that only tell a model what to answer: they say nothing of the claim."""
    if question.scope == "full":
        return Ruling("unsupported", confidence=0.0, evidence=question.passages[:1])
    return Ruling(reason="partial-scope", evidence=question.passages[:1])


def _list_heard(passages: Sequence[Passage]) -> Iterator[Passage]:
    """Yield the passages without sentences that tell a model what to answer: a page cannot order its own verdict."""
    for passage in map(mask_orders, passages):
        if not passage.text.isspace():
            yield passage


def _restore(ruling: Ruling, passages: Sequence[Passage]) -> Ruling:
    """Return a ruling whose evidence has the words of the source, also those that were not heard."""

    def restore(shown: Passage) -> Passage:
        own = next((each for each in passages if each.source == shown.source and each.span.holds(shown.span)), None)
        is_cut = own is not None and len(own.text) == len(own.span) and own.page == shown.page
        return replace(shown, text=shown.span.shift(-own.span.start).of(own.text)) if own and is_cut else shown

    is_masked = any("  " in shown.text for shown in ruling.evidence)
    return replace(ruling, evidence=tuple(map(restore, ruling.evidence))) if is_masked else ruling


def _score(
    pairs: Sequence[Pair], assessor: Assessor, progress: Progress | None, most: int
) -> tuple[Mapping[Pair, Scores], Mapping[Pair, Reason]]:
    """Return the scores of the pairs, and why a judge behind a network gave none for some."""
    scores: dict[Pair, Scores] = {}
    lost: dict[Pair, Reason] = {}
    size = _REMOTE_BATCH if assessor.is_remote else most
    for at in range(0, len(pairs), size):
        if progress:
            progress(at, len(pairs), "pairs of claim and passage")
        batch = pairs[at : at + size]
        try:
            scores.update(zip(batch, assessor.nli(batch), strict=True))
        except NoAnswer:
            _score_singly(batch, assessor.nli, scores, lost)
    return scores, lost


def _score_singly(batch: Sequence[Pair], nli: Nli, scores: dict[Pair, Scores], lost: dict[Pair, Reason]) -> None:
    """Score each pair alone, so that one without an answer does not take the others with it."""
    for pair in batch:
        try:
            scores.update(zip([pair], nli([pair]), strict=True))
        except NoAnswer as error:
            lost[pair] = error.reason


def find_decisive_sentence(
    claim: str, passage: Passage, differences: Sequence[Difference] = (), nli: Nli | None = None
) -> Passage:
    """Return the sentence of a passage that bears on a claim; a short passage is returned whole.

    Where words of the source differ from the claim, it is a sentence that has those words, if one does; else one about
    the same whose numbers agree with those of the claim. Where no sentence has half of the claim's words, `nli` decides
    which one supports it: of 53 claims of WiCE this finds a marked sentence for 43, words alone for 39.
    """
    spans = list(_split(passage.text)) if len(passage.text) > _SHORT or "\n" in passage.text else []
    if len(spans) <= 1:
        return passage
    if passage.span.start == 0 and _starts_with_title(passage.text, spans):
        spans = spans[1:]  # the title of the whole work asserts nothing
    texts = [span.of(passage.text) for span in spans]
    scores = Bm25.over(texts).scores(claim)
    decisive = [each.source for each in differences if each.source]
    agreed = [] if decisive else [each.source for each in compare_numbers(claim, passage.text).agreed]
    patterns = [re.compile(rf"(?<!\w){re.escape(each)}(?!\w)") for each in (*decisive, *agreed)]
    found = [
        sum(each.search(text) is not None for each in patterns) if decisive or _shares_word(claim, text) else 0
        for text in texts
    ]
    place = max(range(len(spans)), key=lambda place: (found[place], scores[place]))
    if nli and not found[place] and len(texts) <= _MOST_SENTENCES and coverage(claim, texts[place]) < _MANY_WORDS:
        support = [each[0] for each in nli([(text, claim) for text in texts])]
        place = max(range(len(spans)), key=support.__getitem__)
    best = spans[place]
    return replace(passage, span=best.shift(passage.span.start), text=best.of(passage.text))


def _shares_word(claim: str, text: str) -> bool:
    return any(stem[0].isalpha() for stem in content_stems(claim) & content_stems(text))


def _starts_with_title(text: str, spans: Sequence[Span]) -> bool:
    """Return whether the first of some sentences is a line of its own without a full stop."""
    return "\n" in text[spans[0].end : spans[1].start] and text[spans[0].end - 1] not in ".!?。"


def _split(text: str) -> Iterator[Span]:
    """Yield the sentences; a title is separate from the sentence below it."""
    start = 0
    for end in (*_find_breaks(text), len(text)):
        yield from (each.shift(start) for each in split_sentences(text[start:end]))
        start = end


def _find_breaks(text: str) -> Iterator[int]:
    for found in _BREAK.finditer(text):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if found[0].count("\n") > 1 or len(line.split()) <= _TITLE_WORDS:
            yield found.end()
