"""A LangChain callback that checks each answer against the documents that were retrieved for it."""

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from citevet.adapters.retriever import missing_framework
from citevet.jobs.verify import Verifier

if TYPE_CHECKING:
    from citevet.report.agentos import Verified


def callback(verifier: Verifier | None = None) -> Any:  # noqa: ANN401 - a class of theirs, which we import late
    """Return a handler for `config={"callbacks": [handler]}`; its `grounding` has the result of the last answer."""
    try:
        from langchain_core.callbacks import BaseCallbackHandler
    except ImportError as error:
        raise missing_framework("langchain-core") from error

    class Grounding(GroundingEvents, BaseCallbackHandler):  # type: ignore[misc]  # a class without types
        """Our events under the name that LangChain looks for."""

    return Grounding(verifier)


class GroundingEvents:
    """The events that matter: documents found, answer written. Runs at the same time keep their documents apart."""

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
        """Forget a run that has ended, with documents for which no answer came."""
        self._sources.pop(run_id, None)
        self._roots.pop(run_id, None)

    on_chain_error = on_chain_end

    def on_retriever_end(self, documents: Sequence[Any], *, parent_run_id: Hashable = None, **_: object) -> None:
        """Keep what was retrieved for the answer that follows."""
        kept = self._sources.setdefault(self._find_root(parent_run_id), [])
        kept += documents

    def on_llm_end(
        self,
        response: Any,  # noqa: ANN401 - their class
        *,
        parent_run_id: Hashable = None,
        **_: object,
    ) -> None:
        """Verify the answer, and forget its sources; a model that only calls a tool has not answered yet."""
        text = "\n\n".join(part.text for parts in response.generations for part in parts)
        if text.strip():
            sources = self._sources.pop(self._find_root(parent_run_id), [])
            self.grounding = None  # also when verifying fails: never the result of an earlier answer
            if sources:
                self.grounding = self._verifier.verify(text, sources)

    def _find_root(self, parent: Hashable) -> Hashable:
        """Return the outermost run; none for a step on its own, whose documents are for the next answer on its own."""
        return self._roots.get(parent, parent)
