"""What `make site` adds to mkdocs: whole folders in the navigation, and no links out of the site."""  # noqa: INP001 - not a package

import re
from pathlib import Path
from typing import Any

_SHOWN = frozenset({".md", ".png", ".svg"})
_EXCLUDED = "coverage_project"
_LINK = re.compile(r"(?<!!)\[([^\]\[]+)\]\(([^)\s]+)\)")


def on_config(config: Any) -> Any:
    """Replace `folder/*` in the navigation by the pages of the folder, its README first."""
    config["nav"] = [expand(entry, Path(config["docs_dir"])) for entry in config["nav"]]
    return config


def expand(entry: Any, docs: Path) -> Any:
    """Return an entry of the navigation with its folders listed."""
    if isinstance(entry, dict):
        return {title: expand(below, docs) for title, below in entry.items()}
    if isinstance(entry, list):
        return [page for below in entry for page in _list_pages(below, docs)]
    return entry


def _list_pages(entry: Any, docs: Path) -> list[Any]:
    if not isinstance(entry, str) or not entry.endswith("/*"):
        return [expand(entry, docs)]
    pages = sorted((docs / entry[:-2]).glob("*.md"), key=lambda page: (page.name != "README.md", page.name))
    return [page.relative_to(docs).as_posix() for page in pages]


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_: Any) -> str:
    """Keep the words of links to files that are not part of the site, such as source code."""
    docs = Path(config["docs_dir"]).resolve()
    folder = (docs / page.file.src_uri).parent

    def keep_inside(link: re.Match[str]) -> str:
        target = link[2].partition("#")[0]
        if not target or "://" in target or target.startswith("mailto:"):
            return link[0]
        file = (folder / target).resolve()
        if (file / "README.md").is_file():
            return f"[{link[1]}]({target.rstrip('/')}/README.md)"
        is_shown = file.suffix in _SHOWN and file.is_relative_to(docs) and not file.is_relative_to(docs / _EXCLUDED)
        return link[0] if is_shown and file.is_file() else link[1]

    return _LINK.sub(keep_inside, markdown)
