"""Companions of a document: the bibliographies that it names, and the parts that it includes."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from os.path import normpath, relpath
from pathlib import Path
from types import MappingProxyType

from citevet.errors import MissingInput, ReadError, UnsentInput
from citevet.limits import COMPANIONS, PROJECT_FOLDERS, SEARCHED_FILES
from citevet.model import Document, Unread
from citevet.model.document import BIBLIOGRAPHIES
from citevet.patterns import lazy_pattern
from citevet.read.files import allow_seconds, load_file
from citevet.records import dataclass, field, replace
from citevet.text.patterns import matches_glob
from citevet.world.paths import find_only_file, resolve_path
from citevet.world.time_limit import limit_time

_NAMING_KEYS = ("bibliography", "inputs", "imports", "project_bibliography")  # of the metadata: they name other files
LoadCompanion = Callable[..., bytes]  # as load_file: path, max_bytes, shown; raises ReadError where there is none
_CITES = lazy_pattern(r"(?<!\w)@[\w{]|[Cc]ite")  # what a document with keys has
_MAKEFILE, _IGNORES = 100_000, 1000  # bytes of a Makefile or .gitignore, and lines that are compared
_MAKES = lazy_pattern(r"^([^\s#:=][^#:=\n]{0,500}):(?!=)", re.MULTILINE)  # the files that a rule of make makes
_MODULE_PATH = lazy_pattern(r"^\s{0,20}path\s{0,9}=\s{0,9}(\S[^\r\n]{0,400})$", re.MULTILINE)  # in .gitmodules
_IN_CODE = lazy_pattern(r"[\w./-]{1,200}\.(?:bib|json|ya?ml)\b")  # `r system("kpsewhich refs.bib", intern = TRUE)`
_WITHOUT_TEXT = (".sty", ".cls", ".def")  # a file of macros may be included like a chapter


@dataclass(slots=True)
class _Companions:
    """Reads each companion once, inside the root only, and collects those that could not be read.

    A name that does not lead to a file from the document's folder is tried from the folders above it: a chapter names
    files as its main file sees them. Such a file, and a bibliography that is found elsewhere in the project, has the
    key `above` in its metadata.
    """

    document: str  # its path, as it is shown
    home: Path  # its folder
    root: Path
    parse: Callable[[bytes, str], Document]
    max_bytes: int
    load: LoadCompanion
    read: dict[Path, Document] = field(default_factory=dict)
    missing: dict[str, ReadError] = field(default_factory=dict)

    def fetch(self, name: str) -> Document | None:
        for written in self._climb(name):
            path = resolve_path(self.home / written)
            try:
                if path not in self.read:
                    self._check_path(path, name)
                    data = self.load(path, max_bytes=self.max_bytes, shown=name)
                    found = self.parse(data, _sibling(self.document, written))
                    above = {**found.metadata, "above": True}
                    self.read[path] = replace(found, metadata=above) if written != name else found
            except ReadError as error:
                self.missing.setdefault(name, error)
            else:
                self.missing.pop(name, None)
                return self.read[path]
        return None

    def fetch_bare(self, name: str) -> Document | None:
        r"""Return the file without the ending that TeX tries first: \input{lines.styles} means lines.styles.tex."""
        bare = name.removesuffix(".tex")
        if bare == name or not Path(bare).suffix:
            return None
        found = self.fetch(bare)
        self.missing.pop(bare if found is None else name, None)
        return found

    def fetch_elsewhere(self, name: str) -> Document | None:
        """Return the only file of that name in the project, where a build may look for it; the name stays missing."""
        wanted = Path(name).name if Path(name).suffix else f"{Path(name).name}.bib"
        is_on_disk = self.load is load_file
        found = find_only_file(resolve_path(self.root), wanted, most=SEARCHED_FILES) if is_on_disk else None
        written = Path(relpath(found, resolve_path(self.home))).as_posix() if found else name
        if written in self.missing:  # no other file has that name
            return None
        entry = self.fetch(written)
        self.missing.pop(written, None)
        return replace(entry, metadata={**entry.metadata, "above": True}) if entry else None

    def see_from(self, part: Document, name: str) -> str:
        """Return the name of a file as the main document would write it: only TeX names it so in a part as well."""
        if part.path == self.document or part.format == "latex":
            return name
        there = Path(relpath(_sibling(part.path, name), Path(self.document).parent)).as_posix()
        return there if (self.home / there).exists() else name  # Typst may also name it from the root

    def _climb(self, name: str) -> list[str]:
        """Return a name as seen from the document's folder and from those above it, up to the root."""
        root, home = resolve_path(self.root), resolve_path(self.home)
        above = len(home.relative_to(root).parts) if home.is_relative_to(root) else 0
        return ["../" * steps + name for steps in range(above + 1)] if not Path(name).is_absolute() else [name]

    def _check_path(self, path: Path, name: str) -> None:
        if not path.is_relative_to(resolve_path(self.root)):
            raise ReadError("lies outside the project", to=name, advice="Move it below the project's folder.")
        if len(self.read) >= COMPANIONS:
            what = f"more than {COMPANIONS} files are pulled in"
            raise ReadError(what, to=name, advice="Check the parts one by one.")


