"""The work of a batch on each file, its results as lines or as a Parquet table, and the roll-up of all."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from citevet.errors import CitevetError, UsageError
from citevet.jobs.document_audit import audit_file
from citevet.jobs.references import list_crash, list_entries
from citevet.jobs.result_cache import list_needs
from citevet.jobs.run_summary import count_audits, make_report
from citevet.jobs.worker_processes import describe_crash
from citevet.model import JUDGED_COUNTS, Audit, Finding, Report, Severity, Unread, Verdict
from citevet.model.document import BIBLIOGRAPHIES
from citevet.records import collect_values, dataclass, field, replace
from citevet.report.json import TOOL, VERSION, census_to_dict, dump, expand_sections, report_sections
from citevet.session import Session
from citevet.world.batch_journal import FinishedDocument
from citevet.world.file_writer import replace_file
from citevet.world.installed_from import install_command

if TYPE_CHECKING:
    import pyarrow as pa

TaskName = Literal["audit", "references"]
_SHOWN = 50  # documents and sources of the roll-up
_REASONS = 3  # of files that were not read, for one document
_NAMED = ("id", "kind", "title", "place")  # what a source is called by
_LEVELS = ("error", "warning", "info")
_ORDER: tuple[Verdict, ...] = ("fail", "incomplete", "pass", "empty")
_OMITTED = frozenset({"run", "rules"})  # what may differ between equal runs, and what is the same for every document
ROW_GROUP = 20_000  # rows; so many are in memory at a time
_WORDS = "record file path verdict".split()
_TEXTS = "kind text claim source title existence existence_reason support support_reason severity".split()
_LISTS = "flags rules suppressed messages".split()


def report_file(file: Path, session: Session) -> FinishedDocument:
    """Audit a file with its parts, and return its line of the output."""
    return _finish(file, audit_file(file, session), session)


def report_crash(file: Path, session: Session) -> FinishedDocument:
    """Return the result of a file that crashes its process."""
    return _finish(file, [describe_crash(file, session)], session)


def _finish(file: Path, results: Sequence[Audit | Unread], session: Session) -> FinishedDocument:
    shown = session.show(file)
    audits = [_drop_unused_entries(each) for each in results if isinstance(each, Audit)]
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


def _drop_unused_entries(audit: Audit) -> Audit:
    """Keep the entries of a bibliography that the document cites or that have findings: each line would have all."""
    document, extraction = audit.document, audit.extraction
    if not document.is_part or document.format not in BIBLIOGRAPHIES:
        return audit
    cited, faulty = set(document.metadata.get("cited", ())), {finding.reference for finding in audit.findings}
    used = tuple(each for each in extraction.references if each.key in cited or each.id in faulty)
    return replace(audit, extraction=replace(extraction, references=used))


def _make_line(path: str, report: Report) -> dict[str, Any]:
    sections = expand_sections({key: part for key, part in report_sections(report).items() if key not in _OMITTED})
    head = {"version": sections.pop("version"), "tool": sections.pop("tool"), "path": path}
    return {**head, **sections, "documents": list(map(expand_sections, sections["documents"]))}


def _summarize(path: str, report: Report) -> dict[str, Any]:
    """Return what the roll-up needs of one document and its parts; suppressed findings do not count."""
    own = [audit for audit in report.audits if not audit.document.is_part]
    parts = [audit for audit in report.audits if audit.document.is_part]
    cited = Counter(
        judgement.source for audit in report.audits for judgement in audit.judgements if judgement.source is not None
    )
    findings = Counter((each.code, str(each.severity)) for audit in own for each in _list_counted(audit))
    return {
        "path": path,
        "verdict": report.verdict,
        "census": census_to_dict(count_audits(own)),
        "unread": [each.message for each in report.unread],
        "severities": dict(Counter(str(each.severity) for audit in report.audits for each in _list_counted(audit))),
        "findings": [[*names, count] for names, count in sorted(findings.items())],
        "parts": [
            {
                "path": part.document.path,
                "census": census_to_dict(count_audits([replace(part, findings=())])),
                "findings": [[each.fingerprint, each.code, str(each.severity)] for each in _list_counted(part)],
            }
            for part in parts
        ],
        "sources": [
            [source.id, source.kind, source.title, source.path or source.url or "", cited[source.id]]
            for source in report.sources
        ],
        "services": dict(sorted(Counter(each.record.service for each in report.sources if each.record).items())),
    }


def _list_counted(audit: Audit) -> list[Finding]:
    return [each for each in audit.findings if not each.suppressed]


class BatchTask(NamedTuple):
    """The work on a file, and the result of one that crashes its process."""

    work: Callable[[Path, Session], FinishedDocument]
    fail: Callable[[Path, Session], FinishedDocument]


TASKS: Mapping[TaskName, BatchTask] = {
    "audit": BatchTask(report_file, report_crash),
    "references": BatchTask(list_entries, list_crash),
}


@dataclass(slots=True)
class RollUp:
    """Counts over all documents so far; they grow with the number of different sources, not with the documents."""

    verdicts: Counter[str] = field(default_factory=Counter)
    census: Counter[str] = field(default_factory=Counter)
    unchecked: Counter[str] = field(default_factory=Counter)
    findings: Counter[tuple[str, str]] = field(default_factory=Counter)  # by rule and severity
    documents: Counter[str] = field(default_factory=Counter)  # with findings of the rule
    # Findings in a part, by its path, that several documents may pull in. The worst severity of each counts.
    parts: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)
    sources: Counter[tuple[str, ...]] = field(default_factory=Counter)  # citations
    readers: Counter[tuple[str, ...]] = field(default_factory=Counter)  # documents that cite the source
    services: Counter[str] = field(default_factory=Counter)
    unread: int = 0
    worst: list[tuple[tuple[int, ...], int, Mapping[str, Any]]] = field(default_factory=list)

    def add(self, summary: Mapping[str, Any]) -> None:
        """Count one document."""
        self._add_census(summary["census"])
        self.verdicts[summary["verdict"]] += 1
        self.findings.update({(code, level): count for code, level, count in summary["findings"]})
        self.documents.update({code for code, *_ in summary["findings"]})
        for part in summary["parts"]:
            self._add_part(part)
        self.services.update(summary["services"])
        self.unread += len(summary["unread"])
        for *name, times in summary["sources"]:
            self.sources[tuple(name)] += times
            self.readers[tuple(name)] += 1
        self._rank(summary)

    def _add_census(self, census: Mapping[str, Any]) -> None:
        counts = dict(census)
        self.unchecked.update(counts.pop("unchecked"))
        self.census.update({name: count for name, count in counts.items() if count is not None})

    def _add_part(self, part: Mapping[str, Any]) -> None:
        """Count a part once, as `check` does."""
        if part["path"] not in self.parts:
            self._add_census(part["census"])
        found = self.parts.setdefault(part["path"], {})
        for fingerprint, code, level in part["findings"]:
            _, other = found.get(fingerprint, (code, level))
            found[fingerprint] = code, min(level, other, key=_LEVELS.index)

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
        findings = self.findings + Counter(each for found in self.parts.values() for each in found.values())
        documents = self.documents + Counter(
            code for found in self.parts.values() for code in {code for code, _ in found.values()}
        )
        rules, levels = Counter[str](), Counter[str]()
        for (code, level), count in findings.items():
            rules[code] += count
            levels[level] += count
        problems = sum(level != "info" for found in self.parts.values() for _, level in found.values())
        return {
            "version": VERSION,
            "tool": TOOL,
            "verdict": self.verdict,
            "files": sum(self.verdicts.values()),
            "unread": self.unread,
            "verdicts": {each: self.verdicts[each] for each in _ORDER if self.verdicts[each]},
            "census": {
                **dict.fromkeys(JUDGED_COUNTS),  # null where no document was judged
                **self.census,
                "problems": self.census["problems"] + problems,
                "unchecked": dict(sorted(self.unchecked.items())),
            },
            "findings": {level: levels[level] for level in _LEVELS},
            "worst": [row for *_, row in self.worst],
            "rules": [
                {"code": code, "severity": str(severities[code]), "findings": count, "files": documents[code]}
                for code, count in sorted(rules.items(), key=lambda item: (-item[1], item[0]))
            ],
            "sources": [
                {**dict(zip(_NAMED, name, strict=True)), "citations": count, "files": self.readers[name]}
                for name, count in sources[:_SHOWN]
            ],
            "services": dict(sorted(self.services.items())),
        }


def write_table(lines: Iterable[bytes], file: Path) -> None:
    """Write a table of the lines of reports.jsonl."""
    require_pyarrow()
    import pyarrow as pa
    from pyarrow import parquet

    schema = _make_schema()
    rows = chain.from_iterable(_list_rows(_read_line(line)) for line in lines)
    with (
        replace_file(file) as draft,
        draft.open("wb") as stream,
        parquet.ParquetWriter(stream, schema, compression="zstd", store_schema=False) as writer,
    ):
        while group := list(islice(rows, ROW_GROUP)):
            writer.write_table(pa.Table.from_pylist(group, schema=schema), row_group_size=ROW_GROUP)
        writer.add_key_value_metadata({"made by": json.dumps({"tool": TOOL})})


def require_pyarrow() -> None:
    """Raise where the library is missing, before any work is done."""
    if find_spec("pyarrow") is None:
        advice = f"Install it with: {install_command('parquet')}"
        raise UsageError("needs the package pyarrow", to="--format parquet", advice=advice)


def _read_line(line: bytes) -> dict[str, Any]:
    """Return a report without half characters, which JSON can hold and a table cannot."""
    report: dict[str, Any] = json.loads(line)
    if rb"\ud" in line:
        report = json.loads(json.dumps(report, ensure_ascii=False).encode("utf-8", "replace"))
    return report


def _list_rows(report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the rows of one file: itself, its citations with their claims, and findings about no citation."""
    shared = {"file": report["path"], "verdict": report["verdict"]}
    unread = [each["message"] for each in report["unread"]]
    yield {**shared, "record": "file", "path": report["path"], "messages": unread}
    titles = {source["id"]: source["title"] for source in report["sources"]}
    for document in report["documents"]:
        place = {**shared, "path": document["path"]}
        yield from ({**place, **row} for row in _list_document_rows(document, titles))


