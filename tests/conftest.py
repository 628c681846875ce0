"""What every test may rely on: no network, no settings from outside, packaged models loaded once."""

import gc
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import entry_points
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from fuzz.forked_command import ForkedCommand
from hypothesis import settings

from citevet.contracts import Nli
from citevet.session import Session
from citevet.world.child_process import keep_children
from citevet.world.model_runner import load_model

# Deadlines measure the machine, not the code; CI runs two tests at a time on two cores.
settings.register_profile("citevet", deadline=None, derandomize=True)
settings.load_profile("citevet")


gc.disable()  # collecting thousands of tests makes no garbage, and takes a fifth longer when that is looked for


def pytest_collection_finish() -> None:
    """Look for garbage in what the tests make, and no longer in the tests themselves."""
    gc.freeze()
    gc.enable()


# They wait for servers and browsers, so they start first: at the end one worker would wait for the other.
_WAITING = frozenset({"serve", "web", "scale", "doors"})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the folders that wait first, and leave the order as it is otherwise."""
    items.sort(key=lambda item: not _WAITING & frozenset(item.path.parts))


_PACKAGED = frozenset({"small", "base", "embedder"})
_LOADED: dict[tuple[str, int], Any] = {}
_NUMBERS = count()


@pytest.fixture(scope="session", autouse=True)
def _only_loopback() -> Iterator[None]:
    """No test talks to anything beyond loopback."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if self.family in {socket.AF_INET, socket.AF_INET6} and not str(address).startswith(("('127.", "('::1")):
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)  # type: ignore[arg-type]  # whatever the caller passed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield


