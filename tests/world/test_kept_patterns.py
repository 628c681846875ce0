"""Compiled patterns: kept for the next process, and of no consequence where they are lost."""

import json
import re
import subprocess
import sys
from pathlib import Path
from zlib import crc32

import pytest

from citevet.patterns import KeptPatterns

SOURCES = [
    (r"(?P<word>[a-z]+)|(?P<digits>\d{2,4})", 0),
    (r"^\s*[가-힣À-ÖØ-Þ]+(?:\b|$)", re.IGNORECASE | re.MULTILINE),
    (r"(?i:see)\s(?<!\w.)(?=[\u3040-\u9fff]|(a|(b)))", re.VERBOSE),
    (r"(?>a+)b?+(?(1)c|d)()", re.ASCII | re.DOTALL),
]
TEXT = "See 가나다 and b 12 SEE ÀB aad ab see\n x"


@pytest.mark.parametrize(("source", "flags"), SOURCES[:3])
def test_a_kept_pattern_is_the_compiled_one(source: str, flags: int) -> None:
    """Flags, groups, their names and every match are those of `re.compile`, before and after it was kept."""
    first, second = KeptPatterns(), KeptPatterns()
    made = first.compile(source, int(flags))
    second.load(first.dump() or b"")
    kept = second.compile(source, int(flags))
    assert second.dump() is None  # nothing new
    wanted = re.compile(source, flags)
    for each in (made, kept):
        assert (wanted.pattern, wanted.flags, wanted.groups) == (each.pattern, each.flags, each.groups)
        assert dict(wanted.groupindex) == dict(each.groupindex)
        found = [[(one.span(), one.groupdict(), one.lastgroup) for one in it.finditer(TEXT)] for it in (wanted, each)]
        assert found[0] == found[1]


@pytest.mark.parametrize(
    "damage", ["cut", "text", "a flipped bit", "another Python", "unsound code", "no rows", "odd rows"]
)
def test_what_is_damaged_is_compiled_again(damage: str) -> None:
    """A file that is cut or of another Python changes nothing."""
    source = SOURCES[0][0]
    first = KeptPatterns()
    first.compile(source)
    whole = first.dump() or b""
    line, _, body = whole.partition(b"\n")
    head, checksum, rows = json.loads(line)
    unsound = b"\xfa" + body[1:]

    def join(head: list[int], rows: object, body: bytes) -> bytes:
        return json.dumps([head, crc32(body), rows]).encode() + b"\n" + body

    assert whole == join(head, rows, body)
    assert checksum == crc32(body)
    data = {
        "cut": whole[:-9],
        "text": b"not ours",
        "a flipped bit": whole[:-30] + bytes([whole[-30] ^ 1]) + whole[-29:],
        "another Python": join([head[0] + 1, *head[1:]], rows, unsound),
        "unsound code": join(head, rows, unsound),
        "no rows": join(head, 7, body),
        "odd rows": join(head, [[source, 0, 9]], body),
    }[damage]
    other = KeptPatterns()
    other.load(data)
    assert ["see", "12"] == [found[0] for found in other.compile(source).finditer("see 12")]


def test_a_wrong_pattern_raises_as_ever() -> None:
    """What `re.compile` refuses is refused."""
    with pytest.raises(re.error):
        KeptPatterns().compile("(")


def test_a_command_keeps_its_patterns_beside_the_modules(tmp_path: Path) -> None:
    """The second run compiles none of ours, and a folder that cannot be written changes nothing."""
    (tmp_path / "a.md").write_text("The moon is made of ice (Lee, 2019).\n")
    program = "import sys; sys.argv = ['citevet', 'check', 'a.md']; from citevet.cli import main; main()"

    def run(cache: Path) -> tuple[int, str]:
        environment = {"PYTHONPYCACHEPREFIX": str(cache), "CITEVET_CACHE_DIR": str(tmp_path / "none"), "PATH": ""}
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    first = run(tmp_path / "codes")
    (file,) = (tmp_path / "codes").rglob("*.codes")
    size = file.stat().st_size
    assert size > 50_000
    assert first == run(tmp_path / "codes")
    assert size == file.stat().st_size
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, so nothing can be kept below it")
    assert first == run(blocked)
