"""The workplace of `citevet serve` in a browser: a set of files, findings, text and evidence, versions, colleagues."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.serve.running_server import RunningServer, wait_for

if TYPE_CHECKING:
    from tests.web.conftest import Open, Watched

THESIS = Path(__file__).parents[2] / "examples/thesis"
PATIENCE = 60_000  # milliseconds for a check on a busy machine
NODES = "document.querySelectorAll('*').length"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start a server of an empty project with a judge."""
    folder = tmp_path_factory.mktemp("serve")
    (folder / "project").mkdir()
    running = RunningServer(folder, folder / "project", {"options": {"judge": "small"}, "workers": 1, "rate": 6000})
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


def send(server: RunningServer, **files: bytes) -> str:
    """Make a paper of files, and start its check; return its id."""
    with server.client() as client:
        paper = str(client.post("/api/papers", json={}).json()["paper"])
        for name, data in files.items():
            client.put(f"/api/papers/{paper}/files", params={"name": name}, content=data).raise_for_status()
        client.post(f"/api/papers/{paper}/checks", json={}).raise_for_status()
    return paper


def send_example(server: RunningServer) -> str:
    """Start a check of the example that the page offers; return the id of its paper."""
    with server.client() as client:
        paper = str(client.post("/api/papers", json={"example": True}).json()["paper"])
        client.post(f"/api/papers/{paper}/checks", json={}).raise_for_status()
    return paper


def wait_for_findings(opened: "Watched") -> None:
    """Wait until the whole check is shown."""
    opened.page.locator("[data-results=whole]").wait_for(state="attached", timeout=PATIENCE)
    opened.page.locator(".group .entry").first.wait_for(timeout=PATIENCE)


def look_again(opened: "Watched") -> None:
    """Come back to the window; it looks by itself as well, every ten seconds."""
    opened.page.evaluate("dispatchEvent(new Event('focus'))")


def test_a_set_from_drop_to_the_next_version(desk: "Watched", server: RunningServer, tmp_path: Path) -> None:
    """Files are sorted, checked, a change is applied, the next version has one fault less, and can be downloaded."""
    page = desk.page
    page.locator(".drop input[type=file]").first.set_input_files(
        [THESIS / "thesis.md", THESIS / "references.bib", *sorted((THESIS / "papers").glob("*.pdf"))]
    )
    page.get_by_role("button", name="Check the document").wait_for()
    assert "thesis.md" in desk.text(".role.document")
    assert 4 == page.locator(".role.source li").count()
    page.get_by_role("button", name="Check the document").click()
    wait_for_findings(desk)
    assert "2 errors" in desk.text(".why")
    assert "Contradicted or not supported 2" == re.sub(r"\s+", " ", desk.text(".group h3"))
    desk.press("j")
    assert "You wrote “2 degrees”, but Halvorsen and Pereira 2019 says “12 degrees”." == desk.text(".what")
    assert ("2 degrees", "12 degrees") == (desk.text(".wrote mark"), desk.text(".says mark"))
    picture = page.locator(".page-frame img")
    picture.wait_for(timeout=PATIENCE)
    assert picture.evaluate("async image => { await image.decode(); return image.naturalWidth > 1000; }")
    assert "Page 2 of 2" in desk.text(".page-picture figcaption")
    page.get_by_role("button", name="Page before").click()
    page.get_by_text("Page 1 of 2").wait_for()
    desk.press("a")
    page.get_by_role("button", name="Check again (1 change)").wait_for()
    page.locator("details.menu summary").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Changes as a patch").click()
    waiting.value.save_as(tmp_path / "patch")
    assert "\n+Pavements below mature trees were 12 degrees" in (tmp_path / "patch").read_text("utf-8")
    page.get_by_role("button", name="Check again (1 change)").click()
    page.locator(".versions option", has_text="v2").wait_for(state="attached")
    wait_for_findings(desk)
    page.get_by_text("1 error").wait_for()
    chosen = page.locator(".versions").evaluate("choice => choice.selectedOptions[0].textContent")
    assert chosen.startswith("v2")
    assert chosen.endswith("1 fixed, 0 new")
    assert "12 degrees cooler" in desk.text(".text-scroll")
    page.get_by_role("link", name="citevet").click()
    row = page.locator(".papers li", has_text="thesis.md").first
    row.wait_for()
    assert {"1 error", "2 checks"} <= set(row.locator(".dim").inner_text().split(" · "))
    assert ([], []) == (desk.errors, outside(desk, server))


