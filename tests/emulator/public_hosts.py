"""All services under their public names: `Emulator(sites={**list_hosts(), **SITES})` answers for doi.org and the rest.

With `CITEVET_RESOLVE_HOSTS` set to `emulator.routes`, reports and recordings name the public hosts.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from urllib.parse import urlsplit

from tests.emulator.server import Answer, Request, Response

from citevet.world.net.services import SERVICES


def list_hosts() -> Mapping[str, Answer]:
    """Return what answers for the host of each service; Wikipedia is there in English and Korean."""
    hosts: dict[str, Answer] = {}
    for name, service in SERVICES.items():
        if service.url and find_spec(f"tests.emulator.{name}"):
            for language in ("en", "ko") if "{language}" in service.url else ("",):
                url = urlsplit(service.url.replace("{language}", language))
                prefix = f"/{language}" if language else ""
                hosts[url.netloc] = partial(_answer, name=name, base=url.path, prefix=prefix)
    return hosts


def _answer(request: Request, *, name: str, base: str, prefix: str) -> Response:
    """Ask the module of a service; redirects of the modules begin with the service's name."""
    path = request.path.removeprefix(f"/{name}").removeprefix(base)
    response: Response = import_module(f"tests.emulator.{name}").answer(replace(request, path=prefix + path))
    return response
