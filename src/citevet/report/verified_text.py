"""Verified claims for people: each with its word, the probability of support, what differs, and the passage."""

from collections.abc import Iterator, Mapping

from citevet.model import Passage
from citevet.report.paint import Style, paint
from citevet.report.verified import Given, Verified, VerifiedClaim, VerifiedWord
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
_REASONS: Mapping[str, str] = {
    "no-text": "there are no words to compare",
    "too-large": "longer than the judge can read",
    "language": "the embedded models read English only",
    "abstained": "nothing here can be decided",
}
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
        yield f"{word}  {_score(claim)}  {_standing(claim)}{one_line(claim.text)}"
        yield from (f"{_MARGIN}{line}" for line in _behind(claim, verified.sources))
    if verified.claims:
        yield ""
    yield from (f"note: {one_line(note)}" for note in verified.notes)
    words, style = _CLOSING[verified.overall_grounded]
    yield f"{paint(words, style, color=color)}: {str(verified).rstrip('.')}."


def _standing(claim: VerifiedClaim) -> str:
    return f"{visible(claim.place.path)}:{claim.place.line}: " if claim.place else ""


def _score(claim: VerifiedClaim) -> str:
    """Name what the number is: beside “contradicted” it would read as how sure that is."""
    if claim.ruling.confidence is None and claim.similarity is None:
        return " " * _SCORE
    name = "cosine" if claim.ruling.confidence is None else "support"
    return f"{name}{claim.confidence:{_SCORE - len(name)}.0%}"


def _behind(claim: VerifiedClaim, sources: tuple[Given, ...]) -> Iterator[str]:
    if claim.ruling.support == "unchecked":
        yield f"not checked: {_why(claim)}"
    elif claim.ruling.flags:
        yield _remarks(claim).strip()
    for difference in claim.ruling.differences:
        yield f"{difference.type}: you {one_line(difference.claim)} / source {one_line(difference.source) or '–'}"
    if claim.verdict == "contradicted" and not claim.ruling.differences and not claim.ruling.by:
        yield f"the model alone says so (probability of support {claim.confidence:.0%})"
    if claim.ruling.by:
        yield f"by {one_line(claim.ruling.by)}"
    # The passage that decides; where sources disagree, both.
    shown = claim.snippets if "conflicting" in claim.ruling.flags else claim.snippets[:1]
    yield from (f"{_place(passage, sources)}: “{_cut(passage.text)}”" for passage in shown)


def _why(claim: VerifiedClaim) -> str:
    reason = claim.ruling.reason or "abstained"
    said = _remarks(claim) or (f" ({_REASONS[reason]})" if reason in _REASONS else "")
    return f"{reason.replace('-', ' ')}{said}"


def _remarks(claim: VerifiedClaim) -> str:
    return f" ({', '.join(claim.ruling.flags)})" if claim.ruling.flags else ""


def _place(passage: Passage, sources: tuple[Given, ...]) -> str:
    source = sources[int(passage.source.removeprefix("s")) - 1]
    name = one_line(source.title or source.url or passage.source)
    page = passage.page_label or passage.page
    if page:
        return f"{name}, p. {one_line(str(page))}"
    number = source.text.count("\n", 0, passage.span.start)
    at = source.lines[number] if number < len(source.lines) else None
    if isinstance(at, int):
        return f"{visible(source.url or name)}:{at}"
    return f"{name}, {one_line(at) if at else f'{passage.span.start}–{passage.span.end}'}"


def _cut(text: str) -> str:
    folded = one_line(text)
    return folded if len(folded) <= _QUOTED else f"{folded[:_QUOTED].rstrip()} …"
