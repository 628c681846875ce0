"""`citevet verify --web`: claims that the sources leave open are searched, and the pages found are judged."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from tests.doors.conftest import Run
from tests.emulator.pages import SITES
from tests.emulator.server import Emulator

import citevet
from citevet.errors import UsageError

STORM = "The storm left 300 homes in the harbour without power."
WRONG = "The storm left 900 homes in the harbour without power."
MILL = "The mill sells bread on Fridays."
KEYS = ("SERPER_API_KEY", "TAVILY_API_KEY", "BRAVE_API_KEY", "SEARXNG_URL")


def nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    """Support what has the same words, contradict another number of homes, know nothing else."""
    return [
        _weigh(set(text.lower().strip(".").split()), set(claim.lower().strip(".").split())) for text, claim in pairs
    ]


def _weigh(text: set[str], claim: set[str]) -> tuple[float, float, float]:
    if claim <= text:
        return 0.98, 0.01, 0.01
    return (0.01, 0.01, 0.98) if claim - {"900"} <= text and "300" in text else (0.01, 0.98, 0.01)


@pytest.fixture
def emulator(here: Path, monkeypatch: pytest.MonkeyPatch, use_nli: Callable[..., None]) -> Iterator[Emulator]:
    """A web with search services and one news site, and a key for Tavily."""
    use_nli(nli)
    (here / "mill.txt").write_text(MILL, encoding="utf-8")
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TAVILY_API_KEY", "a-key-of-mine")
    with Emulator(sites=SITES) as serving:
        serving.use(monkeypatch)
        services = {name: url for name, url in serving.services.items() if name != "searxng"}
        monkeypatch.setenv("CITEVET_SERVICES", json.dumps(services))
        yield serving


@pytest.fixture
def verify(run: Run) -> Run:
    """Run `citevet verify`."""
    return lambda *words: run("verify", *words)


def list_searches(emulator: Emulator) -> list[str]:
    return [request.service for request in emulator.log if request.service in {"serper", "tavily", "brave", "searxng"}]


@pytest.mark.usefixtures("emulator")
def test_a_page_supports(verify: Run) -> None:
    """Without --source; the passage and the address are shown, and to whom the claim was sent."""
    done = verify(STORM, "--web")
    assert "decided by a page on the web: https://harbour-post.example/2021/storm" in done.stdout
    assert "“The storm of March 2021 left 300 homes" in done.stdout
    assert "searched for 1 of 1 claim, with Tavily" in done.stdout
    assert 0 == done.returncode


def test_only_open_claims_are_sent(verify: Run, emulator: Emulator) -> None:
    """What the sources support, opinions, and what the judge cannot read stay here."""
    text = f"{MILL} {STORM} I think that storms are bad. 서울은 대한민국의 수도이다."
    done = json.loads(verify(text, "--source", "mill.txt", "--web", "--format", "json").stdout)
    found = {claim["text"]: (claim["verdict"], claim["webVerified"]) for claim in done["claims"]}
    assert (("supported", False), ("supported", True)) == (found[MILL], found[STORM])
    assert [STORM] == [request.json["query"] for request in emulator.log if request.service == "tavily"]


@pytest.mark.usefixtures("emulator")
def test_a_page_contradicts(verify: Run) -> None:
    """The snippet of another result repeats the wrong number; the page that can be read says otherwise."""
    done = verify(WRONG, "--web")
    assert "contradicted" in done.stdout
    assert "number: claim 900" in done.stdout
    assert 1 == done.returncode


@pytest.mark.parametrize("fault", ["403", "429-tomorrow", "500", "html-200", "json-empty"])
def test_a_search_that_fails_settles_nothing(verify: Run, emulator: Emulator, fault: str) -> None:
    """The claim stays unverifiable, with a note, and the service without a key is not blamed."""
    emulator.inject(fault, service="tavily")
    done = json.loads(verify(STORM, "--web", "--format", "json").stdout)
    (claim,) = done["claims"]
    assert ("unverifiable", False, "no-text") == (
        claim["verdict"],
        claim["webVerified"],
        claim["judgement"]["support_reason"],
    )
    assert any("not searched for every claim: Tavily" in note for note in done["notes"])


def test_no_key(verify: Run, emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """One error that names what can be set; nothing is sent."""
    monkeypatch.delenv("TAVILY_API_KEY")
    done = verify(STORM, "--web")
    assert 2 == done.returncode
    assert all(name in done.stderr for name in KEYS)
    assert 1 == len(done.stderr.strip().splitlines())
    assert not emulator.log


@pytest.mark.parametrize(("name", "service"), [*zip(KEYS, ("serper", "tavily", "brave", "searxng"), strict=True)])
def test_the_first_service_with_a_key(
    verify: Run, emulator: Emulator, monkeypatch: pytest.MonkeyPatch, name: str, service: str
) -> None:
    """Only that one is queried; SearXNG has an address in place of a key."""
    monkeypatch.delenv("TAVILY_API_KEY")
    monkeypatch.setenv(name, f"{emulator.url}/searxng" if service == "searxng" else "a-key-of-mine")
    assert "was searched" in verify(STORM, "--web").stdout
    assert [service] == list_searches(emulator)


@pytest.mark.parametrize(("flag", "amount"), [("--max-requests", "1"), ("--max-download", "100")])
@pytest.mark.usefixtures("emulator")
def test_the_budget_is_printed(verify: Run, flag: str, amount: str) -> None:
    """The search is all that fits; the claim is not settled, and the report says why."""
    done = verify(STORM, "--web", flag, amount)
    assert f"is used up ({flag})" in done.stdout
    assert "supported" not in done.stdout


def test_record_and_replay(verify: Run, emulator: Emulator, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """A recorded run is repeated without key and network, and no file has the key."""
    first = verify(STORM, "--web", "--record", "taped")
    monkeypatch.delenv("TAVILY_API_KEY")
    emulator.log.clear()
    again = verify(STORM, "--web", "--replay", "taped")
    assert first.stdout == again.stdout
    assert not emulator.log
    files = [path for path in (here / "taped").rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if b"a-key-of-mine" in path.read_bytes()]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--max-requests", "3", "--source", "mill.txt"], "--max-requests: is only for web searches"),
        (["--cosine", "--web"], "web: cosines alone were asked for"),
        ([], "no source given"),
    ],
)
@pytest.mark.usefixtures("emulator")
def test_flags_that_do_not_fit(verify: Run, words: Sequence[str], message: str) -> None:
    """Each is an error that says what to do."""
    done = verify(STORM, *words)
    assert 2 == done.returncode
    assert message in done.stderr


@pytest.mark.usefixtures("emulator")
def test_offline_beats_web(verify: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the settings forbid the network, nothing is searched."""
    monkeypatch.setenv("CITEVET_OFFLINE", "1")
    done = verify(STORM, "--web")
    assert (2, True) == (done.returncode, "the settings forbid the network" in done.stderr)


@pytest.mark.usefixtures("emulator")
def test_from_python() -> None:
    """The library takes True or settings of the network."""
    (claim,) = citevet.Verifier(web={"max_requests": 10}).verify([STORM]).claims
    assert ("supported", True) == (claim.verdict, claim.web_verified)
    assert "300 homes" in claim.snippets[0].text
    with pytest.raises(UsageError, match="cosines alone"):
        citevet.Verifier(nli=None, web=True)


@pytest.mark.usefixtures("emulator")
async def test_from_python_async() -> None:
    """The search does not block the loop of the caller."""
    (claim,) = (await citevet.averify([STORM], web=True)).claims
    assert claim.web_verified
