"""Read a file, the environment and options into one frozen Config.

The nearest `citevet.toml`, or `pyproject.toml` with a `[tool.citevet]` table, holds for a document; files are not
merged. A policy file (`citation-policy.yaml`) of the project holds below it. The environment (`CITEVET_FORMAT=json`)
overrides the files, and options override all. An option has the name of its key. A file may not say where text and
identifiers are sent, nor where answers come from (`PERSONAL`).
"""

import operator
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from citevet.errors import ConfigError, ReadError, UsageError, first_line
from citevet.limits import FILE_BYTES, JOBS, MAX_FILE_BYTES, TOML_BYTES
from citevet.model import Severity
from citevet.policy_file import find_policy, read_policy
from citevet.read.files import load_file
from citevet.read.frontmatter import parse_toml
from citevet.read.project_settings import find_including_folder
from citevet.records import Foreign, dataclass, field, fields, replace
from citevet.report import FILE_FORMATS, FORMATS
from citevet.report.languages import Language
from citevet.rules import resolve_selector
from citevet.rules.policy_forms import find_forbidden_kinds, parse_allowed_form, parse_id_pattern
from citevet.setting_values import RefusedValue, describe_fault, read_value
from citevet.world import clock
from citevet.world.llm_endpoint import split_model_name
from citevet.world.model_files import find_best_judge
from citevet.world.net.services import SERVICES
from citevet.world.paths import resolve_path

Level = Literal["error", "warning", "info", "incomplete"]
_JUDGES = frozenset({"none", "small", "base"})
PERSONAL = frozenset({"llm-url", "llm-key-env", "services", "verifiers", "record", "replay", "corpus-database"})
_SECRET = frozenset({"corpus-database"})  # set by a variable only, because other users see flags; never shown
_PERSONAL_PATHS = ("verifiers", "record", "replay")
# What only a project with a corpus or a policy has.
_CORPORA = (".citevet/corpus", ".aiwg/research", "citation-policy.yaml")


