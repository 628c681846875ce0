"""The parts of a zip archive, inflated only as far as the bounds allow."""

import struct
import zlib
from dataclasses import dataclass, field
from io import BytesIO
from re import compile as pattern
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from citevet.errors import Damaged, Encrypted, ReadError, TooLarge

MAX_ENTRIES = 10_000
MAX_BYTES = 50 * 1024 * 1024  # unpacked, over all parts that are read
MAX_RATIO = 100  # of unpacked to packed size, for parts above RATIO_FROM: prose in XML packs 5 to 20 times
RATIO_FROM = 1024 * 1024
_CHUNK = 64 * 1024
_ENTRY = b"PK\x01\x02"
_LOCKED = 0x1  # flag bit of an entry that needs a password
_UNSAFE = pattern(r"[/\\]|[A-Za-z]:|(?:.*[/\\])?\.\.(?:[/\\]|$)")
# Pictures and embedded files are never inflated, so their size does no harm.
_NEVER_READ = ("word/media/", "word/embeddings/", "word/fonts/")
_BROKEN = (BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, OverflowError)


@dataclass(slots=True)
class Archive:
    """An opened zip file that counts what it inflates."""

    path: str
    packed: ZipFile
    entries: dict[str, ZipInfo]
    inflated: int = field(default=0)

    def part(self, name: str) -> bytes | None:
        """Return the bytes of a part, or None where there is no such part."""
        entry = self.entries.get(name)
        return None if entry is None else self._inflate(entry)

    def _inflate(self, entry: ZipInfo) -> bytes:
        if entry.flag_bits & _LOCKED:
            raise Encrypted(
                "a part of the archive needs a password", to=self.path, advice="Save it without a password."
            )
        if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
            raise _damaged(self.path, "the archive is packed in an unknown way")
        chunks: list[bytes] = []
        size = 0
        try:
            with self.packed.open(entry) as stream:
                while chunk := stream.read(_CHUNK):
                    size += len(chunk)
                    self._count(len(chunk), size, entry)
                    chunks.append(chunk)
        except _BROKEN as error:
            raise _damaged(self.path, "a part of the archive breaks off or does not fit its checksum") from error
        return b"".join(chunks)

    def _count(self, more: int, size: int, entry: ZipInfo) -> None:
        self.inflated += more
        if self.inflated > MAX_BYTES:
            raise _bomb(self.path)
        _check_ratio(size, entry.compress_size, self.path)


def open_archive(data: bytes, path: str) -> Archive:
    """Open a zip file and check its directory against the bounds."""
    # The directory is counted before it is parsed: a million entries would take seconds and a gigabyte.
    if data.count(_ENTRY) > MAX_ENTRIES:
        raise _bomb(path)
    try:
        packed = ZipFile(BytesIO(data))
    except _BROKEN as error:
        raise _damaged(path, "the file is no zip archive, or it breaks off") from error
    entries = packed.infolist()
    _check_directory(entries, path)
    return Archive(path, packed, {entry.filename: entry for entry in entries})


def _check_directory(entries: list[ZipInfo], path: str) -> None:
    total = 0
    for entry in entries:
        if _UNSAFE.match(entry.filename):
            raise _damaged(path, "the archive has a part with an unsafe name")
        if not entry.filename.startswith(_NEVER_READ):
            total += entry.file_size
            _check_ratio(entry.file_size, entry.compress_size, path)
    if total > MAX_BYTES or len(entries) > MAX_ENTRIES:
        raise _bomb(path)


def _check_ratio(size: int, packed: int, path: str) -> None:
    if size > RATIO_FROM and size > MAX_RATIO * packed:
        raise _bomb(path)


def _bomb(path: str) -> ReadError:
    bounds = f"{MAX_BYTES // 2**20} MiB, {MAX_ENTRIES:,} parts or {MAX_RATIO} times its size"
    what = f"the archive unpacks to more than {bounds}"
    return TooLarge(what, to=path, advice="Split the document, or save it again from a word processor.")


def _damaged(path: str, what: str) -> ReadError:
    return Damaged(what, to=path, advice="Open it in a word processor and save it again as .docx.")
