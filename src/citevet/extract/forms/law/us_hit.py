"""One US citation in a paragraph, before short forms are tied to what they stand for."""

from dataclasses import dataclass, field
from typing import Literal

Short = Literal["id", "supra", "short", "name"]


@dataclass(frozen=True, slots=True)
class Hit:
    """A case or statute, in full or in short, with its place."""

    start: int
    end: int
    kind: Literal["us-case", "us-statute"]
    normal: str
    pin: str | None = None
    article: str | None = None
    parts: dict[str, str] = field(default_factory=dict)
    short: Short | None = None
    fault: str | None = None
