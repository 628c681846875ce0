"""What programs send, over HTTP and to the tools of MCP: one model for each operation, under the names of Python."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from citevet.errors import CitevetError, refuse_unknown, rename_arguments, require_one
from citevet.limits import SERVED_CHARACTERS
from citevet.model.verification import SOURCE_SCHEMA
from citevet.records import Foreign
from citevet.report.checked import MOST_FINDINGS
from citevet.rules import EVERYTHING, RULES

Result = TypeVar("Result")
STRICT = ConfigDict(extra="forbid", strict=True)
MOST_SOURCES, MOST_CLAIMS, MOST_ITEMS = 500, 500, 100
_PRINTED = r"^[^\u0000-\u0008\u000b\u000e-\u001f\u007f]*$"  # without what only binary files have
MOST_OF_STREAM = 100_000  # characters that a model writes between two calls
# Codes, names and families; the start of several codes is accepted, too.
_RULES = sorted({*RULES, *(rule.name for rule in RULES.values()), *(code[:3] for code in RULES), EVERYTHING})
Selector = Annotated[str, Field(min_length=1, max_length=80, json_schema_extra={"enum": [*_RULES]})]
Selectors = Annotated[list[Selector], Field(max_length=200)]
FileName = Annotated[str, Field(min_length=1, max_length=200)]
Text = Annotated[str, Field(max_length=SERVED_CHARACTERS)]
Claims = Annotated[list[Text], Field(max_length=MOST_CLAIMS)]
Path = Annotated[str, Field(min_length=1, max_length=4_096)]
KeptName = Annotated[str, Field(min_length=1, max_length=100)]


def drop_default(schema: dict[str, Any]) -> None:
    """Leave out a default, and null with it: an argument that is not given is not there."""
    schema.pop("default", None)
    plain = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    if len(plain) == 1:
        schema.pop("anyOf")
        schema |= {**plain[0], **schema}


def _require_sources(given: Foreign) -> Foreign:
    """Raise for what is neither a list of sources nor the name of a prepared set."""
    if isinstance(given, str):
        if not given:
            raise PydanticCustomError("too_short", "must have at least 1 character")
        return given
    return _require_list(given)


def _require_list(given: Foreign) -> Foreign:
    if given is not None and not isinstance(given, list):
        raise PydanticCustomError("list_type", "must be a list")
    if len(given or ()) > MOST_SOURCES:
        raise PydanticCustomError("too_long", "must have at most {most} items", {"most": MOST_SOURCES})
    return given


_LISTED = {"type": "array", "items": dict(SOURCE_SCHEMA), "maxItems": MOST_SOURCES}
_NAMED = {"type": "string", "minLength": 1, "description": "What `prepare_sources` returned as `sources`."}
SourceList = Annotated[Any, WithJsonSchema(_LISTED), AfterValidator(_require_list)]
SourceSet = Annotated[Any, WithJsonSchema({"anyOf": [_LISTED, _NAMED]}), AfterValidator(_require_sources)]
_TO_COMPARE = "The texts to compare with, or the name of prepared sources."


class Call(BaseModel):
    """What a program sends; a name that is not known is refused with the nearest one that is."""

    model_config = STRICT

    @model_validator(mode="before")
    @classmethod
    def _read_names(cls, given: object) -> object:
        """Bring arguments under their own names; null stands for one that is not given."""
        if not isinstance(given, dict):
            return given
        named = raise_as_fault(lambda: rename_arguments(given, _list_aliases(cls), to=""))
        raise_as_fault(lambda: refuse_unknown(named, [*cls.model_fields], to=""))
        return {
            name: value for name, value in named.items() if value is not None or cls.model_fields[name].is_required()
        }


def raise_as_fault(check: Callable[[], Result]) -> Result:
    """Return the result of a check; raise an error of ours in the shape that pydantic passes on."""
    try:
        return check()
    except CitevetError as error:
        raise PydanticCustomError("unknown_name", "{said}", {"said": error.explanation.removesuffix(".")}) from error


def _list_aliases(shape: type[BaseModel]) -> dict[str, str]:
    choices = {name: each.validation_alias for name, each in shape.model_fields.items()}
    return {
        str(also): name for name, each in choices.items() if isinstance(each, AliasChoices) for also in each.choices
    }


class FilesCall(Call):
    """A call that may name files of this machine, below the roots."""

    paths: list[Path] = Field([], max_length=100, description="Sources as files below a root.")


class VerifyCall(Call):
    """A text or ready claims, and the sources that they are compared with."""

    model_config = ConfigDict(
        **STRICT,
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
    text: Text | None = Field(
        None, description="A text; each statement in it is verified.", json_schema_extra=drop_default
    )
    claims: Claims | None = Field(None, description="Claims, in place of text.", json_schema_extra=drop_default)
    sources: SourceSet = Field([], description=_TO_COMPARE)
    web_fallback: bool = Field(
        False,
        validation_alias=AliasChoices("web_fallback", "webFallback"),
        description="Search the web for claims that the sources leave open, where the network may be used.",
    )

    @model_validator(mode="after")
    def _require_one(self) -> "VerifyCall":
        raise_as_fault(lambda: require_one(text=self.text, claims=self.claims))
        return self


class VerifyFilesCall(VerifyCall, FilesCall):
    """Likewise with files."""


_ITEM = {
    "anyOf": [
        {"type": "string", "description": "A text."},
        {"type": "array", "items": {"type": "string"}, "description": "Ready claims."},
        {
            "type": "object",
            "properties": {
                "text": {"type": "string"},
                "claims": {"type": "array", "items": {"type": "string"}},
                "sources": {"anyOf": [_LISTED, _NAMED]},
                "web_fallback": {"type": "boolean"},
            },
            "oneOf": [{"required": ["text"]}, {"required": ["claims"]}],
            "additionalProperties": False,
        },
    ]
}


class VerifyManyCall(Call):
    """Many answers, verified together."""

    model_config = ConfigDict(
        **STRICT,
        json_schema_extra={
            "examples": [
                {
                    "items": ["Tokyo is the capital of Japan.", ["Tokyo is in Japan.", "Tokyo is in Korea."]],
                    "sources": ["Tokyo is the capital and seat of government of Japan."],
                }
            ]
        },
    )
    items: list[Annotated[Any, WithJsonSchema(_ITEM)]] = Field(
        max_length=MOST_ITEMS, description="Texts, lists of claims, or calls with sources of their own."
    )
    sources: SourceSet = Field(None, description="For all items without their own.", json_schema_extra=drop_default)
    web_fallback: bool = Field(
        False,
        validation_alias=AliasChoices("web_fallback", "webFallback"),
        description="Search the web for claims that the sources leave open, where the network may be used.",
    )


class VerifyManyFilesCall(VerifyManyCall, FilesCall):
    """Likewise with files."""


class SourcesCall(Call):
    """Sources to be read once."""

    model_config = ConfigDict(
        **STRICT,
        json_schema_extra={"examples": [{"sources": ["Tokyo is the capital and seat of government of Japan."]}]},
    )
    sources: SourceList = Field([], description="Texts and files.")


class SourcesFilesCall(SourcesCall, FilesCall):
    """Likewise with files."""


class GuardCall(Call):
    """The next part of a stream; the first call has the sources, the others the name of the guard."""

    model_config = ConfigDict(
        **STRICT,
        json_schema_extra={
            "oneOf": [{"required": ["sources"]}, {"required": ["guard"]}],
            "examples": [
                {
                    "sources": ["Tokyo is the capital and seat of government of Japan."],
                    "chunk": "Tokyo is the capital of Japan. It is",
                }
            ],
        },
    )
    chunk: Annotated[str, Field(max_length=MOST_OF_STREAM)] = Field(
        "", description="What the model wrote since the last call."
    )
    finish: bool = Field(False, description="The answer has ended: verify what is left.")
    guard: KeptName | None = Field(
        None, description="The guard that the first call returned.", json_schema_extra=drop_default
    )
    sources: SourceSet = Field(None, description=_TO_COMPARE, json_schema_extra=drop_default)
    on_unsupported: Literal["flag", "block"] = Field(
        "flag", description="What happens to a sentence that the sources do not support."
    )


class GuardFilesCall(GuardCall, FilesCall):
    """Likewise with files."""

    model_config = ConfigDict(
        **STRICT, json_schema_extra={"anyOf": [{"required": [each]} for each in ("sources", "paths", "guard")]}
    )


class BibliographyText(Call):
    """A list of works as text."""

    text: Annotated[str, Field(pattern=_PRINTED)]
    name: FileName = Field("references.bib", description="its ending is the format: .bib, .ris, .json, .md")


_TARGET = {"type": "string", "minLength": 1, "maxLength": 4_000}
_MOST_TARGETS = 500
Target = Annotated[str, Field(min_length=1, max_length=4_000)]


def _list_targets(given: Foreign) -> Foreign:
    return [given] if isinstance(given, str) else given


def _name_bibliography(given: Foreign) -> Foreign:
    return {"text": given} if isinstance(given, str) else given


def _show_bibliography(schema: dict[str, Any]) -> None:
    drop_default(schema)
    schema["anyOf"] = [{"type": "string", "pattern": _PRINTED, "description": "BibTeX."}, {"$ref": schema.pop("$ref")}]


Targets = Annotated[
    list[Target],
    Field(max_length=_MOST_TARGETS),
    BeforeValidator(_list_targets),
    WithJsonSchema({"anyOf": [_TARGET, {"type": "array", "items": _TARGET, "maxItems": _MOST_TARGETS}]}),
]


class ResolveCall(Call):
    """Identifiers, citations or references, and lists of them."""

    model_config = ConfigDict(
        **STRICT, json_schema_extra={"examples": [{"targets": ["10.1038/nature12373", "347 U.S. 483 (1954)"]}]}
    )
    targets: Targets = Field(
        [],
        validation_alias=AliasChoices("targets", "citation"),
        description="A DOI, arXiv id, PMID, ISBN, address, citation of law or written reference, or a list of these.",
    )
    bibliography: Annotated[BibliographyText | None, BeforeValidator(_name_bibliography)] = Field(
        None, json_schema_extra=_show_bibliography
    )


class ResolveFilesCall(ResolveCall, FilesCall):
    """Likewise with files."""

    paths: list[Path] = Field([], max_length=100, description="Bibliographies and documents below a root.")


class SearchCall(Call):
    """Words, or a whole claim."""

    model_config = ConfigDict(**STRICT, json_schema_extra={"examples": [{"query": "shade lowers temperature"}]})
    query: str = Field(
        min_length=1,
        max_length=2_000,
        validation_alias=AliasChoices("query", "q"),
        description="Words, or a whole claim.",
    )
    limit: int = Field(10, ge=1, le=100)
    words: bool = Field(False, description="Search by words only.")


class RuleCall(Call):
    """A rule by its code or name; without one, all."""

    model_config = ConfigDict(**STRICT, json_schema_extra={"examples": [{"rule": "PAG001"}]})
    rule: Annotated[str, Field(min_length=1, max_length=100)] | None = Field(
        None,
        validation_alias=AliasChoices("rule", "code"),
        description="A code, a name, or the start of several codes.",
        json_schema_extra=drop_default,
    )


class CheckCall(Call):
    """A document, and the settings of its check."""

    model_config = ConfigDict(
        **STRICT,
        json_schema_extra={
            "oneOf": [{"required": ["path"]}, {"required": ["text"]}],
            "examples": [{"text": "Shade trees lower the temperature [REF-001].", "select": ["KEY"]}],
        },
    )
    path: Path | None = Field(
        None, description="The document, by its path from a root.", json_schema_extra=drop_default
    )
    text: Text | None = Field(
        None, description="The document itself, in place of a path.", json_schema_extra=drop_default
    )
    name: FileName = Field("document.md", description="With text: a file name; its ending sets the format.")
    judge: bool = Field(False, description="Also judge whether the sources support the claims.")
    online: bool | None = Field(
        None, description="false: use no network, though the program may.", json_schema_extra=drop_default
    )
    select: Selectors = Field([], description="Only these rules: codes, prefixes or names.")
    extend_select: Selectors = Field([], description="These rules as well.")
    ignore: Selectors = Field([], description="All but these rules.")
    strict: bool = Field(False, description="Warnings count as errors.")
    corpus_only: bool = Field(False, description="Every source must be in the source library.")
    no_author_year: bool = Field(False, description="Do not read (Author, 2020) as a citation.")
    max_findings: int = Field(MOST_FINDINGS, ge=1, le=500, description="Findings that are listed.")

    @model_validator(mode="after")
    def _require_one(self) -> "CheckCall":
        raise_as_fault(lambda: require_one(path=self.path, text=self.text))
        return self


# The calls of the tools, with files below the roots; over HTTP files are sent, and none are named.
TOOL_CALLS: dict[str, type[Call]] = {
    "check_document": CheckCall,
    "verify_claims": VerifyFilesCall,
    "verify_many": VerifyManyFilesCall,
    "prepare_sources": SourcesFilesCall,
    "guard_stream": GuardFilesCall,
    "resolve_works": ResolveFilesCall,
    "search_corpus": SearchCall,
    "explain_rule": RuleCall,
}
