"""The report of `citevet audit` on a whole project: corpus coverage, pages, sections, quotations, freshness."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import chain, islice
from typing import Any, Literal

from citevet.model import Audit, Claim, Document, Entry, Flag, Judgement, Report, Verdict
from citevet.records import collect_values, dataclass
from citevet.report.audit import (
    STATE_SIGNS,
    AuditRows,
    format_citation,
    format_recommendations,
    format_states,
    format_title,
    format_unread,
    recommend,
)
from citevet.report.audit_schemas import (
    FAMILIES,
    STATUSES,
    citation_status,
    count_hallucinations,
    format_hallucinations,
)
from citevet.report.citation_checks import (
    FRESHNESS_SIGNS,
    CitationCheck,
    artefact_freshness,
    check_page,
    check_section,
    format_artefacts,
)
from citevet.report.citation_rows import CitationRow, build_rows, collect_sources, quote_passages
from citevet.report.findings import SEVERITY_SIGNS, format_count
from citevet.report.json import TOOL, VERSION, dump, dump_pretty, finding_to_dict, pick, unread_to_dict
from citevet.report.safe_text import join_lines, show_controls, to_line
from citevet.report.summary import VERDICT_WORDS, format_findings, list_unchecked

QuoteState = Literal["found", "misplaced", "altered", "joined", "fabricated", "unverified"]
QUOTE_STATES: tuple[QuoteState, ...] = ("found", "misplaced", "altered", "joined", "fabricated", "unverified")

# The worst first: a claim with one fabricated quotation of two counts as fabricated.
_QUOTE_FLAGS: Mapping[Flag, QuoteState] = {
    "fabricated-quote": "fabricated",
    "joined-quote": "joined",
    "altered-quote": "altered",
    "misplaced-quote": "misplaced",
    "unread-quote": "unverified",
}
_QUOTE_SIGNS: Mapping[QuoteState, str] = {"found": "✓", "misplaced": "⚠", "unverified": "○"}
_CORPUS_RULES = frozenset({"EXI001", "EXI005", "EXI006"})
_DETAILED = 500  # citations with their checks
_SHOWN = 20  # names in a list; JSON has them all


@dataclass(frozen=True)
class Integrity:
    """The documents of a project, its corpus, and the faulty entries."""

    report: Report  # on the documents; unreadable files of the corpus are in it as well
    entries: tuple[Entry, ...] = ()
    faulty: tuple[Audit, ...] = ()  # one for each entry with a fault
    verdict: Verdict = "empty"  # on documents and corpus

    @cached_property
    def audits(self) -> tuple[AuditRows, ...]:
        """Every document with its citations."""
        sources = collect_sources(self.report)
        return tuple((audit, build_rows(audit, sources)) for audit in self.report.audits)

    @cached_property
    def rows(self) -> tuple[tuple[Document, CitationRow], ...]:
        """Every citation with its document."""
        return tuple((audit.document, row) for audit, rows in self.audits for row in rows)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many citations are in the corpus, and how many of its entries are cited."""

    citations: int  # that should be in the corpus
    covered: int
    missing: Mapping[str, tuple[str, ...]]  # what is not in the corpus → where it is cited
    near: Mapping[str, str]  # for some of those another work of the same authors
    cited: tuple[str, ...]  # ids of entries
    uncited: tuple[str, ...]

    @property
    def share(self) -> float | None:
        """Covered citations as a share of all that should be; none where there are none."""
        return round(self.covered / self.citations, 4) if self.citations else None


@dataclass(frozen=True, slots=True)
class CheckCount:
    """The results of one check over all citations."""

    cited: int
    good: int
    bad: tuple[tuple[str, str], ...]  # place and details

    @property
    def unchecked(self) -> int:
        """How many could not be checked."""
        return self.cited - self.good - len(self.bad)


