"""The hooks for agents: what was retrieved is what the answer is held against. The frameworks are doubles."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

import citevet
from citevet.adapters import langchain, llama_index
from citevet.adapters.retriever import guarded
from citevet.errors import UsageError

FACT = "Tokyo is the capital of Japan."


@dataclass
class Document:
    """As LangChain has it."""

    page_content: str
    metadata: dict[str, str] = field(default_factory=dict)


def nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    return [(0.97, 0.02, 0.01) if claim == text else (0.01, 0.98, 0.01) for text, claim in pairs]


VERIFIER = citevet.Verifier(nli=nli)


def test_an_answer_is_held_against_what_was_retrieved() -> None:
    """The question reaches the retriever, its documents the answer, and both the verifier."""
    ask = guarded(
        lambda question: [question, FACT], lambda question, found: f"{found[-1]} {question}", verifier=VERIFIER
    )
    done = ask("Rice grows in wet valleys.")
    assert f"{FACT} Rice grows in wet valleys." == done.text
    assert done.grounding is not None
    assert ["supported", "supported"] == [claim.verdict for claim in done.grounding.claims]
    assert [1, 0] == [claim.source_index for claim in done.grounding.claims]


def test_trouble_is_told_and_the_answer_delivered() -> None:
    """When verifying fails, the answer still comes, with the reason."""

    def broken(pairs: Sequence[tuple[str, str]]) -> Any:
        raise OSError(f"{len(pairs)} lost")

    done = guarded(lambda _: [FACT], lambda *_: FACT, verifier=citevet.Verifier(nli=broken))("?")
    assert (FACT, None) == (done.text, done.grounding)
    assert "nli: raised OSError: 1 lost" in done.trouble


def test_nothing_retrieved_is_not_grounded() -> None:
    """Without sources the grounding says so."""
    done = guarded(lambda _: [], lambda *_: FACT, verifier=VERIFIER)("?")
    assert done.grounding is not None
    assert done.grounding.overall_grounded is None


async def test_async_functions_and_the_flag() -> None:
    """Where a function is async the answer is awaited; with the flag off nothing is verified."""

    async def retrieve(question: str) -> list[str]:
        return [question]

    async def answer(_: str, found: Sequence[str]) -> str:
        return found[0]

    class Answers:
        async def __call__(self, _: str, found: Sequence[str]) -> str:
            return found[0]

    def broken(pairs: Sequence[tuple[str, str]]) -> Any:
        raise OSError(f"{len(pairs)} lost")

    for ask in (
        guarded(retrieve, answer, verifier=VERIFIER),
        guarded(retrieve, lambda _, found: str(found[0]), verifier=VERIFIER),
        guarded(lambda question: [question], Answers(), verifier=VERIFIER),
    ):
        done = await ask(FACT)
        assert (FACT, "1/1 claims verified (100%)") == (done.text, str(done.grounding))
    failed = await guarded(retrieve, answer, verifier=citevet.Verifier(nli=broken))(FACT)
    assert (FACT, None, True) == (failed.text, failed.grounding, "raised OSError" in failed.trouble)
    silent = await guarded(retrieve, answer, verify_citations=False)(FACT)
    assert (FACT, None, "") == (silent.text, silent.grounding, silent.trouble)
    off = guarded(lambda question: [question], lambda _, found: str(found[0]), verify_citations=False)(FACT)
    assert (FACT, None) == (off.text, off.grounding)


@pytest.mark.parametrize(
    "item",
    [
        citevet.Source(text=FACT, url="a.md", title="A"),
        {"text": FACT, "url": "a.md", "title": "A", "score": 0.5},
        {"content": FACT, "url": "a.md", "title": "A", "text": None},
        {"page_content": FACT, "metadata": {"source": "a.md", "title": "A"}},
        Document(FACT, {"source": "a.md", "title": "A"}),
        SimpleNamespace(get_content=lambda: FACT, metadata={"file_path": "a.md", "title": "A"}),
        SimpleNamespace(node=SimpleNamespace(text=FACT, metadata={"url": "a.md", "title": "A"}), score=0.5),
    ],
)
def test_documents_of_every_make(item: Any) -> None:
    """Ours, mappings, LangChain's and LlamaIndex' documents become the same source, in `guarded` and in `verify`."""

    def answer(_: str, found: Sequence[Any]) -> str:
        return FACT if list(found) == [item] else ""

    once = cast("list[Any]", iter([item]))  # the answer and the check both read it
    done = guarded(lambda _: once, answer, verifier=VERIFIER)("?")
    assert done.grounding is not None
    assert (citevet.Source(text=FACT, url="a.md", title="A"),) == done.grounding.sources
    assert done.grounding == VERIFIER.verify(FACT, [item])
    assert "1/1 claims verified (100%)" == str(done.grounding)


class Broken:
    """A document whose text cannot be had."""

    def get_content(self) -> str:
        """Fail."""
        raise OSError("disk lost")


@pytest.mark.parametrize(
    ("found", "trouble"),
    [
        (None, "NoneType is not a list of sources. Pass a list."),
        (5, "int is not a list of sources. Pass a list."),
        (FACT, "str is not a list of sources. Pass a list."),
        ({"text": FACT}, "dict is not a list of sources. Pass a list."),
        ([FACT, 5], "source 2 has no text (it is a number)."),
        ([{}], "source 1 has no text (it is an empty object)."),
        ([{"body": FACT, "id": 1}], "source 1 has no text (its keys: 'body', 'id')."),
        ([{"text": 5, "content": FACT}], 'source 1 has a "text" that is not a string.'),
        ([Document(FACT), Broken()], "source 2 cannot be read (OSError: disk lost)."),
        ([object()], "source 1 has no text (it is of the type object)."),
    ],
)
async def test_an_answer_is_delivered_whatever_was_retrieved(found: list[Any], trouble: str) -> None:
    """Something else than a source never stops the answer: `trouble` names the item, and what counts as a source."""

    async def answer(*_: object) -> str:
        return FACT

    done = guarded(lambda _: found, lambda *_: FACT, verifier=VERIFIER)("?")
    assert (FACT, None) == (done.text, done.grounding)
    assert f"sources: {trouble} " in done.trouble
    assert '"text" (or "content" or "page_content")' in done.trouble
    assert done == await guarded(lambda _: found, answer, verifier=VERIFIER)("?")


def test_the_langchain_callback(monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps the documents of a retrieval, judges the answer that follows, and then forgets them."""
    module = ModuleType("langchain_core.callbacks")
    module.BaseCallbackHandler = type("BaseCallbackHandler", (), {})  # type: ignore[attr-defined]  # a double
    monkeypatch.setitem(sys.modules, "langchain_core", ModuleType("langchain_core"))
    monkeypatch.setitem(sys.modules, "langchain_core.callbacks", module)
    handler = langchain.callback(VERIFIER)
    assert isinstance(handler, module.BaseCallbackHandler)
    answer = SimpleNamespace(generations=[[SimpleNamespace(text=FACT)]])
    handler.on_retriever_end([Document(FACT)], run_id=1)
    handler.on_llm_end(answer, run_id=2)
    assert "1/1 claims verified (100%)" == str(handler.grounding)
    handler.on_retriever_end([5], run_id=3)
    with pytest.raises(UsageError, match="source 1 has no text"):
        handler.on_llm_end(answer, run_id=4)
    assert handler.grounding is None
    handler.on_llm_end(answer, run_id=5)
    assert handler.grounding is None


