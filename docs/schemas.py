"""Write the JSON Schemas of configuration, policy, report and tools: `python docs/schemas.py src/citevet/schemas`."""  # noqa: INP001 - not a package

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypedDict, get_args, get_origin, get_type_hints, is_typeddict

from citevet.config import LIMITS, PERSONAL, SETTINGS, Config
from citevet.model import (
    SCOPES,
    CitationKind,
    ClaimStatus,
    ClaimType,
    Existence,
    Flag,
    Format,
    How,
    NoticeKind,
    Reason,
    ReferenceWord,
    Scope,
    SourceKind,
    SourceQuality,
    Stance,
    Support,
    Verdict,
    VerifierLabel,
)
from citevet.model.references import Certainty
from citevet.policy_file import POLICY_NAME
from citevet.policy_keys import CitationPolicy
from citevet.report import FILE_FORMATS, FORMATS
from citevet.serve.requests import TOOL_CALLS, Call, VerifyCall
from citevet.serve.tool_guides import TOOL_GUIDES, ToolGuide

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
_LIMITS["at most"] = "maximum"


# The JSON report as types.
Level = Literal["error", "warning", "info"]


class LocatorShape(TypedDict):
    """The page, section, lines or article in the source."""

    page: str | None
    section: str | None
    lines: str | None
    article: str | None


class FormShape(TypedDict):
    """Another form of the same citation at the same place."""

    kind: CitationKind
    text: str
    normal: str
    start: int
    end: int


class CitationShape(TypedDict):
    """One place in the document that points to one work."""

    id: str
    kind: CitationKind
    text: str
    normal: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    place: str | None
    locator: LocatorShape | None
    reference: str | None
    group: str | None
    also: list[FormShape]
    parts: dict[str, str]


class FieldShape(TypedDict):
    """A field of a reference, with how often one that was tagged as surely is right; below a bound it is unread."""

    text: str
    start: int
    end: int
    confidence: float
    is_read: bool


class ReferenceShape(TypedDict):
    """An entry of the document's own list."""

    id: str
    key: str
    text: str
    start: int
    end: int
    line: int | None
    column: int | None
    place: str | None
    path: str | None
    origin: Literal["footnote", "list", "file", "wiki"]
    identifiers: dict[str, str]
    title: str | None
    authors: list[str]
    year: str | None
    is_entry: float | None
    fields: dict[str, FieldShape]


class TieShape(TypedDict):
    """A citation that backs a claim."""

    citation: str
    how: How


class ClaimShape(TypedDict):
    """A sentence, list item or table row that asserts something."""

    id: str
    text: str
    plain: str
    start: int
    end: int
    line: int
    column: int
    place: str | None
    type: ClaimType
    audit_reason: str
    citations: list[str]
    ties: list[TieShape]
    status: ClaimStatus
    why: str | None
    support: Support | None
    held_by: str | None


class PassageShape(TypedDict):
    """A piece of a source with its location."""

    text: str
    source: str
    page: int | None
    page_label: str | None
    start: int
    end: int
    score: float | None


class DifferenceShape(TypedDict):
    """One difference between the claim and the source."""

    type: str
    claim: str
    source: str


class EvidenceLinkShape(TypedDict):
    """The evidence of a verifier: an address, or a note."""

    url: str
    title: str | None
    snippet: str | None
    extracted_text: str | None


class CandidateShape(TypedDict):
    """The verdict of one verifier."""

    label: VerifierLabel
    verifier_name: str
    authority: float
    rationale: str
    evidence: list[EvidenceLinkShape]


class VerdictShape(CandidateShape):
    """What the verifiers say together, and those that say otherwise."""

    dissent: list[CandidateShape]


class ClauseShape(TypedDict):
    """How one clause of a claim fares."""

    text: str
    start: int
    end: int
    support: Support
    confidence: float | None
    evidence: list[PassageShape]


class JudgementShape(TypedDict):
    """Whether the source exists and supports the claim."""

    claim: str | None
    citation: str
    source: str | None
    existence: Existence
    existence_reason: Reason | None
    support: Support
    support_reason: Reason | None
    flags: list[Flag]
    confidence: float | None
    evidence: list[PassageShape]
    differences: list[DifferenceShape]
    by: str | None
    note: str
    verdict: VerdictShape | None
    clauses: list[ClauseShape]
    stance: Stance | None


class EditShape(TypedDict):
    """Replace a span by a text."""

    start: int
    end: int
    text: str


class FixShape(TypedDict):
    """Edits that belong together."""

    safety: Literal["safe", "ask", "show"]
    message: str
    edits: list[EditShape]


class AlsoShape(TypedDict):
    """A finding on the same fault that another one explains."""

    code: str
    message: str


