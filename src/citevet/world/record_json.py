"""Records as JSON: a dataclass is an object, and comes back by the types of its fields.

A field is plain, a record, a date, an enumeration, or a tuple, list, set or union of these, or a mapping of
names to them.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

_MISFIT = (ValueError, TypeError, KeyError, AttributeError)


def dump_json(record: object) -> str:
    """Write a record, or a list of records, as JSON; raise ValueError for a value that JSON does not have."""
    try:
        return json.dumps(record, separators=(",", ":"), default=_to_plain)
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from error


def load_json(kind: Any, text: str) -> Any:  # noqa: ANN401 - a value of that type
    """Read JSON as a type; raise ValueError where it does not fit."""
    try:
        return _make_reader(kind)(json.loads(text))
    except _MISFIT as error:
        raise ValueError(f"this is no {kind}") from error


def load_kept(kind: Any, data: bytes) -> Any:  # noqa: ANN401 - likewise, or none
    """Read what an earlier run kept; none where it does not fit, such as a record of other code."""
    try:
        return load_json(kind, data.decode())
    except ValueError:
        return None


def _to_plain(value: Any) -> object:  # noqa: ANN401 - whatever a record holds
    if is_dataclass(value):
        return {name: getattr(value, name) for name in _list_names(value.__class__)}
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, date | time):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


@cache
def _list_names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.init)


@cache
def _make_reader(kind: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - any type
    """Return the function that makes a type of a value from JSON."""
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if is_dataclass(kind):
        return _make_record_reader(kind)
    if origin in {Union, UnionType}:
        return _make_union_reader([_make_reader(each) for each in inner])
    if origin is tuple and inner[1:] != (Ellipsis,):
        readers = [_make_reader(each) for each in inner]
        return lambda values: tuple(read(value) for read, value in zip(readers, values, strict=True))
    if origin in {tuple, list, frozenset}:
        read_item = _make_reader(inner[0])
        return lambda values: origin(map(read_item, values))
    if origin is Mapping and (read_item := _make_reader(inner[1])) is not _keep:
        return lambda values: {name: read_item(value) for name, value in values.items()}
    if origin is date:
        return date.fromisoformat
    return kind if isinstance(kind, type) and issubclass(kind, Enum) else _keep


def _keep(value: object) -> object:
    return value


def _make_record_reader(kind: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - a dataclass
    readers: dict[str, Callable[[Any], Any]] = {}  # filled by the first record, because a type may contain itself

    def read(value: Mapping[str, Any]) -> object:
        if not readers:
            hints = get_type_hints(kind)
            readers.update({each.name: _make_reader(hints[each.name]) for each in fields(kind) if each.init})
        return kind(**{name: read_field(value[name]) for name, read_field in readers.items()})

    return read


def _make_union_reader(readers: list[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """Return a reader that tries the types in turn; nothing else than null is None."""
    *others, last = [read for read in readers if read is not _keep] or [_keep]

    def read(value: object) -> object:
        if value is None:
            return None
        for read_one in others:
            try:
                return read_one(value)
            except _MISFIT:
                continue
        return last(value)

    return read
