"""Read `citation-policy.yaml`, the rules of a project for citations, as settings."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from citevet.errors import ConfigError
from citevet.read.files import load_file
from citevet.read.frontmatter import parse_yaml
from citevet.records import dataclass, field, fields, is_dataclass
from citevet.setting_values import RefusedValue, describe_fault, read_value

POLICY_NAME = "citation-policy.yaml"
_FOLDERS = ("", ".citevet", ".aiwg", ".aiwg/research")
_VERSION = re.compile(r"1(?:\.\d{1,4}){0,2}")
PolicyLevel = Literal["critical", "high", "medium", "low", "error", "warning", "info"]
_LEVELS = {"critical": "error", "high": "error", "medium": "warning", "low": "info"}
_MISSING_RULES = ("EXI001", "EXI005", "FMT001", "FMT002", "FMT003", "FMT008")
_PLACE_RULES = ("PAG", "SEC")


@dataclass(frozen=True, kw_only=True)
class RetrievalFirst:
    """Cite only what was retrieved from the corpus."""

    enabled: bool = True
    policy: str = ""  # the statement for authors and agents
    prohibited_actions: tuple[str, ...] = ()  # for authors and agents
    missing_source: Literal["report", "citation-needed", "todo"] = "citation-needed"  # added to claims without a source


@dataclass(frozen=True, kw_only=True)
class WhitelistEnforcement:
    """Only sources of the corpus may be cited."""

    enabled: bool = True
    corpus_path: str | None = None  # from the root of the project
    pattern: str | None = None  # of corpus ids
    severity: PolicyLevel | None = None  # of citations outside the corpus
    action: Literal["remove", "todo", "report"] = "remove"  # what fixes do with citations of missing sources
    allowed_formats: tuple[str, ...] = ()
    forbidden_formats: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PageValidation:
    """Check cited pages and sections."""

    enabled: bool = True
    severity: PolicyLevel | None = None  # of wrong pages and sections


@dataclass(frozen=True, kw_only=True)
class CitationPolicy:
    """The rules of a project for citations."""

    version: str = "1.0.0"
    retrieval_first_policy: RetrievalFirst | None = None
    whitelist_enforcement: WhitelistEnforcement | None = None
    page_validation: PageValidation | None = None
    severities: dict[str, PolicyLevel] = field(default_factory=dict)  # by code, prefix or name of a rule


def find_policy(root: Path) -> Path | None:
    """Return the policy file of a project."""
    paths = (root / folder / POLICY_NAME for folder in _FOLDERS)
    return next((path for path in paths if os.path.isfile(path)), None)  # noqa: PTH113 - see find_config_file


def read_policy(path: Path) -> dict[str, Any]:
    """Return the settings of a policy file, by key of the configuration."""
    data = load_file(path)
    values, note = parse_yaml(data.decode("utf-8", errors="replace"))
    if note:
        raise ConfigError(f"cannot be read ({note})", to=str(path), advice="Check it against YAML.")
    faults: list[str] = []
    policy = _read_block(CitationPolicy, values, (), faults)
    if not faults and not _VERSION.fullmatch(policy.version):
        faults.append(f"version = {policy.version}: it must be 1, 1.0 or 1.0.0")
    if faults:
        advice = "`citevet schema policy` prints the schema; `citevet init --policy` writes an example."
        raise ConfigError("; ".join(faults), to=str(path), advice=advice)
    return dict(_list_settings(policy))


def _read_block(kind: Any, values: Mapping[str, Any], place: tuple[str, ...], faults: list[str]) -> Any:  # noqa: ANN401
    """Read a mapping into its dataclass; every fault is described with its place."""
    known = {each.name: each for each in fields(kind)}
    read: dict[str, Any] = {}
    for key, value in values.items():
        where = (*place, str(key))
        try:
            block = next((each for each in get_args(known[key].type) if is_dataclass(each)), None)
            if block and isinstance(value, dict):
                read[key] = _read_block(block, value, where, faults)
            elif value is not None:
                read[key] = read_value(dict[str, Any] if block else known[key].type, _spell_version(key, value), where)
        except (KeyError, RefusedValue) as error:
            name = ".".join(where if isinstance(error, KeyError) else error.place or where)
            faults.append(describe_fault(error, name, " = ", [*known]))
    return kind(**read)


def _spell_version(key: str, value: object) -> object:
    """Return the version as text: YAML reads 1.0 as a number."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if key == "version" and is_number else value


def _list_settings(policy: CitationPolicy) -> Iterator[tuple[str, Any]]:
    levels: dict[str, str] = {}
    if (whitelist := policy.whitelist_enforcement) is not None:
        if whitelist.enabled:
            yield "corpus-only", True
        named = {
            "corpus": whitelist.corpus_path,
            "id-pattern": whitelist.pattern,
            "allowed-forms": whitelist.allowed_formats,
            "forbidden-forms": whitelist.forbidden_formats,
        }
        yield from ((key, value) for key, value in named.items() if value)
        yield "missing-source", whitelist.action
        levels |= dict.fromkeys(_MISSING_RULES, whitelist.severity) if whitelist.severity else {}
    if (pages := policy.page_validation) is not None:
        if not pages.enabled:
            yield "ignore", _PLACE_RULES
        levels |= dict.fromkeys(_PLACE_RULES, pages.severity) if pages.severity else {}
    if policy.retrieval_first_policy and policy.retrieval_first_policy.enabled:
        yield "uncited", policy.retrieval_first_policy.missing_source
    levels |= policy.severities
    if levels:
        yield "severity", {code: _LEVELS.get(level, level) for code, level in levels.items()}
