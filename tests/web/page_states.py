"""Photograph every state of the page of `citevet serve`, in all widths, themes and languages: `make states`.

The pictures are for people to look at: `build/states/STATE-WIDTH-THEME-LANGUAGE.png`. Arguments are names of states,
widths, themes or languages that are wanted, such as `make states SHOW="workplace 390 dark"`.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from types import ModuleType
from typing import Any

import httpx2
from playwright.sync_api import Browser, Page, Route, sync_playwright

package = ModuleType("tests")
package.__path__ = [str(Path(__file__).parents[1])]
sys.modules["tests"] = package  # some packages install a folder of this name
from tests.web.screenshots import EXAMPLES, FLAGS, ROOT, check_example, serve  # noqa: E402 - after that

OUT = ROOT / "build/states"
WIDTHS = {390: 844, 1440: 900, 1920: 1080}
LANGUAGES = {"en": "en-GB", "de": "de-DE", "ko": "ko-KR"}
THEMES = ("light", "dark")
_RUNNING = [
    {"name": "reading", "done": 0, "total": 1, "seconds_left": None},
    {"name": "sources", "done": 12, "total": 12, "seconds_left": None},
    {"name": "claims judged", "done": 37, "total": 210, "seconds_left": 84.0},
]


@dataclass
class Site:
    """A server and the papers that it has, by what they are for."""

    address: str
    papers: dict[str, str]


def main() -> None:
    """Photograph what is wanted."""
    OUT.mkdir(parents=True, exist_ok=True)
    words = set(sys.argv[1:])
    with TemporaryDirectory() as folder, serve(Path(folder)) as address, sync_playwright() as playwright:
        papers = {"example": check_example(address), "empty": check_text(address, b"Nothing here.\n")}
        papers["set"] = add_files(address, EXAMPLES / "thesis")
        site = Site(address, papers)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for language in wanted(LANGUAGES, words):
            for theme in wanted(THEMES, words):
                for name in wanted(STATES, words):
                    take(browser, name, language, theme, partial(STATES[name], site=site), words)
        browser.close()


def wanted(names: Any, words: set[str]) -> list[Any]:
    """Return the names that were asked for; all where none of them was."""
    return [each for each in names if str(each) in words] or list(names)


def check_text(address: str, text: bytes) -> str:
    """Check a text, and return the id of its paper."""
    with httpx2.Client(base_url=address, timeout=60) as client:
        paper = str(client.post("/api/papers", json={}).json()["paper"])
        client.put(f"/api/papers/{paper}/files", params={"name": "notes.md"}, content=text)
        job = client.post(f"/api/papers/{paper}/checks", json={}).json()["job"]
        while client.get(f"/api/papers/{paper}/checks/{job}").json()["state"] in {"queued", "running"}:
            sleep(0.1)
    return paper


def add_files(address: str, folder: Path) -> str:
    """Send a set of files without checking it."""
    with httpx2.Client(base_url=address, timeout=60) as client:
        paper = str(client.post("/api/papers", json={}).json()["paper"])
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            name = file.relative_to(folder).as_posix()
            client.put(f"/api/papers/{paper}/files", params={"name": name}, content=file.read_bytes())
    return paper


def take(browser: Browser, name: str, language: str, theme: Any, show: Callable[..., None], words: set[str]) -> None:
    """Bring the page into a state, and photograph it in all widths."""
    for width in wanted(WIDTHS, words):
        context = browser.new_context(
            viewport={"width": width, "height": WIDTHS[width]}, locale=LANGUAGES[language], color_scheme=theme
        )
        context.set_default_timeout(20_000)
        page = context.new_page()
        try:
            show(page)
            page.wait_for_timeout(250)
            page.screenshot(path=OUT / f"{name}-{width}-{theme}-{language}.png")
        except Exception as error:  # noqa: BLE001 - the other pictures are wanted all the same
            sys.stderr.write(f"{name} {width} {theme} {language}: {error}\n")
        context.close()


def show_home(page: Page, site: Site) -> None:
    """The first page with earlier checks."""
    page.goto(site.address)
    page.locator(".drop").wait_for()


def show_first_home(page: Page, site: Site) -> None:
    """The first page of somebody new."""
    page.route("**/api/papers", lambda route: change(route, papers=[]))
    page.route("**/api/jobs", lambda route: change(route, jobs=[]))
    show_home(page, site)


def show_set(page: Page, site: Site) -> None:
    """The files before a check."""
    page.goto(f"{site.address}/#paper={site.papers['set']}")
    page.locator(".set").wait_for()


def show_running(page: Page, site: Site, parts: int = 0, state: str = "running") -> None:
    """A check at work."""
    paper = site.papers["example"]
    stages = _RUNNING if state == "running" else []
    told = {"name": "thesis.md", "state": state, "error": None, "stages": stages, "parts": parts}
    page.route("**/checks/*", lambda route: route.fulfill(json={"id": "x", **told}))
    set_state(page, paper, state)
    page.goto(f"{site.address}/#paper={paper}")
    page.locator(".group .entry" if parts else ".progress-box progress").first.wait_for(state="attached")


def show_ended(page: Page, site: Site, state: str, error: str | None) -> None:
    """A check that was stopped, or failed."""
    set_state(page, site.papers["example"], state, error)
    page.goto(f"{site.address}/#paper={site.papers['example']}")
    page.locator(".notices .problem").wait_for()


def set_state(page: Page, paper: str, state: str, error: str | None = None) -> None:
    """Let the newest check of a paper be in a state."""

    def answer(route: Route) -> None:
        known = route.fetch().json()
        known["checks"][-1] |= {"state": state, "error": error}
        route.fulfill(json=known)

    page.route(f"**/api/papers/{paper}", answer)


def change(route: Route, **more: Any) -> None:
    """Answer with some fields replaced."""
    route.fulfill(json={**route.fetch().json(), **more})


def show_workplace(page: Page, site: Site, keys: str = "", which: str = "example") -> None:
    """The results, after some keys."""
    page.goto(f"{site.address}/#paper={site.papers[which]}")
    page.locator("[data-results=whole]").wait_for(state="attached")
    page.locator(".group .entry, .groups .empty").first.wait_for(state="attached")
    for key in keys:
        page.keyboard.press(key)
    if "j" in keys:
        page.locator(".page-frame img").first.wait_for()
    page.wait_for_load_state("networkidle")


def show_findings(page: Page, site: Site) -> None:
    """The list on a phone."""
    show_workplace(page, site)
    buttons = page.locator(".phone-bar button:visible")
    if buttons.count():
        buttons.first.click()


def show_versions(page: Page, site: Site) -> None:
    """A second version with one finding less, one that is new, and a change noted."""

    def answer(route: Route) -> None:
        known = route.fetch().json()
        first = known["checks"][-1]
        older = {**first, "job": "older", "created": first["created"] - 7_200}
        older["findings"] = [*first["findings"][1:], "KEY001:gone", "KEY001:also"]
        route.fulfill(json={**known, "checks": [older, first]})

    page.route(f"**/api/papers/{site.papers['example']}", answer)
    show_workplace(page, site, "j")


def show_problem(page: Page, site: Site) -> None:
    """An address of nothing."""
    page.goto(f"{site.address}/#paper=nothing")
    page.locator(".problem").wait_for()


def show_token(page: Page, site: Site) -> None:
    """A server that asks for a token."""
    said = {"error": {"code": "unauthorized", "message": "Send a token.", "request_id": "x"}}
    page.route("**/api/**", lambda route: route.fulfill(status=401, body=json.dumps(said)))
    page.goto(site.address)
    page.locator("#token").wait_for()


STATES: Mapping[str, Callable[..., None]] = {
    "home": show_home,
    "home-new": show_first_home,
    "set": show_set,
    "queued": partial(show_running, state="queued"),
    "running": show_running,
    "running-early": partial(show_running, parts=1),
    "workplace": show_workplace,
    "findings": show_findings,
    "chosen": partial(show_workplace, keys="j"),
    "dismiss": partial(show_workplace, keys="jn"),
    "lookup": partial(show_workplace, keys="jo"),
    "references": partial(show_workplace, keys="2"),
    "sources": partial(show_workplace, keys="3"),
    "overview": partial(show_workplace, keys="4"),
    "keys": partial(show_workplace, keys="?"),
    "versions": show_versions,
    "empty": partial(show_workplace, which="empty"),
    "cancelled": partial(show_ended, state="cancelled", error=None),
    "failed": partial(
        show_ended, state="failed", error="thesis.pdf: encrypted PDF. Remove the password and try again."
    ),
    "problem": show_problem,
    "token": show_token,
}


if __name__ == "__main__":
    main()
