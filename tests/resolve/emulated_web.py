"""A Web that asks the modules of the emulator directly, without a server."""

from collections.abc import Mapping, Sequence
from importlib import import_module

from tests.emulator.server import Request
from tests.resolve.fake_web import classify

from citevet.model import Reply

_KEYS = {"lawgokr": {"OC": "tester"}}  # the client adds them


class EmulatedWeb:
    """Answers for every service that the emulator has."""

    async def ask(
        self,
        service: str,
        path: str,
        *,
        params: Mapping[str, str] | Sequence[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
        form: Mapping[str, str] | None = None,  # noqa: ARG002 - the protocol's signature
        json: object = None,  # noqa: ARG002 - likewise
    ) -> Reply:
        """Ask the module of a service."""
        lower = {name.lower(): value for name, value in (headers or {}).items()}
        query = {**dict(params), **_KEYS.get(service, {})}
        response = import_module(f"tests.emulator.{service}").answer(Request("GET", path, query, lower))
        sent = {"content-type": response.type, **{name.lower(): value for name, value in response.headers.items()}}
        return classify(Reply(path, response.status, sent, response.data))

    async def visit(self, url: str, *, accept: str = "*/*") -> Reply:  # noqa: ARG002 - likewise
        """Refuse: the emulator has services only."""
        return Reply(url, trouble="blocked", why="is out of reach")