def test_a_decision_has_a_name_a_reason_and_a_link(server: RunningServer, open_page: "Open") -> None:
    """Who calls a finding no fault says why; a colleague with the link sees both, and may undo it."""
    paper = send_example(server)
    first = open_page(f"{server.url}/#paper={paper}")
    wait_for_findings(first)
    first.press("j", "n")
    first.page.get_by_label("Why it is not a fault").fill("measured <b>again</b> in 2024")
    first.page.get_by_label("also 1 other like this").uncheck()
    first.page.get_by_label("Your name").fill("Ada")
    first.page.get_by_role("button", name="Save").click()
    first.page.get_by_role("button", name="Not a fault 1").click()
    first.page.locator(".entry.dismissed").click()
    address = first.page.url
    second = open_page(address)
    wait_for_findings(second)
    second.page.locator(".said").wait_for()
    assert "not a fault by Ada, " in second.text(".said")
    assert "measured <b>again</b> in 2024" in second.text(".said-note")
    assert 2 == second.page.locator(".page-frame, .what").count()
    second.press("u")
    second.page.locator(".group.contradicted .entry").nth(1).wait_for()
    assert not second.errors


def test_two_browsers_on_one_document(server: RunningServer, open_page: "Open") -> None:
    """What one person decides and checks appears in the other's browser, without a reload."""
    paper = send_example(server)
    first = open_page(f"{server.url}/#paper={paper}")
    second = open_page(f"{server.url}/#paper={paper}")
    for each in (first, second):
        wait_for_findings(each)
    second.press("j", "j", "n")
    second.page.locator(".act-form textarea").fill("The town says so itself.")
    second.page.locator(".act-form textarea").blur()
    first.press("j", "a")
    first.page.get_by_role("button", name="Check again (1 change)").wait_for()
    look_again(second)
    second.page.get_by_role("button", name="Accepted 1").wait_for()
    assert "The town says so itself." == second.page.locator(".act-form textarea").input_value()
    second.page.get_by_role("button", name="Check again (1 change)").wait_for()
    first.page.get_by_role("button", name="Check again (1 change)").click()
    first.page.locator(".versions option", has_text="v2").wait_for(state="attached")
    look_again(second)
    second.page.get_by_role("link", name="Show it").click()
    second.page.locator(".versions option", has_text="v2").wait_for(state="attached")
    wait_for_findings(second)
    assert "12 degrees cooler" in second.text(".text-scroll")
    assert ([], []) == (first.errors, second.errors)


def test_a_document_that_was_replaced_meanwhile(server: RunningServer, open_page: "Open") -> None:
    """A change for the old text is not made in a new upload: the page says why, and checks the upload as it is."""
    paper = send_example(server)
    opened = open_page(f"{server.url}/#paper={paper}")
    page = opened.page
    wait_for_findings(opened)
    opened.press("j", "a")
    again = page.get_by_role("button", name="Check again (1 change)")
    again.wait_for()
    upload = "Pavements below trees are cool.\n\n" + (THESIS / "thesis.md").read_text("utf-8")
    with server.client() as client:
        named = {"name": "thesis.md"}
        client.put(f"/api/papers/{paper}/files", params=named, content=upload.encode()).raise_for_status()
    again.click()
    page.get_by_role("alert").get_by_text("replaced since the last check").wait_for()
    opened.press("j", "a")
    page.get_by_role("alert").get_by_text("Make the change in its newest version.").wait_for()
    again.click()
    page.locator(".versions option", has_text="v2").wait_for(state="attached")
    wait_for_findings(opened)
    text = opened.text(".text-scroll")
    assert "Pavements below trees are cool." in text
    assert "12 degrees cooler" not in text
    opened.press("j", "a")
    again.wait_for()
    refused = [each for each in opened.errors if "409" not in each]
    assert not refused


def test_hostile_text_and_names_stay_text(server: RunningServer, open_page: "Open") -> None:
    """Markup in a document, its name and its entries is shown and never run."""
    evil = "<img src=x onerror=window.hacked=1>"
    text = f"# {evil}\n\nTrees {evil} cool streets [7].\n\n## References\n\n[1] Ash (2020). {evil} trees.\n"
    name = "a<img src=x onerror=hacked=1>.md"
    paper = send(server, **{name: text.encode()})
    opened = open_page(f"{server.url}/#paper={paper}")
    wait_for_findings(opened)
    opened.press("j")
    assert evil in opened.text(".text-scroll")
    for tab in "234":
        opened.press(tab)
        opened.page.locator(".panel:visible").wait_for()
    opened.page.goto(server.url)
    opened.page.locator(".papers").wait_for()
    assert opened.page.evaluate("window.hacked ?? null") is None
    assert not opened.errors


