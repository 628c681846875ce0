"""Vet every citation: does the source exist, and does it say so?"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from citevet.errors import CitevetError
    from citevet.extract import extract
    from citevet.jobs.check import acheck, check
    from citevet.model import Citation, Claim, Document, Finding, Reference, Report, Source
    from citevet.read import parse_text, read

__version__ = "0.1.0"

# Name → the room that owns it; imported when first used, so that `import citevet` costs next to nothing.
_ROOMS = {
    "CitevetError": "citevet.errors",
    "Citation": "citevet.model",
    "Claim": "citevet.model",
    "Document": "citevet.model",
    "Finding": "citevet.model",
    "Reference": "citevet.model",
    "Report": "citevet.model",
    "Source": "citevet.model",
    "acheck": "citevet.jobs.check",
    "check": "citevet.jobs.check",
    "extract": "citevet.extract",
    "parse_text": "citevet.read",
    "read": "citevet.read",
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
    "acheck",
    "check",
    "extract",
    "parse_text",
    "read",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    if name not in _ROOMS:
        raise AttributeError(f"module 'citevet' has no attribute {name!r}")
    return getattr(import_module(_ROOMS[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