def measure_coverage(integrity: Integrity) -> Coverage:
    """Compare the citations of the documents with the entries of the corpus."""
    expected = [(document, row) for document, row in integrity.rows if _belongs_to_corpus(row)]
    found = [row for _, row in expected if row.existence == "found"]
    missing: dict[str, list[str]] = {}
    near: dict[str, str] = {}
    for document, row in expected:
        if row.is_absent:
            missing.setdefault(row.citation.normal, []).append(_format_place(document, row))
            near.update((row.citation.normal, each.source) for each in row.differences("year"))
    used = {row.source.id for _, row in expected if row.source}
    ids = [entry.id for entry in integrity.entries]
    return Coverage(
        len(expected),
        len(found),
        {name: tuple(places) for name, places in sorted(missing.items())},
        near,
        tuple(name for name in ids if name in used),
        tuple(name for name in ids if name not in used),
    )


def _belongs_to_corpus(row: CitationRow) -> bool:
    """Return whether a citation should be in the corpus; a path counts only if it names an id."""
    if row.citation.kind == "corpus" or row.citation.file.source:
        return True
    known = row.source is not None and row.source.kind == "corpus"
    return known or any(finding.codes & _CORPUS_RULES for finding in row.findings)


def count_checks(
    rows: Iterable[tuple[Document, CitationRow]], check: Callable[[CitationRow], CitationCheck | None]
) -> CheckCount:
    """Run one check on every citation."""
    results = [(_format_place(document, row), result) for document, row in rows if (result := check(row))]
    bad = tuple((place, result.details) for place, result in results if result.good is False)
    return CheckCount(len(results), sum(result.good is True for _, result in results), bad)


def count_quotes(integrity: Integrity) -> Counter[QuoteState]:
    """Count the claims with quotations by the state of their quotations."""
    return Counter(state for audit, _ in integrity.audits for state in _quote_states(audit))


def _quote_states(audit: Audit) -> Iterator[QuoteState]:
    judgements = collect_values((judgement.claim, judgement) for judgement in audit.judgements)
    for claim in audit.extraction.claims:
        if claim.quotations and claim.ties:
            yield quote_state(claim, judgements.get(claim.id, ()))


def quote_state(claim: Claim, judgements: Sequence[Judgement]) -> QuoteState:
    """Return the state of a claim's quotations: the worst flag, else found if there is evidence."""
    flags = {flag for judgement in judgements if judgement.claim == claim.id for flag in judgement.flags}
    for flag, state in _QUOTE_FLAGS.items():
        if flag in flags:
            return state
    return "found" if any(map(quote_passages, judgements)) else "unverified"


def count_key_quotes(integrity: Integrity) -> tuple[int, int]:
    """Return the number of key quotes in the corpus, and how many of them are validated."""
    quotes = [quote for entry in integrity.entries for quote in entry.quotes]
    return len(quotes), sum(quote.validated for quote in quotes)


def _format_place(document: Document, row: CitationRow) -> str:
    line, column, _, _ = document.line_range(row.citation.span)
    return f"{document.path}:{line}:{column}"


def render_json(integrity: Integrity) -> str:
    """Return the audit as indented JSON; only `run` differs between equal runs."""
    today = integrity.report.run.get("today")
    content = _content_to_dict(integrity)
    return dump_pretty(
        {
            "version": VERSION,
            "tool": TOOL,
            "audit_id": sha256(dump(content).encode()).hexdigest()[:32],
            "verdict": integrity.verdict,
            "run": {"timestamp": str(today)} if today else {},
            **content,
        }
    )


