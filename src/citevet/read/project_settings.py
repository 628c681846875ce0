"""The settings of a project, which may name the bibliographies of its documents: Quarto, Sphinx, MyST and others."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from citevet.errors import ReadError
from citevet.limits import COMPANIONS, PROJECT_FOLDERS, SEARCHED_FILES, YAML_CHARACTERS
from citevet.patterns import lazy_pattern
from citevet.read.files import load_file
from citevet.read.frontmatter import parse_yaml
from citevet.world.paths import resolve_path

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
_TAG = lazy_pattern(r"(?<=[\s\[,])!{1,2}[\w/:.%<>-]+")  # !!python/name:emoji in mkdocs.yml, !expr of R
_HEAD = lazy_pattern(r"\s{0,100}---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t\r]*$", re.DOTALL | re.MULTILINE)
_PYTHON_LIST = lazy_pattern(r"^bibtex_bibfiles\s{0,9}(?::[^=\n]{1,50})?=\s{0,9}(\[[^\]]{0,5000}\])", re.MULTILINE)
_PYTHON_MORE = lazy_pattern(r"^bibtex_bibfiles\s{0,9}(?:\+=|\.)", re.MULTILINE)
_ELSEWHERE = "~"
_COMPUTED = lazy_pattern(r"://|^~|`|\w\(|[${<]")  # an address, or code: `r here("refs.bib")`
_SCHOLAR = lazy_pattern(r"\bjekyll[-/]scholar\b")
_BUILT = frozenset({"_book", "_build", "_site", "node_modules"})  # folders of copies
# How a main file names a part in a folder below it; %b is the folder.
_INCLUDED = {
    "*.tex": rb"\\(?:include|input|subfile|(?:sub)?(?:import|includefrom|inputfrom))\*?[\s{]{1,9}(?:\./)?%b/",
    "*.typ": rb"#include[\s(]{0,9}\"(?:\./)?%b/",
}
_MAIN_FOLDERS, _MAIN_FILES, _MAIN_BYTES = 2, 50, 2**20  # folders above a chapter, files of each, and bytes of a file


def find_including_folder(folders: Sequence[Path]) -> Path | None:
    """Return the folder of a main file that includes parts from the first folder, which lies one or two below it.

    It joins chapters to a project that has neither git nor settings.
    """
    for parent in folders[1 : 1 + _MAIN_FOLDERS]:
        name = re.escape(folders[0].relative_to(parent).as_posix().encode("utf-8", "surrogateescape"))
        for ending, pattern in _INCLUDED.items():
            for file in islice(sorted(parent.glob(ending)), _MAIN_FILES):
                try:
                    text = load_file(file, max_bytes=_MAIN_BYTES)
                except ReadError:
                    continue
                if re.search(pattern % name, text):
                    return parent
    return None


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
                found |= dict.fromkeys(_locate(each, place, root, load), str(place / name))
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


def _locate(name: str, folder: Path, root: Path, load: Callable[..., bytes]) -> Iterator[str]:
    """Yield where a name leads from a folder; of a folder in the project its files, and what is elsewhere as it is.

    The files of a folder are those on disk, so settings that came from elsewhere may not list them.
    """
    parent, star, ending = name.partition("*")
    if _COMPUTED.search(name):
        yield name
    elif not star and not name.endswith("/"):
        yield os.path.normpath(folder / name.lstrip("/"))
    elif load is load_file and resolve_path(folder / parent).is_relative_to(root):
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