def add_companions(
    document: Document,
    path: Path,
    *,
    root: Path,
    parse: Callable[[bytes, str], Document],
    max_bytes: int,
    load: LoadCompanion = load_file,
    project: Mapping[str, str] = MappingProxyType({}),
) -> Document:
    """Return the document with its bibliography and included files; its metadata names those that cannot be read."""
    if project and document.format in {"markdown", "text"} and _CITES.search(document.text):
        document = _name_project_files(document, path, project)
    if not (any(document.metadata.get(key) for key in _NAMING_KEYS) or document.format == "latex"):
        return document
    read = {resolve_path(path): document}
    companions = _Companions(document.path, path.parent, root, parse, max_bytes, load, read)
    includes = tuple(_read_includes(document, companions))
    if any("\\newif" in each.text or "\\let\\if" in each.text for each in (document, *includes)):
        _drop_branches(document, includes, companions)
        document = companions.read[resolve_path(path)]
        includes = tuple(_read_includes(document, companions))
    missing = tuple(
        (_sibling(document.path, name), error.explanation if error.to == name else str(error))
        for name, error in companions.missing.items()
    )
    companions.missing.clear()
    family = (document, *includes)
    bibliography = tuple(_read_bibliography(family, path, companions))
    bibliography = bibliography or tuple({each.path: each for each in _read_imported(document, companions)}.values())
    # What lies outside of the project is not looked for: no document may learn of other files.
    outside = [
        name for name in companions.missing if not resolve_path(path.parent / name).is_relative_to(resolve_path(root))
    ]
    lost = {
        "missing_bibliography": tuple(companions.missing),
        "outside_bibliography": tuple(outside),
        "unsent_bibliography": tuple(
            name for name, error in companions.missing.items() if isinstance(error, UnsentInput) and name not in outside
        ),
        "unreadable_bibliography": {
            name: error.what for name, error in companions.missing.items() if not isinstance(error, MissingInput)
        },
        "built_bibliography": tuple(_list_built(companions)),
    }
    return replace(
        document,
        includes=tuple(
            replace(
                include,
                bibliography=(*bibliography, *_other_lists(include, family)),
                metadata={**include.metadata, **lost},
                is_part=True,
            )
            for include in includes
        ),
        bibliography=(*bibliography, *_other_lists(document, family)),
        metadata={**document.metadata, **lost, "missing_inputs": missing},
    )


def list_missing_parts(document: Document) -> list[Unread]:
    """Return what the document needs and could not be read: parts that it includes, or its own text."""
    missing = document.metadata.get("missing_inputs", ())
    parts = [Unread(path, f"{path}: {why} {document.path} pulls it in.") for path, why in missing]
    unread = document.metadata.get("unread") if document.format == "pdf" else None  # why there is no text
    return [*parts, Unread(document.path, f"{document.path}: {unread}")] if unread else parts


