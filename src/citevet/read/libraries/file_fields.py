r"""The `file` field of bibliographies, as reference managers write it.

| program | shape |
|---|---|
| Zotero | `Full Text:files/12/a.pdf:application/pdf;Page:files/13/b.html:text/html`, escapes `\:` `\;` `\\` |
| Better BibTeX | `/srv/a/Zotero/storage/ABCD2345/a.pdf;C:\\lib\\a\\b.pdf` |
| JabRef | `:papers/a.pdf:PDF`, `Draft:C\:/papers/a.pdf:PDF` |
| Mendeley | `:srv/a/Papers/a.pdf:pdf`, `:C$\backslash$:/lib/a/b{\_}c.pdf:pdf` |
| EndNote | `internal-pdf://0123456789/a.pdf` |
"""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from citevet.patterns import lazy_pattern
from citevet.read.bibtex import clean_field

_MAX_FIELD = 20_000  # characters
_MENDELEY_BACKSLASH = "$\\backslash$"
_BRACED_ESCAPE = lazy_pattern(r"\{\\(?:[^{}]|\{[^{}]{0,40}+\}){1,60}+\}")  # {\_}, {\'{e}}
_BRACE = lazy_pattern(r"(?<!\\)[{}]")
_ESCAPE = lazy_pattern(r"\\([^A-Za-z0-9.\s])")
_DRIVE = lazy_pattern(r"[A-Za-z]")
_FILE_TYPE = lazy_pattern(r"[A-Za-z]{2,12}|[a-z]+/[\w.+-]{1,80}|[A-Za-z][A-Za-z ]{1,40}")  # PDF, application/pdf
_INTERNAL = "internal-pdf://"
_JABREF_FOLDER = lazy_pattern(
    r"@comment\{jabref-meta:\s{0,3}fileDirectory(?:[-\w@.]{0,60}):([^;{}]{1,500});", re.IGNORECASE
)


def split_file_field(value: str) -> Iterator[str]:
    """Yield each path of a field, without description, type and escapes; addresses on the web are left out."""
    for line in value[:_MAX_FIELD].splitlines():
        plain = line.replace(_MENDELEY_BACKSLASH, "\\")
        plain = _BRACE.sub("", _BRACED_ESCAPE.sub(lambda found: clean_field(found[0]), plain))
        for record in _split_unescaped(plain, ";"):
            path = _unescape(_choose_path(record.strip())).strip()
            if path.lower().startswith("file:"):
                path = unquote(urlsplit(path).path)
            if path.strip(":") and "://" not in path.removeprefix(_INTERNAL):
                yield path


def find_library_folders(text: str, folder: Path) -> Iterator[Path]:
    """Yield the folders for files that JabRef keeps in a comment of the bibliography."""
    for found in _JABREF_FOLDER.finditer(text):
        yield folder / found[1].replace("\\:", ":").replace("\\\\", "/").replace("\\", "/").strip()


def _choose_path(record: str) -> str:
    """Return the path of `description:path:type`, `path:type`, or a path alone."""
    if "://" in record:
        start = record.find("file:")
        return record[start:] if start >= 0 else record
    parts = list(_split_unescaped(record, ":"))
    for at in range(len(parts) - 1):  # C:\papers\a.pdf, its colon not escaped
        if at + 1 < len(parts) and _DRIVE.fullmatch(parts[at]) and parts[at + 1][:1] in {"\\", "/"}:
            parts[at : at + 2] = [f"{parts[at]}\\:{parts[at + 1]}"]
    if len(parts) > 1 and _FILE_TYPE.fullmatch(parts[-1]):
        parts.pop()
    return parts[0] if len(parts) == 1 else "\\:".join(parts[1:])


def _split_unescaped(text: str, sign: str) -> Iterator[str]:
    start = at = 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == sign:
            yield text[start:at]
            start = at + 1
        at += 1
    yield text[start:]


def _unescape(path: str) -> str:
    return _ESCAPE.sub(r"\1", path)
