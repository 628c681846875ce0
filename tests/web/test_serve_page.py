"""Jobs of programs on the page of `citevet serve`: watch one, read it, review it, save it."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.corpus.test_entry_files import pdf
from tests.serve.running_server import RunningServer, wait_for

from citevet.serve.http.tokens import add_token

if TYPE_CHECKING:
    from playwright.sync_api import Route
    from tests.web.conftest import Open, Watched

EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENCE = 60_000  # milliseconds for a check on a busy machine


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start a server of the example project with a judge."""
    folder = tmp_path_factory.mktemp("serve")
    shutil.copytree(EXAMPLES, folder / "project")
    running = RunningServer(folder, folder / "project", {"options": {"judge": "small"}, "workers": 1})
    running.start()
    yield running
    running.end()


@pytest.fixture
def desk(server: RunningServer, open_page: "Open") -> "Watched":
    """Open the first page."""
    opened = open_page(server.url)
    opened.page.locator(".drop").wait_for()
    return opened


def outside(opened: "Watched", server: RunningServer) -> list[str]:
    """Return the requests that did not go to the server."""
    return [url for url in opened.requests if not url.startswith((f"{server.url}/", "blob:"))]


def open_job(desk: "Watched", server: RunningServer, *files: Path) -> str:
    """Send a document as a program does, and open its report; return the id of the job."""
    sent = [("document" if not at else "companion", (file.name, file.read_bytes())) for at, file in enumerate(files)]
    with server.client() as client:
        job = str(client.post("/api/check", files=sent).json()["job"])
        wait_for(client, job)
    desk.page.goto(f"{server.url}/#job={job}")
    return job


def test_a_job_of_a_program(desk: "Watched", server: RunningServer, tmp_path: Path) -> None:
    """The report of a job is filtered, read, reviewed on the server, and exported."""
    page = desk.page
    job = open_job(desk, server, EXAMPLES / "paper.md", EXAMPLES / "references.bib")
    page.locator("nav .entry").first.wait_for(timeout=PATIENCE)
    assert "FAIL paper.md - citevet" == page.title()
    page.get_by_label("Rule").select_option("SUP002")
    desk.press("j")
    assert "warmest" in desk.text("aside blockquote")
    desk.press("r", "x", "c")
    page.keyboard.type("read again")
    page.get_by_text("1 of 19 decided, saved").wait_for()
    page.reload()
    page.locator(".decision.rejected").wait_for()
    with server.client() as client:
        review = client.get(f"/api/jobs/{job}/review").json()
    (stored,) = review["decisions"].values()
    assert {"decision": "rejected", "comment": "read again"} == stored
    page.locator("details.menu").evaluate("menu => menu.open = true")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Report (JSON)").click()
    waiting.value.save_as(tmp_path / "report.json")
    whole = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert ["paper.md", "references.bib"] == [each["path"] for each in whole["documents"]]
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Report as a web page").click()
    assert "paper.md.html" == waiting.value.suggested_filename
    page.get_by_role("link", name="All documents").click()
    page.locator(".programs summary").click()
    page.get_by_role("link", name="paper.md").first.wait_for()
    assert ([], []) == (desk.errors, outside(desk, server))


def test_a_late_review_overwrites_nothing(desk: "Watched", server: RunningServer) -> None:
    """What is decided while the saved review is on its way is kept with it, and saved only after it arrived."""
    page = desk.page
    job = open_job(desk, server, EXAMPLES / "paper.md")
    page.locator("nav .entry").first.wait_for(timeout=PATIENCE)
    address = f"/api/jobs/{job}/review"
    before = {"decision": "accepted", "comment": "by a colleague"}
    with server.client() as client:
        assert client.put(address, json={"decisions": {"before": before}}).is_success
    held: list[Route] = []
    page.route(f"**{address}", lambda route: held.append(route) if route.request.method == "GET" else route.continue_())
    page.reload()
    page.locator("nav .entry").first.wait_for()
    desk.press("j", "r", "x")
    page.get_by_text("decided, saving").wait_for()
    page.wait_for_timeout(600)  # longer than the page collects changes before it saves
    with server.client() as client:
        assert {"before": before} == client.get(address).json()["decisions"]
    held.pop().continue_()
    page.get_by_text("decided, saved").wait_for()
    with server.client() as client:
        saved = client.get(address).json()["decisions"]
    assert before == saved.pop("before")
    assert ["rejected"] == [each["decision"] for each in saved.values()]


