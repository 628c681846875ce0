"""Read what law.go.kr sends: JSON or XML of the same fields, refusals with status 200, and lists of one element.

A list of one element comes as the element itself, keys of containers follow no rule, and a key that is not registered
gets a web page or `<result>실패</result>`.
"""

import re
from typing import Any

from citevet.model import Lookup, Reply
from citevet.read.archive import Element
from citevet.read.service_xml import local_name
from citevet.resolve.service_answers import (
    dig,
    items_at,
    number_at,
    read_json,
    read_xml,
    refuse_shape,
    refuse_status,
    text_at,
)
from citevet.text.patterns import lazy_pattern

LABEL = "law.go.kr"
SITE = "https://www.law.go.kr"
_START = 200  # bytes in which a web page shows itself
_ROW_KEYS = frozenset("law ordin prec detc".split())
_PAGE = lazy_pattern(r"\s*(?:<!doctype html|<html|<script)", re.IGNORECASE)
_DAY = lazy_pattern(r"(\d{4})\D{0,2}(\d{2})\D{0,2}(\d{2})\D?")
_MIDDOTS = lazy_pattern(r"[\s·‧•・･∙⋅ㆍ]+")
_REFUSED = Lookup(
    reason="blocked",
    why=f"{LABEL} refused the request: set LAW_GO_KR_OC, and register this computer's address at open.law.go.kr",
)


def read_answer(reply: Reply) -> dict[str, Any] | Lookup:
    """Return the fields of an answer, or why it has none."""
    refused = refuse_status(reply, LABEL, "this address")
    if refused:
        return refused
    if _PAGE.match(reply.data[:_START].decode("latin-1").lstrip("\xef\xbb\xbf")):
        return _REFUSED
    found = _read_fields(reply) if reply.data.lstrip()[:1] == b"<" else read_json(reply, LABEL)[0]
    if not isinstance(found, dict) or not any(found.values()):  # XML that cannot be read has no values
        return refuse_shape(LABEL)
    results = text_at(found, "result"), text_at(list(found.values()), 0, "result")
    return _REFUSED if any("실패" in result for result in results) else found


def _read_fields(reply: Reply) -> dict[str, Any]:
    root, _ = read_xml(reply, LABEL)
    return {local_name(root): _to_value(root)}


def _to_value(element: Element) -> object:
    """Return an element as JSON has it: an object, with a list for each name that is repeated, or a text."""
    if len(element) == 0:
        return element.text or ""
    fields: dict[str, Any] = {}
    for child in element:
        fields.setdefault(local_name(child), []).append(_to_value(child))
    return {name: values[0] if len(values) == 1 else values for name, values in fields.items()}


def read_rows(answer: dict[str, Any]) -> tuple[list[dict[str, Any]], int] | Lookup:
    """Return the rows of a search and how many there are in all, or that this is not an answer to a search."""
    for container in answer.values():
        if not isinstance(container, dict):
            continue
        key = next((key for key in container if key.casefold() in _ROW_KEYS), None)
        if key is None and "totalCnt" not in container:
            continue
        rows = [row for row in items_at(container, key or "") if isinstance(row, dict)]
        return rows, number_at(container, "totalCnt") or len(rows)
    return refuse_shape(LABEL)


def read_day(value: object, *path: str) -> str:
    """Return a date as 2025-06-05, from 2025.06.05 or 20250605; empty for anything else."""
    found = _DAY.fullmatch(text_at(value, *path))
    return "-".join(found.groups()) if found else ""


def squeeze(name: str) -> str:
    """Return a name without spaces and middle dots, so that its spellings are equal."""
    return _MIDDOTS.sub("", name)


def join_texts(value: object, depth: int = 8) -> str:
    """Return all texts inside a value, one per line: the service nests lists of lines at will."""
    if isinstance(value, str):
        return value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return "\n".join(join_texts(each, depth - 1) for each in inner) if depth else ""


def find_body(answer: dict[str, Any]) -> dict[str, Any] | None:
    """Return the law inside an answer: under 법령, law or LawService."""
    return next((body for body in answer.values() if isinstance(body, dict) and _has_law(body)), None)


def _has_law(body: dict[str, Any]) -> bool:
    return any(isinstance(dig(body, name), dict) for name in ("기본정보", "자치법규기본정보", "조문", "조문정보"))