@dataclass(frozen=True, kw_only=True)
class Config:
    """What a run was asked to do, with every default stated here."""

    select: tuple[str, ...] = ()  # codes, prefixes or names; empty: all that are on by default
    extend_select: tuple[str, ...] = ()  # run these as well
    ignore: tuple[str, ...] = ()
    per_file_ignores: dict[str, tuple[str, ...]] = field(default_factory=dict)  # glob → codes
    severity: dict[str, Literal["error", "warning", "info"]] = field(default_factory=dict)  # code → level
    strict: bool = False  # warnings become errors
    fail_on: tuple[Level, ...] = ("error",)
    corpus: Path | None = None  # absolute, once loaded
    corpus_database: str | None = field(default=None, repr=False)  # of the index; may hold a password; never in a file
    corpus_only: bool = False  # only ids of the corpus may be cited
    id_pattern: str | None = None  # of corpus ids that may be cited: REF-\d{3}
    allowed_forms: tuple[str, ...] = ()  # forms of corpus ids: "[REF-XXX, p.XX]"; empty: all
    forbidden_forms: tuple[str, ...] = ()  # kinds of citations: "author-year"
    outside_note: str = ""  # what findings on citations outside the corpus add
    commit_errors: tuple[str, ...] = ()  # rules whose findings are errors with --staged
    missing_source: Literal["remove", "todo", "report"] = "remove"  # what fixes do with citations of missing sources
    uncited: Literal["report", "citation-needed", "todo"] = "report"  # what fixes add to claims without a source
    no_author_year: bool = False  # do not check author-year citations
    issues: str | None = None  # the address that an issue number is added to: `#12`; none: it cites nothing
    use_cases: Path | None = None  # folder of the use cases that `UC-001` cites, from the root of the project
    artifacts: dict[str, str] = field(default_factory=dict)  # id → path from the root of the project: `[id@hash, L4]`
    rlm: bool = False  # look at artefact citations only
    judge: str = "none"  # none, best (the best installed), small, base, a folder, or owner/name of a hub
    risk: float | None = None  # how many of those called supported may be wrong
    llm: str | None = None  # a language model for uncertain claims: openai:…, anthropic:…, ollama:…
    llm_url: str | None = None  # its address, if not its provider; never in a file
    llm_key_env: str | None = None  # the variable with the key for that address; never in a file
    budget: int = 30  # votes of it in a run
    require_reasons: bool = False  # a suppression must say why
    offline: bool = False
    online: bool = False
    mailto: str | None = None  # contact address for services that ask for one
    services: dict[str, str] = field(default_factory=dict)  # name → base URL; never in a file
    verifiers: Path | None = None  # folder of the user's own verifiers; never in a file
    record: Path | None = None  # write all exchanges to this folder; never in a file
    replay: Path | None = None  # answer from this folder only, without the network; never in a file
    max_requests: int = 5000  # of a run; 0: no limit
    max_download: int = 1_073_741_824  # bytes
    max_seconds: int = 3600  # from the first request on
    format: str = "full"
    language: Language = "en"  # of the formats for people: full, concise, html, pdf
    output: str | None = None
    report: bool = False  # also keep a report beside the project
    audit_reports: Path | None = None  # folder of kept audits, from the root of the project
    validation_logs: Path | None = None  # folder of validation results, likewise
    baseline: str | None = None
    exclude: tuple[str, ...] = ()  # globs of documents to leave out
    max_bytes: int = FILE_BYTES
    ocr: bool = True  # read scanned pages where tesseract is installed
    jobs: int = 0  # 0: as many as there are cores
    no_cache: bool = False  # neither use nor keep results and answers of services
    today: date | None = None
    root: Path = Path()  # the folder of the file that this came from
    outer_root: Path = Path()  # the folder around it in which documents may name bibliographies and parts

    @property
    def is_offline(self) -> bool:
        """Offline beats online, and is the default. Recorded answers count as online."""
        return self.offline or not (self.online or self.replay)

    @property
    def allows_downloads(self) -> bool:
        """Whether the network itself may be used."""
        return not self.is_offline and not self.replay

    @property
    def day(self) -> date:
        """The date of the run: the one that was given, else today."""
        return self.today or clock.today()

    @property
    def severities(self) -> Mapping[str, Severity]:
        """The levels that the project gave to rules, by code, prefix or name; a longer selector wins."""
        return {
            code: Severity[level.upper()]
            for selector, level in sorted(self.severity.items(), key=lambda item: len(item[0]))
            for code in resolve_selector(selector)
        }

    @property
    def fail_level(self) -> Severity:
        """The least bad finding that fails a run."""
        levels = [Severity[level.upper()] for level in self.fail_on if level != "incomplete"]
        return min(levels, default=Severity.ERROR)


LIMITS = {
    "risk": {"larger than": 0, "smaller than": 1},
    "budget": {"at least": 0},
    "max-bytes": {"larger than": 0, "at most": MAX_FILE_BYTES},
    "jobs": {"at least": 0, "at most": JOBS},
    "max-requests": {"at least": 0},
    "max-download": {"at least": 0},
    "max-seconds": {"at least": 0},
}
SETTINGS = {each.name.replace("_", "-"): each for each in fields(Config) if "root" not in each.name}  # by key


class ConfigFile(NamedTuple):
    """A file with settings, and the settings in it."""

    path: Path
    table: Mapping[str, Any]


