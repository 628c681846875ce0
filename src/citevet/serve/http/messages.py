"""The shapes of requests and answers, with an example each, and the OpenAPI description that they make."""

from typing import Annotated, Any, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from citevet.errors import find_near_name
from citevet.model.verification import SOURCE_SCHEMA
from citevet.rules import EVERYTHING, RULES
from citevet.serve.http.failures import FAILURES
from citevet.serve.http.gate import is_guarded
from citevet.world.job_store import JobState

# Codes, names and families; the start of several codes is accepted, too.
_RULES = sorted({*RULES, *(rule.name for rule in RULES.values()), *(code[:3] for code in RULES), EVERYTHING})
Selector = Annotated[str, Field(min_length=1, max_length=80, json_schema_extra={"enum": [*_RULES]})]
Selectors = Annotated[list[Selector], Field(max_length=200)]
FileName = Annotated[str, Field(min_length=1, max_length=200)]
_STRICT = ConfigDict(extra="forbid", strict=True)
_ALWAYS = (401, 421, 429, 500, 503)  # what the gate or a defect may answer to any request
Json = dict[str, Any]


def _drop_default(schema: dict[str, Any]) -> None:
    """Remove the default: a setting that is left out is the project's."""
    schema.pop("default", None)


Switch = Annotated[bool, Field(json_schema_extra=_drop_default)]


class _Request(BaseModel):
    """What a client sends; a name that is not known is refused with the nearest one that is."""

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, given: object) -> object:
        return _require_known(cls, given)


def _require_known(shape: type[BaseModel], given: object) -> object:
    fields = shape.model_fields
    known = [field.alias or name for name, field in fields.items()]
    also = {name for field in fields.values() for name in _list_choices(field.validation_alias)}
    unknown = [str(name) for name in given if name not in {*known, *also}] if isinstance(given, dict) else []
    if unknown:
        near = find_near_name(unknown[0], known)
        advice = f'did you mean "{near}"?' if near else f"send {', '.join(known)}"
        raise PydanticCustomError("unknown_name", "{said}", {"said": f'"{unknown[0][:80]}" is unknown; {advice}'})
    return given


def _list_choices(alias: object) -> list[str]:
    return [str(choice) for choice in alias.choices] if isinstance(alias, AliasChoices) else []


class CheckOptions(_Request):
    """Settings of one check; what is left out is as the server's project has it."""

    model_config = _STRICT
    select: Annotated[Selectors, Field(json_schema_extra=_drop_default)] = []
    extend_select: Annotated[Selectors, Field(json_schema_extra=_drop_default)] = []
    ignore: Annotated[Selectors, Field(json_schema_extra=_drop_default)] = []
    strict: Switch = False
    corpus_only: Switch = False
    no_author_year: Switch = False
    online: Annotated[Switch, Field(description="true only where the server uses the network")] = False
    judge: Annotated[Switch, Field(description="true only where the server has a judge")] = False


class CheckedText(_Request):
    """A document as text."""

    model_config = ConfigDict(
        **_STRICT,
        json_schema_extra={"examples": [{"name": "paper.md", "text": "Shade trees lower the temperature [REF-001]."}]},
    )
    text: str
    name: FileName = Field("document.md", description="its ending is the format: .md, .tex, .txt, .html, .bib …")
    options: CheckOptions = CheckOptions()


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


class ReviewDecision(_Request):
    """What a reader says to one finding or claim."""

    model_config = _STRICT
    decision: Literal["accepted", "rejected", "open"] = "open"
    comment: str = Field("", max_length=10_000)


class Review(_Request):
    """What a reader says to a report, by the fingerprint of a finding or the id of a claim."""

    model_config = ConfigDict(
        **_STRICT,
        json_schema_extra={"examples": [{"decisions": {"a1b2c3": {"decision": "accepted", "comment": "A slip."}}}]},
    )
    decisions: dict[Annotated[str, Field(max_length=200)], ReviewDecision] = Field({}, max_length=20_000)


class VerifyRequest(_Request):
    """A text or ready claims, and the sources that they are compared with."""

    model_config = ConfigDict(
        **_STRICT,
        json_schema_extra={
            "oneOf": [{"required": ["text"]}, {"required": ["claims"]}],
            "examples": [
                {
                    "text": "Tokyo is the capital of Japan.",
                    "sources": [{"text": "Tokyo is the capital and seat of government of Japan.", "title": "Japan"}],
                }
            ],
        },
    )
    text: Annotated[str, Field(json_schema_extra=_drop_default)] = ""
    claims: Annotated[list[str], Field(max_length=500, json_schema_extra=_drop_default)] = []
    sources: list[Annotated[Any, WithJsonSchema(dict(SOURCE_SCHEMA))]] = Field(max_length=200)
    web_fallback: bool = Field(
        False,
        alias="webFallback",
        validation_alias=AliasChoices("webFallback", "web_fallback"),
        description="Look on the web for claims that the sources leave open; only where the server uses the network.",
        json_schema_extra=_drop_default,
    )

    @model_validator(mode="before")
    @classmethod
    def _require_parts(cls, given: object) -> object:
        _require_known(cls, given)
        if isinstance(given, dict) and (("text" in given) == ("claims" in given) or "sources" not in given):
            raise PydanticCustomError("parts", 'Send "sources", and either "text" or "claims"')
        return given


class BibliographyFile(_Request):
    """A list of works as text."""

    model_config = _STRICT
    text: str
    name: FileName = Field("references.bib", description="its ending is the format: .bib, .ris, .json, .md")


class ResolveRequest(_Request):
    """Identifiers, citations or references, and lists of them."""

    model_config = ConfigDict(
        **_STRICT, json_schema_extra={"examples": [{"targets": ["10.1038/nature12373", "347 U.S. 483 (1954)"]}]}
    )
    targets: list[Annotated[str, Field(min_length=1, max_length=2_000)]] = Field([], max_length=500)
    bibliography: BibliographyFile | None = None


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


class RuleView(BaseModel):
    """One rule."""

    code: str
    name: str
    severity: str
    summary: str


class RuleDoc(RuleView):
    """One rule with its documentation."""

    doc: str


class RuleList(BaseModel):
    """All rules."""

    rules: list[RuleView]


def describe_errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the errors that a request may get, for its description."""
    return {
        status: {"model": ErrorBody, "description": FAILURES[status][1]}
        for status in sorted({*statuses, *_ALWAYS, 422})
    }


def describe_app(app: FastAPI) -> dict[str, Any]:
    """Return the description of all requests; those below /api need a token."""
    described = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    parts = described["components"]
    parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    shapes = CheckedText.model_json_schema(ref_template="#/components/schemas/{model}")
    parts["schemas"] |= {**shapes.pop("$defs"), "CheckedText": shapes}
    for path, operations in described["paths"].items():
        if is_guarded(path):
            for operation in operations.values():
                operation["security"] = [{"token": []}]
    return described
