"""The one judging pipeline: claims and passages in, rulings out.

`check`, `verify` and `corpus cite` all ask here. The pairs of all questions are collected, each pair is scored once, in
batches, and every question is decided from the scores.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from citevet.contracts import Nli, Progress
from citevet.judge.calibration import Pair, Scores
from citevet.judge.evidence import content_stems, coverage
from citevet.judge.numbers.comparison import compare_numbers
from citevet.judge.prompt_injection import mask_orders
from citevet.judge.support import Assessor, decide, plan
from citevet.model import Difference, Passage, Ruling, Scope, Span
from citevet.records import dataclass, replace
from citevet.retrieve import Bm25
from citevet.text.sentences import split_sentences

# Characters, some 280 tokens: the small judge reads 320, and a longer claim leaves no room for the evidence. Of 5,649
# claims of public sets the longest has 970.
LONGEST_CLAIM = 1_200
_BATCH = 256  # pairs that are scored and cached at once: some seconds of work, which is what a kill may cost
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


def judge_claims(
    questions: Sequence[ClaimQuestion],
    assessor: Assessor | None,
    *,
    risk: float | None = None,
    progress: Progress | None = None,
) -> list[Ruling]:
    """Score the pairs of all questions together, and decide each question; no assessor: the model is missing."""
    if assessor is None:
        return [Ruling(reason="model-missing")] * len(questions)
    heard = [replace(each, passages=tuple(_list_heard(each.passages))) for each in questions]
    planned = [plan(each.claim, each.passages, languages=assessor.languages) for each in heard]
    scores = _score(list(dict.fromkeys(pair for pairs in planned for pair in pairs)), assessor, progress)
    rulings = [
        decide(
            each.claim,
            each.passages,
            scores,
            assessor.calibration,
            scope=each.scope,
            risk=risk,
            languages=assessor.languages,
        )
        if each.passages or not asked.passages
        else _rule_silent(asked)
        for each, asked in zip(heard, questions, strict=True)
    ]
    return [_restore(ruling, asked.passages) for ruling, asked in zip(rulings, questions, strict=True)]


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


def _score(pairs: Sequence[Pair], assessor: Assessor, progress: Progress | None) -> Mapping[Pair, Scores]:
    scores: dict[Pair, Scores] = {}
    for at in range(0, len(pairs), _BATCH):
        if progress:
            progress(at, len(pairs), "pairs of claim and passage")
        batch = pairs[at : at + _BATCH]
        scores.update(zip(batch, assessor.nli(batch), strict=True))
    return scores


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
