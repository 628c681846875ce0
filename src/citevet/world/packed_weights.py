"""Weights stored in 4 or 5 bits: read from files in the format of safetensors, and unpacked to int8 or fp32.

A matrix of shape [in, out] is stored as `NAME.low` [groups, group / 2, out], `NAME.high` [groups, group / 8, out] for
the fifth bit where there is one, and `NAME.step` [groups, out] in fp16: each group of inputs has one step for each
output. The first half of a group lies in the low halves of its bytes. A table of vectors has its groups and places
at the end, [rows, groups, group / 2], so that a row is read as one piece.
"""

import json
from collections.abc import Iterable, Mapping
from math import prod
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.generic]
Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
_HEADER_BYTES = 1_000_000
_KINDS: Mapping[str, type[np.generic]] = {"U8": np.uint8, "F16": np.float16, "F32": np.float32}
_TILE = 2**18  # values that are unpacked at once
_FRACTION = 8  # bits behind the point of a step: the largest value, 127 · 2 ** 8, still fits 16 bits


def read_tensors(files: Iterable[Path]) -> dict[str, Array]:
    """Return all tensors of some files, mapped and not read; raise ValueError where one is damaged."""
    found: dict[str, Array] = {}
    for file in files:
        whole = np.memmap(file, np.uint8, "r")
        size = int.from_bytes(whole[:8].tobytes(), "little")
        if not 0 < size <= min(_HEADER_BYTES, len(whole) - 8):
            raise ValueError(f"{file.name} has no header")
        header = json.loads(whole[8 : 8 + size].tobytes())
        entries = header.items() if isinstance(header, dict) else ()
        data = whole[8 + size :]
        found |= {name: _cut(data, name, said) for name, said in entries if name != "__metadata__"}
    return found


def _cut(data: NDArray[np.uint8], name: str, said: object) -> Array:
    given = said if isinstance(said, dict) else {}
    kind, shape, ends = _KINDS.get(str(given.get("dtype"))), given.get("shape"), given.get("data_offsets")
    if kind is None or not _are_counts(shape) or not _are_counts(ends):
        raise ValueError(f"{name} is not described as a tensor")
    start, end = ends  # ValueError where there are not two
    if not start <= end <= len(data) or end - start != prod(shape) * kind().itemsize:
        raise ValueError(f"{name} is cut off")
    return data[start:end].view(kind).reshape(shape)


def _are_counts(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(isinstance(each, int) and each >= 0 for each in value)


def unpack(low: NDArray[np.uint8], high: NDArray[np.uint8] | None, axis: int) -> NDArray[np.int8]:
    """Return whole numbers around zero: -8 to 7, or -16 to 15 with a fifth bit; places of a group lie along an axis."""
    whole = np.concatenate([low & 15, low >> 4], axis).view(np.int8)
    if high is None:
        return whole - np.int8(8)
    fifth = np.concatenate([(high >> bit & 1) << 4 for bit in range(8)], axis).view(np.int8)
    return (whole | fifth) - np.int8(16)


def unpack_matrix(tensors: Mapping[str, Array], name: str) -> Floats:
    """Return a matrix of shape [in, out] in fp32."""
    low, high, step = _parts(tensors, name)
    whole: Any = unpack(low, high, 1)
    values: Floats = np.multiply(whole, step[:, None, :], dtype=np.float32)
    return values.reshape(-1, values.shape[2])


def unpack_rows(tensors: Mapping[str, Array], name: str, rows: NDArray[np.int64]) -> Floats:
    """Return rows of a table of vectors in fp32."""
    low, high, step = _parts(tensors, name)
    whole: Any = unpack(low[rows], None if high is None else high[rows], 2)
    values: Floats = np.multiply(whole, step[rows][:, :, None], dtype=np.float32)
    return values.reshape(len(rows), -1)


def unpack_int8(tensors: Mapping[str, Array], name: str, *, most: int) -> tuple[NDArray[np.int8], Floats]:
    """Return a matrix of shape [in, out] in int8, no value beyond `most`, with one scale for each output.

    All in whole numbers, so that every processor gives the same bytes.
    """
    low, high, step = _parts(tensors, name)
    half = 8 if high is None else 16
    scale = np.abs(step).max(0).astype(np.float32) * (half / most)
    scale[scale == 0] = 1
    steps = np.rint(step.astype(np.float32) / scale * 2**_FRACTION).astype(np.int16)
    shift = ((1 << _FRACTION - 1) - half * steps.astype(np.int32)).astype(np.int16)
    made = np.empty((len(low), low.shape[1] * 2, low.shape[2]), np.int8)
    some = max(_TILE // made[0].size, 1)
    whole, values = np.empty((some, *made.shape[1:]), np.uint8), np.empty((some, *made.shape[1:]), np.int16)
    for start in range(0, len(made), some):  # some groups at a time, in the same memory: it stays in the cache
        groups = slice(start, start + some)
        count = len(made[groups])
        _join_bits(low[groups], None if high is None else high[groups], whole[:count])
        product = values[:count]
        product[:] = whole[:count]
        product *= steps[groups, None]  # may run over: what is added brings it back
        product += shift[groups, None]
        product >>= _FRACTION
        made[groups] = product
    return made.reshape(-1, low.shape[2]), scale


def _join_bits(low: Bytes, high: Bytes | None, whole: Bytes) -> None:
    """Write the whole numbers of some groups, counted from zero."""
    half = low.shape[1]
    np.bitwise_and(low, 15, out=whole[:, :half])
    np.right_shift(low, 4, out=whole[:, half:])
    if high is None:
        return
    fifth, eighth = np.empty_like(high), high.shape[1]
    for bit in range(8):
        np.right_shift(high, bit, out=fifth)
        fifth &= 1
        fifth <<= 4
        whole[:, bit * eighth : (bit + 1) * eighth] |= fifth


def _parts(tensors: Mapping[str, Array], name: str) -> tuple[Bytes, Bytes | None, NDArray[np.float16]]:
    """Return the parts of a matrix; raise ValueError where one is missing or they do not fit each other."""
    given: Mapping[str, Any] = tensors
    low, high, step = (given.get(f"{name}.{part}") for part in ("low", "high", "step"))
    if low is None or step is None:
        raise ValueError(f"{name} is missing")
    table = low.shape[:2] == step.shape
    places, rest = (2, low.shape[:2]) if table else (1, low.shape[::2])
    wanted = tuple(size // 4 if axis == places else size for axis, size in enumerate(low.shape))
    if low.ndim != 3 or step.shape != rest or (high is not None and high.shape != wanted):  # noqa: PLR2004
        raise ValueError(f"the parts of {name} do not fit each other")
    return low, high, step
