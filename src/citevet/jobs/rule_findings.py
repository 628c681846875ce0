"""Run the rules that hold for a document on what the other steps found; read and write the baseline of the project."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from citevet.config import Config
from citevet.contracts import Evidence, Policy
from citevet.errors import ConfigError, ReadError
from citevet.model import Audit, Document, Finding
from citevet.patterns import lazy_pattern
from citevet.policy_file import OUTSIDE_RULES
from citevet.read.files import load_file
from citevet.records import replace
from citevet.rules import select_codes
from citevet.rules.accepted_findings import BaselineEntry
from citevet.rules.engine import run_rules
from citevet.session import Session
from citevet.tables import longest_first
from citevet.world.paths import resolve_path

JUDGED = ("SUP", "NUM")  # the families that need the judge
ARTIFACTS = ("EXI003", "EXI004", "FRE", "IDN008", "PAG003")  # the rules for citations of files
AUTHOR_YEAR = ("EXI005", "FMT001", "KEY009", "KEY010", "KEY011")  # the rules for (Smith, 2019)
_VERSION = 1
_ADVICE = "Run `citevet baseline` to write it again."
_SURROGATE = lazy_pattern("[\ud800-\udfff]")  # a byte of a file name that is not UTF-8; only its escape can be written


def apply_rules(evidence: Evidence, config: Config, session: Session, *, families: tuple[str, ...] = ()) -> Audit:
    """Return the audit of one document by the rules that hold for its path, or by some families of them."""
    document = evidence.extraction.document
    codes = select_rules(document, config, session)
    asked = frozenset(code for code in codes if code.startswith(families)) if families else codes
    policy = Policy(
        config.corpus_only,
        config.require_reasons,
        config.day,
        id_pattern=config.id_pattern,
        allowed=config.allowed_forms,
        forbidden=config.forbidden_forms,
        missing_source=config.missing_source,
        uncited=config.uncited,
    )
    found = run_rules(
        replace(evidence, policy=policy),
        selected=asked,
        severities=config.severities,
        strict=config.strict,
        baseline=find_baseline_entries(session, config, document.path),
    )
    found = tuple(_add_note(each, config.outside_note) for each in found)
    found = name_sources(found, {} if evidence.entry else find_source_names(evidence))
    return Audit(evidence.extraction, evidence.judgements, found, asked, tuple(evidence.sources.values()))


def _add_note(finding: Finding, note: str) -> Finding:
    """Add the words of the project's policy to a finding on a citation outside the corpus."""
    if not note or finding.code not in OUTSIDE_RULES:
        return finding
    return replace(finding, message=f"{finding.message} ({note})")


def select_rules(document: Document, config: Config, session: Session) -> frozenset[str]:
    """Return the rules that hold for the path of a document; without a judge those that need one do not run."""
    path = session.locate(document.path)
    inside = path.relative_to(config.root) if path.is_relative_to(config.root) else Path(document.path)
    codes = select_codes(
        select=config.select,
        extend_select=config.extend_select,
        ignore=config.ignore,
        per_file_ignores=config.per_file_ignores,
        path=inside.as_posix(),
    )
    judges = config.judge != "none" or config.llm is not None
    unwanted = (*(() if judges else JUDGED), *(AUTHOR_YEAR if config.no_author_year else ()))
    wanted = ARTIFACTS if config.rlm else ("",)
    return frozenset(code for code in codes if code.startswith(wanted) and not code.startswith(unwanted))


def find_baseline_entries(session: Session, config: Config, path: str) -> tuple[BaselineEntry, ...]:
    """Return the findings that the project's baseline accepts in a document."""
    if not config.baseline:
        return ()
    file = config.baseline
    return session.once(("baseline", file), lambda: _read_baseline(file)).get(session.locate(path), ())


def _read_baseline(path: str) -> dict[Path, tuple[BaselineEntry, ...]]:
    """Read a baseline; its paths count from its own folder."""
    file = Path(path)
    try:
        listed = parse_baseline(load_file(file).decode("utf-8"), path)
    except (ReadError, UnicodeDecodeError) as error:
        raise ConfigError("the baseline cannot be read", to=path, advice="Write one: citevet baseline.") from error
    return {resolve_path(file.parent / document): entries for document, entries in listed.items()}


def format_baseline(audits: Iterable[Audit], *, named: Callable[[str], str] = str) -> str:
    """Return the text of a baseline that accepts every finding not suppressed inline."""
    entries = {
        named(audit.document.path): sorted(
            (
                {"code": finding.code, "fingerprint": finding.fingerprint, "message": finding.message}
                for finding in audit.findings
                if finding.suppressed != "inline"
            ),
            key=lambda entry: (entry["code"], entry["fingerprint"]),
        )
        for audit in audits
    }
    filled = {path: listed for path, listed in sorted(entries.items()) if listed}
    text = json.dumps({"version": _VERSION, "entries": filled}, ensure_ascii=False, indent=2)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def parse_baseline(text: str, path: str = "baseline") -> Mapping[str, tuple[BaselineEntry, ...]]:
    """Return the entries of a baseline file by document."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError("the baseline is not valid JSON", to=path, advice=_ADVICE) from error
    if not isinstance(content, dict) or content.get("version") != _VERSION:
        raise ConfigError(f"not a baseline of version {_VERSION}", to=path, advice=_ADVICE)
    listed = content.get("entries")
    if not isinstance(listed, dict):
        raise ConfigError("the baseline has no entries", to=path, advice=_ADVICE)
    return {document: _parse_entries(items, path) for document, items in listed.items()}


def _parse_entries(items: object, path: str) -> tuple[BaselineEntry, ...]:
    if not isinstance(items, list):
        raise ConfigError("the entries of a document must be a list", to=path)
    return tuple(_parse_entry(item, path) for item in items)


def _parse_entry(item: object, path: str) -> BaselineEntry:
    if not isinstance(item, dict) or not all(isinstance(item.get(key), str) for key in ("code", "fingerprint")):
        raise ConfigError("an entry needs `code` and `fingerprint`", to=path)
    return BaselineEntry(item["code"], item["fingerprint"], str(item.get("message", "")))


def find_source_names(evidence: Evidence) -> Mapping[str, str]:
    """Return a name for each entry of the corpus that the document does not itself cite by its id.

    Two works of the same people and year are told apart by their citation key, or else by their id.
    """
    own = {citation.normal for citation in evidence.extraction.citations if citation.kind == "corpus"}
    named = [source for source in evidence.sources.values() if source.entry and source.name]
    entries = [source for source in named if source.entry and own.isdisjoint({source.id, source.entry.other_id})]
    times = Counter(source.name for source in entries)
    names: dict[str, str] = {}
    for source in entries:
        keys = source.entry.keys if source.entry else ()
        names[source.id] = f"{source.name} [{next(iter(keys), source.id)}]" if times[source.name] > 1 else source.name
    return names


def name_sources(findings: tuple[Finding, ...], names: Mapping[str, str]) -> tuple[Finding, ...]:
    """Write the names into the messages; rules know sources by their ids alone."""
    if not names:
        return findings
    ids = re.compile(rf"(?<![\w/-])(?:{'|'.join(map(re.escape, longest_first(names)))})(?![\w-])")
    renamed = (ids.sub(lambda found: names[found[0]], each.message) for each in findings)
    pairs = zip(findings, renamed, strict=True)
    return tuple(each if each.message == message else replace(each, message=message) for each, message in pairs)
