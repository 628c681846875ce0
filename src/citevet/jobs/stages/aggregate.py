"""Verdicts of several verifiers on each claim, reduced to one, and where each claim is in the document."""

from collections.abc import Mapping
from typing import Any, cast

from citevet.jobs.stages.claim_places import SpanCheck, check_span
from citevet.jobs.stages.json_input import GivenValue
from citevet.model import CandidateVerdict, Document, EvidenceLink, Span, VerifierLabel
from citevet.records import dataclass, field, replace
from citevet.report.json import pick, verdict_to_dict
from citevet.resolve.verifier_files import read_own_verifiers
from citevet.resolve.verifiers import aggregate_verdicts

LABELS = ("verified", "contradicted", "unknown")
CLAIM_TYPES = ("factual", "citation", "quantitative", "temporal", "other")
AUDIT_REASONS = CLAIM_TYPES[:-1]
_NEAR = 20  # characters between two places of one claim, where neither is certain
_CLAIM = ("text", "sentence_span", "claim_type", "suggested_verifier", "audit_reason")
_VERDICT = ("claim", "verifier_name", "authority", "label", "rationale", "evidence", "supporting_urls")
_SOURCE_TEXTS = ("title", "snippet", "extracted_text")


@dataclass(frozen=True, slots=True)
class HostClaim:
    """A claim as a host passes it on, with its place."""

    text: str
    span: Span
    check: SpanCheck
    claim_type: str
    suggested_verifier: str | None
    audit_reason: str | None


@dataclass(slots=True)
class _ClaimBundle:
    """A claim and what the verifiers say about it; the same claim of two chunks is one."""

    claim: HostClaim
    candidates: list[CandidateVerdict] = field(default_factory=list)

    def is_same(self, claim: HostClaim) -> bool:
        """Check whether a claim with the same words stands at the same place, or near it if a place is uncertain."""
        if self.claim.span.overlaps(claim.span) or self.claim.span == claim.span:
            return True
        certain = {self.claim.check, claim.check} <= {"exact", "moved"}
        return not certain and abs(self.claim.span.start - claim.span.start) <= _NEAR


def aggregate(given: GivenValue, document: Document | None = None) -> dict[str, Any]:
    """Return one verdict per claim, in the order of the document, and what was refused.

    A claim must have the words of its chunk, and of the document if that is given: what no one wrote cannot be
    audited. A verifier's verdict on another claim than that of its bundle counts for neither.
    """
    declared = _read_declared(given.field("verifiers"))
    refused: list[dict[str, Any]] = []
    by_words: dict[str, list[_ClaimBundle]] = {}
    given.refuse_slips("verdicts", "verifiers")
    for each in given.field("verdicts").elements():
        each.refuse_slips("claim", "candidates", "chunk")
        claim = _place_claim(each, document)
        candidates = [(one, _read_candidate(one, declared)) for one in each.field("candidates").optional_elements()]
        if claim.check == "invalid":
            names = ", ".join(dict.fromkeys(one.verifier for _, one in candidates))
            refused.append(_refuse(each, claim.text, names, "its words are not in the document"))
            continue
        known = by_words.setdefault(_squeeze(claim.text), [])
        bundle = next((one for one in known if one.is_same(claim)), None)
        if bundle is None:
            bundle = _ClaimBundle(claim)
            known.append(bundle)
        for one, candidate in candidates:
            judged = one.field("claim").field("text").text() if one.field("claim").is_given else claim.text
            if _squeeze(judged) != _squeeze(claim.text):
                refused.append(
                    _refuse(one, judged, candidate.verifier, "it judges another claim than that of its bundle")
                )
            elif candidate not in bundle.candidates:
                bundle.candidates.append(candidate)
    bundles = [bundle for known in by_words.values() for bundle in known]
    bundles.sort(key=lambda bundle: (bundle.claim.span, bundle.claim.text))
    return {"aggregated": list(map(_to_dict, bundles)), "refused": refused}


def _refuse(given: GivenValue, claim: str, verifier: str, why: str) -> dict[str, Any]:
    return {"at": given.at, "claim": claim, "verifier_name": verifier or None, "why": why}