def _content_to_dict(integrity: Integrity) -> dict[str, Any]:
    report = integrity.report
    return {
        "documents": len(report.audits),
        "citations": _citations_to_dict(integrity),
        "coverage": _coverage_to_dict(integrity),
        "pages": _count_to_dict(count_checks(integrity.rows, check_page)),
        "sections": _count_to_dict(count_checks(integrity.rows, check_section)),
        "quotes": _quotes_to_dict(integrity),
        "freshness": _freshness_to_dict(integrity),
        "entries": [
            {
                "path": audit.document.path,
                "findings": [finding_to_dict(audit.document, finding) for finding in audit.findings],
            }
            for audit in integrity.faulty
        ],
        "hallucinations": {
            word: {"family": FAMILIES[word], **levels}
            for word, levels in count_hallucinations(chain(report.audits, integrity.faulty)).items()
        },
        "recommendations": list(recommend(report, _all_audits(integrity))),
        "unread": list(map(unread_to_dict, report.unread)),
    }


def _all_audits(integrity: Integrity) -> list[AuditRows]:
    return [*integrity.audits, *((audit, ()) for audit in integrity.faulty)]


def _citations_to_dict(integrity: Integrity) -> dict[str, Any]:
    states = Counter(row.state for _, row in integrity.rows)
    statuses = Counter(citation_status(row) for _, row in integrity.rows)
    return {
        "total": states.total(),
        "valid": states["valid"],
        "warnings": states["warning"],
        "errors": states["error"],
        "unchecked": states["unchecked"],
        "status": {status: statuses[status] for status in STATUSES},
    }


def _coverage_to_dict(integrity: Integrity) -> dict[str, Any]:
    coverage = measure_coverage(integrity)
    return {
        "entries": len(integrity.entries),
        **pick(coverage, "citations", "covered", "share", "missing", "near", "cited", "uncited"),
    }


def _count_to_dict(count: CheckCount) -> dict[str, Any]:
    wrong = [{"place": place, "why": details} for place, details in count.bad]
    return {"cited": count.cited, "valid": count.good, "wrong": wrong, "unchecked": count.unchecked}


def _quotes_to_dict(integrity: Integrity) -> dict[str, int]:
    states = count_quotes(integrity)
    total, validated = count_key_quotes(integrity)
    return {**{state: states[state] for state in QUOTE_STATES}, "key_quotes": total, "key_quotes_validated": validated}


def _freshness_to_dict(integrity: Integrity) -> dict[str, int]:
    cited = Counter(artefact_freshness(row) for _, row in integrity.rows if row.citation.kind == "artifact")
    states = {state.lower(): cited[state] for state in FRESHNESS_SIGNS}
    return {"total": cited.total(), **states, "unchecked": cited[None]}


@join_lines
def render_text(integrity: Integrity) -> Iterator[str]:
    """Return the audit as text: numbers, details and the verdict."""
    report = integrity.report
    yield from format_title("CITATION INTEGRITY AUDIT: PROJECT")
    if today := report.run.get("today"):
        yield f"Date: {to_line(str(today))}"
    yield from (f"Auditor: {TOOL}", "", "SUMMARY:", f"  Documents: {len(report.audits)}")
    yield from format_states([row for _, row in integrity.rows])
    yield from ("", *_coverage_lines(integrity))
    yield from ("", "PAGE VALIDATION:", *_count_lines(count_checks(integrity.rows, check_page), "Out of range"))
    yield from ("", "SECTIONS:", *_count_lines(count_checks(integrity.rows, check_section), "Wrong"))
    yield from ("", "QUOTE VERIFICATION:", *_quote_lines(integrity))
    yield from format_artefacts(integrity.rows, paths=True)
    yield from ("", *_entry_lines(integrity))
    yield from format_hallucinations(chain(report.audits, integrity.faulty))
    yield from ("", "DETAILS:", *_detail_lines(integrity))
    yield from ("", "RECOMMENDATIONS:", *format_recommendations(report, _all_audits(integrity)))
    yield from ("", *format_unread(report), *_summary_lines(integrity))


