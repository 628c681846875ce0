"""One way to language models behind an address: bounded in size, time and patience; no redirect is followed.

What goes wrong with one question is an answer too, and says so. A server may repeat the key in its complaint, so
nothing of what it says in an error is ever shown.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from citevet.errors import UsageError
from citevet.version import __version__
from citevet.world.llm_endpoint import Endpoint, key
from citevet.world.llm_shapes import Answer, Body, Question, answer, request, without

TIMEOUT = 60.0  # seconds for one try
_LARGEST = 1_048_576  # bytes of a response; a vote has about 1,000
_PATIENCE = 3  # a busy server is asked three times, one that is silent or breaks off twice
_FIRST_WAIT = 0.5  # seconds before the second try
_LONGEST_WAIT = 20.0  # whoever asks for more is given up
_OK = 200
_BUSY = frozenset({408, 429, 500, 502, 503, 504, 529})
_UNKNOWN = frozenset({400, 422})  # something in the request is not known there
_HOPELESS = {401: "the key is refused", 403: "access is refused", 404: "there is no such model or address"}
_MOVED = range(300, 400)


@dataclass(frozen=True, slots=True)
class _Try:
    """What one try came to."""

    status: int = 0  # 0: none came
    data: bytes = b""
    wait: float | None = None  # seconds that the server asks for
    trouble: str = ""
    late: bool = False


def ask(endpoint: Endpoint, question: Question, *, timeout: float | None = None) -> Answer:
    """Put a question to a model; only what is wrong with the caller's own settings is an error."""
    headers = _headers(endpoint)
    body = request(endpoint.kind, endpoint.model, question)
    patience, wait = _PATIENCE, _FIRST_WAIT
    with _library().Client(trust_env=False, follow_redirects=False) as client:
        while True:
            tried = _tried(client, endpoint.url, (headers, body), limit=timeout or TIMEOUT)
            spared = without(body, tried.data.decode("utf-8", "replace")) if tried.status in _UNKNOWN else None
            if spared is not None:
                body = spared
                continue
            patience -= _cost(tried)
            wait = wait if tried.wait is None else tried.wait
            if patience <= 0 or not 0 <= wait <= _LONGEST_WAIT:
                return _answer(endpoint, tried, question)
            time.sleep(wait)
            wait *= 2


def ready(endpoint: Endpoint) -> None:
    """Raise where the package or the key is missing, before anything is read."""
    _library()
    key(endpoint)


def _cost(tried: _Try) -> int:
    """Return how much patience a try costs: all of it where another would end the same way."""
    if tried.status in _BUSY:
        return 1
    return _PATIENCE if tried.status else _PATIENCE - 1


def _headers(endpoint: Endpoint) -> dict[str, str]:
    secret = key(endpoint)
    plain = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
    plain["User-Agent"] = f"citevet/{__version__}"
    if endpoint.kind == "anthropic":
        plain["anthropic-version"] = "2023-06-01"
    name, value = ("x-api-key", secret) if endpoint.kind == "anthropic" else ("Authorization", f"Bearer {secret}")
    return {**plain, name: value} if secret else plain


def _tried(client: Any, url: str, sent: tuple[Mapping[str, str], Body], *, limit: float) -> _Try:  # noqa: ANN401 - see _library
    """Send a request; errors of the library become a try without a status."""
    httpx = _library()
    headers, body = sent
    until = time.monotonic() + limit
    try:
        with client.stream("POST", url, headers=headers, content=json.dumps(body).encode(), timeout=limit) as response:
            return _received(response, until)
    except httpx.TimeoutException:
        return _LATE
    except httpx.ConnectError:
        return _Try(trouble="nobody answers there")
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, ValueError):
        return _Try(trouble="the connection broke off")


_LATE = _Try(trouble="it took too long", late=True)


def _received(response: Any, until: float) -> _Try:  # noqa: ANN401 - likewise
    parts: list[bytes] = []
    size = 0
    for part in response.iter_raw():
        size += len(part)
        if size > _LARGEST:
            return _Try(response.status_code, trouble="its answer is larger than 1 MB")
        if time.monotonic() > until:
            return _LATE
        parts.append(part)
    return _Try(response.status_code, b"".join(parts), _seconds(response.headers.get("retry-after", "")))


def _seconds(said: str) -> float | None:
    return float(said) if said.isascii() and said.isdigit() and len(said) < 10 else None  # noqa: PLR2004 - 30 years


def _answer(endpoint: Endpoint, tried: _Try, question: Question) -> Answer:
    if tried.trouble:
        return Answer(trouble=tried.trouble, late=tried.late)
    if tried.status == _OK:
        return answer(endpoint.kind, tried.data, question)
    if tried.status in _MOVED:
        return Answer(trouble=f"it redirects (HTTP {tried.status}), which is not followed", lasting=True)
    why = _HOPELESS.get(tried.status)
    return Answer(trouble=f"HTTP {tried.status}" + (f", {why}" if why else ""), lasting=why is not None)


def _library() -> Any:  # noqa: ANN401 - imported late: an extra, and 150 ms
    try:
        return import_module("httpx2")
    except ImportError as error:
        advice = "Install it with: pip install 'citevet[llm]'"
        raise UsageError("asking a language model needs the package httpx2", to="llm", advice=advice) from error
