"""A LangChain callback that checks each answer against the documents that were retrieved for it."""

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from citevet.adapters.retriever import add_new, missing_framework
from citevet.jobs.verify import Verifier
from citevet.records import Foreign

if TYPE_CHECKING:
    from citevet.report.agentos import Verified


def callback(verifier: Verifier | None = None) -> Foreign:
    """Return a handler for `config={"callbacks": [handler]}`; its `grounding` has the result of the last answer."""
    try:
        from langchain_core.callbacks import BaseCallbackHandler
    except ImportError as error:
        raise missing_framework("langchain-core") from error

    class Grounding(GroundingEvents, BaseCallbackHandler):  # type: ignore[misc]  # a class without types
        """Our events under the name that LangChain looks for."""

    return Grounding(verifier)


class GroundingEvents:
    """The events that matter: documents found, answer written. Runs at the same time keep their documents apart.

    An answer is verified against every document that was retrieved in its run so far: by several retrievers, by tools,
    and before earlier drafts.
    """

    def __init__(self, verifier: Verifier | None = None) -> None:
        super().__init__()
        self._verifier = verifier or Verifier()
        self._roots: dict[Hashable, Hashable] = {}  # run → the outermost run that it belongs to
        self._sources: dict[Hashable, list[Any]] = {}  # by outermost run
        self.grounding: Verified | None = None

    def on_chain_start(self, *_: object, run_id: Hashable = None, parent_run_id: Hashable = None, **__: object) -> None:
        """Note which run a step belongs to."""
        self._roots[run_id] = self._find_root(parent_run_id) or run_id

    def on_chain_end(self, *_: object, run_id: Hashable = None, **__: object) -> None:
        """Forget a run that has ended, with its documents where it is the outermost."""
        self._sources.pop(run_id, None)
        self._roots.pop(run_id, None)

    on_chain_error = on_chain_end
    on_tool_start = on_chain_start  # a retriever may be a tool of an agent
    on_tool_end = on_tool_error = on_chain_end

    def on_retriever_end(self, documents: Sequence[Any], *, parent_run_id: Hashable = None, **_: object) -> None:
        """Keep what was retrieved for the answers that follow, each document once."""
        add_new(self._sources.setdefault(self._find_root(parent_run_id), []), documents)

    def on_llm_end(
        self,
        response: Foreign,
        *,
        parent_run_id: Hashable = None,
        **_: object,
    ) -> None:
        """Verify the answer; a model that only calls a tool has not answered yet."""
        text = "\n\n".join(part.text for parts in response.generations for part in parts)
        if not text.strip():
            return
        root = self._find_root(parent_run_id)
        sources = list(self._sources.get(root, ()))
        if root is None:
            self._sources.pop(root, None)  # steps on their own have no end, and the next answer is another one
        self.grounding = None  # also when verifying fails: never the result of an earlier answer
        if sources:
            self.grounding = self._verifier.verify(text, sources)

    def _find_root(self, parent: Hashable) -> Hashable:
        """Return the outermost run; none for a step on its own, whose documents are for the next answer on its own."""
        return self._roots.get(parent, parent)
