"""Wrap an answering function so that its answer comes with a check against the retrieved texts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from citevet.errors import CitevetError
from citevet.jobs.verify import Verifier
from citevet.model.verification import SourceText
from citevet.report.projections.agentos import Verified


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, always delivered, and how it stands to its sources."""

    text: str
    grounding: Verified | None = None  # none when verifying failed
    trouble: str = ""  # why it failed


def guarded(
    retrieve: Callable[[str], Sequence[Any]],
    answer: Callable[[str, Sequence[Any]], str],
    *,
    verifier: Verifier | None = None,
) -> Callable[[str], Answered]:
    """Return `answer` with a check of its text against what `retrieve` returned for the question."""
    checking = verifier or Verifier()

    def ask(question: str) -> Answered:
        found = retrieve(question)
        text = answer(question, found)
        try:
            return Answered(text, checking.verify(text, [as_source(each) for each in found]))
        except CitevetError as error:  # a check, not a gate: the answer is delivered, and the trouble is said
            return Answered(text, None, str(error))

    return ask


def as_source(item: Any) -> SourceText:  # noqa: ANN401 - whatever a retriever gives
    """Return a retrieved thing as a source: ours, a string, or a document of LangChain or LlamaIndex."""
    if isinstance(item, SourceText):
        return item
    if isinstance(item, str):
        return SourceText(item)
    node = getattr(item, "node", item)  # LlamaIndex wraps its nodes with a score
    text = getattr(node, "page_content", None)
    if text is None:
        content = getattr(node, "get_content", None)
        text = content() if callable(content) else getattr(node, "text", None)
    about = getattr(node, "metadata", None) or {}
    url = about.get("url") or about.get("source") or about.get("file_path")
    return SourceText(str(text or ""), None if url is None else str(url), str(about.get("title") or ""))
