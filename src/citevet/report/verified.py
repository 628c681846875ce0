"""Claims held against given sources, and their projection: supported, weak, unverifiable, contradicted."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from citevet.model import Passage, Ruling, Scope, Support
from citevet.report.objects import passage_object
from citevet.report.verified_why import why

VerifiedWord = Literal["supported", "weak", "unverifiable", "contradicted"]
WORDS: tuple[VerifiedWord, ...] = ("supported", "weak", "unverifiable", "contradicted")

# What each ruling comes to where no probability stands beside it; `unchecked` is never better than unverifiable.
_PLAIN: Mapping[Support, VerifiedWord] = {
    "supported": "supported",
    "partial": "weak",
    "unsupported": "unverifiable",
    "contradicted": "contradicted",
    "unchecked": "unverifiable",
}
_SNIPPET = 200  # characters, as in the published shape


@dataclass(frozen=True, slots=True)
class Given:
    """A source that the caller holds the words of; form feeds part its pages."""

    text: str
    url: str | None = None  # address or path, as the caller wants to see it again
    title: str = ""
    scope: Scope = field(default="full", kw_only=True)  # how much of the work the text is
    # For each line of the text where it stands in the file: its line there, or "paragraph 3".
    lines: Sequence[int | str] = field(default=(), kw_only=True, repr=False, compare=False)
    # Where in the text each of those begins, if not at its line breaks: a paragraph of many lines is one line here.
    starts: Sequence[int] = field(default=(), kw_only=True, repr=False, compare=False)

    def line_at(self, offset: int) -> int | str | None:
        """Return where in the file the character at this offset stands, if the file has lines or paragraphs."""
        number = bisect_right(self.starts, offset) - 1 if self.starts else self.text.count("\n", 0, offset)
        return self.lines[number] if 0 <= number < len(self.lines) else None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a claim stands in the file that it was read from; both count from 1."""

    path: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which score a claim is supported, and below which it is unverifiable."""

    support: float = 0.6
    unverifiable: float = 0.3

    def word(self, score: float) -> VerifiedWord:
        """Return what a score alone comes to."""
        if score >= self.support:
            return "supported"
        return "weak" if score >= self.unverifiable else "unverifiable"


def project(ruling: Ruling, thresholds: Thresholds) -> VerifiedWord:
    """Return the one word for a ruling: its probability may lower it, and lifts nothing above weak."""
    score = ruling.confidence
    if score is not None and ruling.support == "supported":
        return thresholds.word(score)
    if score is not None and ruling.support == "unsupported" and score >= thresholds.unverifiable:
        return "weak"
    return _PLAIN[ruling.support]


@dataclass(frozen=True, slots=True)
class VerifiedClaim:
    """One claim, its word, and the whole judgement behind it."""

    text: str
    verdict: VerifiedWord
    ruling: Ruling
    source: Given | None = None  # the one that decided, or came nearest
    source_index: int | None = None
    similarity: float | None = None  # cosine of the claim and the nearest passage; none where no vectors were made
    snippets: tuple[Passage, ...] = ()  # of each passage of the evidence the sentence that has most of the claim
    place: Place | None = None  # none where the claim came from no file

    @property
    def evidence(self) -> tuple[Passage, ...]:
        """The passages that the judgement rests on; `s1` is the first source."""
        return self.ruling.evidence

    @property
    def confidence(self) -> float:
        """The probability of support; with cosine alone the similarity; 0 where nothing could be scored."""
        if self.ruling.confidence is not None:
            return self.ruling.confidence
        return self.similarity or 0.0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A sentence that asserts nothing checkable, an opinion or a guess: no claim, and not held against anything."""

    text: str
    why: str  # "not checked: an opinion (I think)"
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Verified:
    """Every claim in its order, and what they come to together."""

    claims: tuple[VerifiedClaim, ...] = ()
    sources: tuple[Given, ...] = ()
    notes: tuple[str, ...] = ()  # what a reader must know of the run: which model stood in for which
    left_out: tuple[LeftOut, ...] = ()  # of a text; ready claims are all taken
    thresholds: Thresholds = field(default_factory=Thresholds)

    def placed(self, places: Sequence[Place | None]) -> "Verified":
        """Return the same with the place of each claim, in their order."""
        claims = zip(self.claims, places, strict=True)
        return replace(self, claims=tuple(replace(claim, place=place) for claim, place in claims))

    @property
    def counts(self) -> Mapping[VerifiedWord, int]:
        """How many claims have each word."""
        found = Counter(claim.verdict for claim in self.claims)
        return {word: found[word] for word in WORDS}

    @property
    def unchecked(self) -> Mapping[str, int]:
        """How many claims could not be looked at, by reason; they are among the unverifiable."""
        missed = (claim.ruling for claim in self.claims if claim.ruling.support == "unchecked")
        return dict(sorted(Counter(ruling.reason or "abstained" for ruling in missed).items()))

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to say: no claim, or no source with words."""
        return not self.claims or not any(source.text.strip() for source in self.sources)

    @property
    def supported_ratio(self) -> float | None:
        """The share of supported claims; none where there is nothing to say."""
        return None if self.is_empty else self.counts["supported"] / len(self.claims)

    @property
    def overall_grounded(self) -> bool | None:
        """Whether something is supported and nothing contradicted; none where there is nothing to say."""
        return None if self.is_empty else self.counts["supported"] > 0 and self.counts["contradicted"] == 0

    def __str__(self) -> str:
        if not self.claims:
            return "No verifiable claims found."
        share = f"{self.counts['supported']}/{len(self.claims)} claims verified"
        ratio = self.supported_ratio
        return f"{share} (no source to check against)" if ratio is None else f"{share} ({_percent(ratio)}%)"

    def to_dict(self) -> dict[str, Any]:
        """Return the VerifiedResponse of AgentOS with all its fields, and the full judgement beside each claim."""
        counts = self.counts
        return {
            "summary": str(self),
            "claims": [_claim(claim, self.thresholds) for claim in self.claims],
            "overallGrounded": self.overall_grounded,
            "supportedRatio": None if self.supported_ratio is None else round(self.supported_ratio, 6),
            "totalClaims": len(self.claims),
            **{f"{word}Count": counts[word] for word in WORDS},
            "unchecked": dict(self.unchecked),
            "leftOut": [_left_out(each) for each in self.left_out],
            "sources": [{"id": f"s{n}", "title": s.title, "url": s.url} for n, s in enumerate(self.sources, 1)],
            "notes": list(self.notes),
        }


def _percent(ratio: float) -> int:
    """Round half up, as people and the published form do."""
    return int(ratio * 100 + 0.5)


def _left_out(left: LeftOut) -> dict[str, Any]:
    return {"text": left.text, "why": left.why, "place": _place(left.place) if left.place else None}


def _claim(claim: VerifiedClaim, thresholds: Thresholds) -> dict[str, Any]:
    nearest = claim.snippets[0].text[:_SNIPPET] if claim.snippets else None
    return {
        "text": claim.text,
        "place": _place(claim.place) if claim.place else None,
        "verdict": claim.verdict,
        "why": why(claim, thresholds),
        "confidence": round(claim.confidence, 6),
        "sourceIndex": claim.source_index,
        "sourceSnippet": nearest,
        "sourceRef": claim.source.url if claim.source else None,
        "webVerified": False,  # nothing here asks the web
        "similarity": None if claim.similarity is None else round(claim.similarity, 6),
        "judgement": _judgement(claim.ruling),
    }


def _place(place: Place) -> dict[str, Any]:
    return {"path": place.path, "line": place.line, "column": place.column}


def _judgement(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling under the names that every report of ours has for it."""
    return {
        "support": ruling.support,
        "support_reason": ruling.reason,
        "confidence": None if ruling.confidence is None else round(ruling.confidence, 6),
        "flags": list(ruling.flags),
        "evidence": [passage_object(passage) for passage in ruling.evidence],
        "differences": [{"type": d.type, "claim": d.claim, "source": d.source} for d in ruling.differences],
        "by": ruling.by,
    }
