"""A real browser, and pages that report what they load, log and throw."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from citevet.jobs.check import check
from citevet.model import Report
from citevet.report import render

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page

EXAMPLES = Path(__file__).parents[2] / "examples"
_AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    "resultTypes": ["violations"],
}
# The rule of WCAG 2.2 that this version of axe does not have.
_SMALL_TARGETS = """() => [...document.querySelectorAll("button, select, summary, input:not([type=checkbox])")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 24).map((each) => each.outerHTML)"""
_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@dataclass
class Watched:
    """A page with everything that it asked for, logged or threw."""

    page: "Page"
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    def note_console(self, message: "ConsoleMessage") -> None:
        """Keep what the console shows in red or yellow."""
        if message.type in {"error", "warning"}:
            self.errors.append(message.text)

    def note_dialog(self, dialog: "Dialog") -> None:
        """Keep what a dialog says, and close it."""
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def text(self, selector: str) -> str:
        """Return the visible text of an element."""
        return self.page.locator(selector).inner_text()

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def find_faults(self) -> dict[str, list[str]]:
        """Return what the page shows now and some people cannot read or use, by the rule of axe."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(
                import_module("axe_core_python.base").AXE_SCRIPT
            )  # the protocol of the browser is not bound by the policy of the page
        found = self.page.evaluate("options => axe.run(options)", _AXE)["violations"]
        faults = {rule["id"]: [node["html"] for node in rule["nodes"]] for rule in found}
        small = self.page.evaluate(_SMALL_TARGETS)
        return {**faults, **({"target-size": small} if small else {})}

    @property
    def outside(self) -> list[str]:
        """The requests that are not for the file itself."""
        return [url for url in self.requests if not url.startswith(("file:", "blob:"))]


Open = Callable[..., Watched]


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Start Debian's chromium; `make test` installs it where it can.

    It ends with the module: its event loop would get in the way of async tests in the same process.
    """
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not program:
        pytest.skip("no chromium on this machine: install it with `apt-get install chromium`")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: "Browser") -> Iterator[Open]:
    """Open addresses in fresh contexts, so that no page sees what another one has saved."""
    contexts = []

    def open_page(address: str, **options: Any) -> Watched:
        contexts.append(browser.new_context(viewport={"width": 1440, "height": 900}, **options))
        contexts[-1].set_default_timeout(60_000)  # milliseconds; a busy machine is slow, and a fault never ends
        return visit(contexts[-1].new_page(), address)

    yield open_page
    for context in contexts:
        context.close()


def visit(page: "Page", address: str) -> Watched:
    """Go to an address, and note what the page does from its first byte on."""
    watched = Watched(page)
    page.on("request", lambda request: watched.requests.append(request.url))
    page.on("pageerror", lambda error: watched.errors.append(str(error)))
    page.on("console", watched.note_console)
    page.on("dialog", watched.note_dialog)
    page.goto(address)
    return watched


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Check the examples with the judge, as a user does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CITEVET_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        patch.chdir(EXAMPLES)
        return check(flags={"judge": "small"})


@pytest.fixture(scope="session")
def example_page(example: Report, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of the examples' report, saved as a file."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(render(example, "html"), "utf-8")
    return file.as_uri()