def load_config(
    folder: Path,
    options: Mapping[str, Any] | None = None,
    *,
    here: Path | None = None,
    given_folders: Sequence[Path] = (),
    creates_corpus: bool = False,
    ceiling: Path | None = None,
) -> Config:
    """Return what holds for documents in a folder; options that are None were not given.

    Paths in options count from `here`, paths in a file from its folder. `given_folders` are those that
    the run was given; they are projects where nothing else marks one. With `creates_corpus` the corpus may not exist.
    Nothing above the folder `ceiling` is read.
    """
    folder, here = resolve_path(folder), here or Path.cwd()
    source, table = find_config_file(folder, ceiling) or (None, {})
    _refuse_personal(table, source)
    given = {key: value for key, value in (options or {}).items() if value is not None}
    if isinstance(given.get("judge"), bool):  # as the tools of the MCP server take it
        given["judge"] = "best" if given["judge"] else "none"
    root = source.parent if source else find_project_root(folder, given_folders, ceiling)
    policy = find_policy(root)
    ruled = read_policy(policy) if policy else {}
    merged = {**ruled, **_by_key(table), **_environment(SETTINGS), **_by_key(given)}
    if isinstance(table.get("severity"), dict):
        merged["severity"] = {**ruled.get("severity", {}), **table["severity"]}
    checked = _make_config(merged, _by_key(given), policy if policy and not source else source)
    bases = {key: here if given.get(key) else root for key in ("corpus", "baseline", "judge")}
    corpus = resolve_path(bases["corpus"] / checked.corpus) if checked.corpus else None
    if corpus and not corpus.is_dir() and not creates_corpus:
        raise _missing_corpus(str(checked.corpus), given, source if "corpus" in table else policy)
    if corpus and corpus != root and root.is_relative_to(corpus):
        what = "this folder contains the whole project, so it cannot be its corpus"
        raise ConfigError(what, to=str(checked.corpus), advice="Name the folder of the entries.")
    baseline = str(resolve_path(bases["baseline"] / checked.baseline)) if checked.baseline else None
    if ceiling:
        _refuse_outside(ceiling, {"corpus": corpus, "baseline": Path(baseline) if baseline else None}, given)
    needs_judge = checked.llm is None and any(code.startswith(("SUP", "NUM")) for code in checked.select)
    wanted = checked.judge if "judge" in merged or not needs_judge else "best"
    located: dict[str, Any] = {"corpus": corpus, "baseline": baseline, "judge": _locate_judge(wanted, bases["judge"])}
    located |= _locate_personal(checked, here)
    if source and merged.get("output") == table.get("output", "-") != "-":
        located["output"] = str(root / table["output"])
    return replace(checked, root=root, outer_root=_find_outer_root(root, ceiling), **located)


def find_config_file(folder: Path, ceiling: Path | None = None) -> ConfigFile | None:
    """Return the nearest file with settings, from a folder upward."""
    for parent in _list_parents(folder, ceiling):
        for name in ("citevet.toml", "pyproject.toml"):
            path = parent / name
            if os.path.isfile(path):  # noqa: PTH113 - Path.is_file() raises for a name that is too long
                table = _read_table(path)
                if name == "citevet.toml" or table:
                    return ConfigFile(path, table)
    return None


def find_project_root(folder: Path, given_folders: Sequence[Path] = (), ceiling: Path | None = None) -> Path:
    """Return the project of a folder without a file of settings.

    It is the git checkout, else the nearest folder with a corpus, else the folder that the run was given, else itself.
    """
    parents = _list_parents(folder, ceiling)
    for markers in ((".git",), _CORPORA):
        for parent in parents:
            if any(os.path.exists(parent / marker) for marker in markers):  # noqa: PTH110 - as above
                return parent
    given = (each for each in given_folders if folder.is_relative_to(each))
    return min(given, key=lambda each: len(each.parts), default=folder)


def _find_outer_root(root: Path, ceiling: Path | None) -> Path:
    """Return the git checkout around a project, else the outermost folder with settings, else that of its main file."""
    parents = _list_parents(root, ceiling)
    checkout = next((each for each in parents if os.path.exists(each / ".git")), None)  # noqa: PTH110 - as above
    settings = checkout or next((each for each in reversed(parents) if find_config_file(each, each)), None)
    return settings or find_including_folder(parents) or root


def _list_parents(folder: Path, ceiling: Path | None) -> list[Path]:
    """Return a folder and those above it, up to the ceiling."""
    return [each for each in (folder, *folder.parents) if ceiling is None or each.is_relative_to(ceiling)]


def _refuse_outside(ceiling: Path, found: Mapping[str, Path | None], given: Mapping[str, Any]) -> None:
    """Raise where a file of the project names a folder above the ceiling; the user may name any."""
    for key, path in found.items():
        if path and not path.is_relative_to(ceiling) and not is_user_choice(key, given):
            advice = f"Move it below {ceiling}, or set {_variable(key)}."
            raise ConfigError(f"{key} lies outside the folder that may be read", to=str(path), advice=advice)


def find_origin(key: str, folder: Path, options: Mapping[str, Any]) -> str:
    """Return who set a key: the flag, the variable, or the file nearest to a folder; "" where it is the default."""
    if options.get(key.replace("-", "_")) is not None:
        return f"--{key}"
    if _environment({key}):
        return _variable(key)
    found = find_config_file(resolve_path(folder))
    return str(found.path) if found and key in found.table else ""


