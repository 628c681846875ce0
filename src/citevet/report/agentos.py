"""Verified claims: the VerifiedResponse of AgentOS, the reasons for verdicts, and the text of `citevet verify`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from citevet.model import STANCES, Passage, Ruling, Support
from citevet.model.verification import (
    VERIFIED_WORDS,
    ClaimPlace,
    LeftOut,
    SourceText,
    Thresholds,
    VerifiedClaim,
    VerifiedWord,
)
from citevet.records import dataclass, field
from citevet.report.findings import format_count, format_reason
from citevet.report.json import clause_to_dict, difference_to_dict, passage_to_dict, pick, round_number
from citevet.report.safe_text import Style, join_lines, paint, show_controls, to_line
from citevet.text.excerpts import find_excerpt, show_excerpt

# The verdict for a ruling without a probability; `unchecked` is never better than unverifiable.
_VERDICTS: Mapping[Support, VerifiedWord] = {
    "supported": "supported",
    "partial": "weak",
    "unsupported": "unverifiable",
    "contradicted": "contradicted",
    "unchecked": "unverifiable",
}
_UNREAD: Mapping[str, str] = {
    "no-text": "the claim has no words, or no source has text",
    "too-large": "too long for the judge; split it",
    "language": "the judge does not read its language, or that of the source",
    "partial-scope": "only part of the work is available, and that part does not support the claim",
}
_STYLES: Mapping[VerifiedWord, Style] = {
    "supported": "good",
    "weak": "warning",
    "unverifiable": "warning",
    "contradicted": "error",
}
_NUMERIC = frozenset({"number", "unit", "date"})  # types of differences
_CLAUSE_WORDS: Mapping[Support, str] = {
    "supported": "supported",
    "partial": "supported in part",
    "unsupported": "not in the source",
    "contradicted": "contradicted",
    "unchecked": "not checked",
}
# Names of AgentOS that stand beside ours, with the same values.
AGENTOS_NAMES: Mapping[str, str] = {
    "overall_grounded": "overallGrounded",
    "supported_ratio": "supportedRatio",
    "total_claims": "totalClaims",
    **{f"{word}_count": f"{word}Count" for word in VERIFIED_WORDS},
    "left_out": "leftOut",
    "source_index": "sourceIndex",
    "source_snippet": "sourceSnippet",
    "source_ref": "sourceRef",
    "source_indexes": "sourceIndexes",
    "web_verified": "webVerified",
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


@dataclass(frozen=True, slots=True)
class Verified:
    """The claims in their order with verdicts, and the totals."""

    claims: tuple[VerifiedClaim, ...] = ()
    sources: tuple[SourceText, ...] = ()
    notes: tuple[str, ...] = ()  # notes on the run, such as a model that was replaced by another
    left_out: tuple[LeftOut, ...] = ()  # sentences of a text; ready-made claims are all checked
    thresholds: Thresholds = field(default_factory=Thresholds)

    @property
    def counts(self) -> Mapping[VerifiedWord, int]:
        """The number of claims by verdict."""
        found = Counter(claim.verdict for claim in self.claims)
        return {word: found[word] for word in VERIFIED_WORDS}

    @property
    def unchecked(self) -> Mapping[str, int]:
        """The number of claims that could not be checked, by reason; they count as unverifiable too."""
        missed = (claim.ruling for claim in self.claims if claim.ruling.support == "unchecked")
        return dict(sorted(Counter(ruling.reason or "abstained" for ruling in missed).items()))

    @property
    def is_empty(self) -> bool:
        """Whether there was nothing to check: no claim, or no source with text."""
        return not self.claims or not any(source.text.strip() for source in self.sources)

    @property
    def supported_ratio(self) -> float | None:
        """The share of supported claims; none where there was nothing to check."""
        return None if self.is_empty else self.counts["supported"] / len(self.claims)

    @property
    def overall_grounded(self) -> bool | None:
        """Whether a claim is supported and none contradicted; none where there was nothing to check."""
        return None if self.is_empty else self.counts["supported"] > 0 and self.counts["contradicted"] == 0

    @property
    def summary(self) -> str:
        """The totals in a line."""
        return str(self)

    @property
    def total_claims(self) -> int:
        """The number of claims."""
        return len(self.claims)

    @property
    def supported_count(self) -> int:
        """The number of claims that a source supports."""
        return self.counts["supported"]

    @property
    def weak_count(self) -> int:
        """The number of claims that a source supports in part, or not surely."""
        return self.counts["weak"]

    @property
    def unverifiable_count(self) -> int:
        """The number of claims that no source has, or that could not be checked."""
        return self.counts["unverifiable"]

    @property
    def contradicted_count(self) -> int:
        """The number of claims that a source contradicts."""
        return self.counts["contradicted"]

    def __str__(self) -> str:
        if not self.claims:
            return "No verifiable claims found."
        share = f"{self.counts['supported']}/{len(self.claims)} claims verified"
        ratio = self.supported_ratio
        # Half a per cent rounds up, as in AgentOS.
        return f"{share} (no source to check against)" if ratio is None else f"{share} ({int(ratio * 100 + 0.5)}%)"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer of every interface: the totals, and each claim with its judgement.

        What the VerifiedResponse of AgentOS has is there a second time, under its names.
        """
        counts = self.counts
        said = {
            "summary": str(self),
            "claims": [claim_to_dict(claim, self.thresholds) for claim in self.claims],
            "overall_grounded": self.overall_grounded,
            "supported_ratio": round_number(self.supported_ratio),
            "total_claims": len(self.claims),
            **{f"{word}_count": counts[word] for word in VERIFIED_WORDS},
            "unchecked": dict(self.unchecked),
            "left_out": [
                {"text": left.text, "why": left.why, "place": _place_to_dict(left.place)} for left in self.left_out
            ],
            "sources": [{"id": f"s{n}", "title": s.title, "url": s.url} for n, s in enumerate(self.sources, 1)],
            "notes": list(self.notes),
        }
        return _add_agentos_names(said)


