"""The links of a document, and those that lead to no file or anchor of its project."""

from typing import Literal

from citevet.model.document import Span
from citevet.records import dataclass

LinkKind = Literal["link", "image", "address", "resource"]  # a resource is loaded: a style, a script, an included file
LinkFaultKind = Literal["file", "image", "anchor"]


@dataclass(frozen=True, slots=True)
class DocumentLink:
    """One link: where it is, and where it leads."""

    kind: LinkKind
    span: Span
    target: str


@dataclass(frozen=True, slots=True)
class LinkFault:
    """A link that leads to nothing: what is missing, what was meant, and whether a renderer may know better."""

    kind: LinkFaultKind
    missing: str  # the path from the root, or the fragment
    suggestion: str = ""  # a target in place of the whole one
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class FaultyLink:
    """A link of a document that leads to no file or anchor of its project."""

    link: DocumentLink
    fault: LinkFault
