"""Where a relative link leads: to a file of the project and a place in it, or to nothing.

A document is written for a renderer, and what a path means depends on it. A site has other roots, pages without their
ending, and pages that no file shows. So a fault is certain only where the link names a file as it is on disk.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from urllib.parse import unquote

from citevet.errors import CitevetError
from citevet.model import LinkFault, LinkFaultKind
from citevet.patterns import lazy_pattern
from citevet.read.anchors import PAGES, READABLE, PageAnchors
from citevet.read.files import decode, load_file
from citevet.records import dataclass
from citevet.text.heading_slugs import RENDERERS, Renderer
from citevet.world import git
from citevet.world.paths import resolve_path

_SCHEME = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.-]*:")
# A template, a variable, an alias of a build tool, or a place to fill in.
_COMPUTED = lazy_pattern(r"[{}<>$|*\0]|\A[@~%]|\A\.\.\.|%[({]|\A\[")
_SOURCES = (
    ".md",
    ".mdx",
    ".markdown",
    ".rst",
    ".qmd",
    ".rmd",
    ".ipynb",
    ".adoc",
    ".html",
    ".htm",
    ".txt",
    ".org",
    ".tsx",
    ".jsx",
    ".astro",
    ".vue",
    ".svelte",
    ".md.erb",
    ".md.in",
    ".md.j2",
    ".in",
)
# What pictures are made from: PostScript, Graphviz, TeX, draw.io, Inkscape, Asymptote, PlantUML, Mermaid, Xfig, gnuplot
_PICTURE_SOURCES = (
    ".eps",
    ".gv",
    ".dot",
    ".tex",
    ".tikz",
    ".drawio",
    ".svg",
    ".asy",
    ".puml",
    ".mmd",
    ".fig",
    ".gp",
    ".ai",
)
_INDEXES = ("index", "README", "readme", "_index", "Readme")
# A link with one of these endings names a file as it is on disk; a renderer may make .html out of anything.
_ON_DISK = frozenset(
    """.md .markdown .mdx .rst .qmd .rmd .ipynb .adoc .org .txt .png .jpg .jpeg .gif .svg .webp .avif .bmp .ico .pdf
    .csv .tsv .py .c .h .cc .cpp .hpp .rs .go .js .mjs .ts .tsx .jsx .java .kt .rb .sh .bash .ps1 .toml .yml .yaml .ini
    .cfg .tex .bib .sql .proto .lua .swift .cs .r .jl .mp4 .webm .mov""".split()
)
_IMAGES = frozenset(".png .jpg .jpeg .gif .svg .webp .avif .bmp .ico".split())
# The settings of a site generator → how it makes anchors. Each may be in any folder above the document.
_SITES: Mapping[str, Renderer] = {
    **dict.fromkeys(("mkdocs.yml", "mkdocs.yaml", "zensical.toml"), "mkdocs"),
    **dict.fromkeys((f"docusaurus.config.{end}" for end in ("js", "ts", "mjs", "cjs")), "docusaurus"),
    **dict.fromkeys((f"hugo.{end}" for end in ("toml", "yaml", "yml", "json")), "hugo"),
    **dict.fromkeys(("_quarto.yml", "_quarto.yaml", "_bookdown.yml"), "quarto"),
    "myst.yml": "myst",
    "conf.py": "myst",  # Sphinx: for Markdown it is MyST
    "_config.yml": "jekyll",
    "_toc.yml": "myst",  # Jupyter Book
    "book.toml": "github",  # mdBook
    "antora.yml": "github",
    "astro.config.mjs": "github",
    "astro.config.ts": "github",
    "mint.json": "github",
    "docs.json": "github",
    "gatsby-config.js": "github",
    "next.config.js": "github",
    "next.config.mjs": "github",
    "SUMMARY.md": "github",  # GitBook, mdBook
    "_sidebar.md": "github",  # docsify
    "config.toml": "hugo",
    "config.yaml": "hugo",
    "nuxt.config.ts": "github",
    "eleventy.config.js": "github",
    ".eleventy.js": "github",
}
_LESSON = frozenset({"config.yaml", "episodes", "learners"})  # of the Carpentries, whose pages end up in one folder
_FILTERS = lazy_pattern(r"^[ \t]{0,8}filters:", re.MULTILINE)  # of Quarto
_SITE_FOLDERS: Mapping[str, Renderer] = {".vitepress": "vitepress", ".vuepress": "vitepress"}
# Folders of a site whose content is at its root.
_ROOTS = (
    "",
    "docs",
    "doc",
    "src",
    "content",
    "static",
    "public",
    "assets",
    "source",
    "site",
    "website/static",
    "docs/public",
    "docs/static",
    "src/pages",
    "docs/en",
    "content/en",
    "src/content/docs",
    "content/docs",
    "pages",
)
_PART = lazy_pattern(
    r"[0-9]{1,3}[._-]"
)  # 02.main-text.md: Manubot, pandoc and knitr join the files of a text by number
_MOST_PARTS = 100  # of a text
_MOST_LEVELS = 12  # folders above a document that are looked at
_MOST_BYTES = 8_000_000  # of a file whose anchors are read
_MOST_PAGES = 2_000  # of a site whose labels are collected
_MOST_FILES = 50_000  # of a project, in which a file of the same name is looked for
_LEFT_OUT = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".tox", "_build"})


@dataclass(frozen=True, slots=True)
class _Site:
    """The site that a folder belongs to: its folder, and how its headings become anchors."""

    folder: Path
    renderer: Renderer


class LinkTargets:
    """Files and anchors below a root, each looked up once; nothing outside of the root is looked at."""

    def __init__(self, root: Path) -> None:
        self.root = resolve_path(root)
        self._anchors: dict[Path, PageAnchors | None] = {}
        self._sites: dict[Path, _Site | None] = {}
        self._names: dict[str, list[str]] | None = None
        self._ignored: dict[Path, bool] = {}
        self._has_git = any((folder / ".git").exists() for folder in (self.root, *self.root.parents))
        self._found: dict[tuple[Path, str], Path | None] = {}
        self._own: tuple[tuple[Path, str], PageAnchors] | None = None  # of the document that is checked
        self._listed: dict[str, frozenset[str]] = {}
        self._roots: dict[Path, list[str]] = {}
        self._filtered: dict[Path, bool] = {}
        self._labels: dict[Path, frozenset[str]] = {}

    def expect(self, document: Path, targets: Iterable[str]) -> None:
        """Learn in one call of git which of the missing files a build makes: a call for each takes 5 ms."""
        if not self._has_git:
            return
        place, missing = resolve_path(document), dict[Path, None]()
        for target in targets:
            path = _read_path(target.strip())
            if path and is_local(target.strip()) and self._find(place, path) is None:
                named = Path(os.path.normpath(place.parent / path.lstrip("/")))
                if named.is_relative_to(self.root) and named not in self._ignored:
                    missing[named] = None
        ignored = git.list_ignored(self.root, list(missing)) if len(missing) > 1 else None
        if ignored is not None:
            self._ignored.update((each, each in ignored) for each in missing)

    def find_fault(self, document: Path, text: str, target: str, *, is_image: bool = False) -> LinkFault | None:
        """Return what is wrong with a link of a document, whose text is given; none for an address of the web."""
        target = target.strip()
        if not is_local(target):
            return None
        path, _, fragment = target.partition("#")
        path = unquote(path.partition("?")[0]).replace("\\", "/")
        place = resolve_path(document)
        if not path:
            return self._check_anchor(place, fragment, target, text) if fragment else None
        found = self._find(place, path)
        if found is None:
            return self._describe_missing(place, path, fragment, is_image=is_image)
        if not fragment or is_image or found.suffix.lower() not in READABLE:
            return None
        return self._check_anchor(found, fragment, target)

    def leads_out(self, document: Path, target: str) -> bool:
        """Check whether a link names a place outside of the root, which is not looked at."""
        path = _read_path(target)
        place = os.path.normpath(resolve_path(document).parent / path)
        return path.startswith("..") and not Path(place).is_relative_to(self.root)

    def find_file(self, document: Path, target: str) -> Path | None:
        """Return the file that a link of a document leads to, and where there is none, the one that it names."""
        path = _read_path(target)
        if not path or not is_local(target):
            return None
        place = resolve_path(document)
        found = self._find(place, path) or Path(os.path.normpath(place.parent / path.lstrip("/")))
        return found if found.is_relative_to(self.root) else None

    def _find(self, document: Path, path: str) -> Path | None:
        key = document, path
        if key not in self._found:
            self._found[key] = self._look_for(document, path)
        return self._found[key]

    def _look_for(self, document: Path, path: str) -> Path | None:
        """Return the file or folder that a path means, the likeliest first."""
        wanted = path.strip("/") if path.startswith("/") else path.rstrip("/")
        for base in self._list_bases(document, path):
            if found := self._find_below(base, wanted or "."):
                return Path(found)
        return None

    def _list_bases(self, document: Path, path: str) -> list[str]:
        folder = str(document.parent)
        if path.startswith("/"):
            return self._list_roots(document.parent)
        site = self._find_site(document.parent)
        bases = [folder]
        if site or not Path(path).suffix:  # the address of a page is a folder
            bases += [f"{folder}{os.sep}{document.stem}", str(document.parent.parent)]
        return [*bases, *self._list_roots(site.folder)] if site else bases

    def _list_roots(self, folder: Path) -> list[str]:
        """Return the folders that may be the root of the site that a folder belongs to."""
        if folder not in self._roots:
            site = self._find_site(folder)
            above = dict.fromkeys([self.root, *([site.folder] if site else []), *self._list_above(folder)])
            places = dict.fromkeys(os.path.normpath(each / sub) for each in above for sub in _ROOTS)
            self._roots[folder] = [place for place in places if self._list_names(place)]
        return self._roots[folder]

    def _find_below(self, base: str, wanted: str) -> str | None:
        first, _, rest = wanted.partition("/")
        if first not in {".", ".."}:
            names = self._list_names(base)
            stem = first if rest else first.partition(".")[0]
            if first not in names and (rest or not any(name.startswith(stem) for name in names)):
                return None
        top = str(self.root).rstrip(os.sep)
        for name in _list_names(wanted):
            place = os.path.normpath(f"{base}{os.sep}{name}")
            folder, _, last = place.rpartition(os.sep)
            if place == top or (place.startswith(top + os.sep) and last in self._list_names(folder)):
                return place
        return None

    def _list_names(self, folder: str) -> frozenset[str]:
        """Return the names in a folder; none where there is no such folder."""
        names = self._listed.get(folder)
        if names is None:
            try:
                names = frozenset(os.listdir(folder))  # noqa: PTH208 - names are enough
            except (OSError, ValueError):
                names = frozenset()
            self._listed[folder] = names
        return names

    def _describe_missing(self, document: Path, path: str, fragment: str, *, is_image: bool) -> LinkFault | None:
        place = Path(os.path.normpath(document.parent / path.lstrip("/")))
        if not place.is_relative_to(self.root):
            return None
        ending = place.suffix.lower()
        is_sure = ending in _ON_DISK and not path.startswith("/")
        site = self._find_site(document.parent)
        if site and not is_sure:
            return None  # the renderer makes the page, or the path
        nearest = self._find_nearest(place)
        if site and not nearest and ending not in {".md", ".markdown", ".mdx", ".rst"} | _IMAGES:
            return None
        if self._is_generated(place) or (is_image and self._is_built(document, path)):
            return None
        shown = place.relative_to(self.root).as_posix()
        kind: LinkFaultKind = "image" if is_image or ending in _IMAGES else "file"
        rest = f"#{fragment}" if fragment else ""
        suggestion = f"{os.path.relpath(nearest, document.parent)}{rest}" if nearest and is_sure else ""
        return LinkFault(kind, shown, suggestion.replace(os.sep, "/"), is_doubtful=not is_sure)

    def _check_anchor(self, file: Path, fragment: str, target: str, text: str | None = None) -> LinkFault | None:
        anchors = self._read_anchors(file, text)
        site = self._find_site(file.parent)
        renderers: tuple[Renderer, ...] = self._choose_renderers(file, site)
        if anchors is None or anchors.has(fragment, renderers):
            return None
        is_part = file.stem.startswith("_") and file.stem != "_index"  # of another page, which has its own anchors
        if anchors.is_open or is_part or self._has_filters(file, site) or self._has_other_part(file, fragment):
            return None
        if renderers[0] == "myst" and unquote(fragment).lower() in self._list_labels(file, site):
            return None
        from difflib import get_close_matches  # only for a finding

        near = get_close_matches(unquote(fragment), anchors.list_all(renderers[:1]), 1, 0.75)
        suggestion = f"{target.partition('#')[0]}#{near[0]}" if near else ""
        # Another renderer makes such an anchor: perhaps the page is read there.
        is_doubtful = anchors.has(fragment, RENDERERS) or (
            site is None and file.suffix.lower() not in {".md", ".html", ".htm"}
        )
        return LinkFault("anchor", fragment, suggestion, is_doubtful=is_doubtful)

    def _has_other_part(self, file: Path, fragment: str) -> bool:
        """Return whether another numbered part of the same text has an anchor."""
        names = sorted(self._list_names(str(file.parent))) if _PART.match(file.name) else ()
        parts = [file.parent / name for name in names if _PART.match(name) and name.endswith(file.suffix)]
        pages = (self._read_anchors(part, None) for part in parts[:_MOST_PARTS] if part != file)
        return any(page is not None and page.has(fragment, RENDERERS) for page in pages)

    @staticmethod
    def _choose_renderers(file: Path, site: _Site | None) -> tuple[Renderer, ...]:
        ending = file.suffix.lower()
        if ending in {".qmd", ".rmd"}:
            return ("quarto",)
        if ending == ".rst":
            return ("sphinx", "github")
        if ending == ".ipynb":
            return ("jupyter", "myst")
        if site is None:
            return ("github", "gitlab")
        # The start page of a project is read on its host as well.
        return (site.renderer, "github") if file.stem.isupper() else (site.renderer,)

    def _read_anchors(self, file: Path, text: str | None) -> PageAnchors | None:
        if text is not None:
            if self._own is None or self._own[0] != (file, text):
                self._own = (file, text), PageAnchors(text, file.suffix.lower())
            return self._own[1]
        if file not in self._anchors:
            try:
                is_inside = resolve_path(file).is_relative_to(self.root)
                data = load_file(file, max_bytes=_MOST_BYTES) if is_inside else b""
                page = PageAnchors(decode(data, file.name).text, file.suffix.lower())
                self._anchors[file] = page if is_inside else None
            except (CitevetError, OSError):
                self._anchors[file] = None
        return self._anchors[file]

    def _has_filters(self, file: Path, site: _Site | None) -> bool:
        """Return whether filters of a Quarto project may add headings to a page."""
        if site is None or site.renderer != "quarto":
            return False
        if file.parent not in self._filtered:
            folders = [each for each in self._list_above(file.parent) if each.is_relative_to(site.folder)]
            settings = (folder / name for folder in folders for name in ("_metadata.yml", "_quarto.yml"))
            texts = (each.read_text("utf-8", "replace") for each in settings if each.is_file())
            self._filtered[file.parent] = any(_FILTERS.search(text) for text in texts)
        return self._filtered[file.parent]

    def _list_labels(self, file: Path, site: _Site | None) -> frozenset[str]:
        """Return the labels of all pages of a site: in MyST `#label` leads to any of them."""
        folder = site.folder if site else file.parent
        if folder not in self._labels:
            pages = (page for page in git.list_files(folder) or () if page.suffix.lower() in READABLE - PAGES)
            read = (self._read_anchors(page, None) for page in list(pages)[:_MOST_PAGES])
            self._labels[folder] = frozenset(name.lower() for each in read if each for name in each.named)
        return self._labels[folder]

    def _find_site(self, folder: Path) -> _Site | None:
        if folder not in self._sites:
            self._sites[folder] = next(filter(None, map(self._read_site, self._list_above(folder))), None)
        return self._sites[folder]

    def _list_above(self, folder: Path) -> list[Path]:
        above = [each for each in (folder, *folder.parents) if each.is_relative_to(self.root)]
        return above[:_MOST_LEVELS] or [folder]

    def _read_site(self, folder: Path) -> _Site | None:
        names = self._list_names(str(folder))
        if names >= _LESSON:
            return _Site(folder, "github")
        for name, renderer in {**_SITES, **_SITE_FOLDERS}.items():
            is_own = name not in {"config.toml", "config.yaml"} or "content" in names  # of Hugo, not of another tool
            if name in names and is_own and (name != "_config.yml" or _is_site_of_jekyll(folder, names)):
                return _Site(folder, renderer)
        return None

    def _is_built(self, document: Path, path: str) -> bool:
        """Return whether a build makes a picture from a source beside it, or joins documents in a folder above."""
        folder = document.parent
        while folder.is_relative_to(self.root):
            place = Path(os.path.normpath(folder / path.lstrip("/")))
            names = self._list_names(str(place.parent))
            stem = place.stem.removesuffix("-eps-converted-to")
            if place.name in names or any(f"{stem}{ending}" in names for ending in _PICTURE_SOURCES):
                return True
            if folder == self.root:
                break
            folder = folder.parent
        return False

    def _is_generated(self, place: Path) -> bool:
        """Return whether git ignores a file: a build makes it."""
        if place not in self._ignored and self._has_git:
            self._ignored[place] = git.is_ignored(self.root, place)
        return self._ignored.get(place, False)

    def _find_nearest(self, place: Path) -> Path | None:
        """Return the only file of the same name in the project, whatever its case."""
        if self._names is None:
            self._names = self._list_files()
        found = self._names.get(place.name.lower(), [])
        return self.root / found[0] if len(found) == 1 else None

    def _list_files(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        seen = 0
        for parent, folders, files in os.walk(self.root):
            folders[:] = [each for each in folders if each not in _LEFT_OUT]
            seen += len(files) + 1
            if seen > _MOST_FILES:
                return {}
            for name in files:
                names.setdefault(name.lower(), []).append(os.path.relpath(Path(parent, name), self.root))
        return names


def _read_path(target: str) -> str:
    """Return the path of a target without its query and fragment."""
    return unquote(target.partition("#")[0].partition("?")[0]).replace("\\", "/")


def is_local(target: str) -> bool:
    """Return whether a target is a path or a fragment, and no address, template or variable."""
    return bool(target) and not (_SCHEME.match(target) or target.startswith("//") or _COMPUTED.search(target))


def _list_names(path: str) -> Iterator[str]:
    """Yield the files that make a page: the path itself, its source, and the start page of a folder."""
    yield path
    ending = Path(path).suffix
    stem = path.removesuffix(ending)
    if ending.lower() in {".html", ".htm", ".md"}:
        yield from map(partial(str.__add__, stem), _SOURCES)
        if stem.endswith("/index"):
            yield from (f"{stem.removesuffix('index')}{name}.md" for name in _INDEXES)
    elif ending.lower() not in _ON_DISK:
        yield from map(partial(str.__add__, path), _SOURCES)


def _is_site_of_jekyll(folder: Path, names: frozenset[str]) -> bool:
    """Return whether `_config.yml` is Jekyll's: Jupyter Book has a file of the same name."""
    return "_toc.yml" not in names and folder.exists()
