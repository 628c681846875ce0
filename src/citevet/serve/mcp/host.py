"""The program at the other end: its roots, its model, progress notes and cancellation."""

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from threading import Event
from typing import Any, TypeVar

import anyio
from anyio import from_thread
from anyio.lowlevel import EventLoopToken, current_token
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    REQUEST_TIMEOUT,
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    InputRequests,
    InputRequiredResult,
    ListRootsRequest,
    ListRootsResult,
    SamplingMessage,
    TextContent,
)
from mcp_types.version import is_version_at_least
from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from citevet.contracts import Progress
from citevet.jobs.file_roots import FileRoots, parse_address
from citevet.world.llm_client import LlmAnswer, Question
from citevet.world.time_limit import StoppableWork

Result = TypeVar("Result")
AnswersByQuestion = dict[str, LlmAnswer]
Wish = CreateMessageRequest | ListRootsRequest
# From this version on, questions to a host are the result of a call, which it then repeats.
_ASKS_BY_RESULT = "2026-07-28"
_TOKENS = 1_000  # of one vote
_ANSWER = 8_000  # characters of one vote that are kept
_LOOK = 0.2  # seconds between two looks at whether the client is still there
_PAUSE = 0.2  # seconds between two notes of progress
_ROOTS = "roots"


_GRACE = 0.8  # seconds that stopped work has to end; a library that takes longer ends by itself


class HostNeeded(Exception):
    """The call ends with questions to the host, and is repeated with its answers."""

    def __init__(self, result: InputRequiredResult) -> None:
        super().__init__("the host is needed")
        self.result = result


class CallCancelled(BaseException):
    """The host cancelled the call; no `except Exception` on the way may catch it."""


class Host:
    """The host during one call."""

    def __init__(self, context: Context[Any, Any]) -> None:
        self._context = context
        self._answers: dict[str, Any] = _read_state(context.request_state)
        for key, answer in (context.input_responses or {}).items():
            self._answers[key] = answer.model_dump(mode="json", by_alias=True, exclude_none=True)

    @property
    def offers_sampling(self) -> bool:
        """Whether its model may be used."""
        offered = self._context.client_capabilities
        return offered is not None and offered.sampling is not None

    async def list_roots(self) -> FileRoots:
        """Return the folders that the host names; none where it names no folders."""
        offered = self._context.client_capabilities
        if offered is None or offered.roots is None:
            return FileRoots()
        answers = await self._ask({_ROOTS: (ListRootsRequest(), ListRootsResult)})
        try:
            named = ListRootsResult.model_validate(answers[_ROOTS]).roots
        except ValidationError:
            return FileRoots()
        return FileRoots.of(path for root in named if (path := parse_address(str(root.uri))))

    async def ask_questions(self, questions: Mapping[str, Question]) -> AnswersByQuestion:
        """Return the answers of the host's model, by the keys of the questions."""
        asked = {key: (_write_request(question), CreateMessageResult) for key, question in questions.items()}
        return {key: _read_answer(answer) for key, answer in (await self._ask(asked)).items()}

    async def _ask(self, wishes: Mapping[str, tuple[Wish, type[BaseModel]]]) -> dict[str, Any]:
        """Return answers by key; raise HostNeeded where the protocol wants the call to end with the questions."""
        left = {key: wish for key, wish in wishes.items() if key not in self._answers}
        version = self._context.protocol_version
        if left and version and is_version_at_least(version, _ASKS_BY_RESULT):
            asked: InputRequests = {key: request for key, (request, _) in left.items()}
            raise HostNeeded(InputRequiredResult(input_requests=asked, request_state=json.dumps(self._answers)))
        for key, (request, shape) in left.items():
            self._answers[key] = await self._send(request, shape)
        return {key: self._answers[key] for key in wishes}

    async def _send(self, request: Wish, shape: type[BaseModel]) -> object:
        about = ServerMessageMetadata(related_request_id=self._context.request_id)
        try:
            answer = await self._context.session.send_request(request, shape, metadata=about)
        except (MCPError, ValidationError) as error:
            return {"trouble": f"the host did not answer ({type(error).__name__})"}
        return answer.model_dump(mode="json", by_alias=True, exclude_none=True)

    async def run(self, work: Callable[[Progress], Result], limiter: anyio.CapacityLimiter) -> Result:
        """Run work in a thread with progress; when the host cancels the call, the work ends at its next step."""
        cancelled = Event()
        report = _Reporter(self._context, cancelled, current_token())
        request = self._context.request_context.request
        async with limiter:
            try:
                async with anyio.create_task_group() as group:
                    if isinstance(request, Request):
                        group.start_soon(_leave_with_client, request, group.cancel_scope)
                    result = await run_stoppable(lambda: work(report))
                    group.cancel_scope.cancel()
                    return result
            except ExceptionGroup as errors:
                raise errors.exceptions[0] from None
            finally:
                cancelled.set()
        raise MCPError(REQUEST_TIMEOUT, "the client went away")  # its answer has no reader


