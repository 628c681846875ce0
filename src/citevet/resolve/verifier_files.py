"""Verifiers in files: folders with a SKILL.md whose front matter has patterns and authority."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from citevet.errors import ReadError
from citevet.read.files import decode, load_file
from citevet.read.frontmatter import parse_front_matter
from citevet.records import dataclass, replace
from citevet.world.pattern_search import compile_pattern

_FRONT_MATTER = re.compile(r"\s*---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|$)", re.DOTALL)
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_ENDPOINT = re.compile(r"https?://[^\s/?#{}@]+(?:[/?][^\s#]*)?")
PLACEHOLDER = re.compile(r"\{(claim|citation|normal|kind)\}")
_MAX_FILE = 1_048_576
_MAX_FILES, _MAX_PATTERNS, _MAX_PATTERN = 200, 100, 1_000
_DEFAULT_AUTHORITY = 0.5
OWN_FOLDER = Path(__file__).parent / "verifier_skills"
_FILE_NAME = "SKILL.md"


@dataclass(frozen=True, slots=True)
class VerifierProfile:
    """A verifier: its name, which claims it takes, and how much its word counts."""

    name: str
    authority: float  # 0 to 1
    patterns: tuple[str, ...] = ()  # regular expressions, upper and lower case alike; none: everything else
    description: str = ""
    path: str = ""  # of its file, below the folder
    url: str = ""  # the user's own endpoint that gives the verdict
    uses: tuple[str, ...] = ()  # ours, whose verdict it takes with its own authority
    is_own: bool = False  # one of ours: its patterns are known to end


@dataclass(frozen=True, slots=True)
class VerifierFiles:
    """The verifiers of a folder, and the files that could not be used, with the reason."""

    verifiers: tuple[VerifierProfile, ...] = ()
    faults: tuple[str, ...] = ()


@cache
def read_own_verifiers() -> tuple[VerifierProfile, ...]:
    """Return the verifiers that ship with citevet, the one with the highest authority first."""
    own = (replace(each, is_own=True) for each in load_verifiers(OWN_FOLDER).verifiers)
    return tuple(sorted(own, key=lambda each: (-each.authority, each.name)))


def load_verifiers(folder: Path) -> VerifierFiles:
    """Read `*/SKILL.md` and `*.md` below a folder, in the order of names; nothing in them is run."""
    found: dict[str, VerifierProfile] = {}
    faults: list[str] = []
    files = _list_files(folder)
    for file in files[:_MAX_FILES]:
        shown = file.relative_to(folder).as_posix()
        try:
            profile = _read_file(file, shown)
        except (ReadError, ValueError) as error:
            faults.append(f"{shown}: {error.explanation if isinstance(error, ReadError) else error}")
            continue
        if first := found.get(profile.name):
            faults.append(f"{shown}: the name {profile.name} belongs to {first.path}, which is used")
        else:
            found[profile.name] = profile
    if len(files) > _MAX_FILES:
        faults.append(f"{len(files)} files, of which the first {_MAX_FILES} were read")
    return VerifierFiles(tuple(found.values()), tuple(faults))


def _list_files(folder: Path) -> list[Path]:
    """Return the files of verifiers; of a folder with other Markdown only, the file that it should have."""
    try:
        inside = {file.parent for file in folder.glob("*/*.md") if not file.parent.name.startswith((".", "_"))}
        return sorted([*(each / _FILE_NAME for each in inside), *folder.glob("*.md")])
    except OSError:
        return []


def _read_file(file: Path, shown: str) -> VerifierProfile:
    text = decode(load_file(file, max_bytes=_MAX_FILE, shown=shown), shown).text
    head = _FRONT_MATTER.match(text)
    if not head:
        raise ValueError("no front matter between --- lines")
    fields, notes = parse_front_matter(head[1])
    if notes:
        raise ValueError(notes[0])
    return _make_profile(fields, shown)


def _make_profile(fields: Mapping[str, Any], shown: str) -> VerifierProfile:
    """Make a verifier; patterns and authority are under `metadata`, or at the top as in older files."""
    metadata = fields.get("metadata")
    nested = metadata if isinstance(metadata, dict) else {}
    name = fields.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError("name must be lower-case letters, digits and hyphens")
    authority = nested.get("authority", fields.get("authority", _DEFAULT_AUTHORITY))
    if isinstance(authority, bool) or not isinstance(authority, int | float) or not 0 <= authority <= 1:
        raise ValueError("authority must be a number from 0 to 1")
    patterns = check_patterns(nested.get("patterns", fields.get("patterns", [])))
    description = fields.get("description")
    if nested.get("url") and nested.get("uses"):
        raise ValueError("a verifier has either url or uses")
    return VerifierProfile(
        name,
        float(authority),
        patterns,
        description if isinstance(description, str) else "",
        shown,
        _check_url(nested.get("url", "")),
        _check_uses(nested.get("uses", [])),
    )


def _check_url(value: object) -> str:
    """Return the address of an endpoint; its host is fixed, so that no claim can lead to another one."""
    if value == "":
        return ""
    if not isinstance(value, str) or not _ENDPOINT.fullmatch(value) or len(value) > _MAX_PATTERN:
        raise ValueError("url must be an http or https address, with placeholders only behind the host")
    if {"{", "}"} & set(PLACEHOLDER.sub("", value)):
        raise ValueError("url may have the placeholders {claim}, {citation}, {normal} and {kind}")
    return value


def _check_uses(value: object) -> tuple[str, ...]:
    """Return the names of our verifiers."""
    listed = [value] if isinstance(value, str) else value
    if not value:
        return ()
    ours = [each.name for each in read_own_verifiers()]
    if not isinstance(listed, list) or not all(each in ours for each in listed):
        raise ValueError(f"uses must be some of {', '.join(ours)}")
    return tuple(listed)


def check_patterns(value: object) -> tuple[str, ...]:
    """Return the patterns that compile; `.*` means everything, which is what having none means."""
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise ValueError("patterns must be a list of regular expressions")
    if len(listed) > _MAX_PATTERNS or any(len(each) > _MAX_PATTERN for each in listed):
        raise ValueError(f"more than {_MAX_PATTERNS} patterns, or one longer than {_MAX_PATTERN} characters")
    for each in listed:
        try:
            compile_pattern(each)
        except (re.error, RecursionError, OverflowError) as error:
            raise ValueError(f"pattern {each[:60]!r}: {error}") from error
    return tuple(each for each in listed if each not in {".*", ".+", ""})
