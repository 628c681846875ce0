"""File, environment and flags to one frozen Config.

The nearest `citevet.toml`, or `pyproject.toml` with a `[tool.citevet]` table, holds for a document; files are not
merged. Above it stand the environment (`CITEVET_FORMAT=json`), and above that the flags. A flag has the
name of its key; tables and `require-reasons` have none, and where words are sent may not stand in a file.
"""

import os
import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from citevet.errors import ConfigError, UsageError
from citevet.model import Severity
from citevet.read.open_file import MAX_BYTES
from citevet.report import FORMATS
from citevet.rules.select import known
from citevet.world.llm_endpoint import split_name

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Level = Literal["error", "warning", "info", "incomplete"]
_JUDGES = frozenset({"none", "small", "base"})
PERSONAL = frozenset({"llm-url", "llm-key-env"})


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
    judge: str = "none"  # whether sources say so: none, small, base, small+base, a folder, owner/name of a hub
    risk: float | None = Field(default=None, gt=0, lt=1)  # how many of those called supported may be wrong
    llm: str | None = None  # a language model for what the judge is unsure of: openai:…, anthropic:…, ollama:…
    llm_url: str | None = None  # where it is asked, if not at its provider; never in a file
    llm_key_env: str | None = None  # the variable with the key for that address; never in a file
    budget: int = Field(default=30, ge=0)  # votes that it may be asked for in a run
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
            raise ValueError(f"there is no format {value}; there are {', '.join(FORMATS)}")
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
            return value and ":".join(split_name(value))
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
            for code in known(selector)
        }

    @property
    def fail_level(self) -> Severity:
        """The least bad finding that fails a run."""
        levels = [Severity[level.upper()] for level in self.fail_on if level != "incomplete"]
        return min(levels, default=Severity.ERROR)


def config(
    folder: Path, flags: Mapping[str, Any] | None = None, *, file: Path | None = None, starts_corpus: bool = False
) -> Config:
    """Return what holds for documents in a folder; flags that are None were not given.

    Whoever `starts_corpus` makes the folder that is named and not there.
    """
    found = (file.resolve(), _table(file)) if file else _nearest(folder.resolve())
    source, table = found or (None, {})
    _refuse_personal(table, source)
    given = {key: value for key, value in (flags or {}).items() if value is not None}
    names = {_kebab(name) for name in Config.model_fields} - {"root"}
    merged = {**table, **_environment(names), **{_kebab(key): value for key, value in given.items()}}
    try:
        checked = Config.model_validate(merged)
    except ValidationError as error:
        raise _refusal(error, given, source) from error
    root = source.parent if source else _project(folder.resolve())
    base = Path.cwd() if given.get("corpus") else root  # a flag counts from where people stand
    corpus = (base / checked.corpus).resolve() if checked.corpus else None
    if corpus and not corpus.is_dir() and not starts_corpus:
        raise _no_corpus(str(checked.corpus), given, source)
    beside = Path.cwd() if given.get("baseline") else root
    baseline = str((beside / checked.baseline).resolve()) if checked.baseline else None
    wanted = checked.judge if "judge" in merged or not _needs_judge(checked) else "small"
    judge = _judge(wanted, Path.cwd() if given.get("judge") else root)
    return checked.model_copy(update={"root": root, "corpus": corpus, "baseline": baseline, "judge": judge})


def _no_corpus(folder: str, given: Mapping[str, Any], source: Path | None) -> ConfigError:
    """Say that the corpus is not there, who named it, and how to start it; whoever gave the flag knows who did."""
    who = _variable("corpus") if _environment({"corpus"}) else source and source.name
    named = f", which {who} names as the corpus" if who and not given.get("corpus") else ""
    advice = "Correct the name, or start the corpus with `citevet corpus add paper.pdf`."
    return ConfigError(f"there is no such folder{named}", to=folder, advice=advice)


def said_by(key: str, folder: Path, flags: Mapping[str, Any] | None = None) -> str:
    """Return who set a key: the flag, the variable, or the file nearest to a folder; nothing where nobody did."""
    if (flags or {}).get(key.replace("-", "_")) is not None:
        return f"--{key}"
    if _environment({key}):
        return _variable(key)
    found = _nearest(folder.resolve())
    return str(found[0]) if found and key in found[1] else ""


