"""Pictures of the pages of PDFs: for passages of one's own reports, and for nothing else."""

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from tests.corpus.test_entry_files import pdf
from tests.serve.conftest import Start
from tests.serve.running_server import RunningServer, error_code, send_text, wait_for

from citevet.serve.http.tokens import add_token

ENTRY = "---\nref_id: REF-009\ntitle: Blinds and warm rooms\nauthors: [Ann Lee]\nyear: 2019\nsource_type: report\n---\n"
SOURCE = ("Warm rooms were measured in two summers.",), ("Outside blinds took away about half of the difference.",)
CLAIM = "Outside blinds took away about half of the difference [REF-009]."
PNG = b"\x89PNG\r\n\x1a\n"
Users = tuple[httpx2.Client, httpx2.Client, Path]


@pytest.fixture(scope="module")
def users(start_server: Start) -> Iterator[Users]:
    """Two users of a server whose corpus has a PDF, and the PDF."""
    server: RunningServer = start_server(options={"judge": "small"}, workers=1)
    (server.root / "corpus/REF-009-blinds.md").write_text(ENTRY)
    source = server.root / "corpus/REF-009-blinds.pdf"
    source.write_bytes(pdf(*SOURCE))
    tokens = [add_token(server.tokens, name) for name in ("alice", "bob")]
    with server.client(tokens[0]) as hers, server.client(tokens[1]) as his:
        yield hers, his, source


def place(client: httpx2.Client, job: str) -> str:
    """Return the address of the first passage of a report that has a page."""
    (document, *_) = client.get(f"/api/jobs/{job}/report").json()["documents"]
    passages = [
        (order, number)
        for order, judgement in enumerate(document["judgements"])
        for number, passage in enumerate(judgement["evidence"])
        if passage["page"] == 2
    ]
    return f"/api/jobs/{job}/crops/evidence?document=0&judgement={passages[0][0]}&passage={passages[0][1]}"


def test_evidence_on_its_page(users: Users) -> None:
    """A passage in a PDF of the corpus is shown to the owner of the job, and not after the file has changed."""
    hers, his, source = users
    job = send_text(hers, CLAIM)
    assert "done" == wait_for(hers, job)["state"]
    address = place(hers, job)
    shown = hers.get(address)
    assert (200, "image/png", PNG) == (shown.status_code, shown.headers["content-type"], shown.content[:8])
    assert (404, "not_found") == error_code(his.get(address))
    for wrong in ("document=9&judgement=0&passage=0", "document=0&judgement=999&passage=0"):
        assert 204 == hers.get(f"/api/jobs/{job}/crops/evidence?{wrong}").status_code
    for wrong in ("document=-1&judgement=0&passage=0", "document=0&judgement=x&passage=0", "path=/etc/passwd"):
        assert (422, "invalid") == error_code(hers.get(f"/api/jobs/{job}/crops/evidence?{wrong}"))
    source.write_bytes(pdf(*SOURCE, ("A new page.",)))
    assert 204 == hers.get(address).status_code


def test_document_on_its_page(users: Users) -> None:
    """A place in an audited PDF is shown from the file that was sent; other places and formats give no picture."""
    hers, his, _ = users
    sent = {"document": ("paper.pdf", pdf(("Shade cools streets [REF-099].",)), "application/pdf")}
    job = str(hers.post("/api/check", files=sent).json()["job"])
    assert "done" == wait_for(hers, job)["state"]
    address = f"/api/jobs/{job}/crops/text?document=0&start=20&end=29"
    assert PNG == hers.get(address).content[:8]
    assert (404, "not_found") == error_code(his.get(address))
    for wrong in ("document=0&start=29&end=20", "document=0&start=5000&end=9000", "document=7&start=0&end=5"):
        assert 204 == hers.get(f"/api/jobs/{job}/crops/text?{wrong}").status_code
    text = send_text(hers, CLAIM)
    wait_for(hers, text)
    assert 204 == hers.get(f"/api/jobs/{text}/crops/text?document=0&start=0&end=20").status_code
