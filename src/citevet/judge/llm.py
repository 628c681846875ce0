"""The second opinion of a language model: prompts with fenced material, and votes, of which two in three decide."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, get_args

from citevet.contracts import Nli
from citevet.judge.evidence import coverage
from citevet.judge.prompt_injection import LONGEST, visible_text
from citevet.judge.quotes.normal_form import CJK, FoldedSource
from citevet.judge.quotes.verbatim import find_verbatim, split_quotation
from citevet.model import Flag, Page, Passage, Span, Support
from citevet.records import dataclass, replace
from citevet.text.sentences import split_sentences

VOTES = 3
VoteWord = Literal["supported", "partial", "unsupported", "contradicted"]
VERDICTS: tuple[VoteWord, ...] = get_args(VoteWord)
_TEMPLATES = Path(__file__).with_name("templates")
# The reason comes first: a model that must give one before its verdict gives a better verdict.
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "why": {"type": "string"},
        "quote": {"type": "string"},
        "missing": {"type": "string"},
        "verdict": {"type": "string", "enum": list(VERDICTS)},
    },
    "required": ["why", "quote", "missing", "verdict"],
    "additionalProperties": False,
}
_LEAST_COVERAGE = 0.2  # 2,084 of 2,203 supported claims of public sets have it in one sentence
_RUN = re.compile(rf"[{CJK}]+")
_PAIRS = 4  # of syllables; a claim with fewer is not a Korean sentence
VoidReason = Literal["no-answer", "no-verdict", "no-quote", "not-in-source", "beside-the-point", "not-borne-out"]
# Scores of our own judge from which a quotation bears out a vote. A model that always says "supported" and quotes the
# nearest sentence keeps a vote for 8 of 72 false claims near the threshold, and 14 of 48 true ones (evals/votes.py).
_BORNE: Mapping[str, float] = {"supported": 0.5, "partial": 0.1, "contradicted": 0.2}
_LEAST_UNREAD = 0.5  # coverage by a quotation that our own judge cannot read
_ANSWER = 20_000  # characters that are looked at
_OBJECTS = 8  # places where an object may begin
_QUOTE = 2_000  # characters of a quotation
_TELLING = re.compile(rf"[^\W_{CJK}]+|[{CJK}]{{3}}")  # three words, or nine syllables
_FEWEST_WORDS = 3
# From worst to best; neighbours hardly disagree.
_SCALE: tuple[VoteWord, ...] = ("contradicted", "unsupported", "partial", "supported")
_FOR = {"supported": 1.0, "partial": 0.5, "unsupported": 0.0, "contradicted": 0.0}
_QUORUM = 2


def build_prompt(claim: str, passages: Sequence[Passage], number: int) -> tuple[str, str]:
    """Return instructions and material for a vote, counted from 0.

    Each vote has other instructions and another order of passages: at temperature 0 equal prompts have equal answers.
    """
    first = number % len(passages)
    texts = [visible_text(each.text) for each in (*passages[first:], *passages[:first])]
    shown = visible_text(claim)
    fence = _make_fence(shown, texts)
    parts = [f"{fence} claim", shown, fence, ""]
    for place, text in enumerate(texts, 1):
        parts += [f"{fence} passage {place}", text]
    prompt = _read_template("support").replace("{fence}", fence).replace("{way}", _read_variants()[number % VOTES])
    return prompt, "\n".join((*parts, fence))


def _make_fence(claim: str, passages: Sequence[str]) -> str:
    """Return a fence that depends on the material, so that no text can contain it."""
    said = "\0".join((claim, *sorted(passages)))
    return f"####{sha256(said.encode()).hexdigest()[:24]}####"


@cache
def _read_template(name: str) -> str:
    return (_TEMPLATES / f"{name}.md").read_text("utf-8").strip()


@cache
def _read_variants() -> tuple[str, ...]:
    return tuple(_read_template("variants").split("\n\n"))


@dataclass(frozen=True, slots=True)
class Vote:
    """One answer of a language model, checked."""

    word: VoteWord | None = None
    quote: Passage | None = None  # as it is in the source
    missing: Span | None = None  # the words of the claim that the source does not carry
    void: VoidReason | None = None  # why it does not count
    said: VoteWord | None = None  # the word of a vote that is shown and does not count


def read_vote(answer: str, claim: str, passages: Sequence[Passage]) -> Vote:
    """Read an answer; a verdict other than "unsupported" must quote the source."""
    found = list(_read_objects(answer[:_ANSWER]))
    if len(found) != 1:
        return Vote(void="no-answer")  # none, or several
    said = found[0]
    word = next((word for word in VERDICTS if word == said.get("verdict")), None)
    if word is None:
        return Vote(void="no-verdict")
    if word == "unsupported":
        return Vote(word)
    return _check_quote(Vote(word, missing=_find_missing(said, claim)), said.get("quote"), claim, passages=passages)


def _check_quote(vote: Vote, quote: object, claim: str, *, passages: Sequence[Passage]) -> Vote:
    if not isinstance(quote, str) or len(quote) > _QUOTE or len(_TELLING.findall(quote)) < _FEWEST_WORDS:
        return Vote(void="no-quote")
    place = find_quote(quote, passages)
    if place is None:
        return Vote(void="not-in-source")
    return replace(vote, quote=place) if bears_on_claim(claim, place.text) else Vote(void="beside-the-point")


def check_against_reading(vote: Vote, claim: str, passages: Sequence[Passage], nli: Nli | None) -> Vote:
    """Return a vote that counts only if its quotation bears on the claim by our own reading.

    A model that quotes some words of the source has not shown that they say what it says. Without a judge that reads
    them, half of the claim's words must be there.
    """
    if vote.word is None or vote.quote is None:
        return vote
    if nli is None:
        is_borne = max(coverage(claim, vote.quote.text), _shared_syllables(claim, vote.quote.text)) >= _LEAST_UNREAD
    else:
        texts = dict.fromkeys((vote.quote.text, _find_sentences(vote.quote, passages)))
        place = 2 if vote.word == "contradicted" else 0
        is_borne = max(scores[place] for scores in nli([(text, claim) for text in texts])) >= _BORNE[vote.word]
    return vote if is_borne else replace(vote, word=None, void="not-borne-out", said=vote.word)


def _find_sentences(quote: Passage, passages: Sequence[Passage]) -> str:
    """Return the whole sentences that a quotation is taken from."""
    passage = next((each for each in passages if each.source == quote.source and each.span.holds(quote.span)), quote)
    at = quote.span.shift(-passage.span.start)
    spans = [span for span in split_sentences(passage.text) if span.overlaps(at)]
    return passage.text[spans[0].start : spans[-1].end] if spans else quote.text


def find_quote(quote: str, passages: Sequence[Passage]) -> Passage | None:
    """Return the place of an unbroken quotation in the passages, compared in normal form."""
    pieces = split_quotation(quote)
    if len(pieces) != 1:
        return None
    for passage in passages:
        text = FoldedSource((Page(passage.text[:LONGEST]),))
        found = next(find_verbatim(pieces, text, (0, len(text.text))), None)
        if found:
            span = text.raw_span(found.whole.start, found.whole.end)
            return replace(passage, span=span.shift(passage.span.start), text=span.of(passage.text), score=None)
    return None


def bears_on_claim(claim: str, words: str) -> bool:
    """Check whether a quotation has enough of the claim's words to decide anything about it."""
    return max(coverage(claim, words), _shared_syllables(claim, words)) >= _LEAST_COVERAGE


