"""Read a file, the environment and options into one frozen Config.

The nearest `citevet.toml`, or `pyproject.toml` with a `[tool.citevet]` table, holds for a document; files are not
merged. The environment (`CITEVET_FORMAT=json`) overrides the file, and options override both. An option has the
name of its key. A file may not say where text is sent (`PERSONAL`).
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from citevet.errors import ConfigError, UsageError
from citevet.model import Severity
from citevet.read.files import MAX_BYTES
from citevet.report import FORMATS
from citevet.rules import resolve_selector
from citevet.world.llm_endpoint import split_model_name
from citevet.world.model_files import find_best_judge

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Level = Literal["error", "warning", "info", "incomplete"]
_JUDGES = frozenset({"none", "small", "base"})
PERSONAL = frozenset({"llm-url", "llm-key-env"})
_CORPORA = (".citevet/corpus", ".aiwg/research")  # folders that only a project with a corpus has


def _kebab(name: str) -> str:
    return name.replace("_", "-")


class Config(BaseModel):
    """What a run was asked to do, with every default stated here."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=_kebab, validate_by_name=True)

    select: tuple[str, ...] = ()  # codes, prefixes or names; empty: all
    ignore: tuple[str, ...] = ()
    per_file_ignores: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # glob → codes
    severity: dict[str, Literal["error", "warning", "info"]] = Field(default_factory=dict)  # code → level
    strict: bool = False  # warnings become errors
    fail_on: tuple[Level, ...] = ("error",)
    corpus: Path | None = None  # absolute, once loaded
    corpus_only: bool = False  # only ids of the corpus may be cited
    rlm: bool = False  # look at artefact citations only
    judge: str = "none"  # none, best (the best installed), small, base, a folder, or owner/name of a hub
    risk: float | None = Field(default=None, gt=0, lt=1)  # how many of those called supported may be wrong
    llm: str | None = None  # a language model for uncertain claims: openai:…, anthropic:…, ollama:…
    llm_url: str | None = None  # its address, if not its provider; never in a file
    llm_key_env: str | None = None  # the variable with the key for that address; never in a file
    budget: int = Field(default=30, ge=0)  # votes of it in a run
    require_reasons: bool = False  # a suppression must say why
    offline: bool = False
    online: bool = False
    format: str = "full"
    output: str | None = None
    report: bool = False  # also keep a report beside the project
    baseline: str | None = None
    exclude: tuple[str, ...] = ()  # globs of documents to leave out
    max_bytes: int = Field(default=MAX_BYTES, gt=0)
    jobs: int = Field(default=0, ge=0)  # 0: as many as there are cores
    today: date | None = None
    root: Path = Field(default=Path(), exclude=True)  # the folder of the file that this came from

    @field_validator("format")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in FORMATS:
            raise ValueError(f"no format {value}; there are {', '.join(FORMATS)}")
        return value

    @field_validator("select", "ignore", "fail_on", "exclude", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        """Take `"KEY,IDN"` for `["KEY", "IDN"]`: that is how flags and the environment write lists."""
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("llm")
    @classmethod
    def _named(cls, value: str | None) -> str | None:
        try:
            return value and ":".join(split_model_name(value))
        except UsageError as error:
            raise ValueError(f"{error.what}. {error.advice}") from error

    @field_validator("corpus", "judge", "output", "baseline")
    @classmethod
    def _nameable(cls, value: Path | str | None) -> Path | str | None:
        """Refuse what no system can open, and Python only deep inside."""
        if "\0" in str(value):
            raise ValueError("no path has a null character")
        return value

    @property
    def is_offline(self) -> bool:
        """Offline beats online, and is the default."""
        return self.offline or not self.online

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
    file: Path | None = None,
    creates_corpus: bool = False,
) -> Config:
    """Return what holds for documents in a folder; options that are None were not given.

    Paths in options count from `here`, paths in a file from its folder. `given_folders` are those that
    the run was given; they are projects where nothing else marks one. With `creates_corpus` the corpus may not exist.
    """
    folder, here = folder.resolve(), here or Path.cwd()
    found = ConfigFile(file.resolve(), _read_table(file)) if file else find_config_file(folder)
    source, table = found or (None, {})
    _refuse_personal(table, source)
    given = {key: value for key, value in (options or {}).items() if value is not None}
    names = {_kebab(name) for name in Config.model_fields} - {"root"}
    merged = {**table, **_environment(names), **{_kebab(key): value for key, value in given.items()}}
    try:
        checked = Config.model_validate(merged)
    except ValidationError as error:
        raise _invalid(error, given, source) from error
    root = source.parent if source else find_project_root(folder, given_folders)
    bases = {key: here if given.get(key) else root for key in ("corpus", "baseline", "judge")}
    corpus = (bases["corpus"] / checked.corpus).resolve() if checked.corpus else None
    if corpus and not corpus.is_dir() and not creates_corpus:
        raise _missing_corpus(str(checked.corpus), given, source)
    baseline = str((bases["baseline"] / checked.baseline).resolve()) if checked.baseline else None
    wanted = checked.judge if "judge" in merged or not _needs_judge(checked) else "best"
    located = {"corpus": corpus, "baseline": baseline, "judge": _locate_judge(wanted, bases["judge"])}
    if source and merged.get("output") == table.get("output", "-") != "-":
        located["output"] = str(root / table["output"])
    return checked.model_copy(update={"root": root, **located})


