"""What is known of a document while the rest is looked up and judged: people start with the first findings."""

from collections.abc import Callable

from citevet.model import Audit
from citevet.records import dataclass, replace
from citevet.session import Session
from citevet.world.clock import stopwatch

_PAUSE = 1.0  # seconds between two pictures, at least
_LONGER = 1.5  # times the last pause: a run of an hour shows some twenty pictures of itself
_SHARE = 10.0  # times what a picture costs: pictures take less than a tenth of the time
# Which suppressions and files are of no use is known at the end.
_LAST = "CFG"


@dataclass(slots=True)
class EarlyClock:
    """When the early results of a run are due."""

    started: float
    due: float = 0.0  # seconds since then

    @property
    def seconds(self) -> float:
        """How long the run takes so far."""
        return stopwatch() - self.started


def show_early(session: Session, make: Callable[[], Audit]) -> None:
    """Show what is known of a document to whoever listens, unless the last picture of it is fresh."""
    if session.show_early is None:
        return
    clock = session.once("early results", lambda: EarlyClock(stopwatch()))
    began = clock.seconds
    if began < clock.due:
        return
    audit = make()  # the caller need not have it ready
    kept = tuple(each for each in audit.findings if not each.code.startswith(_LAST))
    session.show_early(replace(audit, findings=kept))
    ended = clock.seconds
    clock.due = max(began * _LONGER, ended + max(_PAUSE, (ended - began) * _SHARE))
