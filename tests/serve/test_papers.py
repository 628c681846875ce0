"""Papers of the web page over HTTP: sets of files, their roles, checks with sources, decisions, corrections."""

import io
import json
import re
import sqlite3
import time
import zipfile
import zlib
from importlib.resources import files
from pathlib import Path
from typing import Any

import docx
import httpx2
import pytest
from tests.serve.conftest import Start
from tests.serve.running_server import RunningServer, error_code

from citevet.errors import ReadError
from citevet.limits import PAPER_FILES, PAPERS
from citevet.serve.http.stored_reports import split_files
from citevet.world.file_writer import WRITABLE_FORMATS

THESIS = Path(__file__).parents[2] / "examples/thesis"
PDFS = sorted((THESIS / "papers").glob("*.pdf"))
PATIENCE = 60.0


@pytest.fixture(scope="module")
def server(start_server: Start) -> RunningServer:
    """A server with a judge that all tests of the module share."""
    return start_server(options={"judge": "small"}, workers=1)


def put(client: httpx2.Client, paper: str, name: str, data: bytes) -> httpx2.Response:
    return client.put(f"/api/papers/{paper}/files", params={"name": name}, content=data)


def new_paper(client: httpx2.Client, **files: bytes) -> str:
    paper = str(client.post("/api/papers", json={}).json()["paper"])
    for name, data in files.items():
        assert put(client, paper, name, data).status_code == 200
    return paper


def roles(client: httpx2.Client, paper: str) -> dict[str, str]:
    return {each["name"]: each["role"] for each in client.get(f"/api/papers/{paper}").json()["files"]}


def finish(client: httpx2.Client, paper: str, **asked: Any) -> str:
    """Check a paper, and return the id of the job once it is done."""
    answer = client.post(f"/api/papers/{paper}/checks", json=asked)
    assert answer.status_code == 202, answer.text
    job = str(answer.json()["job"])
    until = time.monotonic() + PATIENCE
    while (found := client.get(f"/api/papers/{paper}/checks/{job}").json())["state"] in {"queued", "running"}:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert found["state"] == "done", found
    return job


def read_text(client: httpx2.Client, paper: str, job: str) -> str:
    """Return the text that a check read."""
    return str(client.get(f"/api/papers/{paper}/checks/{job}/report").json()["documents"][0]["text"])


def apply(client: httpx2.Client, paper: str, job: str, old: str, new: str) -> httpx2.Response:
    """Apply an edit to the text that a check shows."""
    start = read_text(client, paper, job).index(old)
    edit = {"start": start, "end": start + len(old), "text": new}
    said = {"check": job, "finding": old, "decision": "applied", "edits": [edit]}
    return client.post(f"/api/papers/{paper}/decisions", json=said)


def test_sources_that_came_along_are_judged(client: httpx2.Client) -> None:
    """A document, its list and four PDFs with names that say nothing: both falsified numbers are found."""
    files = {each.name: each.read_bytes() for each in (THESIS / "thesis.md", THESIS / "references.bib", *PDFS)}
    paper = new_paper(client, **files)
    assert {"document": 1, "bibliography": 1, "source": 4} == {
        role: list(roles(client, paper).values()).count(role) for role in ("document", "bibliography", "source")
    }
    job = finish(client, paper)
    report = client.get(f"/api/papers/{paper}/checks/{job}/report").json()
    assert ["NUM001", "NUM001"] == [each["code"] for each in report["documents"][0]["findings"]]
    shown = client.get(f"/api/papers/{paper}").json()
    assert "thesis.md" == shown["name"]
    assert {"halvorsen2019", "kim2021", "lind2017", "vandenberg2014"} == {each["key"] for each in shown["filed"]}
    (check,) = shown["checks"]
    assert ("fail", 2, 4) == (check["verdict"], check["levels"]["error"], check["claims"])
    passage = report["documents"][0]["judgements"][0]["evidence"][0]
    asked = {"source": passage["source"], "page": passage["page"], "text": passage["text"], "width": 700}
    drawn = client.post(f"/api/papers/{paper}/checks/{job}/page", json=asked)
    assert drawn.content.startswith(b"\x89PNG")
    assert {"page": 2, "pages": 2, "marked": True}.items() <= json.loads(drawn.headers["x-citevet-page"]).items()
    (listed,) = (each for each in client.get("/api/papers").json()["papers"] if each["id"] == paper)
    assert "findings" not in listed["checks"][0]


