"""The service by its own description: every request, every parameter, every example and every shape."""

import json
import re
from pathlib import Path
from runpy import run_path
from typing import Any

import httpx2
from jsonschema import Draft202012Validator
from tests.serve.running_server import send_text, wait_for

from citevet.serve.http import paper_check_routes, paper_routes

FACT = "Tokyo is the capital of Japan."
SOURCE = "Tokyo is the capital and seat of government of Japan."
describe_http = run_path(str(Path(__file__).parents[2] / "docs/operations.py"))["describe_http"]


def test_a_report_has_the_described_shape(client: httpx2.Client) -> None:
    """The report of a check over HTTP fits its shape in the description."""
    job = send_text(client, f"{FACT} [1]\n\n## References\n\n[1] Hill, A. (2020). On Trees.\n")
    wait_for(client, job)
    described = client.get("/openapi.json").json()
    answers = described["paths"]["/api/jobs/{job}/report"]["get"]["responses"]
    shape = answers["200"]["content"]["application/json"]["schema"]["anyOf"][0]
    report = client.get(f"/api/jobs/{job}/report").json()
    Draft202012Validator({**shape, "components": described["components"]}).validate(report)
    assert FACT in report["documents"][0]["text"]
    page = described["paths"]["/api/jobs/{job}/report.html"]["get"]["responses"]["200"]
    assert {"text/html"} == {*page["content"]}


def test_every_http_operation_refuses_unknown_parameters(client: httpx2.Client) -> None:
    """Each path and method of the description, with a parameter or a field that it does not have."""
    job = send_text(client, FACT)
    wait_for(client, job)
    described = client.get("/openapi.json").json()
    walked = 0
    for path, operations in described["paths"].items():
        address = path.replace("{job}", job).replace("{code}", "KEY001")
        if "{" in address:  # papers of the web page
            continue
        for method, operation in operations.items():
            required = {
                each["name"]: 1
                for each in operation.get("parameters", ())
                if each["in"] == "query" and each.get("required")
            }
            body: dict[str, Any] = {} if method in {"get", "delete"} else {"json": {"nonsense": 1}}
            if body and "application/json" not in operation.get("requestBody", {}).get("content", {}):
                continue
            answer = client.request(method, address, params={**required, **({} if body else {"nonsense": 1})}, **body)
            error = answer.json()["error"]
            assert (422, "invalid") == (answer.status_code, error["code"]), (method, path, answer.text)
            assert 'unknown argument "nonsense"' in error["message"], (method, path, answer.text)
            walked += 1
    assert walked >= 20


def test_every_address_refuses_unknown_parameters(client: httpx2.Client) -> None:
    """So do the addresses that the description leaves out: those of papers, which the page uses."""
    walked = 0
    for route in (*paper_routes.router.routes, *paper_check_routes.router.routes):
        address = re.sub(r"\{[^}]*\}", "1", route.path)  # type: ignore[attr-defined]  # each of them has one
        for method in route.methods:  # type: ignore[attr-defined]  # likewise
            answer = client.request(method, address, params={"nonsense": 1})
            assert 422 == answer.status_code, (method, address, answer.text)
            assert 'unknown argument "nonsense"' in answer.json()["error"]["message"]
            walked += 1
    assert walked >= 8


def test_a_parameter_is_given_once(client: httpx2.Client) -> None:
    """Neither the first nor the last of two values counts, whatever the name."""
    for query in ("query=a&query=b", "query=a&q=b", "q=a&q=b"):
        answer = client.get(f"/api/corpus/search?{query}")
        assert 422 == answer.status_code
        assert '"query" is given twice' in answer.json()["error"]["message"]
    taken = client.get("/api/rules", params={"code": "KEY001"})
    assert ["KEY001"] == [each["code"] for each in taken.json()["rules"]]


def test_a_flood_in_a_stream(client: httpx2.Client) -> None:
    """A chunk with thousands of sentences is refused, and the stream goes on as if it had not been sent."""
    first = client.post("/api/guard", json={"sources": [SOURCE], "chunk": "Tokyo is "}).json()
    flood = client.post("/api/guard", json={"guard": first["guard"], "chunk": "Yes. " * 2_000})
    assert (413, "too_large") == (flood.status_code, flood.json()["error"]["code"])
    longest = client.post("/api/guard", json={"guard": first["guard"], "chunk": "a" * 100_001})
    assert 422 == longest.status_code
    rest = client.post("/api/guard", json={"guard": first["guard"], "chunk": "the capital of Japan.", "finish": True})
    assert [("pass", FACT)] == [(each["action"], each["text"]) for each in rest.json()["events"]]


def test_items_name_no_more_sources_than_a_request_may_have(client: httpx2.Client) -> None:
    """Each item that names a kept set gets a copy of it: a few bytes would fill the memory."""
    text = "Tokyo is the capital of Japan. " * 40_000
    kept = client.post("/api/sources", json={"sources": [{"text": text}]}).json()["sources"]
    items = [{"claims": [FACT], "sources": kept}] * 40
    refused = client.post("/api/verify_many", json={"items": items})
    assert (413, "too_large") == (refused.status_code, refused.json()["error"]["code"])