def say(text: str) -> SimpleNamespace:
    return SimpleNamespace(generations=[[SimpleNamespace(text=text)]])


def test_an_agent_of_langchain_keeps_every_document() -> None:
    """Documents of several retrievers, also inside tools and before a draft, count for each later answer of the run."""
    handler = langchain.GroundingEvents(VERIFIER)
    peru, chile = "Lima is the capital of Peru.", "Santiago is the capital of Chile."
    handler.on_chain_start(run_id="agent")
    handler.on_retriever_end([Document(FACT)], run_id="r1", parent_run_id="agent")
    handler.on_llm_end(say("Now Peru."), run_id="l1", parent_run_id="agent")
    handler.on_chain_start(run_id="node", parent_run_id="agent")
    handler.on_tool_start(run_id="tool", parent_run_id="node")
    handler.on_retriever_end([Document(peru), Document(FACT)], run_id="r2", parent_run_id="tool")
    handler.on_tool_end(run_id="tool", parent_run_id="node")
    handler.on_llm_end(say(""), run_id="l2", parent_run_id="node")
    handler.on_chain_end(run_id="node", parent_run_id="agent")
    handler.on_llm_end(say(f"{FACT} {peru} {chile}"), run_id="l3", parent_run_id="agent")
    assert handler.grounding is not None
    assert ["supported", "supported", "unverifiable"] == [claim.verdict for claim in handler.grounding.claims]
    assert [FACT, peru] == [source.text for source in handler.grounding.sources]
    handler.on_chain_end(run_id="agent")
    handler.on_chain_start(run_id="next")
    handler.on_llm_end(say(FACT), run_id="l4", parent_run_id="next")
    assert handler.grounding is None


