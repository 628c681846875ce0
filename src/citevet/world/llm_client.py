"""Send one question to a language model, within limits of size, time and retries; redirects are not followed.

A failed question is an answer too, with the reason in `trouble`. A server may repeat the API key in its error message,
so no text of an error response is ever shown.
"""

import json
import math
import time
from collections.abc import Callable, Mapping
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from citevet.limits import LLM_ANSWER_BYTES, LLM_SECONDS
from citevet.records import dataclass, field
from citevet.version import __version__
from citevet.world.llm_endpoint import Endpoint, EndpointKind, read_api_key
from citevet.world.web import require_httpx

if TYPE_CHECKING:
    from httpcore2 import Response as HttpResponse

    from citevet.world.net.exchange import Connections

_PATIENCE = 3  # three attempts at a busy server, two at one that is silent or breaks off
_FIRST_WAIT = 0.5  # seconds before the second attempt
_MAX_WAIT = 20.0  # a server that wants more time is given up
_OK = 200
_BUSY = frozenset({408, 429, 500, 502, 503, 504, 529})
_BAD_REQUEST = frozenset({400, 422})  # the server may not know one of the optional settings
_PERMANENT = {401: "the key is refused", 403: "access is refused", 404: "no such model or address"}
_REDIRECTS = range(300, 400)
_MAX_OUTPUT_TOKENS = 4_096  # an answer has about 100, but models that reason first count their thoughts
_CONTEXT_TOKENS = 8_192  # question and answer; Ollama's default cuts a question off silently at 4,096
# Settings that some servers do not know, and the words by which their error messages name them.
_OPTIONAL = {
    "temperature": ("temperature",),
    "max_completion_tokens": ("max_completion_tokens",),
    "response_format": ("response_format", "json_schema"),
    "logprobs": ("logprobs",),
    "top_logprobs": ("top_logprobs",),
}
_CHOICES = 20  # tokens whose probability is wanted; that is the most that servers give

Json = Any
_require_httpx = partial(require_httpx, "llm", "asking a language model", to="llm")
Body = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt, and the JSON schema of its answer."""

    system: str
    user: str
    schema: Mapping[str, Any]
    name: str = "vote"  # of the schema
    words: int = 0  # tokens of a plain answer; 0: the answer has the schema


@dataclass(frozen=True, slots=True)
class LlmAnswer:
    """The text of an answer, a refusal, or the reason why there is neither."""

    text: str = ""
    refused: bool = False  # the model would not answer
    trouble: str = ""  # what went wrong on the way, a clause
    late: bool = False  # … it took too long
    lasting: bool = False  # … and another attempt will fail too: a wrong key, no such model
    pending: bool = False  # the question was passed on; the same run, made again, has its answer
    chances: Mapping[str, float] = field(default_factory=dict)  # of a plain answer's first token, where told


@dataclass(frozen=True, slots=True)
class _Attempt:
    status: int = 0  # 0: no response
    data: bytes = b""
    wait: float | None = None  # seconds that the server asks for
    trouble: str = ""
    late: bool = False


_TIMED_OUT = _Attempt(trouble="it took too long", late=True)


def query_model(endpoint: Endpoint, question: Question, *, timeout: float | None = None) -> LlmAnswer:
    """Send a question, within one deadline for all attempts; only errors in the caller's own settings are raised."""
    headers = _headers(endpoint)
    _require_httpx()
    from citevet.world.net.loop import NetworkLoop  # 0.2 s with the libraries, and most runs ask no model

    return NetworkLoop().run(_query(endpoint, headers, question, until=time.monotonic() + (timeout or LLM_SECONDS)))


