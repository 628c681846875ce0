"""Bearer tokens: a file with names and salted hashes; the token itself is shown once."""

import hashlib
import json
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

from citevet.errors import ConfigError, UsageError, WriteError
from citevet.records import asdict, dataclass
from citevet.world import clock
from citevet.world.file_writer import replace_file

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_TOKEN = re.compile(r"citevet_([0-9a-f]{16})_[A-Za-z0-9_-]{43}")
_VERSION = 1
_SECRET = 32  # bytes
_COST = {"n": 2**14, "r": 8, "p": 1}  # 16 MB and about 50 ms for a guess


@dataclass(frozen=True, slots=True)
class TokenRecord:
    """What is stored of a token."""

    name: str
    id: str
    salt: str
    hash: str
    created: str  # date


def add_token(file: Path, name: str) -> str:
    """Store a new token under a name, and return it; it cannot be shown again."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            "not a name for a token", to=name[:80], advice="Use letters, digits, dots, dashes and underscores."
        )
    known = read_tokens(file)
    if name in known:
        raise UsageError(
            "there is a token of this name", to=name, advice=f"Remove it with `citevet serve token remove {name}`."
        )
    id_, salt = secrets.token_hex(8), secrets.token_bytes(16)
    token = f"citevet_{id_}_{secrets.token_urlsafe(_SECRET)}"
    record = TokenRecord(name, id_, salt.hex(), _hash(token, salt), clock.today().isoformat())
    _write(file, {**known, name: record})
    return token


def remove_token(file: Path, name: str) -> None:
    """Remove a token; a running server refuses it from now on."""
    known = dict(read_tokens(file))
    if known.pop(name, None) is None:
        raise UsageError("no token of this name", to=name[:80], advice="`citevet serve token list` shows the names.")
    _write(file, known)


def read_tokens(file: Path) -> Mapping[str, TokenRecord]:
    """Return the tokens by name; none without a file."""
    try:
        listed = json.loads(file.read_bytes())["tokens"]
        return {each["name"]: TokenRecord(**each) for each in listed}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, KeyError) as error:
        advice = "Remove the file, and add the tokens again."
        raise ConfigError("cannot be read as a file of tokens", to=str(file), advice=advice) from error


def _write(file: Path, tokens: Mapping[str, TokenRecord]) -> None:
    content = json.dumps({"version": _VERSION, "tokens": [asdict(each) for each in tokens.values()]}, indent=1)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replace_file(file, mode=0o600) as draft:
            draft.write_text(f"{content}\n", encoding="utf-8")
    except OSError as error:
        advice = "Name another file with --token-file."
        raise WriteError(f"cannot be written ({error.strerror})", to=str(file), advice=advice) from error


def _hash(token: str, salt: bytes) -> str:
    return hashlib.scrypt(token.encode(), salt=salt, **_COST).hex()


class TokenBook:
    """The tokens of a running server; a change of the file counts at once."""

    def __init__(self, file: Path, *, is_required: bool = False) -> None:
        self.is_required = is_required  # stays so once there was a token: removing the last must not open the server
        self._file = file
        self._stamp: tuple[int, int] | None = None
        self.records: dict[str, TokenRecord] = {}  # by id
        self._known: dict[bytes, str] = {}  # digest of a token that was right → name: the slow hash is taken once
        read_tokens(file)  # a file that cannot be read is reported before the server starts
        self.refresh()

    def refresh(self) -> None:
        """Read the file again if it has changed; one that is damaged has no valid token."""
        try:
            status = self._file.stat()
            stamp = (status.st_mtime_ns, status.st_ino)
        except OSError:
            stamp = None
        if stamp != self._stamp:
            self._known.clear()
            self._stamp = stamp
            try:
                self.records = {each.id: each for each in read_tokens(self._file).values()}
            except ConfigError:
                self.records = {}
            self.is_required = self.is_required or bool(self.records)

    def recall(self, token: str) -> str | None:
        """Return the name of a token that was right before."""
        return self._known.get(hashlib.sha256(token.encode()).digest())

    def find_id(self, token: str) -> str | None:
        """Return the public part of a token, if there is such a token; the rest may still be wrong."""
        found = _TOKEN.fullmatch(token)
        return found[1] if found and found[1] in self.records else None

    def find(self, token: str) -> str | None:
        """Return the name of a token, none for a wrong one; this takes a while on purpose."""
        record = self.records.get(self.find_id(token) or "")
        if record is None or not secrets.compare_digest(_hash(token, bytes.fromhex(record.salt)), record.hash):
            return None
        self._known[hashlib.sha256(token.encode()).digest()] = record.name
        return record.name