def fire(handler: llama_index.GroundingHandler, name: str, **fields: Any) -> None:
    handler.handle(type(f"{name}Event", (), fields)())


def test_sub_questions_of_llama_index_keep_every_node() -> None:
    """Nodes of a query inside another count for both; an answer to the outer one has those of all its parts."""
    handler = llama_index.GroundingHandler(VERIFIER)
    peru = "Lima is the capital of Peru."
    fire(handler, "QueryStart")
    for fact in (FACT, peru):
        fire(handler, "QueryStart")
        fire(handler, "RetrievalEnd", nodes=[Document(fact)])
        fire(handler, "RetrievalEnd", nodes=[Document(fact)])
        fire(handler, "SynthesizeEnd", response=fact)
        assert handler.grounding is not None
        assert [fact] == [source.text for source in handler.grounding.sources]
        fire(handler, "QueryEnd", response=fact)
    fire(handler, "SynthesizeEnd", response=f"{FACT} {peru}")
    assert "2/2 claims verified (100%)" == str(handler.grounding)
    fire(handler, "QueryEnd", response="")
    fire(handler, "QueryStart")
    fire(handler, "SynthesizeEnd", response=FACT)
    assert () == (handler.grounding.sources if handler.grounding else None)


def test_the_llama_index_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    """It hears the dispatcher: nodes of a retrieval, then the response of a synthesis."""
    heard: list[Any] = []
    root = ModuleType("llama_index.core.instrumentation")
    root.get_dispatcher = lambda: SimpleNamespace(add_event_handler=heard.append)  # type: ignore[attr-defined]  # a double
    handlers = ModuleType("llama_index.core.instrumentation.event_handlers")
    handlers.BaseEventHandler = type("BaseEventHandler", (), {})  # type: ignore[attr-defined]  # likewise
    for name in ("llama_index", "llama_index.core"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, root.__name__, root)
    monkeypatch.setitem(sys.modules, handlers.__name__, handlers)
    own = llama_index.attach(VERIFIER)
    retrieved = type("RetrievalEndEvent", (), {"nodes": [SimpleNamespace(text=FACT, metadata={})]})()
    synthesised = type("SynthesizeEndEvent", (), {"response": FACT})()
    for event in (retrieved, type("LLMChatEndEvent", (), {"response": "draft"})(), synthesised):
        heard[0].handle(event)
    assert "1/1 claims verified (100%)" == str(own.grounding)


@pytest.mark.parametrize(
    ("module", "start"), [("langchain_core", langchain.callback), ("llama_index", llama_index.attach)]
)
def test_a_missing_framework_is_named(monkeypatch: pytest.MonkeyPatch, module: str, start: Callable[..., Any]) -> None:
    """The error says which package is missing and how to install it."""
    for name in [name for name in sys.modules if name.startswith(f"{module}.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UsageError, match=r"is missing. Install it with: .*pip install 'citevet\[frameworks\]"):
        start(VERIFIER)
