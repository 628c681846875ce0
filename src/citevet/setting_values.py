"""Read the values of settings in the types of their fields, or say what is allowed instead."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin

_SHOWN = 80  # characters of a wrong value


class RefusedValue(ValueError):
    """What is allowed instead of a value, and the value's place inside its setting."""

    def __init__(self, allowed: str, value: object, place: Sequence[str] = ()) -> None:
        super().__init__(allowed)
        self.value, self.place = value, place


def describe_fault(error: KeyError | RefusedValue, name: str, between: str, known: Sequence[str]) -> str:
    """Name a wrong value with what is allowed, or an unknown key with the nearest known one."""
    from difflib import get_close_matches  # only on the way to an error

    if isinstance(error, KeyError):
        near = get_close_matches(name.removeprefix("--").rpartition(".")[2], known, 1)
        return f"unknown key {name}" + (f", did you mean {near[0]}?" if near else "")
    given = error.value
    return f"{name}{between}{_show(given)[:_SHOWN]}: {error}"


def _show(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, int) and value.bit_length() > _SHOWN:
        return f"{value:#x}"  # Python refuses to write more than 4,300 decimal digits
    return " ".join(str(value).replace("\0", "\\0").split())


def read_value(kind: Any, value: Any, place: tuple[str, ...] = ()) -> Any:  # noqa: ANN401 - any type and value
    """Return a value in its type; flags and the environment write lists as `"KEY,IDN"` and all else as text."""
    origin, inner = get_origin(kind), get_args(kind)
    if NoneType in inner:
        return read_value(inner[0], value, place)
    if origin is Literal:
        if value in inner:
            return value
        *others, last = map(repr, inner)
        raise RefusedValue(f"it must be {', '.join(others)} or {last}", value, place)
    wanted, convert = _TYPES[origin or kind]
    try:
        read = convert(value)
    except (TypeError, ValueError, KeyError, OverflowError) as error:
        raise RefusedValue(f"it must be {wanted}", value, place) from error
    if origin is tuple:
        return tuple(read_value(inner[0], each, (*place, str(index))) for index, each in enumerate(read))
    if origin is dict:
        return {key: read_value(inner[1], each, (*place, key)) for key, each in read.items()}
    return read


def _read_list(value: object) -> Any:  # noqa: ANN401 - a sequence
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return _require(value, list, tuple)


def _read_int(value: Any) -> int:  # noqa: ANN401 - a number or text
    if isinstance(value, bool) or int(value) != float(value):
        raise ValueError
    return int(value)


def _require(value: Any, *kinds: type) -> Any:  # noqa: ANN401 - the value itself
    if not isinstance(value, kinds):
        raise TypeError
    return value


_BOOLEANS = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}
# For each type of a setting what to call it, and how to read it.
_TYPES: Mapping[object, tuple[str, Callable[[Any], Any]]] = {
    bool: ("true or false", lambda value: _BOOLEANS[str(value).lower()]),
    int: ("a whole number", _read_int),
    float: ("a number", lambda value: float("" if isinstance(value, bool) else value)),
    date: ("a date such as 2026-06-01", lambda value: value if type(value) is date else date.fromisoformat(value)),
    str: ("text", lambda value: _require(value, str)),
    Path: ("a path", Path),
    tuple: ("a list", _read_list),
    # The environment writes a table as JSON.
    dict: ("a table", lambda value: _require(json.loads(value) if isinstance(value, str) else value, dict)),
}
