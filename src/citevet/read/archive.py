"""Documents that are zip archives (DOCX, ODT, EPUB): unpacked and parsed within limits."""

import re
import struct
import zlib
from collections.abc import Mapping
from copy import copy
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from lxml import etree

from citevet.errors import Damaged, Encrypted, ReadError, TooComplex
from citevet.limits import ARCHIVE_BYTES, ARCHIVE_PARTS, ARCHIVE_RATIO, XML_ELEMENTS
from citevet.records import dataclass

Element = etree._Element  # noqa: SLF001 - lxml has no public name for the type of an element

_ENCODING = re.compile(rb"<\?xml[^>]*encoding\s*=\s*[\"'](?!utf-?8|utf-?16|us-ascii)", re.IGNORECASE)
_RATIO_FROM = 1024 * 1024  # bytes from which the ratio counts: prose in XML packs 5 to 20 times
_CHUNK = 64 * 1024
_ENTRY = b"PK\x01\x02"
_LOCAL_HEADER = 30  # bytes before the name of an entry
_NAME_LENGTHS = 26  # where in them the lengths of name and extra field are
_SIZES_FOLLOW = 0x8  # flag bit of an entry whose sizes come after its data
_ENCRYPTED = 0x1  # flag bit of an entry that needs a password
_UNSAFE_NAME = re.compile(r"[/\\]|[A-Za-z]:|(?:.*[/\\])?\.\.(?:[/\\]|$)")
# Pictures and embedded files are never unpacked, so their size does no harm.
_NEVER_READ = re.compile(
    r"(?:word/(?:media|embeddings|fonts)|Pictures|Thumbnails|Object [^/]*)/|"
    r".*\.(?:jpe?g|png|gif|svg|webp|eps|tiff?|bmp|[ot]tf|woff2?|css|js|mp[34])",
    re.IGNORECASE,
)
_BROKEN = (BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, OverflowError)


@dataclass(slots=True)
class Archive:
    """An open zip file that counts the bytes it unpacks."""

    path: str
    packed: ZipFile
    entries: dict[str, ZipInfo]
    unpacked: int = 0

    def part(self, name: str) -> bytes | None:
        """Return the bytes of a part, or None if it is missing."""
        entry = self.entries.get(name)
        if entry is None:
            return None
        if entry.flag_bits & _ENCRYPTED:
            what = "a part of the archive needs a password"
            raise Encrypted(what, to=self.path, advice="Save it without a password.")
        if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
            raise _damaged(self.path, "the archive is packed in an unknown way")
        chunks: list[bytes] = []
        size = 0
        try:
            with self.packed.open(entry) as stream:
                while chunk := stream.read(_CHUNK):
                    size += len(chunk)
                    self.unpacked += len(chunk)
                    _check_limits(size, entry.compress_size, self.path, total=self.unpacked)
                    chunks.append(chunk)
        except _BROKEN as error:
            raise _damaged(self.path, "a part of the archive breaks off or does not fit its checksum") from error
        return b"".join(chunks)


def open_archive(data: bytes, path: str) -> Archive:
    """Open a zip file and check its directory against the limits."""
    # The directory is counted before it is parsed: a million entries would take seconds and a gigabyte.
    if data.count(_ENTRY) > ARCHIVE_PARTS:
        raise _too_large(path)
    try:
        packed = ZipFile(BytesIO(data))
    except _BROKEN as error:
        raise _damaged(path, "the file is not a zip archive, or it breaks off") from error
    entries = packed.infolist()
    _check_directory(entries, path)
    return Archive(path, packed, {entry.filename: entry for entry in entries})


def repack(archive: Archive, data: bytes, changed: Mapping[str, bytes]) -> bytes:
    """Return the archive with some parts replaced or added; the others are copied as they are packed.

    Parts that are never read are never unpacked here either, whatever they would unpack to.
    """
    new = BytesIO()
    with ZipFile(new, "w", ZIP_DEFLATED) as packed:
        for name in dict.fromkeys((*archive.entries, *changed)):
            if name in changed:
                packed.writestr(ZipInfo(name), changed[name], ZIP_DEFLATED)  # without the time, for equal bytes
            else:
                _copy_packed(archive.entries[name], data, packed, new)
    return new.getvalue()


def _copy_packed(entry: ZipInfo, data: bytes, packed: ZipFile, new: BytesIO) -> None:
    """Write a part with its own bytes, and list it in the directory of the new archive."""
    names = struct.unpack_from("<2H", data, entry.header_offset + _NAME_LENGTHS)  # lengths of its name and extra field
    start = entry.header_offset + _LOCAL_HEADER + sum(names)
    copied = copy(entry)
    copied.flag_bits &= ~_SIZES_FOLLOW
    copied.extra = b""
    copied.header_offset = new.tell()
    new.write(copied.FileHeader(zip64=False) + data[start : start + entry.compress_size])
    packed.filelist.append(copied)
    packed.NameToInfo[copied.filename] = copied
    packed.start_dir = new.tell()


def _check_directory(entries: list[ZipInfo], path: str) -> None:
    total = 0
    for entry in entries:
        if _UNSAFE_NAME.match(entry.filename):
            raise _damaged(path, "the archive has a part with an unsafe name")
        if not _NEVER_READ.match(entry.filename):
            total += entry.file_size
            _check_limits(entry.file_size, entry.compress_size, path)
    if total > ARCHIVE_BYTES or len(entries) > ARCHIVE_PARTS:
        raise _too_large(path)


def _check_limits(size: int, packed: int, path: str, *, total: int = 0) -> None:
    if total > ARCHIVE_BYTES or (size > _RATIO_FROM and size > ARCHIVE_RATIO * packed):
        raise _too_large(path)


def _too_large(path: str) -> ReadError:
    bounds = f"{ARCHIVE_BYTES // 2**20} MiB, {ARCHIVE_PARTS:,} parts or {ARCHIVE_RATIO} times its size"
    what = f"too large or too complex: the archive unpacks to more than {bounds}"
    return TooComplex(what, to=path, advice="Split the document, or save it again.")


def parse_xml(data: bytes, path: str) -> Element:
    """Parse one part within limits of size and depth; entities are not resolved."""
    if data.count(b"<") - data.count(b"</") > XML_ELEMENTS:
        what = f"too large or too complex: a part has more than {XML_ELEMENTS:,} elements"
        raise TooComplex(what, to=path, advice="Split the document.")
    if _ENCODING.match(data, 0, 200):
        raise _damaged(path, "a part is in an encoding that word processors do not write")
    try:
        root = parse_untrusted_xml(data)
    except ValueError as error:
        raise _damaged(path, "a part is not well-formed XML, or nested too deep") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise _damaged(path, "a part declares a document type, which word processors never do")
    return root


def parse_untrusted_xml(data: bytes) -> Element:
    """Parse XML without comments; nothing that it declares is used or fetched. Raise ValueError if it is malformed."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(str(error)) from error


def _damaged(path: str, what: str) -> Damaged:
    return Damaged(what, to=path, advice="Open it with the program that made it and save it again.")
