"""The shape of a model's manifest.json: a model folder may come from anybody."""

import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from citevet.errors import ModelError

_MAX_TOKENS = 1_000_000
_MAX_ROWS = 1_000  # golden rows
_DIGEST = re.compile(r"[0-9a-f]{64}")
_FILE = re.compile(r"(?!\.)[\w.-]{1,200}(?:/(?!\.)[\w.-]{1,200}){0,3}", re.ASCII)


def check_manifest(manifest: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the manifest; raise ModelError where a value that we use has another shape. Other keys are ignored."""
    for key, (is_right, wanted) in _SHAPES.items():
        if key in manifest and not is_right(manifest[key]):
            raise ModelError(f"its {key} is not {wanted}", to=name, advice="Reinstall the model, or name another one.")
    return manifest


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e30 and isfinite(value)  # noqa: PLR2004 - any bound that a float holds


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _MAX_TOKENS


def _is_table(value: object, is_right: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(map(is_right, value.values()))


def _is_file_table(value: object) -> bool:
    right = _is_table(value, lambda digest: isinstance(digest, str) and bool(_DIGEST.fullmatch(digest)))
    return right and isinstance(value, dict) and all(map(_FILE.fullmatch, value))


def _is_golden(value: object) -> bool:
    if not isinstance(value, list) or len(value) > _MAX_ROWS or not all(map(_is_golden_row, value)):
        return False
    return len({len(row["vector"]) for row in value}) <= 1


def _is_golden_row(row: object) -> bool:
    texts, vector = (row.get("texts"), row.get("vector")) if isinstance(row, dict) else (None, None)
    right = isinstance(texts, list) and 1 <= len(texts) <= 2 and all(map(_is_text, texts))  # noqa: PLR2004 - a text or a pair
    return right and isinstance(vector, list) and bool(vector) and all(map(_is_number, vector))


def _is_calibration(value: object) -> bool:
    if not isinstance(value, dict):
        return value is None
    if "threshold" not in value:
        return True  # of an older version, and not used
    curves = all(_is_curve(value.get(name)) for name in ("support", "contradiction"))
    risk = value.get("risk", {})
    shares = isinstance(risk, dict) and all(map(re.compile(r"0?\.\d{1,9}|[01]").fullmatch, risk))
    return curves and shares and _is_table(risk, _is_number) and all(_is_number(value.get(each)) for each in _CUTS)


def _is_curve(value: object) -> bool:
    return isinstance(value, dict) and _is_number(value.get("bias")) and _is_table(value.get("weights"), _is_number)


_CUTS = ("threshold", "against")
_SHAPES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "tokens": (_is_count, "a number of tokens"),
    "files": (_is_file_table, "a table of file names and SHA-256 digests"),
    "golden": (_is_golden, "a list of rows, each with texts and a vector"),
    "apart": (_is_number, "a number"),
    "calibration": (_is_calibration, "two curves and their thresholds"),
    "hub": (_is_text, "a name"),
}
