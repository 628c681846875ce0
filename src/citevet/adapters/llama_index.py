"""A LlamaIndex event handler that checks each answer against the nodes that were retrieved for it."""

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from citevet.adapters.retriever import missing_framework
from citevet.jobs.verify import Verifier

if TYPE_CHECKING:
    from citevet.report.agentos import Verified


class GroundingHandler:
    """Feed it every event of the dispatcher: `handler.handle(event)`; `grounding` has the result of the last answer.

    Queries that run at the same time, in tasks or threads, keep their nodes apart.
    """

    def __init__(self, verifier: Verifier | None = None) -> None:
        self._verifier = verifier or Verifier()
        self._sources: ContextVar[list[Any] | None] = ContextVar("retrieved nodes", default=None)
        self.grounding: Verified | None = None

    def handle(self, event: Any) -> None:  # noqa: ANN401 - one of their events, told by its fields
        """Keep the nodes of a retrieval; verify the response of a synthesis, and forget its sources."""
        nodes, response = getattr(event, "nodes", None), getattr(event, "response", None)
        kept, name = self._sources.get(), type(event).__name__
        if name == "QueryStartEvent" or (nodes is not None and kept is None):
            kept = []
            self._sources.set(kept)
        if nodes is not None and kept is not None:
            kept += nodes
        elif response is not None and name == "SynthesizeEndEvent":
            sources = list(kept or ())
            if kept:
                kept.clear()
            self.grounding = None  # also when verifying fails: never the result of an earlier answer
            self.grounding = self._verifier.verify(str(response), sources)


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

        def handle(self, event: Any, **_: Any) -> None:  # noqa: ANN401 - their signature
            own.handle(event)

    get_dispatcher().add_event_handler(Hearing())
    return own
