"""The exception tree.

CitevetError            base class; exit code 2
├── UsageError          the command or the call is wrong
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
└── WriteError          a result cannot be written; the old file is untouched

Errors carry values (`what`, `to`, `advice`); code never reads the text of a message. A problem with one citation is not
an exception but data: `unchecked` with its reason.
"""

from collections.abc import Iterable, Sequence

_LONGEST_NAME = 80  # characters of a name that somebody made up


def first_line(error: Exception) -> str:
    """Return the first line of another library's error, or its class name, in at most 200 characters."""
    return (str(error).splitlines() or [type(error).__name__])[0][:200] or type(error).__name__


class CitevetError(Exception):
    """States what happened, to what, and what to do about it."""

    exit_code = 2

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

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle all three values, for processes that pass errors on."""
        return _restore, (type(self), self.what, self.to, self.advice)


def _restore(kind: type[CitevetError], what: str, to: str, advice: str) -> CitevetError:
    return kind(what, to=to, advice=advice)


class UsageError(CitevetError):
    """The command or the call is wrong."""


def require_kind(value: object, kind: type | tuple[type, ...], *, to: str, advice: str) -> None:
    """Raise where a function of the library was given something else; an AttributeError inside would not say what."""
    if not isinstance(value, kind):
        raise UsageError(f"{type(value).__name__} is not accepted", to=to, advice=advice)


class ConfigError(CitevetError):
    """A configuration file or key is wrong."""


class DatabaseError(ConfigError):
    """The database with the index of the corpus cannot be used, so no document can be checked."""


class ReadError(CitevetError):
    """An input cannot be read; the other inputs still are."""


class MissingInput(ReadError):
    """The file does not exist."""


class UnsentInput(MissingInput):
    """It did not come with a document that was sent, and may exist."""


class UnreadableInput(ReadError):
    """The system refuses to open it."""


class TooLarge(ReadError):
    """It is larger than the limit."""


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


class WriteError(CitevetError):
    """A result cannot be written; the old file is untouched."""


def refuse_unknown(given: Iterable[str], known: Sequence[str], *, to: str) -> None:
    """Raise the error for the first argument that is not known, with the nearest right name."""
    for name in given:
        if name not in known:
            near = find_near_name(name, known) or next((each for each in known if name and name in each), None)
            what = f'unknown argument "{name[:_LONGEST_NAME]}"' + (f', did you mean "{near}"?' if near else "")
            raise UsageError(what, to=to, advice="" if near else f"It takes {', '.join(known)}.")


def find_near_name(name: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """Return the known name that is most like another one, whatever its case and separators."""
    from difflib import get_close_matches  # only on the way to an error

    folded = {"".join(filter(str.isalnum, each)).casefold(): each for each in reversed(list(known))}
    plain = "".join(filter(str.isalnum, name[:_LONGEST_NAME])).casefold()
    near = get_close_matches(plain, folded, 1, likeness)
    return folded[near[0]] if near else None
