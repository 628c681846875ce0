"""The JSON Schemas of configuration and report: `python docs/schemas.py src/citevet/schemas`."""  # noqa: INP001

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from citevet.config import PERSONAL, Config
from citevet.report import FORMATS
from citevet.report.shapes import ReportShape

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: Mapping[object, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def config_schema() -> dict[str, Any]:
    """Return what may stand in citevet.toml; the root is where the file lies, and some keys are for flags only."""
    made = Config.model_json_schema(by_alias=True)
    keys = made["properties"]
    for name in ("root", *PERSONAL):
        keys.pop(name, None)
    for name in ("select", "ignore", "fail-on", "exclude"):  # a list may also be written with commas
        keys[name]["anyOf"] = [{"type": keys[name].pop("type"), "items": keys[name].pop("items")}, {"type": "string"}]
    keys["format"] = {"enum": list(FORMATS), "default": keys["format"]["default"]}
    return {"$schema": _DIALECT, **made, "title": "citevet.toml"}


def report_schema() -> dict[str, Any]:
    """Return the shape of a report; more keys may come, none goes."""
    defined: dict[str, Any] = {}
    named = _of(ReportShape, defined)
    return {"$schema": _DIALECT, "title": "Report of citevet", **named, "$defs": defined}


def _of(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - a type, of whatever kind
    """Return the schema of a type; objects are defined once and named where they are used."""
    if is_typeddict(kind):
        return _object(kind, defined)
    if kind is Any:
        return {}
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is list:
        return {"type": "array", "items": _of(inner[0], defined)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _of(inner[1], defined)}
    if origin is UnionType or len(inner) > 1:
        return {"anyOf": [_of(each, defined) for each in inner]}
    return {"type": _PLAIN[kind]}


def _object(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - a typed dictionary
    name = kind.__name__.removesuffix("Shape")
    if name not in defined:
        defined[name] = {}  # named before its parts are looked at, should one of them name it
        fields = get_type_hints(kind)
        defined[name] = {
            "type": "object",
            "description": kind.__doc__,
            "properties": {field: _of(each, defined) for field, each in fields.items()},
            "required": list(fields),
        }
    return {"$ref": f"#/$defs/{name}"}


def text(schema: Mapping[str, Any]) -> str:
    """Return a schema as its file holds it."""
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "config.schema.json").write_text(text(config_schema()), encoding="utf-8")
    (folder / "report.schema.json").write_text(text(report_schema()), encoding="utf-8")
