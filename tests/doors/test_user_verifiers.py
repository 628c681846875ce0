"""Verifiers of the user in `citevet check --online`: endpoints on loopback, and functions of installed packages."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.doors.conftest import Run
from tests.emulator.pages import SITES
from tests.emulator.server import Emulator, Request, Response

PIER = "The pier is public (doi:10.5555/trees.2020)."
OPEN = "The pier is open at night (doi:10.9999/unknown.1)."
EVIDENCE = [{"url": "https://harbour.test/HC-12", "snippet": "The pier is closed."}]


def answer(request: Request) -> Response:
    """Answer as the endpoint of a court that knows piers; a citation that it does not know is a 404."""
    label = request.path.removeprefix("/").partition("?")[0]
    if label in {"verified", "contradicted", "unknown"}:
        return Response({"label": label, "rationale": f"HC-12 is {label}.", "evidence": EVIDENCE})
    if label == "bare":
        return Response({"label": "contradicted", "rationale": "no hit"})
    return Response("no such case", 404 if label == "none" else 200)


@pytest.fixture
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """All services."""
    with Emulator(sites=SITES, hurries=True) as serving:
        serving.use(monkeypatch)
        yield serving


@pytest.fixture
def court(emulator: Emulator) -> Iterator[Emulator]:
    """The endpoint of the user, beside all services."""
    assert emulator.port
    with Emulator(extra={"harbour": answer}) as serving:
        yield serving


def write_verifier(here: Path, court: Emulator, path: str, name: str = "harbour", authority: float = 1.0) -> None:
    """Write a verifier for claims about piers."""
    where = f"uses: [{path.removeprefix('uses:')}]" if path.startswith("uses:") else f"url: '{court.url}/harbour{path}'"
    front = f"name: {name}\nmetadata:\n  patterns: ['\\bpier\\b']\n  authority: {authority}\n  {where}"
    (here / "mine").mkdir(exist_ok=True)
    (here / "mine" / f"{name}.md").write_text(f"---\n{front}\n---\nFor agents.\n", encoding="utf-8")


def audit(run: Run, here: Path, text: str, flags: str = "--verifiers mine") -> dict[str, Any]:
    """Return the report of a run."""
    (here / "memo.md").write_text(f"# Memo\n\n{text}\n", encoding="utf-8")
    done = run(f"check memo.md --online --format json {flags}")
    assert done.returncode in {0, 1}, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def judge(run: Run, here: Path, text: str = PIER, flags: str = "--verifiers mine") -> dict[str, Any]:
    """Return the only judgement of a document, with the codes of its findings."""
    document = audit(run, here, text, flags)["documents"][0]
    (judgement,) = document["judgements"]
    return {**judgement, "codes": [each["code"] for each in document["findings"] if each["code"][:3] == "EXI"]}


def test_an_endpoint_contradicts(run: Run, here: Path, court: Emulator) -> None:
    """The highest authority decides, our own verdict is kept, and the report says what was sent."""
    write_verifier(here, court, "/contradicted?claim={claim}&id={normal}&kind={kind}&text={citation}")
    found = judge(run, here)
    assert ("found", "contradicted", "harbour") == (found["existence"], found["support"], found["by"])
    assert ["EXI010"] == found["codes"]
    assert ["conflicting"] == found["flags"]
    assert "harbour (1) says contradicted, but scholarly (0.9) says verified" in found["note"]
    verdict = found["verdict"]
    assert ("contradicted", ["scholarly"]) == (verdict["label"], [each["verifier_name"] for each in verdict["dissent"]])
    assert EVIDENCE[0]["snippet"] == verdict["evidence"][0]["snippet"]
    (asked,) = court.log
    assert {
        "claim": "The pier is public.",
        "id": "10.5555/trees.2020",
        "kind": "doi",
        "text": "doi:10.5555/trees.2020",
    } == asked.query
    sent = audit(run, here, PIER.replace("public", "new"))["run"]["network"]["hosts"]
    assert {"claim": 1} == sent[court.url.removeprefix("http://")]["what"]


def test_a_lower_authority_only_dissents(run: Run, here: Path, court: Emulator) -> None:
    """Our verdict stays, and the other one is shown."""
    write_verifier(here, court, "/contradicted?id={normal}", authority=0.4)
    found = judge(run, here)
    assert ("found", "unchecked", None) == (found["existence"], found["support"], found["by"])
    assert (["conflicting"], ["EXI011"]) == (found["flags"], found["codes"])


def test_equal_authorities_that_disagree_leave_it_open(run: Run, here: Path, court: Emulator) -> None:
    """Two verifiers of the same authority give `unknown`, with both in the report."""
    write_verifier(here, court, "/contradicted?id={normal}")
    write_verifier(here, court, "/verified?id={normal}", name="port")
    found = judge(run, here)
    assert ("conflict", "unknown") == (found["verdict"]["verifier_name"], found["verdict"]["label"])
    assert ("unchecked", ["EXI011"]) == (found["support"], found["codes"])
    assert {"harbour", "port", "scholarly"} == {each["verifier_name"] for each in found["verdict"]["dissent"]}


def test_a_verifier_settles_what_we_cannot_look_up(run: Run, here: Path, court: Emulator, emulator: Emulator) -> None:
    """A citation whose registry does not answer is found and supported by the word of the user's verifier."""
    emulator.inject("500", service="doi")
    write_verifier(here, court, "/verified?id={normal}")
    found = judge(run, here, OPEN)
    assert ("found", "supported", []) == (found["existence"], found["support"], found["codes"])


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/none", "answered 404"),
        ("/bare", "says contradicted without evidence"),
        ("/page", "is not JSON"),
    ],
)
def test_no_hit_is_no_contradiction(run: Run, here: Path, court: Emulator, path: str, why: str) -> None:
    """A 404, a verdict without evidence and an unreadable answer are no verdict, and the run is not complete."""
    write_verifier(here, court, path)
    found = judge(run, here)
    assert ("found", "unchecked", [], None) == (found["existence"], found["support"], found["codes"], found["verdict"])
    assert f"harbour gave no verdict: {why}" in found["note"]
    assert found["support_reason"] != "not-asked"


