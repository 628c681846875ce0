"""What the three kinds of endpoints take and give: one question, and an answer that was asked to fit a schema."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from citevet.world.llm_endpoint import Kind

_TOKENS = 4_096  # of an answer; it has about 100, and models that think first count their thoughts
_ROOM = 8_192  # tokens of question and answer; by itself Ollama cuts a question off silently at 4,096
# What some servers do not know, and what they call it when they say so.
_OPTIONAL = {
    "temperature": ("temperature",),
    "max_completion_tokens": ("max_completion_tokens",),
    "response_format": ("response_format", "json_schema"),
}

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the shape of the answer."""

    system: str
    user: str
    schema: Mapping[str, Any]
    name: str = "vote"  # what the shape is called


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: words, a refusal, or neither and why."""

    text: str = ""
    refused: bool = False  # the model would not answer
    trouble: str = ""  # what went wrong on the way, a clause
    late: bool = False  # … it took too long
    lasting: bool = False  # … and will go wrong again: a wrong key, no such model


def request(kind: Kind, model: str, question: Question) -> Body:
    """Return the body of a request; the same question has the same bytes."""
    return {"model": model, **_REQUESTS[kind](question)}


def answer(kind: Kind, data: bytes, question: Question) -> Answer:
    """Read the body of a response, whatever it holds."""
    try:
        said = json.loads(data)
        return _ANSWERS[kind](said, question)
    except (ValueError, RecursionError, KeyError, IndexError, TypeError, AttributeError):
        return Answer(trouble="it answered in another shape than it should")


def without(body: Body, complaint: str) -> Body | None:
    """Return a request without what a server says that it does not take; none where that cannot be left out."""
    named = [key for key, words in _OPTIONAL.items() if key in body and any(word in complaint for word in words)]
    return {key: value for key, value in body.items() if key != named[0]} if named else None


def _messages(question: Question) -> list[dict[str, str]]:
    return [{"role": "system", "content": question.system}, {"role": "user", "content": question.user}]


def _ask_openai(question: Question) -> Body:
    shape = {"name": question.name, "strict": True, "schema": question.schema}
    return {
        "messages": _messages(question),
        "temperature": 0,
        "max_completion_tokens": _TOKENS,
        "response_format": {"type": "json_schema", "json_schema": shape},
    }


def _ask_anthropic(question: Question) -> Body:
    tool = {"name": question.name, "description": "Cast the vote.", "input_schema": question.schema}
    return {
        "max_tokens": _TOKENS,
        "temperature": 0,
        "system": question.system,
        "messages": [{"role": "user", "content": question.user}],
        "tools": [tool],
        "tool_choice": {"type": "tool", "name": question.name, "disable_parallel_tool_use": True},
    }


def _ask_ollama(question: Question) -> Body:
    return {
        "messages": _messages(question),
        "stream": False,
        "format": question.schema,
        "options": {"temperature": 0, "seed": 0, "num_ctx": _ROOM, "num_predict": _TOKENS},
    }


def _from_openai(said: Any, question: Question) -> Answer:  # noqa: ANN401 - what a stranger's server sent
    del question
    message = said["choices"][0]["message"]
    if message.get("refusal"):
        return Answer(refused=True)
    return Answer(_string(message["content"]))


def _from_anthropic(said: Any, question: Question) -> Answer:  # noqa: ANN401 - likewise
    if said.get("stop_reason") == "refusal":
        return Answer(refused=True)
    blocks = said["content"]
    calls = [each["input"] for each in blocks if each["type"] == "tool_use" and each["name"] == question.name]
    if calls:
        return Answer("\n".join(json.dumps(call, ensure_ascii=False) for call in calls))
    return Answer("\n".join(_string(each["text"]) for each in blocks if each["type"] == "text"))


def _from_ollama(said: Any, question: Question) -> Answer:  # noqa: ANN401 - likewise
    del question
    return Answer(_string(said["message"]["content"]))


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


_REQUESTS: Mapping[Kind, Callable[[Question], Body]] = {
    "openai": _ask_openai,
    "anthropic": _ask_anthropic,
    "ollama": _ask_ollama,
}
_ANSWERS: Mapping[Kind, Callable[[Any, Question], Answer]] = {
    "openai": _from_openai,
    "anthropic": _from_anthropic,
    "ollama": _from_ollama,
}
