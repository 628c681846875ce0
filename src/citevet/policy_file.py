"""Read `citation-policy.yaml`, the rules of a project for citations, as settings."""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

from citevet.errors import ConfigError
from citevet.limits import YAML_CHARACTERS
from citevet.patterns import lazy_pattern
from citevet.policy_keys import (
    CitationPolicy,
    EnforcementLevels,
    PageRule,
    PolicyFolders,
    ValidationLevel,
    Violation,
    WhitelistEnforcement,
)
from citevet.read.files import load_file
from citevet.read.frontmatter import parse_yaml
from citevet.records import fields, is_dataclass
from citevet.rules.policy_forms import find_forbidden_kinds, parse_allowed_form, parse_id_pattern
from citevet.setting_values import RefusedValue, describe_fault, read_value

POLICY_NAME = "citation-policy.yaml"
_NAMES = (POLICY_NAME, "citation-policy.yml", "citation-integrity.yaml")
_FOLDERS = ("", ".citevet", ".aiwg", ".aiwg/research")
_VERSION = lazy_pattern(r"1(?:\.\d{1,4}){0,2}")
_LEVELS = {"critical": "error", "high": "error", "medium": "warning", "low": "info"}
OUTSIDE_RULES = ("EXI001", "EXI005", "FMT001", "FMT002", "FMT003", "FMT008")
_PLACE_RULES = ("PAG", "SEC")
_LONGEST_NOTE = 300  # characters of a message for findings
_MOST_FAULTS = 20  # in one message
_SHOWN = 80  # characters of a wrong value


# The rules of each check of the schema, and the check as it states it.
_PAGE_RULES = {
    "page_existence": (("PAG001", "PAG002"), "1 <= page <= total_pages"),
    "section_consistency": (("SEC",), "section.start <= page <= section.end"),
    "quote_verification": (("QUO",), "extract_text(pdf, page).contains(quote)"),
}


def find_policy(root: Path) -> Path | None:
    """Return the policy file of a project."""
    paths = (root / folder / name for folder in _FOLDERS for name in _NAMES)
    return next((path for path in paths if os.path.isfile(path)), None)  # noqa: PTH113 - see find_config_file


def read_policy(path: Path) -> dict[str, Any]:
    """Return the settings of a policy file, by key of the configuration."""
    data = load_file(path, max_bytes=4 * YAML_CHARACTERS)
    values, note = parse_yaml(data.decode("utf-8", errors="replace"))
    if note:
        raise ConfigError(f"cannot be read ({note})", to=str(path), advice="Check it against YAML.")
    if "$schema" in values or "$defs" in values:
        values = _read_defaults(values)
    faults: list[str] = []
    policy = _read_block(CitationPolicy, values, (), faults)
    if not faults:
        faults += _find_faults(policy)
    if faults:
        advice = "`citevet schema policy` prints the schema; `citevet init --policy` writes an example."
        raise ConfigError("; ".join(faults[:_MOST_FAULTS]), to=str(path), advice=advice)
    return dict(_list_settings(policy))


def _find_faults(policy: CitationPolicy) -> Iterator[str]:
    """Yield what is well formed and not understood: a version to come, and a rule of the user's own."""
    if not _VERSION.fullmatch(policy.version):
        yield f"version = {policy.version}: it must be 1, 1.0 or 1.0.0"
    whitelist = policy.whitelist_enforcement or WhitelistEnforcement()
    for where, value, read in _list_forms(whitelist):
        try:
            read(value)
        except ValueError as error:
            yield describe_fault(RefusedValue(str(error), value), f"whitelist_enforcement.{where}", " = ", ())
    for name, check in _list_page_rules(policy):
        known = _PAGE_RULES[name][1]
        if check.rule and "".join(check.rule.split()) != "".join(known.split()):
            where = f"page_validation.validation_rules.{name}.rule"
            yield f"{where} = {' '.join(check.rule.split())[:_SHOWN]}: it must be {known}; others are not understood"


def _list_forms(whitelist: WhitelistEnforcement) -> Iterator[tuple[str, str, Callable[[str], object]]]:
    """Yield each pattern and form of a citation with its place and what reads it."""
    checked = whitelist.enforcement_levels.validation_level if whitelist.enforcement_levels else None
    if checked and checked.check_pattern is not None:
        yield "enforcement_levels.validation_level.check_pattern", checked.check_pattern, parse_id_pattern
    if whitelist.pattern is not None:
        yield "pattern", whitelist.pattern, parse_id_pattern
    for key, read in (("allowed", parse_allowed_form), ("forbidden", find_forbidden_kinds)):
        for name in (f"{key}_formats", f"{key}_citation_formats"):
            yield from ((name, form, read) for form in getattr(whitelist, name))


