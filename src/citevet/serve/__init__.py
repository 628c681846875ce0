"""Servers: long-running processes that make a Session and call the same jobs as the command."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_MOST_FAULTS = 5  # of a request that are listed
_LONGEST_NAME = 80  # characters of a name that the client chose
_OBJECTS = ("model_type", "model_attributes_type", "dict_type")
_FAULTS = {  # by the types of pydantic; other messages are made plain by a pattern
    "missing": "is missing",
    "extra_forbidden": "is unknown; leave it out",
    "string_type": "must be a string",
    "string_pattern_mismatch": "is blank or has characters that are not allowed",
    **dict.fromkeys(("list_type", "tuple_type"), "must be a list"),
    **dict.fromkeys(_OBJECTS, "must be an object"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "must be true or false"),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "must be a whole number"),
}
_SHOULD = re.compile(r"^\w+ should ")


def describe_faults(faults: Sequence[Mapping[str, Any]]) -> str:
    """Say what is wrong with a request and what to send, from the faults that pydantic lists."""
    return "; ".join(dict.fromkeys(map(_describe_fault, faults[:_MOST_FAULTS])))


def _describe_fault(fault: Mapping[str, Any]) -> str:
    kind, place = fault["type"], fault["loc"]
    if kind == "json_invalid":
        where = f" at character {place[-1] + 1}" if place else ""
        return f"This is not JSON ({fault['ctx']['error']}{where})"
    if not place:
        is_no_object = kind in {"missing", *_OBJECTS}
        return "Send a JSON object, with the header Content-Type: application/json" if is_no_object else fault["msg"]
    if kind == "unknown_name":
        return f"{'.'.join(map(str, place))[:_LONGEST_NAME]}: {fault['msg']}"
    name = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).removeprefix(".")
    plain = _SHOULD.sub("must ", fault["msg"]).replace(" after validation", "")
    return f'"{name[:_LONGEST_NAME]}" {_FAULTS.get(kind, plain)}'
