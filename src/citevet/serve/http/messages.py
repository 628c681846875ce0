"""The shapes of jobs and errors, with an example each, and the OpenAPI description of all requests."""

import json
from typing import Annotated, Any, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, ConfigDict, Field, model_validator

from citevet.schemas import schema
from citevet.serve.http.failures import FAILURES
from citevet.serve.http.gate import is_guarded
from citevet.serve.requests import STRICT, Call, FileName, Selectors, SourcesCall, drop_default
from citevet.world.job_store import JobState

_ALWAYS = (401, 421, 429, 500, 503)  # what the gate or a defect may answer to any request
Json = dict[str, Any]


Switch = Annotated[bool, Field(json_schema_extra=drop_default)]
_OPTIONS = "options"
_REPORT = "Report"
# A generator of clients calls the words of a verdict in it `CheckReportVerdict`; `ReportVerdict` is a shape of its own.
_WHOLE_REPORT = "CheckReport"
_TEXT: Json = {"type": "string"}
_LISTED: Json = {"type": "array", "items": {"type": "object", "additionalProperties": True}}
# The other formats of a report that are JSON, each with the fields that it always has.
_OTHER_REPORTS: Json = {
    "SarifLog": {
        "type": "object",
        "description": "`format=sarif`: a log of SARIF 2.1.0.",
        "properties": {"version": {"enum": ["2.1.0"]}, "$schema": _TEXT, "runs": _LISTED},
        "required": ["version", "runs"],
    },
    "ReviewdogResult": {
        "type": "object",
        "description": "`format=rdjson`: diagnostics for reviewdog.",
        "properties": {
            "source": {"type": "object", "properties": {"name": _TEXT}},
            "diagnostics": _LISTED,
        },
        "required": ["source", "diagnostics"],
    },
    "IntegrityAudits": {
        "type": "object",
        "description": "`format=audit-json`: one audit for each document, by the citation-integrity schema.",
        "properties": {"version": {"enum": [1]}, "tool": _TEXT, "verdict": _TEXT, "audits": _LISTED},
        "required": ["version", "tool", "verdict", "audits"],
    },
    "GitlabIssue": {
        "type": "object",
        "description": "`format=gitlab`: an issue of GitLab's code quality report.",
        "properties": {"description": _TEXT, "check_name": _TEXT, "fingerprint": _TEXT, "severity": _TEXT},
        "required": ["description", "check_name", "fingerprint", "severity"],
    },
}
# What a parameter of an address looks like, for those that cannot be tried without a job of one's own.
_PARAMETERS: Json = {"job": "3q2Vm4hQyT8", "document": 0, "judgement": 0, "passage": 0, "start": 0, "end": 9}
REPORT_PATH = "/api/jobs/{job}/report"


class CheckOptions(Call):
    """Settings of one check; what is left out is as the server's project has it."""

    model_config = STRICT
    select: Selectors = Field(default=[], json_schema_extra=drop_default)
    extend_select: Selectors = Field(default=[], json_schema_extra=drop_default)
    ignore: Selectors = Field(default=[], json_schema_extra=drop_default)
    strict: Switch = False
    corpus_only: Switch = False
    no_author_year: Switch = False
    online: Annotated[Switch, Field(description="true only where the server uses the network")] = False
    judge: Annotated[Switch, Field(description="true only where the server has a judge")] = False


class CheckedText(Call):
    """A document as text."""

    model_config = ConfigDict(
        **STRICT,
        json_schema_extra={"examples": [{"name": "paper.md", "text": "Shade trees lower the temperature [REF-001]."}]},
    )
    text: str
    name: FileName = Field("document.md", description="its ending is the format: .md, .tex, .txt, .html, .bib …")
    options: CheckOptions = Field(CheckOptions(), description="they may stand beside the text as well")

    @model_validator(mode="before")
    @classmethod
    def _take_options(cls, given: object) -> object:
        """Take options under their plain names, as the other interfaces do."""
        if not isinstance(given, dict) or not isinstance(given.get(_OPTIONS, {}), dict):
            return given
        flat = {key: value for key, value in given.items() if key in CheckOptions.model_fields}
        rest = {key: value for key, value in given.items() if key not in flat}
        return {**rest, _OPTIONS: {**given.get(_OPTIONS, {}), **flat}} if flat else given


class NewJob(BaseModel):
    """A job that was accepted."""

    job: str


class ProgressView(BaseModel):
    """How far a job is, in units of its stage."""

    done: int
    total: int


class JobView(BaseModel):
    """A job."""

    id: str
    name: str
    state: JobState
    stage: str
    progress: ProgressView
    error: str | None
    created: float
    finished: float | None


