"""Write the JSON Schemas of configuration and report: `python docs/schemas.py src/citevet/schemas`."""  # noqa: INP001 - not a package

import json
import sys
from collections.abc import Mapping
from dataclasses import MISSING
from datetime import date
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from citevet.config import LIMITS, PERSONAL, SETTINGS, Config
from citevet.report import FORMATS
from citevet.report.shapes import ReportShape

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: Mapping[object, Mapping[str, str]] = {
    str: {"type": "string"},
    Path: {"type": "string"},
    date: {"type": "string", "format": "date"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}
_LIMITS = {"larger than": "exclusiveMinimum", "at least": "minimum", "smaller than": "exclusiveMaximum"}


def config_schema() -> dict[str, Any]:
    """Return the schema of citevet.toml; personal keys are flags only."""
    keys = {key: _setting_schema(key) for key in SETTINGS if key not in PERSONAL}
    described = {"title": "citevet.toml", "description": Config.__doc__, "type": "object"}
    return {"$schema": _DIALECT, **described, "additionalProperties": False, "properties": keys}


def _setting_schema(key: str) -> dict[str, Any]:
    setting = SETTINGS[key]
    kind = {"enum": list(FORMATS)} if key == "format" else _type_schema(setting.type, {})
    default = {} if setting.default is MISSING else {"default": setting.default}
    return kind | {_LIMITS[words]: bound for words, bound in LIMITS.get(key, {}).items()} | default


def report_schema() -> dict[str, Any]:
    """Return the schema of a report; keys may be added, none removed."""
    defined: dict[str, Any] = {}
    named = _type_schema(ReportShape, defined)
    return {"$schema": _DIALECT, "title": "Report of citevet", **named, "$defs": defined}


def _type_schema(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - any type
    """Return the schema of a type; objects are defined once and referenced."""
    if is_typeddict(kind):
        return _object_schema(kind, defined)
    if kind is Any:
        return {}
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is tuple:  # of a setting; it may also be a string with commas
        return {"anyOf": [{"type": "array", "items": _type_schema(inner[0], defined)}, {"type": "string"}]}
    if origin is list:
        return {"type": "array", "items": _type_schema(inner[0], defined)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _type_schema(inner[1], defined)}
    if origin is UnionType or len(inner) > 1:
        return {"anyOf": [_type_schema(each, defined) for each in inner]}
    return dict(_PLAIN[kind])


def _object_schema(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - a typed dictionary
    name = kind.__name__.removesuffix("Shape")
    if name not in defined:
        defined[name] = {}  # defined before its parts, in case one of them refers to it
        fields = get_type_hints(kind)
        defined[name] = {
            "type": "object",
            "description": kind.__doc__,
            "properties": {field: _type_schema(each, defined) for field, each in fields.items()},
            "required": list(fields),
        }
    return {"$ref": f"#/$defs/{name}"}


def text(schema: Mapping[str, Any]) -> str:
    """Return the content of a schema file."""
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "config.schema.json").write_text(text(config_schema()), encoding="utf-8")
    (folder / "report.schema.json").write_text(text(report_schema()), encoding="utf-8")
