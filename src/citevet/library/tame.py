"""Front matter as plain values: text, numbers, lists and mappings, none of them without end."""

from collections.abc import Mapping
from datetime import date
from math import isfinite
from re import compile as pattern
from typing import Any

_MOST = 300_000  # values; front matter has at most 262,144 characters, and only aliases of aliases unfold to more
_DEEPEST = 120
_HUGE = 10**18  # Python refuses to write a number of more than 4,300 digits in decimals
_SURROGATE = pattern("[\ud800-\udfff]")


class Unbounded(ValueError):
    """The values refer to one another so that they unfold without end, or nearly so."""


def tame(metadata: Mapping[Any, Any]) -> dict[str, Any]:
    """Return a copy that JSON can hold; dates become text."""
    return _mapping(metadata, [0], 0)


def _plain(value: object, count: list[int], depth: int) -> Any:  # noqa: ANN401 - any JSON value
    count[0] += 1
    if count[0] > _MOST or depth > _DEEPEST:
        raise Unbounded
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < _HUGE else f"{value:#x}"[:100]
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return _mapping(value, count, depth + 1)
    if isinstance(value, list | tuple | set):
        return [_plain(each, count, depth + 1) for each in value]
    return value.isoformat() if isinstance(value, date) else str(value)


def _mapping(value: Mapping[Any, Any], count: list[int], depth: int) -> dict[str, Any]:
    return {_key(key, count, depth): _plain(each, count, depth) for key, each in value.items()}


def _key(key: object, count: list[int], depth: int) -> str:
    plain = _plain(key, count, depth)
    return plain if isinstance(plain, str) else f"{plain}"[:100]
