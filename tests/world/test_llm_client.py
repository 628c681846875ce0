"""Language models behind an address, tested against a server that imitates the three kinds of endpoints."""

import sys
from typing import Any

import pytest

from citevet.errors import UsageError
from citevet.world import llm_client
from citevet.world.llm_client import LlmAnswer, Question
from citevet.world.llm_endpoint import Endpoint, parse_endpoint

SCHEMA = {"type": "object", "properties": {"verdict": {"type": "string"}}, "required": ["verdict"]}
ASKED = Question("Judge.", "A claim.", SCHEMA)
KEY = "sk-very-secret-4711"
VOTE = {"verdict": "supported"}
SAID = '{"verdict": "supported"}'
KINDS = ("openai", "anthropic", "ollama")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits between attempts, and the key is in its variable."""
    monkeypatch.setattr(llm_client, "_FIRST_WAIT", 0.01)
    monkeypatch.setenv("MY_KEY", KEY)


def at(models: Any, kind: str) -> Endpoint:
    base = f"{models.url}/v1" if kind == "openai" else models.url
    return parse_endpoint(f"{kind}:some-model", url=base, key_env="MY_KEY")


@pytest.mark.parametrize("kind", KINDS)
def test_answer_is_json(models: Any, reply: Any, kind: str) -> None:
    """Each kind puts the vote in another place; a tool call may follow a text block."""
    models.replies = [reply(VOTE)]
    assert LlmAnswer(SAID) == llm_client.query_model(at(models, kind), ASKED)


def test_openai_request(models: Any, reply: Any) -> None:
    """The schema is strict, temperature is zero, and only the header has the key."""
    models.replies = [reply(VOTE)]
    llm_client.query_model(at(models, "openai"), ASKED)
    ((path, headers, body),) = models.heard
    assert ("/v1/chat/completions", f"Bearer {KEY}") == (path, headers["authorization"])
    assert {
        "model": "some-model",
        "messages": [{"role": "system", "content": "Judge."}, {"role": "user", "content": "A claim."}],
        "temperature": 0,
        "max_completion_tokens": 4096,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "vote", "strict": True, "schema": SCHEMA},
        },
    } == body


def test_anthropic_request(models: Any, reply: Any) -> None:
    """The vote is the only tool, and the model must call it."""
    models.replies = [reply(VOTE)]
    llm_client.query_model(at(models, "anthropic"), ASKED)
    ((path, headers, body),) = models.heard
    assert ("/v1/messages", KEY, "2023-06-01") == (path, headers["x-api-key"], headers["anthropic-version"])
    assert "authorization" not in headers
    assert ("Judge.", [{"role": "user", "content": "A claim."}]) == (body["system"], body["messages"])
    assert [("vote", SCHEMA)] == [(tool["name"], tool["input_schema"]) for tool in body["tools"]]
    assert {"type": "tool", "name": "vote", "disable_parallel_tool_use": True} == body["tool_choice"]
    assert (0, 4096) == (body["temperature"], body["max_tokens"])


def test_ollama_request(models: Any, reply: Any) -> None:
    """The format is the schema, the answer is not streamed, and the context is large enough."""
    models.replies = [reply(VOTE)]
    llm_client.query_model(parse_endpoint("ollama:llama3.1:8b", url=models.url), ASKED)
    ((path, headers, body),) = models.heard
    assert ("/api/chat", "llama3.1:8b", False, SCHEMA) == (path, body["model"], body["stream"], body["format"])
    assert {"temperature": 0, "seed": 0, "num_ctx": 8192, "num_predict": 4096} == body["options"]
    assert "authorization" not in headers


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_a_refusal_is_no_answer_and_no_error(models: Any, reply: Any, kind: str) -> None:
    """It is neither an answer nor an error, and it is not retried."""
    models.replies = [reply(refused=True)]
    assert LlmAnswer(refused=True) == llm_client.query_model(at(models, kind), ASKED)
    assert 1 == len(models.heard)


@pytest.mark.parametrize("status", [429, 500, 503, 529])
def test_busy_server_is_retried(models: Any, reply: Any, status: int) -> None:
    """After the pause that it asks for."""
    models.replies = [reply(status=status, raw=b"{}", headers={"Retry-After": "0"}), reply(VOTE)]
    assert LlmAnswer(SAID) == llm_client.query_model(at(models, "openai"), ASKED)
    assert 2 == len(models.heard)


def test_retries_end(models: Any, reply: Any) -> None:
    """After three attempts the status is returned."""
    models.replies = [reply(status=429, raw=b"{}")]
    assert LlmAnswer(trouble="HTTP 429") == llm_client.query_model(at(models, "openai"), ASKED)
    assert 3 == len(models.heard)


@pytest.mark.parametrize("wait", ["21", "86400", "999999999"])
def test_long_pause_is_not_waited_for(models: Any, reply: Any, wait: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run does not sleep for a day."""
    slept: list[float] = []
    monkeypatch.setattr("asyncio.sleep", slept.append)
    models.replies = [reply(status=429, raw=b"{}", headers={"Retry-After": wait})]
    assert LlmAnswer(trouble="HTTP 429") == llm_client.query_model(at(models, "openai"), ASKED)
    assert not any(slept)
    assert 1 == len(models.heard)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (401, "HTTP 401, the key is refused"),
        (403, "HTTP 403, access is refused"),
        (404, "HTTP 404, no such model or address"),
        (307, "it redirects (HTTP 307), which is not followed"),
    ],
)
def test_permanent_errors_are_not_retried(models: Any, reply: Any, status: int, said: str) -> None:
    """The text of the error, which may contain the key, is not repeated."""
    complaint = f'{{"error": {{"message": "Incorrect API key provided: {KEY}"}}}}'.encode()
    models.replies = [reply(status=status, raw=complaint, headers={"Location": "http://127.0.0.1:9/elsewhere"})]
    assert LlmAnswer(trouble=said, lasting=True) == llm_client.query_model(at(models, "openai"), ASKED)
    assert 1 == len(models.heard)


