"""Wrap an answering function so that its answer comes with a check against the retrieved texts."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from inspect import isawaitable, iscoroutinefunction
from typing import Any, TypeVar, overload

from citevet.errors import CitevetError, UsageError
from citevet.jobs.verify import Verifier
from citevet.records import Foreign, dataclass
from citevet.report.agentos import Verified
from citevet.world.installed_from import install_command

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, always delivered, and how it stands to its sources."""

    text: str
    grounding: Verified | None = None  # none when verifying failed
    trouble: str = ""  # why it failed


@overload
def guarded(
    retrieve: Callable[[str], Awaitable[Sequence[Any]]],
    answer: Callable[[str, Sequence[Any]], str | Awaitable[str]],
    *,
    verifier: Verifier | None = None,
    verify_citations: bool = True,
) -> Callable[[str], Awaitable[Answered]]: ...


@overload
def guarded(
    retrieve: Callable[[str], Sequence[Any]],
    answer: Callable[[str, Sequence[Any]], Awaitable[str]],
    *,
    verifier: Verifier | None = None,
    verify_citations: bool = True,
) -> Callable[[str], Awaitable[Answered]]: ...


@overload
def guarded(
    retrieve: Callable[[str], Sequence[Any]],
    answer: Callable[[str, Sequence[Any]], str],
    *,
    verifier: Verifier | None = None,
    verify_citations: bool = True,
) -> Callable[[str], Answered]: ...


def guarded(
    retrieve: Callable[[str], Any],
    answer: Callable[[str, Sequence[Any]], Any],
    *,
    verifier: Verifier | None = None,
    verify_citations: bool = True,
) -> Callable[[str], Any]:
    """Return `answer` with a check of its text against what `retrieve` returned for the question.

    Where one of the two is async, the result is too. With `verify_citations=False` nothing is checked, so that an agent
    can pass its own flag on.
    """
    checking = verifier or Verifier() if verify_citations else None

    def ask(question: str) -> Answered:
        found = _keep(retrieve(question))
        text = answer(question, found)
        if checking is None:
            return Answered(text)
        try:
            return Answered(text, checking.verify(text, found))
        except CitevetError as error:  # a check, not a gate: the answer is delivered, and the trouble is said
            return Answered(text, None, str(error))

    async def ask_async(question: str) -> Answered:
        found = _keep(await _wait_for(retrieve(question)))
        text = await _wait_for(answer(question, found))
        if checking is None:
            return Answered(text)
        try:
            return Answered(text, await checking.averify(text, found))
        except CitevetError as error:  # likewise
            return Answered(text, None, str(error))

    return ask_async if _is_async(retrieve) or _is_async(answer) else ask


def missing_framework(package: str) -> UsageError:
    """Return the error for a framework that is not installed."""
    advice = f"Install it with: {install_command('frameworks')}"
    return UsageError(f"the package {package} is missing", to="citevet.adapters", advice=advice)


def add_new(kept: list[Any], found: Iterable[Any]) -> None:
    """Add the documents that were not kept yet, by their text and metadata: those of a framework may not compare."""
    seen = set(map(_identify, kept))
    for each in found:
        if (name := _identify(each)) not in seen:
            seen.add(name)
            kept.append(each)


def _identify(document: Foreign) -> tuple[object, str]:
    texts = (getattr(document, name, None) for name in ("page_content", "text"))
    text = next((each for each in texts if isinstance(each, str)), None)
    return (id(document) if text is None else text, repr(getattr(document, "metadata", None)))


def _keep(found: Foreign) -> Foreign:
    """Return what was retrieved; an iterator as a list, because the answer and the check both read it."""
    return list(found) if isinstance(found, Iterator) else found


def _is_async(function: Callable[..., Any]) -> bool:
    return iscoroutinefunction(function) or iscoroutinefunction(type(function).__call__)


async def _wait_for(value: Result | Awaitable[Result]) -> Result:
    return await value if isawaitable(value) else value
