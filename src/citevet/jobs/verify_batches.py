"""Many answers in one go: their items, their batches, and how the work is stopped."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from citevet.contracts import Progress
from citevet.errors import Cancelled, UsageError
from citevet.jobs.given_sources import GivenSources
from citevet.jobs.judge_claims import ClaimQuestion
from citevet.jobs.verify_inputs import Asked, Sources, SplitText, read_call
from citevet.model import Ruling
from citevet.report.agentos import Verified

Steps = Generator[Sequence[ClaimQuestion], list[Ruling], Verified]
Task = tuple[GivenSources, Asked, bool]  # sources, what is asked of them, and whether the web may be searched
Item = Any  # as a caller passes it
Prepare = Callable[..., GivenSources]  # sources, and files with more of them
_PAIR = 2
_HOW = "An item is a text, a list of claims, a pair of one of these and its sources, or a mapping of arguments."


class Flag(Protocol):
    """What is set when the work is to end: a threading.Event."""

    def is_set(self) -> bool:
        """Return whether it is."""


Cancel = Flag | Callable[[], bool]


def heed(progress: Progress | None, cancel: Cancel | None) -> Progress | None:
    """Return a callback that raises once the work is to end."""
    if cancel is None:
        return progress
    is_over = cancel if callable(cancel) else cancel.is_set

    def tell(done: int, total: int, what: str) -> None:
        if is_over():
            raise Cancelled("it was stopped by its caller", to="verify", advice="What was scored is kept.")
        if progress:
            progress(done, total, what)

    return tell


def advance(steps: Sequence[Steps], judge: Callable[[Sequence[ClaimQuestion]], list[Ruling]]) -> list[Verified]:
    """Bring all answers to their questions, judge these together, and return what each answer comes to."""
    found: dict[int, Verified] = {}
    waiting: dict[int, Sequence[ClaimQuestion]] = {}
    for number, step in enumerate(steps):
        try:
            waiting[number] = next(step)
        except StopIteration as done:
            found[number] = done.value
    if waiting:
        rulings = iter(judge([question for questions in waiting.values() for question in questions]))
        for number, questions in waiting.items():
            try:
                steps[number].send([next(rulings) for _ in questions])
            except StopIteration as done:
                found[number] = done.value
    return [found[number] for number in range(len(steps))]


def read_items(items: Iterable[Any], sources: Sources | GivenSources | None, read: Prepare) -> Iterator[Task]:
    """Yield what is to be verified; `read` reads sources, once where several items share them."""
    if isinstance(items, str | bytes | Mapping):
        raise UsageError(f"{type(items).__name__} is not a list of answers", to="verify_many", advice=_HOW)
    known: dict[int, tuple[object, GivenSources]] = {}  # the object is held, so that its number stays its own
    shared = None if sources is None else read(sources)

    def prepare(given: Item, paths: Sequence[str | Path] = ()) -> GivenSources:
        if paths:
            return read(given, paths)
        if id(given) not in known:
            known.clear()
            known[id(given)] = given, read(given)
        return known[id(given)][1]

    for number, item in enumerate(items, 1):
        try:
            yield _read_item(item, shared, prepare)
        except UsageError as error:
            raise UsageError(f"item {number}: {error.what}", to="verify_many", advice=error.advice) from error


def _read_item(item: Item, sources: GivenSources | None, prepare: Prepare) -> Task:
    if isinstance(item, Mapping):
        call = dict(item)
        own = call.pop("sources", None)
        asked, web, paths = read_call(**call)
        given = sources if own is None and not paths else prepare(() if own is None else own, paths)
    else:
        is_pair = isinstance(item, tuple) and len(item) == _PAIR and not isinstance(item[1], str)
        asked, web = (item[0] if is_pair else item), False
        given = prepare(item[1]) if is_pair else sources
        if not isinstance(asked, str | list | tuple | SplitText):
            raise UsageError(f"{type(asked).__name__} is neither a text nor a list of claims", advice=_HOW)
    if given is None:
        raise UsageError("there are no sources", advice="Pass `sources` to verify_many, or a pair for each item.")
    return given, asked, web