@pytest.mark.parametrize(
    ("complaint", "left_out"),
    [
        ("Unsupported value: 'temperature' does not support 0 with this model.", {"temperature"}),
        ("Unknown parameter: max_completion_tokens", {"max_completion_tokens"}),
        ("This server knows no json_schema", {"response_format"}),
    ],
)
def test_unknown_settings_are_dropped(models: Any, reply: Any, complaint: str, left_out: set[str]) -> None:
    """Reasoning models take no temperature, and older servers no schema."""
    models.replies = [reply(status=400, raw=complaint.encode()), reply(VOTE)]
    assert LlmAnswer(SAID) == llm_client.query_model(at(models, "openai"), ASKED)
    first, second = (set(body) for _, _, body in models.heard)
    assert left_out == first - second


def test_each_setting_is_dropped_once(models: Any, reply: Any) -> None:
    """Then the status is returned."""
    models.replies = [reply(status=400, raw=b"temperature max_completion_tokens response_format")]
    assert LlmAnswer(trouble="HTTP 400") == llm_client.query_model(at(models, "openai"), ASKED)
    assert 4 == len(models.heard)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"<html>gateway</html>",
        b'{"choices": [{"message": {"content": "{\\"verdi',
        b"[]",
        b"{}",
        b"null",
        b"NaN",
        b'{"choices": [], "content": 7, "message": {"content": ["x"]}}',
        b'{"choices": [{"message": null}], "content": [null], "message": null}',
        b"[" * 100_000,
        b"\xff\xfe\x00",
    ],
)
def test_malformed_response(models: Any, reply: Any, kind: str, raw: bytes) -> None:
    """A body that breaks off, or has another shape, is reported in our words."""
    models.replies = [reply(raw=raw)]
    assert LlmAnswer(trouble="it answered in another shape than it should") == llm_client.query_model(
        at(models, kind), ASKED
    )


def test_two_tool_calls_are_both_returned(models: Any, reply: Any) -> None:
    """So that the caller sees that there were two."""
    twice = [{"type": "tool_use", "id": "t", "name": "vote", "input": VOTE}] * 2
    models.replies = [reply(raw=str({"content": twice}).replace("'", '"').encode())]
    assert f"{SAID}\n{SAID}" == llm_client.query_model(at(models, "anthropic"), ASKED).text


def test_huge_response_is_not_read(models: Any, reply: Any) -> None:
    """Reading stops after 1 MB of 20."""
    models.replies = [reply(raw=b" " * 20_000_000)]
    assert LlmAnswer(trouble="its answer is larger than 1 MB") == llm_client.query_model(at(models, "openai"), ASKED)