def test_missing_sources_are_named_and_can_be_added(server: RunningServer, open_page: "Open") -> None:
    """The verdict says what is missing; a PDF that is put to its entry is judged by the next check."""
    files = {each.name: each.read_bytes() for each in (THESIS / "thesis.md", THESIS / "references.bib")}
    opened = open_page(f"{server.url}/#paper={send(server, **files)}")
    page = opened.page
    page.get_by_role("button", name="add 4 PDFs").wait_for(timeout=PATIENCE)
    assert "4 citations could not be checked, since their sources are missing" in opened.text(".why")
    page.get_by_role("button", name="add 4 PDFs").click()
    assert ["no file"] * 4 == page.locator(".sources-table .no-file").all_inner_texts()
    row = page.locator(".sources-table tr", has_text="lind2017")
    row.locator("input[type=file]").set_input_files(THESIS / "papers/Lind - 2017 - The price of a tree.pdf")
    row.get_by_text("added, not checked yet").wait_for()
    page.get_by_role("button", name="Check again (1 change)").click()
    page.locator(".versions option", has_text="v2").wait_for(state="attached")
    page.get_by_role("button", name="Text", exact=True).click()
    wait_for_findings(opened)
    assert "You wrote “3,200 euros”, but Lind 2017 says “2,300 euros”." in opened.text(".findings")
    page.get_by_role("button", name="Sources", exact=True).click()
    assert "Lind 2017" in row.locator(".has-file").inner_text()
    page.get_by_label("Only entries without a file").check()
    assert 3 == page.locator(".sources-table tbody tr").count()
    assert not opened.errors


def long_thesis(pages: int) -> bytes:
    """Return a document of so many printed pages with claims, faults and headings on each."""
    sentence = "Street trees cooled pavement number {n} by {k} degrees in the summer [@halvorsen2019, p. 2]."
    filler = "The town planted them along the road, and watered them for three dry years before it stopped. "
    vague = "Studies show that shade helps [@nobody]."
    page = "\n\n".join(["## Section {n}", sentence, filler * 6, vague, filler * 7, filler * 6])
    return "\n\n".join(page.format(n=n, k=n % 40) for n in range(pages)).encode()


def test_a_thesis_of_200_pages_stays_light(server: RunningServer, open_page: "Open") -> None:
    """Fewer than 5,000 nodes are in the page at any place, and a scroll costs less than 8 ms of script."""
    files = {"thesis.md": long_thesis(200), "references.bib": (THESIS / "references.bib").read_bytes()}
    opened = open_page(f"{server.url}/#paper={send(server, **files)}")
    wait_for_findings(opened)
    page = opened.page
    session = page.context.new_cdp_session(page)
    # Time of the thread and not of the clock: what others do on the machine does not count.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def script_seconds() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "ScriptDuration"))

    page.locator(".text-scroll").hover()
    costs = []
    for _ in range(30):
        before = script_seconds()
        page.mouse.wheel(0, 900)
        page.wait_for_timeout(120)
        costs.append((script_seconds() - before) * 1000)
        assert page.evaluate(NODES) < 5_000
    assert max(costs) < 8, costs
    for share in (0.5, 1.0, 0.1):
        page.locator(".text-scroll").evaluate("(box, share) => { box.scrollTop = share * box.scrollHeight; }", share)
        page.locator(".text-scroll .block:visible").first.wait_for()
        assert page.evaluate(NODES) < 5_000
    page.locator(".group .more").first.click()
    page.locator(".group .entry").last.click()
    page.locator(".text-scroll .on").first.wait_for()
    assert page.locator(".text-scroll .on").first.evaluate("""part => {
      const [box, frame] = [part.getBoundingClientRect(), part.closest(".text-scroll").getBoundingClientRect()];
      return box.top >= frame.top && box.bottom <= frame.bottom;
    }""")
    assert page.evaluate(NODES) < 5_000
    assert not opened.errors


