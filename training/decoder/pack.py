"""Matrices rounded to 4 or 5 bits in groups, and the files that hold them."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Array = NDArray[np.generic]
_KINDS = {"uint8": "U8", "float16": "F16", "float32": "F32"}
PLAIN = (1.0,)
_DAMPING = 0.01  # of the mean square of an input
_STRETCH = 128  # inputs after which their errors are carried over to all that follow
CLIPPED = tuple(np.linspace(0.72, 1.04, 9))  # shares of a group's largest value that become the end of its range


def rounded(
    weight: Floats, bits: int, group: int, *, shares: tuple[float, ...] = CLIPPED, counts: Floats | None = None
) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Return whole numbers [groups, group, out] of a matrix [in, out], and the step of each group.

    The largest value of a group becomes the lowest number, of which there is one more than of positive ones. Of
    several steps that with the least squared error wins, each input counted by its mean square where that is known.
    """
    half = 2 ** (bits - 1)
    values = weight.reshape(-1, group, weight.shape[1])
    counted = np.ones((len(values), group, 1), np.float32) if counts is None else counts.reshape(-1, group, 1)
    first = np.take_along_axis(values, np.abs(values).argmax(1, keepdims=True), 1)[:, 0] / -half
    best, chosen = np.full(first.shape, np.inf, np.float32), np.zeros(first.shape, np.float16)
    for share in shares:
        step = _fitted(values, first * np.float32(share), half, counted) if len(shares) > 1 else first
        step = step.astype(np.float16)
        error = (np.square(_whole(values, step, half) * step[:, None].astype(np.float32) - values) * counted).sum(1)
        better = error < best
        best, chosen = np.where(better, error, best), np.where(better, step, chosen)
    return _whole(values, chosen, half).astype(np.int8), chosen


def round_in_turn(weight: Floats, squares: Floats, group: int) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Return a matrix in 4 bits as `rounded`, the error of each input made good by those that come after it.

    `squares` is the sum of the products of all pairs of inputs. The loudest inputs come first.
    """
    loud = squares.diagonal()
    _, step = rounded(weight, 4, group, counts=loud + np.float32(1e-9))
    order = np.argsort(-loud, kind="stable")
    steps = np.repeat(step.astype(np.float32), group, 0)[order]
    damped = squares[np.ix_(order, order)].astype(np.float64)
    damped[np.diag_indices_from(damped)] += _DAMPING * loud.mean(dtype=np.float64) + 1e-9
    carry = np.linalg.cholesky(np.linalg.inv(damped)).T.astype(np.float32)
    left, found = weight[order], np.empty(weight.shape, np.int8)
    for start in range(0, len(left), _STRETCH):
        end = min(start + _STRETCH, len(left))
        errors = np.empty((end - start, left.shape[1]), np.float32)
        for at in range(start, end):
            found[order[at]] = whole = _whole(left[None, at : at + 1], steps[at : at + 1], 8)[0, 0]
            errors[at - start] = (left[at] - whole * steps[at]) / carry[at, at]
            left[at:end] -= np.outer(carry[at, at:end], errors[at - start])
        left[end:] -= carry[start:end, end:].T @ errors
    return found.reshape(-1, group, weight.shape[1]), step


def _whole(values: Floats, step: NDArray[np.generic], half: int) -> Floats:
    over = step.astype(np.float32)[:, None]
    with np.errstate(divide="ignore"):
        return np.clip(np.rint(values * np.where(over == 0, 0, 1 / over)), -half, half - 1)


def _fitted(values: Floats, step: Floats, half: int, counted: Floats) -> Floats:
    """Return the step that fits the whole numbers best which another step gives."""
    whole = _whole(values, step, half)
    square = (whole * whole * counted).sum(1)
    return np.where(square == 0, step, (whole * values * counted).sum(1) / np.maximum(square, 1e-20))


def packed(name: str, whole: NDArray[np.int8], step: NDArray[np.float16], bits: int, axis: int = 1) -> dict[str, Array]:
    """Return the tensors that `citevet.world.packed_weights` unpacks."""
    raised = (whole + 2 ** (bits - 1)).astype(np.uint8)
    first, second = np.split(raised & 15, 2, axis)
    tensors: dict[str, Array] = {f"{name}.low": first | second << 4, f"{name}.step": step}
    if bits > 4:  # noqa: PLR2004
        parts = np.split(raised >> 4, 8, axis)
        tensors[f"{name}.high"] = sum((part << bit for bit, part in enumerate(parts[1:], 1)), parts[0]).astype(np.uint8)
    return tensors


def write_files(folder: Path, tensors: Mapping[str, Array], most: int) -> list[str]:
    """Write tensors into files of at most so many bytes, in the format of safetensors; return their names."""
    files: list[dict[str, Array]] = [{}]
    for name, tensor in tensors.items():
        if sum(each.nbytes for each in files[-1].values()) + tensor.nbytes > most - 100_000:
            files.append({})
        files[-1][name] = tensor
    names = [f"weights-{number}.bin" for number in range(1, len(files) + 1)]
    for name, part in zip(names, files, strict=True):
        header: dict[str, object] = {}
        at = 0
        # The widest kinds first, so that each tensor lies where its kind may be read.
        ordered = sorted(part.items(), key=lambda item: -item[1].itemsize)
        for key, tensor in ordered:
            ends = [at, at + tensor.nbytes]
            header[key] = {"dtype": _KINDS[tensor.dtype.name], "shape": list(tensor.shape), "data_offsets": ends}
            at = ends[1]
        text = json.dumps(header, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 64 + 56)  # with the eight bytes before it a multiple of 64
        with (folder / name).open("wb") as stream:
            stream.write(len(text).to_bytes(8, "little") + text)
            for _, tensor in ordered:
                stream.write(np.ascontiguousarray(tensor).tobytes())
    return names
