"""Bytes to text: which encoding, and is it text at all."""

import codecs
from re import compile as pattern
from typing import NamedTuple

from citevet.errors import NotADocument

_SAMPLE = 65_536  # looked at to tell text from binary, and to guess an encoding: more changes no answer, only the time

# Longest first: the mark of UTF-32-LE starts with that of UTF-16-LE.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_FOREIGN = (
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

_WESTERN = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüÿœßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒ‘’“”„–—…€£«»°·§©®¡¿\u00a0")

_CONTROL = pattern(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


class Decoded(NamedTuple):
    """The text, how it was encoded, and what had to be guessed."""

    text: str
    encoding: str
    notes: tuple[str, ...] = ()


def decode(data: bytes, path: str) -> Decoded:
    """Return the text of a file, its byte order mark dropped, bad bytes as U+FFFD; or say that it is no text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _lenient(data, encoding)
    _refuse_binary(data, path)
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _guess(data)


def _refuse_binary(data: bytes, path: str) -> None:
    for magic, what in _FOREIGN:
        if data.startswith(magic):
            raise NotADocument(f"this is {what}, not text", to=path, advice="Give it the file ending of its kind.")
    sample = data[:_SAMPLE]
    # Text may hold a stray NUL or two; 64 KB of random bytes hold 11 % control characters.
    if len(_CONTROL.findall(sample)) > max(4, len(sample) // 50):
        raise NotADocument("binary content, not text", to=path, advice="Convert it to text, or leave it out.")


def _lenient(data: bytes, encoding: str) -> Decoded:
    text = data.decode(encoding, errors="replace")
    bad = text.count("\ufffd") - data.count("\ufffd".encode(encoding.removesuffix("-sig")))
    return Decoded(text, encoding, _bad_bytes(bad) if bad > 0 else ())


def _guess(data: bytes) -> Decoded:
    replaced = data.decode("utf-8", errors="replace")
    bad = replaced.count("\ufffd")
    foreign = sum(1 for char in replaced[:_SAMPLE] if not char.isascii())
    # A UTF-8 file with some damage has far more good letters beyond ASCII than bad bytes; a legacy file has none.
    if foreign and replaced[:_SAMPLE].count("\ufffd") * 2 <= foreign:
        return Decoded(replaced, "utf-8", _bad_bytes(bad))
    encoding = _detected(data)
    if encoding is None:
        return Decoded(replaced, "utf-8", _bad_bytes(bad))
    try:
        return Decoded(data.decode(encoding), encoding, (f"The text is not UTF-8; read as {encoding}.",))
    except UnicodeDecodeError:
        return Decoded(replaced, "utf-8", _bad_bytes(bad))


def _detected(data: bytes) -> str | None:
    from charset_normalizer import from_bytes  # noqa: PLC0415 - 30 ms, and hardly ever needed

    lines = b"\n".join(line for line in data[: 16 * _SAMPLE].splitlines() if not line.isascii())[:_SAMPLE]
    best = from_bytes(lines).best()
    return None if best is None or best.encoding.startswith(("utf_8", "ascii")) else _common(best.encoding, lines)


def _common(encoding: str, lines: bytes) -> str:
    """Prefer the encodings that people use to rare ones that decode the same bytes to the same letters."""
    if _is_western(lines):
        return "cp1252"
    for usual in ("cp1252", "cp949"):
        try:
            if lines.decode(usual) == lines.decode(encoding):
                return usual
        except UnicodeDecodeError:
            continue
    return encoding


def _is_western(lines: bytes) -> bool:
    """Say whether the bytes read as a Western language: some accents and curly quotes among plain letters.

    On five lines of French the detector answers cp1250, which turns à into ŕ.
    """
    try:
        text = lines.decode("cp1252")
    except UnicodeDecodeError:
        return False
    foreign = [char for char in text if not char.isascii()]
    return len(foreign) * 4 < len(text) and _WESTERN.issuperset(foreign)


def _bad_bytes(count: int) -> tuple[str, ...]:
    noun = "byte sequence is" if count == 1 else "byte sequences are"
    return (f"{count} {noun} no valid UTF-8; shown as U+FFFD, and the file will not be written to.",)
