"""Verified claims for people: each with its word, the probability of support, what differs, and the passage."""

from collections.abc import Iterator, Mapping

from citevet.model import Passage, nearest_part, shown_part
from citevet.report.paint import Style, paint
from citevet.report.phrase import count
from citevet.report.verified import Given, LeftOut, Place, Thresholds, Verified, VerifiedClaim, VerifiedWord
from citevet.report.verified_why import is_overruled, why
from citevet.report.visible import one_line, visible

_STYLES: Mapping[VerifiedWord, Style] = {
    "supported": "good",
    "weak": "warning",
    "unverifiable": "warning",
    "contradicted": "error",
}
_WIDTH = len("contradicted")
_QUOTED = 240  # characters of a passage
_SCORE = len("support 100%")
_MARGIN = " " * (_WIDTH + _SCORE + 4)
_CLOSING: Mapping[bool | None, tuple[str, Style]] = {
    True: ("GROUNDED", "good"),
    False: ("NOT GROUNDED", "error"),
    None: ("NOTHING TO CHECK", "warning"),
}


def render(verified: Verified, *, color: bool = False) -> str:
    """Return the claims in their order, and the line that sums them up."""
    return "".join(f"{line}\n" for line in _lines(verified, color=color))


def _lines(verified: Verified, *, color: bool) -> Iterator[str]:
    for claim in verified.claims:
        word = paint(claim.verdict.ljust(_WIDTH), _STYLES[claim.verdict], color=color)
        yield f"{word}  {_score(claim, verified.thresholds)}  {_standing(claim.place)}{one_line(claim.text)}"
        yield from (f"{_MARGIN}{line}" for line in _behind(claim, verified))
    yield from (line for left in verified.left_out for line in _left_out(left, color=color))
    if verified.claims or verified.left_out:
        yield ""
    yield from (f"note: {one_line(note)}" for note in verified.notes)
    words, style = _CLOSING[verified.overall_grounded]
    yield f"{paint(words, style, color=color)}: {str(verified).rstrip('.')}{_beside(verified)}."


def _left_out(left: LeftOut, *, color: bool) -> Iterator[str]:
    word = paint("left out".ljust(_WIDTH), "dim", color=color)
    yield f"{word}  {' ' * _SCORE}  {_standing(left.place)}{one_line(left.text)}"
    yield f"{_MARGIN}{one_line(left.why)}"


def _beside(verified: Verified) -> str:
    """Say how many sentences the share does not speak of."""
    number = len(verified.left_out)
    return f"; {count(number, 'sentence')} left out" if number else ""


def _standing(place: Place | None) -> str:
    return f"{visible(place.path)}:{place.line}: " if place else ""


def _score(claim: VerifiedClaim, thresholds: Thresholds) -> str:
    """Name what the number is; one that a comparison overrules is told in words, where it cannot be misread."""
    if (claim.ruling.confidence is None and claim.similarity is None) or is_overruled(claim, thresholds):
        return " " * _SCORE
    name = "cosine" if claim.ruling.confidence is None else "support"
    return f"{name}{claim.confidence:{_SCORE - len(name)}.0%}"


def _behind(claim: VerifiedClaim, verified: Verified) -> Iterator[str]:
    said = why(claim, verified.thresholds)
    if claim.ruling.support == "unchecked":
        yield f"not checked: {said}"
    elif claim.ruling.flags:
        yield f"({', '.join(claim.ruling.flags)})"
    for difference in claim.ruling.differences:
        yield f"{difference.type}: you {one_line(difference.claim)} / source {one_line(difference.source) or '–'}"
    if said and claim.ruling.support != "unchecked":
        yield said
    if claim.ruling.by:
        yield f"by {one_line(claim.ruling.by)}"
    # The passage that decides; where sources disagree, both.
    shown = claim.snippets if "conflicting" in claim.ruling.flags else claim.snippets[:1]
    sought = " ".join((claim.text, *(each.source for each in claim.ruling.differences)))
    for passage in shown:
        start = passage.span.start + nearest_part(passage.text, sought, _QUOTED).start
        part = one_line(shown_part(passage.text, sought, _QUOTED))
        yield f"{_place(passage, start, verified.sources)}: “{part}”"


def _place(passage: Passage, start: int, sources: tuple[Given, ...]) -> str:
    """Return the source with page, or the line on which what is shown starts."""
    source = sources[int(passage.source.removeprefix("s")) - 1]
    name = one_line(source.title or source.url or passage.source)
    page = passage.page_label or passage.page
    if page:
        return f"{name}, p. {one_line(str(page))}"
    at = source.line_at(start)
    if isinstance(at, int):
        return f"{visible(source.url or name)}:{at}"
    return f"{name}, {one_line(at) if at else f'{passage.span.start}–{passage.span.end}'}"