@pytest.fixture(scope="session", autouse=True)
def _packaged_models_once() -> Iterator[None]:
    """Load each packaged model once for all tests; a Session loads its own, which takes 0.3 s each time."""

    def load_once(name: str, *, threads: int = 1, cached: bool = True) -> Any:
        if name not in _PACKAGED or "CITEVET_WEIGHTS" in os.environ:
            return load_model(name, threads=threads, cached=cached)
        if (name, threads) not in _LOADED:
            _LOADED[name, threads] = load_model(name, threads=threads)
        return _LOADED[name, threads]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("citevet.world.model_runner.load_model", load_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _installed_packages_once() -> Iterator[None]:
    """Read what the installed packages offer once; a test that adds one adds a folder to the path."""

    @cache
    def read(_path: tuple[str, ...], **wanted: str) -> Any:
        return entry_points(**wanted)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("importlib.metadata.entry_points", lambda **wanted: read(tuple(sys.path), **wanted))
        yield


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test is steered by the environment or by earlier runs."""
    for name in [name for name in os.environ if name.startswith("CITEVET_")]:
        monkeypatch.delenv(name)
    own = f"{tmp_path_factory.getbasetemp()}/own-{next(_NUMBERS)}"  # most tests never write there
    monkeypatch.setenv("CITEVET_DATA_DIR", f"{own}/data")
    monkeypatch.setenv("CITEVET_CACHE_DIR", f"{own}/cache")


@pytest.fixture(scope="module", autouse=True)
def kept_children() -> Iterator[None]:
    """Let the tests of a file share the process that reads PDFs, which takes 0.3 s to start."""
    with keep_children():
        yield


@pytest.fixture
def use_nli(monkeypatch: pytest.MonkeyPatch) -> Callable[[Nli], None]:
    """Let `verify` use a function in place of its judge."""

    def use(nli: Nli) -> None:
        from citevet.judge.support import Assessor

        monkeypatch.setattr("citevet.jobs.verify.load_assessor", lambda *_: Assessor(nli))
        monkeypatch.setattr("citevet.jobs.verify.load_judge_card", lambda *_: None)
        monkeypatch.setattr("citevet.jobs.verified_cache.VerifiedCache.load", lambda *_: None)
        monkeypatch.setattr("citevet.jobs.verified_cache.VerifiedCache.store", lambda *_: None)
        monkeypatch.setattr("citevet.jobs.verify.list_shortcomings", lambda _: ())

    return use


@pytest.fixture
def use_model(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[str], Any]], None]:
    """Let every Session load its models by a function of their name."""
    return lambda make: monkeypatch.setattr(Session, "model", lambda _, name: make(name))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def forked_command() -> Iterator[ForkedCommand]:
    """Runs `citevet` in processes that need not import it."""
    with ForkedCommand() as started:
        yield started


@dataclass
class Reply:
    """What a model server says to one question: a vote in the shape of the endpoint, or trouble."""

    said: dict[str, Any] | str = ""  # the vote, or the words instead of one
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None  # the whole body, whatever the shape
    refused: bool = False
    slow: float = 0.0  # seconds before each byte

    def body(self, path: str, asked: dict[str, Any]) -> bytes:
        """Return the answer as the three kinds of servers really give it."""
        if self.raw is not None:
            return self.raw
        words = self.said if isinstance(self.said, str) else json.dumps(self.said)
        return json.dumps(getattr(self, f"_{path.rpartition('/')[2]}")(words, asked)).encode()

    def _completions(self, words: str, asked: dict[str, Any]) -> dict[str, Any]:
        message = {"role": "assistant", "content": None if self.refused else words}
        message["refusal"] = "I cannot help with that." if self.refused else None
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        return {"id": "chatcmpl-1", "object": "chat.completion", "model": asked["model"], "choices": [choice]}

    def _messages(self, words: str, asked: dict[str, Any]) -> dict[str, Any]:
        text = {"type": "text", "text": words if isinstance(self.said, str) else "I cast my vote."}
        call = {"type": "tool_use", "id": "toolu_1", "name": asked["tools"][0]["name"], "input": self.said}
        content = [text] if self.refused or isinstance(self.said, str) else [text, call]
        reason = "refusal" if self.refused else "tool_use"
        return {"id": "msg_1", "type": "message", "role": "assistant", "content": content, "stop_reason": reason}

    def _chat(self, words: str, asked: dict[str, Any]) -> dict[str, Any]:
        message = {"role": "assistant", "content": "I cannot help with that." if self.refused else words}
        return {"model": asked["model"], "message": message, "done": True, "done_reason": "stop"}


@dataclass
class ModelServer:
    """A server on this machine that speaks as OpenAI, Anthropic and Ollama do, by a script."""

    url: str
    replies: list[Reply | Callable[[dict[str, Any]], Reply]] = field(default_factory=list)  # the last one repeats
    heard: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)  # path, headers, body
    sent: list[int] = field(default_factory=list)  # how many bytes of each answer, before the client hung up

    def reply(self, body: dict[str, Any]) -> Reply:
        """Return what is next."""
        following = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        return following(body) if callable(following) else following


@pytest.fixture
def models() -> Iterator[ModelServer]:
    """A model server without anything to say yet."""

    class Speaks(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            known.heard.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            reply = known.reply(body)
            data = reply.body(self.path, body)
            known.sent.append(0)
            place = len(known.sent) - 1
            with suppress(OSError):  # a client that hangs up is not worth a line
                self.send_response(reply.status)
                for name, value in {"Content-Length": str(len(data)), **reply.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                for part in [data] if not reply.slow else [data[at : at + 1] for at in range(len(data))]:
                    time.sleep(reply.slow)
                    self.wfile.write(part)
                    known.sent[place] += len(part)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Speaks) as serving:
        serving.daemon_threads = True
        known = ModelServer(f"http://127.0.0.1:{serving.server_address[1]}")
        threading.Thread(target=serving.serve_forever, args=(0.02,), daemon=True).start()
        yield known
        serving.shutdown()


@pytest.fixture
def reply() -> type[Reply]:
    """What a model server may say."""
    return Reply
