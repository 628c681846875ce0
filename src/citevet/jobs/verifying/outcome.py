"""What one way of judging came to for one claim."""

from dataclasses import dataclass

from citevet.model import Ruling


@dataclass(frozen=True, slots=True)
class Outcome:
    """A ruling, and the source that it rests on."""

    ruling: Ruling
    source: int | None = None  # index of the source that decided, or came nearest
    similarity: float | None = None
