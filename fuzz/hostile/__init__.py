"""Hostile inputs: projects that an attacker might send, each in a folder of its own beside one sound document."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SOUND = "sound.md"  # the document that every run must still audit
SOUND_TEXT = "# Sound\n\nThe tower is 330 m high [1].\n"  # [1] has no reference: one finding


@dataclass(frozen=True, slots=True)
class HostileCase:
    """A folder to build, and the command to run in it."""

    name: str
    build: Callable[[Path], None]
    command: tuple[str, ...] = ("check", "--format", "json")
    audits: bool = True  # whether the sound document is audited all the same; not so where the settings are wrong


def write(name: str, data: bytes | str | Callable[[], bytes | str]) -> Callable[[Path], None]:
    """Return a builder that writes one file below the folder; large content is made when it is written."""

    def build(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        content = data() if callable(data) else data
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))

    return build


def make_all(*builders: Callable[[Path], None]) -> Callable[[Path], None]:
    """Return a builder that runs several."""

    def build(folder: Path) -> None:
        for each in builders:
            each(folder)

    return build