def test_results_that_come_in_do_not_move_the_reader(server: RunningServer, open_page: "Open") -> None:
    """First results are shown while the check runs, with counts and the time left; the rest comes in place."""
    files = {"thesis.md": long_thesis(20), "references.bib": (THESIS / "references.bib").read_bytes()}
    paper = send(server, **files)
    with server.client() as client:
        (check,) = client.get(f"/api/papers/{paper}").json()["checks"]
        wait_for(client, check["job"])
        known = client.get(f"/api/papers/{paper}").json()
    known["checks"][0]["state"] = "running"
    stages = [{"name": "pairs of claim and passage", "done": 256, "total": 1024, "seconds_left": 42.0}]
    state = {"id": check["job"], "name": "thesis.md", "state": "running", "error": None, "stages": stages, "parts": 1}
    opened = open_page(server.url)
    page = opened.page
    page.route(f"**/api/papers/{paper}", lambda route: route.fulfill(json=known))
    page.route(f"**/checks/{check['job']}", lambda route: route.fulfill(json=state))
    page.goto(f"{server.url}/#paper={paper}")
    page.get_by_text("Passages judged 256 / 1,024 · about 42 s left").wait_for()
    page.get_by_text("These are the first results.").wait_for()
    page.locator(".group .entry").first.wait_for()
    box = page.locator(".text-scroll")
    box.evaluate("box => { box.scrollTop = 3000; }")
    page.wait_for_timeout(500)
    before = box.evaluate("box => box.scrollTop")
    page.unroute_all()
    wait_for_findings(opened)
    page.locator(".text-scroll .block:visible").first.wait_for()
    assert abs(before - box.evaluate("box => box.scrollTop")) < 60
    assert before > 2_000
    assert not opened.errors


def test_many_alike_are_folded(server: RunningServer, open_page: "Open") -> None:
    """Of many findings of one rule two are shown, with one line for the others; search and sort find the rest."""
    claim = "Pavements below mature trees were {} degrees cooler than pavements in the sun [@halvorsen2019, p. 2].\n\n"
    papers = (THESIS / "references.bib", *sorted((THESIS / "papers").glob("*.pdf")))
    files = {"thesis.md": "".join(map(claim.format, range(20, 51))).encode()}
    paper = send(server, **files, **{each.name: each.read_bytes() for each in papers})
    opened = open_page(f"{server.url}/#paper={paper}")
    wait_for_findings(opened)
    page = opened.page
    more = page.locator(".group .more").first
    assert "29 more like this" == more.inner_text()
    shown = page.locator(".group .entry").count()
    more.click()
    assert page.locator(".group .entry").count() > shown
    page.get_by_label("Search findings").fill("no such words")
    page.get_by_text("No finding has these words.").wait_for()
    page.get_by_label("Search findings").fill("")
    page.get_by_label("Sort by").select_option("severity")
    levels = page.locator(".group .level").all_inner_texts()
    assert "error" in levels
    assert not opened.errors


@pytest.mark.parametrize(("asked", "lead", "tab"), [("de-DE", "Gibt es", "Belege"), ("ko-KR", "출처", "출처")])
def test_the_browser_chooses_the_language(
    server: RunningServer, open_page: "Open", asked: str, lead: str, tab: str
) -> None:
    """The page speaks the language of the browser; the reader may take another one, and keeps it."""
    opened = open_page(server.url, locale=asked)
    opened.page.locator(".drop").wait_for()
    assert asked[:2] == opened.page.evaluate("document.documentElement.lang")
    assert lead in opened.text("h1")
    assert {} == opened.find_faults()
    opened.page.goto(f"{server.url}/#paper={send_example(server)}")
    wait_for_findings(opened)
    assert tab in opened.text(".views")
    opened.press("j")
    assert {} == opened.find_faults()
    opened.page.locator(".tools select").last.select_option("en")
    opened.page.get_by_role("button", name="Sources", exact=True).wait_for()
    opened.page.reload()
    opened.page.get_by_role("button", name="Sources", exact=True).wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_state_is_accessible(server: RunningServer, open_page: "Open", theme: str) -> None:
    """The first page, the files, the workplace with its evidence, forms and tabs break no rule of axe."""
    opened = open_page(server.url, color_scheme=theme)
    page = opened.page
    page.locator(".drop").wait_for()
    assert {} == opened.find_faults(), "first page"
    paper = send_example(server)
    page.goto(f"{server.url}/#paper={paper}&view=files")
    page.locator(".set").wait_for()
    assert {} == opened.find_faults(), "files"
    page.goto(f"{server.url}/#paper={paper}")
    wait_for_findings(opened)
    assert {} == opened.find_faults(), "workplace"
    for keys in ("j", "n"):
        opened.press(keys)
        assert {} == opened.find_faults(), keys
    page.locator(".page-frame img").wait_for(timeout=PATIENCE)
    assert {} == opened.find_faults(), "page of a PDF"
    page.get_by_role("button", name="Cancel").click()
    for tab in "234":
        opened.press(tab)
        page.locator(".panel:visible").wait_for()
        assert {} == opened.find_faults(), tab
    opened.press("?")
    page.locator("dialog").wait_for()
    assert {} == opened.find_faults(), "keys"


