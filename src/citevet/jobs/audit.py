"""Audit the integrity of a whole project: its documents against the corpus, and the entries of the corpus."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from citevet.config import Config
from citevet.contracts import Evidence
from citevet.corpus.indexed_corpus import IndexedCorpus
from citevet.errors import CitevetError
from citevet.jobs.report_files import find_report_path
from citevet.jobs.rule_findings import apply_rules
from citevet.jobs.run_summary import count_audits, find_verdict
from citevet.judge.quotes.judging import find_key_quote_faults
from citevet.model import Audit, Entry, Extraction, Report, Unread
from citevet.read import read
from citevet.report.integrity import Integrity
from citevet.rules import find_rule
from citevet.session import Session

# Rules for entries; notes in an entry are no manuscript, so the other rules do not apply to them.
_FAMILIES = ("MET", "QUO006", "QUO007")


def audit_project(report: Report, session: Session) -> Integrity:
    """Add the faults of the corpus to the report on every document of a project."""
    config = session.config
    corpus = session.corpus_for(config)
    results = audit_entries(corpus, config, session)
    faulty = tuple(result for result in results if isinstance(result, Audit) and result.findings)
    unread = (*report.unread, *(result for result in results if isinstance(result, Unread)))
    codes = sorted({finding.code for each in faulty for finding in each.findings})
    # Faults of cited entries are reported at the entries.
    own = (tuple(each for each in audit.findings if not each.code.startswith(_FAMILIES)) for audit in report.audits)
    audits = [replace(audit, findings=findings) for audit, findings in zip(report.audits, own, strict=True)]
    census = count_audits(audits)
    rules = {**report.rules, **{code: find_rule(code) for code in codes}}
    whole = replace(report, audits=tuple(audits), census=census, unread=unread, rules=rules)
    verdict = find_verdict([*audits, *faulty], census, config.fail_level, unread=bool(unread))
    return Integrity(whole, tuple(corpus.entries()), faulty, verdict)


def find_audit_path(config: Config, text: str, ending: str) -> Path:
    """Return where an audit is saved: under the day that was given, else under the hash of its content."""
    name = config.today.isoformat() if config.today else sha256(text.encode()).hexdigest()[:16]
    return find_report_path(config.root, "citation-audit", f"audit-{name}.{ending}")


def audit_entries(corpus: IndexedCorpus, config: Config, session: Session) -> list[Audit | Unread]:
    """Return an audit of each entry that has a fault."""
    return [_audit_entry(entry, config, session) for entry in _compare_key_quotes(corpus) if entry.faults]


def _compare_key_quotes(corpus: IndexedCorpus) -> Iterator[Entry]:
    """Yield the entries; key quotes that are not in their files become faults."""
    for entry in corpus.entries():
        lost = find_key_quote_faults(entry, corpus.body(entry)) if entry.quotes and entry.file else ()
        yield replace(entry, faults=(*entry.faults, *lost)) if lost else entry


def _audit_entry(entry: Entry, config: Config, session: Session) -> Audit | Unread:
    path = config.root / entry.path
    try:
        document = read(path, shown=session.show(path), max_bytes=config.max_bytes)
    except CitevetError as error:
        return Unread(session.show(path), str(error))
    return apply_rules(Evidence(Extraction(document), entry=entry), config, session, families=_FAMILIES)