def test_an_archive_is_unpacked_and_sorted(client: httpx2.Client) -> None:
    """Files of a zip get their roles from their kinds and folders; names cannot leave the folder."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("thesis/main.tex", "\\documentclass{book}\\begin{document}\\input{one}\\end{document}")
        archive.writestr("thesis/one.tex", "Trees cool streets.")
        archive.writestr("thesis/refs.bib", "@book{a, title={Trees}}")
        archive.writestr("papers/lee.pdf", PDFS[0].read_bytes())
    paper = new_paper(client, **{"set.zip": packed.getvalue()})
    expected = {"thesis/main.tex": "document", "thesis/one.tex": "part", "thesis/refs.bib": "bibliography"}
    assert {**expected, "papers/lee.pdf": "source"} == roles(client, paper)
    assert (422, "invalid") == error_code(put(client, paper, "../../etc/passwd", b"x"))
    assert (422, "invalid") == error_code(put(client, paper, "/etc/passwd", b"x"))
    broken = put(client, paper, "broken.zip", b"PK\x03\x04 broken")
    assert broken.status_code == 422
    assert "broken.zip" in broken.json()["error"]["message"]


def test_the_reader_decides_which_file_is_the_document(client: httpx2.Client) -> None:
    """Of two texts none is the document until somebody says so; then the other one is a source."""
    paper = new_paper(client, **{"a.md": b"Trees cool streets.", "b.md": b"Trees warm streets."})
    assert {"a.md": "source", "b.md": "source"} == roles(client, paper)
    assert (422, "no_document") == error_code(client.post(f"/api/papers/{paper}/checks", json={}))
    client.patch(f"/api/papers/{paper}/files", json={"name": "b.md", "role": "document"})
    assert {"a.md": "source", "b.md": "document"} == roles(client, paper)
    client.patch(f"/api/papers/{paper}/files", json={"name": "a.md", "role": "document"})
    assert {"a.md": "document", "b.md": "source"} == roles(client, paper)


def test_files_of_one_name_in_two_folders_stay_apart(client: httpx2.Client) -> None:
    """The document and a part outside its folder may have one name: each keeps its text, and `..` leads to the list."""
    tex = "\\documentclass{{book}}\\begin{{document}}{}\\bibliography{{../lists/refs}}\\end{{document}}"
    files = {
        "set/en/thesis.tex": tex.format("Shade trees cool streets \\cite{ash}. \\input{one}").encode(),
        "set/en/one.tex": b"The inner part.",
        "set/thesis.tex": b"Another text altogether.",
        "set/one.tex": b"The outer part.",
        "set/lists/refs.bib": b"@book{ash, title={Trees}, author={Ash, Ada}, year={2020}}",
    }
    paper = new_paper(client, **files)
    assert ("document", "part") == (roles(client, paper)["set/en/thesis.tex"], roles(client, paper)["set/thesis.tex"])
    job = finish(client, paper)
    audited, *parts = client.get(f"/api/papers/{paper}/checks/{job}/report").json()["documents"]
    assert "en/thesis.tex" == audited["path"]
    assert files["set/en/thesis.tex"].decode() == audited["text"]
    assert ["en/one.tex", "lists/refs.bib"] == [each["path"] for each in parts]
    assert "The inner part." == parts[0]["text"]
    assert "KEY001" not in {each["code"] for each in audited["findings"]}
    start = audited["text"].index("Shade")
    edit = {"start": start, "end": start + len("Shade"), "text": "Street"}
    said = {"check": job, "finding": "x", "decision": "applied", "edits": [edit]}
    client.post(f"/api/papers/{paper}/decisions", json=said).raise_for_status()
    second = finish(client, paper, correct=True)
    (corrected, *_) = client.get(f"/api/papers/{paper}/checks/{second}/report").json()["documents"]
    assert files["set/en/thesis.tex"].decode().replace("Shade", "Street") == corrected["text"]


def test_a_name_that_two_files_have_is_refused() -> None:
    """The files of a request are told apart by name; two of one name are an error, not the last of them."""
    listed = [{"name": "a.md", "size": 1}, {"name": "b.md", "size": 2}]
    assert {"a.md": b"x", "b.md": b"yz"} == split_files(listed, b"xyz")
    with pytest.raises(ReadError, match=r"^a\.md: two files"):
        split_files([*listed, {"name": "a.md", "size": 1}], b"xyzw")


def test_edits_make_a_new_version(client: httpx2.Client) -> None:
    """An applied edit is in the corrected document and its patch; the next check has one finding less."""
    paper = str(client.post("/api/papers", json={"example": True}).json()["paper"])
    job = finish(client, paper)
    report = client.get(f"/api/papers/{paper}/checks/{job}/report").json()
    finding = report["documents"][0]["findings"][0]
    edit = {"start": finding["start"], "end": finding["end"], "text": "12 degrees"}
    said = {"check": job, "finding": "x", "decision": "applied", "person": "Ada", "note": "a slip", "edits": [edit]}
    (decision,) = client.post(f"/api/papers/{paper}/decisions", json=said).json()["decisions"]
    assert ("Ada", "a slip") == (decision["person"], decision["note"])
    address = f"/api/papers/{paper}/checks/{job}/document"
    assert "12 degrees cooler" in client.get(address).text
    assert "\n+Pavements below mature trees were 12 degrees" in client.get(address, params={"patch": True}).text
    finish(client, paper, correct=True)
    first, second = client.get(f"/api/papers/{paper}").json()["checks"]
    assert (2, 1) == (first["levels"]["error"], second["levels"]["error"])
    assert set(second["findings"]) < set(first["findings"])
    assert 409 == client.post(f"/api/papers/{paper}/checks", json={"correct": True}).status_code


def test_a_new_upload_is_not_overwritten(client: httpx2.Client) -> None:
    """Edits for a version that was replaced meanwhile are not made in the new one; it can be checked, and corrected."""
    paper = new_paper(client, **{"a.md": b"Trees cool streets."})
    apply(client, paper, finish(client, paper), "cool", "warm")
    upload = b"Lawns cool streets too."
    put(client, paper, "a.md", upload).raise_for_status()
    refused = client.post(f"/api/papers/{paper}/checks", json={"correct": True})
    assert (409, "replaced") == error_code(refused)
    assert "replaced since the last check" in refused.json()["error"]["message"]
    job = finish(client, paper)
    assert upload.decode() == read_text(client, paper, job)
    apply(client, paper, job, "Lawns", "Parks")
    assert "Parks cool streets too." == read_text(client, paper, finish(client, paper, correct=True))


def test_a_decision_is_for_the_text_of_its_check(client: httpx2.Client) -> None:
    """A tab that shows an old check may still say what it thinks, but its edits would hit other places."""
    paper = new_paper(client, **{"a.md": b"Trees cool streets."})
    old = finish(client, paper)
    put(client, paper, "a.md", b"A first word. Trees cool streets.").raise_for_status()
    assert (409, "replaced") == error_code(apply(client, paper, old, "cool", "warm"))
    new = finish(client, paper)
    assert (409, "replaced") == error_code(apply(client, paper, old, "cool", "warm"))
    assert apply(client, paper, new, "cool", "warm").is_success
    said = {"check": old, "finding": "y", "decision": "accepted"}
    decisions = client.post(f"/api/papers/{paper}/decisions", json=said).json()["decisions"]
    first, second = client.get(f"/api/papers/{paper}").json()["checks"]
    assert [("cool", second["document"]), ("y", first["document"])] == [
        (each["finding"], each["document"]) for each in decisions
    ]
    corrected = client.get(f"/api/papers/{paper}/checks/{new}/document").text
    assert "A first word. Trees warm streets." == corrected
    other = new_paper(client, **{"a.md": b"Trees cool streets."})
    assert (404, "not_found") == error_code(client.post(f"/api/papers/{other}/decisions", json=said))


def test_the_page_offers_edits_of_what_can_be_written() -> None:
    """The page knows the formats in which a correction can be written, and no others."""
    script = (files("citevet.serve") / "web/actions.js").read_text("utf-8")
    (listed,) = re.findall(r"^const WRITABLE = new Set\((.*?)\);", script, re.MULTILINE)
    assert WRITABLE_FORMATS | {"docx"} == set(json.loads(listed))


def test_a_word_file_is_corrected_by_tracked_changes(client: httpx2.Client) -> None:
    """In a Word file an applied edit is a tracked change, and the next check reads the text as corrected."""
    made = docx.Document()
    made.add_paragraph("Trees cool streets by 12 % (Ash 2020). We measured it for two years in the town.")
    made.save(packed := io.BytesIO())
    paper = new_paper(client, **{"thesis.docx": packed.getvalue()})
    job = finish(client, paper)
    text = client.get(f"/api/papers/{paper}/checks/{job}/report").json()["documents"][0]["text"]
    start = text.index("12 %")
    edit = {"start": start, "end": start + 4, "text": "21 %"}
    said = {"check": job, "finding": "x", "decision": "applied", "edits": [edit]}
    client.post(f"/api/papers/{paper}/decisions", json=said).raise_for_status()
    address = f"/api/papers/{paper}/checks/{job}/document"
    with zipfile.ZipFile(io.BytesIO(client.get(address).content)) as corrected:
        body = corrected.read("word/document.xml").decode()
    assert "<w:delText" in body
    assert "<w:ins " in body
    assert 422 == client.get(address, params={"patch": True}).status_code
    second = finish(client, paper, correct=True)
    assert "by 21 % (Ash" in client.get(f"/api/papers/{paper}/checks/{second}/report").json()["documents"][0]["text"]


def test_a_first_part_comes_before_the_end(client: httpx2.Client) -> None:
    """The form is shown while support is still judged, and the stages have counts."""
    text = "".join(f"Trees cool street number {each} by {each} degrees [@halvorsen2019].\n\n" for each in range(400))
    files = {each.name: each.read_bytes() for each in (THESIS / "references.bib", *PDFS)}
    paper = new_paper(client, **{"long.md": text.encode() + b"A claim [@nobody].\n", **files})
    job = client.post(f"/api/papers/{paper}/checks", json={}).json()["job"]
    address, until = f"/api/papers/{paper}/checks/{job}", time.monotonic() + PATIENCE
    while not (found := client.get(address).json())["parts"]:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert "running" == found["state"]
    part = client.get(f"{address}/report")
    assert "running" == part.headers["x-citevet-state"]
    assert "KEY001" in {each["code"] for each in part.json()["documents"][0]["findings"]}
    client.delete(address)
    assert "cancelled" == client.get(address).json()["state"]


def test_one_user_sees_nothing_of_another(start_server: Start) -> None:
    """A paper of somebody else is not there, for any request."""
    from citevet.serve.http.tokens import add_token

    own = start_server(workers=1)
    tokens = [add_token(own.tokens, name) for name in ("ada", "bob")]
    with own.client(tokens[0]) as ada, own.client(tokens[1]) as bob:
        paper = new_paper(ada, **{"a.md": b"Trees cool streets."})
        job = finish(ada, paper)
        assert [] == bob.get("/api/papers").json()["papers"]
        for path in ("", f"/checks/{job}", f"/checks/{job}/report", f"/checks/{job}/document"):
            assert (404, "not_found") == error_code(bob.get(f"/api/papers/{paper}{path}"))
        assert (404, "not_found") == error_code(bob.delete(f"/api/papers/{paper}"))
        answer = {"check": job, "finding": "x", "decision": "open", "person": "Eve"}
        said = ada.post(f"/api/papers/{paper}/decisions", json=answer)
        assert "ada" == said.json()["decisions"][0]["person"]
        assert 204 == ada.delete(f"/api/papers/{paper}").status_code
        assert (404, "not_found") == error_code(ada.get(f"/api/jobs/{job}"))
        left = [each.name for each in own.folder.rglob("*.files/*")]
        assert [] == left


def test_what_is_wrong_is_said(client: httpx2.Client) -> None:
    """Wrong names, roles and shapes are refused with a status and a message."""
    paper = new_paper(client, **{"a.md": b"Trees cool streets."})
    assert 422 == client.patch(f"/api/papers/{paper}/files", json={"name": "a.md", "role": "king"}).status_code
    assert 404 == client.patch(f"/api/papers/{paper}/files", json={"name": "b.md", "role": "source"}).status_code
    assert 422 == client.post(f"/api/papers/{paper}/decisions", json={"finding": "x"}).status_code
    assert 404 == client.get("/api/papers/none").status_code
    assert 404 == client.get(f"/api/papers/{paper}/checks/none").status_code


def test_results_of_another_version_are_explained(start_server: Start) -> None:
    """What another version stored cannot be shown; the list still is, and the document can be checked again."""
    own = start_server(workers=1)
    with own.client() as client:
        paper = new_paper(client, **{"a.md": b"Trees cool streets [1].\n\n## References\n\n[1] Ash (2020). Trees.\n"})
        job = finish(client, paper)
        with sqlite3.connect(own.folder / "jobs.sqlite") as table:
            table.execute("UPDATE jobs SET report = ?", (zlib.compress(b"[]"),))
        answer = client.get(f"/api/papers/{paper}/checks/{job}/report")
        assert answer.status_code == 422
        assert "another version of citevet" in answer.json()["error"]["message"]
        (listed,) = client.get("/api/papers").json()["papers"]
        assert ("done", None) == (listed["checks"][0]["state"], listed["checks"][0].get("verdict"))
        finish(client, paper)


def test_many_files_are_sent_without_a_list_each_time(client: httpx2.Client) -> None:
    """With `brief` the answer does not grow with the number of files; the paper has them all."""
    paper = new_paper(client)
    for number in range(30):
        address = f"/api/papers/{paper}/files"
        answer = client.put(address, params={"name": f"{number}.pdf", "brief": True}, content=b"%PDF-1.7")
        assert {"files": [], "skipped": []} == answer.json()
    assert 30 == len(roles(client, paper))


def test_an_unknown_parameter_is_refused(client: httpx2.Client) -> None:
    """A slip in the name of a parameter is refused, also by operations that the description leaves out."""
    paper = new_paper(client)
    answer = client.put(f"/api/papers/{paper}/files", params={"nam": "a.md"}, content=b"x")
    assert answer.status_code == 422
    assert "name" in answer.json()["error"]["message"]


def test_an_archive_of_many_files_is_added_at_once(client: httpx2.Client) -> None:
    """Thousands of small files take seconds; those with names that no paper can have are named and left out."""
    packed, long = io.BytesIO(), f"papers/{'x' * 160}.txt"
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(2_000):
            archive.writestr(f"papers/{number}.txt", f"Text {number}.")
        archive.writestr(long, "Text.")
        archive.writestr("thesis.tex", "\\documentclass{book}")
    paper, started = new_paper(client), time.monotonic()
    answer = put(client, paper, "set.zip", packed.getvalue())
    assert time.monotonic() - started < PATIENCE / 3
    assert [long] == answer.json()["skipped"]
    assert 2_001 == len(answer.json()["files"])
    shown = client.get(f"/api/papers/{paper}").json()
    assert ("thesis.tex", 2_001) == (shown["name"], len(shown["files"]))


def test_an_archive_that_is_too_much_adds_nothing(client: httpx2.Client) -> None:
    """A paper never has half of an archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(PAPER_FILES):
            archive.writestr(f"{number}.txt", "T")
    paper = new_paper(client, **{"a.md": b"Trees cool streets."})
    assert 413 == put(client, paper, "set.zip", packed.getvalue()).status_code
    assert {"a.md": "document"} == roles(client, paper)


