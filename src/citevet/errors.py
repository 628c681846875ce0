"""The exception tree.

CitevetError            base class; exit code 2
├── UsageError          the command or the call is wrong
│   ├── WrongArgument   an argument has a wrong name, type or size
│   ├── NotAllowed      whoever started the program does not allow it
│   └── UnknownName     nothing is kept under the name that a call gives
├── ConfigError         a configuration file or key is wrong
│   └── DatabaseError   the database with the index of the corpus cannot be used, so no document can be checked
├── ReadError           an input cannot be read; the other inputs still are
│   ├── MissingInput    the file does not exist
│   │   └── UnsentInput it did not come with a document that was sent, and may exist
│   ├── UnreadableInput the system refuses to open it
│   ├── TooLarge        it is larger than the limit
│   │   └── TooComplex  it unfolds to more, nests deeper or takes longer than the limit
│   ├── NotADocument    binary content, or a format that we do not read
│   ├── Encrypted       it needs a password
│   └── Damaged         it breaks off, or its content does not fit its name
├── ModelError          a model is missing, damaged, or wrong on this processor
│   └── NoAnswer        a judge that is asked over a network gave no answer to a pair
├── Cancelled           the caller stopped the work
└── WriteError          a result cannot be written; the old file is untouched

Errors carry values (`what`, `to`, `advice`); code never reads the text of a message. A problem with one citation is not
an exception but data: `unchecked` with its reason.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Literal

NoAnswerReason = Literal["offline", "timeout", "blocked", "abstained", "too-large"]
_LONGEST_NAME = 80  # characters of a name that somebody made up


def first_line(error: Exception) -> str:
    """Return the first line of another library's error, or its class name, in at most 200 characters."""
    return (str(error).splitlines() or [type(error).__name__])[0][:200] or type(error).__name__


class CitevetError(Exception):
    """States what happened, to what, and what to do about it."""

    exit_code = 2
    code: ClassVar[str] = "error"  # the same word over HTTP, MCP and `stage call`

    def __init__(self, what: str, *, to: str = "", advice: str = "") -> None:
        super().__init__(what)
        self.what = what  # what happened, a clause without a full stop: "the file is empty"
        self.to = to  # the path, key or flag that it happened to
        self.advice = advice  # what to do, a sentence

    @property
    def explanation(self) -> str:
        """What happened and what to do, without the path, key or flag."""
        stop = "" if self.what.endswith(("?", "!", ".")) else "."
        return f"{self.what}{stop} {self.advice}" if self.advice else f"{self.what}{stop}"

    def __str__(self) -> str:
        return f"{self.to}: {self.explanation}" if self.to else self.explanation

    def to_dict(self) -> dict[str, Any]:
        """Return the error as every interface answers it."""
        return describe_error(self.code, str(self))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle all three values, for processes that pass errors on."""
        return _restore, (type(self), self.what, self.to, self.advice)


def _restore(kind: type[CitevetError], what: str, to: str, advice: str) -> CitevetError:
    return kind(what, to=to, advice=advice)


def list_errors(kind: type[CitevetError] = CitevetError) -> Iterator[type[CitevetError]]:
    """Yield a class of errors and all classes below it."""
    yield kind
    for each in kind.__subclasses__():
        yield from list_errors(each)


def describe_error(code: str, message: str, request_id: str | None = None) -> dict[str, Any]:
    """Return an error in the shape that all interfaces share; only servers number their requests."""
    return {"error": {"code": code, "message": message, "request_id": request_id}}


class UsageError(CitevetError):
    """The command or the call is wrong."""

    code = "bad_request"


class WrongArgument(UsageError):
    """An argument has a wrong name, type or size."""

    code = "invalid"


class NotAllowed(UsageError):
    """Whoever started the program does not allow it."""

    code = "forbidden"


class UnknownName(UsageError):
    """Nothing is kept under the name that a call gives."""

    code = "not_found"


def require_kind(value: object, kind: type | tuple[type, ...], *, to: str, advice: str) -> None:
    """Raise where a function of the library was given something else; an AttributeError inside would not say what."""
    if not isinstance(value, kind):
        raise WrongArgument(f"{type(value).__name__} is not accepted", to=to, advice=advice)


class ConfigError(CitevetError):
    """A configuration file or key is wrong."""


class DatabaseError(ConfigError):
    """The database with the index of the corpus cannot be used, so no document can be checked."""


class ReadError(CitevetError):
    """An input cannot be read; the other inputs still are."""

    code = "invalid"


class MissingInput(ReadError):
    """The file does not exist."""


class UnsentInput(MissingInput):
    """It did not come with a document that was sent, and may exist."""


class UnreadableInput(ReadError):
    """The system refuses to open it."""


class TooLarge(ReadError):
    """It is larger than the limit."""

    code = "too_large"


class TooComplex(TooLarge):
    """It unfolds to more, nests deeper or takes longer than the limit."""


class NotADocument(ReadError):
    """Binary content, or a format that we do not read."""


class Encrypted(ReadError):
    """It needs a password."""


class Damaged(ReadError):
    """It breaks off, or its content does not fit its name."""


class ModelError(CitevetError):
    """A model is missing, damaged, or wrong on this processor."""

    code = "busy"


class NoAnswer(ModelError):
    """A judge that is asked over a network gave no answer to a pair; the claim is unchecked for `reason`."""

    def __init__(self, what: str, *, to: str = "", advice: str = "", reason: NoAnswerReason = "blocked") -> None:
        super().__init__(what, to=to, advice=advice)
        self.reason = reason  # of the closed list: offline, timeout, blocked, abstained

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the reason as well."""
        return partial(type(self), self.what, to=self.to, advice=self.advice, reason=self.reason), ()


