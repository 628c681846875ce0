"""The texts of law and of open copies, fetched and judged by `citevet check --online --judge small`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.doors.conftest import Run
from tests.emulator.pages import SITES, make_page
from tests.emulator.server import Emulator, Request, Response

LAW = (
    "Public authorities are bound by section 6 of the Human Rights Act 1998.",
    "Processing is lawful with consent under Article 6 of Regulation (EU) 2016/679.",
    "False statements are a crime under 18 U.S.C. § 1001.",
    "Manipulation is forbidden by 17 C.F.R. § 240.10b-5.",
    "Nach § 823 BGB haftet der Schädiger.",
    "처리의 근거는 개인정보 보호법 제15조이다.",
)
# Where the text of each comes from.
FILES = (
    "/ukpga/1998/42/section/6/data.xml",
    "/resource/celex/32016R0679",
    "/USCODE-2023-title18-sec1001.htm",
    "/title-17.xml?part=240&section=240.10b-5",
    "/bgb/__823.html",
    "",  # with the record
)
HOSTS = ("repo.example", "doi.org")  # a repository, and the pages of publishers to which doi.org leads
ROOTS = "<p>Roots lift the paving of old towns. Every third tree of the town had lifted its pavement.</p>" * 20


def find_copies(request: Request) -> Response:
    """Answer as Unpaywall for one work, with a copy in a repository."""
    place = {"url": "https://repo.example/roots", "url_for_pdf": None, "host_type": "repository"}
    is_known = request.path.endswith("trees.2020")
    found = {"doi": "10.5555/trees.2020", "title": "Roots", "best_oa_location": place, "oa_locations": [place]}
    return Response(found) if is_known else Response({"error": True}, 404)


@pytest.fixture(autouse=True)
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """All services on loopback, and a repository."""
    monkeypatch.setenv("LAW_GO_KR_OC", "tester-key")
    repository = {name: lambda _: make_page("Roots", f"<main><h1>Roots</h1>{ROOTS}</main>") for name in HOSTS}
    with Emulator(sites={**SITES, **repository}, extra={"unpaywall": find_copies}, hurries=True) as serving:
        serving.use(monkeypatch)
        yield serving


def audit(run: Run, here: Path, text: str, flags: str = "") -> dict[str, Any]:
    """Return the report of a run with the small judge."""
    (here / "memo.md").write_text(f"# Memo\n\n{text}\n", encoding="utf-8")
    report: dict[str, Any] = json.loads(run(f"check memo.md --online --judge small --format json {flags}").stdout)
    return report


def test_law_is_judged_by_the_cited_provision(run: Run, here: Path) -> None:
    """Each claim is compared with the text of its section or article only, and the report says where it was read."""
    report = audit(run, here, "\n\n".join(LAW))
    sources = report["sources"]
    assert [("full", 64)] * len(LAW) == [(each["scope"], len(each["sha256"] or "")) for each in sources]
    assert [] == [each["text_url"] for each, file in zip(sources, FILES, strict=True) if file not in each["text_url"]]
    judgements = report["documents"][0]["judgements"]
    assert [None] * 4 + ["language"] * 2 == [each["support_reason"] for each in judgements]
    (passage,) = judgements[1]["evidence"]
    assert passage["text"].startswith("Article 6\n")
    assert "Article 7" not in passage["text"]


def test_two_articles_of_one_act_are_two_sources(run: Run, here: Path) -> None:
    """The text of one article must not speak for another."""
    report = audit(run, here, f"{LAW[1]}\n\nFines are set by Article 83 of Regulation (EU) 2016/679.")
    assert ["32016R0679 6", "32016R0679 83"] == [each["id"] for each in report["sources"]]


def test_the_open_copy_of_a_work_is_read(run: Run, here: Path) -> None:
    """Unpaywall knows a copy where Crossref has only a description; without a mail address it is not used."""
    text = "Every third tree of the town had lifted its pavement (doi:10.5555/trees.2020)."
    (source,) = audit(run, here, text, "--mailto me@example.org")["sources"]
    assert ("full", "https://repo.example/roots") == (source["scope"], source["text_url"])
    (source,) = audit(run, here, text)["sources"]
    assert (None, True) == (source["text_url"], source["scope"] != "full")


def test_the_page_of_a_linked_work_is_read(run: Run, here: Path) -> None:
    """A link to a DOI cites the work, as registered; its page is read where no other copy is known."""
    link = "https://doi.org/10.5555/trees.2020"
    (source,) = audit(run, here, f"Every third tree of the town had lifted its pavement ([Ash]({link})).")["sources"]
    assert ("10.5555/trees.2020", "record") == (source["id"], source["kind"])
    assert ("full", link) == (source["scope"], source["text_url"])


def test_resolve_names_the_open_copy(run: Run) -> None:
    """The address of the copy is shown."""
    assert "https://repo.example/roots" in run("resolve 10.5555/trees.2020 --mailto me@example.org").stdout
