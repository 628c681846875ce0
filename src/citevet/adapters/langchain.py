"""A LangChain callback that checks each answer against the documents that were retrieved for it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from citevet.adapters.retriever import as_source
from citevet.jobs.verify import Verifier

if TYPE_CHECKING:
    from citevet.model.verification import SourceText
    from citevet.report.projections.agentos import Verified


def callback(verifier: Verifier | None = None) -> Any:  # noqa: ANN401 - a class of theirs, which we import late
    """Return a handler for `config={"callbacks": [handler]}`; its `grounding` has the result of the last answer."""
    from langchain_core.callbacks import BaseCallbackHandler  # type: ignore[import-not-found] # optional

    class Grounding(GroundingEvents, BaseCallbackHandler):  # type: ignore[misc]  # a class without types
        """Our events under the name that LangChain looks for."""

    return Grounding(verifier)


class GroundingEvents:
    """The events that matter: documents found, answer written."""

    def __init__(self, verifier: Verifier | None = None) -> None:
        super().__init__()
        self._verifier = verifier or Verifier()
        self._sources: list[SourceText] = []
        self.grounding: Verified | None = None

    def on_retriever_end(self, documents: Sequence[Any], **_: Any) -> None:  # noqa: ANN401 - their signature
        """Keep what was retrieved for the answer that follows."""
        self._sources += [as_source(document) for document in documents]

    def on_llm_end(self, response: Any, **_: Any) -> None:  # noqa: ANN401 - likewise
        """Verify the answer, and forget its sources."""
        text = "\n\n".join(part.text for parts in response.generations for part in parts)
        sources, self._sources = self._sources, []
        self.grounding = self._verifier.verify(text, sources) if sources else None
