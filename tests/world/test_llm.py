"""Language models behind an address, against a server on this machine that speaks as the three kinds do."""

import sys
from typing import Any

import pytest

from citevet.errors import UsageError
from citevet.world import llm
from citevet.world.llm_endpoint import Endpoint, endpoint
from citevet.world.llm_shapes import Answer, Question

SCHEMA = {"type": "object", "properties": {"verdict": {"type": "string"}}, "required": ["verdict"]}
ASKED = Question("Judge.", "A claim.", SCHEMA)
KEY = "sk-very-secret-4711"
VOTE = {"verdict": "supported"}
SAID = '{"verdict": "supported"}'
KINDS = ("openai", "anthropic", "ollama")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits half a second between two tries, and the key lies in its variable."""
    monkeypatch.setattr(llm, "_FIRST_WAIT", 0.01)
    monkeypatch.setenv("MY_KEY", KEY)


def at(models: Any, kind: str) -> Endpoint:
    base = f"{models.url}/v1" if kind == "openai" else models.url
    return endpoint(f"{kind}:some-model", url=base, key_env="MY_KEY")


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_comes_back_as_json(models: Any, reply: Any, kind: str) -> None:
    """Each kind gives the vote in another place; a tool call stands behind a text block."""
    models.replies = [reply(VOTE)]
    assert Answer(SAID) == llm.ask(at(models, kind), ASKED)


def test_what_openai_is_sent(models: Any, reply: Any) -> None:
    """The schema is strict, nothing is left to chance, and the key stands in its header and nowhere else."""
    models.replies = [reply(VOTE)]
    llm.ask(at(models, "openai"), ASKED)
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


def test_what_anthropic_is_sent(models: Any, reply: Any) -> None:
    """The vote is the one tool, and the model must call it."""
    models.replies = [reply(VOTE)]
    llm.ask(at(models, "anthropic"), ASKED)
    ((path, headers, body),) = models.heard
    assert ("/v1/messages", KEY, "2023-06-01") == (path, headers["x-api-key"], headers["anthropic-version"])
    assert "authorization" not in headers
    assert ("Judge.", [{"role": "user", "content": "A claim."}]) == (body["system"], body["messages"])
    assert [("vote", SCHEMA)] == [(tool["name"], tool["input_schema"]) for tool in body["tools"]]
    assert {"type": "tool", "name": "vote", "disable_parallel_tool_use": True} == body["tool_choice"]
    assert (0, 4096) == (body["temperature"], body["max_tokens"])


def test_what_ollama_is_sent(models: Any, reply: Any) -> None:
    """The format is the schema, the answer is whole, and the question has room."""
    models.replies = [reply(VOTE)]
    llm.ask(endpoint("ollama:llama3.1:8b", url=models.url), ASKED)
    ((path, headers, body),) = models.heard
    assert ("/api/chat", "llama3.1:8b", False, SCHEMA) == (path, body["model"], body["stream"], body["format"])
    assert {"temperature": 0, "seed": 0, "num_ctx": 8192, "num_predict": 4096} == body["options"]
    assert "authorization" not in headers


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_a_refusal_is_no_answer_and_no_trouble(models: Any, reply: Any, kind: str) -> None:
    """The model said that it will not; asking again would not help."""
    models.replies = [reply(refused=True)]
    assert Answer(refused=True) == llm.ask(at(models, kind), ASKED)
    assert 1 == len(models.heard)


@pytest.mark.parametrize("status", [429, 500, 503, 529])
def test_a_busy_server_is_asked_again(models: Any, reply: Any, status: int) -> None:
    """After the pause that it asks for."""
    models.replies = [reply(status=status, raw=b"{}", headers={"Retry-After": "0"}), reply(VOTE)]
    assert Answer(SAID) == llm.ask(at(models, "openai"), ASKED)
    assert 2 == len(models.heard)


def test_patience_ends(models: Any, reply: Any) -> None:
    """Three tries, then the status stands as it is."""
    models.replies = [reply(status=429, raw=b"{}")]
    assert Answer(trouble="HTTP 429") == llm.ask(at(models, "openai"), ASKED)
    assert 3 == len(models.heard)


@pytest.mark.parametrize("wait", ["21", "86400", "999999999"])
def test_who_asks_for_a_long_pause_is_given_up(
    models: Any, reply: Any, wait: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run does not sleep for a day."""
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    models.replies = [reply(status=429, raw=b"{}", headers={"Retry-After": wait})]
    assert Answer(trouble="HTTP 429") == llm.ask(at(models, "openai"), ASKED)
    assert not any(slept)
    assert 1 == len(models.heard)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (401, "HTTP 401, the key is refused"),
        (403, "HTTP 403, access is refused"),
        (404, "HTTP 404, there is no such model or address"),
        (307, "it redirects (HTTP 307), which is not followed"),
    ],
)
def test_what_will_not_mend_itself_is_asked_once(models: Any, reply: Any, status: int, said: str) -> None:
    """Whatever the server says in its complaint, and be it the key, is not repeated."""
    complaint = f'{{"error": {{"message": "Incorrect API key provided: {KEY}"}}}}'.encode()
    models.replies = [reply(status=status, raw=complaint, headers={"Location": "http://127.0.0.1:9/elsewhere"})]
    assert Answer(trouble=said, lasting=True) == llm.ask(at(models, "openai"), ASKED)
    assert 1 == len(models.heard)