def read_claim(given: GivenValue) -> HostClaim:
    """Return a claim with its span as it was given."""
    given.refuse_slips(*_CLAIM)
    kind, reason = given.field("claim_type"), given.field("audit_reason")
    return HostClaim(
        text=given.field("text").text(),
        span=_read_span(given.field("sentence_span")),
        check="unchecked",
        claim_type=kind.word(CLAIM_TYPES) if kind.is_given else "other",
        suggested_verifier=given.field("suggested_verifier").optional_text() or None,
        audit_reason=reason.word(AUDIT_REASONS) if reason.is_given else None,
    )


def read_evidence(given: GivenValue) -> tuple[EvidenceLink, ...]:
    """Return addresses or notes, with title and excerpt where they have one."""
    links = given.optional_elements()
    for each in links:
        each.refuse_slips("url", *_SOURCE_TEXTS)
    return tuple(
        EvidenceLink(each.field("url").text(), *(each.field(name).optional_text() for name in _SOURCE_TEXTS))
        for each in links
    )


def read_label(given: GivenValue) -> VerifierLabel:
    """Return one of the three labels."""
    return cast("VerifierLabel", given.word(LABELS))


def _place_claim(given: GivenValue, document: Document | None) -> HostClaim:
    """Return a claim with its place in the document, where its chunk and the document have its words."""
    claim, chunk = read_claim(given.field("claim")), given.field("chunk")
    span, check = claim.span, claim.check
    if chunk.is_given:
        if text := chunk.field("text").optional_text():
            span, check = check_span(claim.text, span, text)
        span = _map_span(span, chunk.field("segments"))
    if document and check != "invalid":
        span, again = check_span(claim.text, span, document.text)
        check = check if (check, again) == ("moved", "exact") else again
    return replace(claim, span=span, check=check)


def _read_declared(given: GivenValue) -> dict[str, float]:
    """Return the authority of our verifiers and of those that the input declares, which may take their names."""
    own = {each.field("name").text(): each.field("authority").share() for each in given.optional_elements()}
    return {**{each.name: each.authority for each in read_own_verifiers()}, **own}


def _read_candidate(given: GivenValue, declared: Mapping[str, float]) -> CandidateVerdict:
    name, authority = given.field("verifier_name").text(), given.field("authority")
    weight = authority.share() if authority.is_given or name not in declared else declared[name]
    if weight != declared.get(name, weight):
        authority.refuse(f"{declared[name]}, which {name} declares (`verifiers` in the input may declare another)")
    return read_verdict(given, name, weight)


def read_verdict(given: GivenValue, verifier: str, authority: float) -> CandidateVerdict:
    """Return the verdict of a verifier: label, rationale, and evidence or the addresses of it."""
    given.refuse_slips(*_VERDICT)
    links = read_evidence(given.field("evidence"))
    links += tuple(EvidenceLink(each.text()) for each in given.field("supporting_urls").optional_elements())
    label, rationale = read_label(given.field("label")), given.field("rationale").optional_text()
    return CandidateVerdict(verifier, authority, label, rationale, tuple(dict.fromkeys(links)))


def _to_dict(bundle: _ClaimBundle) -> dict[str, Any]:
    claim, found = bundle.claim, aggregate_verdicts(bundle.candidates)
    shown = {
        "text": claim.text,
        "sentence_span": {"start": claim.span.start, "end": claim.span.end},
        **pick(claim, "claim_type", "suggested_verifier", "audit_reason"),
        "span_check": claim.check,
    }
    return {"claim": shown, "verdict": {"claim": shown, **verdict_to_dict(found)}}


def _read_span(given: GivenValue, prefix: str = "") -> Span:
    """Return {start, end}, or {chunk_start, chunk_end} with that prefix."""
    start = given.field(f"{prefix}start").integer()
    return Span(start, given.field(f"{prefix}end").integer(least=start))


def _map_span(span: Span, given: GivenValue) -> Span:
    """Return a span of a chunk as one of the document; a start between two blocks is that of the second."""
    segments = [(_read_span(each, "chunk_"), _read_span(each, "document_")) for each in given.optional_elements()]
    if not segments:
        return span
    segments.sort(key=lambda each: each[0])
    first = next((each for each in segments if each[0].end > span.start), segments[-1])
    last = next((each for each in reversed(segments) if each[0].start < span.end), segments[0])
    start = _map_offset(span.start, *first)
    return Span(start, max(start, _map_offset(span.end, *last)))


def _map_offset(offset: int, chunk: Span, document: Span) -> int:
    return min(document.start + max(0, offset - chunk.start), document.end)


def _squeeze(text: str) -> str:
    return " ".join(text.split())
