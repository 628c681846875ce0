"""Run the selected rules on the evidence and give each fault its code, severity and fingerprint.

A rule that raises stops the run: it is a defect of ours, and a report that hid it would read as a pass.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from citevet.contracts import Evidence, Fault
from citevet.model import Claim, Finding, Severity
from citevet.rules import RULES
from citevet.rules.baseline import Entry, mark
from citevet.rules.settings.afterwards import Afterwards
from citevet.rules.suppress import META, apply, unknown, unused
from citevet.rules.suppression import suppressions

_CLAIM = 1000  # characters of a claim that tell it from others; a hostile one has a megabyte and 60,000 findings


def findings(
    evidence: Evidence,
    *,
    selected: Iterable[str],
    severities: Mapping[str, Severity] | None = None,
    strict: bool = False,
    baseline: Sequence[Entry] = (),
) -> tuple[Finding, ...]:
    """Return what the selected rules find, suppressed findings included, in the order of the text."""
    codes = frozenset(selected)
    meta = frozenset(code for code in codes if code.startswith(META))
    levels = {code: _level(code, severities or {}, strict=strict) for code in codes}
    comments = suppressions(evidence.extraction.document)
    first, stale = mark(apply(_run(evidence, codes - meta, levels), comments), baseline, ran=codes - meta)
    after = Afterwards(
        evidence.extraction,
        evidence.judgements,
        evidence.policy,
        suppressions=comments,
        unused=tuple(unused(comments, first, codes)),
        unknown=tuple(unknown(comments)),
        stale=stale,
    )
    last, _ = mark(apply(_run(after, meta, levels), comments), baseline)
    return tuple(sorted((*first, *last), key=_order))


def _level(code: str, severities: Mapping[str, Severity], *, strict: bool) -> Severity:
    level = severities.get(code, RULES[code].severity)
    return Severity.ERROR if strict and level is Severity.WARNING else level


def _run(evidence: Evidence, codes: frozenset[str], levels: Mapping[str, Severity]) -> tuple[Finding, ...]:
    claims = _claims_by_citation(evidence)
    found = [
        _finding(code, levels[code], fault, fault.claim or (claims.get(fault.citation.id) if fault.citation else None))
        for code in sorted(codes)
        for fault in RULES[code]()(evidence)
    ]
    return tuple(_distinct(sorted(found, key=_order)))


def _claims_by_citation(evidence: Evidence) -> dict[str, Claim]:
    """Map each citation to the first claim that it stands behind."""
    claims: dict[str, Claim] = {}
    for claim in evidence.extraction.claims:
        for tie in claim.ties:
            claims.setdefault(tie.citation, claim)
    return claims


def _finding(code: str, level: Severity, fault: Fault, claim: Claim | None) -> Finding:
    return Finding(
        code=code,
        name=RULES[code].name,
        severity=level,
        message=fault.message,
        span=fault.span,
        fingerprint=_fingerprint(code, _about(fault), claim.plain.text[:_CLAIM] if claim else ""),
        fix=fault.fix,
        citation=fault.citation.id if fault.citation else None,
        reference=fault.reference.id if fault.reference else None,
        claim=claim.id if claim else None,
    )


def _about(fault: Fault) -> str:
    if not fault.about and fault.citation:
        return fault.citation.normal
    if not fault.about and fault.reference:
        return fault.reference.key or fault.reference.text
    return fault.about


def _fingerprint(code: str, about: str, claim: str) -> str:
    return sha256(f"{code}\0{about}\0{claim}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _distinct(found: Iterable[Finding]) -> Iterator[Finding]:
    """Give the second and later of equal fingerprints their ordinal."""
    seen: Counter[str] = Counter()
    for finding in found:
        seen[finding.fingerprint] += 1
        nth = seen[finding.fingerprint]
        yield finding if nth == 1 else replace(finding, fingerprint=f"{finding.fingerprint}-{nth}")


def _order(finding: Finding) -> tuple[int, str, int, str]:
    return finding.span.start, finding.code, finding.span.end, finding.message
