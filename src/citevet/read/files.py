"""Load the bytes of a file within limits, and decode them to text."""

import codecs
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from citevet.errors import MissingInput, NotADocument, TooLarge, UnreadableInput
from citevet.limits import FILE_BYTES, FILE_SECONDS, FILE_SECONDS_PER_MB
from citevet.patterns import lazy_pattern
from citevet.world.paths import open_regular

_SAMPLE = 65_536  # bytes that decide between text and binary, and the encoding; more would not change the result

# Longest first: the mark of UTF-32-LE starts with that of UTF-16-LE.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_MAGIC = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a zip archive (DOCX, EPUB and ODT are such)"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3", "a database"),
)

_NO_ADVICE, _NAME_IT = "Name a document, or leave it out.", "Give it the file ending of its kind."
_ADVICE = {b"%PDF-": _NAME_IT, b"PK\x03\x04": _NAME_IT, b"\xd0\xcf\x11\xe0": "Save it as .docx, and check that file."}

_WESTERN = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüÿœßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒ‘’“”„–—…€£«»°·§©®¡¿\u00a0")

_CONTROL = lazy_pattern(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


class Decoded(NamedTuple):
    """The text, its encoding, and notes on what had to be guessed."""

    text: str
    encoding: str
    notes: tuple[str, ...] = ()


def allow_seconds(size: int) -> float:
    """Return how many seconds of processor time a step may take for a file of this many bytes."""
    return FILE_SECONDS + size / 1e6 * FILE_SECONDS_PER_MB


def load_file(path: Path, *, max_bytes: int = FILE_BYTES, shown: str | None = None) -> bytes:
    """Return the bytes of a regular file of at most `max_bytes`; errors show the path as `shown`."""
    to = shown or path.as_posix()
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            os.scandir(path).close()  # raises for a folder that is closed to the user
        _check_file(status.st_mode, status.st_size, max_bytes, to)
        with open_regular(path) as file:
            data = file.read(max_bytes + 1)
    except FileNotFoundError as error:
        raise MissingInput("no such file", to=to, advice="Check the name and the folder.") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableInput(f"cannot be opened ({reason})", to=to, advice="Check its permissions.") from error
    _check_file(status.st_mode, len(data), max_bytes, to)
    return data


def _check_file(mode: int, size: int, max_bytes: int, to: str) -> None:
    if stat.S_ISDIR(mode):
        raise NotADocument("this is a folder", to=to, advice="Name a file in it, or run `citevet check` on the folder.")
    if not stat.S_ISREG(mode):
        raise NotADocument("not a regular file", to=to, advice="Pipe its content in, and name it `-`.")
    if size > max_bytes:
        limit = f"{max_bytes / 1_048_576:g} MB"
        raise TooLarge(f"larger than {limit}", to=to, advice="Raise `max-bytes` in citevet.toml, or split the file.")


def decode(data: bytes, path: str) -> Decoded:
    """Return the text of a file without its byte order mark; bad bytes become U+FFFD, binary content is an error."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decode_marked(data, encoding)
    _refuse_binary(data, path)
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _guess_encoding(data)


def _refuse_binary(data: bytes, path: str) -> None:
    for magic, what in _MAGIC:
        if data.startswith(magic):
            raise NotADocument(f"this is {what}, not text", to=path, advice=_ADVICE.get(magic, _NO_ADVICE))
    sample = data[:_SAMPLE]
    # Text may hold a stray NUL or two; 64 KB of random bytes hold 11 % control characters.
    if len(_CONTROL.findall(sample)) > max(4, len(sample) // 50):
        raise NotADocument("binary content, not text", to=path, advice="Convert it to text, or leave it out.")


def _decode_marked(data: bytes, encoding: str) -> Decoded:
    text = data.decode(encoding, errors="replace")
    bad = text.count("\ufffd") - data.count("\ufffd".encode(encoding.removesuffix("-sig")))
    return Decoded(text, encoding, _bad_bytes_note(bad) if bad > 0 else ())


def _guess_encoding(data: bytes) -> Decoded:
    replaced = data.decode("utf-8", errors="replace")
    bad = replaced.count("\ufffd")
    foreign = sum(1 for char in replaced[:_SAMPLE] if not char.isascii())
    # A UTF-8 file with some damage has far more good letters beyond ASCII than bad bytes; a legacy file has none.
    is_damaged = foreign and replaced[:_SAMPLE].count("\ufffd") * 2 <= foreign
    if encoding := None if is_damaged else _detect_encoding(data):
        with suppress(UnicodeDecodeError):
            return Decoded(data.decode(encoding), encoding, (f"The text is not UTF-8; read as {encoding}.",))
    return Decoded(replaced, "utf-8", _bad_bytes_note(bad))


def _detect_encoding(data: bytes) -> str | None:
    from charset_normalizer import from_bytes  # 30 ms, and hardly ever needed

    lines = b"\n".join(line for line in data[: 16 * _SAMPLE].splitlines() if not line.isascii())[:_SAMPLE]
    best = from_bytes(lines).best()
    is_legacy = best is not None and not best.encoding.startswith(("utf_8", "ascii"))
    return _prefer_common(best.encoding, lines) if best and is_legacy else None


def _prefer_common(encoding: str, lines: bytes) -> str:
    """Return a common encoding that decodes the bytes to the same letters, or the one given."""
    if _is_western(lines):
        return "cp1252"
    for usual in ("cp1252", "cp949"):
        with suppress(UnicodeDecodeError):
            if lines.decode(usual) == lines.decode(encoding):
                return usual
    return encoding


def _is_western(lines: bytes) -> bool:
    """Check whether the bytes read as a Western language: some accents and curly quotes among plain letters.

    On five lines of French the detector answers cp1250, which turns à into ŕ.
    """
    try:
        text = lines.decode("cp1252")
    except UnicodeDecodeError:
        return False
    foreign = [char for char in text if not char.isascii()]
    return len(foreign) * 4 < len(text) and _WESTERN.issuperset(foreign)


def _bad_bytes_note(count: int) -> tuple[str, ...]:
    noun = "byte sequence is" if count == 1 else "byte sequences are"
    return (f"{count} {noun} no valid UTF-8; shown as U+FFFD, and the file will not be written to.",)