def test_names_may_have_more_bytes_than_systems_take(client: httpx2.Client) -> None:
    """A document, a list and a source with long names in another script are checked."""
    long = "Ж" * 140
    sources = {f"{long}.bib": b"@book{a, title={Trees}}", f"{long}.pdf": b"%PDF-1.7", f"{long}.txt": b""}
    paper = new_paper(client, **{f"{long}.md": f"Trees cool [@a]. ![]({long}.png)".encode(), **sources})
    finish(client, paper)
    filed = client.get(f"/api/papers/{paper}").json()["filed"]
    assert {f"{long}.pdf", f"{long}.txt"} == {each["file"] for each in filed if each["status"] == "unreadable"}


def test_papers_of_a_user_are_limited_and_old_ones_go(start_server: Start) -> None:
    """Of too many papers no more are taken; those that did not change for a month make room."""
    own = start_server(workers=1)
    with own.client() as client:
        first = new_paper(client, **{"a.md": b"Trees cool streets."})
        with sqlite3.connect(own.folder / "jobs.papers.sqlite") as table:
            others = [(f"other-{number}", time.time()) for number in range(PAPERS - 1)]
            table.executemany("INSERT INTO papers SELECT ?, owner, '', 1, ? FROM papers LIMIT 1", others)
        refused = client.post("/api/papers", json={})
        assert refused.status_code == 413
        assert "Remove some" in refused.json()["error"]["message"]
        with sqlite3.connect(own.folder / "jobs.papers.sqlite") as table:
            table.execute("UPDATE papers SET changed = 0 WHERE id = ?", (first,))
        new_paper(client)
        assert (404, "not_found") == error_code(client.get(f"/api/papers/{first}"))
        assert [] == [each.name for each in own.folder.rglob("*.files/*")]


def test_a_check_is_noted_before_its_job(client: httpx2.Client, server: RunningServer) -> None:
    """A check whose job is not there yet is not forgotten by those who look meanwhile; an old one without a job is."""
    paper = new_paper(client, **{"paper.md": b"Trees cool streets.\n"})
    store = sqlite3.connect(server.folder / "jobs.papers.sqlite")
    with store:
        added = "INSERT INTO checks (paper, job, created, document, digests) VALUES (?, ?, ?, 'x', '[]')"
        store.executemany(added, [(paper, "young", time.time()), (paper, "old", time.time() - 3_600)])
    assert [] == client.get(f"/api/papers/{paper}").json()["checks"]
    kept = [job for (job,) in store.execute("SELECT job FROM checks WHERE paper = ?", (paper,))]
    store.close()
    assert ["young"] == kept