def _read_defaults(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the defaults of the published JSON Schema: it is used as a policy itself."""
    defined = schema.get("$defs")
    defined = defined if isinstance(defined, Mapping) else {}

    def read(node: object, above: tuple[str, ...]) -> Any:  # noqa: ANN401 - a value of the policy
        if not isinstance(node, Mapping):
            return None
        if isinstance(name := node.get("$ref"), str):  # one inside itself has no default
            return None if name in above else read(defined.get(name.rpartition("/")[2]), (*above, name))
        if "default" in node:
            return node["default"]
        parts = node.get("properties")
        if not isinstance(parts, Mapping):
            return None
        return {key: value for key, part in parts.items() if (value := read(part, above)) is not None} or None

    return {**(read({"properties": schema.get("properties")}, ()) or {}), **_keep_own(schema)}


def _keep_own(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a schema file says outside of its definitions."""
    described = {"$schema", "$id", "$defs", "type", "required", "properties", "title", "description"}
    return {key: value for key, value in schema.items() if key not in described}


def _read_block(kind: Any, values: Mapping[str, Any], place: tuple[str, ...], faults: list[str]) -> Any:  # noqa: ANN401
    """Read a mapping into its dataclass; every fault is described with its place."""
    known = {each.name: each for each in fields(kind)}
    read: dict[str, Any] = {}
    for key, value in values.items():
        where = (*place, str(key))
        try:
            if value is not None:
                read[key] = _read_field(known[key].type, key, value, where, faults=faults)
        except (KeyError, RefusedValue) as error:
            name = ".".join(where if isinstance(error, KeyError) else error.place or where)
            faults.append(describe_fault(error, name, " = ", [*known]))
    return kind(**read)


def _read_field(kind: Any, key: str, value: object, where: tuple[str, ...], *, faults: list[str]) -> Any:  # noqa: ANN401
    """Read one value: a block, a list of blocks, or a plain value."""
    if kind is Any:
        return value
    inner = get_args(kind)
    block = next((each for each in inner if is_dataclass(each)), None)
    if block is None:
        return read_value(kind, _spell(key, value), where)
    if get_origin(kind) is not tuple:
        if isinstance(value, dict):
            return _read_block(block, value, where, faults)
        is_switch = bool in inner
        return read_value(bool if is_switch else dict[str, Any], value, where)
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise RefusedValue("it must be a list of tables", value, where)
    return tuple(_read_block(block, each, (*where, str(index)), faults) for index, each in enumerate(value))


def _spell(key: str, value: object) -> object:
    """Return the version as text, as YAML reads 1.0 as a number, and a level in lower case."""
    if key == "version" and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value.lower() if key == "severity" and isinstance(value, str) else value


def _list_page_rules(policy: CitationPolicy) -> Iterator[tuple[str, PageRule]]:
    pages = policy.page_validation
    rules = pages.validation_rules if pages else None
    for name in _PAGE_RULES if rules else ():
        found = getattr(rules, name)
        if found is not None:
            yield name, PageRule(enabled=found) if isinstance(found, bool) else found


def _list_settings(policy: CitationPolicy) -> Iterator[tuple[str, Any]]:
    """Yield the settings that a policy makes; a code of a rule wins over its family, and the table over both."""
    levels: dict[str, str] = {}
    folders = policy.storage or PolicyFolders()
    if (whitelist := policy.whitelist_enforcement) is not None:
        yield from _list_whitelist(whitelist, policy, folders)
        violation = _find_violation(whitelist)
        severity = violation.severity or whitelist.severity
        levels |= dict.fromkeys(OUTSIDE_RULES, severity) if severity else {}
    elif folders.corpus:
        yield "corpus", folders.corpus
    if whitelist is None:
        forms = {"allowed-forms": policy.allowed_citation_formats, "forbidden-forms": policy.forbidden_citation_formats}
        yield from ((key, value) for key, value in forms.items() if value)
    named = {"validation-logs": folders.validation_logs, "audit-reports": folders.audit_reports}
    yield from ((key, value) for key, value in named.items() if value)
    if (pages := policy.page_validation) is not None:
        levels |= dict.fromkeys(_PLACE_RULES, pages.severity) if pages.severity else {}
        ignored = [] if pages.enabled else [*_PLACE_RULES]
        for name, check in _list_page_rules(policy):
            codes = _PAGE_RULES[name][0]
            ignored += [] if check.enabled else codes
            levels |= dict.fromkeys(codes, check.severity) if check.severity else {}
        yield from [("ignore", tuple(ignored))] if ignored else []
    if policy.retrieval_first_policy and policy.retrieval_first_policy.enabled:
        yield "uncited", policy.retrieval_first_policy.missing_source
    levels |= policy.severities
    if levels:
        yield "severity", {code: _LEVELS.get(level, level) for code, level in levels.items()}


def _list_whitelist(
    whitelist: WhitelistEnforcement, policy: CitationPolicy, folders: PolicyFolders
) -> Iterator[tuple[str, Any]]:
    levels = whitelist.enforcement_levels or EnforcementLevels()
    checked = levels.validation_level or ValidationLevel()
    if whitelist.enabled:
        yield "corpus-only", True
        violation = _find_violation(whitelist)
        said = [" ".join(text.split()) for text in (violation.message, violation.action)]
        if note := "; ".join(filter(None, said)):
            yield "outside-note", note[:_LONGEST_NOTE]
    if levels.commit_level and levels.commit_level.enabled:
        yield "commit-errors", OUTSIDE_RULES
    named = {
        "corpus": whitelist.corpus_path or folders.corpus,
        "id-pattern": checked.check_pattern or whitelist.pattern,
        "allowed-forms": (
            *whitelist.allowed_citation_formats,
            *whitelist.allowed_formats,
            *policy.allowed_citation_formats,
        ),
        "forbidden-forms": (
            *whitelist.forbidden_citation_formats,
            *whitelist.forbidden_formats,
            *policy.forbidden_citation_formats,
        ),
    }
    yield from ((key, value) for key, value in named.items() if value)
    yield "missing-source", whitelist.action


def _find_violation(whitelist: WhitelistEnforcement) -> Violation:
    levels = whitelist.enforcement_levels
    checked = levels.validation_level if levels else None
    return (checked.on_violation if checked else None) or whitelist.on_violation or Violation()