def _shared_syllables(claim: str, words: str) -> float:
    """Return the share of pairs of syllables in common: particles hide that two Korean words are the same."""
    wanted = _syllable_pairs(claim)
    return len(wanted & _syllable_pairs(words)) / len(wanted) if len(wanted) >= _PAIRS else 0.0


def _syllable_pairs(text: str) -> set[str]:
    runs = (found[0] for found in _RUN.finditer(text))
    return {run[at : at + 2] for run in runs for at in range(len(run) - 1)}


def _find_missing(said: dict[str, Any], claim: str) -> Span | None:
    words = said.get("missing")
    words = words.strip().rstrip(".") if isinstance(words, str) else ""
    at = claim.find(words) if words else -1
    return Span(at, at + len(words)) if at >= 0 else None


def _read_objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a text between fences, prose and reasoning."""
    decoder = json.JSONDecoder(object_pairs_hook=_refuse_duplicates, parse_constant=_refuse_constant)
    at = text.find("{")
    for _ in range(_OBJECTS):
        if at < 0:
            return
        try:
            found, end = decoder.raw_decode(text, at)
            yield found
        except (ValueError, RecursionError):
            end = at + 1
        at = text.find("{", end)


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, unless it has a key twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _refuse_constant(constant: str) -> float:
    """Refuse NaN and infinity, which are not JSON."""
    raise ValueError(constant)


def decide_votes(votes: Sequence[Vote]) -> tuple[Support, tuple[Flag, ...]]:
    """Return the verdict of the votes, `unchecked` without a quorum."""
    words = [vote.word for vote in votes if vote.word]
    if len(words) < _QUORUM:
        return "unchecked", ()
    if {"supported", "contradicted"} <= set(words):
        return "unchecked", ("conflicting",)
    word, count = Counter(words).most_common(1)[0]
    return (word if count >= _QUORUM else _middle_word(words)), ()


def is_settled(votes: Sequence[Vote]) -> bool:
    """Check whether no further vote is needed: two agree, two conflict, or too few are left for a quorum."""
    words = [vote.word for vote in votes if vote.word]
    agree = len(words) >= _QUORUM and len(set(words)) < len(words)
    conflict = {"supported", "contradicted"} <= set(words)
    return agree or conflict or len(votes) == VOTES or len(words) + VOTES - len(votes) < _QUORUM


def support_share(votes: Sequence[Vote]) -> float:
    """Return the share of the votes for support, drawn towards a half because votes are few."""
    given = [_FOR[vote.word] for vote in votes if vote.word]
    return round((sum(given) + 0.5) / (len(given) + 1), 6)


def _middle_word(words: Sequence[VoteWord]) -> Support:
    """Return the middle of three words, the lower of two neighbours; a contradiction needs two votes."""
    places = sorted(_SCALE.index(word) for word in words)
    if len(places) == VOTES:
        return _SCALE[places[1]]
    low, high = places
    return _SCALE[max(low, 1)] if high - low == 1 else "unchecked"