async def _leave_with_client(request: Request, scope: anyio.CancelScope) -> None:
    """End a call whose client closed its connection."""
    while True:
        if await request.is_disconnected():
            scope.cancel()
            return
        await anyio.sleep(_LOOK)


class _Reporter:
    """Passes progress on to the host, from whatever thread does the work."""

    def __init__(self, context: Context[Any, Any], cancelled: Event, token: EventLoopToken) -> None:
        self._context, self._cancelled, self._token = context, cancelled, token
        self._step = 0
        self._next = 0.0

    def __call__(self, done: int, total: int, what: str) -> None:
        if self._cancelled.is_set():
            raise CallCancelled
        if time.monotonic() < self._next and done < total:
            return
        self._step += 1  # the protocol wants a number that only grows, and our units change on the way
        self._next = time.monotonic() + _PAUSE
        note = f"{what} ({done} of {total})"
        from_thread.run(self._context.report_progress, self._step, None, note, token=self._token)


class HostModel:
    """The host's model as a way to ask: what is not known yet is collected, and asked after the run."""

    def __init__(self, known: Mapping[str, LlmAnswer]) -> None:
        self._known = known
        self.pending: dict[str, Question] = {}

    def __call__(self, question: Question) -> LlmAnswer:
        """Return the answer if it is known, else note the question."""
        key = sha256(json.dumps([question.system, question.user]).encode()).hexdigest()[:32]
        if key in self._known:
            return self._known[key]
        self.pending[key] = question
        return LlmAnswer(pending=True)


def _read_state(state: str | None) -> dict[str, Any]:
    try:
        found = json.loads(state or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _write_request(question: Question) -> CreateMessageRequest:
    shape = json.dumps(question.schema)
    system = f"{question.system}\n\nAnswer with one JSON object that fits this schema, and nothing else:\n{shape}"
    said = SamplingMessage(role="user", content=TextContent(type="text", text=question.user))
    params = CreateMessageRequestParams(
        messages=[said], system_prompt=system, max_tokens=_TOKENS, temperature=0.0, include_context="none"
    )
    return CreateMessageRequest(params=params)


def _read_answer(answer: object) -> LlmAnswer:
    try:
        content = CreateMessageResult.model_validate(answer).content
    except ValidationError:
        said = answer.get("trouble") if isinstance(answer, dict) else None
        return LlmAnswer(trouble=said or "the host answered in another shape")
    return LlmAnswer(content.text[:_ANSWER]) if isinstance(content, TextContent) else LlmAnswer(refused=True)


async def run_stoppable(work: Callable[[], Result]) -> Result:
    """Run work in a thread; when the caller is cancelled, the work is stopped at its next step."""
    ended, token = anyio.Event(), current_token()
    results: list[Result] = []
    errors: list[Exception] = []

    def perform() -> None:
        try:
            results.append(work())
        except Exception as error:  # noqa: BLE001 - it is raised again where the result is wanted
            errors.append(error)

    def tell() -> None:
        with suppress(Exception):  # the loop may have ended
            from_thread.run_sync(ended.set, token=token)

    running = StoppableWork(perform, tell)
    running.start()
    try:
        await ended.wait()
    except BaseException:
        running.stop()
        with anyio.move_on_after(_GRACE, shield=True):
            await ended.wait()
        raise
    if errors:
        raise errors[0]
    return results[0]