def _add_agentos_names(said: dict[str, Any]) -> dict[str, Any]:
    return {**said, **{AGENTOS_NAMES[name]: value for name, value in said.items() if name in AGENTOS_NAMES}}


def claim_to_dict(claim: VerifiedClaim, thresholds: Thresholds) -> dict[str, Any]:
    """Return a claim with its verdict, the source that decided, and the judgement behind it."""
    ruling, source = claim.ruling, claim.source
    snippet = claim.source_snippet
    differences = list(map(difference_to_dict, ruling.differences))
    said = {
        "text": claim.text,
        "place": _place_to_dict(claim.place),
        "verdict": claim.verdict,
        "why": _explain_verdict(claim, thresholds),
        "confidence": round_number(claim.confidence),
        "support": ruling.support,
        "by": ruling.by,
        "source": {"title": source.title or None, "snippet": snippet, "url": source.url} if source else None,
        "source_index": claim.source_index,
        "source_snippet": snippet,
        "source_ref": claim.source_ref,
        "web_verified": claim.web_verified,
        "differences": differences,
        "similarity": round_number(claim.similarity),
        "citations": [
            _add_agentos_names(
                {
                    "text": marker.text,
                    "source_indexes": list(marker.sources),
                    "status": "compared" if marker.sources else "not-given" if marker.is_foreign else "unknown",
                    "verdict": marker.verdict,
                }
            )
            for marker in claim.markers
        ],
        "judgement": {  # under the names of the JSON report
            "support": ruling.support,
            "support_reason": ruling.reason,
            "confidence": round_number(ruling.confidence),
            "flags": list(ruling.flags),
            "evidence": list(map(passage_to_dict, ruling.evidence)),
            "differences": differences,
            "clauses": list(map(clause_to_dict, ruling.clauses)),
            "stance": ruling.stance,
            "by": ruling.by,
        },
    }
    return _add_agentos_names(said)


def _place_to_dict(place: ClaimPlace | None) -> dict[str, Any] | None:
    return pick(place, "path", "line", "column") if place else None


def project_ruling(ruling: Ruling, thresholds: Thresholds) -> VerifiedWord:
    """Return the verdict for a ruling; its probability can lower the verdict, and raise it to weak at most."""
    score = ruling.confidence
    if "misattributed" in ruling.flags and ruling.support == "supported":
        return "weak"
    if score is not None and ruling.support == "supported":
        return thresholds.word(score)
    if score is not None and ruling.support == "unsupported" and score >= thresholds.unverifiable:
        return "weak"
    return _VERDICTS[ruling.support]


def _explain_verdict(claim: VerifiedClaim, thresholds: Thresholds) -> str | None:
    """Return why a claim has its verdict; none where the verdict needs no explanation."""
    stance = STANCES.get(claim.ruling.stance) if claim.ruling.stance else None
    return "; ".join(filter(None, (stance, _explain_word(claim, thresholds), _explain_markers(claim)))) or None


def _explain_word(claim: VerifiedClaim, thresholds: Thresholds) -> str | None:
    if claim.ruling.support == "unchecked":
        return _explain_unchecked(claim, thresholds)
    if claim.verdict == "contradicted":
        return _explain_contradicted(claim, thresholds)
    return _explain_weak(claim, thresholds) if claim.verdict == "weak" else None


def _explain_markers(claim: VerifiedClaim) -> str | None:
    """Return which markers of a claim name no given source; none where all do, or may."""
    foreign = [marker.text for marker in claim.markers if marker.is_foreign]
    return f"{', '.join(foreign)} {'name' if foreign[1:] else 'names'} no given source" if foreign else None


def _is_overruled(claim: VerifiedClaim, thresholds: Thresholds) -> bool:
    """Return whether a difference contradicts a claim that the model takes for supported."""
    score = claim.ruling.confidence
    is_against = claim.verdict == "contradicted" and bool(claim.ruling.differences) and not claim.ruling.by
    return is_against and score is not None and thresholds.word(score) == "supported"