class JobList(BaseModel):
    """The jobs of a user, the newest first."""

    jobs: list[JobView]


class ReviewDecision(Call):
    """What a reader says to one finding or claim."""

    model_config = STRICT
    decision: Literal["accepted", "rejected", "open"] = "open"
    comment: str = Field("", max_length=10_000)


class Review(Call):
    """What a reader says to a report, by the fingerprint of a finding or the id of a claim."""

    model_config = ConfigDict(
        **STRICT,
        json_schema_extra={"examples": [{"decisions": {"a1b2c3": {"decision": "accepted", "comment": "A slip."}}}]},
    )
    decisions: dict[Annotated[str, Field(max_length=200)], ReviewDecision] = Field({}, max_length=20_000)


class ErrorDetail(BaseModel):
    """What went wrong, and the id under which the server logged it."""

    code: str
    message: str
    request_id: str


class ErrorBody(BaseModel):
    """The answer to a request that failed."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"error": {"code": "not_found", "message": "No job of yours has this id.", "request_id": "5f1c"}}
            ]
        }
    )
    error: ErrorDetail


class Health(BaseModel):
    """The state of the server and its permissions."""

    status: Literal["ok", "stopping"]
    version: str
    online: bool
    judge: str
    formats: list[str]
    token_required: bool


def describe_errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the errors that a request may get, for its description."""
    return {
        status: {"model": ErrorBody, "description": FAILURES[status][1]}
        for status in sorted({*statuses, *_ALWAYS, 422})
    }


def describe_body(shape: type[BaseModel], field: str, what: str) -> Json:
    """Return the description of a body that is JSON, or a form with files."""
    files = {"type": "array", "items": {"type": "string", "format": "binary"}, "description": what}
    form = {"type": "object", "required": [field], "properties": {field: files}, "additionalProperties": False}
    return {
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": {"$ref": f"#/components/schemas/{shape.__name__}"}},
                "multipart/form-data": {"schema": form},
            },
        }
    }


def _list_report_shapes() -> Json:
    """Return the shapes of the JSON report under names of their own: `CheckReport`, `ReportClaim` …"""
    shapes = schema("report")["$defs"]
    names = {name: _WHOLE_REPORT if name == _REPORT else f"{_REPORT}{name}" for name in shapes}
    text = json.dumps({names[name]: shape for name, shape in shapes.items()})
    for name, own in names.items():
        text = text.replace(f'"#/$defs/{name}"', f'"#/components/schemas/{own}"')
    moved: Json = json.loads(text)
    return moved


def _drop_untyped(path: str, operations: Json) -> None:
    """Say what an answer is that the framework takes for any JSON: the report, or no JSON at all."""
    for operation in operations.values():
        kinds = operation["responses"].get("200", {}).get("content", {})
        if kinds.get("application/json", {}).get("schema") == {}:
            if path == REPORT_PATH:
                *named, listed = [{"$ref": f"#/components/schemas/{name}"} for name in (_WHOLE_REPORT, *_OTHER_REPORTS)]
                kinds["application/json"]["schema"] = {"anyOf": [*named, {"type": "array", "items": listed}]}
            else:
                del kinds["application/json"]


def _spell_choice(shape: Json) -> None:
    """Say "one of two fields" in words that generators of clients pass over: of `oneOf` they make no class."""
    choice = shape.get("oneOf", ())
    if len(choice) == 2 and all({*each} == {"required"} for each in choice):  # noqa: PLR2004 - one of two
        first, second = shape.pop("oneOf")
        shape |= {"if": first, "then": {"not": second}, "else": second}


def describe_app(app: FastAPI) -> dict[str, Any]:
    """Return the description of all requests; those below /api need a token."""
    described = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    parts = described["components"]
    parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    for kind in (CheckedText, SourcesCall):  # they are read by hand
        shapes = kind.model_json_schema(ref_template="#/components/schemas/{model}")
        parts["schemas"] |= {**shapes.pop("$defs", {}), kind.__name__: shapes}
    parts["schemas"] |= {**_list_report_shapes(), **_OTHER_REPORTS}
    for shape in parts["schemas"].values():
        _spell_choice(shape)
    for path, operations in described["paths"].items():
        _drop_untyped(path, operations)
        for parameter in (each for operation in operations.values() for each in operation.get("parameters", ())):
            if parameter["name"] in _PARAMETERS:
                parameter["example"] = _PARAMETERS[parameter["name"]]
        if is_guarded(path):
            for operation in operations.values():
                operation["security"] = [{"token": []}]
    return described
