"""Add a check to a question-answering function: retrieve, answer, verify."""

from collections.abc import Sequence

from citevet.adapters.retriever import guarded


def retrieve(question: str) -> list[str]:
    """Return texts for a question, as a retriever does."""
    return ["Tokyo is the capital and seat of government of Japan."] if "Japan" in question else []


def answer(_question: str, _texts: Sequence[str]) -> str:
    """Return the answer, as a language model does."""
    return "Tokyo is the capital of Japan."


ask = guarded(retrieve, answer)
for question in ("What is the capital of Japan?", "What is the capital of Peru?"):
    reply = ask(question)
    print(f"{question} {reply.text} -> {reply.grounding}")