def _name_project_files(document: Document, path: Path, project: Mapping[str, str]) -> Document:
    """Add the bibliographies of a project to the metadata, as the document would name them."""
    folder = resolve_path(path.parent)
    named = {
        Path(relpath(file, folder)).as_posix(): _sibling(document.path, relpath(settings, folder))
        for file, settings in project.items()
        if Path(file).is_absolute()
    }
    more = {"has_more_entries": True} if len(named) < len(project) else {}
    return replace(document, metadata={**document.metadata, **more, "project_bibliography": named})


def _drop_branches(document: Document, includes: Iterable[Document], companions: _Companions) -> None:
    """Read LaTeX files again without the branches of conditions that the document does not print."""
    latex, conditions = import_module("citevet.read.latex"), import_module("citevet.read.latex.survey")
    flags = conditions.find_flags(document.text, [(Path(each.path).stem, each.text) for each in includes])
    companions.missing.clear()
    for path, each in companions.read.items():
        if each.format == "latex" and any(conditions.find_branches(each.text, flags)):
            with limit_time(allow_seconds(len(each.text)), each.path):
                again: Document = latex.read(each.text, each.path, flags=flags)
            metadata = {**again.metadata, **({"above": True} if "above" in each.metadata else {})}
            notes = tuple(dict.fromkeys((*each.notes, *again.notes)))
            companions.read[path] = replace(
                again, metadata=metadata, sha256=each.sha256, encoding=each.encoding, notes=notes
            )


def _other_lists(document: Document, family: Iterable[Document]) -> Iterator[Document]:
    """Yield the other files of a family that have entries: a reference list in one chapter serves them all."""
    others = (other for other in family if other.path != document.path)
    yield from (other for other in others if any(mark.kind == "entry" for mark in other.marks))


def _read_includes(document: Document, companions: _Companions) -> Iterator[Document]:
    """Yield the included files in order; TeX resolves every name from the main file's folder, Typst from the part's.

    What is imported names its own parts from its folder first.
    """
    waiting = list(reversed(_list_parts(document, "")))
    done: set[tuple[str, str]] = set()
    found: set[str] = set()
    while waiting:
        name, folder = waiting.pop()
        if (name, folder) in done or name.endswith(_WITHOUT_TEXT):
            continue
        done.add((name, folder))
        include = _fetch_part(name, folder, companions)
        if include is not None and include is not document and include.path not in found:
            found.add(include.path)
            yield include
            parts = _list_parts(include, folder)
            waiting += reversed([(companions.see_from(include, part), inside) for part, inside in parts])


def _list_parts(document: Document, folder: str) -> list[tuple[str, str]]:
    """Return the parts that a file includes, each with the folder that it is imported from."""
    folders: Mapping[str, tuple[str, bool]] = document.metadata.get("folders") or {}
    parts: list[tuple[str, str]] = []
    for name in list_names(document.metadata.get("inputs")):
        own, is_below = folders.get(name, (folder, False))
        inside = normpath(f"{folder}/{own}") if folder and is_below else own
        is_imported = name in folders
        parts.append((name.removeprefix(own).lstrip("/") if is_imported else name, inside))
    return parts


def _fetch_part(name: str, folder: str, companions: _Companions) -> Document | None:
    """Return a part, from the folder that is imported or from that of the main file."""
    if not folder:
        return companions.fetch(name) or companions.fetch_bare(name)
    inside = Path(normpath(f"{folder}/{name}")).as_posix()
    found = companions.fetch(inside) or companions.fetch_bare(inside)
    if found is None and (found := companions.fetch(name) or companions.fetch_bare(name)):
        companions.missing.pop(inside, None)
    elif found is None:
        companions.missing.pop(name, None)
    return found


