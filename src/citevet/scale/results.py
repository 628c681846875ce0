"""The results of a batch: a line for each file, and the roll-up of all: counts, worst documents, rules, sources."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from pathlib import Path
from typing import Any

from citevet.errors import CitevetError
from citevet.jobs.document_audit import audit_file
from citevet.jobs.file_audits import describe_crash
from citevet.jobs.result_cache import list_needs
from citevet.jobs.run_summary import make_report
from citevet.model import Audit, Report, Severity, Unread, Verdict
from citevet.report.json import TOOL, VERSION, census_to_dict, dump, expand_sections, report_sections
from citevet.session import Session
from citevet.world.batch_journal import FinishedDocument

_SHOWN = 50  # documents and sources of the roll-up
_REASONS = 3  # of files that were not read, for one document
_NAMED = ("id", "kind", "title", "place")  # what a source is called by
_LEVELS = ("error", "warning", "info")
_ORDER: tuple[Verdict, ...] = ("fail", "incomplete", "pass", "empty")
_OMITTED = frozenset({"run", "rules"})  # what may differ between equal runs, and what is the same for every document


def report_file(file: Path, session: Session) -> FinishedDocument:
    """Audit a file with its parts, and return its line of the output."""
    return _finish(file, audit_file(file, session), session)


def report_crash(file: Path, session: Session) -> FinishedDocument:
    """Return the result of a file that crashes its process."""
    return _finish(file, [describe_crash(file, session)], session)


def _finish(file: Path, results: Sequence[Audit | Unread], session: Session) -> FinishedDocument:
    shown = session.show(file)
    audits = [each for each in results if isinstance(each, Audit)]
    unread = [each for each in results if isinstance(each, Unread)]
    try:
        config = session.config_for(file)
        needs = tuple(list_needs(file, results, session))
    except CitevetError:  # it is in `unread`
        config, needs = session.config, ()
    report = make_report(audits, unread, config, {})
    return FinishedDocument(
        FinishedDocument.pack(f"{dump(_make_line(shown, report))}\n"),
        dump(_summarize(shown, report)),
        tuple(audit.document.path for audit in audits if audit.document.is_part),
        needs,
        is_unread=bool(unread),
    )


def _make_line(path: str, report: Report) -> dict[str, Any]:
    sections = expand_sections({key: part for key, part in report_sections(report).items() if key not in _OMITTED})
    head = {"version": sections.pop("version"), "tool": sections.pop("tool"), "path": path}
    return {**head, **sections, "documents": list(map(expand_sections, sections["documents"]))}


def _summarize(path: str, report: Report) -> dict[str, Any]:
    """Return what the roll-up needs of one document and its parts; suppressed findings do not count."""
    findings = [each for audit in report.audits for each in audit.findings if not each.suppressed]
    cited = Counter(
        judgement.source for audit in report.audits for judgement in audit.judgements if judgement.source is not None
    )
    return {
        "path": path,
        "verdict": report.verdict,
        "census": census_to_dict(report.census),
        "unread": [each.message for each in report.unread],
        "severities": dict(sorted(Counter(str(each.severity) for each in findings).items())),
        "rules": dict(sorted(Counter(each.code for each in findings).items())),
        "sources": [
            [source.id, source.kind, source.title, source.path or source.url or "", cited[source.id]]
            for source in report.sources
        ],
        "services": dict(sorted(Counter(each.record.service for each in report.sources if each.record).items())),
    }


@dataclass(slots=True)
class RollUp:
    """Counts over all documents so far; they grow with the number of different sources, not with the documents."""

    verdicts: Counter[str] = field(default_factory=Counter)
    census: Counter[str] = field(default_factory=Counter)
    unchecked: Counter[str] = field(default_factory=Counter)
    severities: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)  # by rule
    documents: Counter[str] = field(default_factory=Counter)  # with findings of the rule
    sources: Counter[tuple[str, ...]] = field(default_factory=Counter)  # citations
    readers: Counter[tuple[str, ...]] = field(default_factory=Counter)  # documents that cite the source
    services: Counter[str] = field(default_factory=Counter)
    unread: int = 0
    worst: list[tuple[tuple[int, ...], int, Mapping[str, Any]]] = field(default_factory=list)

    def add(self, summary: Mapping[str, Any]) -> None:
        """Count one document."""
        counts = dict(summary["census"])
        self.unchecked.update(counts.pop("unchecked"))
        self.census.update(counts)
        self.verdicts[summary["verdict"]] += 1
        self.severities.update(summary["severities"])
        self.findings.update(summary["rules"])
        self.documents.update(summary["rules"].keys())
        self.services.update(summary["services"])
        self.unread += len(summary["unread"])
        for *name, times in summary["sources"]:
            self.sources[tuple(name)] += times
            self.readers[tuple(name)] += 1
        self._rank(summary)

    def _rank(self, summary: Mapping[str, Any]) -> None:
        levels = tuple(summary["severities"].get(level, 0) for level in _LEVELS)
        if any(levels) or summary["unread"]:
            rank = (len(summary["unread"]), *levels)
            row = {"path": summary["path"], "verdict": summary["verdict"], **dict(zip(_LEVELS, levels, strict=True))}
            row |= {"unread": len(summary["unread"]), "reasons": summary["unread"][:_REASONS]}
            # Earlier documents come first among equals.
            self.worst.append((rank, -sum(self.verdicts.values()), row))
            self.worst = nlargest(_SHOWN, self.worst, key=lambda each: each[:2])

    @property
    def verdict(self) -> Verdict:
        """The verdict of the whole batch: the worst one of a document; empty only where all are."""
        return next((each for each in _ORDER if self.verdicts[each]), "empty")

    def to_dict(self, severities: Mapping[str, Severity]) -> dict[str, Any]:
        """Return the roll-up for JSON; it has no times, so equal runs give equal bytes."""
        sources = sorted(self.sources.items(), key=lambda item: (-self.readers[item[0]], -item[1], item[0]))
        rules = sorted(self.findings.items(), key=lambda item: (-item[1], item[0]))
        return {
            "version": VERSION,
            "tool": TOOL,
            "verdict": self.verdict,
            "files": sum(self.verdicts.values()),
            "unread": self.unread,
            "verdicts": {each: self.verdicts[each] for each in _ORDER if self.verdicts[each]},
            "census": {**self.census, "unchecked": dict(sorted(self.unchecked.items()))},
            "findings": {level: self.severities[level] for level in _LEVELS},
            "worst": [row for *_, row in self.worst],
            "rules": [
                {"code": code, "severity": str(severities[code]), "findings": count, "files": self.documents[code]}
                for code, count in rules
            ],
            "sources": [
                {**dict(zip(_NAMED, name, strict=True)), "citations": count, "files": self.readers[name]}
                for name, count in sources[:_SHOWN]
            ],
            "services": dict(sorted(self.services.items())),
        }
