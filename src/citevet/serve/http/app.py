"""The application: its routes, its page and its description."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from citevet.serve.http import call_routes, job_routes
from citevet.serve.http.failures import answer_failure
from citevet.serve.http.gate import Gate
from citevet.serve.http.messages import describe_app
from citevet.serve.http.service import HttpService
from citevet.serve.http.worker_pool import WorkerError
from citevet.version import __version__

_PAGE = Path(__file__).parent.parent / "web"
_VIEWER = Path(__file__).parents[2] / "report/html_view"  # the page shows a report as `--format html` does
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
        docs_url=None,  # these pages would load scripts from elsewhere
        redoc_url=None,
    )
    app.state.service = service
    app.state.routes = [*job_routes.router.routes, *call_routes.router.routes]
    app.include_router(job_routes.router)
    app.include_router(call_routes.router)
    for kind in (HTTPException, RequestValidationError, WorkerError, Exception):
        app.add_exception_handler(kind, answer_failure)
    _add_page(app)
    described = describe_app(app)
    app.openapi = lambda: described  # type: ignore[method-assign]  # the framework's way to replace it
    app.add_middleware(Gate, settings=service.settings, state=service.gate)
    return app


def _add_page(app: FastAPI) -> None:
    """Serve the files of the page and of the viewer, each under its own name: no path comes from a client."""
    _add_file(app, "/", _PAGE / "index.html")
    for file in sorted([*_PAGE.iterdir(), *_VIEWER.iterdir()]):
        if file.suffix in {".js", ".css", ".svg"}:
            _add_file(app, f"/static/{file.name}", file)


def _add_file(app: FastAPI, path: str, file: Path) -> None:
    async def show(request: Request) -> FileResponse:
        request.scope["route"] = route  # for the log and the counts, as the framework does for the others
        return FileResponse(file)

    route = Route(path, show, methods=["GET"], include_in_schema=False)
    app.router.routes.append(route)
