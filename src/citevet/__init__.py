"""Vet every citation: does the source exist, and does it say so?"""

from importlib import import_module
from typing import TYPE_CHECKING

from citevet.records import Foreign
from citevet.version import __version__ as __version__

if TYPE_CHECKING:
    from citevet.errors import Cancelled, CitevetError
    from citevet.jobs.callable_tools import Tools
    from citevet.jobs.check import acheck, check
    from citevet.jobs.entry_tagger import extract_document
    from citevet.jobs.guard import StreamGuard
    from citevet.jobs.lookups import explain_rule, resolve_works, search_corpus
    from citevet.jobs.prepared_sources import prepare_sources as sources
    from citevet.jobs.verify import Verifier, averify, verify, verify_many
    from citevet.jobs.verify_inputs import extract_claims
    from citevet.model import Citation, Claim, Document, Finding, Reference, Report
    from citevet.model.verification import SourceText as Source
    from citevet.read import parse_text
    from citevet.read import read as read_document

# Name → the module that defines it, and its name there; imported when first used, so that `import citevet` is quick.
# `read` and `extract` are packages, so the functions have longer names here. `citevet.Source` is what a caller gives to
# `verify`; the Source of the model is what a citation was resolved to.
_MODULES = {
    "Cancelled": ("citevet.errors", "Cancelled"),
    "CitevetError": ("citevet.errors", "CitevetError"),
    "Citation": ("citevet.model", "Citation"),
    "Claim": ("citevet.model", "Claim"),
    "Document": ("citevet.model", "Document"),
    "Finding": ("citevet.model", "Finding"),
    "Reference": ("citevet.model", "Reference"),
    "Report": ("citevet.model", "Report"),
    "Source": ("citevet.model.verification", "SourceText"),
    "StreamGuard": ("citevet.jobs.guard", "StreamGuard"),
    "Tools": ("citevet.jobs.callable_tools", "Tools"),
    "Verifier": ("citevet.jobs.verify", "Verifier"),
    "acheck": ("citevet.jobs.check", "acheck"),
    "averify": ("citevet.jobs.verify", "averify"),
    "check": ("citevet.jobs.check", "check"),
    "explain_rule": ("citevet.jobs.lookups", "explain_rule"),
    "extract_claims": ("citevet.jobs.verify_inputs", "extract_claims"),
    "extract_document": ("citevet.jobs.entry_tagger", "extract_document"),
    "parse_text": ("citevet.read", "parse_text"),
    "read_document": ("citevet.read", "read"),
    "resolve_works": ("citevet.jobs.lookups", "resolve_works"),
    "search_corpus": ("citevet.jobs.lookups", "search_corpus"),
    "sources": ("citevet.jobs.prepared_sources", "prepare_sources"),
    "verify": ("citevet.jobs.verify", "verify"),
    "verify_many": ("citevet.jobs.verify", "verify_many"),
}

__all__ = [
    "Cancelled",
    "Citation",
    "CitevetError",
    "Claim",
    "Document",
    "Finding",
    "Reference",
    "Report",
    "Source",
    "StreamGuard",
    "Tools",
    "Verifier",
    "acheck",
    "averify",
    "check",
    "explain_rule",
    "extract_claims",
    "extract_document",
    "parse_text",
    "read_document",
    "resolve_works",
    "search_corpus",
    "sources",
    "verify",
    "verify_many",
]


def __getattr__(name: str) -> Foreign:
    if name not in _MODULES:
        raise AttributeError(f"module 'citevet' has no attribute {name!r}")
    module, own_name = _MODULES[name]
    return getattr(import_module(module), own_name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
