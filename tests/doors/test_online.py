"""`citevet check --online` and `citevet resolve` against every service on loopback, as a user runs them."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.emulator.audited import list_sent, serve_public_hosts
from tests.emulator.server import Emulator

from citevet.jobs.check import check

Run = Callable[..., subprocess.CompletedProcess[str]]
BRIEF = Path(__file__).parents[2] / "examples/online/brief.md"
COPY = "https://web.archive.org/web/20171105090000/https://street.test/roots-and-pipes"
KEY = "sekrit-0123456789"
STORM = "https://harbour-post.example/2021/storm"
WREN = "Wren, R. (2015). A survey of urban birds. Journal of Trees, 12, 233-241."


@pytest.fixture
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """All services and sites; a key lets CourtListener answer at once."""
    monkeypatch.setenv("COURTLISTENER_TOKEN", KEY)
    with serve_public_hosts(monkeypatch) as served:
        yield served


@pytest.fixture
def brief(here: Path) -> Path:
    """A document with one citation of each fate."""
    return Path(shutil.copy(BRIEF, here))


def audit(run: Run, line: str) -> dict[str, Any]:
    """Return the report of a run as JSON."""
    report: dict[str, Any] = json.loads(run(f"{line} --format json").stdout)
    return report


def existences(report: dict[str, Any]) -> dict[str, tuple[str, str | None]]:
    """Return what became of each citation, by its text."""
    document = report["documents"][0]
    texts = {each["id"]: each["text"] for each in document["citations"]}
    return {
        texts[each["citation"]]: (each["existence"], each["existence_reason"])
        for each in document["judgements"]
        if each["citation"] in texts
    }


@pytest.mark.usefixtures("emulator")
def test_listed_works_are_looked_up_although_nothing_cites_them(here: Path, run: Run) -> None:
    """A report that only lists its sources is not empty; offline, a line says that they were not looked up."""
    entries = f"- {WREN} doi:10.5555/none.2020\n- Oak, A. (2018). Pruning heals. doi:10.5555/retracted.2018\n"
    (here / "report.md").write_text(f"Trees cool the streets of a city.\n\n## References\n\n{entries}")
    offline = run("check report.md")
    assert "Not checked: 2 listed works (offline; use --online)" in offline.stdout
    online = run("check report.md --online --format concise")
    assert ["EXI007", "RET001"] == sorted(set(re.findall(r"EXI007|RET001|KEY001|KEY002", online.stdout)))
    assert 1 == online.returncode


@pytest.mark.usefixtures("emulator")
def test_law_in_notes_and_lists_is_looked_up(here: Path, run: Run) -> None:
    """Each authority in a note is looked up by itself, as in the text; the marker has what its note has."""
    notes = {
        "[2019] UKSC 4141.": "IDN009",
        "See *R (Miller) v Prime Minister* [2019] UKSC 41; Article 120 GDPR.": "IDN009",
        "Miller v. Invented Corp., 427 U.S. 115 (1976).": "LAW004",
        "*R (Miller) v Prime Minister* [2019] UKSC 41; 42 U.S.C. § 1983.": None,
        "Case C-131/12, EU:C:2014:2317.": "LAW003",
        "Case C-131/12, EU:C:2016:970.": "LAW004",
        "Lee, J. (2018). The meaning of Directive 95/46/EC in practice. Law Review, 3, 4–9.": "EXI009",
    }
    text = "".join(f"It holds.[^{number}] " for number in range(len(notes)))
    entries = "".join(f"[^{number}]: {note}\n" for number, note in enumerate(notes))
    (here / "a.md").write_text(f"{text}\n\n{entries}")
    report = audit(run, "check a.md --online")
    found = [(each["line"], each["code"]) for each in report["documents"][0]["findings"]]
    assert [(line, code) for line, code in enumerate(notes.values(), 3) if code] == found
    judged = existences(report)
    assert ("found", None) == judged["[^3]"] == judged["42 U.S.C. § 1983"]
    assert ("unchecked", "no-text") == judged["[^4]"]
    resolved = run("resolve a.md").stdout
    assert "3 found, 2 mismatched, 3 missing, 1 unchecked" == resolved.splitlines()[-1]


@pytest.mark.usefixtures("emulator")
def test_a_journal_beside_a_doi_is_compared(here: Path, run: Run) -> None:
    """MET014: in running text too, journal, volume, page and year must be those of the record."""
    sides = {
        "Nature 500, 54 (2013), {}": "",
        "Nature 500, 56 (2013) ({})": "",  # a page of the article
        "Nature 501, 54 (2013), {}": 'volume: you wrote "501", {} has "500"',
        "Science 501, 54 (2013), {}": 'venue: you wrote "Science", {} has "Nature"',
        "Nature 500, 99 (2009), {}": 'year: you wrote "2009", {} has "2013"; pages: you wrote "99", {} has "54-58"',
        "Science 501, 54 (2010); {}": "",  # may be two works
    }
    (here / "a.md").write_text("\n\n".join(f"It is so, {each.format('doi:10.1038/nature12373')}." for each in sides))
    found = audit(run, "check a.md --online --select MET")["documents"][0]["findings"]
    message = "citation differs from the record of its identifier: "
    wanted = {2 * at + 1: message + each.replace("{}", "10.1038/nature12373") for at, each in enumerate(sides.values())}
    assert {line: each for line, each in wanted.items() if each != message} == {
        each["line"]: each["message"] for each in found
    }


@pytest.mark.usefixtures("emulator", "brief")
def test_each_citation_ends_in_its_verdict(run: Run) -> None:
    """Right, retracted, swapped, without identifier, live, dead, unregistered, real and invented."""
    done = run("check brief.md --online --format concise")
    assert 1 == done.returncode
    codes = re.findall(r"^brief.md:(\d+):\d+: ([A-Z]+\d+)", done.stdout, re.MULTILINE)
    assert [
        ("7", "LNK001"),
        ("8", "EXI007"),
        ("11", "IDN009"),
        ("17", "RET001"),
        ("19", "MET013"),
    ] == codes
    assert "also LAW003: U.S. has no volume 999" in run("check brief.md --online").stdout
    assert {
        "[1]": ("found", None),
        "[2]": ("found", None),
        "[3]": ("mismatched", None),
        "[4]": ("found", None),
        "[fact sheet](https://street.test/fact-sheets/7)": ("found", None),
        "[report](https://street.test/roots-and-pipes)": ("found", None),
        "doi:10.5281/zenodo.240": ("found", None),
        "doi:10.5555/series.1999": ("missing", None),
        "Bell Atlantic Corp. v. Twombly, 550 U.S. 544 (2007)": ("found", None),
        "Harbour v. Linden, 999 U.S. 12 (2019)": ("missing", None),
    } == existences(audit(run, "check brief.md --online"))


@pytest.mark.usefixtures("emulator")
def test_a_real_citation_under_another_name_is_shown_with_both(run: Run, here: Path) -> None:
    """The caption of the reporter does not fit."""
    (here / "memo.md").write_text("It was settled (Miller v. Invented Corp., 576 U.S. 644 (2015)).\n")
    done = run("check memo.md --online")
    assert 1 == done.returncode
    assert 'you wrote "Miller v. Invented Corp.", found "Obergefell v. Hodges"' in done.stdout


@pytest.mark.usefixtures("emulator")
def test_law_is_looked_up_as_of_the_date_of_the_document(run: Run, here: Path) -> None:
    """A section that was repealed in 2019 was law in 2015, and the report says which day counted."""
    text = "It is so under the Human Rights Act 1998, s 19.\n"
    (here / "new.md").write_text(text)
    (here / "old.md").write_text(f"---\ndate: 3 May 2015\n---\n{text}")
    assert "LAW005" in run("check new.md --online --today 2026-06-01").stdout
    done = run("check old.md --online --today 2026-06-01")
    assert "LAW005" not in done.stdout
    assert "old.md: law was looked up as of 2015-05-03, the date in its front matter" in done.stdout + done.stderr


@pytest.mark.usefixtures("emulator")
def test_the_archived_copy_is_named_and_put_in_on_request(run: Run, brief: Path) -> None:
    """`--fix` alone leaves the dead link; with `--unsafe-fixes` the copy takes its place."""
    assert f"fix: cite {COPY} (needs --unsafe-fixes)" in run("check brief.md --online --select LNK").stdout
    run("check brief.md --online --select LNK --fix")
    assert COPY not in brief.read_text()
    done = run("check brief.md --online --select LNK --fix --unsafe-fixes")
    assert f"[report]({COPY})" in brief.read_text()
    assert "LNK001" not in done.stdout


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("flags", ["", "--offline", "--online --offline"])
def test_without_online_nothing_is_sent(run: Run, emulator: Emulator, flags: str) -> None:
    """Offline is the default, and `--offline` beats `--online`."""
    report = audit(run, f"check brief.md {flags}")
    assert [] == emulator.log
    assert ("unchecked", "offline") == existences(report)["[1]"]
    assert {} == report["run"]["services"] == report["run"]["network"]


@pytest.mark.usefixtures("brief")
def test_a_second_run_is_answered_from_the_cache(run: Run, emulator: Emulator) -> None:
    """It asks nothing again, and says the same."""
    first = audit(run, "check brief.md --online")
    asked = len(emulator.log)
    second = audit(run, "check brief.md --online")
    assert asked > 10
    assert asked == len(emulator.log)
    assert first["documents"] == second["documents"]
    counts = second["run"]["services"]["doi.org"]
    assert (0, True) == (counts["requests"], counts["cached"] > 0)


@pytest.mark.usefixtures("brief")
def test_the_ledger_says_what_went_where_and_no_sentence_did(run: Run, emulator: Emulator, brief: Path) -> None:
    """Hosts get identifiers, addresses and words of references; none gets a run of words of the text."""
    report = audit(run, "check brief.md --online --judge small")
    hosts = report["run"]["network"]["hosts"]
    assert {request.host for request in emulator.log} == set(hosts)
    assert {"identifier": 10} == hosts["doi.org"]["what"]
    assert len(emulator.log) == sum(each["requests"] for each in report["run"]["services"].values())
    words = brief.read_text().partition("## References")[0].split()
    runs = [" ".join(words[start : start + 4]) for start in range(len(words) - 3)]
    assert [] == [piece for sent in list_sent(emulator) for piece in runs if piece in sent.replace("+", " ")]


@pytest.mark.usefixtures("brief")
def test_a_key_goes_to_its_service_and_nowhere_else(run: Run, emulator: Emulator, here: Path) -> None:
    """It is in no output, no cassette and no cache, and no other host sees it."""
    done = run("check brief.md --online --format json --record tape")
    assert {"www.courtlistener.com"} == {each.host for each in emulator.log if KEY in str(each.headers)}
    assert KEY not in done.stdout + done.stderr
    run("check brief.md --online")
    places = [here, Path(os.environ["CITEVET_CACHE_DIR"])]
    kept = [file for place in places for file in place.rglob("*") if file.is_file()]
    assert len(kept) > 10
    assert [] == [file for file in kept if KEY.encode() in file.read_bytes()]


@pytest.mark.usefixtures("brief")
def test_recorded_answers_stand_in_for_the_network(run: Run, emulator: Emulator) -> None:
    """`--replay` gives the same findings without the network."""
    first = audit(run, "check brief.md --online --record tape")
    asked = len(emulator.log)
    assert first["documents"] == audit(run, "check brief.md --replay tape")["documents"]
    assert asked == len(emulator.log)


@pytest.mark.parametrize("fault", ["403", "cut", "html-200"])
def test_a_failing_service_makes_a_run_incomplete(run: Run, emulator: Emulator, here: Path, fault: str) -> None:
    """Nothing is missing, and nothing passes."""
    (here / "one.md").write_text("Roots lift the paving (doi:10.5555/trees.2020), or do not (doi:10.5555/none).\n")
    emulator.inject(fault)
    report = audit(run, "check one.md --online")
    assert "incomplete" == report["verdict"]
    assert {"unchecked"} == {existence for existence, _ in existences(report).values()}
    assert "offline" not in {reason for _, reason in existences(report).values()}


@pytest.mark.usefixtures("emulator")
def test_a_defect_of_ours_leaves_one_citation_open(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are checked, and the run says what happened."""

    async def fail(*_: object, **__: object) -> None:
        raise KeyError("shape")

    monkeypatch.chdir(here)
    monkeypatch.setattr("citevet.jobs.outside.look_up_page", fail)
    (here / "two.md").write_text(
        "Roots lift the paving (doi:10.5555/trees.2020). A lime drinks ([sheet](https://street.test/fact-sheets/7)).\n"
    )
    report = check("two.md", flags={"online": True})
    judged = {each.existence: each for each in report.audits[0].judgements}
    assert {"found", "unchecked"} == set(judged)
    assert "incomplete" == report.verdict
    assert "internal error while looking it up (KeyError: 'shape')" == judged["unchecked"].note
    assert any("Please report it" in note and "fact-sheets/7" in note for note in report.run["notes"])


