"""The front matter of a document, in YAML or TOML, and the settings of its project, which may name bibliographies."""

# yaml takes 25 ms, and only documents with front matter need it

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from citevet.errors import ReadError, first_line
from citevet.limits import (
    COMPANIONS,
    PROJECT_FOLDERS,
    SEARCHED_FILES,
    TOML_BYTES,
    TOML_DEPTH,
    YAML_ALIASES,
    YAML_CHARACTERS,
    YAML_DEPTH,
    YAML_VALUES,
)
from citevet.read.files import load_file
from citevet.world.paths import resolve_path

_WIDTH = 110  # of a line that is written
_LONG_NUMBER = re.compile(r"[-+]?(?:0[0-7_]{4000}|[1-9][0-9_:]{4000})")  # to read one takes the square of its digits
# tomllib takes the square of the parts of a key.
_DEEP_KEY = re.compile(
    rf"""(?:^|[\[{{,])[ \t]*(?:(?:[\w-]{{1,200}}|"[^"\n]{{0,200}}"|'[^'\n]{{0,200}}')[ \t]*\.[ \t]*){{{TOML_DEPTH}}}""",
    re.MULTILINE,
)

# The settings of a project, and the keys there whose values are bibliographies or folders of them, at any depth.
_PROJECT_FILES: Mapping[str, tuple[str, ...]] = {
    "_metadata.yml": ("bibliography",),  # of a folder in a Quarto project
    "_quarto.yml": ("bibliography",),
    "_quarto.yaml": ("bibliography",),
    "_bookdown.yml": ("bibliography",),
    "_output.yml": ("bibliography",),
    "_site.yml": ("bibliography",),  # of R Markdown
    "index.Rmd": ("bibliography",),  # of bookdown: its front matter
    "myst.yml": ("bibliography",),
    "_config.yml": ("bibtex_bibfiles", "scholar"),  # of Jupyter Book, and of Jekyll
    "conf.py": ("bibtex_bibfiles",),  # of Sphinx
    "mkdocs.yml": ("bib_file", "bib_dir"),
}
_PROJECT_DEPTH = 6  # keys above such a value
_TAG = re.compile(r"(?<=[\s\[,])!{1,2}[\w/:.%<>-]+")  # !!python/name:emoji in mkdocs.yml, !expr of R
_HEAD = re.compile(r"\s{0,100}---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t\r]*$", re.DOTALL | re.MULTILINE)
_PYTHON_LIST = re.compile(r"^bibtex_bibfiles\s{0,9}(?::[^=\n]{1,50})?=\s{0,9}(\[[^\]]{0,5000}\])", re.MULTILINE)
_PYTHON_MORE = re.compile(r"^bibtex_bibfiles\s{0,9}(?:\+=|\.)", re.MULTILINE)
_ELSEWHERE = "~"
_COMPUTED = re.compile(r"://|^~|`|\w\(|[${<]")  # an address, or code: `r here("refs.bib")`
_SCHOLAR = re.compile(r"\bjekyll[-/]scholar\b")
_BUILT = frozenset({"_book", "_build", "_site", "node_modules"})  # folders of copies