class FindingShape(TypedDict):
    """A fault at one place of the document."""

    code: str
    name: str
    severity: Level
    message: str
    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int
    place: str | None
    fix: FixShape | None
    suppressed: Literal["inline", "baseline"] | None
    justification: str | None
    fingerprint: str
    citation: str | None
    reference: str | None
    claim: str | None
    also: list[AlsoShape]


class FieldDifferenceShape(TypedDict):
    """A field in which a reference differs from a record; a slip still leads to the work."""

    field: Literal["title", "authors", "year", "venue", "volume", "issue", "pages"]
    cited: str
    recorded: str
    record: str
    certainty: Certainty
    kind: str


class RowRecordShape(TypedDict):
    """The record of a reference, as far as a table shows it."""

    service: str
    id: str
    title: str
    venue: str
    volume: str
    issue: str
    pages: str
    url: str
    authors: list[str]
    years: list[int]


class ReferenceRowShape(TypedDict):
    """What became of one reference, in the word of an editor; the higher the need, the sooner a human should look."""

    reference: str
    key: str
    line: int | None
    word: ReferenceWord
    existence: Existence
    reason: str | None
    differences: list[FieldDifferenceShape]
    record: RowRecordShape | None
    link: str | None
    candidates: list[str]
    note: str
    is_retracted: bool
    is_law: bool
    need: int


class DocumentShape(TypedDict):
    """One document with its judgements and findings."""

    path: str
    format: Format
    encoding: str
    sha256: str
    notes: list[str]
    citations: list[CitationShape]
    references: list[ReferenceShape]
    claims: list[ClaimShape]
    judgements: list[JudgementShape]
    findings: list[FindingShape]
    reference_rows: list[ReferenceRowShape]


class CensusShape(TypedDict):
    """Counts of the run: what was found, what was checked, and why the rest was not; null: no judge was asked."""

    documents: int
    citations: int
    claims: int
    cited: int
    unsourced: int
    skipped: int
    checked: int
    supported: int | None
    problems: int
    unchecked: dict[str, int]
    partial: int | None
    unsupported: int | None
    misattributed: int | None
    unresolvable: int


class NoticeShape(TypedDict):
    """A later remark on a work: a retraction, a correction, a repeal."""

    kind: NoticeKind
    by: str
    id: str
    date: str
    why: str


class RecordShape(TypedDict):
    """What a service says about a work."""

    service: str
    id: str
    type: str
    title: str
    titles: list[str]
    authors: list[str]
    years: list[int]
    venue: str
    volume: str
    issue: str
    pages: str
    identifiers: dict[str, str]
    url: str
    copies: list[str]
    notices: list[NoticeShape]
    abstract: str


class SourceShape(TypedDict):
    """The source of a citation."""

    id: str
    kind: SourceKind
    title: str
    path: str | None
    url: str | None
    sha256: str | None
    scope: Scope
    pages: int | None
    quality: SourceQuality | None
    year: int | None
    name: str | None
    keys: list[str]
    text_url: str | None
    fetched: str | None
    version: str | None
    record: RecordShape | None


class RuleShape(TypedDict):
    """A rule that ran."""

    name: str
    severity: Level
    summary: str


class UnreadShape(TypedDict):
    """An input that could not be read."""

    path: str
    message: str


class ReportShape(TypedDict):
    """The result of a run: `citevet check --format json`."""

    version: Literal[1]
    tool: str
    verdict: Verdict
    census: CensusShape
    run: dict[str, Any]
    sources: list[SourceShape]
    rules: dict[str, RuleShape]
    unread: list[UnreadShape]
    documents: list[DocumentShape]


def config_schema() -> dict[str, Any]:
    """Return the schema of citevet.toml; personal keys are flags only."""
    keys = {key: _setting_schema(key) for key in SETTINGS if key not in PERSONAL}
    described = {"title": "citevet.toml", "description": Config.__doc__, "type": "object"}
    return {"$schema": _DIALECT, **described, "additionalProperties": False, "properties": keys}


def _setting_schema(key: str) -> dict[str, Any]:
    setting = SETTINGS[key]
    kind = {"enum": [*FORMATS, *FILE_FORMATS]} if key == "format" else _type_schema(setting.type, {})
    default = {} if setting.default is MISSING else {"default": setting.default}
    return kind | {_LIMITS[words]: bound for words, bound in LIMITS.get(key, {}).items()} | default


def policy_schema() -> dict[str, Any]:
    """Return the schema of citation-policy.yaml; unknown keys are refused."""
    defined: dict[str, Any] = {}
    _block_schema(CitationPolicy, defined)
    made = defined.pop("CitationPolicy")
    return {"$schema": _DIALECT, "title": POLICY_NAME, **made, "$defs": defined}


