"""The claims of one document with the verdicts of our own verifiers: `citation-auditor` without an agent."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from citevet.contracts import Progress
from citevet.errors import UsageError
from citevet.extract.claim_filters import part_audited
from citevet.jobs.check import run_check
from citevet.jobs.stages.aggregate import HostClaim
from citevet.jobs.stages.chunk_claims import suggest_verifier
from citevet.jobs.stages.render import AuditedClaim, Language, RenderMode, choose_language, render_json, render_marked
from citevet.jobs.stages.text_marks import find_place
from citevet.model import (
    AggregatedVerdict,
    Audit,
    CandidateVerdict,
    Citation,
    Claim,
    Document,
    EvidenceLink,
    Finding,
    Judgement,
    Lookup,
    Report,
    Severity,
    Source,
    VerifierLabel,
)
from citevet.report.findings import format_reason
from citevet.report.json import dump_pretty
from citevet.report.summary import format_summary
from citevet.resolve.verifiers import aggregate_verdicts, find_own_verifier, label_lookup
from citevet.session import Session

# Faults that say the claim or its citation is wrong; others say that it is untidy, or that nothing was found.
_CONTRADICTING = ("IDN", "LAW", "NUM", "PAG", "QUO", "SEC", "SUP")
_WORST: tuple[VerifierLabel, ...] = ("contradicted", "unknown", "verified")
_LOCAL = "local-sources"  # the verifier of citations that only the project knows
_LOCAL_KINDS = frozenset({"corpus", "artifact", "mention", "wiki"})
_LOCAL_AUTHORITY = 0.9
_UNSOURCED = "No verifier produced a verdict: the claim cites no source."


def audit_file(
    target: Path | Document,
    session: Session,
    mode: RenderMode,
    language: Language | None = None,
    *,
    is_json: bool = False,
    progress: Progress | None = None,
) -> tuple[Report, str]:
    """Return the report of a check of one document, and the document with the verdicts on its claims."""
    if isinstance(target, Path) and (session.here / target).is_dir():
        raise UsageError("is a folder", to=str(target), advice="Name a document, or leave it out to audit the project.")
    report = run_check([target], session, progress=progress)
    name = session.show(target) if isinstance(target, Path) else target.path
    audit = next((each for each in report.audits if each.document.path == name), None)
    if audit is None:
        return report, ""
    document, claims = audit.document, audit_claims(audit)
    if is_json:
        return report, dump_pretty({**render_json(document, claims, mode), "verdict": report.verdict})
    summary = [*format_summary(report), *_count_left_out(audit)]
    return report, render_marked(document, claims, mode, language or choose_language(document), summary=summary)


def _count_left_out(audit: Audit) -> Iterator[str]:
    """Say how many sentences make no checkable claim, by reason."""
    reasons = (claim.why or "" for claim in _list_claims(audit) if claim.status == "skipped")
    counts = Counter(reason.removeprefix("not checked: ").partition(" (")[0] for reason in reasons)
    if counts:
        yield f"Left out: {', '.join(f'{reason} ({count})' for reason, count in sorted(counts.items()))}"


def audit_claims(audit: Audit) -> list[AuditedClaim]:
    """Return every claim that can be checked, in order, with its verdict.

    `verified` needs a source that says so, or a claim about a work or law that exists. Everything that was not
    checked is `unknown`.
    """
    return [_audit_claim(claim, audit) for claim in _list_claims(audit) if claim.status != "skipped"]


def _list_claims(audit: Audit) -> Iterator[Claim]:
    return (part for claim in audit.extraction.claims for part in part_audited(claim, audit.document))


def _audit_claim(claim: Claim, audit: Audit) -> AuditedClaim:
    extraction = audit.extraction
    suggested = suggest_verifier(claim, extraction.citations_by_id, extraction.references_by_id)
    found = _decide(claim, audit)
    reason = None if claim.type == "other" else claim.type
    return AuditedClaim(
        claim=HostClaim(claim.text, claim.span, "exact", claim.type, suggested, reason),
        label=found.label,
        verifier=found.verifier,
        authority=found.authority,
        rationale=found.rationale,
        evidence=found.evidence,
        dissent=tuple(f"{each.verifier}: {each.label}" for each in found.dissent),
        place=find_place(audit.document, claim.span),
    )


def _decide(claim: Claim, audit: Audit) -> AggregatedVerdict:
    if not claim.ties:
        return AggregatedVerdict("none", 0.0, "unknown", _UNSOURCED)
    candidates = sorted(_list_candidates(claim, audit), key=attrgetter("verifier"))
    return aggregate_verdicts(_join(list(same)) for _, same in groupby(candidates, key=attrgetter("verifier")))


def _join(candidates: Sequence[CandidateVerdict]) -> CandidateVerdict:
    """Return the verdict of one verifier on several citations of a claim: the worst, since it is of the claim."""
    return min(candidates, key=lambda each: _WORST.index(each.label))


def _list_candidates(claim: Claim, audit: Audit) -> Iterator[CandidateVerdict]:
    """Yield a verdict for each citation of a claim, and those of the user's verifiers as they stand."""
    faults = _group_faults(claim, audit.findings)
    sources = {source.id: source for source in audit.sources}
    for judgement in audit.judgements:
        if judgement.claim != claim.id:
            continue
        citation = audit.extraction.citations_by_id[judgement.citation]
        source = sources.get(judgement.source or "")
        if judgement.verdict:
            found = judgement.verdict
            yield CandidateVerdict(found.verifier, found.authority, found.label, found.rationale, found.evidence)
        else:
            yield _judge(claim, citation, judgement, source, faults[citation.id] + faults[None])