def _read_bibliography(family: tuple[Document, ...], path: Path, companions: _Companions) -> Iterator[Document]:
    names = dict.fromkeys(
        companions.see_from(document, name)
        for document in family
        for name in list_names(document.metadata.get("bibliography"))
    )
    names |= dict.fromkeys(family[0].metadata.get("project_bibliography", ()))
    for name in names:
        entry = companions.fetch(name)
        for other in _list_spellings(name) if entry is None else ():
            entry = companions.fetch(other)
            companions.missing.pop(other if entry is None else name, None)
        if entry is not None:
            yield entry
    compiled = path.with_suffix(".bbl")
    may_be_compiled = names and companions.missing and family[0].format == "latex" and compiled.exists()
    if may_be_compiled and (entry := companions.fetch(compiled.name)):
        companions.missing.clear()  # the compiled list has every entry that the document cites
        yield entry
    yield from filter(None, map(companions.fetch_elsewhere, tuple(companions.missing)))


def _list_spellings(name: str) -> list[str]:
    """Return what else a name may mean: pandoc may pass it on to BibTeX, and inline code of R has it as a string."""
    if "`" in name:
        return _IN_CODE.findall(name)[:1]
    return [] if Path(name).suffix else [f"{name}.bib"]


def _read_imported(document: Document, companions: _Companions) -> Iterator[Document]:
    r"""Yield the bibliography that a template of Typst or a package of LaTeX names; one that is missing is no fault.

    A macro of such a package may name it in the document: `\ownbibliography{refs}`.
    """
    lost = dict(companions.missing)
    for template in list_names(document.metadata.get("imports")):
        read = companions.fetch(template) or document
        if read.format in BIBLIOGRAPHIES:
            yield read
        for name in list_names(read.metadata.get("bibliography")) if read is not document else ():
            yield from filter(None, [companions.fetch(companions.see_from(read, name))])
    companions.missing = lost


def _list_built(companions: _Companions) -> Iterator[str]:
    """Yield the missing bibliographies that a build or a complete checkout has.

    A Makefile next to them or to the document makes them, git ignores them, or they are in a submodule.
    """
    root, folder = resolve_path(companions.root), companions.home
    modules = [root / path for path in _MODULE_PATH.findall(_load_text(companions, root / ".gitmodules"))]
    for name in companions.missing:
        file = resolve_path(folder / name)
        if any(file.is_relative_to(module) for module in modules):
            yield name
            continue
        places = [place for place in (resolve_path(folder), file.parent) if place.is_relative_to(root)]
        texts = (_load_text(companions, place / "Makefile") for place in dict.fromkeys(places))
        made = {each for text in texts for rule in _MAKES.findall(text) for each in rule.split()}
        if made & {name, f"{name}.bib", file.name} or _is_ignored(file, root, companions):
            yield name


def _is_ignored(file: Path, root: Path, companions: _Companions) -> bool:
    """Return whether git ignores a file: the last line that matches it decides, the nearest folder last."""
    is_ignored = False
    for folder in reversed([each for each in file.parents if each.is_relative_to(root)][:PROJECT_FOLDERS]):
        name = file.relative_to(folder).as_posix()
        for line in map(str.strip, _load_text(companions, folder / ".gitignore").splitlines()[:_IGNORES]):
            pattern = line.removeprefix("!")
            start = "/" if pattern.startswith("/") else ""
            if pattern.strip("/") and any(matches_glob(start + each, pattern) for each in (name, f"{name}.bib")):
                is_ignored = not line.startswith("!")
    return is_ignored


def _load_text(companions: _Companions, path: Path) -> str:
    """Return the text of a file that a build or git reads; nothing if it cannot be read."""
    try:
        return companions.load(path, max_bytes=_MAKEFILE, shown=path.name).decode(errors="replace")
    except ReadError:
        return ""


def list_names(value: object) -> list[str]:
    """Return the files that a value of the metadata names: one or several."""
    names = [value] if isinstance(value, str) else value
    return [each.strip() for each in names if isinstance(each, str)] if isinstance(names, list | tuple) else []


def _sibling(path: str, name: str) -> str:
    return Path(normpath(Path(path).parent / name)).as_posix()