@pytest.mark.usefixtures("emulator")
def test_the_support_of_a_missing_work_is_open_for_want_of_a_text(run: Run, here: Path) -> None:
    """The corpus has nothing to do with it, and only with a work that could be filed there."""
    (here / "one.md").write_text("Roots lift the paving (doi:10.5555/none).\n")
    judged = audit(run, "check one.md --online")["documents"][0]["judgements"][0]
    assert ("missing", "no-text") == (judged["existence"], judged["support_reason"])


@pytest.mark.usefixtures("brief")
def test_a_used_up_budget_is_a_note(run: Run, emulator: Emulator) -> None:
    """The run says so, and what was not asked is unchecked."""
    report = audit(run, "check brief.md --online --max-requests 3")
    assert 3 == len(emulator.log)
    assert any("the budget of 3 requests is used up (--max-requests)" in note for note in report["run"]["notes"])
    assert ("unchecked", "budget") in existences(report).values()


@pytest.mark.usefixtures("emulator")
def test_a_claim_is_judged_by_the_page_that_it_cites(run: Run, here: Path) -> None:
    """The page is fetched, and what it says decides."""
    (here / "lime.md").write_text(
        "A mature lime gives off 400 litres of water on a hot day ([sheet](https://street.test/fact-sheets/7)).\n"
    )
    judged = audit(run, "check lime.md --online --judge small")["documents"][0]["judgements"][0]
    assert "supported" == judged["support"]
    assert "400 litres of water" in judged["evidence"][0]["text"]