async def _query(endpoint: Endpoint, headers: Mapping[str, str], question: Question, *, until: float) -> LlmAnswer:
    from asyncio import sleep

    from citevet.world.net.exchange import Connections

    body: Body = {"model": endpoint.model, **_REQUESTS[endpoint.kind](question)}  # the same question has the same bytes
    patience, wait = _PATIENCE, _FIRST_WAIT
    async with aclosing(Connections(urlsplit(endpoint.url).scheme, endpoint.url)) as connections:
        while True:
            attempt = await _attempt(connections, endpoint.url, headers, body, limit=until - time.monotonic())
            smaller = _drop_optional(body, attempt.data) if attempt.status in _BAD_REQUEST else None
            if smaller is not None:
                body = smaller
                continue
            patience -= _cost(attempt)
            wait = wait if attempt.wait is None else attempt.wait
            if patience <= 0 or not 0 <= wait <= min(_MAX_WAIT, until - time.monotonic()):
                return _answer(endpoint, attempt, question)
            await sleep(wait)
            wait *= 2


def require_access(endpoint: Endpoint) -> None:
    """Raise where the httpx2 package or the API key is missing, before any work is done."""
    _require_httpx()
    read_api_key(endpoint)


def _cost(attempt: _Attempt) -> int:
    """Return how much patience an attempt costs: all of it where another would end the same way."""
    if attempt.status in _BUSY:
        return 1
    return _PATIENCE if attempt.status else _PATIENCE - 1


def _headers(endpoint: Endpoint) -> dict[str, str]:
    secret = read_api_key(endpoint)
    plain = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
    plain["User-Agent"] = f"citevet/{__version__}"
    if endpoint.kind == "anthropic":
        plain["anthropic-version"] = "2023-06-01"
    name, value = ("x-api-key", secret) if endpoint.kind == "anthropic" else ("Authorization", f"Bearer {secret}")
    return {**plain, name: value} if secret else plain


async def _attempt(
    connections: "Connections", url: str, headers: Mapping[str, str], body: Body, *, limit: float
) -> _Attempt:
    """Send a request; errors of the library become an attempt without a status."""
    import asyncio

    from httpcore2 import ConnectError

    from citevet.world.net.errands import Outgoing
    from citevet.world.net.exchange import HTTP_ERRORS, TIMEOUTS

    try:
        async with (
            asyncio.timeout(limit),
            connections.send(Outgoing(url, "POST", headers, json.dumps(body).encode())) as response,
        ):
            return await _receive(response)
    except TIMEOUTS:
        return _TIMED_OUT
    except ConnectError:
        return _Attempt(trouble="nothing answers there")
    except HTTP_ERRORS:
        return _Attempt(trouble="the connection broke off")


async def _receive(response: "HttpResponse") -> _Attempt:
    from citevet.world.net.exchange import read_headers

    data = bytearray()
    async with aclosing(response.aiter_stream()) as chunks:
        async for chunk in chunks:
            data += chunk
            if len(data) > LLM_ANSWER_BYTES:
                return _Attempt(response.status, trouble="its answer is larger than 1 MB")
    after = read_headers(response).get("retry-after", "")
    wait = float(after) if after.isascii() and after.isdigit() and len(after) <= len("999999999") else None
    return _Attempt(response.status, bytes(data), wait)


def _answer(endpoint: Endpoint, attempt: _Attempt, question: Question) -> LlmAnswer:
    if attempt.trouble:
        return LlmAnswer(trouble=attempt.trouble, late=attempt.late)
    if attempt.status == _OK:
        return _parse_answer(endpoint.kind, attempt.data, question)
    if attempt.status in _REDIRECTS:
        return LlmAnswer(trouble=f"it redirects (HTTP {attempt.status}), which is not followed", lasting=True)
    why = _PERMANENT.get(attempt.status)
    return LlmAnswer(trouble=f"HTTP {attempt.status}" + (f", {why}" if why else ""), lasting=why is not None)


# The request and the response of each kind of endpoint.


def _parse_answer(kind: EndpointKind, data: bytes, question: Question) -> LlmAnswer:
    try:
        return _ANSWERS[kind](json.loads(data), question)
    except (ValueError, RecursionError, KeyError, IndexError, TypeError, AttributeError):
        return LlmAnswer(trouble="it answered in another shape than it should")