class Cancelled(CitevetError):
    """The caller stopped the work."""


class WriteError(CitevetError):
    """A result cannot be written; the old file is untouched."""


def refuse_unknown(given: Iterable[str], known: Sequence[str], *, to: str) -> None:
    """Raise the error for the first argument that is not known, with the nearest right name."""
    for name in map(str, given):
        if name not in known:
            near = find_near_name(name, known) or next((each for each in known if name and name in each), None)
            what = f'unknown argument "{name[:_LONGEST_NAME]}"' + (f', did you mean "{near}"?' if near else "")
            raise WrongArgument(what, to=to, advice="" if near else f"It takes {', '.join(known) or 'none'}.")


def rename_arguments(given: Mapping[Any, Any], aliases: Mapping[str, str], *, to: str) -> dict[str, Any]:
    """Return arguments under their own names; one that is given under two names is refused."""
    renamed: dict[str, Any] = {}
    for name, value in given.items():
        own = aliases.get(name, str(name))
        if own in renamed:
            raise WrongArgument(f'"{own}" is given twice', to=to, advice=f'"{own}" and "{name}" are the same.')
        renamed[own] = value
    return renamed


def require_one(*, to: str = "", **given: object) -> None:
    """Raise unless exactly one of two arguments is given."""
    first, second = given
    missing = [name for name, value in given.items() if value is None]
    if len(missing) == len(given):
        raise WrongArgument(f'neither "{first}" nor "{second}" is given', to=to, advice="Give one of them.")
    if not missing:
        raise WrongArgument(f'"{first}" and "{second}" are both given', to=to, advice="Leave out one of them.")


def find_near_name(name: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """Return the known name that is most like another one, whatever its case and separators."""
    from difflib import get_close_matches  # only on the way to an error

    folded = {"".join(filter(str.isalnum, each)).casefold(): each for each in reversed(list(known))}
    plain = "".join(filter(str.isalnum, name[:_LONGEST_NAME])).casefold()
    near = get_close_matches(plain, folded, 1, likeness)
    return folded[near[0]] if near else None