def _detail_lines(integrity: Integrity) -> Iterator[str]:
    """Yield every citation with its checks by document; one that is right takes one line."""
    rows = [(audit, row) for audit, rows in integrity.audits for row in rows]
    last = None
    for audit, row in rows[:_DETAILED]:
        if audit is not last:
            yield from ("", f"{show_controls(audit.document.path)}:")
        last = audit
        lines = format_citation(integrity.report, audit, row)
        yield from (islice(lines, 1) if row.state == "valid" else lines)
    if not rows:
        yield "No citations."
    if len(rows) > _DETAILED:
        yield f"… {format_count(len(rows) - _DETAILED, 'more citation')}"


def _coverage_lines(integrity: Integrity) -> Iterator[str]:
    coverage = measure_coverage(integrity)
    share = f" ({coverage.share:.0%})" if coverage.share is not None else ""
    uncited = f" ({_join_names(coverage.uncited)})" if coverage.uncited else ""
    absent = sum(map(len, coverage.missing.values()))
    sources = f" ({format_count(len(coverage.missing), 'source')})" if absent > len(coverage.missing) else ""
    yield "CORPUS COVERAGE:"
    yield f"  Entries: {len(integrity.entries)}"
    yield f"  Cited: {len(coverage.cited)}"
    yield f"  Never cited: {len(coverage.uncited)}{uncited}"
    yield f"  Corpus citations: {coverage.citations}"
    yield f"  In the corpus: {coverage.covered}{share}"
    yield f"  Not in the corpus: {absent}{sources}"
    for name, places in list(coverage.missing.items())[:_SHOWN]:
        other = f" (same author in the corpus: {to_line(coverage.near[name])})" if name in coverage.near else ""
        yield f"    ✗ {to_line(name)}: {_join_names(places)}{other}"


def _join_names(names: Sequence[str]) -> str:
    return ", ".join(map(to_line, names[:_SHOWN])) + (" …" if len(names) > _SHOWN else "")


def _count_lines(count: CheckCount, wrong: str) -> Iterator[str]:
    yield f"  Cited: {count.cited}"
    yield f"  {STATE_SIGNS['valid']} Valid: {count.good}"
    yield f"  {STATE_SIGNS['warning']} {wrong}: {len(count.bad)}"
    yield f"  {STATE_SIGNS['unchecked']} Not checked: {count.unchecked}"
    yield from (f"    {show_controls(place)}: {details}" for place, details in count.bad[:_SHOWN])


def _quote_lines(integrity: Integrity) -> Iterator[str]:
    states = count_quotes(integrity)
    total, validated = count_key_quotes(integrity)
    yield f"  Claims with quotations: {states.total()}"
    yield from (f"  {_QUOTE_SIGNS.get(state, '✗')} {state.capitalize()}: {states[state]}" for state in QUOTE_STATES)
    yield f"  Key quotes in the corpus: {total} ({validated} validated)"


def _entry_lines(integrity: Integrity) -> Iterator[str]:
    yield f"CORPUS ENTRIES: {len(integrity.faulty)} of {len(integrity.entries)} with faults"
    for audit in integrity.faulty[:_SHOWN]:
        yield f"  {show_controls(audit.document.path)}"
        for finding in audit.findings:
            if not finding.suppressed:
                at = f"{SEVERITY_SIGNS[finding.severity]} {audit.document.line_range(finding.span).line}"
                rule = f"{finding.code} {finding.name} {finding.severity}"
                yield f"    {at}: {rule}: {to_line(finding.message)}"


def _summary_lines(integrity: Integrity) -> Iterator[str]:
    report = integrity.report
    found = format_findings(finding for audit, _ in _all_audits(integrity) for finding in audit.findings)
    documents = format_count(len(report.audits), "document")
    entries = format_count(len(integrity.entries), "corpus entry")
    citations = format_count(report.census.citations, "citation")
    if integrity.verdict == "empty":
        yield f"{VERDICT_WORDS['empty']}  no citations in {documents}, {entries}"
        return
    yield f"{VERDICT_WORDS[integrity.verdict]}  {found} in {documents} and {entries} ({citations})"
    unchecked = list_unchecked(report)
    if unchecked:
        yield f"Not checked: {', '.join(unchecked)}"
