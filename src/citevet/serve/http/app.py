"""The application: its routes, its page and its description."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from citevet.errors import UsageError, refuse_unknown
from citevet.report.languages import LANGUAGES, choose_language, load_kinds, load_page_words, load_words
from citevet.serve.http import call_routes, job_routes, paper_check_routes, paper_routes
from citevet.serve.http.description_page import render_description
from citevet.serve.http.failures import RequestFailure, answer_failure
from citevet.serve.http.gate import Gate
from citevet.serve.http.messages import describe_app
from citevet.serve.http.service import HttpService
from citevet.serve.http.worker_pool import WorkerError
from citevet.version import __version__

_PAGE = Path(__file__).parent.parent / "web"
_STYLE = Path(__file__).parent / "static/docs.css"
_VIEWER = Path(__file__).parents[2] / "report/html_view"  # the page shows a report as `--format html` does
_OPERATIONS = {"check": "check_document"}  # function → operation, where they are called otherwise
_ABOUT = """Check documents, verify claims, look up works.

Every request below /api needs `Authorization: Bearer TOKEN`, unless the server was started without tokens on this
machine. An error is always `{"error": {"code", "message", "request_id"}}`.
"""


def make_app(service: HttpService) -> FastAPI:
    """Return the application of one server."""

    @asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        service.runner.start()
        yield
        await service.runner.stop()

    app = FastAPI(
        title="citevet",
        version=__version__,
        description=_ABOUT,
        lifespan=live,
        docs_url=None,  # these pages would load scripts from elsewhere; ours is `/docs`
        redoc_url=None,
        dependencies=[Depends(_refuse_unknown)],
        generate_unique_id_function=lambda route: _OPERATIONS.get(route.name, route.name),
    )
    app.state.service = service
    routers = (job_routes.router, call_routes.router, paper_routes.router, paper_check_routes.router)
    app.state.routes = [route for router in routers for route in router.routes]
    for router in routers:
        app.include_router(router)
    for kind in (HTTPException, RequestValidationError, WorkerError, Exception):
        app.add_exception_handler(kind, answer_failure)
    _add_page(app)
    described = describe_app(app)
    app.openapi = lambda: described  # type: ignore[method-assign]  # the framework's way to replace it
    _add_description(app, described)
    app.add_middleware(Gate, settings=service.settings, state=service.gate)
    return app


def _refuse_unknown(request: Request) -> None:
    """Raise for a query parameter that the operation does not take, or that is given twice."""
    known = [*_list_query_names(request.scope["route"].dependant)]
    try:
        refuse_unknown(request.query_params, known, to="")
    except UsageError as error:
        raise RequestFailure(422, error.explanation) from error
    names = [name for name, _ in request.query_params.multi_items()]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise RequestFailure(422, f'"{twice}" is given twice. Leave out one of the two.')


def _list_query_names(dependant: Dependant) -> Iterator[str]:
    """Yield the query parameters of an operation, also of one that is not in the description."""
    yield from (each.alias for each in dependant.query_params)
    for each in dependant.dependencies:
        yield from _list_query_names(each)


def _add_page(app: FastAPI) -> None:
    """Serve the files of the page and of the viewer, each under its own name: no path comes from a client."""
    _add_file(app, "/", _PAGE / "index.html")
    _add_words(app)
    for file in sorted([*_PAGE.iterdir(), *_VIEWER.iterdir()]):
        if file.suffix in {".js", ".css", ".svg"}:
            _add_file(app, f"/static/{file.name}", file)


def _add_description(app: FastAPI, described: dict[str, Any]) -> None:
    async def show(request: Request) -> HTMLResponse:
        request.scope["route"] = route
        return HTMLResponse(render_description(described, str(request.base_url).rstrip("/")))

    route = Route("/docs", show, methods=["GET"], include_in_schema=False)
    app.router.routes.append(route)
    _add_file(app, "/static/docs.css", _STYLE)


def _add_words(app: FastAPI) -> None:
    """Serve the words of the page in a language that the reader chose, or that the browser asks for."""

    async def show(request: Request) -> JSONResponse:
        request.scope["route"] = route
        asked = request.query_params.get("language") or request.headers.get("accept-language", "")
        language = choose_language(asked, request.app.state.service.language)
        names = {each: load_page_words(each)["language"] for each in LANGUAGES}
        shown: dict[str, object] = {"language": language, "languages": names, "words": {**load_page_words(language)}}
        shown["kinds"] = {**load_kinds()}
        shown["rules"] = {**load_words(language).rules}  # none in English: findings have messages
        return JSONResponse(shown, headers={"content-language": language, "vary": "accept-language"})

    route = Route("/words.json", show, methods=["GET"], include_in_schema=False)
    app.router.routes.append(route)


def _add_file(app: FastAPI, path: str, file: Path) -> None:
    async def show(request: Request) -> FileResponse:
        request.scope["route"] = route  # for the log and the counts, as the framework does for the others
        return FileResponse(file)

    route = Route(path, show, methods=["GET"], include_in_schema=False)
    app.router.routes.append(route)
