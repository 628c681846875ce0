"""Vet every citation: does the source exist, and does it say so?"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from citevet.version import __version__ as __version__

if TYPE_CHECKING:
    from citevet.errors import CitevetError
    from citevet.extract import extract as extract_document
    from citevet.jobs.check import acheck, check
    from citevet.jobs.guard import StreamGuard
    from citevet.jobs.verify import Verifier, averify, verify
    from citevet.jobs.verify_inputs import extract_claims
    from citevet.model import Citation, Claim, Document, Finding, Reference, Report
    from citevet.model.verification import SourceText as Source
    from citevet.read import parse_text
    from citevet.read import read as read_document

# Name → the module that defines it, and its name there; imported when first used, so that `import citevet` is quick.
# `read` and `extract` are packages, so the functions have longer names here. `citevet.Source` is what a caller gives to
# `verify`; the Source of the model is what a citation was resolved to.
_MODULES = {
    "CitevetError": ("citevet.errors", "CitevetError"),
    "Citation": ("citevet.model", "Citation"),
    "Claim": ("citevet.model", "Claim"),
    "Document": ("citevet.model", "Document"),
    "Finding": ("citevet.model", "Finding"),
    "Reference": ("citevet.model", "Reference"),
    "Report": ("citevet.model", "Report"),
    "Source": ("citevet.model.verification", "SourceText"),
    "StreamGuard": ("citevet.jobs.guard", "StreamGuard"),
    "Verifier": ("citevet.jobs.verify", "Verifier"),
    "acheck": ("citevet.jobs.check", "acheck"),
    "averify": ("citevet.jobs.verify", "averify"),
    "check": ("citevet.jobs.check", "check"),
    "extract_claims": ("citevet.jobs.verify_inputs", "extract_claims"),
    "extract_document": ("citevet.extract", "extract"),
    "parse_text": ("citevet.read", "parse_text"),
    "read_document": ("citevet.read", "read"),
    "verify": ("citevet.jobs.verify", "verify"),
}

__all__ = [
    "Citation",
    "CitevetError",
    "Claim",
    "Document",
    "Finding",
    "Reference",
    "Report",
    "Source",
    "StreamGuard",
    "Verifier",
    "acheck",
    "averify",
    "check",
    "extract_claims",
    "extract_document",
    "parse_text",
    "read_document",
    "verify",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name means
    if name not in _MODULES:
        raise AttributeError(f"module 'citevet' has no attribute {name!r}")
    module, own_name = _MODULES[name]
    return getattr(import_module(module), own_name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