def is_user_choice(key: str, options: Mapping[str, Any]) -> bool:
    """Return whether the user set a key by option or variable; a file may come with a foreign project."""
    return bool(options.get(key.replace("-", "_")) or _environment({key}))


def _locate_personal(checked: Config, here: Path) -> dict[str, Path]:
    """Return the folders that only the user names; the one with recorded answers must exist."""
    located = {key: resolve_path(here / path) for key in _PERSONAL_PATHS if (path := getattr(checked, key))}
    if "replay" in located and not located["replay"].is_dir():
        advice = "Correct --replay, or record the answers first with --online --record."
        raise ConfigError("no such folder", to=str(checked.replay), advice=advice)
    return located


def _missing_corpus(folder: str, given: Mapping[str, Any], source: Path | None) -> ConfigError:
    """Say that the corpus does not exist, what named it, and how to start it."""
    who = _variable("corpus") if _environment({"corpus"}) else source and source.name
    named = f", which {who} names as the corpus" if who and not given.get("corpus") else ""
    advice = "Correct the name, or start the corpus with `citevet corpus add paper.pdf`."
    return ConfigError(f"no such folder{named}", to=folder, advice=advice)


def _refuse_personal(table: Mapping[str, Any], source: Path | None) -> None:
    """Raise where a file says where text and keys are sent: the project may come from somebody else."""
    for key in PERSONAL & table.keys():
        flag = "" if key in _SECRET else f"Use --{key}, or "
        advice = f"{flag}{'the' if flag else 'Set the'} variable {_variable(key)}."
        raise ConfigError(f"{key} is not allowed in a configuration file", to=str(source), advice=advice)


def _locate_judge(name: str, base: Path) -> str:
    """Return the name of a judge, or its folder; `best` is the best judge installed."""
    if name == "best":
        return find_best_judge()
    is_folder = name and name not in _JUDGES and (base / name).is_dir()
    return str(resolve_path(base / name)) if is_folder else name


def _by_key(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): value for name, value in settings.items()}


def _environment(names: Iterable[str]) -> dict[str, str]:
    variables = {name: _variable(name) for name in names}
    return {name: os.environ[variable] for name, variable in variables.items() if os.environ.get(variable)}


def _variable(key: str) -> str:
    return f"CITEVET_{key.upper().replace('-', '_')}"


_ADVICE = "`citevet init` writes a file with every key; `citevet check --help` lists the flags."


def _read_table(path: Path) -> Mapping[str, Any]:
    data = b""
    try:
        data = load_file(path, max_bytes=TOML_BYTES)
        found = parse_toml(data.decode("utf-8"))
    except (ReadError, ValueError) as error:
        if path.name == "pyproject.toml" and b"tool.citevet" not in data:
            return {}  # somebody else's file: its faults are not ours to report
        why = error.what if isinstance(error, ReadError) else first_line(error)
        raise ConfigError(f"cannot be read ({why})", to=str(path), advice="Check it against TOML.") from error
    tools = found.get("tool")
    if path.name == "citevet.toml":
        if isinstance(tools, dict) and "citevet" in tools:
            advice = "Write the keys at the top of citevet.toml, without a header."
            raise ConfigError("[tool.citevet] is for pyproject.toml", to=str(path), advice=advice)
        return found
    tools = tools.get("citevet", {}) if isinstance(tools, dict) else {}
    if not isinstance(tools, dict):
        raise ConfigError("[tool.citevet] is not a table", to=str(path), advice=_ADVICE)
    return tools


def _make_config(merged: Mapping[str, Any], given: Mapping[str, Any], source: Path | None) -> Config:
    """Read all values, or name each wrong one, who set it and what is allowed; the file only where it set the value."""
    values, faults, advice = {}, [], ""
    for key, value in merged.items():
        try:
            values[key.replace("-", "_")] = _read_setting(key, value)
        except (KeyError, RefusedValue) as error:
            if key in given:
                faults.append(describe_fault(error, f"--{key}", " ", [*SETTINGS]))
            elif _environment({key}):
                faults.append(describe_fault(error, _variable(key), "=", [*SETTINGS]))
            else:
                name = ".".join((key, *(part for part in getattr(error, "place", ()) if not part.isdigit())))
                faults.append(f"{source}: {describe_fault(error, name, ' = ', [*SETTINGS])}")
                advice = _ADVICE
    if faults:
        raise ConfigError("; ".join(faults), advice=advice)
    return Config(**values)