def test_jobs_that_failed(desk: "Watched", server: RunningServer, tmp_path: Path) -> None:
    """A job that is not there and a document that cannot be read are explained."""
    page = desk.page
    page.goto(f"{server.url}/#job=none")
    page.get_by_text("No job of yours has this id.").wait_for()
    assert {} == desk.find_faults()
    page.get_by_role("link", name="Back to all documents").click()
    page.locator(".drop").wait_for()
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 broken")
    open_job(desk, server, broken)
    page.get_by_role("alert").wait_for(timeout=PATIENCE)
    assert "broken.pdf" in desk.text("main")
    assert not outside(desk, server)


def test_a_late_answer_does_not_replace_what_is_shown_now(desk: "Watched", server: RunningServer) -> None:
    """The home page waits for its list of papers while the reader has gone on to a job: the job stays on the screen."""
    page = desk.page
    held: list[Route] = []

    def hold(route: "Route") -> None:
        held.append(route)

    page.route("**/api/papers", hold)
    page.goto("about:blank")
    page.goto(server.url, wait_until="commit")
    while not held:
        page.wait_for_timeout(20)
    page.goto(f"{server.url}/#job=none")
    page.get_by_text("No job of yours has this id.").wait_for()
    with page.expect_response("**/api/papers"):
        held.pop().continue_()
    page.wait_for_timeout(300)  # time to draw the home page, if it were still wanted
    assert page.get_by_text("No job of yours has this id.").is_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_job_page_is_accessible(server: RunningServer, open_page: "Open", theme: str) -> None:
    """A job that runs, its report, its evidence and its review break no rule of axe."""
    opened = open_page(server.url, color_scheme=theme)
    page = opened.page
    text = "Shade cools a street by 3 °C [1], and a park by 5 °C [7].\n\n## References\n\n[1] Ash (2020). Trees. https://street.test/trees\n"
    with server.client() as client:
        job = client.post("/api/check", json={"text": text, "name": "shade.md"}).json()["job"]
    running = {"id": job, "name": "shade.md", "state": "running", "stage": "claims: shade.md", "error": None}
    running |= {"progress": {"done": 3, "total": 9}, "created": 0, "finished": None}
    page.route(f"**/api/jobs/{job}", lambda route: route.fulfill(json=running))
    page.route(f"**/api/jobs/{job}/events", lambda _: None)  # no further event
    page.goto(f"{server.url}/#job={job}")
    page.get_by_text("claims").wait_for()
    assert {} == opened.find_faults(), "running job"
    page.unroute_all()
    page.reload()
    page.locator("nav .entry").first.wait_for(timeout=PATIENCE)
    assert {} == opened.find_faults(), "report"
    for keys in ("j", "2j", "r"):
        opened.press(*keys)
        assert {} == opened.find_faults(), keys
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("nav .entry").first.click()
    page.locator("aside .back").wait_for()
    assert page.locator("aside").bounding_box()["y"] < 370, "the evidence is in sight"  # type: ignore[index]
    assert 360 == page.evaluate("document.documentElement.scrollWidth")


def test_pages_of_pdfs(desk: "Watched", server: RunningServer, tmp_path: Path) -> None:
    """Beside the passage of a PDF the reader sees its place on the page, and so for a place in an audited PDF."""
    entry = "---\nref_id: REF-009\ntitle: Blinds and warm rooms\nauthors: [Ann Lee]\nyear: 2019\n---\n"
    (server.root / "corpus/REF-009-blinds.md").write_text(entry)
    (server.root / "corpus/REF-009-blinds.pdf").write_bytes(pdf(("Outside blinds took away half of the difference.",)))
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(pdf(("Outside blinds took away half of the difference [REF-009].",)))
    page = desk.page
    open_job(desk, server, paper)
    page.locator("nav button").first.wait_for(timeout=PATIENCE)
    desk.press("2", "j")
    pictures = page.locator("aside .crop img")
    pictures.nth(1).wait_for(timeout=PATIENCE)
    assert 2 == pictures.count()
    for order in range(2):
        assert "Outside blinds took away half" in str(pictures.nth(order).get_attribute("alt"))
        assert pictures.nth(order).evaluate("async image => { await image.decode(); return image.naturalWidth > 300; }")
    assert ({}, [], []) == (desk.find_faults(), desk.errors, outside(desk, server))


def test_the_page_asks_for_a_token_and_keeps_it(server: RunningServer, open_page: "Open") -> None:
    """Where the server needs a token the page requests it, says that a wrong one is wrong, and keeps the right one."""
    token = add_token(server.tokens, "reader")
    opened = open_page(server.url)
    for given in ("wrong", token):
        opened.page.get_by_label("This server needs a token").fill(given)
        opened.page.get_by_role("button", name="Continue").click()
        if given == "wrong":
            opened.page.get_by_text("does not accept this token").wait_for()
    opened.page.locator(".drop").wait_for()
    opened.page.reload()
    opened.page.locator(".drop").wait_for()
    assert token not in opened.page.content()