def _drop_optional(body: Body, complaint: bytes) -> Body | None:
    """Return a request without the optional setting that an error message names; None where it names none."""
    text = complaint.decode("utf-8", "replace")
    named = [key for key, words in _OPTIONAL.items() if key in body and any(word in text for word in words)]
    return {key: value for key, value in body.items() if key != named[0]} if named else None


def _messages(question: Question) -> list[dict[str, str]]:
    system = [{"role": "system", "content": question.system}] if question.system else []
    return [*system, {"role": "user", "content": question.user}]


def _openai_request(question: Question) -> Body:
    if question.words:
        told = {"logprobs": True, "top_logprobs": _CHOICES}
        return {"messages": _messages(question), "temperature": 0, "max_completion_tokens": question.words, **told}
    shape = {"name": question.name, "strict": True, "schema": question.schema}
    return {
        "messages": _messages(question),
        "temperature": 0,
        "max_completion_tokens": _MAX_OUTPUT_TOKENS,
        "response_format": {"type": "json_schema", "json_schema": shape},
    }


def _anthropic_request(question: Question) -> Body:
    tool = {"name": question.name, "description": "Cast the vote.", "input_schema": question.schema}
    return {
        "max_tokens": _MAX_OUTPUT_TOKENS,
        "temperature": 0,
        "system": question.system,
        "messages": [{"role": "user", "content": question.user}],
        "tools": [tool],
        "tool_choice": {"type": "tool", "name": question.name, "disable_parallel_tool_use": True},
    }


def _ollama_request(question: Question) -> Body:
    options = {"temperature": 0, "seed": 0, "num_ctx": _CONTEXT_TOKENS, "num_predict": _MAX_OUTPUT_TOKENS}
    asked: Body = {"messages": _messages(question), "stream": False}
    if question.words:
        room = max(_CONTEXT_TOKENS, len(question.system + question.user) // 2)  # else the question is cut silently
        options |= {"num_predict": question.words, "num_ctx": room}
        return {**asked, "logprobs": True, "top_logprobs": _CHOICES, "options": options}
    return {**asked, "format": question.schema, "options": options}


def _openai_answer(response: Json, question: Question) -> LlmAnswer:
    choice = response["choices"][0]
    message = choice["message"]
    if message.get("refusal"):
        return LlmAnswer(refused=True)
    told = (choice.get("logprobs") or {}).get("content") if question.words else None
    return LlmAnswer(_require_string(message["content"]), chances=_read_chances(told))


def _read_chances(told: Json) -> Mapping[str, float]:
    """Return the probabilities of the first token of an answer; nothing where the server gives none."""
    if not told:
        return {}
    first = told[0]
    return {str(each["token"]): math.exp(min(float(each["logprob"]), 0.0)) for each in [first, *first["top_logprobs"]]}


def _anthropic_answer(response: Json, question: Question) -> LlmAnswer:
    if response.get("stop_reason") == "refusal":
        return LlmAnswer(refused=True)
    blocks = response["content"]
    calls = [each["input"] for each in blocks if each["type"] == "tool_use" and each["name"] == question.name]
    if calls:
        return LlmAnswer("\n".join(json.dumps(call, ensure_ascii=False) for call in calls))
    return LlmAnswer("\n".join(_require_string(each["text"]) for each in blocks if each["type"] == "text"))


def _ollama_answer(response: Json, question: Question) -> LlmAnswer:
    told = response.get("logprobs") if question.words else None
    return LlmAnswer(_require_string(response["message"]["content"]), chances=_read_chances(told))


def _require_string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


_REQUESTS: Mapping[EndpointKind, Callable[[Question], Body]] = {
    "openai": _openai_request,
    "anthropic": _anthropic_request,
    "ollama": _ollama_request,
}
_ANSWERS: Mapping[EndpointKind, Callable[[Json, Question], LlmAnswer]] = {
    "openai": _openai_answer,
    "anthropic": _anthropic_answer,
    "ollama": _ollama_answer,
}