def _explain_contradicted(claim: VerifiedClaim, thresholds: Thresholds) -> str | None:
    """Explain a contradiction whose probability of support would surprise the reader."""
    if _is_overruled(claim, thresholds):
        kinds = " and ".join(dict.fromkeys(each.type for each in claim.ruling.differences))
        return f"decided by a difference in {kinds}; the model alone says supported ({claim.confidence:.0%})"
    if not claim.ruling.differences and not claim.ruling.by:
        return f"decided by the model alone (probability of support {claim.confidence:.0%})"
    return None


def _explain_weak(claim: VerifiedClaim, thresholds: Thresholds) -> str | None:
    score = claim.ruling.confidence
    if "misattributed" in claim.ruling.flags and claim.source and claim.source_index is not None:
        cited = ", ".join(marker.text for marker in claim.markers if marker.sources)
        name = claim.source.title or claim.source.url
        return f"said by source {claim.source_index + 1}{f' ({name})' if name else ''}, not by {cited}"
    if "altered-quote" in claim.ruling.flags:
        return "the source has the quotation in other words"
    if score is None:
        return None
    if claim.ruling.support == "supported":
        return f"probability of support {score:.0%}, below the threshold of {thresholds.support:.0%}"
    if claim.ruling.support == "unsupported":
        limit = thresholds.unverifiable
        return f"no passage clearly supports it, but the probability is {score:.0%} (unverifiable below {limit:.0%})"
    return "only part of the claim is supported"


def _explain_unchecked(claim: VerifiedClaim, thresholds: Thresholds) -> str:
    reason = claim.ruling.reason or "abstained"
    said = _explain_abstention(claim.ruling, thresholds) if reason == "abstained" else _UNREAD.get(reason, "")
    return f"{format_reason(reason)} ({said})" if said else format_reason(reason)


def _explain_abstention(ruling: Ruling, thresholds: Thresholds) -> str:
    if "conflicting" in ruling.flags:
        return "one passage supports the claim, another contradicts it; read both"
    if ruling.by:
        return "the votes of the language model disagree; read the passage"
    if ruling.confidence is not None:
        is_likely = ruling.confidence >= thresholds.support
        likely = f"likely to be supported ({ruling.confidence:.0%}), but"
        if not is_likely:
            likely = f"not likely to be supported ({ruling.confidence:.0%}), and"
        if {each.type for each in ruling.differences} == {"negation"}:
            return f"{likely} only one of claim and source is negated; read the passage"
        if ruling.differences and all(each.type in _NUMERIC for each in ruling.differences):
            return f"{likely} the source has another number or date; read the passage"
        return f"{likely} the model reads a contradiction; read the passage"
    return "not a statement that a source can support; write a complete sentence"


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
    elif verified.overall_grounded and verified.counts["supported"] < len(verified.claims):
        words, style = "PARTLY GROUNDED", "warning"
    rest = f"; {format_count(len(verified.left_out), 'sentence')} skipped" if verified.left_out else ""
    yield f"{paint(words, style, color=color)}: {str(verified).rstrip('.')}{rest}."


def _format_place(place: ClaimPlace | None) -> str:
    return f"{show_controls(place.path)}:{place.line}: " if place else ""


def _format_score(claim: VerifiedClaim, thresholds: Thresholds) -> str:
    """Name the score; a score that a difference overrules is in the explanation instead."""
    if (claim.ruling.confidence is None and claim.similarity is None) or _is_overruled(claim, thresholds):
        return " " * _SCORE_WIDTH
    name = "cosine" if claim.ruling.confidence is None else "support"
    return f"{name}{claim.confidence:{_SCORE_WIDTH - len(name)}.0%}"


def _explanation(claim: VerifiedClaim, verified: Verified) -> Iterator[str]:
    ruling = claim.ruling
    why = _explain_verdict(claim, verified.thresholds)
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
    for clause in ruling.clauses:
        yield f"{_CLAUSE_WORDS[clause.support]} ({clause.confidence or 0.0:.0%}): {to_line(clause.text)}"
    sought = " ".join((claim.text, *(difference.source for difference in ruling.differences)))
    for passage in _list_shown(claim):
        start = passage.span.start + find_excerpt(passage.text, sought, _QUOTED).start
        part = to_line(show_excerpt(passage.text, sought, _QUOTED))
        yield f"{_format_source(passage, start, verified.sources)}: “{part}”"


def _list_shown(claim: VerifiedClaim) -> Iterator[Passage]:
    """Yield what decides, and what decides the clauses that fare otherwise; where sources disagree, both sides."""
    yield from claim.snippets
    said = {each.text for each in claim.snippets}
    for clause in claim.ruling.clauses:
        if clause.support != "unsupported":
            yield from (each for each in clause.evidence if each.text not in said)
            said |= {each.text for each in clause.evidence}


def _format_source(passage: Passage, start: int, sources: tuple[SourceText, ...]) -> str:
    """Return the source with its page, or with the line at `start`."""
    source = sources[int(passage.source.removeprefix("s")) - 1]
    name = to_line(source.title or source.url or passage.source)
    if passage.page_name:
        return f"{name}, p. {to_line(passage.page_name)}"
    at = source.line_at(start)
    if isinstance(at, int):
        return f"{show_controls(source.url or name)}:{at}"
    return f"{name}, {to_line(at) if at else f'{passage.span.start}–{passage.span.end}'}"
