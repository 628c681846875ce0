"""Every operation of every interface: one set of names, defaults and answers, and no argument without effect."""

import inspect
import json
import shutil
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from runpy import run_path
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner
from mcp import Client
from tests.serve.running_server import RunningServer

import citevet
from citevet.cli import group
from citevet.jobs.callable_tools import TOOL_NAMES
from citevet.jobs.file_roots import FileRoots
from citevet.jobs.tool_calls import TOOLS
from citevet.schemas import tool_definitions
from citevet.serve.answers import TOOL_ANSWERS
from citevet.serve.mcp.server import ServerSettings, build_server
from citevet.serve.requests import TOOL_CALLS

ROOT = Path(__file__).parents[2]
FACT = "Tokyo is the capital of Japan."
SOURCE = "Tokyo is the capital and seat of government of Japan."
FILE = {"name": "japan.md", "data": b64encode(f"# Japan\n\n{SOURCE}\n".encode()).decode()}
# A call of each tool that has an answer.
CALLS: dict[str, dict[str, Any]] = {
    "check_document": {"text": f"{FACT} [1]\n", "ignore": ["KEY007"], "max_findings": 1},
    "verify_claims": {"text": f"{FACT} Tokyo has 40 million people [1].", "sources": [SOURCE]},
    "verify_many": {"items": [FACT, [FACT], {"text": FACT, "sources": [FILE]}], "sources": [SOURCE]},
    "prepare_sources": {"sources": [SOURCE, FILE]},
    "guard_stream": {"chunk": f"{FACT} It is not the capital of Japan.", "finish": True, "sources": [SOURCE]},
    "resolve_works": {"targets": "10.1038/nature12373", "bibliography": {"text": "@book{a, title={On Trees}}"}},
    "search_corpus": {"query": "shade", "limit": 1},
    "explain_rule": {"rule": "KEY001"},
}
PAGE = run_path(str(ROOT / "docs/operations.py"))
DOORS: dict[str, tuple[str, str]] = PAGE["DOORS"]
LOCAL = {"paths", "path"}  # files are named where they are, and sent over HTTP


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example project."""
    folder = tmp_path_factory.mktemp("operations") / "project"
    shutil.copytree(ROOT / "examples", folder)
    return folder


@pytest.fixture(scope="module")
def server(project: Path) -> Iterator[RunningServer]:
    """A server of that project."""
    running = RunningServer(project.parent, project, {"rate": 1_000_000})
    running.start()
    yield running
    running.end()


@pytest.fixture
def client(server: RunningServer) -> Iterator[httpx2.Client]:
    """A client of that server."""
    with server.client() as opened:
        yield opened


@pytest.fixture(scope="module")
def tools(project: Path) -> citevet.Tools:
    """The tools in Python."""
    return citevet.Tools(roots=[project])


def call_http(client: httpx2.Client, tool: str, given: dict[str, Any], **more: Any) -> httpx2.Response:
    method, path = DOORS[tool][1].split()
    if method == "GET":
        return client.get(path, params=given, **more)
    return client.post(path, json=given, **more)


async def call_mcp(project: Path, tool: str, given: dict[str, Any]) -> Any:
    server = build_server(ServerSettings(scratch=project.parent, roots=FileRoots.of([project])))
    async with Client(server, mode="auto") as opened:
        return await opened.call_tool(tool, given)


def without_names(answer: Any) -> Any:
    """Return an answer without what a program makes up on its own, and without its own notes."""
    if isinstance(answer, list):
        return [without_names(each) for each in answer]
    if not isinstance(answer, dict):
        return answer
    kept = {key: value for key, value in answer.items() if key not in {"report", "notes", "guard"}}
    if isinstance(kept.get("sources"), str):
        kept.pop("sources")
    return {key: without_names(value) for key, value in kept.items()}


def test_every_operation_is_at_every_door() -> None:
    """The tools, their models, their definitions, Python and HTTP have the same operations."""
    assert [*TOOLS] == [*TOOL_CALLS] == [*TOOL_ANSWERS] == [*DOORS] == [*CALLS]
    assert [*TOOLS] == [each["function"]["name"] for each in tool_definitions()]
    assert set(TOOL_NAMES.values()) <= set(TOOLS)


@pytest.mark.parametrize("tool", TOOLS)
def test_names_and_defaults_are_the_same(tool: str) -> None:
    """An argument has one name and one default: in the tool, its model, its definition and over HTTP."""
    parameters = [each for each in inspect.signature(TOOLS[tool]).parameters.values() if each.kind is each.KEYWORD_ONLY]
    fields = TOOL_CALLS[tool].model_fields
    assert {each.name for each in parameters} == set(fields)
    for each in parameters:
        default = None if each.default is each.empty else each.default
        known = fields[each.name].get_default()
        assert (default or None) == (None if fields[each.name].is_required() else known or None), each.name
    (definition,) = (each["function"] for each in tool_definitions() if each["function"]["name"] == tool)
    assert set(fields) == set(definition["parameters"]["properties"])
    described = PAGE["describe_http"]()
    over_http = PAGE["list_http_arguments"](described, DOORS[tool][1])
    if tool == "check_document":
        over_http |= described["components"]["schemas"]["CheckOptions"]["properties"]
        assert set(fields) - set(over_http) == {"path", "max_findings"}
    else:
        assert set(fields) - LOCAL == set(over_http) - {"options"}


@pytest.mark.parametrize("tool", ["verify_many", "resolve_works", "search_corpus", "explain_rule"])
def test_python_has_the_same_names(tool: str) -> None:
    """A function of the library takes what the tool takes; settings of the project stand beside it."""
    own = PAGE["list_python_arguments"](DOORS[tool][0])
    missing = set(TOOL_CALLS[tool].model_fields) - set(own)
    assert set() == missing - ({"paths", "web_fallback"} if tool == "verify_many" else set())


@pytest.mark.parametrize("tool", TOOLS)
async def test_the_answers_are_the_same(tool: str, tools: citevet.Tools, client: httpx2.Client, project: Path) -> None:
    """One call has one answer, of the published shape, whoever is asked."""
    answer = tools.call(tool, CALLS[tool])
    TOOL_ANSWERS[tool].model_validate(answer)
    result = await call_mcp(project, tool, CALLS[tool])
    assert not result.is_error
    assert without_names(answer) == without_names(result.structured_content)
    if tool != "check_document":
        sent = call_http(client, tool, CALLS[tool])
        assert 200 == sent.status_code, sent.text
        TOOL_ANSWERS[tool].model_validate(sent.json())
        assert without_names(answer) == without_names(sent.json())


@pytest.mark.parametrize("tool", TOOLS)
async def test_an_unknown_argument_is_refused(
    tool: str, tools: citevet.Tools, client: httpx2.Client, project: Path, tmp_path: Path
) -> None:
    """Every operation of every interface names the nearest right name, and has one shape of errors."""
    name = next(iter(CALLS[tool]))
    given = {f"{name}{name[-1]}": 1, **CALLS[tool]}
    said = f'unknown argument "{name}{name[-1]}", did you mean "{name}"?'
    with pytest.raises(citevet.CitevetError) as caught:
        tools.call(tool, given)
    result = await call_mcp(project, tool, given)
    ran = run_stage(tool, given, tmp_path)
    bodies = [caught.value.to_dict(), result.structured_content, json.loads(ran.stdout)]
    bodies.append(call_http(client, tool, given).json())
    assert (True, caught.value.code) == (result.is_error, getattr(ran.exception, "code", None))
    for body in bodies:
        assert {"code", "message", "request_id"} == body["error"].keys()
        assert "invalid" == body["error"]["code"]
        assert said in body["error"]["message"]


def run_stage(tool: str, given: dict[str, Any], folder: Path, *options: str) -> Any:
    file = folder / "call.json"
    file.write_text(json.dumps(given))
    return CliRunner().invoke(group, ["stage", "call", tool, str(file), *options])


# Calls that no interface takes, by the code of the error.
REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("invalid", "verify_claims", {}),
    ("invalid", "verify_claims", {"text": FACT, "claims": [FACT]}),
    ("invalid", "verify_claims", {"text": [FACT]}),
    ("invalid", "verify_claims", {"claims": [FACT] * 501}),
    ("invalid", "verify_claims", {"text": "a" * 2_000_001}),
    ("invalid", "verify_claims", {"text": FACT, "sources": {"text": SOURCE}}),
    ("invalid", "verify_claims", {"text": FACT, "sources": [SOURCE] * 501}),
    ("invalid", "verify_claims", {"text": FACT, "sources": ""}),
    ("invalid", "verify_claims", {"text": FACT, "web_fallback": "yes"}),
    ("invalid", "verify_claims", {"text": FACT, "web_fallback": False, "webFallback": True}),
    ("bad_request", "verify_claims", {"text": FACT, "sources": [{"contnt": SOURCE}]}),
    ("bad_request", "verify_claims", {"text": FACT, "sources": [{}]}),
    ("bad_request", "verify_claims", {"text": FACT, "sources": [{"name": "a.md", "data": "!"}]}),
    ("invalid", "verify_claims", {"text": FACT, "sources": [{"name": "a.pdf", "data": "aGVsbG8="}]}),
    ("not_found", "verify_claims", {"text": FACT, "sources": "nobody"}),
    ("not_found", "verify_many", {"items": [{"text": FACT, "sources": "nobody"}]}),
    ("invalid", "verify_many", {"items": [FACT] * 101}),
    ("bad_request", "verify_many", {"items": [3], "sources": [SOURCE]}),
    ("bad_request", "verify_many", {"items": [{"txt": FACT}], "sources": [SOURCE]}),
    ("bad_request", "verify_many", {"items": [FACT]}),
    ("invalid", "prepare_sources", {"sources": "abc"}),
    ("bad_request", "prepare_sources", {"sources": [["a"]]}),
    ("not_found", "guard_stream", {"guard": "nobody", "chunk": FACT}),
    ("invalid", "guard_stream", {"guard": "nobody", "sources": [SOURCE]}),
    ("invalid", "guard_stream", {"chunk": FACT}),
    ("invalid", "guard_stream", {"sources": [SOURCE], "on_unsupported": "delete"}),
    ("invalid", "guard_stream", {"sources": [SOURCE], "chunk": "a" * 100_001}),
    ("too_large", "guard_stream", {"sources": [SOURCE], "chunk": "Yes. " * 2_000}),
    ("invalid", "resolve_works", {"targets": [""]}),
    ("invalid", "resolve_works", {"targets": ["10.1000/1"] * 501}),
    ("invalid", "resolve_works", {"targets": "x" * 4_001}),
    ("invalid", "resolve_works", {"bibliography": {"txt": "@book{a}"}}),
    ("invalid", "search_corpus", {}),
    ("invalid", "search_corpus", {"query": " "}),
    ("invalid", "search_corpus", {"query": "x", "limit": 0}),
    ("invalid", "search_corpus", {"query": "x", "limit": 101}),
    ("invalid", "search_corpus", {"query": "x", "q": "y"}),
    ("invalid", "explain_rule", {"rule": "PAG999"}),
    ("invalid", "explain_rule", {"rule": ""}),
    ("invalid", "check_document", {}),
    ("invalid", "check_document", {"text": FACT, "select": "KEY"}),
    ("invalid", "check_document", {"text": FACT, "name": ""}),
    ("invalid", "check_document", {"text": FACT, "max_findings": -1}),
]


@pytest.mark.parametrize(("code", "tool", "given"), REFUSED)
async def test_one_fault_has_one_code(
    code: str,
    tool: str,
    given: dict[str, Any],
    tools: citevet.Tools,
    client: httpx2.Client,
    project: Path,
    tmp_path: Path,
) -> None:
    """What one interface refuses, all refuse, and for the same reason."""
    with pytest.raises(citevet.CitevetError) as caught:
        tools.call(tool, given)
    staged = run_stage(tool, given, tmp_path, "--root", str(project))
    bodies = [
        caught.value.to_dict(),
        (await call_mcp(project, tool, given)).structured_content,
        json.loads(staged.stdout),
        call_http(client, tool, given).json(),
    ]
    assert [code] * 4 == [each["error"]["code"] for each in bodies], bodies
    assert all(15 < len(each["error"]["message"]) < 700 for each in bodies), bodies


async def test_null_is_an_argument_that_is_not_given(
    tools: citevet.Tools, client: httpx2.Client, project: Path
) -> None:
    """Models often send null for what they leave out; it is the default at every interface."""
    for tool, full in CALLS.items():
        if tool == "check_document":
            continue
        call = {**dict.fromkeys(TOOL_CALLS[tool].model_fields), **full}
        sent = {name: value for name, value in call.items() if name not in LOCAL}
        answers = [tools.call(tool, call), (await call_mcp(project, tool, call)).structured_content]
        answers += [call_http(client, tool, sent).json()] if DOORS[tool][1].startswith("POST") else []
        assert all(without_names(tools.call(tool, full)) == without_names(each) for each in answers)


def test_items_cannot_switch_the_network_on(tools: citevet.Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    """An item asks for the web by itself; a program without network does not search, and says so."""

    def search(*_: object) -> None:
        raise AssertionError("the web is searched")

    monkeypatch.setattr("citevet.jobs.verify._open_search", search)
    for name in ("web_fallback", "webFallback"):
        answer = tools.call(
            "verify_many", {"items": [{"text": "Osaka has a castle.", name: True}], "sources": [SOURCE]}
        )
        assert ["The web was not searched: the network is off."] == answer["results"][0]["notes"]


@pytest.mark.parametrize(
    "call",
    [
        lambda: citevet.verify(text=FACT, sources=[SOURCE], webFalback=True),
        lambda: citevet.Verifier(cache=False).verify(text=FACT, sources=[SOURCE], path=[]),
        lambda: list(citevet.verify_many([{"txt": FACT}], [SOURCE])),
        lambda: citevet.resolve_works(["10.1000/1"], bibliography={"txt": ""}),
        lambda: citevet.resolve_works(["10.1000/1"], onlin=True),
        lambda: citevet.check(ROOT / "examples/paper.md", flags={"jugde": "small"}),
    ],
)
def test_python_refuses_what_it_does_not_know(call: Callable[[], Any]) -> None:
    """A slip in a keyword or a setting is an error with the right name, and never without effect."""
    with pytest.raises(citevet.CitevetError, match=r"did you mean|unknown"):
        call()


@pytest.mark.parametrize("name", TOOL_NAMES)
def test_every_other_name_leads_to_its_tool(name: str, tools: citevet.Tools) -> None:
    """The names of AgentOS, of earlier versions and of Python are those of the tools."""
    tool = TOOL_NAMES[name]
    assert without_names(tools.call(tool, CALLS[tool])) == without_names(tools.call(name, CALLS[tool]))


def test_python_objects_have_the_names_of_the_answer() -> None:
    """What HTTP and MCP call a value is an attribute of the result in Python, with the same value."""
    found = citevet.verify(**CALLS["verify_claims"])
    answer = found.to_dict()
    for name in (
        "summary",
        "total_claims",
        "supported_ratio",
        "overall_grounded",
        *(each for each in answer if "_count" in each),
    ):
        assert answer[name] == getattr(found, name)
    names = {name for name in answer["claims"][0] if name.lower() == name} - {"why"}  # by the thresholds of the call
    assert [] == [name for name in names if not hasattr(found.claims[0], name)]
    assert [each.source_snippet for each in found.claims] == [each["source_snippet"] for each in answer["claims"]]


def test_spellings_of_agentos(tools: citevet.Tools, client: httpx2.Client) -> None:
    """`webFallback` and `content` are taken, and its names stand in the answer."""
    call: dict[str, Any] = {"text": FACT, "sources": [{"content": SOURCE}], "webFallback": False}
    for answer in (
        tools.call("verify_citations", call),
        client.post("/api/verify", json=call).json(),
        citevet.verify(**call).to_dict(),
    ):
        assert (True, 1, 1.0) == tuple(answer[key] for key in ("overallGrounded", "supportedCount", "supportedRatio"))
        assert answer["claims"][0]["sourceSnippet"] == answer["claims"][0]["source_snippet"] == SOURCE


def test_sources_are_prepared_once(tools: citevet.Tools, client: httpx2.Client) -> None:
    """A name stands for sources in every later call; over HTTP files are sent as a form, too."""
    files = {"source": ("japan.md", f"# Japan\n\n{SOURCE}\n".encode())}
    for name in (
        tools.call("prepare_sources", {"sources": [FILE]})["sources"],
        client.post("/api/sources", files=files).json()["sources"],
    ):
        for tool, given in (("verify_claims", {"text": FACT}), ("verify_many", {"items": [FACT]})):
            call = {**given, "sources": name}
            try:
                answer = tools.call(tool, call)
            except citevet.CitevetError:
                answer = call_http(client, tool, call).json()
            assert 1 == answer.get("results", [answer])[0]["supported_count"]


def test_a_name_of_another_user_or_time(client: httpx2.Client, tools: citevet.Tools) -> None:
    """A name that nothing has is `not_found`, over HTTP with the status 404."""
    call = {"text": FACT, "sources": "nobody"}
    answer = client.post("/api/verify", json=call)
    assert (404, "not_found") == (answer.status_code, answer.json()["error"]["code"])
    with pytest.raises(citevet.CitevetError) as caught:
        tools.call("verify_claims", call)
    assert "not_found" == caught.value.to_dict()["error"]["code"]


def test_the_page_is_up_to_date() -> None:
    """docs/operations.md is what the code gives; `make docs` writes it."""
    assert PAGE["page"]() == (ROOT / "docs/operations.md").read_text("utf-8")