def _list_document_rows(document: Mapping[str, Any], titles: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    claims = {claim["id"]: claim["text"] for claim in document["claims"]}
    records = (document[name] for name in ("judgements", "findings"))
    judgements, findings = (collect_values((each["citation"], each) for each in listed) for listed in records)
    for citation in document["citations"]:
        about = _describe_findings(findings.pop(citation["id"], ()))
        base = {"record": "citation", **_locate(citation), "kind": citation["kind"], "text": citation["text"], **about}
        for judgement in judgements.get(citation["id"], [{}]):
            yield {**base, **_describe_judgement(judgement, claims, titles)}
    for finding in chain.from_iterable(findings.values()):
        claim = claims.get(finding["claim"])
        yield {"record": "finding", **_locate(finding), "claim": claim, **_describe_findings([finding])}


def _locate(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"line": record["line"], "column": record["column"]}


def _describe_judgement(
    judgement: Mapping[str, Any], claims: Mapping[str, str], titles: Mapping[str, str]
) -> dict[str, Any]:
    copied = ("source", "existence", "existence_reason", "support", "support_reason", "confidence", "flags")
    return {
        **{name: judgement.get(name) for name in copied},
        "claim": claims.get(judgement.get("claim", "")),
        "title": titles.get(judgement.get("source", "")),
    }


def _describe_findings(findings: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the codes and messages of findings that count, the worst severity, and the codes of suppressed ones."""
    counted = [each for each in findings if not each["suppressed"]]
    severities = {each["severity"] for each in counted}
    return {
        "rules": [each["code"] for each in counted],
        "messages": [each["message"] for each in counted],
        "severity": next((level for level in _LEVELS if level in severities), None),
        "suppressed": [each["code"] for each in findings if each["suppressed"]],
    }


def _make_schema() -> "pa.Schema":
    import pyarrow as pa

    fields = [pa.field(name, pa.string(), nullable=False) for name in _WORDS]
    fields += [pa.field(name, pa.int32()) for name in ("line", "column")]
    fields += [pa.field(name, pa.string()) for name in _TEXTS]
    fields += [pa.field("confidence", pa.float64())]
    fields += [pa.field(name, pa.list_(pa.string())) for name in _LISTS]
    return pa.schema(fields)
