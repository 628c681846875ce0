"""What can go wrong with a run.

CitevetError            every error of ours; knows its exit code (2)
├── UsageError          the command or the call makes no sense as given
├── ConfigError         a configuration file or key is wrong
├── ReadError           an input cannot be read; the other inputs still are
│   ├── MissingInput    there is no such file
│   ├── UnreadableInput the system refuses to open it
│   ├── TooLarge        it is larger than the bound
│   ├── NotADocument    binary content, or a kind of file that we do not read
│   ├── Encrypted       it needs a password
│   └── Damaged         it breaks off, or its inside does not fit its name
├── ModelError          a model is not there, or is not the one that was shipped
└── WriteError          a result cannot be written; what stood there is untouched

Trouble with one citation is no error but data: `unchecked` with its reason.
"""


class CitevetError(Exception):
    """Says what happened, to what, and what to do about it."""

    exit_code = 2

    def __init__(self, what: str, *, to: str = "", advice: str = "") -> None:
        super().__init__(what)
        self.what = what  # what happened, a clause without a full stop: "the file is empty"
        self.to = to  # the path, key or flag that it happened to
        self.advice = advice  # what to do, a sentence

    def __str__(self) -> str:
        head = f"{self.to}: {self.what}" if self.to else self.what
        stop = "" if head.endswith(("?", "!", ".")) else "."
        return f"{head}{stop} {self.advice}" if self.advice else f"{head}{stop}"

    def __reduce__(self) -> tuple[object, ...]:
        """Travel between processes with all three parts."""
        return _revive, (type(self), self.what, self.to, self.advice)


def _revive(kind: type[CitevetError], what: str, to: str, advice: str) -> CitevetError:
    return kind(what, to=to, advice=advice)


class UsageError(CitevetError):
    """The command or the call makes no sense as given."""


class ConfigError(CitevetError):
    """A configuration file or key is wrong."""


class ReadError(CitevetError):
    """An input cannot be read; the other inputs still are."""


class MissingInput(ReadError):
    """There is no such file."""


class UnreadableInput(ReadError):
    """The system refuses to open it."""


class TooLarge(ReadError):
    """It is larger than the bound."""


class NotADocument(ReadError):
    """Binary content, or a kind of file that we do not read."""


class Encrypted(ReadError):
    """It needs a password."""


class Damaged(ReadError):
    """It breaks off, or its inside does not fit its name."""


class ModelError(CitevetError):
    """A model is not there, or is not the one that was shipped."""


class WriteError(CitevetError):
    """A result cannot be written; what stood there is untouched."""