def test_compressed_response_is_not_unpacked(models: Any, reply: Any) -> None:
    """It could unpack to any size."""
    models.replies = [reply(raw=b"\x1f\x8b" + b"x" * 100, headers={"Content-Encoding": "gzip"})]
    assert "another shape" in llm_client.query_model(at(models, "openai"), ASKED).trouble


def test_slow_response_times_out(models: Any, reply: Any) -> None:
    """A server that sends byte by byte ends with the deadline of the question."""
    models.replies = [reply(VOTE, slow=0.05)]
    found = llm_client.query_model(at(models, "openai"), ASKED, timeout=1.0)
    assert LlmAnswer(trouble="it took too long", late=True) == found
    path, _, asked = models.heard[0]
    whole = len(reply(VOTE).body(path, asked))
    assert [True] == [sent < whole for sent in models.sent]


def test_refused_connection() -> None:
    """A port without a server is reported, not raised."""
    found = llm_client.query_model(parse_endpoint("openai:m", url="http://127.0.0.1:9/v1"), ASKED, timeout=2)
    assert LlmAnswer(trouble="nothing answers there") == found


@pytest.mark.parametrize(
    ("name", "url", "expected"),
    [
        ("openai:gpt-5-mini", "", ("https://api.openai.com/v1/chat/completions", "OPENAI_API_KEY")),
        ("anthropic:claude-x", "", ("https://api.anthropic.com/v1/messages", "ANTHROPIC_API_KEY")),
        ("ollama:llama3.1:8b", "", ("http://localhost:11434/api/chat", "")),
        ("openai:m", "http://localhost:8000/v1/", ("http://localhost:8000/v1/chat/completions", "")),
        ("openai:m", "https://a.example/x/chat/completions", ("https://a.example/x/chat/completions", "")),
        ("anthropic:m", "https://a.example/v1", ("https://a.example/v1/messages", "")),
        ("ollama:m", "http://10.0.0.7:11434/api", ("http://10.0.0.7:11434/api/chat", "")),
    ],
)
def test_addresses_and_keys(name: str, url: str, expected: tuple[str, str]) -> None:
    """A key is sent to its provider; to another address only if its variable is named."""
    found = parse_endpoint(name, url=url)
    assert expected == (found.url, found.key_env)


@pytest.mark.parametrize(
    "name", ["", "openai", "openai:", "gpt-5", "azure:x", "openai:a b", "openai:a\nb", "ollama:" + "x" * 300]
)
def test_invalid_model_name(name: str) -> None:
    """The message shows how a name is written."""
    with pytest.raises(UsageError, match=r"openai:MODEL or anthropic:MODEL or ollama:MODEL"):
        parse_endpoint(name)


@pytest.mark.parametrize(
    "url",
    ["ftp://a/", "file:///x", "a.example/v1", "http://", "https://me:pw@a.example", "https://a/?key=x", "http://a:x/"],
)
def test_invalid_address(url: str) -> None:
    """Other schemes, passwords and queries are refused, and not repeated in the message."""
    with pytest.raises(UsageError) as caught:
        parse_endpoint("openai:m", url=url)
    assert "pw" not in str(caught.value).replace("password", "")


def test_key_is_not_sent_unencrypted() -> None:
    """Plain HTTP is for this machine, or for servers that want no key."""
    with pytest.raises(UsageError, match="without encryption"):
        parse_endpoint("openai:m", url="http://10.0.0.7/v1", key_env="MY_KEY")
    assert parse_endpoint("openai:m", url="http://127.0.0.1/v1", key_env="MY_KEY").is_here
    assert not parse_endpoint("openai:m", url="http://10.0.0.7/v1").is_here


@pytest.mark.parametrize(("value", "said"), [("", "is not set"), ("a b", "holds no key"), ("ключ", "holds no key")])
def test_missing_or_broken_key(monkeypatch: pytest.MonkeyPatch, value: str, said: str) -> None:
    """The message names the variable, and never shows its value."""
    monkeypatch.setenv("MY_KEY", value)
    with pytest.raises(UsageError, match=said) as caught:
        llm_client.require_access(parse_endpoint("openai:m", url="http://localhost/v1", key_env="MY_KEY"))
    assert "MY_KEY" in str(caught.value)
    assert not value or value not in str(caught.value)


def test_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the extra to install."""
    monkeypatch.setitem(sys.modules, "httpx2", None)
    with pytest.raises(UsageError, match=r"pip install 'citevet\[llm\]"):
        llm_client.require_access(parse_endpoint("ollama:m"))