def _block_schema(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - a dataclass
    keys = {
        each.name: _type_schema(each.type, defined) | ({} if each.default is MISSING else {"default": each.default})
        for each in fields(kind)
    }
    if kind is CitationPolicy:
        keys["version"] = {"type": ["string", "number"], "pattern": r"^1(\.[0-9]{1,4}){0,2}$", "default": "1.0.0"}
    described = {"type": "object", "description": kind.__doc__, "additionalProperties": False}
    defined[kind.__name__] = {**described, "properties": keys}
    return {"$ref": f"#/$defs/{kind.__name__}"}


def report_schema() -> dict[str, Any]:
    """Return the schema of a report; keys may be added, none removed."""
    defined: dict[str, Any] = {}
    named = _type_schema(ReportShape, defined)
    return {"$schema": _DIALECT, "title": "Report of citevet", **named, "$defs": defined}


def _type_schema(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - any type
    """Return the schema of a type; objects are defined once and referenced."""
    if is_typeddict(kind) or is_dataclass(kind):
        return (_block_schema if is_dataclass(kind) else _object_schema)(kind, defined)
    if kind is Any:
        return {}
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is tuple:  # of a setting; one of words may also be a string with commas
        listed = {"type": "array", "items": _type_schema(inner[0], defined)}
        return listed if is_dataclass(inner[0]) else {"anyOf": [listed, {"type": "string"}]}
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


# What a model is told of a source; the interfaces take more keys, which retrievers write.
_SOURCE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "The words of the source."},
        "content": {"type": "string", "description": "Another name of `text`."},
        "title": {"type": "string"},
        "url": {"type": "string", "description": "Address or path; it is repeated in the result."},
        "scope": {
            "enum": [*SCOPES],
            "description": "How much of the work the text is; what a part does not say stays unchecked.",
        },
    },
    "additionalProperties": False,
    "anyOf": [{"required": ["text"]}, {"required": ["content"]}],
}
_SENT_FILE = {
    "name": {"type": "string", "description": "With `data`: the name of a file; its ending sets the format."},
    "data": {"type": "string", "description": "A file in base64, such as a PDF, in place of `text`."},
}
_TEXT_OR_FILE = {
    **_SOURCE,
    "properties": {**_SOURCE["properties"], **_SENT_FILE},
    "anyOf": [*_SOURCE["anyOf"], {"required": [*_SENT_FILE]}],
}
_NOISE = ("title", "examples", "default", "oneOf", "$defs")


def tool_schema() -> dict[str, Any]:
    """Return the one tool of AgentOS: for programs that pass its call to `citevet.verify`, without files."""
    made = _define_tool("verify_citations", VerifyCall, TOOL_GUIDES["verify_claims"])
    parameters = made["function"]["parameters"]
    parameters["properties"]["sources"] = {
        "description": "The retrieved texts to compare with.",
        **parameters["properties"]["sources"]["anyOf"][0],
        "items": _SOURCE,
    }
    return {**made, "function": {**made["function"], "parameters": {**parameters, "required": ["sources"]}}}


def tools_schema() -> list[dict[str, Any]]:
    """Return all tools, for `citevet.Tools`."""
    return [_define_tool(name, TOOL_CALLS[name], guide) for name, guide in TOOL_GUIDES.items()]


def _define_tool(name: str, call: type[Call], guide: ToolGuide) -> dict[str, Any]:
    schema = call.model_json_schema()
    made = {
        "type": "object",
        "properties": {key: _shorten(each, schema) for key, each in schema["properties"].items()},
        **({"required": schema["required"]} if "required" in schema else {}),
        "additionalProperties": False,
    }
    description = " ".join(guide.description.split())
    return {"type": "function", "function": {"name": name, "description": description, "parameters": made}}


def _shorten(schema: Any, whole: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any part of a schema
    """Return a part of a schema without what costs a model tokens and tells it nothing."""
    if isinstance(schema, list):
        return [_shorten(each, whole) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _shorten(whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    if schema.get("title") == "Source":
        return _TEXT_OR_FILE
    kept = {key: value for key, value in schema.items() if key not in _NOISE}
    if len(kept.get("enum", ())) > len(SCOPES):  # all codes and names of rules
        kept.pop("enum")
    return {key: _shorten(value, whole) for key, value in kept.items()}


def text(schema: Mapping[str, Any] | Sequence[Any]) -> str:
    """Return the content of a schema file."""
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


MADE: Mapping[str, Callable[[], Any]] = {
    "config": config_schema,
    "policy": policy_schema,
    "report": report_schema,
    "tool": tool_schema,
    "tools": tools_schema,
}

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, made in MADE.items():
        (folder / f"{name}.schema.json").write_text(text(made()), encoding="utf-8")
