"""Sources that come as JSON, or as files of a form."""

from base64 import b64encode
from typing import Any

from pydantic import ValidationError
from starlette.datastructures import UploadFile
from starlette.requests import Request

from citevet.serve import describe_faults
from citevet.serve.http.failures import RequestFailure
from citevet.serve.http.job_routes import clean_name
from citevet.serve.requests import MOST_SOURCES, SourcesCall

_HOW = "Send JSON with `sources`, or multipart/form-data with the files `source`."


async def read_sent_sources(request: Request) -> list[Any]:
    """Return the sources of a request as `verify` takes them."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        try:
            return list(SourcesCall.model_validate_json(await request.body()).sources)
        except ValidationError as error:
            raise RequestFailure(422, f"{describe_faults(error.errors())}.") from error
    if kind != "multipart/form-data":
        raise RequestFailure(415, _HOW)
    async with request.form(max_files=MOST_SOURCES, max_fields=10) as form:
        unknown = next((name for name in form if name != "source"), None)
        files = form.getlist("source")
        if unknown or not files or not all(isinstance(each, UploadFile) for each in files):
            said = f'unknown argument "{unknown[:80]}". ' if unknown else ""
            raise RequestFailure(422, f"{said}{_HOW}")
        return [
            {"name": clean_name(each.filename or ""), "data": b64encode(await each.read()).decode()}
            for each in files
            if isinstance(each, UploadFile)
        ]