def _group_faults(claim: Claim, findings: Sequence[Finding]) -> dict[str | None, list[str]]:
    """Return the messages of faults that contradict a claim, by citation."""
    cited = {tie.citation for tie in claim.ties}
    found: dict[str | None, list[str]] = defaultdict(list)
    for each in findings:
        is_here = each.claim == claim.id or each.citation in cited
        if is_here and each.severity == Severity.ERROR and not each.suppressed and each.code.startswith(_CONTRADICTING):
            found[each.citation].append(f"{each.code}: {each.message}")
    return found


def _judge(
    claim: Claim, citation: Citation, judgement: Judgement, source: Source | None, faults: Sequence[str]
) -> CandidateVerdict:
    name, authority = _name_verifier(citation, source)
    label = label_lookup(Lookup(judgement.existence, differences=judgement.differences), judgement.support)
    is_compared = judgement.support != "unchecked" or claim.type == "citation"
    if faults:
        label = "contradicted"
    elif label == "verified" and not is_compared:
        label = "unknown"
    words = [*faults, _describe(judgement), *filter(None, (judgement.note,))]
    evidence = {(each.url, each.title): each for each in _list_evidence(judgement, source)}
    return CandidateVerdict(name, authority, label, f"{citation.text}: {'; '.join(words)}", tuple(evidence.values()))


def _name_verifier(citation: Citation, source: Source | None) -> tuple[str, float]:
    if citation.kind in _LOCAL_KINDS or (source and source.entry):
        return _LOCAL, _LOCAL_AUTHORITY
    own = find_own_verifier(citation, source)
    return own.name, own.authority


def _describe(judgement: Judgement) -> str:
    """Return both axes in words, with the reason for what was not checked."""
    axes = (
        ("source", judgement.existence, judgement.existence_reason),
        ("support", judgement.support, judgement.support_reason),
    )
    return ", ".join(
        f"{axis} {word} ({format_reason(reason)})" if reason else f"{axis} {word}" for axis, word, reason in axes
    )


def _list_evidence(judgement: Judgement, source: Source | None) -> Iterator[EvidenceLink]:
    if source is None:
        return
    place = source.url or source.path or source.id
    title = source.title
    for each in judgement.evidence:
        page = f", p. {each.page_name}" if each.page_name else ""
        yield EvidenceLink(place, f"{title or place}{page}", each.text)
    if not judgement.evidence:
        yield EvidenceLink(place, title)
