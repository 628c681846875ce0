"""A Web that answers from a table, and remembers what it was asked."""

import json as json_format
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from citevet.model import Reason, Reply

Answer = Reply | bytes | str | int | Mapping[str, Any] | list[Any]


class FakeWeb:
    """Answers by service and the start of the path, the first that fits; a visit is the service "web" with its address.

    An answer is a Reply, a body, a value that is sent as JSON, or a status without a body. Whatever is not in the table
    is out of reach.
    """

    def __init__(self, table: Mapping[tuple[str, str], Answer]) -> None:
        self.table = table
        self.asked: list[tuple[str, str, dict[str, str]]] = []

    async def ask(
        self,
        service: str,
        path: str,
        *,
        params: Mapping[str, str] | Sequence[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,  # noqa: ARG002 - the protocol's signature
        form: Mapping[str, str] | None = None,
        json: object = None,  # noqa: ARG002 - likewise
    ) -> Reply:
        """Answer from the table; a form counts as parameters."""
        self.asked.append((service, path, {**dict(params), **(form or {})}))
        return self._answer(service, path)

    async def visit(self, url: str, *, accept: str = "*/*") -> Reply:  # noqa: ARG002 - likewise
        """Answer from the rows of "web"."""
        self.asked.append(("web", url, {}))
        return self._answer("web", url)

    def _answer(self, service: str, path: str) -> Reply:
        for (name, start), answer in self.table.items():
            if name == service and path.startswith(start):
                return make_reply(answer, url=path)
        return Reply(path, trouble="blocked", why="is out of reach")


def make_reply(answer: Answer, *, url: str = "") -> Reply:
    """Return a Reply with a body, a value as JSON, or a status that the client turns into trouble where it has to."""
    if isinstance(answer, Reply):
        return answer
    if isinstance(answer, int):
        return classify(Reply(url, answer))
    if isinstance(answer, str | bytes):
        return Reply(url, 200, data=answer.encode() if isinstance(answer, str) else answer)
    return make_json_reply(answer, url=url)


def make_json_reply(value: Any, *, url: str = "") -> Reply:
    """Return a Reply with any value as JSON."""
    return Reply(url, 200, data=json_format.dumps(value).encode())


def classify(reply: Reply) -> Reply:
    """Add the trouble that the client adds for a status."""
    trouble: Reason
    if reply.status in {401, 403, 429, 451}:
        trouble = "blocked"
    elif reply.status >= 500:
        trouble = "unreadable"
    else:
        return reply
    return replace(reply, trouble=trouble, why=f"answered {reply.status}")
