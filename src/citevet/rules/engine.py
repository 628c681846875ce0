"""Run the selected rules on the evidence; give each fault its code, severity and fingerprint; mark what is accepted.

A rule that raises stops the run: it is a defect of ours, and a report that hid it would read as a pass.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from heapq import heappop, heappush

from citevet.contracts import Evidence, Fault, Policy
from citevet.model import Claim, Document, Finding, Severity, Span
from citevet.model.document import is_inside
from citevet.records import collect_values, dataclass, replace
from citevet.rules import EVERYTHING, RULES, expand_selector, find_nearest_selector
from citevet.rules.accepted_findings import (
    BaselineEntry,
    SelectorProblem,
    SettingsEvidence,
    Suppression,
    find_suppressions,
    mark_accepted,
)
from citevet.rules.floods import merge_floods
from citevet.rules.keys.list_reading import find_reading_problem, weigh_fault

_SETTINGS = "CFG"  # the family that runs last: it reports what the suppressions of the other findings left unused
_CLAIM = 1000  # characters of a claim that tell it from others; a hostile one has a megabyte and 60,000 findings
_GUESSES = 100  # a guess costs 0.3 ms, and a hostile megabyte holds 30,000 unknown selectors


def run_rules(
    evidence: Evidence,
    *,
    selected: Iterable[str],
    severities: Mapping[str, Severity] | None = None,
    strict: bool = False,
    baseline: Sequence[BaselineEntry] = (),
) -> tuple[Finding, ...]:
    """Return the findings of the selected rules, suppressed ones included, in the order of the text."""
    codes = frozenset(selected)
    settings_codes = frozenset(code for code in codes if code.startswith(_SETTINGS))
    choose = partial(_choose_severity, severities=severities or {}, strict=strict)
    comments = find_suppressions(evidence.extraction.document)
    found = mark_suppressed(_list_findings(evidence, codes - settings_codes, choose), comments)
    found, stale = mark_accepted(found, baseline, ran=codes - settings_codes)
    settings_evidence = SettingsEvidence(
        evidence.extraction,
        evidence.judgements,
        evidence.policy,
        suppressions=comments,
        unused=tuple(find_unused_selectors(comments, found, codes)),
        unknown=tuple(find_unknown_selectors(comments)),
        stale=stale,
    )
    last, _ = mark_accepted(
        mark_suppressed(_list_findings(settings_evidence, settings_codes, choose), comments), baseline
    )
    return tuple(sorted((*_merge_explained(found), *last), key=_sort_key))


def _choose_severity(code: str, most: Severity, *, severities: Mapping[str, Severity], strict: bool) -> Severity:
    """Return the severity that the user chose, or that of the rule, which is lower if a fault may be none."""
    level = severities.get(code, min(RULES[code].severity, most))
    is_raised = strict and (most is not Severity.INFO or code in severities)
    return Severity.ERROR if is_raised and level is Severity.WARNING else level


def _list_findings(
    evidence: Evidence, codes: frozenset[str], choose: Callable[[str, Severity], Severity]
) -> tuple[Finding, ...]:
    claims: dict[str, Claim] = {}  # the first claim of each citation
    for each in evidence.extraction.claims:
        for tie in each.ties:
            claims.setdefault(tie.citation, each)
    problem = find_reading_problem(evidence.extraction)
    cited = evidence.extraction.document.metadata.get("cited")  # keys, if the document is the .bib file of another
    conditional = _find_conditional(evidence.extraction.document)
    found: list[Finding] = []
    for code in sorted(codes):
        for fault, most in merge_floods(code, evidence.once(_RunRule(code, evidence.policy)), evidence.extraction):
            unused = _list_unused(fault, cited)
            if fault.twin and len(unused) > 1:  # of two entries of one work, neither is printed
                continue
            is_doubtful = fault.is_doubtful or bool(unused) or is_inside(fault.span.start, conditional)
            usual = choose(code, Severity.INFO if is_doubtful else most)
            level = weigh_fault(code, fault, usual, evidence.extraction, problem)
            if level is not None:
                claim = fault.claim or (claims.get(fault.citation.id) if fault.citation else None)
                found.append(_make_finding(code, level, fault, claim))
    return tuple(_number_equal_fingerprints(sorted(found, key=_sort_key)))


@dataclass(frozen=True, slots=True)
class _RunRule:
    """Runs a rule; equal ones run once, since documents that share a bibliography share the faults in it."""

    code: str
    policy: Policy

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return RULES[self.code].find(evidence)


def _list_unused(fault: Fault, cited: Collection[str] | None) -> list[str]:
    """Return the entries that a fault is about and that are not printed, since the document does not cite them."""
    entries = [each for each in (fault.reference, fault.twin) if each and cited is not None]
    return [each.key for each in entries if cited is not None and each.key not in cited]


def _find_conditional(document: Document) -> list[Span]:
    """Return the branches of LaTeX that may not be printed: the reader cannot tell the value of their condition."""
    return [Span(*each) for each in document.metadata.get("conditional", ())] if document.format == "latex" else []


def _make_finding(code: str, level: Severity, fault: Fault, claim: Claim | None) -> Finding:
    return Finding(
        code=code,
        name=RULES[code].name,
        severity=level,
        message=fault.message,
        span=fault.span,
        fingerprint=_make_fingerprint(code, _get_subject(fault), claim.plain.text[:_CLAIM] if claim else ""),
        fix=fault.fix,
        citation=fault.citation.id if fault.citation else None,
        reference=fault.reference.id if fault.reference else None,
        claim=claim.id if claim else None,
    )


def _get_subject(fault: Fault) -> str:
    if not fault.about and fault.citation:
        return fault.citation.normal
    if not fault.about and fault.reference:
        return fault.reference.key or fault.reference.text
    return fault.about


def _make_fingerprint(code: str, subject: str, claim: str) -> str:
    return sha256(f"{code}\0{subject}\0{claim}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _number_equal_fingerprints(found: Iterable[Finding]) -> Iterator[Finding]:
    """Append an ordinal to the second and later of equal fingerprints."""
    counts: Counter[str] = Counter()
    for finding in found:
        counts[finding.fingerprint] += 1
        nth = counts[finding.fingerprint]
        yield finding if nth == 1 else replace(finding, fingerprint=f"{finding.fingerprint}-{nth}")


def _sort_key(finding: Finding) -> tuple[int, str, int, str]:
    return finding.span.start, finding.code, finding.span.end, finding.message


@dataclass(frozen=True, slots=True)
class _Reach:
    """Where a comment accepts the findings of one rule; of an `enable`, that it ended something."""

    scope: Span
    by: Suppression


def mark_suppressed(findings: Sequence[Finding], comments: Sequence[Suppression]) -> tuple[Finding, ...]:
    """Mark the findings that a comment accepts, each by the comment that ends soonest; none is dropped."""
    marks: dict[int, Suppression] = {}
    for code, reaches in _find_reaches(comments).items():
        accepting = [reach for reach in reaches if reach.by.action != "enable"]
        places = sorted((each.span.start, at) for at, each in enumerate(findings) if each.code == code)
        marks.update(_match_places(places, sorted(accepting, key=lambda each: each.scope)))
    return tuple(
        replace(finding, suppressed="inline", justification=marks[at].reason or None) if at in marks else finding
        for at, finding in enumerate(findings)
    )


def _match_places(places: Sequence[tuple[int, int]], accepting: Sequence[_Reach]) -> Iterator[tuple[int, Suppression]]:
    """Walk findings and scopes together, so that many of both cost no more than their sum."""
    active: list[tuple[int, int]] = []
    nth = 0
    for offset, at in places:
        while nth < len(accepting) and accepting[nth].scope.start <= offset:
            heappush(active, (accepting[nth].scope.end, nth))
            nth += 1
        while active and active[0][0] <= offset:
            heappop(active)
        if active:
            yield at, accepting[active[0][1]].by


def find_unknown_selectors(comments: Sequence[Suppression]) -> Iterator[SelectorProblem]:
    """Yield the selectors that name no rule, with the nearest that does; `ALL` is not allowed here."""
    guesses = 0
    for comment in comments:
        for selector in comment.selectors:
            if not expand_selector(selector) or selector.upper() == EVERYTHING:
                guesses += 1
                nearest = find_nearest_selector(selector) if guesses <= _GUESSES else None
                yield SelectorProblem(comment, selector, nearest)


def find_unused_selectors(
    comments: Sequence[Suppression], findings: Sequence[Finding], ran: frozenset[str]
) -> Iterator[SelectorProblem]:
    """Yield the selectors that accept no finding, though each of their rules ran."""
    starts = collect_values(sorted((finding.code, finding.span.start) for finding in findings))
    used = {
        (reach.by.span, code)
        for code, reaches in _find_reaches(comments).items()
        for reach in reaches
        if _is_used(reach, starts.get(code, ()))
    }
    for comment in comments:
        for selector in comment.selectors:
            codes = expand_selector(selector)
            did_run = bool(codes) and codes <= ran and not any(code.startswith(_SETTINGS) for code in codes)
            if did_run and not any((comment.span, code) in used for code in codes):
                yield SelectorProblem(comment, selector)


def _is_used(reach: _Reach, places: Sequence[int]) -> bool:
    if reach.by.action == "enable":
        return True
    return bisect_left(places, reach.scope.start) < bisect_left(places, reach.scope.end)


def _find_reaches(comments: Sequence[Suppression]) -> Mapping[str, list[_Reach]]:
    """Return the reaches by code; an `enable` of one code ends its part of a `disable` of a family."""
    by_code: dict[str, list[_Reach]] = defaultdict(list)
    opened: dict[str, list[Suppression]] = defaultdict(list)
    for comment in comments:
        for code in {code for selector in comment.selectors for code in expand_selector(selector)}:
            if comment.action == "disable":
                opened[code].append(comment)
            elif comment.action == "enable":
                ended = [_Reach(Span(each.span.start, comment.span.start), each) for each in opened.pop(code, [])]
                by_code[code] += [*ended, _Reach(comment.span, comment)] if ended else []
            else:
                by_code[code].append(_Reach(comment.scope, comment))
    for code, still_open in opened.items():
        by_code[code] += (_Reach(each.scope, each) for each in still_open)
    return by_code


# One fault, one finding

# Code or family → the codes or families that explain it, the most telling first. A finding of a model never explains
# one that was compared without a model.
_EXPLAINED_BY: Mapping[str, tuple[str, ...]] = {
    "KEY001": ("FMT002", "FMT003"),
    "KEY002": ("KEY003", "KEY004"),
    "KEY004": ("MET013",),
    "KEY007": ("FMT002",),
    "KEY009": ("FMT001", "IDN014"),
    "KEY011": ("FMT001", "IDN014"),
    "IDN014": ("FMT001",),
    "IDN011": ("GEN",),
    "FMT005": ("GEN", "IDN"),
    "FMT007": ("FMT002", "EXI", "KEY001", "KEY007", "KEY009", "KEY011", "QUO001", "QUO002", "QUO004"),
    "EXI001": ("IDN007",),
    "EXI003": ("IDN008",),
    "EXI005": ("IDN014", "KEY011", "KEY009"),
    "EXI007": ("IDN001", "IDN002", "IDN003", "IDN004"),
    "EXI009": ("IDN014", "GEN"),
    "EXI011": ("EXI010",),
    "RET002": ("RET001",),
    "RET003": ("RET001",),
    "LNK": ("IDN006",),
    "LNK002": ("LNK001",),
    "LNK003": ("LNK001",),
    "LNK004": ("LNK001", "LNK003"),
    "LAW002": ("IDN009",),
    "LAW003": ("IDN009",),
    "LAW005": ("LAW002",),
    "LAW006": ("LAW002",),
    "LAW007": ("IDN009",),
    "LAW008": ("IDN009",),
    "PAG001": ("QUO003", "QUO001"),
    "PAG003": ("IDN008", "FRE001"),
    "SEC": ("QUO003", "QUO001", "PAG001"),
    "FRE002": ("IDN008", "PAG003"),
    "SUP001": ("QUO001", "QUO002"),
    "SUP003": ("QUO001", "QUO002"),
    "SUP004": ("SUP001", "NUM"),
    "SUP006": ("QUO001", "QUO002", "SUP004"),
    "NUM": ("QUO001", "QUO002"),
    "UNC005": ("GEN",),
    "GEN003": ("EXI007",),
}
_FAMILY = 3  # letters of a code that name its family
_Subject = tuple[str, object]


def _merge_explained(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Attach each finding that another one explains to that one, whether or not it is suppressed."""
    by_subject: dict[_Subject, dict[str, int]] = {}  # subject → code or family → place of the first finding
    for place, finding in enumerate(findings):
        for subject in _list_subjects(finding):
            known = by_subject.setdefault(subject, {})
            known.setdefault(finding.code, place)
            known.setdefault(finding.code[:_FAMILY], place)
    explained: dict[int, int] = {}
    for place, finding in enumerate(findings):
        if (by := _find_explanation(finding, by_subject)) is not None:
            explained[place] = by
    attached: dict[int, list[Finding]] = {}
    for place in explained:
        attached.setdefault(_find_root(place, explained), []).append(findings[place])
    return tuple(
        _attach(finding, attached[place]) if place in attached else finding
        for place, finding in enumerate(findings)
        if place not in explained
    )


def _attach(finding: Finding, others: Sequence[Finding]) -> Finding:
    """Attach the explained findings; what explains an open error is an error."""
    levels = [finding.severity, *(each.severity for each in others if each.suppressed is None)]
    return replace(finding, also=tuple(others), severity=max(levels))


def _list_subjects(finding: Finding) -> Iterator[_Subject]:
    yield "span", finding.span
    if finding.citation:
        yield "citation", finding.citation
    if finding.reference:
        yield "reference", finding.reference


def _find_explanation(finding: Finding, by_subject: Mapping[_Subject, Mapping[str, int]]) -> int | None:
    explaining = (*_EXPLAINED_BY.get(finding.code, ()), *_EXPLAINED_BY.get(finding.code[:_FAMILY], ()))
    subjects = [by_subject[subject] for subject in _list_subjects(finding)] if explaining else []
    return next((known[code] for code in explaining for known in subjects if code in known), None)


def _find_root(place: int, explained: Mapping[int, int]) -> int:
    while place in explained:
        place = explained[place]
    return place
