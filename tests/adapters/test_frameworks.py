"""The hooks inside the real LangChain and LlamaIndex; `make frameworks` installs them and runs these tests."""

import asyncio
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

import citevet
from citevet.adapters import langchain, llama_index
from citevet.adapters.retriever import Answered, guarded

FACTS = {"Japan": "Tokyo is the capital of Japan.", "Peru": "Lima is the capital of Peru."}


def nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    return [(0.97, 0.02, 0.01) if claim in text else (0.01, 0.98, 0.01) for text, claim in pairs]


VERIFIER = citevet.Verifier(nli=nli)


class Watched:
    """A verifier that notes which text was to be verified against which source."""

    def __init__(self, seen: list[tuple[str, str]]) -> None:
        self._seen = seen

    def verify(self, text: str, sources: Sequence[Any]) -> None:
        """Note both; several sources are joined, and would not be equal to one."""
        self._seen.append((text, " ".join(source.text for source in sources)))


def find_fact(question: str) -> str:
    return next(fact for country, fact in FACTS.items() if country in question)


def require(package: str) -> Any:
    """Import a package of the extra `frameworks`, or skip with the way to install it."""
    if find_spec(package.partition(".")[0]) is None:
        pytest.skip(f"{package} is not installed; `make frameworks` installs it and runs this test")
    return import_module(package)


class Chain:
    """A chain of LangChain that retrieves and answers, with the events of all its steps."""

    def __init__(self, answers: dict[str, str]) -> None:
        retrievers = require("langchain_core.retrievers")
        documents = require("langchain_core.documents")
        models = require("langchain_core.language_models.fake_chat_models")
        runnables = require("langchain_core.runnables")

        class Facts(retrievers.BaseRetriever):  # type: ignore[misc,name-defined]  # a class without types here
            def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Any]:
                assert run_manager
                found = find_fact(query)
                return [documents.Document(page_content=found, metadata={"source": f"{query}.md"})]

        def say(found: Sequence[Any]) -> str:
            return next(answers[country] for country in FACTS if country in found[0].page_content)

        class Model(models.GenericFakeChatModel):  # type: ignore[misc,name-defined]  # likewise
            def _generate(self, messages: Any, *_: Any, **__: Any) -> Any:
                outputs, messages_of = require("langchain_core.outputs"), require("langchain_core.messages")
                said = messages_of.AIMessage(content=messages[-1].content)
                return outputs.ChatResult(generations=[outputs.ChatGeneration(message=said)])

        self.runnable = Facts() | runnables.RunnableLambda(say) | Model(messages=iter(()))


def test_a_chain_of_langchain() -> None:
    """The documents of the retriever are what the answer of the chat model is verified against."""
    chain = Chain({"Japan": FACTS["Japan"], "Peru": "Cusco is the capital of Peru."}).runnable
    handler = langchain.callback(VERIFIER)
    chain.invoke("Japan", config={"callbacks": [handler]})
    assert ["supported"] == [claim.verdict for claim in handler.grounding.claims]
    assert "Japan.md" == handler.grounding.claims[0].source.url
    chain.invoke("Peru", config={"callbacks": [handler]})
    assert ["contradicted"] == [claim.verdict for claim in handler.grounding.claims]


async def test_chains_at_the_same_time() -> None:
    """Async runs, and many at once through one handler, never mix their documents."""
    chain = Chain(FACTS).runnable
    handler = langchain.callback(VERIFIER)
    await chain.ainvoke("Japan", config={"callbacks": [handler]})
    assert ["supported"] == [claim.verdict for claim in handler.grounding.claims]
    seen: list[tuple[str, str]] = []
    watching = langchain.callback(VERIFIER)
    watching._verifier = Watched(seen)
    await chain.abatch(["Japan", "Peru"] * 4, config={"callbacks": [watching]})
    assert sorted((fact, fact) for fact in FACTS.values() for _ in range(4)) == sorted(seen)


def query_engine(answers: dict[str, str]) -> Any:
    """A query engine of LlamaIndex with a retriever and a model of our own."""
    core = require("llama_index.core")
    retrievers, schema = require("llama_index.core.retrievers"), require("llama_index.core.schema")
    llms, engines = require("llama_index.core.llms"), require("llama_index.core.query_engine")

    class Facts(retrievers.BaseRetriever):  # type: ignore[misc,name-defined]  # likewise
        def _retrieve(self, query_bundle: Any) -> list[Any]:
            node = schema.TextNode(text=find_fact(query_bundle.query_str), metadata={"file_path": "facts.md"})
            return [schema.NodeWithScore(node=node, score=1.0)]

    class Model(llms.CustomLLM):  # type: ignore[misc,name-defined]  # likewise
        @property
        def metadata(self) -> Any:
            return llms.LLMMetadata()

        def complete(self, prompt: str, **_: Any) -> Any:
            said = next(answers[country] for country in FACTS if country in prompt)
            return llms.CompletionResponse(text=said)

        def stream_complete(self, prompt: str, **_: Any) -> Any:
            yield self.complete(prompt)

    assert core
    return engines.RetrieverQueryEngine.from_args(Facts(), llm=Model())


def test_a_query_of_llama_index() -> None:
    """The nodes of the retriever are what the response is verified against; also in async queries at once."""
    engine = query_engine({"Japan": FACTS["Japan"], "Peru": "Cusco is the capital of Peru."})
    heard = llama_index.attach(VERIFIER)
    engine.query("Japan?")
    assert heard.grounding is not None
    assert ["supported"] == [claim.verdict for claim in heard.grounding.claims]
    assert "facts.md" == (heard.grounding.claims[0].source or citevet.Source("")).url
    engine.query("Peru?")
    assert ["contradicted"] == [claim.verdict for claim in heard.grounding.claims]

    async def both() -> None:
        await asyncio.gather(*(engine.aquery(f"{country}?") for country in [*FACTS] * 3))

    seen: list[tuple[str, str]] = []
    heard._verifier = Watched(seen)  # type: ignore[assignment]  # it has the one method that is called
    asyncio.run(both())
    assert 6 == len(seen)
    assert {FACTS["Japan"], FACTS["Peru"]} == {source for _, source in seen}
    assert all(text.split()[-1] == source.split()[-1] for text, source in seen)  # each country with its own


async def test_guarded_with_frameworks() -> None:
    """`guarded` takes the retriever and the model of LangChain as they are, sync and async."""
    documents = require("langchain_core.documents")

    def retrieve(question: str) -> list[Any]:
        return [documents.Document(page_content=find_fact(question))]

    async def answer(_: str, found: Sequence[Any]) -> str:
        await asyncio.sleep(0)
        return str(found[0].page_content)

    done: Answered = await guarded(retrieve, answer, verifier=VERIFIER)("Japan?")
    assert done.grounding is not None
    assert done.grounding.overall_grounded