def test_other_findings_keep_their_words(run: Run, here: Path, court: Emulator) -> None:
    """Why a verifier gave no verdict is in the note of the judgement, not in the messages of other rules."""
    write_verifier(here, court, "/none")
    document = audit(run, here, "The pier is public (doi:10.5555/series.1999).")["documents"][0]
    (found,) = [each["message"] for each in document["findings"] if each["code"] == "EXI007"]
    assert found.endswith("has no DOI 10.5555/series.1999")
    assert "harbour gave no verdict" in document["judgements"][0]["note"]


def test_only_claims_with_a_match_are_sent(run: Run, here: Path, court: Emulator) -> None:
    """A verifier with patterns gets no other claims; one without gets what no specialist takes."""
    write_verifier(here, court, "/verified?id={normal}")
    assert judge(run, here, "Trees are old (doi:10.5555/trees.2020).")["verdict"] is None
    text = (here / "mine/harbour.md").read_text(encoding="utf-8").replace("'\\bpier\\b'", "")
    (here / "mine/harbour.md").write_text(text, encoding="utf-8")
    assert judge(run, here, "Trees are old (doi:10.5555/trees.2020).")["verdict"] is None
    page = "Water rises ([fact sheet](https://street.test/fact-sheets/7))."
    assert "harbour" == judge(run, here, page)["verdict"]["verifier_name"]


def test_our_verdict_with_another_authority(run: Run, here: Path, court: Emulator) -> None:
    """`uses` takes our verdict, and gives it the authority of the file."""
    write_verifier(here, court, "uses:scholarly", authority=0.3)
    write_verifier(here, court, "/contradicted?id={normal}", name="port", authority=0.5)
    found = judge(run, here)
    assert ("port", "contradicted") == (found["by"], found["support"])
    assert ["harbour"] == [each["verifier_name"] for each in found["verdict"]["dissent"]]


# Functions of packages