def find_config_file(folder: Path) -> ConfigFile | None:
    """Return the nearest file with settings, from a folder upward."""
    for parent in (folder, *folder.parents):
        for name in ("citevet.toml", "pyproject.toml"):
            path = parent / name
            if os.path.isfile(path):  # noqa: PTH113 - Path.is_file() raises for a name that is too long
                table = _read_table(path)
                if name == "citevet.toml" or table:
                    return ConfigFile(path, table)
    return None


def find_project_root(folder: Path, given_folders: Sequence[Path] = ()) -> Path:
    """Return the project of a folder without a file of settings.

    It is the git checkout, else the nearest folder with a corpus, else the folder that the run was given, else itself.
    """
    parents = (folder, *folder.parents)
    for markers in ((".git",), _CORPORA):
        for parent in parents:
            if any(os.path.exists(parent / marker) for marker in markers):  # noqa: PTH110 - as above
                return parent
    given = (each for each in given_folders if folder.is_relative_to(each))
    return min(given, key=lambda each: len(each.parts), default=folder)


def find_origin(key: str, folder: Path, options: Mapping[str, Any]) -> str:
    """Return who set a key: the flag, the variable, or the file nearest to a folder; "" where it is the default."""
    if options.get(key.replace("-", "_")) is not None:
        return f"--{key}"
    if _environment({key}):
        return _variable(key)
    found = find_config_file(folder.resolve())
    return str(found.path) if found and key in found.table else ""


def is_user_choice(key: str, options: Mapping[str, Any]) -> bool:
    """Return whether the user set a key by option or variable; a file may come with a foreign project."""
    return bool(options.get(key.replace("-", "_")) or _environment({key}))


def _missing_corpus(folder: str, given: Mapping[str, Any], source: Path | None) -> ConfigError:
    """Say that the corpus does not exist, what named it, and how to start it."""
    who = _variable("corpus") if _environment({"corpus"}) else source and source.name
    named = f", which {who} names as the corpus" if who and not given.get("corpus") else ""
    advice = "Correct the name, or start the corpus with `citevet corpus add paper.pdf`."
    return ConfigError(f"no such folder{named}", to=folder, advice=advice)


def _refuse_personal(table: Mapping[str, Any], source: Path | None) -> None:
    """Raise where a file says where text and keys are sent: the project may come from somebody else."""
    for key in PERSONAL & table.keys():
        advice = f"Use --{key}, or the variable {_variable(key)}."
        raise ConfigError(f"{key} is not allowed in a configuration file", to=str(source), advice=advice)