def test_every_example_runs(client: httpx2.Client) -> None:
    """The example of each operation in the description has an answer."""
    described = client.get("/openapi.json").json()
    ran = []
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {})
            if method == "post" and "application/json" in content and "{" not in path:
                shape = described["components"]["schemas"][content["application/json"]["schema"]["$ref"].split("/")[-1]]
                answer = client.post(path, json=shape["examples"][0])
                ran.append(path)
            elif method == "get" and (given := _find_examples(operation)) is not None:
                answer = client.get(path.format(**given), params=None if "{" in path else given)
                ran.append(path)
            else:
                continue
            assert answer.status_code in {200, 202}, (method, path, answer.text)
            if "application/json" in answer.headers["content-type"]:
                shown = operation["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
                Draft202012Validator({**shown, "components": described["components"]}).validate(answer.json())
    assert {"/api/check", "/api/verify", "/api/verify_many", "/api/sources", "/api/guard", "/api/resolve"} <= {*ran}
    assert {"/api/corpus", "/api/corpus/search", "/api/rules", "/api/rules/{code}", "/health", "/metrics"} <= {*ran}


def _find_examples(operation: dict[str, Any]) -> dict[str, Any] | None:
    """Return the examples of the parameters that an operation needs; none where one has no example."""
    needed = [each for each in operation.get("parameters", ()) if each["required"]]
    if not all("examples" in each["schema"] for each in needed):
        return None
    return {each["name"]: each["schema"]["examples"][0] for each in needed}


def test_no_answer_is_a_bare_object() -> None:
    """Each answer in JSON has a shape of its own in the description, and each shape that it needs is there."""
    described = describe_http()
    shapes = described["components"]["schemas"]
    needed = re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(described))
    assert set() == {*needed} - {*shapes}
    assert "#/$defs/" not in json.dumps(described)
    bare = [
        (method, path, status)
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
        for status, answer in operation["responses"].items()
        if "application/json" in answer.get("content", {})
        and answer["content"]["application/json"]["schema"] in ({"type": "object"}, {})
    ]
    assert [] == bare


def test_no_part_of_an_answer_is_untyped() -> None:
    """Through all shapes: an object says its fields, or that its keys are free; a list says what is in it."""
    described = describe_http()
    shapes = described["components"]["schemas"]
    todo = [
        (f"{method} {path} {status}", answer["content"]["application/json"]["schema"])
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
        for status, answer in operation["responses"].items()
        if "application/json" in answer.get("content", {})
    ]
    faults: list[str] = []
    seen: set[str] = set()
    while todo:
        place, shape = todo.pop()
        if name := shape.get("$ref", "").rpartition("/")[2]:
            todo += [] if name in seen else [(name, shapes[name])]
            seen.add(name)
            continue
        fields, others, items = shape.get("properties"), shape.get("additionalProperties"), shape.get("items")
        if not {"type", "anyOf", "enum", "const"} & shape.keys():
            faults.append(f"{place}: anything")
        if shape.get("type") == "object" and not fields and others is None:
            faults.append(f"{place}: an object without fields")
        if shape.get("type") == "array" and not items:
            faults.append(f"{place}: a list of anything")
        todo += [(f"{place}.{key}", each) for key, each in (fields or {}).items()]
        todo += [(f"{place}[]", items)] if items else []
        todo += [(f"{place}{{}}", others)] if isinstance(others, dict) and others else []
        todo += [(f"{place}|{number}", each) for number, each in enumerate(shape.get("anyOf", ()))]
    assert [] == faults
    assert {"CheckReport", "ReportFinding", "VerifiedClaims", "SarifLog"} <= seen


def test_the_other_reports_have_the_described_shapes(client: httpx2.Client) -> None:
    """Each format that is JSON fits its own shape, and only the report itself that of the report."""
    described = client.get("/openapi.json").json()
    job = client.post("/api/check", json={"text": "Trees are green [^1].", "name": "a.md"}).json()["job"]
    with client.stream("GET", f"/api/jobs/{job}/events") as events:
        assert "event: done" in [*events.iter_lines()]
    formats = {"sarif": "SarifLog", "rdjson": "ReviewdogResult", "audit-json": "IntegrityAudits", "json": "CheckReport"}
    for name, shape in formats.items():
        answer = client.get(f"/api/jobs/{job}/report", params={"format": name}).json()
        whole = {"$ref": f"#/components/schemas/{shape}", "components": described["components"]}
        Draft202012Validator(whole).validate(answer)
    for issue in client.get(f"/api/jobs/{job}/report", params={"format": "gitlab"}).json():
        whole = {"$ref": "#/components/schemas/GitlabIssue", "components": described["components"]}
        Draft202012Validator(whole).validate(issue)


def test_a_stream_over_http(client: httpx2.Client) -> None:
    """Chunk by chunk, each finished sentence is an event with its verdict; the texts add up to the stream."""
    text = f"{FACT} Tokyo is not the capital of Japan. Osaka has a castle."
    given: dict[str, Any] = {"sources": [SOURCE], "on_unsupported": "block"}
    said, actions, guard = "", [], None
    for start in range(0, len(text), 20):
        last = start + 20 >= len(text)
        call = {"chunk": text[start : start + 20], "finish": last, **({"guard": guard} if guard else given)}
        with client.stream("POST", "/api/guard", json=call, headers={"accept": "text/event-stream"}) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            events = [part.split("\n") for part in "".join(answer.iter_text()).strip().split("\n\n")]
        names = [name.removeprefix("event: ") for name, _ in events]
        assert ("guard", "done") == (names[0], names[-1])
        for name, data in events:
            content = json.loads(data.removeprefix("data: "))
            guard = content.get("guard", guard)
            if name == "event: sentence":
                said += content["text"]
                actions.append(content["action"])
    assert (text, ["pass", "block", "block"]) == (said, actions)
