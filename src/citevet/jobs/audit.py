"""Audit a whole project: its documents against the corpus, the entries of the corpus, and the health of the corpus."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from citevet.config import Config
from citevet.contracts import Evidence
from citevet.corpus.corpus_folders import PDF_FOLDER, find_corpus_folders, id_of_file_name, path_from_root, walk_files
from citevet.corpus.duplicates import find_duplicates
from citevet.corpus.indexed_corpus import IndexedCorpus
from citevet.errors import CitevetError
from citevet.jobs.corpus.overview import require_corpus
from citevet.jobs.report_files import find_report_path
from citevet.jobs.rule_findings import apply_rules
from citevet.jobs.run_summary import count_audits, find_verdict
from citevet.judge.quotes.judging import find_key_quote_faults
from citevet.model import Audit, Entry, Extraction, Report, Unread
from citevet.read import read
from citevet.report.corpus.health import CorpusHealth, EntryRemark, OpenItem
from citevet.report.integrity import Integrity
from citevet.rules import find_rule
from citevet.session import Session
from citevet.world.paths import open_regular, resolve_path

# Rules for entries; notes in an entry are no manuscript, so the other rules do not apply to them.
_FAMILIES = ("MET", "QUO006", "QUO007")
CITED_RULES = "EXI001"  # enough to see what is cited
_TODO = "TODO.md"
_TODO_FOLDERS = (".citevet", ".aiwg/research")
_OPEN_ITEM = re.compile(r"[ \t]{0,40}[-*+][ \t]{1,4}\[ \][ \t]{1,4}(\S.{0,400})")
_FENCE = re.compile(r"[ \t]{0,3}(?:```|~~~)")
_MOST_BYTES = 1_000_000
_PAPERS = frozenset({".pdf", ".html", ".htm", ".xhtml", ".docx", ".txt", ".text", ".epub", ".ps", ".djvu"})
_NO_PAPERS = frozenset({"readme", "license", "licence", "index"})  # what folders have that are no sources
_ID = re.compile(r"(REF-\d{1,32})(?!\d)")


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
    if config.audit_reports:
        return config.root / config.audit_reports / f"audit-{name}.{ending}"
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


def check_health(report: Report, session: Session) -> CorpusHealth:
    """Return counts, faults, orphans and open items; the report, by `CITED_RULES`, is on all documents."""
    config, corpus = session.config, require_corpus(session)
    entries = list(corpus.entries())
    folders = find_corpus_folders(config.root, config.corpus)
    audits = audit_entries(corpus, config, session)
    documents = len(report.audits)
    cited = {judgement.source for audit in report.audits for judgement in audit.judgements}
    uncited = dict.fromkeys(entry.id for entry in entries if entry.id not in cited)
    return CorpusHealth(
        entries=len(entries),
        with_file=sum(entry.file is not None for entry in entries),
        assessed=sum(entry.grade is not None for entry in entries),
        sidecars=count_sidecars(folders),
        remarks=tuple(remark for audit in audits if isinstance(audit, Audit) for remark in _list_remarks(audit)),
        orphans=tuple(list_orphans(config.root, folders, entries)),
        uncited=tuple(uncited) if documents else (),
        documents=documents,
        gaps=tuple(list_gaps(config.root, folders)),
        notes=tuple(corpus.notes),
        unread=tuple(audit.message for audit in audits if isinstance(audit, Unread)),
        mute=tuple(_list_mute(entries, corpus)),
        duplicates=find_duplicates(entries),
        wanted=tuple(entry for entry in entries if entry.id in cited and entry.file is None),
    )


def _list_mute(entries: Sequence[Entry], corpus: IndexedCorpus) -> Iterator[str]:
    """Yield the files whose words the corpus does not hold, and why: a scan, a password, a file that breaks off."""
    for entry in entries:
        body = corpus.body(entry) if entry.file else None
        if body and body.reason:
            yield f"{entry.file}: {body.why or 'it has no text'}"


def _list_remarks(audit: Audit) -> Iterator[EntryRemark]:
    document = audit.document
    for finding in audit.findings:
        if not finding.suppressed:
            name = id_of_file_name(Path(document.path).name) or Path(document.path).stem
            yield EntryRemark(name, document, finding)


def list_gaps(root: Path, corpora: Iterable[Path]) -> Iterator[OpenItem]:
    """Yield the open items of the lists that a project keeps beside its corpus."""
    for folder in dict.fromkeys([*(root / place for place in _TODO_FOLDERS), *corpora]):
        file = folder / _TODO
        shown = path_from_root(file, root)
        yield from (OpenItem(shown, number, text) for number, text in _list_open_items(_read_text(file)))


def _read_text(file: Path) -> str:
    try:
        with open_regular(file) as opened:
            return opened.read(_MOST_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return ""


def _list_open_items(text: str) -> Iterator[tuple[int, str]]:
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if _FENCE.match(line):
            fenced = not fenced
        found = _OPEN_ITEM.match(line)
        if found and not fenced:
            yield number, found[1].strip()


def list_orphans(root: Path, folders: Iterable[Path], entries: Iterable[Entry]) -> list[str]:
    """Return the papers that are no entry's file, and the sidecars and assessments of ids that are not there."""
    ids: set[str] = set()
    owned: set[Path] = set()
    for entry in entries:
        ids.add(entry.id)
        owned.update(resolve_path(root / path) for path in (entry.path, entry.file) if path)
    places = dict.fromkeys((*folders, root / PDF_FOLDER))
    found = (path for place in places for path in _list_files(place))
    return sorted({path_from_root(path, root) for path in found if _is_orphan(path, ids, owned)})


def count_sidecars(folders: Iterable[Path]) -> int:
    """Count the files that say what a source cites."""
    return sum(path.name.endswith("-citations.md") for folder in folders for path in _list_files(folder))


def _is_orphan(path: Path, ids: set[str], owned: set[Path]) -> bool:
    named = _ID.match(path.name)
    if named and path.suffix.lower() not in _PAPERS:
        return named[1] not in ids and resolve_path(path) not in owned
    return path.suffix.lower() in _PAPERS and path.stem.lower() not in _NO_PAPERS and resolve_path(path) not in owned


def _list_files(folder: Path) -> Iterator[Path]:
    return (Path(item.path) for item in walk_files(str(folder)) if not item.name.startswith("."))