def _needs_judge(checked: Config) -> bool:
    """Return whether the selected rules need a judge."""
    return checked.llm is None and any(code.startswith(("SUP", "NUM")) for code in checked.select)


def _locate_judge(name: str, base: Path) -> str:
    """Return the name of a judge, or its folder; `best` is the best judge installed."""
    if name == "best":
        return find_best_judge()
    is_folder = name and name not in _JUDGES and (base / name).is_dir()
    return str((base / name).resolve()) if is_folder else name


def _environment(names: set[str]) -> dict[str, str]:
    variables = {name: _variable(name) for name in names}
    return {name: os.environ[variable] for name, variable in variables.items() if os.environ.get(variable)}


def _variable(key: str) -> str:
    return f"CITEVET_{key.upper().replace('-', '_')}"


_ADVICE = "`citevet init` writes a file with every key; `citevet check --help` lists the flags."


def _read_table(path: Path) -> Mapping[str, Any]:
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        if path.name == "pyproject.toml":
            return {}  # somebody else's file: its faults are not ours to report
        raise ConfigError(f"cannot be read ({error})", to=str(path), advice="Check it against TOML.") from error
    tools = found.get("tool", {}).get("citevet", {}) if path.name == "pyproject.toml" else found
    if not isinstance(tools, dict):
        raise ConfigError("[tool.citevet] is not a table", to=str(path), advice=_ADVICE)
    return tools


def _invalid(error: ValidationError, given: Mapping[str, Any], source: Path | None) -> ConfigError:
    """Name each wrong value, who set it and what is allowed; the file only where it set the value."""
    flags = {_kebab(key) for key in given}
    parts, advice = [], ""
    for fault in error.errors():
        key = str(fault["loc"][0])
        if key in flags:
            parts.append(_describe_fault(fault, f"--{key}", " "))
        elif _environment({key}):
            parts.append(_describe_fault(fault, _variable(key), "="))
        else:
            parts.append(f"{source}: {_describe_fault(fault, '.'.join(map(str, fault['loc'])), ' = ')}")
            advice = _ADVICE
    return ConfigError("; ".join(parts), advice=advice)


def _describe_fault(fault: "ErrorDetails", name: str, between: str) -> str:
    from difflib import get_close_matches  # only on the way to an error

    if fault["type"] == "extra_forbidden":
        near = get_close_matches(name.removeprefix("--"), map(_kebab, Config.model_fields), 1)
        return f"unknown key {name}" + (f", did you mean {near[0]}?" if near else "")
    given = fault["input"]
    shown = f"{given:g}" if isinstance(given, float) else " ".join(str(given).replace("\0", "\\0").split())
    return f"{name}{between}{shown[:_SHOWN]}: {_describe_allowed(fault)}"


def _describe_allowed(fault: "ErrorDetails") -> str:
    kind, told = fault["type"], fault.get("ctx", {})
    if kind == "value_error":
        return str(told["error"])
    if kind in _BOUNDS:
        field = Config.model_fields[str(fault["loc"][0]).replace("-", "_")]
        bounds = ((words, getattr(each, name, None)) for each in field.metadata for name, words in _LIMITS.items())
        return "it must be " + " and ".join(f"{words} {bound}" for words, bound in bounds if bound is not None)
    if kind == "literal_error":
        return f"it must be {told['expected']}"
    wanted = next((words for start, words in _WANTED.items() if kind.startswith(start)), "")
    return f"it must be {wanted}" if wanted else fault["msg"].lower()


_SHOWN = 80  # characters of a wrong value
_BOUNDS = frozenset({"greater_than", "greater_than_equal", "less_than", "less_than_equal"})
_LIMITS = {"gt": "larger than", "ge": "at least", "lt": "smaller than", "le": "at most"}
# How pydantic calls a wrong value, and what was wanted instead.
_WANTED = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "date": "a date such as 2026-06-01",
    "string": "text",
    "tuple": "a list",
    "dict": "a table",
    "path": "a path",
}
