"""The documentation site: every page is in its navigation, and the page of the API is up to date."""

from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
HOOKS = run_path(str(ROOT / "docs/site_hooks.py"))
OUTSIDE = ROOT / "docs/coverage_project"  # input of examples, not documentation


def pages(entry: Any) -> list[str]:
    """Return the files of a navigation entry."""
    if isinstance(entry, str):
        return [entry]
    below = entry.values() if isinstance(entry, dict) else entry
    return [page for each in below for page in pages(each)]


def test_every_page_is_in_the_navigation_once() -> None:
    """The navigation has each page of docs/ once, and names no page that does not exist."""
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    listed = pages(HOOKS["on_config"]({"nav": settings["nav"], "docs_dir": str(ROOT / "docs")})["nav"])
    found = [file for file in (ROOT / "docs").rglob("*.md") if not file.is_relative_to(OUTSIDE)]
    assert sorted(file.relative_to(ROOT / "docs").as_posix() for file in found) == sorted(listed)


def test_the_site_loads_nothing() -> None:
    """Fonts come from the reader's machine, and the script for the search from the disk is our own."""
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    assert (False, True) == (settings["theme"]["font"], settings["strict"])
    assert ["search", "offline"] == settings["plugins"]
    scripts = settings["extra"]["polyfills"]
    assert any("iframe-worker" in script for script in scripts)  # else the plug-in adds its own
    assert all((ROOT / "docs" / script).is_file() for script in scripts)


def test_links_out_of_the_site_become_words() -> None:
    """A link to source code or to an excluded file keeps its words; links to pages, folders and the web stay."""
    page = SimpleNamespace(file=SimpleNamespace(src_uri="guides/editors.md"))
    written = "[a](../../src/citevet/cli.py) [b](judge.md#x) [c](../rules) [d](https://a.test) [e](../coverage.toml)"
    kept = "a [b](judge.md#x) [c](../rules/README.md) [d](https://a.test) e"
    assert kept == HOOKS["on_page_markdown"](written, page=page, config={"docs_dir": str(ROOT / "docs")})


def test_the_page_of_the_api_is_up_to_date() -> None:
    """docs/api.md is what the docstrings give; `make docs` writes it."""
    assert run_path(str(ROOT / "docs/api.py"))["page"]() == (ROOT / "docs/api.md").read_text("utf-8")