MODULE = """
def verify(claim, citation):
    if "boom" in claim:
        raise ZeroDivisionError("no tide")
    if "odd" in claim:
        return {"label": "maybe"}
    return {"label": "contradicted", "rationale": citation["kind"], "evidence": [{"url": "file of the court, no. 12"}]}

verify.patterns = [r"\\bpier\\b"]
verify.authority = 1.0
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with a verifier."""
    folder = tmp_path / "site"
    (folder / "harbour_rules-1.0.dist-info").mkdir(parents=True)
    (folder / "harbour_rules-1.0.dist-info/METADATA").write_text("Name: harbour-rules\nVersion: 1.0\n", "utf-8")
    points = folder / "harbour_rules-1.0.dist-info/entry_points.txt"
    points.write_text("[citevet.verifiers]\nharbour = harbour_rules:verify\n", "utf-8")
    (folder / "harbour_rules.py").write_text(MODULE, "utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(__import__("sys").modules, "harbour_rules", raising=False)
    return points


@pytest.mark.usefixtures("emulator", "package")
def test_a_function_gives_verdicts(run: Run, here: Path) -> None:
    """It gets the claim and the citation; an exception or a wrong answer does not count."""
    found = judge(run, here, flags="")
    assert ("harbour", "doi", "contradicted") == (found["by"], found["verdict"]["rationale"], found["support"])
    failed = judge(run, here, f"A boom at the pier. {PIER.replace('public', 'boom')}", flags="")
    assert "harbour gave no verdict: failed (ZeroDivisionError: no tide)" in failed["note"]
    odd = judge(run, here, PIER.replace("public", "odd"), flags="")
    assert "label must be one of verified, contradicted, unknown" in odd["note"]


def test_offline_asks_no_verifier(run: Run, here: Path, court: Emulator, package: Path) -> None:
    """Without `--online`, neither functions nor endpoints run."""
    assert package.is_file()
    write_verifier(here, court, "/contradicted")
    (here / "memo.md").write_text(f"{PIER}\n", encoding="utf-8")
    report = json.loads(run("check memo.md --format json --verifiers mine").stdout)
    assert (None, []) == (report["documents"][0]["judgements"][0]["verdict"], court.log)


@pytest.mark.usefixtures("emulator")
def test_a_package_that_cannot_be_loaded_is_an_error(run: Run, here: Path, package: Path) -> None:
    """The name of the verifier and the error are shown."""
    package.write_text("[citevet.verifiers]\nharbour = harbour_rules:missing\n", "utf-8")
    (here / "memo.md").write_text(f"{PIER}\n", encoding="utf-8")
    done = run("check memo.md --online")
    assert 2 == done.returncode
    assert "harbour: the verifier cannot be loaded (AttributeError" in done.stderr


# What only the user decides


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("url: 'http://{citation}/x'", "url must be an http or https address, with placeholders only behind the host"),
        ("url: 'file:///etc/passwd'", "url must be an http or https address"),
        ("url: 'http://me@127.0.0.1/x'", "url must be an http or https address"),
        ("url: 'http://127.0.0.1/{secret}'", "url may have the placeholders {claim}, {citation}, {normal} and {kind}"),
        ("uses: [the-moon]", "uses must be some of korean-law, de-law"),
    ],
)
def test_a_file_that_cannot_be_used_is_an_error(run: Run, here: Path, change: str, why: str) -> None:
    """A verifier that would not run, or would run elsewhere, ends the run before anything is sent."""
    (here / "mine").mkdir()
    (here / "mine/x.md").write_text(f"---\nname: x\nmetadata:\n  {change}\n---\n", encoding="utf-8")
    (here / "memo.md").write_text(f"{PIER}\n", encoding="utf-8")
    done = run("check memo.md --online --verifiers mine")
    assert (2, True) == (done.returncode, why in done.stderr), done.stderr


def test_a_project_cannot_name_verifiers(run: Run, here: Path) -> None:
    """A foreign project must not decide where claims are sent."""
    (here / "citevet.toml").write_text('verifiers = "mine"\n', encoding="utf-8")
    (here / "memo.md").write_text(f"{PIER}\n", encoding="utf-8")
    done = run("check memo.md --online")
    assert (2, True) == (done.returncode, "verifiers is not allowed in a configuration file" in done.stderr)


def test_a_document_does_not_reach_the_host_of_a_verifier(
    run: Run, here: Path, court: Emulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An endpoint in a private network stays out of reach of the addresses in a document."""
    monkeypatch.delenv("CITEVET_ALLOW_PRIVATE")
    write_verifier(here, court, "/contradicted?id={normal}")
    audit(run, here, f"The pier is public ([minutes]({court.url}/harbour/minutes)).")
    assert ["/contradicted"] == [request.path for request in court.log]


def test_a_verifier_for_agents_only_is_named(run: Run, here: Path, court: Emulator) -> None:
    """A file without an endpoint is for an agent; the report says that it was not run."""
    write_verifier(here, court, "/verified")
    (here / "mine/agent.md").write_text("---\nname: agent\n---\nSearch the minutes.\n", encoding="utf-8")
    notes = audit(run, here, PIER)["run"]["notes"]
    assert ["agent.md has neither `url` nor `uses`, so only an agent can run it"] == notes


def test_a_pattern_that_never_ends_leaves_the_citation_open(run: Run, here: Path, court: Emulator) -> None:
    """Its verifier gives no verdict, the judgement says why, and the other verifiers are asked."""
    write_verifier(here, court, "/contradicted?id={normal}")
    stuck = "name: stuck\nmetadata:\n  patterns: ['(a+)+$']\n  url: 'http://127.0.0.1:9/{claim}'"
    (here / "mine/stuck.md").write_text(f"---\n{stuck}\n---\n", encoding="utf-8")
    found = judge(run, here, f"The pier {'a' * 60}! is public (doi:10.5555/trees.2020).")
    assert "stuck gave no verdict: pattern '(a+)+$' takes more than 1 s to search one claim" in found["note"]
    assert ("contradicted", "harbour") == (found["support"], found["by"])
