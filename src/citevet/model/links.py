"""The links of documents and what became of them."""

from collections.abc import Mapping
from typing import Literal

from citevet.model import Document, DocumentLink, Unread
from citevet.records import dataclass

LinkState = Literal[
    "ok",
    "moved",  # permanent redirects lead elsewhere
    "unencrypted",  # http that leads to the same page over https
    "gone",
    "no-host",
    "soft-404",
    "home",
    "parked",
    "no-anchor",
    "no-file",
    "no-image",
    "tls",
    "loop",
    "timeout",
    "broken-off",
    "unreachable",
    "server-error",
    "malformed",
    "blocked",  # and the others below: nothing follows from the answer
    "robots",
    "private",
    "offline",
    "outside",  # a path that leads out of the project
    "ignored",
]
DEAD: frozenset[LinkState] = frozenset({"gone", "no-host", "soft-404", "home", "parked"})
FAULTY: frozenset[LinkState] = frozenset(
    {"tls", "loop", "timeout", "broken-off", "unreachable", "server-error", "malformed"}
)
OPEN: frozenset[LinkState] = frozenset({"blocked", "robots", "private", "offline", "outside", "ignored"})
FINE: frozenset[LinkState] = frozenset({"ok"})
Level = Literal["error", "warning", "info", ""]
# Code, name and level of what is reported.
FINDINGS: Mapping[LinkState, tuple[str, str, Level]] = {
    "gone": ("LNK001", "dead-link", "error"),
    "no-host": ("LNK001", "dead-link", "error"),
    "moved": ("LNK002", "moved-link", "info"),
    "soft-404": ("LNK003", "empty-link", "warning"),
    "home": ("LNK003", "empty-link", "warning"),
    "parked": ("LNK003", "empty-link", "warning"),
    "unencrypted": ("LNK004", "unencrypted-link", "info"),
    "no-file": ("LNK005", "missing-linked-file", "error"),
    "no-image": ("LNK006", "missing-image", "error"),
    "no-anchor": ("LNK007", "missing-anchor", "warning"),
    **dict.fromkeys(
        ("tls", "loop", "timeout", "broken-off", "unreachable", "server-error", "malformed"),
        ("LNK008", "failing-link", "warning"),
    ),
}


@dataclass(frozen=True, slots=True)
class PageCheck:
    """What became of one address, without its fragment."""

    url: str
    state: LinkState
    why: str = ""
    status: int = 0
    address: str = ""  # where permanent redirects lead
    anchors: tuple[str, ...] | None = None  # none where they were not looked for, or may be made by scripts
    etag: str = ""
    modified: str = ""
    digest: str = ""  # of the words of the page, where that was asked for
    cached: bool = False


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One link of a document, with what became of it."""

    link: DocumentLink
    line: int
    column: int
    state: LinkState
    why: str = ""
    status: int = 0
    suggestion: str = ""  # what to write in place of the target
    is_safe: bool = False  # the suggestion is the same page
    is_doubtful: bool = False
    copy: str = ""  # an archived one
    digest: str = ""

    @property
    def level(self) -> Level:
        """How bad it is."""
        if self.state not in FINDINGS:
            return ""
        return "info" if self.is_doubtful else FINDINGS[self.state][2]


@dataclass(frozen=True, slots=True)
class LinkedDocument:
    """A document and its links."""

    document: Document
    rows: tuple[LinkRow, ...]


@dataclass(frozen=True, slots=True)
class LinkReport:
    """The result of a run."""

    documents: tuple[LinkedDocument, ...] = ()
    unread: tuple[Unread, ...] = ()
    requests: int = 0
    cached: int = 0
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
