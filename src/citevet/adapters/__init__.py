"""Hooks for LangChain, LlamaIndex and plain retrievers; no framework is imported here."""
