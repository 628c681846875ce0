"""A LlamaIndex event handler that checks each answer against the nodes that were retrieved for it."""

from collections.abc import Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from citevet.adapters.retriever import add_new, missing_framework
from citevet.jobs.verify import Verifier
from citevet.records import Foreign

if TYPE_CHECKING:
    from citevet.report.agentos import Verified

_DEEPEST = 16  # queries inside each other; one that fails has no end, and must not be kept for good


class GroundingHandler:
    """Feed it every event of the dispatcher: `handler.handle(event)`; `grounding` has the result of the last answer.

    A response is verified against every node that was retrieved for its query, and for queries inside it. Queries that
    run at the same time, in tasks or threads, keep their nodes apart.
    """

    def __init__(self, verifier: Verifier | None = None) -> None:
        self._verifier = verifier or Verifier()
        self._queries: ContextVar[tuple[list[Any], ...]] = ContextVar("nodes of open queries", default=())
        self._loose: ContextVar[tuple[Any, ...]] = ContextVar("nodes outside queries", default=())
        self.grounding: Verified | None = None

    def handle(self, event: Foreign) -> None:
        """Keep the nodes of a retrieval, and verify the response of a synthesis."""
        name, queries = type(event).__name__, self._queries.get()
        if name == "QueryStartEvent":
            self._queries.set((*queries[-_DEEPEST:], []))
        elif name == "QueryEndEvent":
            self._queries.set(queries[:-1])
        elif (nodes := getattr(event, "nodes", None)) is not None:
            self._keep(nodes, queries)
        elif name == "SynthesizeEndEvent" and event.response is not None:
            sources = queries[-1] if queries else self._loose.get()
            self._loose.set(())
            self.grounding = None  # also when verifying fails: never the result of an earlier answer
            self.grounding = self._verifier.verify(str(event.response), list(sources))

    def _keep(self, nodes: Sequence[Any], queries: Sequence[list[Any]]) -> None:
        """Keep nodes for the query that retrieved them, and for those around it, each once."""
        for kept in queries:
            add_new(kept, nodes)
        if not queries:
            loose = [*self._loose.get()]
            add_new(loose, nodes)
            self._loose.set(tuple(loose))


def attach(verifier: Verifier | None = None) -> GroundingHandler:
    """Return a handler that hears the root dispatcher of LlamaIndex."""
    try:
        from llama_index.core.instrumentation import get_dispatcher
        from llama_index.core.instrumentation.event_handlers import BaseEventHandler
    except ImportError as error:
        raise missing_framework("llama-index-core") from error

    own = GroundingHandler(verifier)

    class Hearing(BaseEventHandler):  # type: ignore[misc]  # a class without types
        """Passes their events on."""

        def handle(self, event: Foreign, **_: Foreign) -> None:
            own.handle(event)

    get_dispatcher().add_event_handler(Hearing())
    return own
