"""Errors as clients see them: {"error": {"code", "message", "request_id"}} and a fitting status."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Match

from citevet.errors import describe_error, list_errors
from citevet.serve import describe_faults
from citevet.serve.http.worker_pool import WorkerError

# Status → its code in an answer, and its meaning in the description of the service.
FAILURES = {
    400: ("bad_request", "The request makes no sense."),
    401: ("unauthorized", "A valid token is needed."),
    403: ("forbidden", "The server does not allow this."),
    404: ("not_found", "It does not exist, or it belongs to another user."),
    405: ("method_not_allowed", "This address has other methods."),
    408: ("too_slow", "The request came too slowly."),
    409: ("not_finished", "The job has no report."),
    413: ("too_large", "The request is too large."),
    415: ("unsupported_type", "The server does not read this kind of request."),
    421: ("unknown_host", "The server is not known by this name."),
    422: ("invalid", "The request does not have the right shape."),
    429: ("too_many_requests", "There were too many requests."),
    500: ("error", "The server has a defect."),
    503: ("busy", "The server is busy."),
    504: ("timed_out", "The work took too long."),
}
_OTHER = ("error", "")
# Status for the classes of errors.py; what is missing here is a defect of ours.
_BY_CODE = {code: status for status, (code, _) in FAILURES.items()}
_STATUSES = {
    **{each.__name__: _BY_CODE[each.code] for each in list_errors() if each.code in _BY_CODE and each.code != "error"},
    "TimedOut": 504,
}


class RequestFailure(HTTPException):
    """A request that cannot be answered as it is."""

    def __init__(self, status: int, message: str, *, code: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, message, dict(headers or {}))
        self.code = code or FAILURES.get(status, _OTHER)[0]


def render_failure(failure: HTTPException, request_id: str) -> Response:
    """Return the body and the status of a failure."""
    code = getattr(failure, "code", "") or FAILURES.get(failure.status_code, _OTHER)[0]
    content = json.dumps(describe_error(code, str(failure.detail), request_id), ensure_ascii=True)
    return Response(content, failure.status_code, failure.headers, media_type="application/json")


def name_failure(failure: HTTPException | WorkerError, request_id: str) -> dict[str, Any]:
    """Return the body of a failure, for an answer that has begun."""
    known = _fail(failure) if isinstance(failure, WorkerError) else failure
    return describe_error(getattr(known, "code", _OTHER[0]), str(known.detail), request_id)


def _fail(error: WorkerError) -> RequestFailure:
    return RequestFailure(_STATUSES.get(error.kind, 500), str(error))


async def answer_failure(request: Request, error: Exception) -> Response:
    """Answer a request that raised an exception of the framework or of ours."""
    request_id = str(request.scope["state"]["request_id"])
    if isinstance(error, WorkerError):
        return render_failure(_fail(error), request_id)
    if isinstance(error, RequestValidationError):
        faults = [{**fault, "loc": fault["loc"][1:]} for fault in error.errors()]  # without "body" or "query"
        said = describe_faults(faults)
        return render_failure(RequestFailure(422, said if said.endswith("?") else f"{said}."), request_id)
    if isinstance(error, HTTPException) and error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = {"Allow": ", ".join(_list_methods(request))}
        return render_failure(RequestFailure(405, "This address has other methods.", headers=allowed), request_id)
    if isinstance(error.__cause__, UnicodeDecodeError | RecursionError):  # the framework could not read the body
        error = RequestFailure(400, "This is not JSON in UTF-8, or it is nested too deeply.")
    if isinstance(error, HTTPException):
        return render_failure(error, request_id)
    what = "internal error. Please report it with the request id."
    return render_failure(RequestFailure(500, what, code="internal"), request_id)


def _list_methods(request: Request) -> list[str]:
    """Return the methods of an address, over all routes: the framework names those of the first one."""
    fitting = (route for route in request.app.state.routes if route.matches(request.scope)[0] != Match.NONE)
    return sorted({method for route in fitting for method in route.methods}) or ["GET"]  # files of the page