@pytest.mark.usefixtures("brief")
def test_ctrl_c_keeps_what_was_learned(emulator: Emulator, here: Path) -> None:
    """A run that was stopped is not lost: the next one asks only for the rest."""
    command = [sys.executable, "-m", "citevet", "check", "brief.md", "--online", "--format", "json"]
    emulator.inject("silence", service="www.courtlistener.com", times=1)
    stopped = subprocess.Popen(command, cwd=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    emulator.wait_for(lambda log: any(each.host == "api.crossref.org" and "silent.2017" in each.path for each in log))
    stopped.send_signal(signal.SIGINT)
    stopped.communicate(timeout=60)
    asked = len(emulator.log)
    done = subprocess.run(command, cwd=here, capture_output=True, check=False)
    again = [(each.host, each.path) for each in emulator.log[asked:]]
    assert 1 == done.returncode
    assert any(host == "www.courtlistener.com" for host, _ in again)
    # Crossref is queried once doi.org has answered, so that answer was there when the run was stopped.
    assert [] == [path for host, path in again if host == "doi.org" and "silent.2017" in path]


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize(
    ("target", "shown", "code"),
    [
        ("10.5555/trees.2020", "✓ found: 10.5555/trees.2020", 0),
        ("10.5555/retracted.2018", "✗ found, retracted: 10.5555/retracted.2018", 1),
        ("10.5555/none", "✗ missing: 10.5555/none", 1),
        ("Human Rights Act 1998, s 19", "! found, repealed: Human", 0),
        ("https://harbour-post.example/2019/regatta", "! found, gone: https", 0),
        ("Bell Atlantic Corp. v. Twombly, 550 U.S. 544 (2007)", "✓ found", 0),
        ("Harbour v. Linden, 999 U.S. 12 (2019)", "✗ missing", 1),
        (WREN, f"✓ found: {WREN}", 0),
        ("Wren R. A survey of urban birds. Journal of Trees. 2015;12:233-41.", "✓ found: Wren R. A survey", 0),
        ("Nobody, X. (2015). Purple elephants in the bathtub. Journal of Nothing, 1, 1-2.", "○ unchecked", 3),
    ],
)
def test_a_work_is_resolved(run: Run, target: str, shown: str, code: int) -> None:
    """By identifier, by citation of law, or as a reference without any."""
    done = run("resolve --fail-on incomplete", target)
    assert (code, done.stdout.splitlines()[0].startswith(shown)) == (done.returncode, True), done.stdout


ENTRIES = """\
@article{roots, author = {Ash, R.}, title = {The roots of street trees in old towns}, year = 2020,
  journal = {Journal of Trees}, doi = {10.5555/trees.2020}}
@article{damp, author = {Fern, S.}, title = {Damp streets and the plants that mark them}, year = 2019,
  journal = {Journal of Cities}, doi = {10.5555/silent.2017}}
@article{birds, author = {Wren, R.}, title = {A survey of urban birds}, year = 2015, journal = {Journal of Trees}}
"""


@pytest.fixture
def bibliography(here: Path) -> Path:
    """Three entries: right, with the DOI of another work, without DOI."""
    file = here / "refs.bib"
    file.write_text(ENTRIES)
    return file


@pytest.mark.usefixtures("emulator", "bibliography")
def test_a_bibliography_is_resolved(run: Run) -> None:
    """Each entry with its line, its record and what differs."""
    done = run("resolve refs.bib")
    assert 1 == done.returncode
    assert "title      you: Damp streets and the plants that mark them / record: Moss grows" in done.stdout
    assert "2 found, 1 mismatched" == done.stdout.splitlines()[-1]
    works = json.loads(run("resolve refs.bib --format json").stdout)
    assert [(1, "found"), (3, "mismatched"), (5, "found")] == [(each["line"], each["existence"]) for each in works]
    assert "10.5555/name.3" == works[2]["record"]["identifiers"]["doi"]


@pytest.mark.usefixtures("emulator")
def test_the_entries_of_a_bibliography_are_checked(run: Run, here: Path) -> None:
    """By itself it is audited online like a document that cites all of them."""
    retracted = "@article{oak, author = {Oak, R.}, title = {Pruning heals the broken hearts of oaks}, year = 2018,\n"
    (here / "refs.bib").write_text(f"{ENTRIES}{retracted} doi = {{10.5555/retracted.2018}}}}\n")
    report = audit(run, "check refs.bib --online")
    codes = [each["code"] for each in report["documents"][0]["findings"]]
    assert ["MET013", "RET001"] == [code for code in codes if code != "MET015"]  # what the entries leave out
    keys = [each["normal"] for each in report["documents"][0]["citations"]]
    fates = [existence for existence, _ in existences(report).values()]
    assert ["roots", "damp", "birds", "oak"] == keys
    assert ["found", "mismatched", "found", "found"] == fates
    assert 4 == report["census"]["citations"]


@pytest.mark.usefixtures("emulator", "bibliography")
def test_a_corrected_bibliography_has_what_was_found(run: Run) -> None:
    """BibTeX and CSL-JSON with the fields of the registry; what is left out is counted."""
    bibtex = run("resolve refs.bib --format bibtex")
    assert "doi = {10.5555/name.3}" in bibtex.stdout
    assert "silent" not in bibtex.stdout
    assert "1 of 3 works left out: no record found" in bibtex.stderr
    items = json.loads(run("resolve refs.bib --format csl").stdout)
    assert ["10.5555/trees.2020", "10.5555/name.3"] == [each["DOI"] for each in items]


def test_a_file_that_is_not_there_is_not_searched_for(run: Run, emulator: Emulator) -> None:
    """The name of a file is not a title."""
    done = run("resolve rfs.bib")
    assert 2 == done.returncode
    assert "rfs.bib: no such file" in done.stderr
    assert [] == emulator.log


@pytest.mark.usefixtures("emulator")
def test_a_page_in_several_spellings_is_looked_up_once(here: Path, run: Run, emulator: Emulator) -> None:
    """Fragment, `www`, slash, tracking and scheme do not make another source, and a parameter does."""
    spelt = ("", "/", "#top", "?utm_source=mail")
    words = [f"The storm left homes without power [report{number}]({STORM}{end})." for number, end in enumerate(spelt)]
    (here / "storm.md").write_text(f"{' '.join(words)} It rained ([other]({STORM}?id=2)).\n")
    report = audit(run, "check storm.md --online")
    asked = [request for request in emulator.log if request.path == "/2021/storm"]
    assert {"https://harbour-post.example/2021/storm"} <= {source["url"] for source in report["sources"]}
    assert 1 == len([request for request in asked if not request.query])
    first, *others = [each["source"] for each in report["documents"][0]["judgements"]]
    assert [first] * 3 == others[:3]
    assert first != others[3]