def is_asked(key: str, flags: Mapping[str, Any] | None = None) -> bool:
    """Say whether people set a key themselves, by flag or variable: a file may come from strangers."""
    return bool((flags or {}).get(key.replace("-", "_")) or _environment({key}))


def _refuse_personal(table: Mapping[str, Any], source: Path | None) -> None:
    """Raise where a file says where words and keys are sent: files come with projects, and projects from strangers."""
    for key in PERSONAL & table.keys():
        advice = f"Use --{key}, or the variable {_variable(key)}."
        raise ConfigError(f"{key} may not stand in a file", to=str(source), advice=advice)


def _needs_judge(checked: Config) -> bool:
    """Say whether something was asked for that only a judge can give: its rules by name."""
    return checked.llm is None and any(code.startswith(("SUP", "NUM")) for code in checked.select)


def _judge(name: str, base: Path) -> str:
    """Return the name of a judge, or the folder that it lies in; of two judges, both."""
    if not name or name in _JUDGES:
        return name
    if (base / name).is_dir():
        return str((base / name).resolve())
    first, plus, second = name.partition("+")
    return f"{_judge(first, base)}+{_judge(second, base)}" if plus else name


def _project(folder: Path) -> Path:
    """Return what counts as the project where no file says so: the folder people stand in, if they stand above."""
    return Path.cwd() if folder.is_relative_to(Path.cwd()) else folder


def _environment(names: set[str]) -> dict[str, str]:
    variables = {name: _variable(name) for name in names}
    return {name: os.environ[variable] for name, variable in variables.items() if os.environ.get(variable)}


def _variable(key: str) -> str:
    return f"CITEVET_{key.upper().replace('-', '_')}"


_ADVICE = "`citevet init` writes a file with every key; `citevet check --help` lists the flags."


def forget() -> None:
    """Read the files anew: a long-lived process must see what changed on disk."""
    _nearest.cache_clear()


@cache
def _nearest(folder: Path) -> tuple[Path, Mapping[str, Any]] | None:
    for parent in (folder, *folder.parents):
        for name in ("citevet.toml", "pyproject.toml"):
            path = parent / name
            if os.path.isfile(path):  # noqa: PTH113 - Path.is_file() raises for a name that is too long
                table = _table(path)
                if name == "citevet.toml" or table:
                    return path, table
    return None


def _table(path: Path) -> Mapping[str, Any]:
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        if path.name == "pyproject.toml":
            return {}  # somebody else's file: its faults are not ours to report
        raise ConfigError(f"cannot be read ({error})", to=str(path), advice="Check it against TOML.") from error
    tools = found.get("tool", {}).get("citevet", {}) if path.name == "pyproject.toml" else found
    if not isinstance(tools, dict):
        raise ConfigError("[tool.citevet] is no table", to=str(path), advice=_ADVICE)
    return tools


def _refusal(error: ValidationError, given: Mapping[str, Any], source: Path | None) -> ConfigError:
    """Say of each wrong value who gave it, what it was and what is allowed; the file only where it is to blame."""
    flags = {_kebab(key) for key in given}
    parts, advice = [], ""
    for fault in error.errors():
        key = str(fault["loc"][0])
        if key in flags:
            parts.append(_fault(fault, f"--{key}", " "))
        elif _environment({key}):
            parts.append(_fault(fault, _variable(key), "="))
        else:
            parts.append(f"{source}: {_fault(fault, '.'.join(map(str, fault['loc'])), ' = ')}")
            advice = _ADVICE
    return ConfigError("; ".join(parts), advice=advice)


def _fault(fault: "ErrorDetails", name: str, between: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only on the way to an error

    if fault["type"] == "extra_forbidden":
        near = get_close_matches(name.removeprefix("--"), map(_kebab, Config.model_fields), 1)
        return f"unknown key {name}" + (f", did you mean {near[0]}?" if near else "")
    given = fault["input"]
    shown = f"{given:g}" if isinstance(given, float) else " ".join(str(given).replace("\0", "\\0").split())
    return f"{name}{between}{shown[:_SHOWN]}: {_allowed(fault)}"


def _allowed(fault: "ErrorDetails") -> str:
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