@pytest.mark.parametrize(
    ("complaint", "left_out"),
    [
        ("Unsupported value: 'temperature' does not support 0 with this model.", {"temperature"}),
        ("Unknown parameter: max_completion_tokens", {"max_completion_tokens"}),
        ("This server knows no json_schema", {"response_format"}),
    ],
)
def test_what_a_server_does_not_take_is_left_out(models: Any, reply: Any, complaint: str, left_out: set[str]) -> None:
    """Models that think take no temperature, and older servers no schema."""
    models.replies = [reply(status=400, raw=complaint.encode()), reply(VOTE)]
    assert Answer(SAID) == llm.ask(at(models, "openai"), ASKED)
    first, second = (set(body) for _, _, body in models.heard)
    assert left_out == first - second


def test_complaints_without_end_are_not_followed(models: Any, reply: Any) -> None:
    """Each thing is left out once; then the status stands."""
    models.replies = [reply(status=400, raw=b"temperature max_completion_tokens response_format")]
    assert Answer(trouble="HTTP 400") == llm.ask(at(models, "openai"), ASKED)
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
def test_another_shape_is_said(models: Any, reply: Any, kind: str, raw: bytes) -> None:
    """A body that breaks off, or is something else, is trouble in our words."""
    models.replies = [reply(raw=raw)]
    assert Answer(trouble="it answered in another shape than it should") == llm.ask(at(models, kind), ASKED)


def test_two_tool_calls_come_back_both(models: Any, reply: Any) -> None:
    """Whoever reads the vote must see that there were two."""
    twice = [{"type": "tool_use", "id": "t", "name": "vote", "input": VOTE}] * 2
    models.replies = [reply(raw=str({"content": twice}).replace("'", '"').encode())]
    assert f"{SAID}\n{SAID}" == llm.ask(at(models, "anthropic"), ASKED).text


def test_a_huge_answer_is_not_read(models: Any, reply: Any) -> None:
    """Of 20 MB one is taken, and that is trouble."""
    models.replies = [reply(raw=b" " * 20_000_000)]
    assert Answer(trouble="its answer is larger than 1 MB") == llm.ask(at(models, "openai"), ASKED)


def test_a_packed_answer_is_not_unpacked(models: Any, reply: Any) -> None:
    """We accept plain bytes only: what is packed may unpack to anything."""
    models.replies = [reply(raw=b"\x1f\x8b" + b"x" * 100, headers={"Content-Encoding": "gzip"})]
    assert "another shape" in llm.ask(at(models, "openai"), ASKED).trouble


def test_a_slow_answer_is_not_heard_to_its_end(models: Any, reply: Any) -> None:
    """A server that drips is asked twice, and each time not longer than it may take."""
    models.replies = [reply(VOTE, slow=0.05)]
    found = llm.ask(at(models, "openai"), ASKED, timeout=0.3)
    assert Answer(trouble="it took too long", late=True) == found
    path, _, asked = models.heard[0]
    whole = len(reply(VOTE).body(path, asked))
    assert [True, True] == [sent < whole for sent in models.sent]


def test_nobody_there() -> None:
    """A port without a server is trouble, not an exception."""
    found = llm.ask(endpoint("openai:m", url="http://127.0.0.1:9/v1"), ASKED, timeout=2)
    assert Answer(trouble="nobody answers there") == found


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
    """A key goes to its provider by itself; to any other address only if its variable is named."""
    found = endpoint(name, url=url)
    assert expected == (found.url, found.key_env)


@pytest.mark.parametrize(
    "name", ["", "openai", "openai:", "gpt-5", "azure:x", "openai:a b", "openai:a\nb", "ollama:" + "x" * 300]
)
def test_a_name_that_names_nothing(name: str) -> None:
    """The message says how a name is written."""
    with pytest.raises(UsageError, match=r"openai:MODEL or anthropic:MODEL or ollama:MODEL"):
        endpoint(name)


@pytest.mark.parametrize(
    "url",
    ["ftp://a/", "file:///x", "a.example/v1", "http://", "https://me:pw@a.example", "https://a/?key=x", "http://a:x/"],
)
def test_an_address_that_is_none(url: str) -> None:
    """Other schemes, passwords and queries are refused, and not repeated."""
    with pytest.raises(UsageError) as caught:
        endpoint("openai:m", url=url)
    assert "pw" not in str(caught.value).replace("password", "")


def test_a_key_is_not_sent_in_the_clear() -> None:
    """Plain http is for this machine, or for servers that want no key."""
    with pytest.raises(UsageError, match="without encryption"):
        endpoint("openai:m", url="http://10.0.0.7/v1", key_env="MY_KEY")
    assert endpoint("openai:m", url="http://127.0.0.1/v1", key_env="MY_KEY").is_here
    assert not endpoint("openai:m", url="http://10.0.0.7/v1").is_here


@pytest.mark.parametrize(("value", "said"), [("", "is not set"), ("a b", "holds no key"), ("ключ", "holds no key")])
def test_a_missing_or_broken_key_is_said_without_showing_it(
    monkeypatch: pytest.MonkeyPatch, value: str, said: str
) -> None:
    """The variable is named, its content never."""
    monkeypatch.setenv("MY_KEY", value)
    with pytest.raises(UsageError, match=said) as caught:
        llm.ready(endpoint("openai:m", url="http://localhost/v1", key_env="MY_KEY"))
    assert "MY_KEY" in str(caught.value)
    assert not value or value not in str(caught.value)


def test_a_missing_package_is_said_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is optional, and named."""
    monkeypatch.setitem(sys.modules, "httpx2", None)
    with pytest.raises(UsageError, match=r"pip install 'citevet\[llm\]'"):
        llm.ready(endpoint("ollama:m"))
