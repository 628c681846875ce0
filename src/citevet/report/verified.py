"""The text output of `citevet verify`: each claim with its verdict, score, differences and passage."""

from collections.abc import Iterator, Mapping

from citevet.model import Passage
from citevet.model.verification import ClaimPlace, SourceText, Thresholds, VerifiedClaim, VerifiedWord
from citevet.report.agentos import Verified, explain_verdict, is_overruled
from citevet.report.findings import format_count
from citevet.report.safe_text import Style, join_lines, paint, show_controls, to_line
from citevet.text.excerpts import find_excerpt, show_excerpt

_STYLES: Mapping[VerifiedWord, Style] = {
    "supported": "good",
    "weak": "warning",
    "unverifiable": "warning",
    "contradicted": "error",
}
_WORD_WIDTH = len("contradicted")
_SCORE_WIDTH = len("support 100%")
_MARGIN = " " * (_WORD_WIDTH + _SCORE_WIDTH + 4)
_QUOTED = 240  # characters of a passage
_TOTALS: Mapping[bool | None, tuple[str, Style]] = {
    True: ("GROUNDED", "good"),
    False: ("NOT GROUNDED", "error"),
    None: ("NOTHING TO CHECK", "warning"),
}


@join_lines
def render(verified: Verified, *, color: bool = False) -> Iterator[str]:
    """Return the claims in their order, and a summary line."""
    for claim in verified.claims:
        word = paint(claim.verdict.ljust(_WORD_WIDTH), _STYLES[claim.verdict], color=color)
        score = _format_score(claim, verified.thresholds)
        yield f"{word}  {score}  {_format_place(claim.place)}{to_line(claim.text)}"
        yield from (f"{_MARGIN}{line}" for line in _explanation(claim, verified))
    for left in verified.left_out:
        word = paint("skipped".ljust(_WORD_WIDTH), "dim", color=color)
        yield f"{word}  {' ' * _SCORE_WIDTH}  {_format_place(left.place)}{to_line(left.text)}"
        yield f"{_MARGIN}{to_line(left.why)}"
    if verified.claims or verified.left_out:
        yield ""
    yield from (f"note: {to_line(note)}" for note in verified.notes)
    words, style = _TOTALS[verified.overall_grounded]
    if verified.claims and all(claim.ruling.support == "unchecked" for claim in verified.claims):
        words, style = "NOT CHECKED", "warning"
    rest = f"; {format_count(len(verified.left_out), 'sentence')} skipped" if verified.left_out else ""
    yield f"{paint(words, style, color=color)}: {str(verified).rstrip('.')}{rest}."


def _format_place(place: ClaimPlace | None) -> str:
    return f"{show_controls(place.path)}:{place.line}: " if place else ""


def _format_score(claim: VerifiedClaim, thresholds: Thresholds) -> str:
    """Name the score; a score that a difference overrules is in the explanation instead."""
    if (claim.ruling.confidence is None and claim.similarity is None) or is_overruled(claim, thresholds):
        return " " * _SCORE_WIDTH
    name = "cosine" if claim.ruling.confidence is None else "support"
    return f"{name}{claim.confidence:{_SCORE_WIDTH - len(name)}.0%}"


def _explanation(claim: VerifiedClaim, verified: Verified) -> Iterator[str]:
    ruling = claim.ruling
    why = explain_verdict(claim, verified.thresholds)
    if ruling.support == "unchecked":
        yield f"not checked: {why}"
    elif ruling.flags:
        yield f"({', '.join(ruling.flags)})"
    for difference in ruling.differences:
        yield f"{difference.type}: claim {to_line(difference.claim) or '–'}, source {to_line(difference.source) or '–'}"
    if why and ruling.support != "unchecked":
        yield why
    if ruling.by:
        yield f"decided by {to_line(ruling.by)}"
    if claim.web_verified and claim.source:
        yield f"decided by a page on the web: {to_line(claim.source.url or '')}"
    # The passage that decides; where sources disagree, both.
    shown = claim.snippets if "conflicting" in ruling.flags else claim.snippets[:1]
    sought = " ".join((claim.text, *(difference.source for difference in ruling.differences)))
    for passage in shown:
        start = passage.span.start + find_excerpt(passage.text, sought, _QUOTED).start
        part = to_line(show_excerpt(passage.text, sought, _QUOTED))
        yield f"{_format_source(passage, start, verified.sources)}: “{part}”"


def _format_source(passage: Passage, start: int, sources: tuple[SourceText, ...]) -> str:
    """Return the source with its page, or with the line at `start`."""
    source = sources[int(passage.source.removeprefix("s")) - 1]
    name = to_line(source.title or source.url or passage.source)
    page = passage.page_label or passage.page
    if page:
        return f"{name}, p. {to_line(str(page))}"
    at = source.line_at(start)
    if isinstance(at, int):
        return f"{show_controls(source.url or name)}:{at}"
    return f"{name}, {to_line(at) if at else f'{passage.span.start}–{passage.span.end}'}"