def test_a_phone_shows_one_column(server: RunningServer, open_page: "Open") -> None:
    """On a phone the text or the findings fill the screen, and the evidence is a sheet from below."""
    opened = open_page(f"{server.url}/#paper={send_example(server)}")
    page = opened.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-results=whole]").wait_for(state="attached", timeout=PATIENCE)
    page.locator(".text-scroll .claim").first.wait_for()
    page.get_by_role("button", name="Findings").click()
    page.locator(".group .entry").first.click()
    sheet = page.locator("section.evidence")
    box = sheet.bounding_box()
    assert box is not None
    assert (0, 390) == (box["x"], box["width"])
    assert box["y"] > 844 * 0.2
    assert {} == opened.find_faults()
    page.get_by_role("button", name="Close").click()
    sheet.wait_for(state="hidden")
    for view in ("text", "references", "sources", "overview"):
        page.goto(f"{page.url.partition('&')[0]}&view={view}")
        assert 390 == page.evaluate("document.documentElement.scrollWidth"), view
    page.goto(server.url)
    page.locator(".drop").wait_for()
    assert 390 == page.evaluate("document.documentElement.scrollWidth")


def test_a_lost_connection_loses_nothing(server: RunningServer, open_page: "Open") -> None:
    """While the server cannot be reached the page says so and tries again; then it shows the results."""
    opened = open_page(server.url)
    page = opened.page
    page.locator(".drop").wait_for()
    paper = send_example(server)
    page.route("**/checks/*", lambda route: route.abort())
    page.goto(f"{server.url}/#paper={paper}")
    page.get_by_text("The connection to the server is lost").or_(page.locator(".group .entry").first).first.wait_for()
    page.unroute_all()
    wait_for_findings(opened)


def test_the_paper_version_has_numbered_notes(server: RunningServer, open_page: "Open") -> None:
    """Printed, each finding has a number in the text and a note beside it."""
    opened = open_page(f"{server.url}/#paper={send_example(server)}")
    wait_for_findings(opened)
    opened.page.emulate_media(media="print")
    opened.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    notes = opened.page.locator(".margin-note")
    assert 2 == notes.count()
    assert notes.first.inner_text().startswith("1 You wrote “2 degrees”")
    assert ["1", "2"] == opened.page.locator(".margin-number").all_inner_texts()
    opened.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert 0 == notes.count()


def test_looking_up_says_what_the_registries_say_or_why_not(server: RunningServer, open_page: "Open") -> None:
    """Without the network the page says who can allow it; with it, what became of the work, also in the list."""
    paper = send_example(server)
    opened = open_page(f"{server.url}/#paper={paper}")
    wait_for_findings(opened)
    page = opened.page
    opened.press("j", "o")
    page.get_by_text("Nothing was looked up: this server was started without the network").wait_for()
    assert "citevet serve --online" in opened.text(".act-form")
    assert {} == opened.find_faults()
    with server.client() as client:
        known = {**client.get(f"/api/papers/{paper}").json(), "online": True}
    row = {"word": "not found", "existence": "missing", "key": "", "note": "Nobody has it.", "candidates": ["Shade"]}
    answer = {"row": {**row, "differences": [], "record": None, "is_retracted": False}, "asked": ["doi.org"]}
    page.route(f"**/api/papers/{paper}", lambda route: route.fulfill(json=known))
    page.route("**/lookups", lambda route: route.fulfill(json=answer))
    page.reload()
    wait_for_findings(opened)
    opened.press("j", "o")
    page.get_by_text("Asked: doi.org").wait_for()
    assert "not found" == opened.text(".looked-up .badge")
    assert {} == opened.find_faults()
    opened.press("2")
    page.locator(".reference-row", has_text="Nobody has it.").wait_for()
    assert not opened.errors


def test_one_finding_for_many_says_how_many(server: RunningServer, open_page: "Open") -> None:
    """Thirty unknown notes are one finding; the page says of how many, in its language."""
    text = "\n\n".join(f"Studies show that shade helps in district {each} [^u{each}]." for each in range(30))
    opened = open_page(f"{server.url}/#paper={send(server, **{'한글 논문.md': text.encode()})}", locale="de-DE")
    wait_for_findings(opened)
    assert "So sind 30 von 30: u0, u1, u2" in opened.text(".group .entry .line >> nth=0")
    assert "한글 논문.md" == opened.text(".title .name")
    assert "ihre Quelle fehlt" in opened.text(".why")
    assert not opened.errors
