"""The script that lets the documentation search run from the disk: a worker in a hidden frame."""

import shutil
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = """\
<!doctype html><title>Site</title><body><script src="iframe-worker.js"></script><script>
const worker = new Worker("worker.js");
worker.addEventListener("message", ({ data }) => { document.title = data; });
worker.postMessage("zotero");
</script></body>
"""
WORKER = """\
let ready = importScripts("part.js", "other.js");
addEventListener("message", async ({ data }) => { await ready; postMessage(`${part}${other} ${data}`); });
"""


def test_a_worker_runs_in_a_page_from_the_disk(open_page: Any, tmp_path: Path) -> None:
    """It gets and sends messages, and imports scripts in order."""
    shutil.copy(ROOT / "docs/assets/iframe-worker.js", tmp_path)
    files = {"index.html": PAGE, "worker.js": WORKER, "part.js": "var part = 'found';", "other.js": "var other = part;"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    page = open_page((tmp_path / "index.html").as_uri()).page
    page.wait_for_function("document.title === 'foundfound zotero'")
