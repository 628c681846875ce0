"""Write what each interface calls the operations: `python docs/operations.py > docs/operations.md`."""  # noqa: INP001 - not a package

import inspect
import json
import sys
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import citevet
from citevet.jobs.callable_tools import TOOL_NAMES
from citevet.jobs.tool_arguments import ARGUMENT_NAMES
from citevet.schemas import tool_definitions
from citevet.serve.answers import TOOL_ANSWERS
from citevet.serve.http.app import make_app
from citevet.serve.requests import TOOL_CALLS
from citevet.serve.tool_guides import TOOL_GUIDES

_HEAD = """\
# Operations and their names

This page is generated from the code by `make docs`. Python, HTTP, MCP, `citevet stage call` and the tool definitions of
`citevet schema tools` take the same arguments with the same defaults, and give the same answers. An unknown argument is
refused with the nearest right name, and an error is everywhere `{"error": {"code", "message", "request_id"}}`: the body
over HTTP, the structured content of MCP, what `stage call` prints, and `error.to_dict()` in Python.

"""
_AGENTOS = """\
## Spellings of AgentOS

`webFallback` is accepted for `web_fallback`, and `content` (or `page_content`) for the `text` of a source. What its
`VerifiedResponse` has is in an answer a second time under its names: `overallGrounded` is `overall_grounded`, and so
on. Its tool `verify_citations` is `verify_claims`.

"""
# Operation → how it is called in Python, and over HTTP.
DOORS: Mapping[str, tuple[str, str]] = {
    "check_document": ("check", "POST /api/check"),
    "verify_claims": ("verify", "POST /api/verify"),
    "verify_many": ("verify_many", "POST /api/verify_many"),
    "prepare_sources": ("sources", "POST /api/sources"),
    "guard_stream": ("StreamGuard", "POST /api/guard"),
    "resolve_works": ("resolve_works", "POST /api/resolve"),
    "search_corpus": ("search_corpus", "GET /api/corpus/search"),
    "explain_rule": ("explain_rule", "GET /api/rules"),
}
# Operation → the command for people, where there is one.
COMMANDS: Mapping[str, str] = {
    "check_document": "check",
    "verify_claims": "verify",
    "resolve_works": "resolve",
    "search_corpus": "corpus search",
    "explain_rule": "rule",
}
_KINDS: Mapping[str, str] = {
    "array": "list",
    "boolean": "true or false",
    "integer": "whole number",
    "object": "object",
    "string": "text",
}
# Where an interface differs, and why.
_REMARKS: Mapping[str, str] = {
    "check_document": "Over HTTP a check is a job, since a thesis takes minutes; its report is the JSON of "
    "`citevet check --format json`. In Python `citevet.check` takes paths and returns a Report.",
    "prepare_sources": "In Python `citevet.sources` returns the sources themselves; elsewhere the answer is a name.",
    "guard_stream": "In Python a `StreamGuard` has `feed` and `finish`; over HTTP the sentences also come as "
    "server-sent events (`Accept: text/event-stream`).",
}


def describe_http() -> dict[str, Any]:
    """Return the OpenAPI description."""
    described: dict[str, Any] = make_app(SimpleNamespace(settings=None, gate=None)).openapi()  # type: ignore[arg-type]
    return described


def list_http_arguments(described: Mapping[str, Any], address: str) -> dict[str, Any]:
    """Return the arguments of an operation over HTTP, with their defaults."""
    method, path = address.split()
    operation = described["paths"][path][method.lower()]
    if method == "GET":
        return {each["name"]: each["schema"].get("default") for each in operation["parameters"]}
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    shape = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return {name: each.get("default") for name, each in shape["properties"].items()}


def list_python_arguments(name: str) -> dict[str, Any]:
    """Return the arguments of a function of the library, with their defaults."""
    parameters = inspect.signature(getattr(citevet, name)).parameters.values()
    return {each.name: None if each.default is each.empty else each.default for each in parameters}


def page() -> str:
    """Return the page."""
    table = "".join(
        f"| [`{tool}`](#{tool}) | `citevet.{python}` | `{http}` | {_name_command(tool)} | {guide.title} |\n"
        for (tool, guide), (python, http) in zip(TOOL_GUIDES.items(), DOORS.values(), strict=True)
    )
    head = f"| MCP, `stage call`, tool definition | Python | HTTP | Command | Use |\n|---|---|---|---|---|\n{table}\n"
    described = describe_http()
    sections = "".join("\n".join(_describe(tool, described)) for tool in DOORS)
    return f"{_HEAD}{head}{_AGENTOS}{sections}".rstrip() + "\n"


def _name_command(tool: str) -> str:
    return (
        f"[`citevet {COMMANDS[tool]}`](cli.md#citevet-{COMMANDS[tool].replace(' ', '-')})" if tool in COMMANDS else ""
    )


def _name_type(schema: Mapping[str, Any]) -> str:
    kinds = [_KINDS[each["type"]] for each in schema.get("anyOf", (schema,))]
    bounds = [f"{schema['minimum']}-{schema['maximum']}"] if "minimum" in schema else []
    words = " or ".join(f'`"{each}"`' for each in schema["enum"]) if "enum" in schema else " or ".join(kinds)
    return ", ".join((words, *bounds))


def _describe(tool: str, described: Mapping[str, Any]) -> Iterator[str]:
    _, address = DOORS[tool]
    over_http = list_http_arguments(described, address)
    if "options" in over_http:
        over_http |= described["components"]["schemas"]["CheckOptions"]["properties"]
    (definition,) = (each["function"] for each in tool_definitions() if each["function"]["name"] == tool)
    shape = TOOL_CALLS[tool].model_json_schema()
    others = ", ".join(f"`{old}`" for old, new in TOOL_NAMES.items() if new == tool)
    yield from (f"## {tool}", "", *([f"Also called {others}.", ""] if others else ()))
    yield from ("| Argument | Type | Default | HTTP | Meaning |", "|---|---|---|---|---|")
    for name, each in shape["properties"].items():
        older = ", ".join(f"`{old}`" for old, new in ARGUMENT_NAMES.items() if new == name)
        default = json.dumps(each["default"]) if "default" in each else ""
        kept = definition["parameters"]["properties"][name]
        named = f"`{name}` (also {older})" if older else f"`{name}`"
        cells = (named, _name_type(kept), f"`{default}`" if default else "", "yes" if name in over_http else "")
        yield f"| {' | '.join(cells)} | {kept.get('description', '')} |"
    fields = ", ".join(f"`{name}`" for name in TOOL_ANSWERS[tool].model_fields if name.lower() == name)
    yield from ("", f"Answer: {fields}.", "")
    if remark := _REMARKS.get(tool):
        yield from (remark, "")
    yield ""


if __name__ == "__main__":
    sys.stdout.write(page())