def parse_front_matter(text: str, *, toml: bool = False) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return the values of the front matter, or nothing and a note why."""
    if not text.strip():
        return {}, ()
    if len(text) > YAML_CHARACTERS:
        return {}, (f"The front matter is longer than {YAML_CHARACTERS} characters and was not read.",)
    try:
        found = _load(text, toml=toml)
    except Exception as error:  # noqa: BLE001 - YAML fails in a dozen ways, recursion among them
        return {}, (f"The front matter is malformed and was not read: {_describe(error)}",)
    return (found, ()) if isinstance(found, dict) else ({}, ("The front matter is not a mapping and was not read.",))


def parse_yaml(text: str) -> tuple[Mapping[str, Any], str]:
    """Return the values of a YAML file, or nothing and why."""
    if len(text) > YAML_CHARACTERS:
        return {}, f"longer than {YAML_CHARACTERS} characters"
    try:
        found = _load(text, toml=False)
    except Exception as error:  # noqa: BLE001 - as above
        return {}, _describe(error, above=0)
    return ({}, "not a mapping") if not isinstance(found, dict | None) else (found or {}, "")


def parse_toml(text: str) -> dict[str, Any]:
    """Return the values of TOML text; raise ValueError for what is malformed or too complex."""
    if len(text) > TOML_BYTES or _DEEP_KEY.search(text):
        raise ValueError(f"longer than {TOML_BYTES:,} characters, or a key of more than {TOML_DEPTH} parts")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def dump_front_matter(values: Mapping[str, Any]) -> str:
    """Write front matter with its dashes; reading it back gives the same values."""
    import yaml

    return f"---\n{yaml.safe_dump(dict(values), allow_unicode=True, sort_keys=False, width=_WIDTH)}---\n"


def _load(text: str, *, toml: bool) -> object:
    if toml:
        return parse_toml(text)
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    _refuse_bombs(yaml.parse(text, Loader=loader))
    return yaml.load(text, Loader=loader)  # noqa: S506 - both loaders are safe


def _refuse_bombs(events: Iterable[Any]) -> None:
    """Refuse what unfolds to too many values, refers to itself, or nests so deep that recursion ends the process."""
    sizes: dict[str | None, int] = {}  # anchor → values below it, aliases unfolded; 0 while it is still open
    opened: list[tuple[str | None, int]] = []  # anchors around the current value, and the count before them
    count = aliases = 0
    for event in events:
        name, anchor = type(event).__name__, getattr(event, "anchor", None)
        if name == "AliasEvent":
            aliases += 1
            count += sizes.get(anchor, 1) or YAML_VALUES  # an open anchor: the value contains itself
        elif name in {"SequenceStartEvent", "MappingStartEvent"}:
            sizes[anchor] = 0
            opened.append((anchor, count))
            count += 1
        elif name in {"SequenceEndEvent", "MappingEndEvent"}:
            anchor, before = opened.pop()
            sizes[anchor] = count - before
        elif name == "ScalarEvent":
            count += YAML_VALUES if _LONG_NUMBER.match(event.value) else 1
            sizes[anchor] = 1
        if len(opened) > YAML_DEPTH or aliases > YAML_ALIASES or count >= YAML_VALUES:
            raise ValueError("nested too deep, too many aliases, or a number of too many digits")


def _describe(error: Exception, above: int = 1) -> str:
    """Return the first line of an error; for YAML the problem and its line in the file."""
    context, problem = getattr(error, "context", None), getattr(error, "problem", None)
    mark = getattr(error, "context_mark", None) or getattr(error, "problem_mark", None)
    if problem and mark:
        message = ": ".join(filter(None, (context, problem)))
        return f"line {mark.line + 1 + above}: {message}"[:200]  # counted from 0, below the line of dashes
    return first_line(error)


def find_project_bibliographies(folder: Path, root: Path, load: Callable[..., bytes]) -> dict[str, str]:
    """Return the bibliographies that the settings of the project around a folder name, each with the file that does.

    The nearest folder with settings counts, and below it those of single folders (`_metadata.yml`).
    """
    home, root, found = resolve_path(folder), resolve_path(root), dict[str, str]()
    for place in [each for each in (home, *home.parents) if each.is_relative_to(root)][:PROJECT_FOLDERS]:
        texts = {name: text for name in _PROJECT_FILES if (text := _load_settings(place / name, load)) is not None}
        if "_bookdown.yml" not in texts and "site:" not in texts.get("index.Rmd", ""):
            texts.pop("index.Rmd", None)  # of a document
        for name, text in texts.items():
            for each in (one for one in _list_named(name, text) if "\0" not in one):
                found |= dict.fromkeys(_locate(each, place, root), str(place / name))
        if texts.keys() - {"_metadata.yml"}:
            break
    return found


def _load_settings(path: Path, load: Callable[..., bytes]) -> str | None:
    if load is load_file and not os.path.isfile(path):  # noqa: PTH113 - five times as fast, and never raises
        return None
    try:
        text = load(path, max_bytes=YAML_CHARACTERS, shown=path.name).decode("utf-8-sig", errors="replace")
    except ReadError:
        return None
    head = _HEAD.match(text) if path.suffix == ".Rmd" else None
    return (head[1] if head else "") if path.suffix == ".Rmd" else text


def _list_named(name: str, text: str) -> list[str]:
    """Return the paths of bibliographies in a file of settings; that of a folder ends with a slash."""
    if name != "myst.yml" and not any(key in text for key in _PROJECT_FILES[name]):
        return []
    if name == "conf.py":
        return _read_python_list(text)
    values, _ = parse_yaml(_TAG.sub(" ", text))
    found = [each for value in _find_values(values, _PROJECT_FILES[name]) for each in value]
    if name == "_config.yml" and _SCHOLAR.search(text):
        return found or ["_bibliography/references.bib"]
    return found or (["./"] if name == "myst.yml" and "project" in values else [])  # MyST then reads every file


def _find_values(value: object, keys: tuple[str, ...], depth: int = 0) -> Iterator[list[str]]:
    """Yield the names below some keys."""
    if depth > _PROJECT_DEPTH:
        return
    if isinstance(value, list):
        for each in value:
            yield from _find_values(each, keys, depth + 1)
    for key, each in value.items() if isinstance(value, dict) else ():
        if key not in keys:
            yield from _find_values(each, keys, depth + 1)
        elif key == "scholar" and isinstance(each, dict):
            source, names = each.get("source", "_bibliography"), each.get("bibliography", "references.bib")
            yield [f"{source}/{name if '.' in name else f'{name}.bib'}" for name in _list_strings(names)]
        else:
            yield [f"{name}/" if key == "bib_dir" else name for name in _list_strings(each)]


def _list_strings(value: object) -> list[str]:
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str) and each]


def _read_python_list(text: str) -> list[str]:
    """Return the literal strings of the list, without running the file; what code computes is elsewhere."""
    import ast  # 10 ms, and most projects have no such file

    written = _PYTHON_LIST.search(text)
    try:
        values = ast.parse(written[1], mode="eval").body if written else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    elements = values.elts if isinstance(values, ast.List) else []
    found = [str(each.value) if isinstance(each, ast.Constant) else _ELSEWHERE for each in elements]
    return [*found, _ELSEWHERE] if _PYTHON_MORE.search(text) else found


def _locate(name: str, folder: Path, root: Path) -> Iterator[str]:
    """Yield where a name leads from a folder; of a folder in the project its files, and what is elsewhere as it is."""
    parent, star, ending = name.partition("*")
    if _COMPUTED.search(name):
        yield name
    elif not star and not name.endswith("/"):
        yield os.path.normpath(folder / name.lstrip("/"))
    elif resolve_path(folder / parent).is_relative_to(root):
        yield from _list_files(folder / parent, ending or ".bib")


def _list_files(folder: Path, ending: str) -> Iterator[str]:
    """Yield the files below a folder that have an ending, in order."""
    seen = count = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in _BUILT)
        seen += 1 + len(names)
        for name in sorted(names):
            if name.endswith(ending) and count < COMPANIONS:
                count += 1
                yield os.path.join(parent, name)  # noqa: PTH118 - a string
        if seen > SEARCHED_FILES:
            return
