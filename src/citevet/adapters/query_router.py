"""A router from questions to answers as AgentOS has it: retrieve, generate, and with `verify_citations` check."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import isawaitable, iscoroutine
from typing import Any

from citevet.adapters.retriever import Answered, guarded
from citevet.errors import UsageError
from citevet.jobs.verify import Verifier
from citevet.records import dataclass
from citevet.report.agentos import Verified

Given = Any  # an object of a framework, or of the caller
_RETRIEVE = ("retrieve", "invoke", "search", "query", "get_relevant_documents", "similarity_search")  # their names
_TITLES, _ADDRESSES = ("title", "heading"), ("url", "sourcePath", "source_path", "source")


@dataclass(frozen=True, slots=True)
class QueryResult:
    """An answer with the chunks that it was generated from, and how it stands to them."""

    answer: str
    sources: tuple[Any, ...] = ()  # as the retriever gave them
    grounding: Verified | None = None  # none without verify_citations, without chunks, or where verifying failed
    trouble: str = ""  # why it failed


class QueryRouter:
    """Answers a question from what a retriever finds.

    `retriever` is a function of the query, or an object with `retrieve`, `invoke`, `search` or `query`; `generate`
    takes the query and the chunks. With `verify_citations=True` each statement of the answer is compared with the
    chunks, whose `heading` is the title and whose `sourcePath` the address of a source. The answer is delivered in any
    case.
    """

    def __init__(
        self,
        retriever: Given,
        generate: Callable[[str, Sequence[Any]], Any],
        *,
        verify_citations: bool = False,
        verifier: Verifier | None = None,
    ) -> None:
        self._retrieve = _find_retrieve(retriever)
        self._generate = generate
        self._verifier = verifier or Verifier() if verify_citations else None

    def route(self, query: str) -> QueryResult:
        """Answer a question; with an async retriever or generator use `await aroute(…)`."""
        kept: list[Any] = []

        def retrieve(question: str) -> list[dict[str, Any]]:
            found = self._retrieve(question)
            if isawaitable(found):
                if iscoroutine(found):
                    found.close()  # nobody awaits it
                raise UsageError("the retriever is async", to="QueryRouter.route", advice="Use `await aroute(…)`.")
            kept.extend(found)
            return list(_list_sources(kept))

        def generate(question: str, _: Sequence[Any]) -> str:
            return str(self._generate(question, kept))

        ask: Callable[[str], Answered] = guarded(retrieve, generate, **self._find_check())
        return self._finish(ask(query), kept)

    async def aroute(self, query: str) -> QueryResult:
        """Do the same without blocking the event loop."""
        kept: list[Any] = []

        async def retrieve(question: str) -> list[dict[str, Any]]:
            found = self._retrieve(question)
            kept.extend(await found if isawaitable(found) else found)
            return list(_list_sources(kept))

        async def generate(question: str, _: Sequence[Any]) -> str:
            found = self._generate(question, kept)
            return str(await found if isawaitable(found) else found)

        return self._finish(await guarded(retrieve, generate, **self._find_check())(query), kept)

    def _find_check(self) -> dict[str, Any]:
        return {"verifier": self._verifier, "verify_citations": self._verifier is not None}

    def _finish(self, answered: Answered, kept: Sequence[Any]) -> QueryResult:
        has_words = any(each["text"].strip() for each in _list_sources(kept))
        return QueryResult(answered.text, tuple(kept), answered.grounding if has_words else None, answered.trouble)


def _find_retrieve(retriever: Given) -> Callable[[str], Given]:
    methods = (getattr(retriever, name, None) for name in _RETRIEVE)
    found = next(filter(callable, methods), retriever)
    if not callable(found):
        advice = f"Pass a function of the query, or an object with {', '.join(_RETRIEVE[:-1])} or {_RETRIEVE[-1]}."
        raise UsageError(f"{type(retriever).__name__} retrieves nothing", to="QueryRouter", advice=advice)
    return found


def _list_sources(chunks: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Yield each chunk as a source: strings, mappings, and objects of frameworks."""
    for chunk in chunks:
        if isinstance(chunk, str):
            yield {"text": chunk}
            continue
        about = _read(chunk, ("metadata",))
        places = [chunk, about] if about else [chunk]
        text = _read(chunk, ("content", "text", "page_content"))
        named = {"title": _TITLES, "url": _ADDRESSES}
        found = {key: next(filter(None, (_read(each, names) for each in places)), None) for key, names in named.items()}
        yield {"text": str(text or ""), **{key: str(value) for key, value in found.items() if value}}


def _read(item: Given, names: Sequence[str]) -> Given:
    """Return the first field of these names that says something."""
    values = (item.get(name) if isinstance(item, Mapping) else getattr(item, name, None) for name in names)
    return next((value for value in values if value and not callable(value)), None)