def _read_setting(key: str, value: object) -> Foreign:
    read = read_value(SETTINGS[key].type, value)
    limits = LIMITS.get(key, {})
    if not all(_COMPARE[words](read, bound) for words, bound in limits.items()):
        raise RefusedValue("it must be " + " and ".join(f"{words} {bound}" for words, bound in limits.items()), value)
    try:
        return _CHECKS[key](read) if key in _CHECKS else read
    except RefusedValue:
        raise
    except ValueError as error:
        raise RefusedValue(str(error), "…" if key in _SECRET else value) from error


def _check_format(name: str) -> str:
    if name not in FORMATS and name not in FILE_FORMATS:
        raise ValueError(f"no format {name}; there are {', '.join((*FORMATS, *FILE_FORMATS))}")
    return name


def _check_rules(selectors: Foreign) -> Foreign:
    """Refuse an unknown rule where it is set, so that the message names the file or the flag."""
    for selector in filter(str.strip, selectors):
        try:
            resolve_selector(selector)
        except UsageError as error:
            raise RefusedValue(error.explanation, selector) from error
    return selectors


def _check_file_ignores(ignores: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    for pattern, selectors in ignores.items():
        try:
            _check_rules(selectors)
        except RefusedValue as error:
            raise RefusedValue(str(error), error.value, (pattern,)) from error
    return ignores


def _check_model(name: str) -> str | None:
    """Return the name of a language model; the empty name turns off the one of a file."""
    try:
        return ":".join(split_model_name(name)) if name else None
    except UsageError as error:
        raise ValueError(f"{error.what}. {error.advice}") from error


def _check_form(pattern: str, what: str, value: str) -> str:
    """Refuse what does not match a pattern."""
    if not re.fullmatch(pattern, value, re.DOTALL):
        raise ValueError(f"it must {what}")
    return value


def _check_services(addresses: dict[str, str]) -> dict[str, str]:
    for name, url in addresses.items():
        if name not in SERVICES:
            raise ValueError(f"no service {name}; there are {', '.join(SERVICES)}")
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"the address of {name} must begin with http:// or https://")
    return addresses


def _check_path(path: Path | str) -> Path | str:
    """Refuse what no system can open, and Python only deep inside."""
    if "\0" in str(path):
        raise ValueError("no path has a null character")
    return path


def _check_inner_path(path: Path) -> Path:
    """Refuse a folder outside the project: files are written there."""
    _check_path(path)
    if path.is_absolute() or ".." in path.parts or "\\" in str(path):
        raise ValueError("it must be a folder inside the project, such as .aiwg/reports")
    return path


# A pattern for the whole value, and what any other must do.
_FORMS = {
    "mailto": (
        r"[^@\s<>;,()\"]+@[^@\s<>;,()\"]+",
        "be an e-mail address",
    ),  # others would break the headers of requests
    "issues": (r"https?://[^\s/?#@]+(/[^\s?#]*)?", "be an address that begins with http:// or https://"),
    "corpus-database": (r"postgres(ql)?://.*", "begin with postgresql://"),
}
_CHECKS: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("select", "extend-select", "ignore", "severity", "commit-errors"), _check_rules),
    "per-file-ignores": _check_file_ignores,
    "format": _check_format,
    "llm": _check_model,
    "id-pattern": parse_id_pattern,
    "allowed-forms": lambda forms: tuple(map(parse_allowed_form, forms)),
    "forbidden-forms": lambda forms: tuple(sorted({kind for form in forms for kind in find_forbidden_kinds(form)})),
    "services": _check_services,
    **{key: partial(_check_form, *form) for key, form in _FORMS.items()},
    **dict.fromkeys(("audit-reports", "validation-logs"), _check_inner_path),
    **dict.fromkeys(("corpus", "use-cases", "judge", "output", "baseline", *_PERSONAL_PATHS), _check_path),
}
_COMPARE = {"larger than": operator.gt, "at least": operator.ge, "smaller than": operator.lt, "at most": operator.le}
