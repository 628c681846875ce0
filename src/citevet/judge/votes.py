"""What a language model said, as a vote: void unless it is one of four words, with a quotation that holds."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from re import compile as pattern
from typing import Any, Literal, get_args

from citevet.judge.bearing import bears
from citevet.judge.questions import LONGEST
from citevet.judge.quoting.folded import folded
from citevet.judge.quoting.fragments import fragments
from citevet.judge.quoting.normal_form import CJK
from citevet.judge.quoting.verbatim import verbatim
from citevet.model import Page, Passage, Span

Word = Literal["supported", "partial", "unsupported", "contradicted"]
Void = Literal["no-answer", "no-verdict", "no-quote", "not-in-source", "beside-the-point"]
_WORDS: tuple[Word, ...] = get_args(Word)
_ANSWER = 20_000  # characters that are looked at
_OBJECTS = 8  # places where an object may begin
_QUOTE = 2_000  # characters of a quotation
_TELLING = pattern(rf"[^\W_{CJK}]+|[{CJK}]{{3}}")  # three words, or nine syllables
_LEAST = 3


@dataclass(frozen=True, slots=True)
class Vote:
    """One answer, read and checked."""

    word: Word | None = None
    quote: Passage | None = None  # as it stands in the source
    missing: Span | None = None  # the words of the claim that the source does not carry
    void: Void | None = None  # why it does not count


def cast(answer: str, claim: str, passages: Sequence[Passage]) -> Vote:
    """Read an answer; a verdict that says what the source says must show where."""
    found = list(_objects(answer[:_ANSWER]))
    if len(found) != 1:
        return Vote(void="no-answer")  # none, or several: then nobody knows which is meant
    said = found[0]
    word = next((word for word in _WORDS if word == said.get("verdict")), None)
    if word is None:
        return Vote(void="no-verdict")
    if word == "unsupported":
        return Vote(word)
    return _with_quote(Vote(word, missing=_missing(said, claim)), said.get("quote"), claim, passages=passages)


def _with_quote(vote: Vote, quote: object, claim: str, *, passages: Sequence[Passage]) -> Vote:
    if not isinstance(quote, str) or len(quote) > _QUOTE or len(_TELLING.findall(quote)) < _LEAST:
        return Vote(void="no-quote")
    place = standing(quote, passages)
    if place is None:
        return Vote(void="not-in-source")
    return replace(vote, quote=place) if bears(claim, place.text) else Vote(void="beside-the-point")


def standing(quote: str, passages: Sequence[Passage]) -> Passage | None:
    """Return the place where one unbroken quotation stands word for word, in the normal form of quotations."""
    pieces = fragments(quote)
    if len(pieces) != 1:
        return None
    for passage in passages:
        text = folded((Page(passage.text[:LONGEST]),))
        found = next(verbatim(pieces, text, (0, len(text.text))), None)
        if found:
            span = text.raw_span(found.whole.start, found.whole.end)
            start = passage.span.start
            placed = Span(start + span.start, start + span.end)
            return replace(passage, span=placed, text=span.of(passage.text), score=None)
    return None


def _missing(said: dict[str, Any], claim: str) -> Span | None:
    words = said.get("missing")
    words = words.strip().rstrip(".") if isinstance(words, str) else ""
    at = claim.find(words) if words else -1
    return Span(at, at + len(words)) if at >= 0 else None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a text, whatever stands around them: fences, prose, thoughts."""
    decoder = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_refused)
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


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; one that says the same thing twice says nothing."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _refused(constant: str) -> float:
    """Refuse NaN and infinity, which are no JSON."""
    raise ValueError(constant)
