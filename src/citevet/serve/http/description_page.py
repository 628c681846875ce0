"""The page `/docs`: all requests with their arguments, answers and examples, as plain HTML without scripts."""

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import urlencode

Json = Mapping[str, Any]
_SHAPES = "#/components/schemas/"
_JSON = "application/json"
_SUCCESS = ("200", "202", "204")
_DEEPEST = 5  # alternatives and lists inside each other that are written out


def render_description(described: Json, address: str) -> str:
    """Return the page of an OpenAPI description, for a server at an address."""
    operations = list(_list_operations(described))
    info = described["info"]
    return "".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<title>{escape(info["title"])} API</title><link rel="stylesheet" href="static/docs.css"></head><body>',
            f"<header><h1>{escape(info['title'])} {escape(info['version'])}: HTTP API</h1>",
            *(f"<p>{_mark_code(each)}</p>" for each in info["description"].split("\n\n")),
            '<p>The same as data: <a href="openapi.json">openapi.json</a>.</p></header>',
            f"<nav aria-label='Requests'><ul>{''.join(_link(*each) for each in operations)}</ul></nav><main>",
            *_list_sections(operations, address, described),
            '<h2 id="shapes">Shapes</h2>',
            *(_show_shape(name, shape) for name, shape in sorted(described["components"]["schemas"].items())),
            "</main></body></html>\n",
        )
    )


def _list_operations(described: Json) -> Iterator[tuple[str, str, Json]]:
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            yield method.upper(), path, operation


def _link(method: str, path: str, operation: Json) -> str:
    name = escape(operation["operationId"])
    return f'<li><a href="#{name}"><code>{method} {escape(path)}</code></a></li>'


def _list_sections(operations: list[tuple[str, str, Json]], address: str, described: Json) -> Iterator[str]:
    for group in dict.fromkeys(each["tags"][0] for _, _, each in operations):
        yield f"<h2>{escape(group.capitalize())}</h2>"
        for method, path, operation in operations:
            if operation["tags"][0] == group:
                yield from _show_operation(method, path, operation, address, described)


def _show_operation(method: str, path: str, operation: Json, address: str, described: Json) -> Iterator[str]:
    name = escape(operation["operationId"])
    yield f'<section><h3 id="{name}"><code class="method">{method}</code> <code>{escape(path)}</code></h3>'
    yield from (f"<p>{_mark_code(each)}</p>" for each in operation.get("description", "").split("\n\n"))
    parameters = [
        (each["name"], {"description": each.get("description", ""), **each["schema"]}, each["required"])
        for each in operation.get("parameters", ())
    ]
    body = operation.get("requestBody", {}).get("content", {})
    yield _show_fields(parameters) if parameters else ""
    for kind, content in body.items():
        schema = content["schema"]
        yield f"<p>Body: {escape(kind)}, {_show_type(schema)}</p>"
        yield _show_fields(_list_fields(_find_shape(schema, described) if "$ref" in schema else schema))
    if example := _make_example(method, path, operation, address, described):
        yield f"<pre><code>{escape(example)}</code></pre>"
    for status, answer in operation["responses"].items():
        if status in _SUCCESS:
            kinds = answer.get("content", {})
            shown = ", ".join(f"{escape(kind)} {_show_type(each['schema'])}".strip() for kind, each in kinds.items())
            yield f"<p>Answer {status}: {shown or 'empty'}</p>"
    failed = {status: each for status, each in operation["responses"].items() if status not in _SUCCESS}
    rows = "".join(f"<li>{status}: {escape(each['description'])}</li>" for status, each in failed.items())
    yield f"<details><summary>Errors</summary><ul>{rows}</ul></details></section>"


def _make_example(method: str, path: str, operation: Json, address: str, described: Json) -> str:
    """Return a command that works as it is, or with an id filled in."""
    query = {
        each["name"]: next(iter(each["schema"].get("examples", ())), None)
        for each in operation.get("parameters", ())
        if each["in"] == "query" and each["required"]
    }
    for each in operation.get("parameters", ()):
        if each["in"] == "path" and each["schema"].get("examples"):
            path = path.replace(f"{{{each['name']}}}", str(each["schema"]["examples"][0]))
    given = {key: value for key, value in query.items() if value is not None}
    url = f"{address}{path}" + (f"?{urlencode(given)}" if given else "")
    schema = operation.get("requestBody", {}).get("content", {}).get(_JSON, {}).get("schema")
    if schema is None:
        return f"curl{'' if method == 'GET' else f' -X {method}'} '{url}'"
    example = json.dumps(_find_shape(schema, described)["examples"][0], ensure_ascii=False, indent=2)
    verb = "" if method == "POST" else f"-X {method} "
    return f"curl {verb}-H 'Content-Type: application/json' '{url}' -d '{example.replace(chr(39), '’')}'"


def _find_shape(schema: Json, described: Json) -> Json:
    shape: Json = described["components"]["schemas"][schema["$ref"].removeprefix(_SHAPES)]
    return shape


def _show_shape(name: str, shape: Json) -> str:
    about = f"<p>{_mark_code(shape['description'])}</p>" if shape.get("description") else ""
    fields = _show_fields(_list_fields(shape))
    return f'<section><h3 id="shape-{escape(name)}">{escape(name)}</h3>{about}{fields}</section>'


def _list_fields(shape: Json) -> list[tuple[str, Json, bool]]:
    needed = shape.get("required", ())
    return [(name, each, name in needed) for name, each in shape.get("properties", {}).items()]


def _show_fields(fields: Sequence[tuple[str, Json, bool]]) -> str:
    head = "<tr><th>Name</th><th>Type</th><th>Default</th><th>Meaning</th></tr>"
    rows = "".join(_show_field(*each) for each in fields)
    return f'<div class="scroll"><table>{head}{rows}</table></div>'


def _show_field(name: str, schema: Json, is_needed: bool) -> str:  # noqa: FBT001 - a row of three
    default = "needed" if is_needed else json.dumps(schema["default"]) if "default" in schema else ""
    cells = (
        f"<code>{escape(name)}</code>",
        _show_type(schema),
        escape(default),
        _mark_code(schema.get("description", "")),
    )
    return f"<tr>{''.join(f'<td>{each}</td>' for each in cells)}</tr>"


def _show_type(schema: Json, depth: int = 0) -> str:
    """Return a type in words, with links to the shapes."""
    if "$ref" in schema:
        name = escape(schema["$ref"].removeprefix(_SHAPES))
        return f'<a href="#shape-{name}">{name}</a>'
    if depth == _DEEPEST:
        return "…"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_show_type(each, depth + 1) for each in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {_show_type(schema.get('items', {}), depth + 1)}"
    if "enum" in schema and len(schema["enum"]) <= 2 * _DEEPEST:
        return " or ".join(f"<code>{escape(json.dumps(each))}</code>" for each in schema["enum"])
    if "title" in schema and schema.get("type") == "object" and "properties" in schema:
        return escape(str(schema["title"]))
    return escape(str(schema.get("type", "any")))


def _mark_code(text: str) -> str:
    """Return text as HTML, with what stands in backticks as code."""
    parts = escape(text).split("`")
    closed = len(parts) if len(parts) % 2 else len(parts) - 1
    shown = (f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts[:closed]))
    return "".join(shown) + "`".join(("", *parts[closed:]))
