"""Take the screenshots of docs/images from the examples: `make screenshots`. Needs chromium."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import sleep

import httpx2
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
IMAGES = ROOT / "docs/images"
CITEVET = [sys.executable, "-m", "citevet"]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def main() -> None:
    """Check the examples, and photograph the report and the page of the service."""
    IMAGES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        paper, memo, online = (Path(folder) / name for name in ("paper.html", "memo.html", "online.html"))
        write(paper, *CITEVET, "check", "paper.md", "--judge", "small", "--format", "html")
        write(memo, *CITEVET, "check", "memo.md", "--judge", "small", "--format", "html")
        write(online, sys.executable, "online.py", "check", "online/brief.md", "--online", "--format", "html")
        take(browser, paper.as_uri(), "report.png", "jj")
        take(browser, memo.as_uri(), "report-dark.png", "3jj", theme="dark")
        take(browser, memo.as_uri(), "evidence.png", "jjjjjj")
        take(browser, online.as_uri(), "record.png", "jjjjj")
        table = write_table(Path(folder) / "submissions")
        take(browser, table.as_uri(), "references.png", "", ready=".reference")
        with serve(Path(folder)) as address:
            take(browser, address, "serve.png", "", ready=".drop")
            take(browser, f"{address}/#paper={check_example(address)}", "workplace.png", "j", ready=".group .entry")
        browser.close()


def write(file: Path, *command: str) -> None:
    """Run a command in the examples, and keep what it prints."""
    file.write_bytes(subprocess.run(command, cwd=EXAMPLES, stdout=subprocess.PIPE, check=False).stdout)


def write_table(folder: Path) -> Path:
    """Make three papers of an example, and the editor's table of them."""
    text = (EXAMPLES / "online/brief.md").read_text()
    papers = {
        "ash-canopies.md": text,
        "birch-roots.md": text.replace("street trees in old", "garden trees in old").replace("Ash, R.", "Elm, K."),
        "cedar-streets.md": text.partition("[2] Oak")[0],
    }
    folder.mkdir()
    for name, paper in papers.items():
        (folder / name).write_text(paper)
    table = folder.parent / "references.html"
    answers = str(EXAMPLES / "online/answers")
    command = [*CITEVET, "references", folder.name, "--replay", answers, "--output", str(table)]
    subprocess.run(command, cwd=folder.parent, check=False)
    return table


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Run the service on a free port, and return its address."""
    store = ["--store", str(folder / "jobs.sqlite"), "--token-file", str(folder / "tokens.json")]
    command = [*CITEVET, "serve", "--port", "0", "--judge", "small", "--rate", "60000", "--root", str(EXAMPLES), *store]
    with subprocess.Popen(command, stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        Thread(target=process.stdout.read, daemon=True).start()  # a full pipe would stop the server
        yield line.partition(" at ")[2].split()[0]
        process.terminate()


def check_example(address: str) -> str:
    """Check the example that the page offers, and return the id of its paper."""
    with httpx2.Client(base_url=address, timeout=60) as client:
        paper = str(client.post("/api/papers", json={"example": True}).json()["paper"])
        job = client.post(f"/api/papers/{paper}/checks", json={}).json()["job"]
        while client.get(f"/api/papers/{paper}/checks/{job}").json()["state"] in {"queued", "running"}:
            sleep(0.2)
    return paper


def take(
    browser: Browser, address: str, name: str, keys: str, *, theme: str = "light", ready: str = "nav .entry"
) -> None:
    """Open a page, press keys, and save a picture of it."""
    page: Page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto(address)
    page.locator(ready).first.wait_for()
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(300)  # for the color of the chosen row
    page.wait_for_load_state("networkidle")  # for the page of a source
    page.screenshot(path=IMAGES / name)
    page.close()
    with Image.open(IMAGES / name) as image:
        image.quantize(128).save(IMAGES / name, optimize=True)  # a third of the bytes


if __name__ == "__main__":
    main()
