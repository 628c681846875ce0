"""The parts of the OpenAPI description that the shapes do not give."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from citevet.serve.http.gate import is_guarded
from citevet.serve.http.messages import CheckedText, ErrorBody

_ALWAYS = (401, 421, 429, 500, 503)  # what the gate or a defect may answer to any request
_MEANINGS = {
    400: "The request makes no sense.",
    401: "A valid token is needed.",
    403: "The server does not allow this.",
    404: "It does not exist, or it belongs to another user.",
    408: "The request came too slowly.",
    409: "The job has no report.",
    413: "The request is too large.",
    415: "The server does not read this kind of request.",
    421: "The server is not known by this name.",
    422: "The request does not have the right shape.",
    429: "There were too many requests.",
    500: "The server has a defect.",
    503: "The server is busy.",
    504: "The work took too long.",
}


def describe_errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the errors that a request may get, for its description."""
    return {
        status: {"model": ErrorBody, "description": _MEANINGS[status]} for status in sorted({*statuses, *_ALWAYS, 422})
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
